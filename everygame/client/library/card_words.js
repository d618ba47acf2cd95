/** What is said of games and matches where they are listed. */
import { count, oneOf, say } from "../say.js";

/** "1, 2 or 4 players". @param {number[]} numbers */
export function players(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const row = sorted.length > 2 && sorted.every((n, i) => n === sorted[0] + i);
  if (sorted.length === 1) return count(sorted[0], "{number} player", "{number} players");
  const all = row ? `${sorted[0]}–${sorted.at(-1)}` : oneOf(sorted.map(String));
  return say("{numbers} players", { numbers: all });
}

/** @param {number[]} minutes */
export function span(minutes) {
  return [...new Set(minutes)].join("–");
}

/** @param {{seats: {called: string, name: string, kind: string}[]}} one */
export function whoPlays({ seats }) {
  return seats.map(({ name, called, kind }) => name || (kind === "open" ? say("open seat") : called)).join(" – ");
}

/** @param {{over: boolean, ply: number}} one */
export function standing({ over, ply }) {
  if (over) return count(ply, "Finished after {number} move", "Finished after {number} moves");
  return ply ? count(ply, "After {number} move", "After {number} moves") : say("Not begun");
}
