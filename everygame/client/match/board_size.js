/**
 * The board in its room: drawn as it fills the room, and drawn again when the room changes.
 *
 * @import { Scene, Table } from "../types"
 * @import { Match } from "./match.js"
 */
import { complete, lying, side } from "../scene/scene.js";
import { turning } from "../ui/settings.js";
import { alike, fitted, fittedAnew } from "../view/arrange_areas.js";
import { skinWord } from "../view/shapes.js";
import { shared } from "./status_words.js";
import { letHeight } from "./steady_heights.js";

/** By so much the room may change, as by a scroll bar, and the picture keeps its shape. */
const ALIKE = 0.05;
/** Words beside the board are turned only so that they need no other room. */
const HALF = 180;

export class Room {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    /** How wide the room is for its height; 0 until it is known. */
    this.shape = 0;
    /** What was drawn last in this room. @type {Scene | undefined} */
    this.before = undefined;
    /** The room has changed and the areas have not yet followed. */
    this.unfitted = false;
    this.drawn = "";
    /** Whether the match that is shown is over. @type {boolean | undefined} */
    this.over = undefined;
    /** The quarter turns by which the game turns the board for each seat, as far as it was seen. */
    this.rotates = /** @type {Map<number, number>} */ (new Map());
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(match.part.gauge);
  }

  /** The first table has come: the room is measured before it is drawn. */
  enter() {
    this.match.visit.arrive();
    this.measure();
  }

  /**
   * A table that differs only in who is online leaves the board, and a touch begun, alone.
   * @param {Table} table
   * @param {boolean} moving
   */
  show(table, moving) {
    const { board, waiting } = this.match;
    const scene = this.arranged(table);
    this.match.part.element.classList.toggle("faced", scene.facing === HALF);
    const picture = JSON.stringify([table.node, table.looking, table.ahead, table.curtain, scene, skinWord()]);
    const locked = waiting.length > 0;
    if (picture === this.drawn && !locked && !board.locked) return;
    this.drawn = picture;
    return board.show(scene, { last: table.last, moving, locked });
  }

  /** The scene as it fills the room, turned to whoever looks or lying between them. @param {Table} table */
  arranged(table) {
    const scene = complete(table.scene);
    const across = this.facing(table);
    const turned = (/** @type {any} */ one) => lying(one, table.seats.length, across.facing);
    const lie = this.turns() ? undefined : turned;
    const { before } = this;
    if (!before || alike(before, scene, Boolean(table.over) && table.looking === null))
      this.before = fitted(scene, this.shape || 1, before, lie);
    else {
      letHeight(this.match);
      this.before = fittedAnew(scene, this.shape || 1, before, lie);
    }
    return { ...this.before, ...across };
  }

  /** Across the table: to whom the pieces of each seat, and all else, are turned. @param {Table} table */
  facing({ seats, viewer, scene, hidden }) {
    if (this.turns() || turning(hidden) !== "across") return { sides: [], facing: 0 };
    if (viewer !== null) this.rotates.set(viewer, scene.rotate ?? 0);
    const sides = seats.map((_, seat) => side(seat, seats.length, this.rotates.get(seat)));
    return { sides, facing: sides[viewer ?? 0] };
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
    const shape = offsetHeight && offsetWidth / offsetHeight;
    if (Math.abs(shape - this.shape) > ALIKE * shape) this.before = undefined;
    this.shape = shape;
  }

  /** Put the areas where they suit the room; what is on its way comes to rest before. */
  fit() {
    const {
      table,
      showing,
      board: { locked, dragging },
    } = this.match;
    this.unfitted = showing || locked || dragging;
    if (!table || this.unfitted) return;
    this.end(Boolean(table.over));
    void this.show(table, false);
  }

  /** When it is over all that is said is seen at once: a board above it leaves it the room. @param {boolean} over */
  end(over) {
    const {
      before,
      over: was,
      match: {
        part: { element, room, now, tablist },
      },
    } = this;
    this.over = over;
    if (!over && !was) return;
    element.classList.toggle("ended", over);
    if (over === was && this.match.table.looking !== null) return; // one looks back, and comes again
    if (over !== was) letHeight(this.match);
    const [said, drawn] = [tablist, room].map((part) => part.getBoundingClientRect());
    // In whole pixels: what follows from it is measured anew.
    element.style.setProperty("--said", over ? `${Math.round(said.bottom + scrollY - drawn.height)}px` : "0px");
    this.measure();
    if (over !== was) this.before = before; // it becomes smaller, and lies as it lay
    if (!over || was !== false) return;
    scrollTo(0, 0);
    now.scrollIntoView({ block: "nearest" });
  }

  /** What was on its way may have come to rest. */
  follow() {
    if (this.unfitted) this.fit();
  }

  /** Whether the picture is drawn from the side of whoever looks. */
  turns() {
    const { table } = this.match;
    return !shared(table) || turning(table.hidden) === "on";
  }

  close() {
    this.watch.disconnect();
  }
}
