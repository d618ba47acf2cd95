/**
 * The rule sheet of a game, with pictures drawn from real positions.
 *
 * @import { View } from "../types"
 */
import { get } from "../net/api.js";
import { say } from "../say.js";
import { openDialog } from "../ui/dialog.js";
import { h, linkButton, row, tell } from "../ui/dom.js";
import { rulesLanguage } from "../ui/settings.js";
import { picture } from "../view/picture.js";
import { aboutTranslation, englishButton, isEnglish, showEnglish } from "./english_beside.js";

/** @typedef {{title: string, sheet: HTMLElement, readBack: boolean}} Sheet */

/** @type {View} */
export async function showRules(page, visit) {
  const { title, sheet, readBack } = await load(visit.params.game);
  visit.title(say("Rules of {game}", { game: title }));
  const play = linkButton("play", say("Play {game}", { game: title }), `/new/${visit.params.game}`);
  page.append(h("div", { class: "reading" }, h("p", {}, play), about(sheet, readBack), sheet));
  if (!sheet.querySelector("h1")) page.prepend(h("h1", {}, title));
}

/** The rules in a window over a match. @param {string} game */
export async function openRules(game) {
  try {
    const { title, sheet, readBack } = await load(game);
    sheet.querySelector("h1")?.remove();
    openDialog(say("Rules of {game}", { game: title }), [...about(sheet, readBack), sheet], { wide: true });
  } catch (error) {
    tell(error);
  }
}

/**
 * What stands above a sheet in another language than English.
 * @param {HTMLElement} sheet
 * @param {boolean} readBack  whether a reader of the translation alone understood it
 */
function about(sheet, readBack) {
  const translated = sheet.querySelector("[data-english]");
  if (isEnglish() && !translated) return [];
  const button = englishButton((shown) => showEnglish(sheet, shown));
  const why = say("The page is in English, because only rules are translated into this language as yet.");
  const alone = isEnglish() ? h("p", { class: "small quiet" }, why) : null;
  return [alone, aboutTranslation(sheet, readBack), translated ? row(button) : null];
}

/** @param {string} game @returns {Promise<Sheet>} */
async function load(game) {
  const { title, html, scenes, lang, dir, read_back } = await get(
    `/api/games/${game}/rules?lang=${encodeURIComponent(rulesLanguage())}`,
  );
  const sheet = h("article", { class: "sheet", lang, dir, html });
  for (const figure of sheet.querySelectorAll("figure[data-scene]")) {
    const scene = scenes[/** @type {HTMLElement} */ (figure).dataset.scene ?? ""];
    if (!scene) continue;
    const words = figure.querySelector("figcaption")?.textContent || say("A position");
    figure.prepend(h("div", { class: "picture", html: picture(scene, words) }));
  }
  return { title, sheet, readBack: read_back };
}
