/**
 * The pieces of a live board: SVG groups kept by piece id, moved from scene to scene.
 *
 * @import { Piece, Scene } from "../types"
 * @import { Changes } from "../scene/changes.js"
 * @import { Spot } from "../scene/places.js"
 * @typedef {{group: SVGGElement, drawn: string, piece: Piece, x: number, y: number}} Figure
 */
import { pictureAddress } from "../net/address.js";
import { look } from "../scene/changes.js";
import { busy } from "../world.js";
import { inOrder } from "./element_order.js";
import { covered, drawn, standing } from "./picture.js";
import { Lately } from "./picture_cache.js";
import { skinWord } from "./shapes.js";

/** Drawings of so many pieces stay made. */
const KEPT = 600;
const NS = "http://www.w3.org/2000/svg";
const QUICK = { duration: 220, easing: "ease-out" };

/** How long a way of so many squares takes, in milliseconds. @param {number} squares */
const travel = (squares) => Math.min(160 + 85 * squares, 760);

/** @param {number} x @param {number} y */
const shift = (x, y) => `translate(${x}px, ${y}px)`;

export class Pieces {
  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.layer = layer;
    /** @type {Map<string, Figure>} */
    this.figures = new Map();
    /** @type {Lately<string>} */
    this.lately = new Lately(KEPT);
    /** What moves by itself now. @type {Set<Animation>} */
    this.running = new Set();
    /** What is on its way out. @type {Figure[]} */
    this.gone = [];
  }

  /**
   * Show the pieces of a scene, moving from the one before where changes are given.
   * @param {Scene} scene
   * @param {Map<string, Spot>} places
   * @param {Changes | null} changes
   * @returns {Promise<unknown>}  when all has come to rest
   */
  show(scene, places, changes) {
    for (const old of this.running) old.finish();
    for (const { group } of this.gone) group.remove();
    const before = this.figures;
    this.figures = new Map();
    const lies = covered(scene);
    const origin = new Map(changes?.kept.map(({ now, was }) => [now.id, was.id]));
    for (const piece of [...scene.pieces].sort((a, b) => a.z - b.z)) {
      const from = origin.get(piece.id) ?? (changes ? "" : piece.id);
      this.place(scene, places, piece, lies.has(piece), before.get(from));
      before.delete(from);
    }
    this.gone = [...before.values()];
    if (!changes) for (const { group } of this.gone) group.remove();
    inOrder(
      this.layer,
      [...(changes ? this.gone : []), ...this.figures.values()].map(({ group }) => group),
    );
    return changes ? this.animate(changes, places) : Promise.resolve();
  }

  /**
   * @param {Scene} scene
   * @param {Map<string, Spot>} places
   * @param {Piece} piece
   * @param {boolean} under  another
   * @param {Figure} [old]
   */
  place(scene, places, piece, under, old) {
    const spot = places.get(piece.at);
    if (!spot) return;
    const [x, y] = standing(spot, piece);
    const group = old?.group ?? document.createElementNS(NS, "g");
    const seen = old && piece.shape === "floe" ? { ...piece, id: group.dataset.born ?? "" } : piece;
    const key = JSON.stringify([
      look(seen),
      seen.id,
      under,
      scene.rotate,
      scene.sides,
      scene.facing,
      scene.colours,
      piece.picture && pictureAddress(piece.picture),
      skinWord(),
    ]);
    const picture = this.lately.get(key, () => drawn(scene, seen, under));
    if (!old) group.dataset.born = piece.id;
    if (picture !== old?.drawn) group.innerHTML = picture;
    group.setAttribute("class", "piece");
    group.dataset.piece = piece.id;
    group.style.transform = shift(x, y);
    this.figures.set(piece.id, { group, drawn: picture, piece, x, y });
  }

  /**
   * @param {Changes} changes
   * @param {Map<string, Spot>} places
   */
  animate(changes, places) {
    let longest = 0;
    const rising = [...changes.kept].sort((a, b) => a.now.z - b.now.z);
    for (const { now, was, path } of rising) {
      const figure = this.figures.get(now.id);
      if (!figure) continue;
      longest = Math.max(longest, this.glide(figure, places, path, now));
      const [frames, how] = altered(was, now) ?? [];
      if (frames) this.run(figure.group.firstElementChild, frames, how);
    }
    for (const piece of changes.appeared) {
      this.run(
        this.figures.get(piece.id)?.group.firstElementChild,
        [
          { opacity: 0, scale: 0.7 },
          { opacity: 1, scale: 1 },
        ],
        { ...QUICK, delay: longest * 0.6, fill: "backwards" },
      );
    }
    for (const { group } of this.gone) {
      const leaving = this.run(
        group.firstElementChild,
        [
          { opacity: 1, scale: 1 },
          { opacity: 0, scale: 0.7 },
        ],
        { ...QUICK, delay: longest * 0.6, fill: "both" },
      );
      leaving?.finished.then(
        () => group.remove(),
        () => group.remove(),
      );
    }
    return Promise.all([...this.running].map((one) => one.finished.catch(() => {})));
  }

  /**
   * Let an element move. To ask the page what moves would be to have it laid out.
   * @param {Element | null | undefined} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} [how]
   */
  run(element, frames, how) {
    const moves = element?.animate(frames, how);
    if (!moves) return undefined;
    this.running.add(moves);
    const rests = () => void this.running.delete(moves);
    busy(moves.finished).then(rests, rests);
    return moves;
  }

  /**
   * Move a figure along its way.
   * @param {Figure} figure
   * @param {Map<string, Spot>} places
   * @param {string[]} path
   * @param {Piece} piece
   * @returns {number} milliseconds
   */
  glide(figure, places, path, piece) {
    const held = /** @type {{x: number, y: number} | undefined} */ (
      this.dropped?.id === piece.id ? this.dropped : undefined
    );
    this.dropped = held ? undefined : this.dropped;
    const stops = path.flatMap((id) => places.get(id) ?? []).map((spot) => standing(spot, piece));
    if (stops.length < 2) return 0;
    const way = held ? [[held.x, held.y], stops[stops.length - 1]] : stops;
    const legs = way.slice(1).map(([x, y], i) => Math.hypot(x - way[i][0], y - way[i][1]));
    const whole = legs.reduce((sum, leg) => sum + leg, 0);
    if (!whole) return 0;
    let done = 0;
    const frames = way.map(([x, y], i) => {
      done += i ? legs[i - 1] : 0;
      return { transform: shift(x, y), offset: done / whole };
    });
    const duration = held ? 120 : travel(whole);
    this.run(figure.group, frames, { duration, easing: "cubic-bezier(.35, .1, .25, 1)" });
    this.layer.append(figure.group);
    return duration;
  }

  /** A piece follows the pointer. @param {string} id @param {number} x @param {number} y */
  hold(id, x, y) {
    const figure = this.figures.get(id);
    if (!figure) return;
    figure.group.classList.add("held");
    figure.group.style.transform = shift(x, y);
    if (this.layer.lastElementChild !== figure.group) this.layer.append(figure.group);
  }

  /**
   * The pointer let go of a piece over the place where it will go.
   * @param {string} id
   * @param {number} x
   * @param {number} y
   */
  drop(id, x, y) {
    this.hold(id, x, y);
    this.dropped = { id, x, y };
  }

  /** A piece says no. @param {string} id */
  shake(id) {
    const frames = [0, -0.05, 0.05, -0.03, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    this.run(this.figures.get(id)?.group.firstElementChild, frames, { duration: 260, easing: "ease-in-out" });
  }

  /** What lies on a place is shuffled: it fans out and closes again. @param {string} cell */
  riffle(cell) {
    const deck = [...this.figures.values()].filter(({ piece }) => piece.at === cell).slice(-7);
    deck.forEach(({ group }, i) => {
      const side = (i % 2 ? 1 : -1) * (0.1 + 0.04 * i);
      const frames = [0, side, 0, -side, 0].map((x) => ({ transform: `translateX(${x}px) rotate(${x * 60}deg)` }));
      this.run(group.firstElementChild, frames, { duration: 480, delay: i * 18, easing: "ease-in-out" });
    });
  }

  /** A piece that was held goes back to its place. @param {string} id @param {boolean} calm */
  release(id, calm) {
    const figure = this.figures.get(id);
    if (!figure) return;
    const from = figure.group.style.transform;
    const home = shift(figure.x, figure.y);
    figure.group.classList.remove("held");
    figure.group.style.transform = home;
    this.dropped = undefined;
    if (!calm && from !== home) this.run(figure.group, [{ transform: from }, { transform: home }], QUICK);
  }
}

/**
 * How it is shown that a piece turned over, turned round or changed its look.
 * @param {Piece} was
 * @param {Piece} now
 * @returns {[Keyframe[], KeyframeAnimationOptions] | undefined}
 */
function altered(was, now) {
  if (was.hidden !== now.hidden || was.picture !== now.picture || was.colour !== now.colour) {
    return [[{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: 300, easing: "ease-out" }];
  }
  if (was.turn !== null && now.turn !== null && was.turn !== now.turn) {
    return [[{ rotate: `${was.turn - now.turn}deg` }, { rotate: "0deg" }], { duration: 320, easing: "ease-in-out" }];
  }
  if (
    was.text !== now.text ||
    was.turn !== now.turn ||
    was.tags.join() !== now.tags.join() ||
    was.count !== now.count
  ) {
    return [[{ scale: 1 }, { scale: 1.14 }, { scale: 1 }], { duration: 320, easing: "ease-in-out" }];
  }
  return undefined;
}
