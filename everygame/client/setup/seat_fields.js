/**
 * Who sits where: a line for each seat, who begins, and how colours are given.
 *
 * @import { NewMatch, Seat } from "./new_match.js"
 */
import { pocket } from "../net/address.js";
import { say } from "../say.js";
import { colour } from "../scene/scene.js";
import { openDialog } from "../ui/dialog.js";
import { h, list, row, segments } from "../ui/dom.js";
import { sign } from "../ui/seat_name.js";
import { shapes } from "../view/shapes.js";
import { isColoured, isOpen, lots, placeOf } from "./draft.js";

/** The seats of a match, and what they share. @param {NewMatch} making */
export function seatFields(making) {
  const { game, draft } = making;
  const several = draft.players > 1;
  const seats = draft.seats.slice(0, draft.players);
  const lines = seats.map((seat, i) => seatLine(making, seat, making.nameOf(i), i));
  return h(
    "div",
    { class: "field" },
    h("h2", {}, several ? say("Who plays") : say("You")),
    list("seats", lines),
    isOpen(game) && several && begins(making),
    isColoured(game) && several && colours(making),
  );
}

/** @param {NewMatch} making */
function begins(making) {
  const { draft } = making;
  const people = draft.seats.slice(0, draft.players);
  const who = people.map((_, i) => /** @type {[string, string]} */ ([String(i), making.personAt(i)]));
  return lot(say("Who begins"), [...who, ["lot", say("Draw lots")]], draft.begins, (value) => {
    draft.begins = value;
    making.changed();
  });
}

/** @param {NewMatch} making */
function colours(making) {
  const { draft } = making;
  return lot(say("Colours"), ways(), draft.colours, (value) => {
    draft.colours = value;
    making.changed();
  });
}

/** @returns {[string, string][]} */
const ways = () => [
  ["", say("As chosen")],
  ["lot", say("Draw lots")],
];

/**
 * What may be left to the lot.
 * @param {string} title
 * @param {[string, string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} on
 */
function lot(title, choices, chosen, on) {
  return h("div", { class: "row begins" }, h("h3", {}, title), segments(title, choices, chosen, on));
}

/** @param {NewMatch} making @param {Seat} seat @param {string} called @param {number} index */
function seatLine(making, seat, called, index) {
  const alone = making.draft.players === 1;
  const set = (/** @type {string} */ kind) => {
    seat.kind = kind;
    making.changed();
  };
  return h(
    "li",
    { class: "seat" },
    signOf(making, seat, called, index),
    h("strong", {}, called),
    !alone && segments(say("Who plays {seat}", { seat: called }), kindsOf(making), seat.kind, set),
    seat.kind === "bot"
      ? level(making, seat, called, index)
      : seat.kind === "person" && !alone && name(making, seat, called, index),
  );
}

/** Who can sit there. @param {NewMatch} making */
function kindsOf({ game }) {
  const kinds = /** @type {[string, string][]} */ ([
    ["person", say("Here")],
    ["bot", say("Bot")],
    ["open", say("Another device")],
  ]);
  return kinds.filter(([kind]) => (kind === "bot" ? game.levels.length : kind === "person" || !pocket));
}

/**
 * The sign of a seat in its colour; where colours are chosen, a button that changes it.
 * @param {NewMatch} making
 * @param {Seat} seat
 * @param {string} called
 * @param {number} index
 */
function signOf(making, seat, called, index) {
  const { lot, lot_colours } = lots(making.game, making.draft);
  const place = lot ? index : placeOf(making.draft, index);
  const look = lot_colours ? "neutral" : seat.colour || colour(making.scene, place);
  const drawn = h("span", { class: `sign ${look}`, html: lot ? "" : sign(place) });
  if (lot_colours || !isColoured(making.game)) return drawn;
  const label = say("Colour of {seat}: {colour}", { seat: called, colour: colourName(seat.colour) });
  const title = say("Another colour");
  const onclick = () => chooseColour(making, seat, called);
  const how = { type: "button", class: "icon", "data-key": `colour-${index}`, title, "aria-label": label, onclick };
  return h("button", how, drawn);
}

/** @param {NewMatch} making @param {Seat} seat @param {string} called */
function chooseColour(making, seat, called) {
  const choose = (/** @type {string} */ name) => {
    const other = making.draft.seats.find((one) => one.colour === name);
    if (other) other.colour = seat.colour;
    seat.colour = name;
    dialog.close();
    making.changed();
  };
  const names = Object.keys(shapes.seats).filter((name) => name !== "neutral");
  const swatches = names.map((name) => swatch(name, name === seat.colour, () => choose(name)));
  const dialog = openDialog(say("Colour of {seat}", { seat: called }), [row(swatches)]);
}

/** @param {string} name @param {boolean} chosen @param {() => void} onclick */
function swatch(name, chosen, onclick) {
  return h("button", {
    type: "button",
    class: `swatch ${name}`,
    "aria-label": colourName(name),
    title: colourName(name),
    "aria-pressed": String(chosen),
    onclick,
  });
}

/** @param {NewMatch} making @param {Seat} seat @param {string} called @param {number} index */
function name(making, seat, called, index) {
  const oninput = (/** @type {Event} */ event) => {
    seat.name = /** @type {HTMLInputElement} */ (event.target).value;
    making.renamed();
  };
  return h("input", {
    type: "text",
    value: seat.name,
    placeholder: say("Name"),
    maxlength: 30,
    autocomplete: "off",
    "aria-label": say("Name of {seat}", { seat: called }),
    "data-key": `name-${index}`,
    oninput,
  });
}

/** @param {NewMatch} making @param {Seat} seat @param {string} called @param {number} index */
function level(making, seat, called, index) {
  const offered = [...making.game.levels, ...making.game.programs];
  const chosen = offered.find((level) => level.name === seat.level);
  const onchange = (/** @type {Event} */ event) => {
    seat.level = /** @type {HTMLSelectElement} */ (event.target).value;
    making.changed();
  };
  const label = say("Level of the bot of {seat}", { seat: called });
  const select = h(
    "select",
    { "aria-label": label, "data-key": `level-${index}`, onchange },
    offered.map((level) => h("option", { value: level.name, selected: level === chosen }, level.title)),
  );
  return h("span", { class: "level" }, select, h("span", { class: "quiet small" }, chosen?.sentence ?? ""));
}

/** The word for a colour of a seat. @param {string} name  in drawings.js */
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
