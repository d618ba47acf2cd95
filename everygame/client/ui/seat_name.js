/**
 * A seat on the page: its sign, and what it is called.
 *
 * @import { Seat } from "../types"
 */
import { emblem } from "../view/shapes.js";

/** The sign of a seat as a picture. @param {number} seat */
export function sign(seat) {
  return `<svg viewBox="-1 -1 2 2" aria-hidden="true">${emblem(seat, 0.62)}</svg>`;
}

/** What a seat is called at this table: bots of one level would all be called the same. @param {Seat} seat */
export function nameOf(seat) {
  return seat.kind === "bot" ? (seat.plays_for ?? seat.called) : seat.name || seat.called;
}
