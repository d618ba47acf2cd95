/**
 * What stands beside a place of the board: the choices that the touches there leave open, and why a
 * touch leads nowhere.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("../scene/scene.js").Choice} Choice
 * @typedef {import("../scene/spots.js").Spot} Spot
 */
import { finished, next, touch } from "../scene/choices.js";
import { onButton, warning } from "../scene/describe.js";
import { viewBox } from "./picture.js";

/** Milliseconds for which it is read why a touch leads nowhere. */
const TOLD = 3200;

export class Beside {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.asking = /** @type {HTMLElement} */ (board.find(".ask"));
    this.refusal = /** @type {HTMLElement} */ (board.find(".refusal"));
    this.telling = 0;
    /** What was chosen beside a place. @type {{cell: string, move: string, focused: boolean} | null} */
    this.chosen = null;
  }

  /** Whether the keyboard is on one of the choices. */
  get focused() {
    return this.asking.contains(document.activeElement);
  }

  /** Offer anew what was just chosen beside a place, if it can be done again: dealing, counting. @returns {string}  the move, where the keyboard was on it */
  again() {
    const { board, chosen } = this;
    this.chosen = null;
    if (!chosen || !board.scene.choices.some(({ move }) => move === chosen.move)) return "";
    const step = touch(board.walk, chosen.cell, "tap");
    if (!step.play) board.walk = step.walk;
    return chosen.focused ? chosen.move : "";
  }

  /** @param {string} move */
  focusOn(move) {
    const buttons = [...this.asking.querySelectorAll("button")];
    buttons.find(({ dataset }) => dataset.move === move)?.focus({ preventScroll: true });
  }

  /** Offer the choices that the touches leave open, near the last touch. */
  ask() {
    const { walk, locked, element, places } = this.board;
    const idle = locked || !walk.touched.length || element.classList.contains("dragging");
    const offered = idle ? [] : finished(walk);
    this.asking.hidden = !offered.length;
    const same = offered.length > 1 && offered.every(({ final }) => final === offered[0].final) ? offered[0].final : "";
    this.asking.replaceChildren(...offered.map((choice) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = onButton(choice);
      if (choice.final && !same) button.append(small(warning(choice.final)));
      button.dataset.move = choice.move;
      button.addEventListener("click", () => this.choose(choice));
      return button;
    }), ...(same ? [small(warning(same))] : []));
    const spot = places.get(walk.touched.at(-1) ?? "");
    if (offered.length && spot) this.placeAsking(spot);
  }

  /** Choose what is offered beside the place that is touched. @param {Choice} choice */
  choose(choice) {
    const [cell, ...more] = this.board.walk.touched;
    this.chosen = more.length ? null : { cell, move: choice.move, focused: this.focused };
    this.board.play(choice);
  }

  /** Below the place, above it, or below the board: in sight if it can be, and where no place that may be touched next is hidden, and the fewest pieces. @param {Spot} spot */
  placeAsking(spot) {
    const goals = [...next(this.board.walk)].flatMap(([id, choices]) => (choices[0].kind === "carry" ? [] : this.board.places.get(id) ?? []));
    this.place(this.asking, spot, goals);
  }

  /** @param {HTMLElement} box @param {Spot} spot @param {Spot[]} goals  which it must not hide */
  place(box, spot, goals) {
    const { scene, places, element, zoom } = this.board;
    const [left, top, width] = viewBox(scene);
    const { width: across, height: down, top: onPage } = element.getBoundingClientRect();
    const { scale, x: shiftX, y: shiftY } = zoom;
    const square = (across / width) * scale;
    const { offsetWidth, offsetHeight } = box;
    const [atX, atY] = [(spot.x - left) * square + shiftX, (spot.y - top) * square + shiftY];
    const inside = (/** @type {number} */ x) => Math.max(0, Math.min(x, across - offsetWidth));
    const hides = (/** @type {number[]} */ [x, y], /** @type {Spot} */ other) => {
      const [gx, gy] = [(other.x - 0.5 - left) * square + shiftX, (other.y - 0.5 - top) * square + shiftY];
      return gx + square > x && gx < x + offsetWidth && gy + square > y && gy < y + offsetHeight;
    };
    const free = (/** @type {number[]} */ at) => !goals.some((goal) => hides(at, goal));
    const taken = [...new Set(scene.pieces.map(({ at }) => at))].flatMap((id) => places.get(id) ?? []);
    const hidden = (/** @type {number[]} */ at) => taken.filter((other) => hides(at, other)).length;
    const inSight = (/** @type {number[]} */ [, y]) => onPage + y >= 0 && onPage + y + offsetHeight <= innerHeight;
    const half = square / 2;
    const beside = [atX - offsetWidth / 2, atX - half, atX + half - offsetWidth].map(inside).flatMap((x) => [
      [x, atY + 1.1 * half], [x, atY - 1.1 * half - offsetHeight]]).sort((one, other) => hidden(one) - hidden(other));
    const [x, y] = beside.filter(inSight).find(free) ?? beside.find(free) ?? [inside(atX - offsetWidth / 2), down];
    box.style.left = `${x}px`;
    box.style.top = `${y}px`;
  }

  /** @param {Spot} spot @param {string} why  a touch there leads nowhere */
  refuse(spot, why) {
    this.refusal.textContent = why;
    this.refusal.hidden = false;
    this.place(this.refusal, spot, []);
    clearTimeout(this.telling);
    this.telling = window.setTimeout(() => this.quiet(), TOLD);
  }

  quiet() {
    this.refusal.hidden = true;
  }
}

/** @param {string} text */
function small(text) {
  const made = document.createElement("small");
  made.textContent = text;
  return made;
}
