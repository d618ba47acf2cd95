/**
 * What the others have done, shown again step by step on the board: to who comes back, and on request.
 *
 * @import { Last, Ply, Table, WireScene } from "../types"
 * @import { Match } from "./match.js"
 * @typedef {{node: number, scene: WireScene, last: Last}} Step
 */
import { calm } from "../view/board.js";
import { later, never } from "../world.js";
import { shared } from "./status_words.js";

/** Milliseconds for which each step lies before the eye, when its pieces have come to rest. */
const DWELL = 550;
/** What ends it: the match is answered as it stands. */
const TOUCHES = ["pointerdown", "keydown", "click"];

export class Replay {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    /** The steps that are being shown, or none. @type {Step[]} */
    this.steps = [];
    /** Those that have come and wait for the board. @type {Step[]} */
    this.came = [];
    this.waiting = 0;
    /** Lets the next step come. */
    this.next = () => {};
    /** The node that was shown when the page was hidden. @type {number | null} */
    this.left = null;
    this.touched = () => this.stop();
  }

  /** Whether the last turn can be shown now. */
  possible() {
    const { table } = this.match;
    return Boolean(table) && table.looking === null && table.curtain === null && theirs(table).length > 0;
  }

  ask() {
    this.match.channel.say({ type: "steps" });
  }

  /**
   * A table follows another: several steps that came at once are shown one after the other, as to
   * who comes to the match when it is their turn.
   * @param {Table | null} before
   * @param {Table} table
   */
  follow(before, table) {
    if (calm() || table.over || shared(table) || !this.possible()) return;
    const known = before?.looking === null && before.history.of === table.history.of ? before.line : [];
    const fresh = theirs(table).filter(({ node }) => !known.some((ply) => ply.node === node));
    const came = before ? known === before.line : table.seats.some((seat) => seat.mine && seat.to_play);
    if (came && fresh.length > 1) this.ask();
  }

  /** The page was hidden, or is seen again. @param {boolean} hidden */
  seen(hidden) {
    const { table } = this.match;
    if (!table) return;
    const fresh = this.left !== null && this.left !== table.node && !calm() && !shared(table);
    this.left = hidden ? table.node : null;
    if (!hidden && fresh && this.possible()) this.ask();
  }

  /** @param {Step[]} steps */
  heard(steps) {
    this.stop();
    this.came = steps;
    this.begin();
  }

  /** Show what has come, when the board is at rest. */
  begin() {
    const { table, showing, board } = this.match;
    if (showing) return;
    const steps = this.came;
    this.came = [];
    if (steps.length < 2 || steps.at(-1)?.node !== table.node || board.dragging || !this.possible()) return;
    this.steps = steps;
    for (const kind of TOUCHES) addEventListener(kind, this.touched, true);
    void this.run(steps);
  }

  /** @param {Step[]} steps */
  async run(steps) {
    const { match } = this;
    for (const [i, { scene, last }] of steps.entries()) {
      const drawn = match.room.arranged({ ...match.table, scene });
      await match.board.show(drawn, { last: i ? last : {}, moving: i > 0, locked: true });
      if (this.steps === steps) await this.dwell();
      if (this.steps !== steps) return;
    }
    this.stop();
  }

  dwell() {
    return new Promise((done) => {
      this.next = () => done(null);
      this.waiting = later(this.next, DWELL);
    });
  }

  /** The match as it stands, if something else is shown. */
  stop() {
    this.came = [];
    if (!this.steps.length) return;
    const { match } = this;
    this.steps = [];
    for (const kind of TOUCHES) removeEventListener(kind, this.touched, true);
    never(this.waiting);
    this.next();
    match.room.drawn = "";
    void match.room.show(match.table, false);
  }
}

/**
 * What others have played since the last ply of this device's seat, as far as one sees it.
 * @param {Table} table
 * @returns {Ply[]}
 */
function theirs({ line, node, seats }) {
  const played = line.slice(0, line.findIndex((ply) => ply.node === node) + 1);
  const own = played.findLastIndex(({ seat }) => seat !== null && seats[seat].mine);
  return played.slice(own + 1).filter(({ seat, words }) => seat !== null && words !== "");
}
