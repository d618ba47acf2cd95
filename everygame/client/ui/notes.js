/** The notes of a game: facts that stand beside its board. */
import { say } from "../say.js";
import { h } from "./dom.js";

/**
 * A list item for each note, and one that all players are on one side.
 * @param {string[]} notes
 * @param {boolean} together  whether all players win or lose together
 */
export function noted(notes, together) {
  const all = together ? [say("All players win or lose together."), ...notes] : notes;
  return all.map((note) => h("li", {}, note));
}
