/**
 * The last move, drawn on the board.
 *
 * @import { Last, Scene } from "../types"
 */
import { line, mark } from "./terrain.js";

/**
 * The marks of the last turn as SVG text: the cells that it changed, and the way of each piece but dice, which are
 * thrown.
 * @param {Scene} scene
 * @param {Map<string, import("../scene/places.js").Spot>} places
 * @param {Last} [last]
 */
export function lastMove(scene, places, last) {
  const found = (/** @type {string[]} */ ids) => ids.flatMap((id) => places.get(id) ?? []);
  const dice = new Set(scene.pieces.filter(({ shape }) => shape === "die").map(({ id }) => id));
  const moved = Object.entries(last?.pieces ?? {}).flatMap(([id, way]) => (dice.has(id) ? [] : [way]));
  const lines = [...(last?.ways ?? []), ...moved].map((way) => line(found(way), "last-way"));
  return [...new Set(lines)].join("") + mark(scene, "last", found(last?.cells ?? []));
}
