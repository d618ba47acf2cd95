/**
 * The bubble beside a place that says, for a few seconds, why a touch there leads nowhere.
 *
 * @import { Spot } from "../scene/places.js"
 * @import { Board } from "./board.js"
 */
import { later, never } from "../world.js";
import { placeBeside } from "./beside_place.js";

/** Milliseconds for which the bubble is shown. */
const SHOWN = 3200;

export class RefusalBubble {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.element = /** @type {HTMLElement} */ (board.find(".refusal"));
    this.hiding = 0;
  }

  /** @param {Spot} spot @param {string} why  a touch there leads nowhere */
  show(spot, why) {
    this.element.textContent = why;
    this.element.hidden = false;
    placeBeside(this.board, this.element, spot);
    never(this.hiding);
    this.hiding = later(() => this.hide(), SHOWN);
  }

  hide() {
    this.element.hidden = true;
  }
}
