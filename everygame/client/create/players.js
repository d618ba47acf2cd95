/**
 * The players of a table that is being made: their names, colours, hands and pieces.
 *
 * @import { Table } from "./draft.js"
 */
import { say } from "../say.js";
import shapes from "../drawings.js";
import { clean } from "./without_empty.js";

export const COLOURS = Object.keys(shapes.seats).filter((name) => name !== "neutral");
/** What a colour is called. @param {string} colour */
export function colourName(colour) {
  const names = /** @type {Record<string, string>} */ ({
    blue: say("Blue"),
    orange: say("Orange"),
    green: say("Green"),
    pink: say("Pink"),
    white: say("White"),
    black: say("Black"),
    red: say("Red"),
    yellow: say("Yellow"),
  });
  return names[colour] ?? colour;
}
export const SEATS = ["blue", "orange", "green", "pink", "white", "black"];

/** Who sits there, before anyone says. @param {number} i */
export function freshSeat(i) {
  return { name: colourName(SEATS[i]), colour: SEATS[i] };
}

/** What a hand is called. @param {string} name  of its owner */
export const handOf = (name) => say("{name}'s hand", { name });

/**
 * A seat with another name or colour; its hand is called after it.
 * @param {Table} table
 * @param {number} number
 * @param {{name?: string, colour?: string}} change
 * @returns {Table}
 */
export function changeSeat(table, number, change) {
  const before = table.seats[number];
  const seats = table.seats.map((one) => (one === before ? { ...one, ...change } : one));
  const areas = table.areas.map((area) =>
    area.hand === number + 1 && area.name === handOf(before.name)
      ? { ...area, name: handOf(seats[number].name) }
      : area,
  );
  return { ...table, seats, areas };
}

/**
 * The same number of seats, or more or fewer; hands and pieces of seats that go are nobody's.
 * @param {Table} table
 * @param {number} count
 * @returns {Table}
 */
export function setSeats(table, count) {
  const seats = Array.from({ length: count }, (_, i) => table.seats[i] ?? freshSeat(i));
  const areas = table.areas.map((area) => ((area.hand ?? 0) > count ? clean({ ...area, hand: undefined }) : area));
  const pieces = table.pieces.map((kind) => ((kind.seat ?? 0) > count ? clean({ ...kind, seat: undefined }) : kind));
  const { fewest, ...rest } = table;
  return { ...rest, ...(fewest && fewest < count ? { fewest } : {}), seats, areas, pieces };
}
