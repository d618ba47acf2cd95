/**
 * A board that can be played on. It knows no game: it draws a scene and walks its choices.
 *
 * @typedef {import("../scene/scene.js").Scene} Scene
 * @typedef {import("../scene/scene.js").Choice} Choice
 * @typedef {import("../scene/scene.js").Last} Last
 * @typedef {import("../scene/spots.js").Spot} Spot
 * @typedef {{play(choice: Choice): void, say(text: string): void, walked?(): void, why?(): string, closed?(cell: string): string}} Listener
 *   `why`: why nothing can be done at all, or an empty text; `closed`: why nobody gets to a cell,
 *   where that is known better than the scene knows it
 */
import { compare } from "../scene/changes.js";
import { back, begun, finished, next, restart, start, touch } from "../scene/choices.js";
import { onButton, warning } from "../scene/describe.js";
import { whyNot } from "../scene/refusals.js";
import { address, complete, stack } from "../scene/scene.js";
import { spots } from "../scene/spots.js";
import { above, below, holding, pending } from "./hints.js";
import { listenToKeyboard } from "./keyboard.js";
import { feel } from "../ui/sounds.js";
import { Lately } from "./lately.js";
import { Overlay, put } from "./overlay.js";
import { viewBox, ways } from "./picture.js";
import { Pieces } from "./pieces.js";
import { listenToPointer } from "./pointer.js";
import { climate, ground, marks } from "./terrain.js";
import { Zoom } from "./zoom.js";

/** Milliseconds for which it is read why a touch leads nowhere. */
const TOLD = 3200;

/** Whether the person wants things not to move. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Board {
  /** @param {Listener} on */
  constructor(on) {
    this.on = on;
    this.element = document.createElement("div");
    this.element.className = "board";
    this.element.innerHTML =
      `<div class="lens"><svg class="scene" aria-hidden="true"><g data-layer="ground"></g><g data-layer="below"></g>` +
      `<g data-layer="pieces"></g><g data-layer="above"></g></svg>` +
      `<div class="overlay"></div></div><div class="ask" role="group" aria-label="Which?" hidden></div><div class="refusal small" aria-hidden="true" hidden></div>`;
    this.svg = this.find("svg");
    this.layers = Object.fromEntries(["ground", "below", "pieces", "above"].map((name) => [name, this.find(`[data-layer=${name}]`)]));
    this.pieces = new Pieces(/** @type {any} */ (this.layers.pieces));
    this.overlay = new Overlay(/** @type {any} */ (this.find(".overlay")));
    this.refusal = /** @type {HTMLElement} */ (this.find(".refusal"));
    this.asking = /** @type {HTMLElement} */ (this.find(".ask"));
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
    this.telling = 0;
    /** What was chosen beside a place. @type {{cell: string, move: string, focused: boolean} | null} */
    this.again = null;
    this.zoom = new Zoom(this.element, /** @type {HTMLElement} */ (this.find(".lens")), listenToPointer(this));
    listenToKeyboard(this);
  }

  /** @param {string} selector */
  find(selector) {
    return /** @type {Element} */ (this.element.querySelector(selector));
  }

  /**
   * Show a scene.
   * @param {any} raw  as it came
   * @param {{last?: Last | null, moving?: boolean, locked?: boolean}} [how]
   *   `moving`: let the pieces move from the scene before; `locked`: nothing may be touched
   * @returns {Promise<unknown>}  when all has come to rest
   */
  show(raw, { last, moving = false, locked = false } = {}) {
    const before = this.scene;
    this.scene = complete(raw);
    this.last = last ?? {};
    this.places = spots(this.scene);
    this.walk = start(this.scene);
    this.locked = locked;
    this.pending = "";
    const again = this.offerAgain();
    this.pointed = this.places.has(this.pointed) ? this.pointed : "";
    const box = viewBox(this.scene);
    put(this.svg, "viewBox", box.join(" "));
    put(this.svg, "class", `scene ${climate(this.scene)}`);
    this.size(box[2], box[3]);
    this.drawGround();
    this.overlay.show(this.scene, this.places);
    const changes = moving && !calm() ? compare(before, this.scene, this.last) : null;
    const rest = this.pieces.show(this.scene, this.places, changes);
    this.paint();
    if (this.shuffled && !calm()) this.pieces.riffle(this.shuffled);
    this.shuffled = "";
    if (again) this.focusOn(again);
    return rest;
  }

  /** Offer anew what was just chosen beside a place, if it can be done again: dealing, counting. @returns {string}  the move, where the keyboard was on it */
  offerAgain() {
    const { again } = this;
    this.again = null;
    if (!again || !this.scene.choices.some(({ move }) => move === again.move)) return "";
    const step = touch(this.walk, again.cell, "tap");
    if (!step.play) this.walk = step.walk;
    return again.focused ? again.move : "";
  }

  /** @param {string} move */
  focusOn(move) {
    const buttons = [...this.asking.querySelectorAll("button")];
    buttons.find(({ dataset }) => dataset.move === move)?.focus({ preventScroll: true });
  }

  /** Say to the page how large the picture is, in squares. @param {number} wide @param {number} high */
  size(wide, high) {
    const { style } = /** @type {HTMLElement} */ (this.element.closest(".match") ?? this.element);
    for (const [name, value] of [["--wide", wide / high], ["--squares", wide]]) {
      if (style.getPropertyValue(`${name}`) !== `${value}`) style.setProperty(`${name}`, `${value}`);
    }
  }

  drawGround() {
    const { regions, width, height, rotate, colours } = this.scene;
    const pictures = regions.map(({ picture }) => picture && address(picture));
    this.layer("ground", this.grounds.get(JSON.stringify([regions, width, height, rotate, colours, pictures]), () => ground(this.scene, this.places)));
  }

  /** Draw a layer, unless it shows this already. @param {string} name @param {string} drawn */
  layer(name, drawn) {
    if (this.layered[name] !== drawn) this.layers[name].innerHTML = drawn;
    this.layered[name] = drawn;
  }

  /** Draw the hints of where the walk stands. */
  paint() {
    const { scene, places, walk } = this;
    const under = marks(scene, places) + ways(scene, places, this.last);
    const sent = places.get(this.pending);
    this.layer("below", under + (sent ? pending(sent) : this.locked ? "" : below(walk, places)));
    this.drawAbove();
    this.overlay.tell(scene, places, this.locked ? { ...walk, cells: new Map() } : walk);
    this.ask();
    this.on.walked?.();
  }

  /** Point at a cell, to see the way there. @param {string} cell */
  aim(cell) {
    if (cell === this.pointed) return;
    this.pointed = cell;
    if (!this.locked) this.drawAbove();
  }

  drawAbove() {
    const hints = this.locked ? "" : above(this.walk, this.places, this.pointed);
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
   */
  touch(cell, how) {
    this.overlay.visit(cell, false);
    this.refusal.hidden = true;
    if (this.locked) return;
    const { walk } = this;
    const step = touch(walk, cell, how);
    if (step.play) return this.play(step.play);
    const [now, before] = [step.walk.touched.join(), walk.touched.join()];
    const led = now !== before && (step.walk.touched.length > walk.touched.length || walk.touched.at(-1) === cell || begun(step.walk));
    this.walk = step.walk;
    this.paint();
    if (step.ask && how === "key") this.asking.querySelector("button")?.focus();
    else if (!led && !step.ask) this.refuse(cell, walk);
  }

  /** Say at a place why a touch or a drop there leads nowhere. @param {string} cell @param {import("../scene/choices.js").Walk} walk  before it */
  refuse(cell, walk) {
    const spot = this.places.get(cell);
    const why = this.on.closed?.(cell) || whyNot(walk, cell, this.on.why?.());
    if (!spot || !why) return;
    this.on.say(why);
    feel("refused");
    const from = stack(this.scene, begun(walk) ? walk.touched.at(-1) ?? cell : cell).at(-1);
    if (from && !calm()) this.pieces.shake(from.id);
    this.refusal.textContent = why;
    this.refusal.hidden = false;
    this.placeBeside(this.refusal, spot, []);
    clearTimeout(this.telling);
    this.telling = window.setTimeout(() => { this.refusal.hidden = true; }, TOLD);
  }

  /** Take the last touch back. @returns {boolean} whether there was one */
  back() {
    if (!begun(this.walk)) return false;
    const cell = this.walk.touched[this.walk.touched.length - 1];
    this.walk = back(this.walk);
    this.paint();
    this.overlay.visit(cell, this.asking.contains(document.activeElement) || this.element.contains(document.activeElement));
    return true;
  }

  /** @param {Choice} choice */
  play(choice) {
    if (this.locked) return;
    this.refusal.hidden = true;
    this.walk = restart(this.walk);
    this.locked = true;
    const inside = this.asking.contains(document.activeElement);
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

  /** Offer the choices that the touches leave open, near the last touch. */
  ask() {
    const idle = this.locked || !this.walk.touched.length || this.element.classList.contains("dragging");
    const offered = idle ? [] : finished(this.walk);
    this.asking.hidden = !offered.length;
    const same = offered.length > 1 && offered.every(({ final }) => final === offered[0].final) ? offered[0].final : "";
    this.asking.replaceChildren(...offered.map((choice) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = onButton(choice);
      if (choice.final && !same) button.append(small(warning(choice.final)));
      button.dataset.move = choice.move;
      button.addEventListener("click", () => this.chooseBeside(choice));
      return button;
    }), ...(same ? [small(warning(same))] : []));
    const spot = this.places.get(this.walk.touched.at(-1) ?? "");
    if (offered.length && spot) this.placeAsking(spot);
  }

  /** Choose what is offered beside the place that is touched. @param {Choice} choice */
  chooseBeside(choice) {
    const focused = this.asking.contains(document.activeElement);
    const [cell, ...more] = this.walk.touched;
    this.again = more.length ? null : { cell, move: choice.move, focused };
    this.play(choice);
  }

  /** Below the place, above it, or below the board: in sight if it can be, and where no place that may be touched next is hidden, and the fewest pieces. @param {Spot} spot */
  placeAsking(spot) {
    const goals = [...next(this.walk)].flatMap(([id, choices]) => (choices[0].kind === "carry" ? [] : this.places.get(id) ?? []));
    this.placeBeside(this.asking, spot, goals);
  }

  /** @param {HTMLElement} box @param {Spot} spot @param {Spot[]} goals  which it must not hide */
  placeBeside(box, spot, goals) {
    const [left, top, width] = viewBox(this.scene);
    const { width: across, height: down, top: onPage } = this.element.getBoundingClientRect();
    const { scale, x: shiftX, y: shiftY } = this.zoom;
    const square = (across / width) * scale;
    const { offsetWidth, offsetHeight } = box;
    const [atX, atY] = [(spot.x - left) * square + shiftX, (spot.y - top) * square + shiftY];
    const inside = (/** @type {number} */ x) => Math.max(0, Math.min(x, across - offsetWidth));
    const hides = (/** @type {number[]} */ [x, y], /** @type {Spot} */ other) => {
      const [gx, gy] = [(other.x - 0.5 - left) * square + shiftX, (other.y - 0.5 - top) * square + shiftY];
      return gx + square > x && gx < x + offsetWidth && gy + square > y && gy < y + offsetHeight;
    };
    const free = (/** @type {number[]} */ at) => !goals.some((goal) => hides(at, goal));
    const taken = [...new Set(this.scene.pieces.map(({ at }) => at))].flatMap((id) => this.places.get(id) ?? []);
    const hidden = (/** @type {number[]} */ at) => taken.filter((other) => hides(at, other)).length;
    const inSight = (/** @type {number[]} */ [, y]) => onPage + y >= 0 && onPage + y + offsetHeight <= innerHeight;
    const half = square / 2;
    const beside = [atX - offsetWidth / 2, atX - half, atX + half - offsetWidth].map(inside).flatMap((x) => [
      [x, atY + 1.1 * half], [x, atY - 1.1 * half - offsetHeight]]).sort((one, other) => hidden(one) - hidden(other));
    const [x, y] = beside.filter(inSight).find(free) ?? beside.find(free) ?? [inside(atX - offsetWidth / 2), down];
    box.style.left = `${x}px`;
    box.style.top = `${y}px`;
  }
}

/** @param {string} text */
function small(text) {
  const made = document.createElement("small");
  made.textContent = text;
  return made;
}
