/**
 * The table where nothing is yet: its points, to be touched, on which something can be put.
 *
 * @import { Maker } from "./create.js"
 */
import { say } from "../say.js";
import { lattice, onPicture } from "./areas.js";

/** How far from a point of the lattice a finger still means it, in squares. */
const NEAR = 0.8;

/**
 * A scene with these points besides what is in it, and a choice for each. On a picture they are
 * not drawn: it shows itself where things belong.
 * @param {Maker} maker
 * @param {any} scene
 * @param {string} name  of the choice
 * @param {string} label  the same on a button
 */
export function withPaper(maker, scene, name, label) {
  const [left, top] = maker.corner;
  const cells = lattice(maker.table, [left, top, left + scene.width, top + scene.height]).map(([x, y]) => ({
    id: `@${x},${y}`,
    x: x - left,
    y: y - top,
    terrain: "bare",
    name: say("Empty, {across} across, {down} down", { across: x, down: y }),
  }));
  const { width, height } = scene;
  const kind = (/** @type {any} */ { x, y }) => (onPicture(maker.table, x + left, y + top) ? "carry" : "place");
  return {
    ...scene,
    regions: [
      ...scene.regions,
      { id: "paper", name: say("The table"), kind: "spots", columns: width, rows: height, cells },
    ],
    choices: [
      ...scene.choices,
      ...cells.map((cell) => ({ move: `add:${cell.id}`, touch: [cell.id], name, label, kind: kind(cell) })),
    ],
  };
}

/**
 * Where a touched point is meant: on a picture just where the finger was.
 * @param {Maker} maker @param {string} id @returns {[number, number]}
 */
export function pointOf({ table, finger, corner }, id) {
  const [x, y] = id.slice(1).split(",").map(Number);
  const [u, v] = (finger ? [finger[0] + corner[0], finger[1] + corner[1]] : [x, y]).map(
    (one) => Math.round(one * 20) / 20,
  );
  return onPicture(table, u, v) && Math.max(Math.abs(u - x), Math.abs(v - y)) <= NEAR ? [u, v] : [x, y];
}
