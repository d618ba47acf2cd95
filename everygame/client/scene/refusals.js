/**
 * Why a touch or a drop leads nowhere, in a few words that are true of what is seen.
 *
 * @import { Piece } from "../types"
 * @import { Walk } from "./choices.js"
 */
import { say } from "../say.js";
import { begun, next, open, reason, restart, way } from "./choices.js";
import { stack } from "./scene.js";

const marked = () => say("Tap one of the marked places.");

/**
 * @param {Walk} walk  before the touch
 * @param {string} cell  where it was
 * @param {string} [usual]  what is said where nothing else is known
 */
export function whyNot(walk, cell, usual = "") {
  const held = begun(walk) ? top(walk, walk.touched.at(-1) ?? "") : undefined;
  const there = top(walk, cell);
  if (held && there && held.owner !== null && held.owner === there.owner)
    return reason(restart(walk), cell) || say("One of the same side stands there.");
  if (begun(walk)) return refused(walk, cell) || reason(walk, cell) || say("It cannot go there.");
  if (walk.touched.includes(cell)) return say("That is chosen already.");
  return (
    reason(walk, cell) ||
    usual ||
    refused(walk, cell) ||
    (walk.scene.choices.length ? (there ? occupied(walk, there) : vacant(walk)) : "")
  );
}

/** Why what is chosen cannot go to a cell, where the scene says so. @param {Walk} walk @param {string} cell */
function refused(walk, cell) {
  const chosen = walk.touched.at(-1);
  if (chosen === undefined) return "";
  const starts = ["", chosen, ...stack(walk.scene, chosen).map(({ id }) => id)];
  const fits = walk.scene.refusals.find(
    ({ start = "", goals = [] }) => starts.includes(start) && (!goals.length || goals.includes(cell)),
  );
  return fits?.why ?? "";
}

/** What would be no vain touch, of a place where nothing lies. @param {Walk} walk */
function vacant(walk) {
  const begins = [...next(walk).keys()].map((cell) => Boolean(top(walk, cell)));
  if (!begins.length || new Set(begins).size > 1) return say("Nothing to do here.");
  return begins[0]
    ? moves(walk)
      ? say("First tap what is to move.")
      : say("Tap one of the marked pieces.")
    : marked();
}

/** Whether a piece that is tapped now goes somewhere, as one that is only chosen does not. @param {Walk} walk */
function moves(walk) {
  return open(walk).some((choice) => {
    const [from, to] = way(walk, choice)
      .slice(walk.touched.length)
      .map((cell) => top(walk, cell));
    return way(walk, choice).length > walk.touched.length + 1 && (!to || to.owner !== from?.owner);
  });
}

/** Why what lies there is no beginning of a move. @param {Walk} walk @param {Piece} there */
function occupied(walk, there) {
  const used = [...next(walk).keys()].map((cell) => top(walk, cell));
  if (used.length && !used.some(Boolean)) return walk.touched.length ? marked() : say("Taken: choose an empty place.");
  const owners = new Set(used.map((piece) => piece?.owner ?? null));
  const others = there.owner !== null && owners.size === 1 && !owners.has(null) && !owners.has(there.owner);
  return others ? say("Not yours to play now.") : say("That cannot be used now.");
}

/** @param {Walk} walk @param {string} cell */
function top(walk, cell) {
  return stack(walk.scene, cell).at(-1);
}
