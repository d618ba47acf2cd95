/**
 * Mouse, pen and finger on a board: tap, drag, double tap, press and hold.
 *
 * @import { Choice } from "../types"
 * @import { Board } from "./board.js"
 * @typedef {{id: number, cell: string, x: number, y: number, time: number, piece: string,
 *   moved: boolean, hold: number}} Press
 */
import { gestured, grasp, next } from "../scene/choices.js";
import { spotAt } from "../scene/places.js";
import { stack } from "../scene/scene.js";
import { later, never } from "../world.js";
import { ARROWS } from "./keyboard.js";
import { viewBox } from "./picture.js";
import { RESTING } from "./zoom.js";

const SLOP = 6;
const DOUBLE = 350;
const HOLD = 450;
const REACH = 0.75;
/** So far, in squares, a piece is pushed in a direction, and so near to that direction lies its goal: the cosine. */
const PUSHED = 0.5;
const TOWARDS = 0.8;

/** What is heard while a finger is down, wherever on the page it is. */
const WHILE_DOWN = /** @type {const} */ (["pointermove", "pointerup", "pointercancel", "keydown"]);

/** @param {Board} board @returns {() => void}  which ends what a finger has begun */
export function listenToPointer(board) {
  const pointer = new Pointer(board);
  const { host } = board.overlay;
  host.addEventListener("pointerdown", (event) => pointer.down(event));
  host.addEventListener("mousedown", (event) => event.preventDefault());
  host.addEventListener("contextmenu", (event) => {
    if (pointer.press) event.preventDefault();
  });
  host.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && !pointer.press)
      board.aim(spotAt(board.places.values(), ...board.point(event))?.id ?? "");
  });
  host.addEventListener("pointerleave", () => {
    if (!pointer.press) board.aim("");
  });
  // A screen reader clicks without a pointer.
  host.addEventListener("click", (event) => {
    const { cell } = /** @type {HTMLElement} */ (event.target).dataset;
    if (cell && event.detail === 0) board.touch(cell, "key");
  });
  listenBeside(board);
  return () => pointer.cancel();
}

/** A question that hides what one wants to touch is put away by a tap beside all places. @param {Board} board */
function listenBeside(board) {
  let beside = false;
  const away = (/** @type {Event} */ event) => !(/** @type {Element} */ (event.target).closest("[data-cell], .ask"));
  board.element.addEventListener("pointerdown", (event) => {
    beside = away(event);
  });
  board.element.addEventListener("click", (event) => {
    if (beside && away(event)) board.back();
  });
}

/** One finger, pen or mouse on a board, from its touch to its end. */
class Pointer {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Press | null} */
    this.press = null;
    this.lastTap = { cell: "", time: -Infinity, count: 0 };
    /** The last tap that played something. */
    this.sent = { cell: "", time: -Infinity };
    this.waiting = 0;
  }

  /** While a finger is down; others may be down beside it. @param {Event} event */
  handleEvent(event) {
    if (event instanceof KeyboardEvent) return this.key(event);
    const { type, pointerId } = /** @type {PointerEvent} */ (event);
    if (pointerId !== this.press?.id) return;
    if (type === "pointermove") this.move(/** @type {PointerEvent} */ (event));
    else if (type === "pointerup") this.up(/** @type {PointerEvent} */ (event));
    else this.cancel();
  }

  /** Escape puts back what is dragged. @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape" || !this.press?.moved) return;
    event.preventDefault();
    this.cancel();
  }

  end() {
    if (this.press) never(this.press.hold);
    this.press = null;
    for (const kind of WHILE_DOWN) window.removeEventListener(kind, this);
  }

  /** Whether another finger does something; one that only rests there gives way. @param {PointerEvent} event */
  isBusy({ timeStamp }) {
    const { press } = this;
    const rests = press && !press.moved && timeStamp - press.time > RESTING;
    if (rests) this.cancel();
    return press !== null && !rests;
  }

  /** @param {PointerEvent} event */
  down(event) {
    const { board } = this;
    if (event.button || board.zoom.pinching || this.isBusy(event)) return;
    const spot = meant(board, ...board.point(event));
    if (!spot || !(/** @type {HTMLElement} */ (event.target).dataset.cell)) return;
    const { pointerId: id, clientX: x, clientY: y, timeStamp: time } = event;
    const press = { id, cell: spot.id, x, y, time, piece: "", moved: false, hold: 0 };
    this.press = press;
    const held = gestured(board.walk, spot.id, "hold");
    if (held && !board.locked) {
      board.showHolding(spot);
      press.hold = later(() => {
        this.end();
        board.play(held);
      }, HOLD);
    }
    for (const kind of WHILE_DOWN) window.addEventListener(kind, this);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { board, press } = this;
    if (!press) return;
    if (event.buttons > 1) return this.cancel(); // another button of the mouse
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLOP;
    if (!press.moved && far) {
      never(press.hold);
      press.moved = true;
      press.piece = lift(board, press.cell);
    }
    if (!press.piece && press.moved && board.zoom.scale > 1) {
      board.zoom.pan(event.clientX - press.x, event.clientY - press.y);
      [press.x, press.y] = [event.clientX, event.clientY];
    }
    if (!press.piece) return;
    const [x, y] = board.point(event);
    board.pieces.hold(press.piece, x, y);
    board.aim(target(board, x, y) ?? "");
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { board, press } = this;
    if (!press) return;
    const { cell, piece, moved } = press;
    this.end();
    board.element.classList.remove("dragging");
    if (!moved) return this.tap(cell, event.timeStamp);
    const goal = piece && target(board, ...board.point(event));
    if (goal) return board.drop(piece, goal);
    if (piece) putBack(board, piece, cell, event);
    else nothingLifted(board, cell);
  }

  cancel() {
    const { board, press } = this;
    const piece = press?.piece;
    this.end();
    board.element.classList.remove("dragging");
    if (piece) board.cancelDrag(piece);
    else board.paint();
  }

  /** @param {string} cell @param {number} time */
  tap(cell, time) {
    const { board, lastTap } = this;
    never(this.waiting);
    const again = lastTap.cell === cell && time - lastTap.time < DOUBLE;
    const count = again ? lastTap.count + 1 : 1;
    const [double, four] = ["double", "four"].map((gesture) => gestured(board.walk, cell, gesture));
    this.lastTap = { cell, time, count };
    const played = count === 2 && !four ? double : count === 4 ? four : undefined;
    this.tapped(cell, time, played);
    if (count === 2 && four && double) this.waiting = later(() => playIfLegal(board, double), DOUBLE);
    // A tap that played something, or came too early to, is not the first of the next ones.
    if (played || board.locked || (again && !four)) this.lastTap.time = -Infinity;
  }

  /**
   * Play what a tap has done together with those before it; else it touches its cell.
   * @param {string} cell
   * @param {number} time
   * @param {Choice | undefined} played
   */
  tapped(cell, time, played) {
    const { board, sent } = this;
    const ready = !board.locked;
    const echo = sent.cell === cell && time - sent.time < DOUBLE;
    if (played) board.play(played);
    else board.touch(cell, "tap", echo);
    if (ready && board.locked) this.sent = { cell, time };
  }
}

/** @param {Board} board @param {Choice} choice */
function playIfLegal(board, choice) {
  if (board.scene.choices.includes(choice)) board.play(choice);
}

/**
 * A piece was let go where it cannot go.
 * @param {Board} board
 * @param {string} piece
 * @param {string} from  its cell
 * @param {PointerEvent} event
 */
function putBack(board, piece, from, event) {
  const { walk } = board;
  const missed = spotAt(board.places.values(), ...board.point(event))?.id;
  board.cancelDrag(piece);
  if (missed && missed !== from) board.refuse(missed, walk);
}

/** A finger that moved has lifted nothing from a cell. @param {Board} board @param {string} cell */
function nothingLifted(board, cell) {
  const { walk } = board;
  board.paint();
  if (board.zoom.scale === 1 && !board.locked && stack(board.scene, cell).length) board.refuse(cell, walk);
}

/**
 * The place at a point: of squares that overlap, as holes close to each other do, one where
 * something can be done.
 * @param {Board} board
 * @param {number} x
 * @param {number} y
 */
function meant({ places, overlay }, x, y) {
  const live = [...places.values()].filter(({ id, outline }) => overlay.isLive(id) && !outline.length);
  return spotAt(live, x, y) ?? spotAt(places.values(), x, y);
}

/**
 * Begin to drag what stands on a cell, if it may go somewhere.
 * @param {Board} board
 * @param {string} cell
 * @returns {string} the piece, or an empty text
 */
function lift(board, cell) {
  const walk = board.locked ? undefined : grasp(board.walk, cell);
  const top = stack(board.scene, cell).pop();
  if (!walk || !top) return "";
  board.element.classList.add("dragging");
  board.walk = walk;
  board.paint();
  return top.id;
}

/**
 * The cell that a drop at a point means.
 * @param {Board} board
 * @param {number} x
 * @param {number} y
 */
function target(board, x, y) {
  const goals = [...next(board.walk, "drop").keys()].flatMap((id) => board.places.get(id) ?? []);
  return (spotAt(goals, x, y, REACH) ?? pushed(board, goals, x, y))?.id;
}

/**
 * The goal in the direction in which a piece is pushed, where choices are directions: an arrow key plays them.
 * @param {Board} board
 * @param {import("../scene/places.js").Spot[]} goals
 * @param {number} x
 * @param {number} y
 */
function pushed({ walk, places, scene }, goals, x, y) {
  const from = places.get(walk.touched.at(-1) ?? "");
  const [left, top, width, height] = viewBox(scene);
  const outside = x < left || x > left + width || y < top || y > top + height;
  if (!from || outside) return undefined;
  const [dx, dy] = [x - from.x, y - from.y];
  const far = Math.hypot(dx, dy);
  const choices = next(walk, "drop");
  return goals.find((goal) => {
    const [across, down] = [goal.x - from.x, goal.y - from.y];
    const along = (dx * across + dy * down) / Math.hypot(across, down);
    return far > PUSHED && along > TOWARDS * far && choices.get(goal.id)?.some(({ key }) => key in ARROWS);
  });
}
