/**
 * The name that a save gets unless the player writes another.
 *
 * @import { Table } from "../types"
 */
import { say } from "../say.js";

/**
 * Its number of moves is that of the lists: dice and deals count as none.
 * @param {Table} table
 */
export function nameOfSave({ line, node, title }) {
  const at = line.findIndex((one) => one.node === node);
  const ply = line.slice(0, at + 1).filter(({ seat }) => seat !== null).length;
  return ply ? say("{game}, move {number}", { game: title, number: ply }) : say("{game}, the start", { game: title });
}
