/**
 * A new puzzle of so many moves, made by the server when it is wanted.
 *
 * @import { Game, Option } from "../types"
 */
import { post } from "../net/api.js";
import { count, say } from "../say.js";
import { fill, h, iconButton, row, tell } from "../ui/dom.js";
import { optionValues } from "./draft.js";

/**
 * "Make a new puzzle of N moves".
 * @param {Game} game
 * @param {import("./new_match.js").Draft} draft
 * @param {Option} option
 * @param {(value: string) => void} set
 */
export function generator(game, draft, option, set) {
  const [least, most] = option.lengths ?? [1, 1];
  let length = Math.round((least * 2 + most) / 3);
  const asked = () => count(length, "Make a puzzle of {number} move", "Make a puzzle of {number} moves");
  const button = iconButton("dice", asked(), () => void make(), {});
  const oninput = () => {
    length = Number(slider.value);
    if (button.lastElementChild) button.lastElementChild.textContent = asked();
  };
  const range = { type: "range", min: least, max: most, value: String(length), oninput };
  const slider = h("input", { ...range, "aria-label": say("Moves of the new puzzle") });
  const progress = h("span", { class: "row small quiet", role: "status" });
  const body = () => ({ options: optionValues(game, draft), option: option.name, length });
  const make = () => made(game, body(), button, progress).then((value) => value !== undefined && set(value));
  return h("div", { class: "maker" }, slider, row(button, progress));
}

/**
 * The value of a new puzzle; undefined where none was made.
 * @param {Game} game
 * @param {any} body  what is asked for
 * @param {HTMLButtonElement} button  which rests meanwhile
 * @param {HTMLElement} progress
 * @returns {Promise<string | undefined>}
 */
async function made(game, body, button, progress) {
  const stop = new AbortController();
  const stopButton = h("button", { type: "button", class: "plain", onclick: () => stop.abort() }, say("Stop"));
  button.disabled = true;
  fill(progress, h("span", { class: "spinner little" }), say("Looking for one…"), stopButton);
  try {
    return (await post(`/api/games/${game.name}/generate`, body, stop.signal)).value;
  } catch (error) {
    tell(error);
  } finally {
    button.disabled = false;
    fill(progress);
  }
}
