/**
 * The menu of choices that the touches so far leave open, beside the last touched place.
 *
 * @import { Choice } from "../types"
 * @import { Spot } from "../scene/places.js"
 * @import { Board } from "./board.js"
 */
import { say } from "../say.js";
import { finished, next, touch } from "../scene/choices.js";
import { onButton, place, warning } from "../scene/describe.js";
import { inSight, placeBeside } from "./beside_place.js";

export class ChoiceMenu {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.asking = /** @type {HTMLElement} */ (board.find(".ask"));
    this.asking.setAttribute("aria-label", say("Which?"));
    /**
     * What was chosen beside a place.
     * @type {{cell: string, move: string, moves: string[], focused: boolean} | null}
     */
    this.chosen = null;
    /** The line from the place to what is asked, as it is drawn. */
    this.tie = "";
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
    const asked = !this.asking.hidden && spot;
    if (asked) this.asking.setAttribute("aria-description", place(this.board.scene, spot));
    const tie = asked ? this.placeAsking(spot) : null;
    const [start, end] = tie?.map((point) => this.board.point(point).map((at) => at.toFixed(3))) ?? [];
    const drawn = start ? `M${start} L${end}` : "";
    if (drawn === this.tie) return;
    this.tie = drawn;
    this.board.drawAbove();
  }

  /** The line from the place to what is asked. */
  drawn() {
    return this.tie && ["path-back", "path-way"].map((name) => `<path class="${name}" d="${this.tie}"/>`).join("");
  }

  /**
   * @param {Choice} choice
   * @param {string} alike  the warning of all that cannot be taken back, where it is said once
   */
  button(choice, alike) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = onButton(choice);
    // signs such as "×3" are read out in words
    if (choice.name && !/\p{L}/u.test(button.textContent)) button.setAttribute("aria-label", choice.name);
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
    return placeBeside(
      this.board,
      this.asking,
      spot,
      goals.flatMap(({ id, carried }) => (carried ? [] : id)),
      goals.flatMap(({ id, carried }) => (carried ? id : [])),
      read,
    );
  }
}

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
