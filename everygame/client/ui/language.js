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
  const chosen = chosenLanguage();
  const option = (/** @type {string} */ tag, /** @type {string} */ name) =>
    h("option", { value: tag, lang: tag || undefined, selected: tag === chosen }, name);
  const onchange = (/** @type {Event} */ event) => {
    setLanguage(/** @type {HTMLSelectElement} */ (event.target).value);
    location.reload();
  };
  const sheets = onlyRules();
  const [whole, others] = [languages().filter((tag) => !sheets.includes(tag)), sheets].map((tags) =>
    tags.map((tag) => option(tag, nameOf(tag))),
  );
  const rest = others.length ? h("optgroup", { label: say("Rules only") }, ...others) : null;
  const label = say("Language");
  const choice = h(
    "select",
    { "aria-label": label, title: label, onchange },
    option("", say("As the system")),
    whole,
    rest,
  );
  return h("span", { class: "tongue" }, h("span", { html: icon("globe") }), choice);
}
