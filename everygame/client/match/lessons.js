/**
 * The guided first match of a game: positions with one thing to do in each.
 *
 * @import { Choice, Scene, View, Visit, WireScene } from "../types"
 * @typedef {{say: string, hint: string, move: string, wrong: Record<string, string>, done: string,
 *   scene: WireScene, after: WireScene}} Step
 *   `wrong`: why a try is not it, by its move or by the place where it ends
 * @typedef {{title: string, learnt: string, steps: Step[],
 *   english: Record<string, string>}} Course  `english`: of each text as it is shown
 */
import { englishButton, isEnglish, markEnglish, showEnglish } from "../library/english_beside.js";
import { get } from "../net/api.js";
import { say } from "../say.js";
import { inWords } from "../scene/describe.js";
import { complete, materialOn } from "../scene/scene.js";
import { choiceButtons, choiceList } from "../ui/choice_buttons.js";
import { fill, h, iconButton, linkButton, row } from "../ui/dom.js";
import { sentences } from "../ui/sentences.js";
import { feel, sound } from "../ui/sounds.js";
import { fitted } from "../view/arrange_areas.js";
import { Board } from "../view/board.js";
import { playKey } from "../view/keyboard.js";
import { refocus } from "./refocus.js";

/** So many texts are measured, the longest ones. */
const MEASURED = 4;

/** @type {View} */
export async function showLessons(page, visit) {
  const language = encodeURIComponent(document.documentElement.lang);
  /** @type {Course} */
  const course = await get(`/api/games/${visit.params.game}/lessons?lang=${language}`);
  visit.title(say("Learn {game}", { game: course.title }), course.title);
  const lessons = new Lessons(course, visit);
  page.append(lessons.element());
  lessons.listen();
  visit.arrive(); // it is measured before it is drawn
  lessons.show(0);
  lessons.watchRoom();
}

class Lessons {
  /** @param {Course} course @param {Visit} visit */
  constructor({ title, learnt, steps, english }, visit) {
    this.title = title;
    this.learnt = learnt;
    this.english = english;
    this.beside = false;
    this.steps = steps;
    this.visit = visit;
    this.game = visit.params.game;
    this.at = 0;
    this.solved = false;
    /** @type {Scene | undefined} */
    this.before = undefined;
    this.gauge = h("i", { class: "gauge", "aria-hidden": "true" });
    this.count = h("p", { class: "quiet small" });
    this.task = h("p", { class: "prompt" });
    this.answer = h("p", { class: "hint", role: "status" });
    this.end = h("p", { class: "learnt", hidden: true });
    this.tools = h("div", { class: "row" });
    this.list = h("ul", { class: "list" });
    this.hint = iconButton("idea", say("Hint"), () => this.tell(this.step.hint));
    this.earlier = iconButton("back", say("Before"), () => this.show(this.at - 1));
    this.next = iconButton("forward", say("Next"), () => this.goOn(), { class: "main" });
    this.play = this.link("new", "play", say("Play {game}", { game: title }));
    const asked = h("div", { class: "lesson-task", role: "status" }, this.count, this.task);
    this.box = h("div", { class: "card now" }, asked, this.tools, this.answer, this.end);
    this.board = new Board({
      say: (text) => this.tell(text),
      play: (choice) => this.tried(choice),
      refused: () => feel("refused"),
      closed: (cell) => this.step.wrong[cell] ?? "",
      kept: () => this.task.getBoundingClientRect(),
    });
  }

  get step() {
    return this.steps[this.at];
  }

  get isLast() {
    return this.at + 1 === this.steps.length;
  }

  /** @param {string} page @param {string} sign @param {string} words */
  link(page, sign, words) {
    return linkButton(sign, words, `/${page}/${this.game}`);
  }

  element() {
    const heading = h("h1", { class: "unseen" }, say("Learn {game}", { game: this.title }));
    const side = [
      this.box,
      h("div", { class: "row" }, this.earlier, this.hint, this.next),
      h("details", { class: "all" }, h("summary", {}, say("All choices")), this.list),
      h("div", { class: "row" }, this.play, this.link("rules", "book", say("Rules"))),
      isEnglish() ? null : row(englishButton((shown) => this.showBeside(shown))),
    ];
    const table = h("section", { class: "table" }, heading, this.board.element);
    return h("div", { class: "match" }, this.gauge, table, h("aside", { class: "side" }, side));
  }

  /** Keys play as they do in a match. */
  listen() {
    const stop = new AbortController();
    this.visit.leave(() => stop.abort());
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const special = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      if (!special && !target.dataset.cell && playKey(this.board, event.key)) event.preventDefault();
    };
    document.addEventListener("keydown", pressed, { signal: stop.signal });
  }

  watchRoom() {
    const room = new ResizeObserver(() => this.resized());
    this.visit.leave(() => room.disconnect());
    room.observe(this.gauge);
  }

  /**
   * As a match is: so that the scene fills the room.
   * @param {WireScene} scene
   * @param {Parameters<Board["show"]>[1]} [how]
   */
  draw(scene, how) {
    const { offsetWidth, offsetHeight } = this.gauge;
    this.before = fitted(complete(scene), offsetHeight ? offsetWidth / offsetHeight : 1, this.before);
    void this.board.show(this.before, how);
  }

  resized() {
    this.board.resized();
    this.before = undefined;
    const { step, solved } = this;
    if (!solved && !this.answer.textContent) this.reserve();
    if (!this.board.dragging) this.draw(solved ? step.after : step.scene, { locked: solved });
  }

  /** @param {number} at */
  show(at) {
    this.at = at;
    this.solved = false;
    this.box.style.minHeight = "";
    this.draw(this.step.scene);
    this.answer.textContent = "";
    this.paint();
    this.reserve();
  }

  /** The box is as high as whatever may be said in this step needs: no button below it moves. */
  reserve() {
    const { box, task, answer, step } = this;
    const height = (/** @type {string} */ text) => {
      this.put(answer, text);
      return box.getBoundingClientRect().height;
    };
    box.style.minHeight = "";
    const most = Math.max(...longest(answers(step)).map(height));
    task.hidden = true;
    this.end.hidden = !(this.isLast && this.learnt);
    const done = height(step.done);
    task.hidden = false;
    this.end.hidden = true;
    this.put(answer, "");
    box.style.minHeight = `${Math.max(most, done)}px`;
  }

  goOn() {
    if (this.isLast) return this.visit.go(`/new/${this.game}`);
    const byKeys = this.next.matches(":focus-visible");
    this.show(this.at + 1);
    this.next.blur(); // it waits until this is solved
    if (byKeys) refocus(this.board, this.tools);
  }

  /** A text of the course, with its English where that is wanted. @param {HTMLElement} host @param {string} text */
  put(host, text) {
    host.textContent = text;
    if (isEnglish()) return;
    markEnglish(host, this.english[text]);
    showEnglish(this.box, this.beside);
  }

  /** @param {boolean} shown */
  showBeside(shown) {
    this.beside = shown;
    showEnglish(this.box, shown);
  }

  /** @param {string} text */
  tell(text) {
    this.put(this.answer, text);
    this.answer.scrollIntoView({ block: "nearest" });
  }

  /** @param {Choice} choice */
  tried(choice) {
    const { board, step } = this;
    if (choice.move === step.move) return this.succeeded(choice);
    board.restore();
    const was = say("That was: {choice}.", { choice: inWords(choice) });
    this.tell(step.wrong[choice.move] ?? sentences([was, step.hint]));
  }

  /** @param {Choice} choice */
  succeeded(choice) {
    this.solved = true;
    sound(choice.kind, materialOn(this.board.scene, [...choice.touch, ...choice.path]));
    const pieces = choice.path.length > 1 ? moved(this.board.scene, choice.path) : {};
    this.draw(this.step.after, { moving: true, locked: true, last: { pieces, cells: [] } });
    this.put(this.answer, this.step.done);
    this.paint();
    this.next.focus({ preventScroll: true });
    this.next.scrollIntoView({ block: "nearest" });
  }

  paint() {
    const { step, solved, isLast } = this;
    this.count.textContent = say("{number} of {all}", { number: this.at + 1, all: this.steps.length });
    this.put(this.task, step.say);
    this.task.classList.toggle("long", step.say.length > 120);
    this.task.hidden = solved;
    this.earlier.disabled = this.at === 0;
    this.hint.disabled = solved;
    this.paintWayOn();
    this.put(this.end, this.learnt);
    this.end.hidden = !(solved && isLast && this.learnt);
    fill(this.tools, solved ? [] : choiceButtons(this.board));
    fill(this.list, solved ? [] : choiceList(this.board));
  }

  /** At the end the button that goes on plays the game; until then another one does. */
  paintWayOn() {
    const { solved, isLast } = this;
    this.next.disabled = !solved;
    this.next.hidden = isLast && !solved;
    this.play.hidden = solved && isLast;
    const words = this.next.querySelector("span");
    if (words) words.textContent = isLast ? say("Play {game}", { game: this.title }) : say("Next");
  }
}

/** What may be said in a step while it is not done. @param {Step} step @returns {string[]} */
function answers({ hint, wrong, scene }) {
  const { choices, blocked, refusals } = complete(scene);
  const tries = choices.map((choice) => sentences([say("That was: {choice}.", { choice: inWords(choice) }), hint]));
  return [hint, ...Object.values(wrong), ...tries, ...Object.values(blocked), ...refusals.map(({ why }) => why)];
}

/** Of many texts those that may need most lines. @param {string[]} texts */
const longest = (texts) => [...texts].sort((one, other) => other.length - one.length).slice(0, MEASURED);

/**
 * The pieces on the first cell of a path go along it.
 * @param {Scene} scene
 * @param {readonly string[]} path
 */
function moved(scene, path) {
  const top = scene.pieces.filter((piece) => piece.at === path[0]).sort((a, b) => b.z - a.z)[0];
  return top ? { [top.id]: [...path] } : {};
}
