/**
 * What happens in the matches that one does not look at, asked for now and then: somebody sat down,
 * it is one's turn, a match was begun again. An installed page wears the number of one's turns.
 *
 * @typedef {{match: string, title: string, over: boolean, your_turn: boolean,
 *   seats: {called: string, name: string, kind: string}[]}} News
 */
import { here } from "../net/address.js";
import { getQuietly } from "../net/api.js";
import { say } from "../say.js";
import { call } from "../ui/calls.js";
import { each } from "../world.js";

/** Milliseconds between two questions. */
const AGAIN = 20_000;

/** Ask from now on, while there are matches with others. */
export function followNews() {
  const news = new Followed();
  const look = () => void news.look().catch(() => undefined); // no line: the next time it is said
  look();
  each(look, AGAIN);
}

class Followed {
  constructor() {
    /** What was known last; none before the first answer. @type {Map<string, News> | null} */
    this.known = null;
    this.path = "";
  }

  async look() {
    const { pathname } = here();
    if (this.known && !this.known.size && pathname === this.path) return; // nothing can come
    this.path = pathname;
    const { matches } = await getQuietly("/api/news");
    this.tell(/** @type {News[]} */ (matches), here().pathname);
  }

  /** @param {News[]} matches @param {string} path  of the page that is shown */
  tell(matches, path) {
    const { known } = this;
    this.known = new Map(matches.map((one) => [one.match, one]));
    wear(matches.filter((one) => one.your_turn && !one.over).length);
    if (!known) return;
    for (const one of matches) {
      const text = path === `/match/${one.match}` ? "" : changed(known.get(one.match), one);
      if (text) call(text, `/match/${one.match}`);
    }
  }
}

/**
 * What has happened between two looks at a match, or an empty text.
 * @param {News | undefined} before
 * @param {News} one
 */
export function changed(before, { title, over, seats, your_turn: turn }) {
  if (!before) return say("{title}: a new match was begun.", { title });
  const came = seats.find(({ kind }, i) => kind === "person" && before.seats[i]?.kind === "open");
  if (came) return say("{title}: {name} has sat down.", { name: came.name || came.called, title });
  if (over && !before.over) return say("{title}: the match is over.", { title });
  return turn && !before.your_turn && !over ? say("{title}: it is your turn.", { title }) : "";
}

/** The icon of an installed page has this number. @param {number} turns */
function wear(turns) {
  const icon = /** @type {{setAppBadge?(number: number): Promise<void>}} */ (navigator);
  void icon.setAppBadge?.(turns).catch(() => undefined);
}
