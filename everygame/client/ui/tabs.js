/** Tabs: one panel is seen, arrows go from tab to tab. */
import { say } from "../say.js";
import { h } from "./dom.js";

/** @typedef {[string, HTMLElement, (() => void)?]} Panel  title, panel, and what draws it when it is opened */

/** @param {Panel[]} panels @returns {HTMLElement} */
export function tabs(panels) {
  const heads = panels.map(([title, panel], i) => head(title, panel, () => choose(i)));
  /** @param {number} chosen */
  function choose(chosen) {
    panels.forEach(([, panel], i) => {
      panel.hidden = i !== chosen;
    });
    panels[chosen][2]?.();
    heads.forEach((one, i) => {
      one.setAttribute("aria-selected", String(i === chosen));
      one.tabIndex = i === chosen ? 0 : -1;
    });
  }
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const to = beside(event, heads);
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
    heads[to].focus();
  };
  choose(0);
  const list = h("div", { class: "tablist", role: "tablist", "aria-label": say("More"), onkeydown }, heads);
  return h(
    "div",
    { class: "tabs" },
    list,
    panels.map(([, panel]) => panel),
  );
}

/** @param {string} title @param {HTMLElement} panel @param {() => void} onclick */
function head(title, panel, onclick) {
  const name = title.toLowerCase().replace(/\s+/g, "-");
  panel.id = `panel-${name}`;
  panel.setAttribute("role", "tabpanel");
  panel.setAttribute("aria-labelledby", `tab-${name}`);
  return h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": panel.id, onclick }, title);
}

/** The tab to which an arrow leads; none for another key. @param {KeyboardEvent} event @param {HTMLElement[]} heads */
function beside({ key, currentTarget }, heads) {
  const step = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 })[key];
  if (!step) return undefined;
  const from = heads.indexOf(/** @type {any} */ (document.activeElement));
  const mirrored = getComputedStyle(/** @type {Element} */ (currentTarget)).direction === "rtl";
  return (from + step * (mirrored ? -1 : 1) + heads.length) % heads.length;
}
