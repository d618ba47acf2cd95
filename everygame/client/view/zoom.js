/**
 * Two fingers, the wheel with Ctrl and the keys + and − bring the board nearer, where its places are
 * too small; then a finger or a mouse on nothing and the wheel alone move it about. The drawing and
 * the places over it are one lens that is scaled.
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {Point & {time: number}} Finger  `time`: when it came or moved last
 * @typedef {{x: number, y: number, pixels: number}} Held  the place in the middle, in squares, and
 *   how many pixels a square has
 */
import { say } from "../say.js";

/** How much nearer the board may come, on any; and pixels that a square may have in any case. */
const MOST = 4;
const LARGE = 88;
/** How much nearer one press of a key brings it, and pixels of the wheel that do as much as 2.7. */
const STEP = 1.3;
const WHEEL = 250;
/** Pixels of a line of text, in which some wheels count. */
const LINE = 16;
/** Milliseconds after which a finger that does not move only rests: a hand on the edge of the board. */
export const RESTING = 700;
/** So little nearer is the whole board again. */
const LEAST = 1.05;

/**
 * Where the lens may begin, so that the part of it that holds something does not leave the board.
 * @param {number} at  where it would begin
 * @param {number} size  of the board
 * @param {number} scale  of the lens
 * @param {number} before  how much of the lens holds nothing there
 * @param {number} after  and at its end
 */
function bound(at, size, scale, before, after) {
  const end = size * (1 - scale);
  const least = Math.max(end, Math.min(-before, end + after));
  const most = Math.min(0, Math.max(-before, end + after));
  return Math.min(most, Math.max(least, at));
}

export class Zoom {
  /**
   * @param {HTMLElement} board
   * @param {HTMLElement} lens
   * @param {() => void} begun  two fingers are down: what one of them began is over
   * @param {() => boolean} busy  whether a finger drags a piece, whatever other fingers do
   */
  constructor(board, lens, begun, busy) {
    this.board = board;
    this.lens = lens;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    /** The part of the picture that the scene draws, in squares: left, top, width, height. */
    this.box = [0, 0, 1, 1];
    /** Squares of it that hold nothing: as many in halves at both sides, and below. */
    this.spare = [0, 0];
    /** @type {Map<number, Finger>} */
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
        if (event.pointerType !== "touch" || busy()) return;
        this.forgetResting(event.timeStamp);
        this.fingers.set(event.pointerId, { ...this.at(event), time: event.timeStamp });
        if (this.pinching) begun();
      },
      { capture: true },
    );
    board.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
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

  /** Whether two fingers are on the board. */
  get pinching() {
    return this.fingers.size > 1;
  }

  /** @param {number} now */
  forgetResting(now) {
    for (const [id, { time }] of this.fingers) if (now - time > RESTING) this.fingers.delete(id);
  }

  /** @param {MouseEvent} event @returns {Point} */
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
    this.fingers.set(event.pointerId, { ...now, time: event.timeStamp });
    if (other) this.pinch(was, now, other);
  }

  /** One of two fingers has moved. @param {Point} was @param {Point} now @param {Point} other */
  pinch(was, now, other) {
    const apart = (/** @type {Point} */ one) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
    const scale = this.bounded((this.scale * apart(now)) / apart(was));
    const grown = scale / this.scale;
    const [before, after] = [(was.x + other.x) / 2, (now.x + other.x) / 2];
    const [above, below] = [(was.y + other.y) / 2, (now.y + other.y) / 2];
    this.set(scale, after - (before - this.x) * grown, below - (above - this.y) * grown);
  }

  /** A touchpad sends two fingers as a wheel with Ctrl. @param {WheelEvent} event */
  wheel(event) {
    const unit = event.deltaMode ? LINE : 1;
    const before = `${this.scale} ${this.x} ${this.y}`;
    if (event.ctrlKey || event.metaKey) this.nearer(Math.exp((-event.deltaY * unit) / WHEEL), this.at(event));
    else if (this.scale > 1) this.pan(-event.deltaX * unit, -event.deltaY * unit);
    // At the edge of the board the page scrolls, but it never grows where the board could not.
    if (event.ctrlKey || event.metaKey || before !== `${this.scale} ${this.x} ${this.y}`) event.preventDefault();
  }

  /** @param {string} key @returns {boolean} whether it is one of those that move the board */
  key(key) {
    if (key === "+" || key === "=") this.nearer(STEP);
    else if (key === "-") this.nearer(1 / STEP);
    else if (key === "0") this.set(1, 0, 0);
    else return false;
    return true;
  }

  /** @param {number} times @param {Point} [at]  what stays in its place; without it, the middle */
  nearer(times, at = { x: this.board.offsetWidth / 2, y: this.board.offsetHeight / 2 }) {
    const scale = this.bounded(this.scale * times);
    const grown = scale / this.scale;
    this.set(scale, at.x - (at.x - this.x) * grown, at.y - (at.y - this.y) * grown);
  }

  /** @param {number} scale */
  bounded(scale) {
    const most = Math.max(MOST, LARGE / (this.board.offsetWidth / this.box[2] || 1));
    return Math.min(most, Math.max(1, scale));
  }

  /**
   * The scene is drawn from another part of the plane: a board that has grown. What was in the middle
   * stays there, as large as it was.
   * @param {number[]} box  left, top, width, height
   * @param {number[]} spare  how much of its width and of its height holds nothing
   * @param {() => void} draw  draws it, so that the board has its new size
   */
  follow(box, spare, draw) {
    const held = this.scale > 1 && box.join() !== this.box.join() ? this.held() : null;
    [this.box, this.spare] = [box, spare];
    draw();
    if (!held) return;
    const whole = this.board.offsetWidth / box[2];
    const scale = this.bounded(held.pixels / whole);
    const [x, y] = [(held.x - box[0]) * whole * scale, (held.y - box[1]) * whole * scale];
    this.set(scale, this.board.offsetWidth / 2 - x, this.board.offsetHeight / 2 - y);
  }

  /** @returns {Held} */
  held() {
    const [left, top, wide] = this.box;
    const { offsetWidth, offsetHeight } = this.board;
    const pixels = (offsetWidth / wide) * this.scale;
    return { x: left + (offsetWidth / 2 - this.x) / pixels, y: top + (offsetHeight / 2 - this.y) / pixels, pixels };
  }

  /** A place that has the focus is in sight. @param {Element} place */
  reveal(place) {
    if (this.scale === 1) return;
    const [seen, at] = [this.board, place].map((one) => one.getBoundingClientRect());
    const into = (/** @type {number[]} */ [from, to, least, most]) =>
      Math.max(least - from, 0) || Math.min(most - to, 0);
    this.pan(into([at.left, at.right, seen.left, seen.right]), into([at.top, at.bottom, seen.top, seen.bottom]));
  }

  /** Move the board under the finger. @param {number} dx @param {number} dy  pixels */
  pan(dx, dy) {
    this.set(this.scale, this.x + dx, this.y + dy);
  }

  /** @param {number} scale @param {number} x @param {number} y  where the corner of the lens is */
  set(scale, x, y) {
    const { offsetWidth, offsetHeight } = this.board;
    this.scale = scale < LEAST && !this.fingers.size ? 1 : scale;
    const [across, down] = this.spare.map((squares) => ((squares * offsetWidth) / this.box[2]) * this.scale);
    this.x = bound(x, offsetWidth, this.scale, across / 2, across / 2);
    this.y = bound(y, offsetHeight, this.scale, 0, down);
    const near = this.scale > 1;
    this.lens.style.transform = near ? `translate(${this.x}px, ${this.y}px) scale(${this.scale})` : "";
    this.board.classList.toggle("near", near);
    this.whole.hidden = this.scale < LEAST;
  }
}
