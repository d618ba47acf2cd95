/**
 * The last move, drawn on the board.
 *
 * @import { Last, Scene } from "../types"
 */
import { line, mark } from "./terrain.js";

/**
 * The marks of the last move as SVG text: the cells that it changed, and the way of each piece.
 * @param {Scene} scene
 * @param {Map<string, import("../scene/places.js").Spot>} places
 * @param {Last} [last]
 */
export function lastMove(scene, places, last) {
  const found = (/** @type {string[]} */ ids) => ids.flatMap((id) => places.get(id) ?? []);
  const lines = Object.values(last?.pieces ?? {}).map((way) => line(found(way), "last-way"));
  return [...new Set(lines)].join("") + mark(scene, "last", found(last?.cells ?? []));
}
