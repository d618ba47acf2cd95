/**
 * What stands beside a place of the board: the choices that the touches there leave open, and why a
 * touch leads nowhere.
 *
 * @import { Choice } from "../types"
 * @import { Spot } from "../scene/places.js"
 * @import { Board } from "./board.js"
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box  on the page
 */
import { say } from "../say.js";
import { finished, next, touch } from "../scene/choices.js";
import { onButton, warning } from "../scene/describe.js";
import { later, never } from "../world.js";
import { viewBox } from "./picture.js";

/** Milliseconds for which it is read why a touch leads nowhere. */
const TOLD = 3200;
/** So many pieces may be hidden before a question goes below the board, */
const FAR = 3;
/** and for each square that it is further away, */
const AWAY = 0.4;
/** and for each row of buttons that it would hide: a finger would meet another one than was meant. */
const OVER = 9;

export class Beside {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.asking = /** @type {HTMLElement} */ (board.find(".ask"));
    this.asking.setAttribute("aria-label", say("Which?"));
    this.refusal = /** @type {HTMLElement} */ (board.find(".refusal"));
    this.telling = 0;
    /**
     * What was chosen beside a place.
     * @type {{cell: string, move: string, moves: string[], focused: boolean} | null}
     */
    this.chosen = null;
  }

  /** Whether the keyboard is on one of the choices. */
  get focused() {
    return this.asking.contains(document.activeElement);
  }

  /**
   * Offer anew what was just chosen beside a place, if it can be done again: dealing, counting.
   * Where that is chance's, the next tap meets what it met before, and one elsewhere begins afresh:
   * who takes up a card draws none.
   * @returns {string}  the move, where the keyboard was on it
   */
  again() {
    const { board, chosen } = this;
    this.chosen = null;
    const same = chosen && board.scene.choices.find(({ move }) => move === chosen.move);
    if (!same) return "";
    const step = touch(board.walk, chosen.cell, "tap");
    if (!step.play) board.walk = { ...step.walk, only: same.final ? chosen.moves : undefined };
    return chosen.focused ? chosen.move : "";
  }

  /** @param {string} move */
  focusOn(move) {
    const buttons = [...this.asking.querySelectorAll("button")];
    buttons.find(({ dataset }) => dataset.move === move)?.focus({ preventScroll: true });
  }

  /** Offer the choices that the touches leave open, near the last touch. */
  ask() {
    const { walk, locked, dragging } = this.board;
    const idle = locked || !walk.touched.length || dragging;
    const offered = idle ? [] : finished(walk);
    const held = this.focused ? /** @type {HTMLElement} */ (document.activeElement).dataset.move : undefined;
    this.asking.hidden = !offered.length;
    const finals = offered.filter(({ final }) => final);
    const alike =
      finals.length > 1 && finals.every(({ final }) => final === finals[0].final) ? warning(finals[0].final) : "";
    this.asking.replaceChildren(
      ...offered.map((choice) => this.button(choice, alike)),
      ...(alike ? [small(finals.length < offered.length ? dashed(finals[0].final) : alike)] : []),
    );
    if (!walk.only || this.isHidden()) this.stay();
    if (held) this.focusOn(held);
  }

  /** Whether what is asked cannot be seen where it stands. */
  isHidden() {
    const box = this.asking.getBoundingClientRect();
    return !box.height || !inSight(box);
  }

  /** What is asked stands beside the last touch, wherever that now is. */
  stay() {
    const spot = this.board.places.get(this.board.walk.touched.at(-1) ?? "");
    if (!this.asking.hidden && spot) this.placeAsking(spot);
  }

  /**
   * @param {Choice} choice
   * @param {string} alike  the warning of all that cannot be taken back, where it is said once
   */
  button(choice, alike) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = onButton(choice);
    if (choice.final) button.classList.add("final");
    if (choice.final && alike) button.setAttribute("aria-description", alike);
    else if (choice.final) button.append(small(warning(choice.final)));
    button.dataset.move = choice.move;
    button.addEventListener("click", () => this.choose(choice));
    return button;
  }

  /** Choose what is offered beside the place that is touched. @param {Choice} choice */
  choose(choice) {
    const [cell, ...more] = this.board.walk.touched;
    const moves = finished(this.board.walk).map(({ move }) => move);
    this.chosen = more.length ? null : { cell, move: choice.move, moves, focused: this.focused };
    this.board.play(choice);
  }

  /** @param {Spot} spot */
  placeAsking(spot) {
    const goals = [...next({ ...this.board.walk, only: undefined })].map(([id, choices]) => ({
      id,
      carried: choices[0].kind === "carry",
    }));
    // How much to count is read from what lies face up, and the counter itself is watched.
    const counts = finished(this.board.walk).some(({ kind }) => kind === "count");
    const read = counts ? this.board.scene.pieces.flatMap(({ at, hidden }) => (hidden ? [] : at)) : [];
    this.place(
      this.asking,
      spot,
      goals.flatMap(({ id, carried }) => (carried ? [] : id)),
      goals.flatMap(({ id, carried }) => (carried ? id : [])),
      read,
    );
  }

  /**
   * Beside the place, or beyond the board and what is to be read there: in sight if it can be,
   * where it hides the least.
   * @param {HTMLElement} box
   * @param {Spot} spot
   * @param {string[]} [goals]  which it must not hide
   * @param {string[]} [others]  which it hides only as it hides pieces
   * @param {string[]} [read]  what it hides only where there is no other room
   */
  place(box, spot, goals = [], others = [], read = []) {
    const { scene, places, element, on } = this.board;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = box;
    const boxes = (/** @type {string[]} */ ids) =>
      [...new Set(ids)].flatMap((id) => places.get(id) ?? []).map((one) => this.onPage(one));
    const [here, open, needed, taken] = [
      this.onPage(spot),
      boxes(goals),
      boxes(read),
      boxes([...scene.pieces.map(({ at }) => at), ...others]),
    ];
    const [kept, controls] = [on.kept?.(), on.controls?.() ?? []];
    const at = (/** @type {number} */ x, /** @type {number} */ y, far = 0, most = right - wide) => {
      const start = Math.max(left, Math.min(x, most));
      const found = { left: start, top: y, right: start + wide, bottom: y + high };
      const hidden = (/** @type {Box[]} */ all) => all.filter((other) => meet(found, other)).length;
      return { ...found, cost: far + hidden(taken) + OVER * hidden(controls) };
    };
    const middle = (here.left + here.right) / 2;
    const gap = (here.bottom - here.top) / 20;
    const [side, across] = [here.bottom - here.top, [middle - wide / 2, here.left, here.right - wide]];
    // At its edges the place itself, else as near as the board leaves room.
    const rows = Array.from({ length: Math.ceil((bottom - top) / side) }, (_, n) =>
      across
        .flatMap((x) => [
          at(x, here.bottom + gap + n * side, n * AWAY),
          at(x, here.top - gap - high - n * side, n * AWAY),
        ])
        .filter((one) => !n || (one.top >= top && one.bottom <= bottom)),
    );
    const free = rows.flat().filter((one) => !open.some((goal) => meet(one, goal)) && !(kept && meet(one, kept)));
    const near = free.filter((one) => !needed.some((other) => meet(one, other)));
    const below = at(middle - wide / 2, bottom, FAR);
    const far = kept && meet(below, kept) ? at(below.left, kept.bottom + 4, FAR) : below;
    const aside = at(innerWidth, Math.max((kept?.bottom ?? 0) + 4, innerHeight - high - 4), FAR, innerWidth - wide - 4);
    const best = [...near, far, ...(near.length || innerWidth - right < wide + gap + 4 ? [] : [aside])].sort(
      (one, other) => one.cost - other.cost,
    );
    const found = best.find(inSight) ?? free.find(inSight) ?? near[0] ?? far;
    box.style.left = `${found.left - left}px`;
    box.style.top = `${found.top - top}px`;
    if (!inSight(found)) box.scrollIntoView({ block: "nearest" });
  }

  /** Where the square of a place is. @param {Spot} spot @returns {Box} */
  onPage(spot) {
    const { scene, element, zoom } = this.board;
    const [first, second, across] = viewBox(scene);
    const { left, top, width } = element.getBoundingClientRect();
    const square = (width / across) * zoom.scale;
    const [x, y] = [left + zoom.x + (spot.x - 0.5 - first) * square, top + zoom.y + (spot.y - 0.5 - second) * square];
    return { left: x, top: y, right: x + square, bottom: y + square };
  }

  /** @param {Spot} spot @param {string} why  a touch there leads nowhere */
  refuse(spot, why) {
    this.refusal.textContent = why;
    this.refusal.hidden = false;
    this.place(this.refusal, spot);
    never(this.telling);
    this.telling = later(() => this.quiet(), TOLD);
  }

  quiet() {
    this.refusal.hidden = true;
  }
}

/** @param {Box} one @param {Box} other */
const meet = (one, other) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
/** @param {Box} box */
const inSight = ({ top, bottom }) => top >= 0 && bottom <= innerHeight;

/** The warning that is said once for those that have a dashed edge. @param {string} final */
function dashed(final) {
  return final === "random"
    ? say("Dashed edge – chance decides: this cannot be taken back.")
    : say("Dashed edge – this cannot be taken back.");
}

/** @param {string} text */
function small(text) {
  const made = document.createElement("small");
  made.textContent = text;
  return made;
}
