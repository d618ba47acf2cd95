/** How much of the table is seen while spots and pieces are put there. */
import { boxOf, extent } from "./areas.js";
import { boardBox } from "./ready_boards.js";

/** What a row of spots beside a board needs, in squares. */
const BESIDE = 1.4;
/** What the edge of a board takes of the room, in squares. */
const RIM = 0.7;
/** So much larger the squares must become for spots to have room on one side only. */
const WORTH = 1.15;

/**
 * With a board, only as much room beside it as spots need there: left, top, right, bottom.
 * @param {import("./draft.js").Table} table
 * @param {HTMLElement} gauge  as large as the room
 */
export function seen(table, gauge) {
  const board = boardBox(table);
  const [width, height] = extent(table);
  if (!board) return [0, 0, width, height];
  const boxes = [around(board, gauge), ...table.areas.map(boxOf)];
  return [0, 1, 2, 3].map((side) => (side < 2 ? Math.min : Math.max)(...boxes.map((box) => box[side])));
}

/**
 * Room for spots below the board on an upright screen, else on both sides of it, or at its right
 * where that is much larger.
 * @param {number[]} board
 * @param {HTMLElement} gauge
 */
function around([left, top, right, bottom], gauge) {
  if (matchMedia("(orientation: portrait)").matches) return [left, top, right, bottom + BESIDE];
  const across = 1 + BESIDE;
  const flat = (right - left + 2 * across) / (bottom - top + 2 * BESIDE) > 1.3;
  const both = [Math.max(0, left - across), top, right + across, bottom + (flat ? BESIDE : 0)];
  const one = [left, top, right + BESIDE, bottom];
  return square(one, gauge) > WORTH * square(both, gauge) ? one : both;
}

/** How wide a square is where so much is seen. @param {number[]} box @param {HTMLElement} gauge */
function square([left, top, right, bottom], { offsetWidth, offsetHeight }) {
  return Math.min(offsetWidth / (right - left + RIM), offsetHeight / (bottom - top + RIM));
}
