/**
 * The keyboard on a board: arrows walk from place to place, Enter touches, Escape goes back,
 * M reads all choices, + and − bring the board nearer and away, 0 shows it whole, a choice's own key
 * plays it at once: E ends a turn; arrows do so with Shift.
 *
 * @import { Board } from "./board.js"
 */
import { say } from "../say.js";
import { begun, next, once } from "../scene/choices.js";
import { inWords } from "../scene/describe.js";
import { neighbour } from "../scene/places.js";
import { rows } from "./focusable_places.js";

/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @param {Board} board */
export function listenToKeyboard(board) {
  board.element.addEventListener("keydown", (event) => {
    const { cell } = /** @type {HTMLElement} */ (event.target).dataset;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && board.back()) event.preventDefault();
    else if (cell && press(board, cell, event)) event.preventDefault();
  });
  board.overlay.host.addEventListener("focusin", (event) => {
    const place = /** @type {HTMLElement} */ (event.target);
    // After a touch the focus goes on to a place that nobody points at.
    board.aim((place.matches(":focus-visible") && place.dataset.cell) || "");
    board.zoom.reveal(place);
  });
}

/**
 * @param {Board} board
 * @param {string} cell
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key meant something
 */
function press(board, cell, event) {
  const { key, shiftKey } = event;
  if (key === "Enter" && board.scene.over) return false; // the match hears it, and goes on
  if (key === "Enter" || key === " ") return (board.touch(cell, "key"), true);
  if (key === "m" || key === "M") {
    board.on.say(readOut(board) || say("Nothing to choose."));
    return true;
  }
  if ((shiftKey || !(key in ARROWS)) && playKey(board, key)) return true;
  if (board.zoom.key(key)) return true;
  if (shiftKey) return false;
  const way = ARROWS[key];
  const here = board.places.get(cell);
  if (!way || !here) return false;
  const there = neighbour(board.places.values(), here, ...way);
  if (there) board.overlay.visit(there.id, true);
  else board.on.say(say("Edge."));
  return true;
}

/** So many choices are read one by one. */
const FEW = 20;

/** The choices that are left in words; of many, where they begin. @param {Board} board */
function readOut(board) {
  const left = once(going(board));
  if (left.length <= FEW) return left.map(inWords).join("; ");
  const live = next(board.walk);
  const spots = [...board.places.values()].filter(({ id }) => live.has(id));
  const places = rows(spots).flatMap((row) => row.map(({ id, name, label }) => name || label || id));
  const many = say("{number} choices; they begin at {places}", { number: left.length, places });
  return [many, ...left.filter(({ touch }) => !touch.length).map(inWords)].join("; ");
}

/** The choices that are left: all, or those of what is chosen already. @param {Board} board */
function going({ scene, walk }) {
  return begun(walk) ? [...new Set([...next(walk).values()].flat())] : scene.choices;
}

/**
 * Play the choice that has this key.
 * @param {Board} board
 * @param {string} key
 */
export function playKey(board, key) {
  const choice = board.scene.choices.find((one) => one.key.toLowerCase() === key.toLowerCase());
  if (choice) board.play(choice);
  return Boolean(choice);
}
