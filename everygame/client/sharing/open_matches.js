/**
 * Finding somebody: the matches of a public server whose open seats anybody may take.
 *
 * @import { Card, View, Visit, WireScene } from "../types"
 * @typedef {{match: string, game: string, title: string, picture: WireScene, host: string, here: boolean,
 *   options: {label: string, value: string}[], clock: any, seats: number, open: number, made: number,
 *   mine: boolean}} Open
 */
import { freshId, get, post, remove } from "../net/api.js";
import { say } from "../say.js";
import { openDialog } from "../ui/dialog.js";
import { fill, h, iconButton, list, segments, tell } from "../ui/dom.js";
import { remember, remembered } from "../ui/settings.js";
import { inWords, since } from "../ui/time_words.js";
import { picture } from "../view/picture.js";
import { each, never } from "../world.js";

const AGAIN = 10_000;
/** The clocks that can be chosen at once; the first is none. @type {any[]} */
const CLOCKS = [null, { seconds: 600, increment: 5, then: "end" }, { seconds: 172_800, each: "turn", then: "end" }];

/** @type {View} */
export async function showOpen(page, visit) {
  visit.title(say("Find somebody"));
  const found = new OpenMatches(visit);
  page.append(found.element());
  await found.draw();
  const timer = each(() => {
    if (!document.hidden) void found.draw().catch(() => undefined);
  }, AGAIN);
  visit.leave(() => never(timer));
}

class OpenMatches {
  /** @param {Visit} visit */
  constructor(visit) {
    this.visit = visit;
    this.host = h("div", {});
    /** Own matches that wait for somebody. @type {string[]} */
    this.waiting = [];
    this.wish = iconButton("people", say("I want to play"), () => void this.want().catch(tell), { class: "main" });
    this.name = h("input", {
      type: "text",
      id: "name",
      class: "name",
      maxlength: 30,
      autocomplete: "nickname",
      value: remembered("name", ""),
    });
  }

  element() {
    const how = say(
      "To wait here yourself, choose a game, give a seat to Another device, and show the match to everybody.",
    );
    return h(
      "div",
      { class: "finding" },
      h("h1", {}, say("Find somebody")),
      h("p", { class: "quiet" }, how),
      h("label", { for: "name", class: "quiet small" }, say("Your name, if you like")),
      this.name,
      h("div", { class: "row" }, this.wish),
      this.host,
    );
  }

  /** Ask for game and clock, and wait for somebody from then on. */
  async want() {
    const games = /** @type {Card[]} */ ((await get("/api/library")).games);
    const clocks = CLOCKS.map((clock, i) => /** @type {[string, string]} */ ([String(i), clockIn(clock)]));
    const chosen = () => CLOCKS[Number(remembered("wanted.clock", "0"))] ?? null;
    const start = String(CLOCKS.indexOf(chosen()));
    const clock = segments(say("Clock"), clocks, start, (value) => remember("wanted.clock", value));
    const offer = (/** @type {Card} */ game) => {
      dialog.close();
      void this.offer(game, chosen()).catch(tell);
    };
    const choices = games.filter(forTwo).map((game) =>
      h(
        "li",
        {},
        gameButton(game, () => offer(game)),
      ),
    );
    const dialog = openDialog(say("I want to play"), [clock, list("wanted", choices)], { wide: true });
  }

  /**
   * A match against whoever comes.
   * @param {Card} game
   * @param {any} clock
   */
  async offer(game, clock) {
    const name = this.name.value.trim();
    remember("name", name);
    const { match } = await post("/api/matches", {
      game: game.name,
      options: game.players.length > 1 ? { players: "2" } : {},
      seats: [{ kind: "person", ...(name ? { name } : {}) }, { kind: "open" }],
      key: freshId(),
      terms: { watching: true, free_seats: false, ...(clock ? { clock } : {}) },
    });
    await post(`/api/matches/${match}/open`, { on: true });
    await this.draw();
  }

  /** Wait no longer: the match goes, too. @param {Open} one */
  async withdraw({ match }) {
    this.waiting = this.waiting.filter((other) => other !== match);
    try {
      await post(`/api/matches/${match}/open`, { on: false });
      await remove(`/api/matches/${match}`);
    } catch (error) {
      tell(error);
    }
    await this.draw().catch(tell);
  }

  async draw() {
    const { public: open, matches } = await get("/api/open");
    this.wish.hidden = !open;
    const taken = this.waiting.find((mine) => !matches.some((/** @type {Open} */ { match }) => match === mine));
    if (taken) return this.visit.go(`/match/${taken}`);
    this.waiting = matches.filter((/** @type {Open} */ { mine }) => mine).map((/** @type {Open} */ { match }) => match);
    if (!open) fill(this.host, h("p", { class: "note" }, say("This server is not open to the public.")));
    else if (matches.length) fill(this.host, h("ul", { class: "found" }, matches.map(this.card, this)));
    else fill(this.host, nobody());
  }

  /** @param {Open} one */
  card(one) {
    const facts = h("span", { class: "quiet small" }, factsOf(one).filter(Boolean).join(" · "));
    return h(
      "li",
      { class: "card" },
      h("span", { class: "picture", html: picture(one.picture) }),
      h("span", { class: "words" }, h("strong", {}, one.title), whoWaits(one), facts),
      this.button(one),
    );
  }

  /** @param {Open} one */
  button(one) {
    const key = { "data-key": one.match };
    if (one.mine)
      return h(
        "span",
        { class: "row" },
        h("a", { class: "button", href: `/match/${one.match}`, ...key }, say("Yours")),
        iconButton("bin", say("Withdraw"), () => void this.withdraw(one), { class: "plain" }),
      );
    const label = one.host
      ? say("Play {game} with {name}", { game: one.title, name: one.host })
      : say("Play {game} with somebody", { game: one.title });
    return iconButton("play", say("Play"), () => void this.sit(one), { class: "main", ...key, "aria-label": label });
  }

  /** @param {Open} one */
  async sit(one) {
    const name = this.name.value.trim();
    remember("name", name);
    try {
      await post(`/api/open/${one.match}`, { name });
      this.visit.go(`/match/${one.match}`);
    } catch (error) {
      tell(error);
      void this.draw().catch(tell);
    }
  }
}

/** @param {any} clock */
const clockIn = (clock) => (clock ? inWords(clock) : say("no clock"));

/** Whether two play a game by its rules. @param {Card} card */
const forTwo = ({ table, players, fault }) => !table && !fault && players.includes(2);

/** @param {Card} game @param {() => void} onclick */
const gameButton = ({ title }, onclick) => h("button", { type: "button", class: "plain", onclick }, title);

function nobody() {
  const library = h("a", { class: "button", href: "/" }, say("Choose a game"));
  return h("div", { class: "note row" }, h("p", {}, say("Nobody waits just now.")), library);
}

/** @param {Open} one */
function whoWaits({ host, here, made }) {
  const presence = here ? say("is there") : say("offered {when}", { when: since(made) });
  return h("span", {}, host || say("Somebody"), h("span", { class: "quiet small" }, ` · ${presence}`));
}

/** @param {Open} one */
function factsOf({ clock, seats, open, options }) {
  return [
    clockIn(clock),
    seats > 2 ? say("{open} of {number} seats open", { open, number: seats }) : "",
    ...options.map(({ label, value }) => say("{option}: {value}", { option: label, value })),
  ];
}
