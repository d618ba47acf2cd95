/**
 * The choices of a board as buttons: those that no place stands for, and a list of all.
 *
 * @import { Choice } from "../types"
 * @import { Board } from "../view/board.js"
 */
import { buttons, once } from "../scene/choices.js";
import { inWords, onButton } from "../scene/describe.js";
import { h } from "./dom.js";

/** @param {Board} board @param {Choice} choice @param {string} words */
function button(board, choice, words) {
  return h("button", { type: "button", "data-key": choice.move, onclick: () => board.play(choice) }, words);
}

/** @param {Board} board */
export function choiceButtons(board) {
  return buttons(board.scene).map((choice) => button(board, choice, onButton(choice)));
}

/** @param {Board} board */
export function choiceList(board) {
  return once(board.scene.choices).map((choice) => h("li", {}, button(board, choice, inWords(choice))));
}
