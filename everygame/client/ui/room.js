/**
 * The board in its room: drawn as it fills the room, and drawn again when the room changes.
 *
 * @typedef {import("./match.js").Match} Match
 * @typedef {import("./table.js").Table} Table
 */
import { complete, lying } from "../scene/scene.js";
import { arranged } from "../view/arrange.js";
import { letHeight } from "./now.js";
import { turning } from "./settings.js";
import { shared } from "./table.js";

export class Room {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    /** How wide the room is for its height; 0 until it is known. */
    this.shape = 0;
    /** The room has changed and the areas have not yet followed. */
    this.unfitted = false;
    this.drawn = "";
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(match.part.gauge);
  }

  /** The first table has come: the room is measured before it is drawn. */
  enter() {
    this.match.visit.arrive();
    this.measure();
  }

  /** A table that differs only in who is online leaves the board, and a touch begun, alone. @param {Table} table @param {boolean} moving */
  show(table, moving) {
    const { board, waiting } = this.match;
    const scene = this.arranged(table);
    const picture = JSON.stringify([table.node, table.looking, table.ahead, table.curtain, scene]);
    const locked = waiting.length > 0;
    if (picture === this.drawn && !locked && !board.locked) return;
    this.drawn = picture;
    return board.show(scene, { last: table.last, moving, locked });
  }

  /** The scene as it fills the room, turned to whoever looks or lying between them. @param {Table} table */
  arranged(table) {
    const lie = this.turns() ? undefined : (/** @type {any} */ scene) => lying(scene, table.seats.length);
    return arranged(complete(table.scene), this.shape || 1, lie);
  }

  /** The room has changed: another place may suit the areas beside the board. */
  resized() {
    this.measure();
    letHeight(this.match);
    this.match.board.resized();
    this.fit();
  }

  measure() {
    const { offsetWidth, offsetHeight } = this.match.part.gauge;
    this.shape = offsetHeight && offsetWidth / offsetHeight;
  }

  /** Put the areas where they suit the room; what is on its way comes to rest before. */
  fit() {
    const { table, showing, board: { locked, dragging } } = this.match;
    this.unfitted = showing || locked || dragging;
    if (table && !this.unfitted) void this.show(table, false);
  }

  /** What was on its way may have come to rest. */
  follow() {
    if (this.unfitted) this.fit();
  }

  /** Whether the picture is drawn from the side of whoever looks. */
  turns() {
    const { table } = this.match;
    return !shared(table) || turning(table.hidden);
  }

  close() {
    this.watch.disconnect();
  }
}
