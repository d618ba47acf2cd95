/** Which puzzles this device has solved. */
import { remembered } from "../ui/settings.js";

/** The puzzles of a game that this device has solved. @param {string} game @returns {Set<string>} */
export function solved(game) {
  return new Set(remembered(`solved.${game}`, "").split(" ").filter(Boolean));
}
