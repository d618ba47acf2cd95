/**
 * The guided first match of a game: positions with one thing to do in each.
 *
 * @import { Choice, Scene, View } from "../types"
 * @typedef {{say: string, hint: string, move: string, wrong: Record<string, string>, done: string,
 *   scene: any, after: any}} Step
 *   `wrong`: why a try is not it, by its move or by the place where it ends
 */
import { get } from "../net/api.js";
import { buttons, once } from "../scene/choices.js";
import { inWords, onButton } from "../scene/describe.js";
import { complete } from "../scene/scene.js";
import { fill, h, icon, iconButton } from "../ui/dom.js";
import { feel, sound } from "../ui/sounds.js";
import { fitted } from "../view/arrange.js";
import { Board } from "../view/board.js";
import { playKey } from "../view/keyboard.js";

/** @type {View} */
export async function showLessons(page, visit) {
  /** @type {{title: string, learnt: string, steps: Step[]}} */
  const { title, learnt, steps } = await get(
    `/api/games/${visit.params.game}/lessons?lang=${encodeURIComponent(navigator.language || "en")}`,
  );
  visit.title(`Learn ${title}`, title);
  let at = 0;
  let solved = false;
  const count = h("p", { class: "quiet small" });
  const task = h("p", { class: "prompt" });
  const answer = h("p", { class: "hint", role: "status" });
  const end = h("p", { class: "learnt", hidden: true });
  const tools = h("div", { class: "row" });
  const list = h("ul", { class: "list" });
  const hint = iconButton("idea", "Hint", () => tell(steps[at].hint));
  const earlier = iconButton("back", "Before", () => show(at - 1));
  const next = iconButton(
    "forward",
    "Next",
    () => (at + 1 < steps.length ? show(at + 1) : visit.go(`/new/${visit.params.game}`)),
    { class: "main" },
  );
  const play = h(
    "a",
    { class: "button", href: `/new/${visit.params.game}`, html: icon("play") },
    h("span", {}, `Play ${title}`),
  );
  const box = h("div", { class: "card now" }, count, task, answer, end, tools);
  const board = new Board({
    say: tell,
    play: (choice) => void tried(choice),
    refused: () => feel("refused"),
    closed: (cell) => steps[at].wrong[cell] ?? "",
    kept: () => task.getBoundingClientRect(),
  });
  const gauge = h("i", { class: "gauge", "aria-hidden": "true" });
  page.append(
    h(
      "div",
      { class: "match" },
      gauge,
      h("section", { class: "table" }, h("h1", { class: "unseen" }, `Learn ${title}`), board.element),
      h(
        "aside",
        { class: "side" },
        box,
        h("div", { class: "row" }, earlier, hint, next),
        h("details", { class: "all" }, h("summary", {}, "All choices"), list),
        h(
          "div",
          { class: "row" },
          play,
          h("a", { class: "button", href: `/rules/${visit.params.game}`, html: icon("book") }, h("span", {}, "Rules")),
        ),
      ),
    ),
  );
  /** @type {Scene | undefined} */
  let before;
  const stop = new AbortController();
  const room = new ResizeObserver(() => resized());
  visit.leave(() => {
    stop.abort();
    room.disconnect();
  });
  document.addEventListener(
    "keydown",
    (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const special = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      if (!special && !target.dataset.cell && playKey(board, event.key)) event.preventDefault();
    },
    { signal: stop.signal },
  );
  visit.arrive(); // it is measured before it is drawn
  show(0);
  room.observe(gauge);

  /** As a match is: so that the scene fills the room. @param {any} scene @param {Parameters<Board["show"]>[1]} [how] */
  function draw(scene, how) {
    const { offsetWidth, offsetHeight } = gauge;
    before = fitted(complete(scene), offsetHeight ? offsetWidth / offsetHeight : 1, before);
    void board.show(before, how);
  }

  function resized() {
    board.resized();
    before = undefined;
    if (!board.dragging) draw(solved ? steps[at].after : steps[at].scene, { locked: solved });
  }

  /** @param {number} step */
  function show(step) {
    at = step;
    solved = false;
    box.style.minHeight = "";
    draw(steps[at].scene);
    answer.textContent = "";
    paint();
  }

  /** @param {string} text */
  function tell(text) {
    answer.textContent = text;
    answer.scrollIntoView({ block: "nearest" });
  }

  /** @param {Choice} choice */
  async function tried(choice) {
    if (choice.move !== steps[at].move) {
      board.restore();
      tell(steps[at].wrong[choice.move] ?? `That was: ${inWords(choice)}. ${steps[at].hint}`);
      return;
    }
    solved = true;
    sound(choice.kind);
    const pieces = choice.path.length > 1 ? moved(board.scene, choice.path) : {};
    draw(steps[at].after, { moving: true, locked: true, last: { pieces, cells: [] } });
    box.style.minHeight = `${box.getBoundingClientRect().height}px`; // and so the buttons below stay where they are
    answer.textContent = steps[at].done;
    paint();
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }

  function paint() {
    count.textContent = `${at + 1} of ${steps.length}`;
    task.textContent = steps[at].say;
    task.classList.toggle("long", steps[at].say.length > 120);
    task.hidden = solved;
    earlier.disabled = at === 0;
    hint.disabled = solved;
    next.disabled = !solved;
    const last = at + 1 === steps.length;
    next.hidden = last && !solved; // Play stands below
    const words = next.querySelector("span");
    end.textContent = learnt;
    end.hidden = !(solved && last && learnt);
    play.hidden = solved && last;
    if (words) words.textContent = last ? `Play ${title}` : "Next";
    const open = solved ? [] : board.scene.choices;
    fill(
      tools,
      solved
        ? []
        : buttons(board.scene).map((choice) =>
            h(
              "button",
              { type: "button", "data-key": choice.move, onclick: () => board.play(choice) },
              onButton(choice),
            ),
          ),
    );
    fill(
      list,
      once(open).map((choice) =>
        h(
          "li",
          {},
          h("button", { type: "button", "data-key": choice.move, onclick: () => board.play(choice) }, inWords(choice)),
        ),
      ),
    );
  }
}

/**
 * The pieces on the first cell of a path go along it.
 * @param {Scene} scene
 * @param {readonly string[]} path
 */
function moved(scene, path) {
  const top = scene.pieces.filter((piece) => piece.at === path[0]).sort((a, b) => b.z - a.z)[0];
  return top ? { [top.id]: [...path] } : {};
}
