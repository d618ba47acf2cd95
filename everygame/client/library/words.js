/** What is said of games and matches where they are listed. */

/** "1, 2 or 4 players". @param {number[]} numbers */
export function players(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const row = sorted.length > 2 && sorted.every((n, i) => n === sorted[0] + i);
  const text = row ? `${sorted[0]}–${sorted.at(-1)}` : sorted.join(", ").replace(/, (\d+)$/, " or $1");
  return `${text} ${sorted.length === 1 && sorted[0] === 1 ? "player" : "players"}`;
}

/** @param {number[]} minutes */
export function span(minutes) {
  return [...new Set(minutes)].join("–");
}

/** @param {{seats: {called: string, name: string, kind: string}[]}} one */
export function whoPlays({ seats }) {
  return seats.map(({ name, called, kind }) => name || (kind === "open" ? "open seat" : called)).join(" – ");
}

/** @param {{over: boolean, ply: number}} one */
export function standing({ over, ply }) {
  if (over) return `Finished after ${ply} moves`;
  return ply ? `After ${ply} ${ply === 1 ? "move" : "moves"}` : "Not begun";
}
