/** The choice of the language, on every page. */
import { say } from "../say.js";
import { h, icon } from "./dom.js";
import { chosenLanguage, languages, onlyRules, setLanguage } from "./settings.js";

/** How a language calls itself. @param {string} tag */
function nameOf(tag) {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** A list of all languages; the page is loaded again in the one that is chosen. */
export function tongueChoice() {
  const onchange = (/** @type {Event} */ event) => {
    setLanguage(/** @type {HTMLSelectElement} */ (event.target).value);
    location.reload();
  };
  const label = say("Language");
  const choice = h("select", { "aria-label": label, title: label, onchange }, firstOptions());
  // Fifty names take a phone longer than all else on a page: they come when somebody wants them.
  let isWhole = false;
  const complete = () => {
    if (!isWhole) choice.append(...otherOptions());
    isWhole = true;
  };
  choice.addEventListener("pointerdown", complete);
  choice.addEventListener("focus", complete);
  return h("span", { class: "tongue" }, h("span", { html: icon("globe") }), choice);
}

/** @param {string} tag @param {string} name */
const option = (tag, name) =>
  h("option", { value: tag, lang: tag || undefined, selected: tag === chosenLanguage() }, name);

/** That of the system, and the one that is chosen. */
function firstOptions() {
  const chosen = chosenLanguage();
  return [option("", say("As the system")), chosen && option(chosen, nameOf(chosen))];
}

/** All but the one that is chosen; those in which there are only rules stand apart. */
function otherOptions() {
  const chosen = chosenLanguage(),
    sheets = onlyRules();
  const named = (/** @type {string[]} */ tags) =>
    tags.filter((tag) => tag !== chosen).map((tag) => option(tag, nameOf(tag)));
  const whole = named(languages().filter((tag) => !sheets.includes(tag)));
  const others = named(sheets);
  return [...whole, ...(others.length ? [h("optgroup", { label: say("Rules only") }, ...others)] : [])];
}
