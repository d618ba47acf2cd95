/**
 * The last step: what it is called, who plays, and how turns go.
 *
 * @import { Maker } from "./create.js"
 * @import { Table } from "./draft.js"
 */
import { say } from "../say.js";
import { h } from "../ui/dom.js";
import { choice, field, text } from "./fields.js";
import { changeSeat, colourName, SEATS, setSeats } from "./players.js";

const SIDES = { 1: ["bottom"], 2: ["bottom", "top"], 3: ["bottom", "left", "right"] };

/** @param {Maker} maker @returns {HTMLElement[]} */
export function drawPlayersStep(maker) {
  const { table } = maker;
  const { seats, title, sentence = "", turns = "tap" } = table;
  const change = (/** @type {Partial<Table>} */ some) => maker.change({ ...table, ...some });
  const count = (/** @type {string} */ players) => maker.change(setSeats(table, Number(players)));
  const sat = (/** @type {string} */ how) => sit(maker, how);
  return [
    text(say("Name of the game"), title, (words) => change({ title: words || say("My game") }), 60),
    text(say("In one sentence"), sentence, (words) => change({ sentence: words }), 200),
    choice(say("Players"), COUNTS, String(seats.length), count),
    ...seats.map((one, i) => seatField(maker, one, i)),
    choice(say("A turn ends"), ends(), turns, (how) => change({ turns: how })),
    seats.length > 1 && seats.length < 4 && choice(say("Players sit"), sitting(), seats[1].side ? "around" : "", sat),
    field(say("Rules, if you like"), sheetOf(maker)),
  ].filter((one) => one instanceof HTMLElement);
}

const COUNTS = ["1", "2", "3", "4", "5", "6"].map((n) => /** @type {[string, string]} */ ([n, n]));
/** @returns {[string, string][]} */
const ends = () => [
  ["tap", say("when End the turn is tapped")],
  ["move", say("after each move")],
];
/** @returns {[string, string][]} */
const sitting = () => [
  ["", say("on one side")],
  ["around", say("around the table")],
];

/** @param {Maker} maker @param {Table["seats"][number]} seat @param {number} i */
function seatField(maker, seat, i) {
  const player = say("Player {number}", { number: i + 1 });
  const set = (/** @type {any} */ change) => maker.change(changeSeat(maker.table, i, change));
  const onchange = (/** @type {any} */ event) => set({ colour: event.target.value });
  const colours = SEATS.map((colour) =>
    h("option", { value: colour, selected: colour === (seat.colour ?? SEATS[i]) }, colourName(colour)),
  );
  return h(
    "div",
    { class: "row seat" },
    text(player, seat.name, (name) => set({ name: name || player }), 30),
    field(say("Colour"), h("select", { "data-key": `colour-${i}`, onchange }, colours)),
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
