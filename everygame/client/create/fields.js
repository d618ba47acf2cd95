/** The fields of the tools: a label and what can be changed. */
import { say } from "../say.js";
import { h, segments } from "../ui/dom.js";

/** @param {string} label @param {HTMLElement} input */
export function field(label, input) {
  return h("label", { class: "one" }, h("span", { class: "small quiet" }, label), input);
}

/** @param {string} label @param {string} value @param {(value: string) => void} on @param {number} [longest] */
export function text(label, value, on, longest = 40) {
  return field(
    label,
    h("input", {
      type: "text",
      value,
      maxlength: longest,
      "data-key": label,
      onchange: (/** @type {any} */ event) => on(event.target.value.trim()),
    }),
  );
}

/**
 * A number that is typed, or counted up and down.
 * @param {string} label
 * @param {number | undefined} value
 * @param {number} least
 * @param {number} most
 * @param {(value: number) => void} on
 * @param {number} [step]
 */
export function number(label, value, least, most, on, step = 1) {
  const change = (/** @type {any} */ event) => {
    const wanted = Math.round(Number(event.target.value));
    if (event.target.value && Number.isFinite(wanted)) on(Math.max(least, Math.min(most, wanted)));
  };
  const by = (/** @type {number} */ way, /** @type {Record<string, any>} */ how, /** @type {string} */ sign) => {
    const next = Math.max(least, Math.min(most, (value ?? least) + way));
    const onclick = () => on(next);
    return h("button", { type: "button", class: "icon", ...how, disabled: next === value, onclick }, sign);
  };
  const less = { "aria-label": say("{label}: less", { label }), "data-key": `${label}/less` };
  const more = { "aria-label": say("{label}: more", { label }), "data-key": `${label}/more` };
  const typed = { type: "number", value: String(value ?? ""), min: least, max: most, onchange: change };
  const input = h("input", { ...typed, "aria-label": label, "data-key": label });
  return named(label, h("div", { class: "stepper" }, by(-step, less, "−"), input, by(step, more, "+")));
}

/** Under a label that only eyes need. @param {string} label @param {HTMLElement} shown */
function named(label, shown) {
  return h("div", { class: "one" }, h("span", { class: "small quiet", "aria-hidden": "true" }, label), shown);
}

/**
 * @param {string} label
 * @param {[string, string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} on
 */
export function choice(label, choices, chosen, on) {
  return named(label, segments(label, choices, chosen, on));
}

/**
 * A row of colours.
 * @param {string} label
 * @param {[string, string][]} colours  value and spoken name
 * @param {string} chosen
 * @param {(value: string) => void} on
 */
export function swatches(label, colours, chosen, on) {
  const buttons = colours.map(([value, name]) =>
    h("button", {
      type: "button",
      class: `swatch ${value || "neutral"}`,
      "aria-label": name,
      title: name,
      "aria-pressed": String(value === chosen),
      "data-key": `${label}/${value}`,
      onclick: () => on(value),
    }),
  );
  return named(label, h("div", { class: "swatches", role: "group", "aria-label": label }, buttons));
}
