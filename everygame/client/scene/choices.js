/**
 * Walking the legal moves by touching places. Nothing here is changed in place.
 *
 * @import { Choice, Scene } from "../types"
 * @typedef {{scene: Scene, cells: Map<Choice, string[]>, touched: string[], given: number, only?: string[]}} Walk
 *   `cells`: for each choice the cells to touch; `touched`: those touched so far, of which the
 *   first `given` are shared by all choices and were not touched by hand; `only`: these moves are
 *   offered here and it goes no further, as whoever deals once more does not also draw.
 * @typedef {{walk: Walk, play?: Choice, ask?: Choice[], blocked?: string}} Step
 *   What a touch led to: a move to play, choices to ask about, or why it leads nowhere.
 * @typedef {"tap" | "drop" | "key" | "double" | "hold"} How
 */

/**
 * A walk at its start: nothing touched but what all choices have in common.
 * @param {Scene} scene
 * @returns {Walk}
 */
export function start(scene) {
  const home = new Map(scene.pieces.map((piece) => [piece.id, piece.at]));
  const cells = new Map();
  for (const choice of scene.choices) {
    if (choice.touch.length)
      cells.set(
        choice,
        choice.touch.map((id) => home.get(id) ?? id),
      );
  }
  const given = common([...cells.values()]);
  return { scene, cells, touched: given, given: given.length };
}

/**
 * The first touch that all ways share, where each goes on after it.
 * @param {string[][]} ways
 */
function common(ways) {
  const first = ways[0]?.[0];
  const shared = ways.length > 0 && ways.every((way) => way[0] === first && way.length > 1);
  return shared && first !== undefined ? [first] : [];
}

/**
 * The walk in a scene that is drawn anew: where the same can be chosen, what was touched stays so.
 * @param {Walk} walk
 * @param {Scene} scene
 * @returns {Walk}
 */
export function resume(walk, scene) {
  const afresh = start(scene);
  const same = JSON.stringify([...walk.cells]) === JSON.stringify([...afresh.cells]);
  return same ? { ...afresh, touched: walk.touched, only: walk.only } : afresh;
}

/** The same walk, back at its start. @param {Walk} walk @returns {Walk} */
export function restart(walk) {
  return { ...walk, touched: walk.touched.slice(0, walk.given), only: undefined };
}

/** One touch back. @param {Walk} walk @returns {Walk} */
export function back(walk) {
  return { ...walk, touched: walk.touched.slice(0, Math.max(walk.given, walk.touched.length - 1)), only: undefined };
}

/** Whether anything was touched by hand. @param {Walk} walk */
export function begun(walk) {
  return walk.touched.length > walk.given;
}

/**
 * The choices that agree with what was touched.
 * @param {Walk} walk
 * @returns {Choice[]}
 */
export function open(walk) {
  const agree = (/** @type {string[]} */ way) => walk.touched.every((cell, i) => way[i] === cell);
  return [...walk.cells].filter(([, way]) => agree(way)).map(([choice]) => choice);
}

/** The cells that a choice touches. @param {Walk} walk @param {Choice} choice */
export function way(walk, choice) {
  return walk.cells.get(choice) ?? [];
}

/**
 * Whether the next touch says where something goes: something is chosen, or nothing else could be,
 * and its places may be touched at once.
 * @param {Walk} walk
 */
export function aims(walk) {
  if (walk.touched.length) return true;
  const long = open(walk).filter((choice) => way(walk, choice).length > 1);
  const short = open(walk).filter((choice) => way(walk, choice).length === 1);
  const first = new Set(long.map((choice) => way(walk, choice)[0]));
  return first.size === 1 && moves(long) === moves(short);
}

/** What different moves there are among choices, as a text. @param {Choice[]} choices */
const moves = (choices) => [...new Set(choices.map(({ move }) => move))].sort().join(" ");

/** The choices that need no further touch. @param {Walk} walk */
export function finished(walk) {
  const done = open(walk).filter((choice) => way(walk, choice).length === walk.touched.length);
  return walk.only ? done.filter(({ move }) => walk.only?.includes(move)) : done;
}

/**
 * The cells that may be touched next, each with the choices behind it.
 * @param {Walk} walk
 * @param {How} [how]  what is only for a drag is no goal of another touch
 * @returns {Map<string, Choice[]>}
 */
export function next(walk, how) {
  /** @type {Map<string, Choice[]>} */
  const found = new Map();
  for (const choice of walk.only ? [] : open(walk)) {
    const cell = way(walk, choice)[walk.touched.length];
    if (cell !== undefined && (how === "drop" || choice.gesture !== "drag"))
      found.set(cell, [...(found.get(cell) ?? []), choice]);
  }
  return found;
}

/** The cells that begin a choice. @param {Walk} walk */
export function beginnings(walk) {
  return next({ ...walk, touched: [], given: 0, only: undefined });
}

/**
 * For lists: each move once, although it can be touched in several orders; without those that
 * move anything anywhere, which are too many to be read.
 * @param {Choice[]} choices
 */
export function once(choices) {
  const listed = new Set();
  return choices.filter(({ move, kind }) => kind !== "carry" && !listed.has(move) && listed.add(move));
}

/** The choices that are buttons. @param {Scene} scene */
export function buttons(scene) {
  return scene.choices.filter((choice) => !choice.touch.length);
}

/**
 * Touch a cell.
 * @param {Walk} walk
 * @param {string} cell
 * @param {How} how
 * @returns {Step}
 */
export function touch(walk, cell, how) {
  if (next(walk, how).has(cell)) return settle({ ...walk, touched: [...walk.touched, cell] }, how);
  if (how === "drop") return { walk };
  const last = walk.touched[walk.touched.length - 1];
  if (cell === last) return begun(walk) ? { walk: back(walk) } : { walk };
  const afresh = restart(walk);
  if (begun(walk) && next(afresh).has(cell)) return touch(afresh, cell, how);
  if (how === "key") return { walk, blocked: reason(walk, cell) };
  return { walk: afresh, blocked: reason(walk, cell) };
}

/**
 * The walk with a cell picked up, if something can be done with what stands there besides
 * touching it; a drag begins so.
 * @param {Walk} walk
 * @param {string} cell
 * @returns {Walk | undefined}
 */
export function grasp(walk, cell) {
  for (const from of [
    { ...walk, only: undefined },
    restart(walk),
    { ...walk, touched: [], given: 0, only: undefined },
  ]) {
    const here = from.touched.at(-1) === cell ? from : { ...from, touched: [...from.touched, cell] };
    if (next(here).size) return { ...here, given: walk.given };
  }
  return undefined;
}

/**
 * A pointer gesture on a cell: the choice that it means, if any.
 * @param {Walk} walk
 * @param {string} cell
 * @param {string} gesture
 */
export function gestured(walk, cell, gesture) {
  const meant = [...walk.cells].find(
    ([choice, cells]) => choice.gesture === gesture && cells.every((id) => id === cell),
  );
  return meant?.[0];
}

/**
 * Play where one move is left, if need be by a longer way too; ask where several are.
 * @param {Walk} walk
 * @param {How} how
 * @returns {Step}
 */
function settle(walk, how) {
  const done = finished(walk);
  if (!done.length) return { walk };
  const quick = how === "tap" && done.find((choice) => choice.gesture === "tap");
  if (quick) return { walk: restart(walk), play: quick };
  const only = open(walk).every((choice) => choice.move === done[0].move);
  const { gesture } = done[0];
  const sure = !gesture || (gesture !== "ask" && (how === "key" || how === "drop"));
  if (only && sure) return { walk: restart(walk), play: done[0] };
  return { walk, ask: done };
}

/**
 * Why a cell cannot be chosen, if the scene says so.
 * @param {Walk} walk
 * @param {string} cell
 */
export function reason(walk, cell) {
  const { blocked, pieces } = walk.scene;
  const ids = [cell, ...pieces.filter((piece) => piece.at === cell).map((piece) => piece.id)];
  const told = ids.find((id) => blocked[id]);
  return told && blocked[told];
}
