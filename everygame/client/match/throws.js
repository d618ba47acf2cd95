/**
 * Dice that a person throws: the server has thrown them, and until the person does so the page
 * shows how the match stood before. Nothing of the throw is on the page meanwhile.
 *
 * @import { Table, WireScene } from "../types"
 * @import { Match } from "./match.js"
 * @import { Step } from "./replay.js"
 */
import { say } from "../say.js";
import { complete, materialOn } from "../scene/scene.js";
import { spots } from "../scene/places.js";
import { throwsByHand } from "../ui/settings.js";
import { sound } from "../ui/sounds.js";
import { busy } from "../world.js";

export class Throws {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    /** The table with a throw that waits for the person. @type {Table | null} */
    this.waiting = null;
    /** Where the match stands, whether its throw is shown or not. */
    this.node = 0;
    /** The throws that were shown. @type {Set<string>} */
    this.shown = new Set();
    /** How the match stood before the last throw, if that was only one of dice. */
    this.before = { key: "", step: /** @type {Step | undefined} */ (undefined) };
    /** Whether there have been dice in the match. */
    this.dice = false;
    /** Takes the steps that were asked for, or nothing where they do not come. */
    this.take = /** @type {((steps: Step[] | null) => void) | null} */ (null);
  }

  /**
   * What is shown of a table; nothing where another one comes instead of it.
   * @param {Table} table
   * @returns {Promise<Table | null>}
   */
  async seen(table) {
    this.waiting = null;
    this.node = table.node;
    this.dice ||= dice(table.scene).length > 0;
    const key = named(table);
    const waits = throwsByHand() && !this.shown.has(key);
    if (waits && table.looking !== null && this.before.key === key && this.before.step)
      return without(table, this.before.step.node);
    if (waits && isThrow(table)) {
      if (this.before.key !== key && !(await this.ask(table, key))) return null;
      if (this.before.step) return this.held(table, this.before.step);
    }
    if (table.looking === null) this.shown.add(key);
    return table;
  }

  /**
   * Ask how the match stood before a table.
   * @param {Table} table
   * @param {string} key
   * @returns {Promise<boolean>}  whether it was answered
   */
  async ask(table, key) {
    /** @type {Promise<Step[] | null>} */
    const answer = new Promise((done) => {
      this.take = done;
    });
    this.match.channel.say({ type: "steps" });
    const steps = await busy(answer);
    this.take = null;
    if (steps) this.before = { key, step: stepBefore(steps, table) };
    return steps !== null;
  }

  /** The line is gone, or a newer table has come: steps that were asked for are waited for no more. */
  forgo() {
    this.take?.(null);
  }

  /** @param {Step[]} steps */
  heard(steps) {
    const { replay, table } = this.match;
    if (this.take) return this.take(steps);
    replay.heard(this.waiting ? steps.slice(0, steps.findIndex(({ node }) => node === table.node) + 1) : steps);
  }

  /** The table before its throw. @param {Table} table @param {Step} step */
  held(table, step) {
    // Its history is known already when it is shown.
    this.waiting = { ...table, history: { ...table.history, after: 0, plies: [], main_children: [] } };
    const scene = beforeThrow(step.scene, table.scene);
    return { ...without(table, step.node), scene, last: step.last, redo: null };
  }

  /** Show the throw that waits. */
  async throw() {
    const { match, waiting } = this;
    if (!waiting) return;
    const focused = match.part.actions.contains(document.activeElement);
    this.waiting = null;
    this.shown.add(named(waiting));
    sound(
      "move",
      materialOn(
        complete(waiting.scene),
        dice(waiting.scene).map(({ at }) => at),
      ),
    );
    await match.showAgain(waiting);
    const first = /** @type {HTMLElement | null} */ (match.board.element.querySelector(".live"));
    if (focused && first && document.activeElement === document.body)
      match.board.overlay.visit(`${first.dataset.cell}`, true);
  }
}

/** A node of a history, by one name. @param {Table} table */
const named = ({ history, node }) => JSON.stringify([history.of, node]);

/** @param {WireScene} scene */
export const dice = ({ pieces = [] }) => pieces.filter(({ shape }) => shape === "die");

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
