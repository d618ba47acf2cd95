/**
 * Where a box stands beside a place of the board: in sight if it can be, where it hides the least.
 *
 * @import { Spot } from "../scene/places.js"
 * @import { Board } from "./board.js"
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box  on the page
 * @typedef {(x: number, y: number, far?: number, most?: number) => Box & {cost: number}} At
 *   the box with its left top corner there, and what it costs to stand so far away
 */
import { beginnings } from "../scene/choices.js";
import { viewBox } from "./picture.js";

/** Beyond so many squares a box is looked for: none, or those that a piece may cross. */
const BEYOND = [0.05, 1, 2, 3];
/** What stands so far from its place, in squares, is tied to it by a line. */
const APART = 0.3;
/** For each square that it is nearer to its place a box may hide so many pieces more. */
const NEARER = 6;
/** Where something else may be begun is hidden as seldom as so many pieces. */
const BEGUN = 4;
/** So many pieces may be hidden before a box goes below the board, */
const FAR = 3;
/** and for each square that it is further away, */
const AWAY = 0.4;
/** and for each row of buttons that it would hide: a finger would meet another one than was meant. */
const OVER = 9;
/** Between the box and what it must not touch, in pixels. */
const EDGE = 4;

/**
 * Beside the place, its buttons in a row or one below the other; or, where there is no room for
 * that, farther away or beyond the board and what is to be read there: in sight if it can be, where
 * it hides the least.
 * @param {Board} board
 * @param {HTMLElement} box
 * @param {Spot} spot
 * @param {string[]} [goals]  which it must not hide
 * @param {string[]} [others]  which it hides only as it hides pieces
 * @param {string[]} [read]  what it hides only where there is no other room
 * @returns {[{clientX: number, clientY: number}, {clientX: number, clientY: number}] | null}  from
 *   the place to the box, if they do not touch
 */
export function placeBeside(board, box, spot, goals = [], others = [], read = []) {
  const near = read.length ? undefined : nearest(board, box, onPage(board, spot), goals, others);
  if (!near) box.classList.remove("tall");
  const found = near ?? farther(board, box, spot, goals, others, read);
  const { left, top } = board.element.getBoundingClientRect();
  box.style.left = `${found.left - left}px`;
  box.style.top = `${found.top - top}px`;
  if (!inSight(found)) box.scrollIntoView({ block: "nearest" });
  return between(onPage(board, spot), found);
}

/**
 * The shortest way from one box to another, if it is seen.
 * @param {Box} here
 * @param {Box} box
 * @returns {[{clientX: number, clientY: number}, {clientX: number, clientY: number}] | null}
 */
function between(here, box) {
  if (away(box, here) < APART) return null;
  const within = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ high) =>
    Math.max(low, Math.min(at, high));
  const clientX = within((box.left + box.right) / 2, here.left, here.right);
  const clientY = within((box.top + box.bottom) / 2, here.top, here.bottom);
  const end = { clientX: within(clientX, box.left, box.right), clientY: within(clientY, box.top, box.bottom) };
  return [{ clientX, clientY }, end];
}

/**
 * As near to the place as a box hides neither a goal nor a button, if it can.
 * @param {Board} board
 * @param {HTMLElement} box  it keeps the form that it has there
 * @param {Box} here
 * @param {string[]} goals
 * @param {string[]} others
 */
function nearest(board, box, here, goals, others) {
  const kept = board.on.kept?.();
  const open = [here, ...boxes(board, [...goals, ...others]), ...(board.on.controls?.() ?? []), kept ?? here];
  const begun = boxes(board, [...beginnings(board.walk).keys()]);
  const found = [false, true].flatMap((tall) => {
    box.classList.toggle("tall", tall);
    const at = costOf(board, box, [...board.scene.pieces.map((piece) => piece.at), ...others]);
    const all = corners(box, here).map(([x, y]) => at(x, y));
    const free = all.filter((one) => inSight(one) && !open.some((other) => meet(one, other)));
    const hidden = (/** @type {Box} */ one) => begun.filter((other) => meet(one, other)).length;
    return free.map((one) => ({ ...one, tall, cost: one.cost + NEARER * away(one, here) + BEGUN * hidden(one) }));
  });
  found.sort((one, other) => one.cost - other.cost);
  box.classList.toggle("tall", Boolean(found[0]?.tall));
  return found.at(0);
}

/**
 * Left top corners of a box that stands next to a place or some squares beyond it.
 * @param {HTMLElement} box
 * @param {Box} here
 */
function corners({ offsetWidth: wide, offsetHeight: high }, { left, right, top, bottom }) {
  const side = right - left;
  const along = (/** @type {number} */ low, /** @type {number} */ end, /** @type {number} */ long) => [
    ...BEYOND.flatMap((n) => [end + n * side, low - long - n * side]),
    (low + end - long) / 2,
    low,
    end - long,
  ];
  return along(left, right, wide).flatMap((x) => along(top, bottom, high).map((y) => [x, y]));
}

/** How far a box is from a place, in squares. @param {Box} box @param {Box} here */
function away(box, here) {
  const x = Math.max(0, box.left - here.right, here.left - box.right);
  const y = Math.max(0, box.top - here.bottom, here.top - box.bottom);
  return Math.hypot(x, y) / (here.right - here.left);
}

/**
 * @param {Board} board
 * @param {HTMLElement} box
 * @param {Spot} spot
 * @param {string[]} goals
 * @param {string[]} others
 * @param {string[]} read
 */
function farther(board, box, spot, goals, others, read) {
  const kept = board.on.kept?.();
  const at = costOf(board, box, [...board.scene.pieces.map((piece) => piece.at), ...others]);
  const [open, needed] = [boxes(board, goals), boxes(board, read)];
  const free = around(board, box, onPage(board, spot), at).filter(
    (one) => !open.some((goal) => meet(one, goal)) && !(kept && meet(one, kept)),
  );
  const near = free.filter((one) => !needed.some((other) => meet(one, other)));
  const beyond = beyondBoard(board, box, onPage(board, spot), at);
  const best = [...near, ...(near.length ? beyond.slice(0, 1) : beyond)].sort((one, other) => one.cost - other.cost);
  return best.find(inSight) ?? free.find(inSight) ?? near[0] ?? beyond[0];
}

/**
 * What it costs that a box stands somewhere: the pieces and buttons that it hides there.
 * @param {Board} board
 * @param {HTMLElement} box
 * @param {string[]} ids  of the places that it had better not hide
 * @returns {At}
 */
function costOf(board, { offsetWidth: wide, offsetHeight: high }, ids) {
  const { left, right } = board.element.getBoundingClientRect();
  const [taken, controls] = [boxes(board, ids), board.on.controls?.() ?? []];
  return (x, y, far = 0, most = right - wide) => {
    const start = Math.max(left, Math.min(x, most));
    const found = { left: start, top: y, right: start + wide, bottom: y + high };
    const hidden = (/** @type {Box[]} */ all) => all.filter((other) => meet(found, other)).length;
    return { ...found, cost: far + hidden(taken) + OVER * hidden(controls) };
  };
}

/**
 * At its edges the place itself, else as near as the board leaves room.
 * @param {Board} board
 * @param {HTMLElement} box
 * @param {Box} here
 * @param {At} at
 */
function around({ element }, { offsetWidth: wide, offsetHeight: high }, here, at) {
  const { top, bottom } = element.getBoundingClientRect();
  const side = here.bottom - here.top;
  const gap = side / 20;
  const across = [(here.left + here.right - wide) / 2, here.left, here.right - wide];
  return Array.from({ length: Math.ceil((bottom - top) / side) }, (_, n) =>
    across
      .flatMap((x) => [
        at(x, here.bottom + gap + n * side, n * AWAY),
        at(x, here.top - gap - high - n * side, n * AWAY),
      ])
      .filter((one) => !n || (one.top >= top && one.bottom <= bottom)),
  ).flat();
}

/**
 * Below the board, and at the right of it where there is room.
 * @param {Board} board
 * @param {HTMLElement} box
 * @param {Box} here
 * @param {At} at
 */
function beyondBoard({ element, on }, { offsetWidth: wide, offsetHeight: high }, here, at) {
  const { right, bottom } = element.getBoundingClientRect();
  const kept = on.kept?.();
  const below = at((here.left + here.right - wide) / 2, bottom, FAR);
  const far = kept && meet(below, kept) ? at(below.left, kept.bottom + EDGE, FAR) : below;
  const lowest = Math.max((kept?.bottom ?? 0) + EDGE, innerHeight - high - EDGE);
  const isRoom = innerWidth - right >= wide + (here.bottom - here.top) / 20 + EDGE;
  return isRoom ? [far, at(innerWidth, lowest, FAR, innerWidth - wide - EDGE)] : [far];
}

/** @param {Board} board @param {string[]} ids */
function boxes(board, ids) {
  const found = [...new Set(ids)].flatMap((id) => board.places.get(id) ?? []);
  return found.map((spot) => onPage(board, spot));
}

/** Where the square of a place is. @param {Board} board @param {Spot} spot @returns {Box} */
function onPage({ scene, element, zoom }, spot) {
  const [first, second, across] = viewBox(scene);
  const { left, top, width } = element.getBoundingClientRect();
  const square = (width / across) * zoom.scale;
  const [x, y] = [left + zoom.x + (spot.x - 0.5 - first) * square, top + zoom.y + (spot.y - 0.5 - second) * square];
  return { left: x, top: y, right: x + square, bottom: y + square };
}

/** @param {Box} one @param {Box} other */
const meet = (one, other) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** @param {Box} box */
export const inSight = ({ top, bottom }) => top >= 0 && bottom <= innerHeight;
