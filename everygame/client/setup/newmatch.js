/**
 * A new match: Play at once, and below it all that may be chosen.
 *
 * @import { Game, Option, Value, View, Visit } from "../types"
 * @typedef {{kind: string, name: string, level: string, colour: string}} Seat
 * @typedef {{players: number, options: Record<string, string>, seats: Seat[], begins: string,
 *   colours: string, terms: import("./terms.js").Terms}} Draft
 *   `seats` are people, in the order around the table; `begins`: the number of who sits down
 *   first, or "lot"; `colours`: "lot", or empty where each has the one chosen
 */
import { kitPath, printLink } from "../library/print.js";
import { players, span } from "../library/words.js";
import { pocket } from "../net/address.js";
import { came, freshId, get, post } from "../net/api.js";
import { say } from "../say.js";
import { colour } from "../scene/scene.js";
import { openDialog } from "../ui/dialog.js";
import { fill, h, icon, iconButton, segments, tell } from "../ui/dom.js";
import { sign } from "../ui/seat.js";
import { picture } from "../view/picture.js";
import { shapes } from "../view/shapes.js";
import {
  COLOURS,
  draftFor,
  isColoured,
  isOpen,
  keepDraft,
  lots,
  optionValues,
  placeOf,
  seated,
  suits,
} from "./draft.js";
import { solved } from "./solved.js";
import { clockField, othersField, termsAsked } from "./terms.js";

/** @type {View} */
export async function showNewMatch(page, visit) {
  /** @type {Game} */
  const game = await get(`/api/games/${visit.params.game}`);
  visit.title(game.title);
  const making = game.options.some(({ lengths }) => lengths) ? await came(import("./generator.js")) : null;
  await new NewMatch(page, visit, game, making).show();
}

class NewMatch {
  /**
   * @param {HTMLElement} page
   * @param {Visit} visit
   * @param {Game} game
   * @param {typeof import("./generator.js") | null} making  of new puzzles, where the game can
   */
  constructor(page, visit, game, making) {
    this.visit = visit;
    this.game = game;
    this.making = making;
    this.draft = draftFor(game);
    this.key = freshId();
    this.asked = 0;
    /** @type {any} */
    this.scene = game.picture;
    /** @type {string[]} what the seats are called, with these options */
    this.called = [];
    this.picture = h("div", { class: "preview" });
    this.notes = h("p", { class: "quiet small notes" });
    this.choices = h("div", { class: "choices stacked" });
    this.print = printLink(game.name, optionValues(game, this.draft));
    this.button = iconButton("play", say("Play"), () => void this.play(), { class: "main big" });
    page.append(
      h("div", { class: "new" }, this.picture, h("div", { class: "about stacked" }, ...this.about(), this.choices)),
    );
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
      h(
        "div",
        { class: "row" },
        this.button,
        game.lessons &&
          h("a", { class: "button", href: `/learn/${game.name}`, html: icon("idea") }, h("span", {}, say("Learn it"))),
        h("a", { class: "button", href: `/rules/${game.name}`, html: icon("book") }, h("span", {}, say("Rules"))),
        this.print,
        game.table &&
          h(
            "a",
            { class: "button", href: `/create/${game.name}`, html: icon("pencil") },
            h("span", {}, say("Make your own of it")),
          ),
      ),
      this.notes,
    ];
  }

  async show() {
    const stop = new AbortController();
    this.visit.leave(() => stop.abort());
    document.addEventListener(
      "keydown",
      (event) => {
        const target = /** @type {Element} */ (event.target);
        if (event.key === "Enter" && !target.closest("a, button, input:not([type=radio]), select, dialog"))
          void this.play();
      },
      { signal: stop.signal },
    );
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
    this.print.href = kitPath(this.game.name, optionValues(this.game, this.draft));
    const asked = ++this.asked;
    try {
      const { scene, notes, called } = await post(`/api/games/${this.game.name}/preview`, {
        options: optionValues(this.game, this.draft),
      });
      if (asked !== this.asked) return;
      this.scene = scene;
      this.called = called;
      this.notes.textContent = (notes ?? []).join(" ");
    } catch (error) {
      tell(error);
    }
    this.picture.innerHTML = picture(this.scene, say("How {game} starts", { game: this.game.title }));
    this.drawChoices();
  }

  drawChoices() {
    const { game, draft } = this;
    const numbers = [...game.players].sort((a, b) => a - b);
    fill(
      this.choices,
      numbers.length > 1 &&
        h(
          "div",
          { class: "field" },
          h("h2", {}, say("Players")),
          segments(
            say("Players"),
            numbers.map((n) => [String(n), String(n)]),
            String(draft.players),
            (value) => this.setPlayers(Number(value)),
          ),
        ),
      h(
        "div",
        { class: "field" },
        h("h2", {}, draft.players > 1 ? say("Who plays") : say("You")),
        h(
          "ul",
          { class: "seats" },
          draft.seats.slice(0, draft.players).map((seat, i) => this.seat(seat, this.nameOf(i), i)),
        ),
        isOpen(game) && draft.players > 1 && this.begins(),
        isColoured(game) && draft.players > 1 && this.colours(),
      ),
      game.options
        .filter((option) => suits(option.players, draft.players) && option.name !== COLOURS)
        .map((option) => this.option(option)),
      !game.table && clockField(draft.terms.clock, draft.players, game.levels.length > 0, () => this.agreed()),
      draft.seats.slice(0, draft.players).some((seat) => seat.kind === "open") &&
        othersField(draft.terms, () => this.agreed()),
    );
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

  /** Somebody's name is being written: it stands in the choice of who begins as well. */
  rename() {
    for (const [i] of this.draft.seats.entries()) {
      const key = CSS.escape(`${say("Who begins")}/${i}`);
      const label = this.choices.querySelector(`[data-key="${key}"]`)?.nextSibling;
      if (label) label.textContent = this.personAt(i);
    }
  }

  begins() {
    const { draft } = this;
    const who = draft.seats
      .slice(0, draft.players)
      .map((_, i) => /** @type {[string, string]} */ ([String(i), this.personAt(i)]));
    return h(
      "div",
      { class: "row begins" },
      h("h3", {}, say("Who begins")),
      segments(say("Who begins"), [...who, ["lot", say("Draw lots")]], draft.begins, (value) => {
        draft.begins = value;
        this.changed();
      }),
    );
  }

  colours() {
    const { draft } = this;
    return h(
      "div",
      { class: "row begins" },
      h("h3", {}, say("Colours")),
      segments(
        say("Colours"),
        [
          ["", say("As chosen")],
          ["lot", say("Draw lots")],
        ],
        draft.colours,
        (value) => {
          draft.colours = value;
          this.changed();
        },
      ),
    );
  }

  /**
   * The sign of a seat in its colour; where colours are chosen, a button that changes it.
   * @param {Seat} seat
   * @param {string} called
   * @param {number} index
   */
  sign(seat, called, index) {
    const { lot, lot_colours } = lots(this.game, this.draft);
    const place = lot ? index : placeOf(this.draft, index);
    const drawn = {
      class: `sign ${lot_colours ? "neutral" : seat.colour || colour(this.scene, place)}`,
      html: lot ? "" : sign(place),
    };
    if (lot_colours || !isColoured(this.game)) return h("span", drawn);
    return h(
      "button",
      {
        type: "button",
        class: "icon",
        "data-key": `colour-${index}`,
        title: say("Another colour"),
        "aria-label": say("Colour of {seat}: {colour}", { seat: called, colour: colourName(seat.colour) }),
        onclick: () => this.chooseColour(seat, called),
      },
      h("span", drawn),
    );
  }

  /** @param {Seat} seat @param {string} called */
  chooseColour(seat, called) {
    const dialog = openDialog(say("Colour of {seat}", { seat: called }), [
      h(
        "div",
        { class: "row" },
        Object.keys(shapes.seats)
          .filter((name) => name !== "neutral")
          .map((name) =>
            h("button", {
              type: "button",
              class: `swatch ${name}`,
              "aria-label": colourName(name),
              title: colourName(name),
              "aria-pressed": String(name === seat.colour),
              onclick: () => {
                const other = this.draft.seats.find((one) => one.colour === name);
                if (other) other.colour = seat.colour;
                seat.colour = name;
                dialog.close();
                this.changed();
              },
            }),
          ),
      ),
    ]);
  }

  /** @param {Seat} seat @param {string} called @param {number} index */
  seat(seat, called, index) {
    const alone = this.draft.players === 1;
    const kinds = /** @type {[string, string][]} */ ([
      ["person", say("Here")],
      ["bot", say("Bot")],
      ["open", say("Another device")],
    ]);
    const possible = kinds.filter(([kind]) =>
      kind === "bot" ? this.game.levels.length : kind === "person" || !pocket,
    );
    return h(
      "li",
      { class: "seat" },
      this.sign(seat, called, index),
      h("strong", {}, called),
      !alone &&
        segments(say("Who plays {seat}", { seat: called }), possible, seat.kind, (kind) => {
          seat.kind = kind;
          this.changed();
        }),
      seat.kind === "bot"
        ? this.level(seat, called, index)
        : seat.kind === "person" && !alone && this.name(seat, called, index),
    );
  }

  /** @param {Seat} seat @param {string} called @param {number} index */
  name(seat, called, index) {
    return h("input", {
      type: "text",
      value: seat.name,
      placeholder: say("Name"),
      maxlength: 30,
      autocomplete: "off",
      "aria-label": say("Name of {seat}", { seat: called }),
      "data-key": `name-${index}`,
      oninput: (/** @type {Event} */ event) => {
        seat.name = /** @type {HTMLInputElement} */ (event.target).value;
        this.key = freshId();
        keepDraft(this.game, this.draft);
        this.rename();
      },
    });
  }

  /** @param {Seat} seat @param {string} called @param {number} index */
  level(seat, called, index) {
    const offered = [...this.game.levels, ...this.game.programs];
    const chosen = offered.find((level) => level.name === seat.level);
    return h(
      "span",
      { class: "level" },
      h(
        "select",
        {
          "aria-label": say("Level of the bot of {seat}", { seat: called }),
          "data-key": `level-${index}`,
          onchange: (/** @type {Event} */ event) => {
            seat.level = /** @type {HTMLSelectElement} */ (event.target).value;
            this.changed();
          },
        },
        offered.map((level) => h("option", { value: level.name, selected: level === chosen }, level.title)),
      ),
      h("span", { class: "quiet small" }, chosen?.sentence ?? ""),
    );
  }

  /** @param {Option} option */
  option(option) {
    const { draft } = this;
    const value = draft.options[option.name] ?? option.default;
    const offered = option.choices.filter((choice) => suits(choice.players, draft.players));
    const own = !offered.some((choice) => choice.value === value);
    const set = (/** @type {string} */ chosen) => {
      draft.options[option.name] = chosen;
      this.changed();
    };
    if (offered.length < 2 && !option.editable && !option.lengths) return null;
    const pictured = offered.some((choice) => choice.picture);
    const values =
      own && option.editable
        ? [...offered, { value, label: say("Your own"), players: [], picture: this.scene }]
        : offered;
    return h(
      "div",
      { class: "field" },
      h("h2", {}, option.label),
      option.help && h("p", { class: "quiet small" }, option.help),
      pictured
        ? this.cards(option, values, value, set)
        : segments(
            option.label,
            values.map((one) => [one.value, one.label]),
            value,
            set,
          ),
      (option.editable || option.lengths) &&
        h(
          "div",
          { class: "row" },
          option.editable &&
            h(
              "a",
              { class: "button", href: `/draw/${this.game.name}?option=${option.name}`, html: icon("pencil") },
              h("span", {}, say("Draw your own")),
            ),
          option.lengths && draft.players === 1 && this.making?.generator(this.game, draft, option, set),
        ),
    );
  }

  /** @param {Option} option @param {Value[]} values @param {string} chosen @param {(value: string) => void} set */
  cards(option, values, chosen, set) {
    const done = this.draft.players === 1 ? solved(this.game.name) : new Set();
    return h(
      "fieldset",
      { class: "levels" },
      h("legend", { class: "unseen" }, option.label),
      values.map((one) =>
        h(
          "label",
          { class: "card" },
          h("input", {
            type: "radio",
            name: option.name,
            value: one.value,
            checked: one.value === chosen,
            "data-key": `${option.name}/${one.value}`,
            onchange: () => set(one.value),
          }),
          h("span", {
            class: "picture",
            html: one.picture ? picture(one.pictures?.[this.draft.players] ?? one.picture) : "",
          }),
          h("span", {}, done.has(one.value) ? `✓ ${one.label}` : one.label),
        ),
      ),
    );
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

/** The word for a colour of a seat. @param {string} name  in shapes.json */
function colourName(name) {
  /** @type {Record<string, string>} */
  const known = {
    blue: say("blue"),
    orange: say("orange"),
    green: say("green"),
    pink: say("pink"),
    white: say("white"),
    black: say("black"),
    red: say("red"),
    yellow: say("yellow"),
  };
  return known[name] ?? name;
}
