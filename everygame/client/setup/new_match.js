/**
 * A new match: Play at once, and below it all that may be chosen.
 *
 * @import { Continue, Game, View, Visit } from "../types"
 * @typedef {{kind: string, name: string, level: string, colour: string}} Seat
 * @typedef {{players: number, options: Record<string, string>, seats: Seat[], begins: string,
 *   colours: string, terms: import("./clock_and_terms.js").Terms}} Draft
 *   `seats` are people, in the order around the table; `begins`: the number of who sits down
 *   first, or "lot"; `colours`: "lot", or empty where each has the one chosen
 */
import { players, span, standing, whoPlays } from "../library/card_words.js";
import { kitPath, printLink } from "../library/print_link.js";
import { came, freshId, get, post } from "../net/api.js";
import { say } from "../say.js";
import { fill, h, iconButton, linkButton, segments, tell } from "../ui/dom.js";
import { noted } from "../ui/notes.js";
import { since } from "../ui/time_words.js";
import { picture } from "../view/picture.js";
import { clockField, othersField, termsAsked } from "./clock_and_terms.js";
import { draftFor, keepDraft, lots, optionValues, placeOf, seated } from "./draft.js";
import { optionFields } from "./option_fields.js";
import { seatFields } from "./seat_fields.js";

/** @type {View} */
export async function showNewMatch(page, visit) {
  const name = visit.params.game;
  const going = inPlay(name);
  /** @type {Game} */
  const game = await get(`/api/games/${name}`);
  visit.title(game.title);
  const puzzles = game.options.some(({ lengths }) => lengths) ? await came(import("./generator.js")) : null;
  const shown = new NewMatch(page, visit, game, puzzles);
  void going.then((found) => found && shown.offer(found)); // a Python of one's own may still be on its way
  await shown.show();
}

/**
 * The match of a game that was changed last and is not over.
 * @param {string} game
 * @returns {Promise<Continue | undefined>}
 */
async function inPlay(game) {
  const listed = get(`/api/saves?game=${encodeURIComponent(game)}`);
  const { matches } = await listed.catch(() => ({ matches: [] })); // a new one can be begun all the same
  const mine = (/** @type {Continue} */ one) => !one.over && !one.problem && !one.watching && one.name !== "last_game";
  return matches.find(mine);
}

export class NewMatch {
  /**
   * @param {HTMLElement} page
   * @param {Visit} visit
   * @param {Game} game
   * @param {typeof import("./generator.js") | null} puzzles  what makes new ones, where the game can
   */
  constructor(page, visit, game, puzzles) {
    this.visit = visit;
    this.game = game;
    this.puzzles = puzzles;
    /** A match in play, which is offered first. @type {Continue | null} */
    this.going = null;
    this.draft = draftFor(game);
    this.key = freshId();
    this.asked = 0;
    /** @type {any} */
    this.scene = game.picture;
    /** Of choices, by their scenes. @type {WeakMap<any, HTMLElement>} */
    this.pictures = new WeakMap();
    /** @type {string[]} what the seats are called, with these options */
    this.called = [];
    this.picture = h("div", { class: "preview" });
    this.notes = h("ul", { class: "small notes" });
    this.choices = h("div", { class: "choices stacked" });
    this.print = printLink(game.name, optionValues(game, this.draft));
    this.button = iconButton("play", say("Play"), () => void this.play(), { class: "main big" });
    this.ways = h("div", { class: "row" }, this.button, this.otherWays());
    const about = h("div", { class: "about stacked" }, ...this.about(), this.choices);
    page.append(h("div", { class: "new" }, this.picture, about));
  }

  about() {
    const { game } = this;
    const facts = [
      players(game.players),
      game.minutes?.length ? say("{minutes} minutes", { minutes: span(game.minutes) }) : "",
      madeBy(game),
    ];
    return [
      h("h1", {}, game.title),
      h("p", {}, game.sentence),
      h("p", { class: "quiet small" }, facts.filter(Boolean).join(" · ")),
      this.ways,
      this.notes,
    ];
  }

  /** Offer a match in play first: the way into it, who plays it and how it stands. @param {Continue} going */
  offer(going) {
    this.going = going;
    const stands = [going.name, whoPlays(going), standing(going), since(going.updated)].filter(Boolean).join(" · ");
    this.button = iconButton("plus", say("New match"), () => void this.play());
    fill(
      this.ways,
      linkButton("play", say("Continue"), `/match/${going.match}`, { class: "button main big" }),
      h("p", { class: "quiet small going" }, stands),
      this.button,
      this.otherWays(),
    );
  }

  /** What else can be done with the game. */
  otherWays() {
    const { name, lessons, table } = this.game;
    return [
      lessons && linkButton("idea", say("Learn it"), `/learn/${name}`),
      linkButton("book", say("Rules"), `/rules/${name}`),
      this.print,
      table && linkButton("pencil", say("Make your own of it"), `/create/${name}`),
    ];
  }

  async show() {
    const stop = new AbortController();
    this.visit.leave(() => stop.abort());
    const onkey = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {Element} */ (event.target);
      if (event.key === "Enter" && !target.closest("a, button, input:not([type=radio]), select, dialog"))
        void (this.going ? this.visit.go(`/match/${this.going.match}`) : this.play());
    };
    document.addEventListener("keydown", onkey, { signal: stop.signal });
    this.drawChoices();
    await this.preview();
  }

  changed() {
    this.key = freshId();
    keepDraft(this.game, this.draft);
    this.drawChoices();
    void this.preview();
  }

  /** Something beside the rules, which changes no picture. */
  agreed() {
    this.key = freshId();
    keepDraft(this.game, this.draft);
    this.drawChoices();
  }

  async preview() {
    const options = optionValues(this.game, this.draft);
    this.print.href = kitPath(this.game.name, options);
    const asked = ++this.asked;
    try {
      const { scene, notes, called, together } = await post(`/api/games/${this.game.name}/preview`, { options });
      if (asked !== this.asked) return;
      this.scene = scene;
      this.called = called;
      fill(this.notes, noted(notes ?? [], together));
    } catch (error) {
      tell(error);
    }
    this.picture.innerHTML = picture(this.scene, say("How {game} starts", { game: this.game.title }));
    this.drawChoices();
  }

  drawChoices() {
    const { game, draft } = this;
    const agreed = () => this.agreed();
    fill(
      this.choices,
      game.players.length > 1 && this.howMany(),
      seatFields(this),
      optionFields(this),
      !game.table && clockField(draft.terms.clock, draft.players, game.levels.length > 0, agreed),
      draft.seats.slice(0, draft.players).some((seat) => seat.kind === "open") && othersField(draft.terms, agreed),
    );
  }

  howMany() {
    const numbers = [...this.game.players].sort((a, b) => a - b);
    const choices = numbers.map((n) => /** @type {[string, string]} */ ([String(n), String(n)]));
    const set = (/** @type {string} */ value) => this.setPlayers(Number(value));
    const choice = segments(say("Players"), choices, String(this.draft.players), set);
    return h("div", { class: "field" }, h("h2", {}, say("Players")), choice);
  }

  /** @param {number} count */
  setPlayers(count) {
    this.draft = draftFor(this.game, count);
    this.changed();
  }

  /** Who sits there, before anybody has a name: the seat, or a number where lots are drawn. @param {number} index */
  nameOf(index) {
    const { draft, game } = this;
    const { lot, lot_colours } = lots(game, draft);
    if (lot || lot_colours) return this.personAt(index);
    const place = placeOf(draft, index);
    return this.called[place] ?? game.seat_names[draft.players]?.[place] ?? say("Seat {number}", { number: place + 1 });
  }

  /** "Ann", "You", "Bot 2". @param {number} index */
  personAt(index) {
    const people = this.draft.seats.slice(0, this.draft.players);
    const { kind, name } = people[index];
    if (kind === "person" && name.trim()) return name.trim();
    const alone = people.filter((one) => one.kind === kind).length === 1;
    const number = index + 1;
    switch (kind) {
      case "bot":
        return alone ? say("Bot") : say("Bot {number}", { number });
      case "open":
        return alone ? say("Other device") : say("Other device {number}", { number });
      default:
        return alone ? say("You") : say("Player {number}", { number });
    }
  }

  /** Somebody's name is being written; it stands in the choice of who begins as well. */
  renamed() {
    this.key = freshId();
    keepDraft(this.game, this.draft);
    for (const [i] of this.draft.seats.entries()) {
      const key = CSS.escape(`${say("Who begins")}/${i}`);
      const label = this.choices.querySelector(`[data-key="${key}"]`)?.nextSibling;
      if (label) label.textContent = this.personAt(i);
    }
  }

  async play() {
    this.button.disabled = true;
    try {
      this.visit.go(await startMatch(this.game, this.draft, this.key));
    } catch (error) {
      this.button.disabled = false;
      tell(error);
    }
  }
}

/**
 * Begin the match of a draft.
 * @param {Game} game
 * @param {Draft} draft
 * @param {string} key  the same key begins the same match only once
 * @returns {Promise<string>}  the way there
 */
export async function startMatch(game, draft, key) {
  const seats = seated(draft).map(({ kind, name, level }) =>
    kind === "bot" ? { kind, level } : { kind, ...(name.trim() ? { name: name.trim() } : {}) },
  );
  const drawn = lots(game, draft);
  const { match } = await post("/api/matches", {
    game: game.name,
    options: optionValues(game, draft),
    seats,
    key,
    ...drawn,
    terms: termsAsked(draft.terms, game.table),
  });
  return `/match/${match}${drawn.lot || drawn.lot_colours ? "?lot" : ""}`;
}

/** Who made a game, and when, as far as it is known. @param {Game} game */
function madeBy({ designer, year }) {
  if (designer && year) return say("{designer}, {year}", { designer, year: inYears(year) });
  return designer || (year ? inYears(year) : "");
}

/** "1974", or what is known of a year that is long past. @param {number} year  below 0 before our era */
function inYears(year) {
  if (year < 0) return say("about {year} BC", { year: -year });
  return year < 1500 ? say("about {year}", { year }) : String(year);
}
