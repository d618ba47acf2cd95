/** Tabs: one panel is seen, arrows go from tab to tab. */
import { h } from "./dom.js";

/**
 * @param {[string, HTMLElement, (() => void)?][]} panels  title, panel, and what draws it when it is opened
 * @returns {HTMLElement}
 */
export function tabs(panels) {
  const heads = panels.map(([title, panel], i) => {
    panel.id = `panel-${title.toLowerCase()}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${title.toLowerCase()}`);
    return h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${title.toLowerCase()}`,
        "aria-controls": panel.id,
        onclick: () => choose(i),
      },
      title,
    );
  });
  /** @param {number} chosen */
  function choose(chosen) {
    panels.forEach(([, panel], i) => {
      panel.hidden = i !== chosen;
    });
    panels[chosen][2]?.();
    heads.forEach((head, i) => {
      head.setAttribute("aria-selected", String(i === chosen));
      head.tabIndex = i === chosen ? 0 : -1;
    });
  }
  const list = h(
    "div",
    {
      class: "tablist",
      role: "tablist",
      "aria-label": "More",
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const step = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 })[event.key];
        if (!step) return;
        event.preventDefault();
        const from = heads.indexOf(/** @type {any} */ (document.activeElement));
        const to = (from + step * (getComputedStyle(list).direction === "rtl" ? -1 : 1) + heads.length) % heads.length;
        choose(to);
        heads[to].focus();
      },
    },
    heads,
  );
  choose(0);
  return h(
    "div",
    { class: "tabs" },
    list,
    panels.map(([, panel]) => panel),
  );
}
