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
    if (throwsByHand() && !this.shown.has(key)) {
      const shown = await busy(this.unseen(table, key)).catch(() => table); // its file has not come
      if (shown !== table) return shown;
    }
    if (table.looking === null) this.shown.add(key);
    return table;
  }

  /**
   * What is shown of a table whose last throw was not; the table itself where there was none.
   * @param {Table} table
   * @param {string} key
   * @returns {Promise<Table | null>}
   */
  async unseen(table, key) {
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

  /** Ask how the match stood before its last steps. @returns {Promise<Step[] | null>} */
  async ask() {
    /** @type {Promise<Step[] | null>} */
    const answer = new Promise((done) => {
      this.take = done;
    });
    this.match.channel.say({ type: "steps" });
    const steps = await answer;
    this.take = null;
    return steps;
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

  /** Show the throw that waits. */
  async throw() {
    const { match, waiting } = this;
    if (!waiting) return;
    const focused = match.part.actions.contains(document.activeElement);
    this.waiting = null;
    this.shown.add(named(waiting));
    sound("move", "die");
    await match.showAgain(waiting);
    const first = /** @type {HTMLElement | null} */ (match.board.element.querySelector(".live"));
    if (focused && first && document.activeElement === document.body)
      match.board.overlay.visit(`${first.dataset.cell}`, true);
  }
}

/** A node of a history, by one name. @param {Table} table */
const named = ({ history, node }) => JSON.stringify([history.of, node]);
