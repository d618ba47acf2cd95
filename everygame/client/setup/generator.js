/**
 * A new puzzle of so many moves, made by the server when it is wanted.
 *
 * @import { Game, Option } from "../types"
 */
import { post } from "../net/api.js";
import { count, say } from "../say.js";
import { fill, h, iconButton, tell } from "../ui/dom.js";
import { optionValues } from "./draft.js";

/**
 * "Make a new puzzle of N moves".
 * @param {Game} game
 * @param {import("./newmatch.js").Draft} draft
 * @param {Option} option
 * @param {(value: string) => void} set
 */
export function generator(game, draft, option, set) {
  const [least, most] = option.lengths ?? [1, 1];
  let length = Math.round((least * 2 + most) / 3);
  const asked = () => count(length, "Make a puzzle of {number} move", "Make a puzzle of {number} moves");
  const button = iconButton("dice", asked(), () => void make(), {});
  const slider = h("input", {
    type: "range",
    min: least,
    max: most,
    value: String(length),
    "aria-label": say("Moves of the new puzzle"),
    oninput: () => {
      length = Number(slider.value);
      if (button.lastElementChild) button.lastElementChild.textContent = asked();
    },
  });
  const progress = h("span", { class: "row small quiet", role: "status" });
  async function make() {
    const stop = new AbortController();
    button.disabled = true;
    fill(
      progress,
      h("span", { class: "spinner little" }),
      say("Looking for one…"),
      h("button", { type: "button", class: "plain", onclick: () => stop.abort() }, say("Stop")),
    );
    try {
      const made = await post(
        `/api/games/${game.name}/generate`,
        { options: optionValues(game, draft), option: option.name, length },
        stop.signal,
      );
      set(made.value);
    } catch (error) {
      tell(error);
    } finally {
      button.disabled = false;
      fill(progress);
    }
  }
  return h("div", { class: "maker" }, slider, h("div", { class: "row" }, button, progress));
}
