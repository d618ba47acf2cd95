/**
 * Drawing a value of an option by hand: the server sends a scene whose choices are the edits.
 *
 * @import { Game, View } from "../types"
 */
import { freshId, get, post } from "../net/api.js";
import { buttons, once } from "../scene/choices.js";
import { inWords, onButton } from "../scene/describe.js";
import { fill, h, icon, iconButton, tell } from "../ui/dom.js";
import { feel } from "../ui/sounds.js";
import { Board } from "../view/board.js";
import { draftFor, keepDraft, optionValues } from "./draft.js";
import { startMatch } from "./newmatch.js";

/** @type {View} */
export async function showEditor(page, visit) {
  /** @type {Game} */
  const game = await get(`/api/games/${visit.params.game}`);
  const option =
    game.options.find((one) => one.name === visit.query.get("option") && one.editable) ??
    game.options.find((one) => one.editable);
  if (!option) throw new Error(`${game.title} has nothing to draw.`);
  visit.title(`Draw: ${game.title}`);
  const draft = draftFor(game);
  const first = draft.options[option.name] ?? option.default;
  const say = h("p", { class: "hint small", role: "status" });
  const prompt = h("p", { class: "prompt" });
  const notes = h("ul", { class: "notes small" });
  const tools = h("div", { class: "row" });
  const list = h("ul", { class: "list" });
  const play = iconButton("play", "Play this", () => void start(), { class: "main big" });
  const board = new Board({
    say: (text) => {
      say.textContent = text;
    },
    refused: () => feel("refused"),
    play: (choice) => void edit(choice.move),
  });
  /** @type {{value: string, scene: any, playable: boolean}[]} */
  const past = [];
  const undo = iconButton("undo", "Undo", () => {
    past.pop();
    show(false);
  });
  page.append(
    h(
      "div",
      { class: "match" },
      h("section", { class: "table" }, h("h1", {}, `Draw: ${option.label}`), board.element),
      h(
        "aside",
        { class: "side" },
        h("div", { class: "card now" }, prompt, say, tools),
        h("div", { class: "row" }, undo, play),
        notes,
        h("details", { class: "all" }, h("summary", {}, "All choices"), list),
        h("a", { class: "button", href: `/new/${game.name}`, html: icon("back") }, h("span", {}, "Back without it")),
      ),
    ),
  );
  await edit(undefined, first);

  /** @param {string} [move] @param {string} [value] */
  async function edit(move, value = past.at(-1)?.value) {
    try {
      const body = {
        options: optionValues(game, draft),
        option: option?.name,
        value,
        ...(move === undefined ? {} : { move }),
      };
      past.push(await post(`/api/games/${game.name}/edit`, body));
      show(move !== undefined);
    } catch (error) {
      if (!past.length) throw error;
      tell(error);
      board.restore();
    }
  }

  /** @param {boolean} moving */
  function show(moving) {
    const now = /** @type {any} */ (past.at(-1));
    void board.show(now.scene, { moving });
    say.textContent = "";
    prompt.textContent = board.scene.prompt || "Touch a square to change it.";
    fill(
      notes,
      [...new Set([...(now.notes ?? []), ...board.scene.notes])].map((text) => h("li", {}, text)),
    );
    fill(
      tools,
      buttons(board.scene).map((choice) =>
        h("button", { type: "button", "data-key": choice.move, onclick: () => board.play(choice) }, onButton(choice)),
      ),
    );
    fill(
      list,
      once(board.scene.choices).map((choice) =>
        h(
          "li",
          {},
          h("button", { type: "button", "data-key": choice.move, onclick: () => board.play(choice) }, inWords(choice)),
        ),
      ),
    );
    undo.disabled = past.length < 2;
    play.disabled = !now.playable;
  }

  async function start() {
    const value = past.at(-1)?.value;
    if (!option || value === undefined) return;
    draft.options[option.name] = value;
    keepDraft(game, draft);
    play.disabled = true;
    try {
      visit.go(await startMatch(game, draft, freshId()));
    } catch (error) {
      play.disabled = false;
      tell(error);
    }
  }
}
