/**
 * Dice that a person throws: the server has thrown them, and until the person does so the page
 * shows how the match stood before. Nothing of the throw is on the page meanwhile.
 *
 * @import { Table } from "../types"
 * @import { Match } from "./match.js"
 * @import { Step } from "./replay.js"
 */
import { came } from "../net/api.js";
import { dice } from "../scene/scene.js";
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
    /** Called with the steps that this page has asked for, or null where they do not come. */
    this.answer = /** @type {((steps: Step[] | null) => void) | null} */ (null);
  }

  /**
   * Return what the page shows of a table that has come: the table, or how it stood before a throw that waits. Null
   * where a newer table comes instead.
   * @param {Table} table
   * @returns {Promise<Table | null>}
   */
  async tableToShow(table) {
    this.waiting = null;
    this.node = table.node;
    this.dice ||= dice(table.scene).length > 0;
    const key = keyOf(table);
    if (throwsByHand() && !this.shown.has(key)) {
      const shown = await busy(this.tableBefore(table, key)).catch(() => table); // its file has not come
      if (shown !== table) return shown;
    }
    if (table.looking === null) this.shown.add(key);
    return table;
  }

  /**
   * Return a table as it stood before its last throw; the table itself where nothing was thrown last.
   * @param {Table} table
   * @param {string} key
   * @returns {Promise<Table | null>}
   */
  async tableBefore(table, key) {
    const { beforeThrow, isThrow, stepBefore, without } = await came(import("./before_throw.js"));
    const known = this.before.key === key;
    if (table.looking !== null) return known && this.before.step ? without(table, this.before.step.node) : table;
    if (!isThrow(table)) return table;
    const steps = known || this.match.waiting.length ? null : await this.ask();
    if (!known && !steps) return null;
    if (steps) this.before = { key, step: stepBefore(steps, table) };
    const { step } = this.before;
    if (!step) return table;
    // Its history is known already when it is shown.
    this.waiting = { ...table, history: { ...table.history, after: 0, plies: [], main_children: [] } };
    const scene = beforeThrow(step.scene, table.scene);
    return { ...without(table, step.node), scene, last: step.last, redo: null };
  }

  /** Ask the server how the match stood before its last steps. @returns {Promise<Step[] | null>} */
  async ask() {
    /** @type {Promise<Step[] | null>} */
    const answer = new Promise((done) => {
      this.answer = done;
    });
    this.match.channel.say({ type: "steps" });
    const steps = await answer;
    this.answer = null;
    return steps;
  }

  /** Wait no more for steps that this page has asked for: the line is gone, or a newer table has come. */
  stopWaiting() {
    this.answer?.(null);
  }

  /** @param {Step[]} steps */
  heard(steps) {
    const { replay, table } = this.match;
    if (this.answer) return this.answer(steps);
    replay.heard(this.waiting ? steps.slice(0, steps.findIndex(({ node }) => node === table.node) + 1) : steps);
  }

  /** Show the throw that waits. */
  async throw() {
    const { match, waiting } = this;
    if (!waiting) return;
    this.waiting = null;
    this.shown.add(keyOf(waiting));
    sound("move", "die");
    await match.showAgain(waiting);
  }
}

/** The history and the node that a table shows, as one text. @param {Table} table */
const keyOf = ({ history, node }) => JSON.stringify([history.of, node]);
