/**
 * The heights beside the board that only grow while a match is played, so that nothing below jumps.
 *
 * @import { Match } from "./match.js"
 */
import { frame } from "../world.js";

/**
 * What has other parts below it: of the box at the end also the sentence, for one steps from there
 * through the match.
 * @param {Match} match
 */
function high({ part, table }) {
  const { parentElement: said } = part.prompt;
  return [part.now, part.plates, part.room, ...(said && table?.over ? [said] : [])];
}

/**
 * The box, the plates and the board's room are never lower than they were: what stands below them
 * stays in its place.
 * @param {Match} match
 */
export function keepHeight(match) {
  frame(() => {
    const parts = high(match);
    const heights = parts.map((part) => part.getBoundingClientRect().height);
    parts.forEach(({ style }, i) => {
      if (heights[i]) style.minHeight = `${heights[i]}px`;
    });
  });
}

/**
 * They may be lower than they were, for the room has changed; from the next picture on they keep
 * their height again.
 * @param {Match} match
 */
export function letHeight(match) {
  for (const part of high(match)) part.style.minHeight = "";
  keepHeight(match);
}
