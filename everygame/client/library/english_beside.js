/** The English beside a translation: of rule sheets and lessons, which are translated part by part. */
import { say } from "../say.js";
import { h, iconButton } from "../ui/dom.js";

/** Whether the page is in English itself. */
export const isEnglish = () => document.documentElement.lang === "en";

/**
 * Show or hide the English of all translated parts.
 * @param {Element} root  its parts have `data-english`
 * @param {boolean} shown
 */
export function showEnglish(root, shown) {
  for (const part of root.querySelectorAll("[data-english]")) {
    part.querySelector(".beside")?.remove();
    const { english } = /** @type {HTMLElement} */ (part).dataset;
    if (shown) part.append(h("span", { class: "beside", lang: "en", dir: "ltr" }, english ?? ""));
  }
}

/**
 * A button that shows the English beside it, and hides it again.
 * @param {(shown: boolean) => void} on
 */
export function englishButton(on) {
  const button = iconButton("globe", say("English beside it"), () => {
    const shown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(shown));
    on(shown);
  });
  button.classList.add("both");
  button.setAttribute("aria-pressed", "false");
  return button;
}

/**
 * Mark an element with a text of the game's author.
 * @param {HTMLElement} element
 * @param {string | undefined} english  of its text; the same text where nobody has translated it
 */
export function markEnglish(element, english) {
  const isForeign = english !== undefined && english === element.textContent;
  element.classList.toggle("english", isForeign);
  element.lang = isForeign ? "en" : "";
  if (!isForeign) element.removeAttribute("lang");
  element.dir = isForeign ? "ltr" : "";
  if (english && !isForeign) element.dataset.english = english;
  else delete element.dataset.english;
}

/**
 * What people have to know of a translated sheet.
 * @param {Element} sheet
 * @param {boolean} readBack  whether a reader of the translation alone understood it
 */
export function aboutTranslation(sheet, readBack) {
  const some = sheet.querySelector("[data-english]"),
    left = sheet.querySelector(".english");
  const words = some
    ? left
      ? say("A machine has translated these rules, and what is marked is still in English. The English rules count.")
      : readBack
        ? say(
            "A machine has translated these rules, and another one has answered questions from them. " +
              "No speaker has read them yet. The English rules count.",
          )
        : say("A machine has translated these rules, and no speaker has read them yet. The English rules count.")
    : say("These rules are in English as yet.");
  return h("p", { class: "small quiet" }, words);
}
