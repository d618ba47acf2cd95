/**
 * A board that can be played on. It knows no game: it draws a scene and walks its choices.
 *
 * @import { Choice, Last, WireScene } from "../types"
 * @import { Spot } from "../scene/places.js"
 * @typedef {{play(choice: Choice): void, say(text: string): void, refused?(): void, walked?():
 *   void, why?(): string, closed?(cell: string): string, kept?(): DOMRect, controls?(): DOMRect[]}}
 *   Listener
 *   `refused`: a touch led nowhere; `why`: why nothing can be done at all, or an empty text;
 *   `closed`: why nobody gets to a cell,
 *   where that is known better than the scene knows it; `kept`: what nothing may cover;
 *   `controls`: rows of buttons, covered only where nothing else is left
 */
import { pictureAddress } from "../net/address.js";
import { compare } from "../scene/changes.js";
import { back, begun, restart, resume, start, touch } from "../scene/choices.js";
import { spots } from "../scene/places.js";
import { whyNot } from "../scene/refusals.js";
import { complete, stack } from "../scene/scene.js";
import { ChoiceMenu } from "./choice_menu.js";
import { Overlay, put } from "./focusable_places.js";
import { listenToKeyboard } from "./keyboard.js";
import { lastMove } from "./last_move.js";
import { viewBox } from "./picture.js";
import { Lately } from "./picture_cache.js";
import { Pieces } from "./pieces.js";
import { listenToPointer } from "./pointer.js";
import { RefusalBubble } from "./refusal_bubble.js";
import { skinWord } from "./shapes.js";
import { climate, ground, marks } from "./terrain.js";
import { above, below, holding, pending } from "./touch_marks.js";
import { Zoom } from "./zoom.js";

/** Whether the person wants things not to move. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Board {
  /** @param {Listener} on */
  constructor(on) {
    this.on = on;
    this.element = document.createElement("div");
    this.element.className = "board";
    // Until it is drawn: a browser that has laid it out once keeps its height for a frame.
    this.element.hidden = true;
    this.element.innerHTML =
      `<div class="lens"><svg class="scene" aria-hidden="true"><g data-layer="ground"></g><g data-layer="below"></g>` +
      `<g data-layer="pieces"></g><g data-layer="above"></g></svg>` +
      `<div class="overlay"></div></div><div class="ask" role="group" hidden></div>` +
      `<div class="refusal small" aria-hidden="true" hidden></div>`;
    this.svg = this.find("svg");
    this.layers = Object.fromEntries(
      ["ground", "below", "pieces", "above"].map((name) => [name, this.find(`[data-layer=${name}]`)]),
    );
    this.pieces = new Pieces(/** @type {any} */ (this.layers.pieces));
    this.overlay = new Overlay(/** @type {any} */ (this.find(".overlay")));
    this.menu = new ChoiceMenu(this);
    this.refusal = new RefusalBubble(this);
    this.scene = complete({});
    this.walk = start(this.scene);
    /** @type {Last} */
    this.last = {};
    /** @type {Map<string, Spot>} */
    this.places = new Map();
    this.pointed = "";
    this.locked = true;
    /** The place of a choice that is on its way to the server. */
    this.pending = "";
    /** The place of a deck that is being shuffled. */
    this.shuffled = "";
    /** @type {Lately<string>} */
    this.grounds = new Lately(4);
    /** What each layer shows. @type {Record<string, string>} */
    this.layered = {};
    this.letGo = listenToPointer(this);
    const lens = /** @type {HTMLElement} */ (this.find(".lens"));
    this.zoom = new Zoom(this.element, lens, this.letGo, () => this.dragging);
    listenToKeyboard(this);
  }

  /** @param {string} selector */
  find(selector) {
    return /** @type {Element} */ (this.element.querySelector(selector));
  }

  /**
   * Show a scene.
   * @param {WireScene} raw  as it came
   * @param {{last?: Last | null, moving?: boolean, locked?: boolean}} [how]
   *   `moving`: let the pieces move from the scene before; `locked`: nothing may be touched
   * @returns {Promise<unknown>}  when all has come to rest
   */
  show(raw, { last, moving = false, locked = false } = {}) {
    // What is dragged would else be dropped by the choices of another scene.
    if (this.dragging) this.letGo();
    const before = this.scene;
    this.scene = complete(raw);
    this.last = last ?? {};
    this.places = spots(this.scene);
    this.walk = resume(this.walk, this.scene);
    this.locked = locked;
    this.pending = "";
    const again = this.menu.again();
    this.pointed = this.places.has(this.pointed) ? this.pointed : "";
    const box = viewBox(this.scene);
    put(this.svg, "viewBox", box.join(" "));
    put(this.svg, "class", ["scene", climate(this.scene), skinWord()].join(" "));
    this.zoom.follow(box, this.scene.spare, () => {
      this.size(box[2], box[3]);
      this.element.hidden = false;
    });
    this.drawGround();
    this.overlay.show(this.scene, this.places);
    const changes = moving && !calm() ? compare(before, this.scene, this.last) : null;
    const rest = this.pieces.show(this.scene, this.places, changes);
    this.paint();
    if (this.shuffled && !calm()) this.pieces.riffle(this.shuffled);
    this.shuffled = "";
    if (again) this.menu.focusOn(again);
    return rest;
  }

  /** The room has changed: what lies over the board follows it. */
  resized() {
    this.zoom.pan(0, 0);
    this.menu.stay();
  }

  /** Whether a piece is held, and shall not be lost from under the finger. */
  get dragging() {
    return this.element.classList.contains("dragging");
  }

  /** Say to the page how large the picture is, in squares. @param {number} wide @param {number} high */
  size(wide, high) {
    const { style } = /** @type {HTMLElement} */ (this.element.closest(".match") ?? this.element);
    for (const [name, value] of [
      ["--wide", wide / high],
      ["--squares", wide],
    ]) {
      if (style.getPropertyValue(`${name}`) !== `${value}`) style.setProperty(`${name}`, `${value}`);
    }
  }

  drawGround() {
    const { regions, width, height, rotate, colours, facing } = this.scene;
    const pictures = regions.map(({ picture }) => picture && pictureAddress(picture));
    this.layer(
      "ground",
      this.grounds.get(JSON.stringify([regions, width, height, rotate, colours, facing, pictures, skinWord()]), () =>
        ground(this.scene, this.places),
      ),
    );
  }

  /** Draw a layer, unless it shows this already. @param {string} name @param {string} drawn */
  layer(name, drawn) {
    if (this.layered[name] !== drawn) this.layers[name].innerHTML = drawn;
    this.layered[name] = drawn;
  }

  /** Draw the hints of where the walk stands. */
  paint() {
    const { scene, places, walk } = this;
    const under = marks(scene, places) + lastMove(scene, places, this.last);
    const sent = places.get(this.pending);
    this.layer("below", under + (sent ? pending(sent) : this.locked ? "" : below(walk, places)));
    this.drawAbove();
    this.overlay.tell(scene, places, this.locked ? { ...walk, cells: new Map() } : walk);
    this.on.walked?.();
    this.menu.ask();
  }

  /** Point at a cell, to see the way there. @param {string} cell */
  aim(cell) {
    if (cell === this.pointed) return;
    this.pointed = cell;
    if (!this.locked) this.drawAbove();
  }

  drawAbove() {
    const hints = this.locked ? "" : above(this.walk, this.places, this.pointed) + this.menu.drawn();
    this.layers.above.innerHTML = marks(this.scene, this.places, true) + hints;
  }

  /** @param {Spot} spot */
  showHolding(spot) {
    this.layers.above.insertAdjacentHTML("beforeend", holding(spot));
  }

  /** Where an event is, in squares. @param {{clientX: number, clientY: number}} event @returns {[number, number]} */
  point(event) {
    const [left, top, width, height] = viewBox(this.scene);
    const box = this.svg.getBoundingClientRect();
    return [
      left + ((event.clientX - box.left) / box.width) * width,
      top + ((event.clientY - box.top) / box.height) * height,
    ];
  }

  /**
   * Touch a cell.
   * @param {string} cell
   * @param {import("../scene/choices.js").How} how
   * @param {boolean} [echo]  the second of two quick taps, the first of which has played something
   */
  touch(cell, how, echo) {
    this.overlay.visit(cell, false);
    this.refusal.hide();
    if (this.locked) return;
    const { walk } = this;
    const step = touch(walk, cell, how);
    if (step.play) return this.play(step.play);
    const [now, before] = [step.walk.touched.join(), walk.touched.join()];
    const led =
      now !== before &&
      (step.walk.touched.length > walk.touched.length || walk.touched.at(-1) === cell || begun(step.walk));
    this.walk = step.walk;
    this.paint();
    if (step.ask && how === "key") this.menu.asking.querySelector("button")?.focus();
    else if (!led && !step.ask && !echo) this.refuse(cell, walk);
  }

  /**
   * Say at a place why a touch or a drop there leads nowhere.
   * @param {string} cell
   * @param {import("../scene/choices.js").Walk} walk  before it
   */
  refuse(cell, walk) {
    const spot = this.places.get(cell);
    const why = this.on.closed?.(cell) || whyNot(walk, cell, this.on.why?.());
    if (!spot || !why) return;
    this.on.say(why);
    this.on.refused?.();
    const from = stack(this.scene, begun(walk) ? (walk.touched.at(-1) ?? cell) : cell).at(-1);
    if (from && !calm()) this.pieces.shake(from.id);
    this.refusal.show(spot, why);
  }

  /** Take the last touch back. @returns {boolean} whether there was one */
  back() {
    if (!begun(this.walk)) return false;
    const cell = this.walk.touched[this.walk.touched.length - 1];
    this.walk = back(this.walk);
    this.paint();
    this.overlay.visit(cell, this.menu.focused || this.element.contains(document.activeElement));
    return true;
  }

  /** @param {Choice} choice */
  play(choice) {
    if (this.locked) return;
    this.refusal.hide();
    this.walk = restart(this.walk);
    this.locked = true;
    const inside = this.menu.focused;
    const cell = choice.touch.length ? this.walk.cells.get(choice)?.at(-1) : undefined;
    this.pending = cell ?? "";
    this.shuffled = choice.kind === "shuffle" ? this.pending : "";
    this.paint();
    if (cell) this.overlay.visit(cell, inside);
    this.on.play(choice);
  }

  /** A dragged piece was let go over a cell. @param {string} piece @param {string} cell */
  drop(piece, cell) {
    const spot = this.places.get(cell);
    const step = touch(this.walk, cell, "drop");
    if (!step.play || !spot) this.pieces.release(piece, calm());
    if (step.play && spot) this.pieces.drop(piece, spot.x, spot.y);
    this.touch(cell, "drop");
  }

  /** @param {string} piece */
  cancelDrag(piece) {
    this.pieces.release(piece, calm());
    this.walk = restart(this.walk);
    this.paint();
  }

  /** Nothing came of what was played: everything back as the scene has it. */
  restore() {
    for (const id of this.pieces.figures.keys()) this.pieces.release(id, true);
    this.walk = start(this.scene);
    this.pending = "";
    this.locked = false;
    this.paint();
  }
}
