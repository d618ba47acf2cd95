/**
 * Two fingers bring the board nearer, where its places are too small for one; then a finger on
 * nothing moves it about. The drawing and the places over it are one lens that is scaled.
 *
 * @typedef {{x: number, y: number}} Point
 */
import { say } from "../say.js";

const MOST = 4;
/** So little nearer is the whole board again. */
const LEAST = 1.05;

export class Zoom {
  /**
   * @param {HTMLElement} board
   * @param {HTMLElement} lens
   * @param {() => void} begun  two fingers are down: what one of them began is over
   */
  constructor(board, lens, begun) {
    this.board = board;
    this.lens = lens;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    /** @type {Map<number, Point>} */
    this.fingers = new Map();
    this.whole = document.createElement("button");
    this.whole.type = "button";
    this.whole.className = "whole";
    this.whole.textContent = say("Whole board");
    this.whole.hidden = true;
    // A tap right after two fingers may bring no click.
    for (const kind of ["pointerup", "click"]) this.whole.addEventListener(kind, () => this.set(1, 0, 0));
    board.append(this.whole);
    lens.addEventListener(
      "pointerdown",
      (event) => {
        if (event.pointerType !== "touch") return;
        this.fingers.set(event.pointerId, this.at(event));
        if (this.fingers.size === 2) begun();
      },
      { capture: true },
    );
    // A finger is followed by what it went down on, wherever it goes.
    lens.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
      lens.addEventListener(kind, (event) => {
        this.fingers.delete(event.pointerId);
      });
    }
    lens.addEventListener(
      "touchmove",
      (event) => {
        if (event.touches.length > 1 && event.cancelable) event.preventDefault();
      },
      { passive: false },
    );
  }

  /** @param {PointerEvent} event @returns {Point} */
  at(event) {
    const { left, top } = this.board.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const was = this.fingers.get(event.pointerId);
    if (!was) return;
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    const now = this.at(event);
    this.fingers.set(event.pointerId, now);
    if (other) this.pinch(was, now, other);
  }

  /** One of two fingers has moved. @param {Point} was @param {Point} now @param {Point} other */
  pinch(was, now, other) {
    const apart = (/** @type {Point} */ one) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
    const scale = Math.min(MOST, Math.max(1, (this.scale * apart(now)) / apart(was)));
    const grown = scale / this.scale;
    const [before, after] = [(was.x + other.x) / 2, (now.x + other.x) / 2];
    const [above, below] = [(was.y + other.y) / 2, (now.y + other.y) / 2];
    this.set(scale, after - (before - this.x) * grown, below - (above - this.y) * grown);
  }

  /** Move the board under the finger. @param {number} dx @param {number} dy  pixels */
  pan(dx, dy) {
    this.set(this.scale, this.x + dx, this.y + dy);
  }

  /** @param {number} scale @param {number} x @param {number} y  where the corner of the lens is */
  set(scale, x, y) {
    const { offsetWidth, offsetHeight } = this.board;
    this.scale = scale < LEAST && !this.fingers.size ? 1 : scale;
    this.x = Math.min(0, Math.max(offsetWidth * (1 - this.scale), x));
    this.y = Math.min(0, Math.max(offsetHeight * (1 - this.scale), y));
    const near = this.scale > 1;
    this.lens.style.transform = near ? `translate(${this.x}px, ${this.y}px) scale(${this.scale})` : "";
    this.board.classList.toggle("near", near);
    this.whole.hidden = this.scale < LEAST;
  }
}
