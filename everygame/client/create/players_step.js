/**
 * The last step: what it is called, who plays, and how turns go.
 *
 * @import { Maker } from "./create.js"
 * @import { Table } from "./draft.js"
 */
import { h } from "../ui/dom.js";
import { changeSeat, SEATS, setSeats } from "./draft.js";
import { choice, field, text } from "./fields.js";

const SIDES = { 1: ["bottom"], 2: ["bottom", "top"], 3: ["bottom", "left", "right"] };

/** @param {Maker} maker @returns {HTMLElement[]} */
export function drawPlayersStep(maker) {
  const { table } = maker;
  const { seats, title, sentence = "", turns = "tap" } = table;
  const change = (/** @type {Partial<Table>} */ some) => maker.change({ ...table, ...some });
  const count = (/** @type {string} */ players) => maker.change(setSeats(table, Number(players)));
  const sat = (/** @type {string} */ how) => sit(maker, how);
  return [
    text("Name of the game", title, (words) => change({ title: words || "My game" }), 60),
    text("In one sentence", sentence, (words) => change({ sentence: words }), 200),
    choice("Players", COUNTS, String(seats.length), count),
    ...seats.map((one, i) => seatField(maker, one, i)),
    choice("A turn ends", ENDS, turns, (how) => change({ turns: how })),
    seats.length > 1 && seats.length < 4 && choice("Players sit", SITTING, seats[1].side ? "around" : "", sat),
    field("Rules, if you like", sheetOf(maker)),
  ].filter((one) => one instanceof HTMLElement);
}

const COUNTS = ["1", "2", "3", "4", "5", "6"].map((n) => /** @type {[string, string]} */ ([n, n]));
/** @type {[string, string][]} */
const ENDS = [
  ["tap", "when End the turn is tapped"],
  ["move", "after each move"],
];
/** @type {[string, string][]} */
const SITTING = [
  ["", "on one side"],
  ["around", "around the table"],
];

/** @param {Maker} maker @param {Table["seats"][number]} seat @param {number} i */
function seatField(maker, seat, i) {
  const set = (/** @type {any} */ change) => maker.change(changeSeat(maker.table, i, change));
  const onchange = (/** @type {any} */ event) => set({ colour: event.target.value });
  const colours = SEATS.map((colour) =>
    h("option", { value: colour, selected: colour === (seat.colour ?? SEATS[i]) }, colour),
  );
  return h(
    "div",
    { class: "row seat" },
    text(`Player ${i + 1}`, seat.name, (name) => set({ name: name || `Player ${i + 1}` }), 30),
    field("Colour", h("select", { "data-key": `colour-${i}`, onchange }, colours)),
  );
}

/** The field of the rule sheet. @param {Maker} maker */
function sheetOf(maker) {
  const onchange = (/** @type {any} */ event) => maker.change(maker.table, { sheet: event.target.value });
  const sheet = h("textarea", { rows: 4, "data-key": "sheet", maxlength: 20000, onchange });
  sheet.value = maker.draft.sheet;
  return sheet;
}

/** @param {Maker} maker @param {string} how */
function sit(maker, how) {
  const { table } = maker;
  const sides = SIDES[/** @type {1 | 2 | 3} */ (table.seats.length)];
  maker.change({
    ...table,
    seats: table.seats.map(({ side, ...seat }, i) => (how ? { ...seat, side: sides[i] } : seat)),
  });
}
