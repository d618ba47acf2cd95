/**
 * Mouse, pen and finger on a board: tap, drag, double tap, press and hold.
 *
 * @import { Board } from "./board.js"
 * @typedef {{cell: string, x: number, y: number, piece: string, moved: boolean, hold: number}} Press
 */
import { gestured, grasp, next } from "../scene/choices.js";
import { stack } from "../scene/scene.js";
import { spotAt } from "../scene/spots.js";
import { later, never } from "../world.js";

const SLOP = 6;
const DOUBLE = 350;
const HOLD = 450;
const REACH = 0.75;

/** @param {Board} board @returns {() => void}  which ends what a finger has begun */
export function listenToPointer(board) {
  /** @type {Press | null} */
  let press = null;
  let lastTap = { cell: "", time: -Infinity, count: 0 };
  /** The last tap that played something. */
  let sent = { cell: "", time: -Infinity };
  let waiting = 0;

  const end = () => {
    if (press) never(press.hold);
    press = null;
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", cancel);
  };

  /** @param {PointerEvent} event */
  const down = (event) => {
    if (!event.isPrimary || event.button || press) return;
    const spot = meant(board, ...board.point(event));
    if (!spot || !(/** @type {HTMLElement} */ (event.target).dataset.cell)) return;
    press = { cell: spot.id, x: event.clientX, y: event.clientY, piece: "", moved: false, hold: 0 };
    const held = gestured(board.walk, spot.id, "hold");
    if (held && !board.locked) {
      board.showHolding(spot);
      press.hold = later(() => {
        end();
        board.play(held);
      }, HOLD);
    }
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancel);
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!press || !event.isPrimary) return;
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
  };

  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!press || !event.isPrimary) return;
    const { cell, piece, moved } = press;
    end();
    board.element.classList.remove("dragging");
    if (!moved) return tap(cell, event.timeStamp);
    const goal = piece && target(board, ...board.point(event));
    if (goal) return board.drop(piece, goal);
    const { walk } = board;
    const missed = spotAt(board.places.values(), ...board.point(event))?.id;
    if (piece) board.cancelDrag(piece);
    else board.paint();
    if (piece && missed && missed !== cell) board.refuse(missed, walk);
    else if (!piece && board.zoom.scale === 1 && !board.locked && stack(board.scene, cell).length)
      board.refuse(cell, walk);
  };

  const cancel = () => {
    const piece = press?.piece;
    end();
    board.element.classList.remove("dragging");
    if (piece) board.cancelDrag(piece);
    else board.paint();
  };

  /** @param {string} cell @param {number} time */
  const tap = (cell, time) => {
    never(waiting);
    const again = lastTap.cell === cell && time - lastTap.time < DOUBLE;
    const count = again ? lastTap.count + 1 : 1;
    const [double, four] = ["double", "four"].map((gesture) => gestured(board.walk, cell, gesture));
    // A tap that played something, or came too early to, is not the first of the next ones.
    lastTap = { cell, time, count };
    const played = count === 2 && !four ? double : count === 4 ? four : undefined;
    const ready = !board.locked;
    const echo = sent.cell === cell && time - sent.time < DOUBLE;
    if (played) board.play(played);
    else board.touch(cell, "tap", echo);
    if (ready && board.locked) sent = { cell, time };
    if (count === 2 && four && double)
      waiting = later(() => {
        if (board.scene.choices.includes(double)) board.play(double);
      }, DOUBLE);
    if (played || board.locked || (again && !four)) lastTap.time = -Infinity;
  };

  board.overlay.host.addEventListener("pointerdown", down);
  board.overlay.host.addEventListener("mousedown", (event) => event.preventDefault());
  board.overlay.host.addEventListener("contextmenu", (event) => {
    if (press) event.preventDefault();
  });
  board.overlay.host.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && !press)
      board.aim(spotAt(board.places.values(), ...board.point(event))?.id ?? "");
  });
  board.overlay.host.addEventListener("pointerleave", () => {
    if (!press) board.aim("");
  });
  // A screen reader clicks without a pointer.
  board.overlay.host.addEventListener("click", (event) => {
    const { cell } = /** @type {HTMLElement} */ (event.target).dataset;
    if (cell && event.detail === 0) board.touch(cell, "key");
  });
  // A question that hides what one wants to touch is put away by a tap beside all places.
  let beside = false;
  const away = (/** @type {Event} */ event) => !(/** @type {Element} */ (event.target).closest("[data-cell], .ask"));
  board.element.addEventListener("pointerdown", (event) => {
    beside = away(event);
  });
  board.element.addEventListener("click", (event) => {
    if (beside && away(event)) board.back();
  });
  return cancel;
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
  return spotAt(goals, x, y, REACH)?.id;
}
