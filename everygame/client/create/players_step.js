/**
 * The last step: what it is called, who plays, and how turns go.
 *
 * @import { Maker } from "./create.js"
 */
import { h } from "../ui/dom.js";
import { changeSeat, SEATS, setSeats } from "./draft.js";
import { choice, field, text } from "./fields.js";

const SIDES = { 1: ["bottom"], 2: ["bottom", "top"], 3: ["bottom", "left", "right"] };

/** @param {Maker} maker @returns {HTMLElement[]} */
export function drawPlayersStep(maker) {
  const { table } = maker;
  const seats = table.seats;
  const seat = (/** @type {number} */ number, /** @type {any} */ change) =>
    maker.change(changeSeat(table, number, change));
  const sheet = h("textarea", {
    rows: 4,
    "data-key": "sheet",
    maxlength: 20000,
    onchange: (/** @type {any} */ event) => maker.change(table, { sheet: event.target.value }),
  });
  sheet.value = maker.draft.sheet;
  return [
    text("Name of the game", table.title, (title) => maker.change({ ...table, title: title || "My game" }), 60),
    text("In one sentence", table.sentence ?? "", (sentence) => maker.change({ ...table, sentence }), 200),
    choice(
      "Players",
      ["1", "2", "3", "4", "5", "6"].map((n) => [n, n]),
      String(seats.length),
      (count) => maker.change(setSeats(table, Number(count))),
    ),
    ...seats.map((one, i) =>
      h(
        "div",
        { class: "row seat" },
        text(`Player ${i + 1}`, one.name, (name) => seat(i, { name: name || `Player ${i + 1}` }), 30),
        field(
          "Colour",
          h(
            "select",
            {
              "data-key": `colour-${i}`,
              onchange: (/** @type {any} */ event) => seat(i, { colour: event.target.value }),
            },
            SEATS.map((colour) =>
              h("option", { value: colour, selected: colour === (one.colour ?? SEATS[i]) }, colour),
            ),
          ),
        ),
      ),
    ),
    choice(
      "A turn ends",
      [
        ["tap", "when End the turn is tapped"],
        ["move", "after each move"],
      ],
      table.turns ?? "tap",
      (turns) => maker.change({ ...table, turns }),
    ),
    seats.length > 1 && seats.length < 4
      ? choice(
          "Players sit",
          [
            ["", "on one side"],
            ["around", "around the table"],
          ],
          seats[1].side ? "around" : "",
          (how) => sit(maker, how),
        )
      : null,
    field("Rules, if you like", sheet),
  ].filter((one) => one instanceof HTMLElement);
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
