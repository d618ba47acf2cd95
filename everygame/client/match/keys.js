/**
 * The keys of a match: those of the game, steps through the moves, undo and redo.
 *
 * @import { Match } from "./match.js"
 */
import { leftward } from "../say.js";
import { ARROWS, playKey } from "../view/keyboard.js";

/** @param {Match} match @param {AbortSignal} signal  until when */
export function listenToKeys(match, signal) {
  document.addEventListener("keydown", (event) => pressed(match, event), { signal });
}

/** @param {Match} match @param {KeyboardEvent} event */
function pressed(match, event) {
  if (!match.table || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches("input, select, textarea")) return;
  const { key } = event;
  if (event.ctrlKey || event.metaKey) return undoKey(match, event);
  if (event.altKey || plainKey(match, event)) return;
  if (target.dataset.cell) return; // the board itself listens to its places
  if (!target.closest("[role=tablist], .plies, .steps, .chart, .best") && playKey(match.board, key))
    return event.preventDefault();
  if (match.board.zoom.key(key)) return event.preventDefault();
  const step = stepOf(key);
  const taken =
    match.board.scene.choices.some((choice) => choice.key in ARROWS) &&
    !target.closest(".plies, .steps, .chart, .best");
  if (!step || taken || target.closest("[role=tablist]")) return;
  match.travel.step(step);
  event.preventDefault();
}

/** The step of a key through the moves, which stand in the direction of reading. @param {string} key */
function stepOf(key) {
  const [back, forward] = leftward() ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
  const steps = /** @type {const} */ ({ [back]: "back", [forward]: "forward", Home: "first", End: "last" });
  return steps[key];
}

/**
 * Keys of who plays alone: Z takes back, R goes to the start; Enter goes on when it is over. Enter
 * and the space bar throw dice that wait.
 * @param {Match} match
 * @param {KeyboardEvent} event
 */
function plainKey(match, event) {
  const { table } = match;
  const key = event.key.toLowerCase();
  const main =
    key === "enter" &&
    table.over &&
    table.looking === null &&
    !(/** @type {Element} */ (event.target).closest("a, button, summary"))
      ? /** @type {HTMLElement | null} */ (match.part.now.querySelector(".main"))
      : null;
  const free = !(/** @type {Element} */ (event.target).closest("a, button, summary, [tabindex]"));
  const alone = table.seats.length === 1 && table.seats[0].mine && table.looking === null;
  if (main) main.click();
  else if (match.throws.waiting && free && (key === "enter" || key === " ")) void match.throws.throw();
  else if (alone && key === "z") match.travel.goTo(table.undo);
  else if (alone && key === "r" && table.node !== 0) match.travel.goTo(0);
  else return false;
  event.preventDefault();
  return true;
}

/** @param {Match} match @param {KeyboardEvent} event */
function undoKey(match, event) {
  const key = event.key.toLowerCase();
  const redo = key === "y" || (key === "z" && event.shiftKey);
  if (key !== "z" && !redo) return;
  event.preventDefault();
  if (match.table.looking !== null) return;
  if (redo) match.travel.goTo(match.table.redo);
  else match.travel.undo();
}
