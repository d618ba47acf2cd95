/**
 * Drawing a value of an option by hand: the server sends a scene whose choices are the edits.
 *
 * @import { Game, Option, View, Visit, WireScene } from "../types"
 * @typedef {{value: string, scene: WireScene, playable: boolean, notes?: string[]}} Edited
 */
import { freshId, get, post } from "../net/api.js";
import { say } from "../say.js";
import { choiceButtons, choiceList } from "../ui/choice_buttons.js";
import { fill, h, iconButton, linkButton, row, tell } from "../ui/dom.js";
import { feel } from "../ui/sounds.js";
import { Board } from "../view/board.js";
import { draftFor, keepDraft, optionValues } from "./draft.js";
import { startMatch } from "./new_match.js";

/** @type {View} */
export async function showEditor(page, visit) {
  /** @type {Game} */
  const game = await get(`/api/games/${visit.params.game}`);
  const editable = game.options.filter((one) => one.editable);
  const option = editable.find((one) => one.name === visit.query.get("option")) ?? editable[0];
  if (!option) throw new Error(say("{game} has nothing to draw.", { game: game.title }));
  visit.title(say("Draw: {name}", { name: game.title }));
  const editor = new Editor(game, option, visit);
  page.append(editor.element());
  await editor.begin();
}

class Editor {
  /** @param {Game} game @param {Option} option @param {Visit} visit */
  constructor(game, option, visit) {
    this.game = game;
    this.option = option;
    this.visit = visit;
    this.draft = draftFor(game);
    /** @type {Edited[]} */
    this.past = [];
    this.say = h("p", { class: "hint small", role: "status" });
    this.prompt = h("p", { class: "prompt" });
    this.notes = h("ul", { class: "notes small" });
    this.tools = row();
    this.list = h("ul", { class: "list" });
    this.play = iconButton("play", say("Play this"), () => void this.start(), { class: "main big" });
    this.undo = iconButton("undo", say("Undo"), () => this.back());
    this.board = new Board({
      say: (text) => {
        this.say.textContent = text;
      },
      refused: () => feel("refused"),
      play: (choice) => void this.edit(choice.move),
    });
  }

  element() {
    const heading = h("h1", {}, say("Draw: {name}", { name: this.option.label }));
    const side = [
      h("div", { class: "card now" }, this.prompt, this.say, this.tools),
      row(this.undo, this.play),
      this.notes,
      h("details", { class: "all" }, h("summary", {}, say("All choices")), this.list),
      linkButton("back", say("Back without it"), `/new/${this.game.name}`),
    ];
    const table = h("section", { class: "table" }, heading, this.board.element);
    return h("div", { class: "match" }, table, h("aside", { class: "side" }, side));
  }

  begin() {
    const { draft, option } = this;
    return this.edit(undefined, draft.options[option.name] ?? option.default);
  }

  back() {
    this.past.pop();
    this.show(false);
  }

  /** @param {string} [move] @param {string} [value] */
  async edit(move, value = this.past.at(-1)?.value) {
    const { game, draft, option, past } = this;
    try {
      const body = { options: optionValues(game, draft), option: option.name, value };
      const asked = move === undefined ? body : { ...body, move };
      past.push(await post(`/api/games/${game.name}/edit`, asked));
      this.show(move !== undefined);
    } catch (error) {
      if (!past.length) throw error;
      tell(error);
      this.board.restore();
    }
  }

  /** @param {boolean} moving */
  show(moving) {
    const { board, past } = this;
    const now = /** @type {Edited} */ (past.at(-1));
    void board.show(now.scene, { moving });
    this.say.textContent = "";
    this.prompt.textContent = board.scene.prompt || say("Touch a square to change it.");
    const notes = new Set([...(now.notes ?? []), ...board.scene.notes]);
    fill(
      this.notes,
      [...notes].map((text) => h("li", {}, text)),
    );
    fill(this.tools, choiceButtons(board));
    fill(this.list, choiceList(board));
    this.undo.disabled = past.length < 2;
    this.play.disabled = !now.playable;
  }

  async start() {
    const { game, draft, option, play } = this;
    const value = this.past.at(-1)?.value;
    if (value === undefined) return;
    draft.options[option.name] = value;
    keepDraft(game, draft);
    play.disabled = true;
    try {
      this.visit.go(await startMatch(game, draft, freshId()));
    } catch (error) {
      play.disabled = false;
      tell(error);
    }
  }
}
