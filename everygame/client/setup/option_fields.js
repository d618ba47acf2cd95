/**
 * What may be chosen of the rules: values beside each other, or cards with pictures.
 *
 * @import { Option, Value } from "../types"
 * @import { NewMatch } from "./new_match.js"
 */
import { say } from "../say.js";
import { h, linkButton, row, segments } from "../ui/dom.js";
import { picture } from "../view/picture.js";
import { COLOURS, suits } from "./draft.js";
import { solved } from "./solved_puzzles.js";

/** @param {NewMatch} making */
export function optionFields(making) {
  const { options } = making.game;
  return options
    .filter((option) => suits(option.players, making.draft.players) && option.name !== COLOURS)
    .map((option) => optionField(making, option));
}

/** @param {NewMatch} making @param {Option} option */
function optionField(making, option) {
  const { draft } = making;
  const chosen = draft.options[option.name] ?? option.default;
  const offered = option.choices.filter((choice) => suits(choice.players, draft.players));
  if (offered.length < 2 && !option.editable && !option.lengths) return null;
  const set = (/** @type {string} */ value) => {
    draft.options[option.name] = value;
    making.changed();
  };
  return h(
    "div",
    { class: "field" },
    h("h2", {}, option.label),
    option.help && h("p", { class: "quiet small" }, option.help),
    values(making, option, offered, chosen, set),
    (option.editable || option.lengths) && ownValues(making, option, set),
  );
}

/**
 * @param {NewMatch} making
 * @param {Option} option
 * @param {Value[]} offered
 * @param {string} chosen
 * @param {(value: string) => void} set
 */
function values(making, option, offered, chosen, set) {
  const own = option.editable && !offered.some((choice) => choice.value === chosen);
  const yours = { value: chosen, label: say("Your own"), players: [], picture: making.scene };
  const all = own ? [...offered, yours] : offered;
  if (offered.some((choice) => choice.picture)) return cards(making, option, all, chosen, set);
  const pairs = all.map((one) => /** @type {[string, string]} */ ([one.value, one.label]));
  return segments(option.label, pairs, chosen, set);
}

/**
 * What is not offered, but can be made.
 * @param {NewMatch} making
 * @param {Option} option
 * @param {(value: string) => void} set
 */
function ownValues({ game, draft, puzzles }, option, set) {
  return row(
    option.editable && linkButton("pencil", say("Draw your own"), `/draw/${game.name}?option=${option.name}`),
    option.lengths && draft.players === 1 && puzzles?.generator(game, draft, option, set),
  );
}

/**
 * @param {NewMatch} making
 * @param {Option} option
 * @param {Value[]} values
 * @param {string} chosen
 * @param {(value: string) => void} set
 */
function cards(making, option, values, chosen, set) {
  const { game, draft } = making;
  const done = draft.players === 1 ? solved(game.name) : new Set();
  const made = values.map((one) => {
    const { value, label } = one;
    const key = `${option.name}/${value}`;
    const checked = value === chosen;
    const onchange = () => set(value);
    const scene = one.pictures?.[draft.players] ?? one.picture;
    return h(
      "label",
      { class: "card" },
      h("input", { type: "radio", name: option.name, value, checked, "data-key": key, onchange }),
      scene ? pictureOf(making, scene) : h("span", { class: "picture" }),
      h("span", {}, done.has(value) ? `✓ ${label}` : label),
    );
  });
  return h("fieldset", { class: "levels" }, h("legend", { class: "unseen" }, option.label), made);
}

/**
 * Each picture is drawn once, because it has hundreds of parts and all choices are shown anew at each tap.
 * @param {NewMatch} making
 * @param {any} scene
 * @returns {HTMLElement}
 */
function pictureOf({ pictures }, scene) {
  const drawn = pictures.get(scene) ?? h("span", { class: "picture", html: picture(scene) });
  pictures.set(scene, drawn);
  return drawn;
}
