/**
 * How a match stood before dice were thrown, for a page on which a person is yet to throw them.
 *
 * @import { Table, WireScene } from "../types"
 * @import { Step } from "./replay.js"
 */
import { say } from "../say.js";
import { spots } from "../scene/places.js";
import { complete, dice } from "../scene/scene.js";

/** Whether dice were thrown for the turn of a person at this device, which has just begun. @param {Table} table */
export function isThrow({ looking, curtain, endless, over, paused, line, node, seats, scene }) {
  const mover = seats.find((seat) => seat.to_play);
  const at = line.findIndex((ply) => ply.node === node);
  if (looking !== null || curtain !== null || endless || over || paused || line[at]?.seat !== null) return false;
  const begins = seats.length === 1 || line[at - 1]?.seat !== mover?.seat;
  return begins && Boolean(mover?.mine) && mover?.kind === "person" && dice(scene).length > 0;
}

/**
 * The step before the last one, if that changed nothing but dice.
 * @param {Step[]} steps
 * @param {Table} table
 */
export function stepBefore(steps, { node }) {
  const [before, after] = steps.slice(-2);
  const others = (/** @type {WireScene} */ { pieces = [] }) =>
    JSON.stringify(
      pieces
        .filter(({ shape }) => shape !== "die")
        .map(({ id, at }) => [id, at])
        .sort(),
    );
  return after?.node === node && others(before.scene) === others(after.scene) ? before : undefined;
}

/**
 * The same table at an earlier node of its line, in whose history all that came after is missing.
 * @param {Table} table
 * @param {number} node
 * @returns {Table}
 */
export function without(table, node) {
  const at = table.line.findIndex((ply) => ply.node === table.node);
  const line = at < 0 ? table.line : table.line.slice(0, at);
  const gone = new Set([table.node, ...table.line.slice(line.length).map((ply) => ply.node)]);
  const branches = table.branches.filter((one) => !gone.has(one.node) && !one.line.some((ply) => gone.has(ply.node)));
  return { ...table, node, line, branches };
}

/**
 * The picture before a throw, in which nothing can be done but to throw.
 * @param {WireScene} scene
 * @param {WireScene} after
 * @returns {WireScene}
 */
export function beforeThrow(scene, after) {
  const words = say("Throw the dice");
  const places = placesOfDice(scene, after);
  const choice = { move: "throw", name: words, label: words, kind: "reveal" };
  const { pieces = [], prompt } = scene;
  const blank = places.slice(0, dice(scene).length ? 0 : 1).map((at) => ({ ...BLANK, at, name: words }));
  const others = [...spots(complete(scene)).keys()].filter((id) => !places.includes(id));
  return {
    ...scene,
    prompt: prompt || say("First throw the dice."),
    pieces: [...pieces, ...blank],
    choices: [choice, ...places.map((id) => ({ ...choice, touch: [id] }))],
    carries: [],
    refusals: [],
    blocked: Object.fromEntries(others.map((id) => [id, say("First throw the dice.")])),
  };
}

/** A die of which nobody knows what it will show. */
const BLANK = { id: "throw", shape: "die", text: "?" };

/**
 * Where dice lie: all places of a region that holds nothing else, for how many of them are taken
 * would tell something of the throw; else those that are taken after it.
 * @param {WireScene} scene
 * @param {WireScene} after
 */
function placesOfDice(scene, after) {
  const taken = new Set([...dice(scene), ...dice(after)].map(({ at }) => at));
  const other = new Set([...(scene.pieces ?? []), ...(after.pieces ?? [])].map(({ at }) => at));
  for (const at of taken) other.delete(at);
  const all = [...spots(complete(scene)).values()];
  const pure = new Set(all.filter(({ id }) => taken.has(id)).map(({ region }) => region));
  for (const { id, region } of all) if (other.has(id)) pure.delete(region);
  return all.filter(({ id, region }) => taken.has(id) || pure.has(region)).map(({ id }) => id);
}
