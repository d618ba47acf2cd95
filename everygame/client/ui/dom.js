/**
 * Small helpers to build the page.
 *
 * @typedef {Node | string | null | undefined | false} Child
 */
import { link } from "../net/address.js";
import { inOrder } from "../view/element_order.js";
import { later } from "../world.js";

/**
 * An element with attributes, listeners (`onclick`) and children. `html` is trusted SVG text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "html") made.innerHTML = value;
    else if (name === "href") made.setAttribute(name, link(value));
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") /** @type {any} */ (made).value = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...present(children.flat()));
  return made;
}

/** @param {Child[]} children @returns {(Node | string)[]} */
function present(children) {
  return children.flatMap((child) => (child === null || child === undefined || child === false ? [] : [child]));
}

/**
 * Put new children into an element; the focus stays on the one with the same `data-key`, or else the same address or
 * words. Where there is none and it came there by keys, `unfocused` goes up from the element.
 * @param {Element} host
 * @param {...(Child | Child[])} children
 */
export function fill(host, ...children) {
  keepFocus(host, () => host.replaceChildren(...present(children.flat())));
}

/**
 * The same for children of which most are there already: those are left alone.
 * @param {Element} host
 * @param {Element[]} children
 */
export function settle(host, children) {
  keepFocus(host, () => {
    inOrder(host, children);
    while (host.children.length > children.length) host.lastElementChild?.remove();
  });
}

/** @param {Element} host @param {() => void} change */
function keepFocus(host, change) {
  const active = document.activeElement;
  const held = active && host !== active && host.contains(active) ? knownBy(active) : "";
  const byKeys = active?.matches(":focus-visible");
  change();
  if (!held || document.activeElement === active) return;
  const again = /** @type {HTMLElement[]} */ ([...host.querySelectorAll("*")]).find(
    (one) => (one.tabIndex >= 0 || one.dataset.key) && !one.matches(":disabled") && knownBy(one) === held,
  );
  if (!again) return void (byKeys && host.dispatchEvent(new CustomEvent("unfocused", { bubbles: true })));
  again.focus({ preventScroll: true });
  if (again instanceof HTMLInputElement) again.select(); // what is typed next takes its place, as it did
}

/** By what an element is found again when it was made anew. @param {Element} element */
const knownBy = (element) =>
  element.getAttribute("data-key") ??
  element.getAttribute("href") ??
  element.getAttribute("aria-label") ??
  element.textContent;

/** The field in which something was typed that is not told yet. @type {EventTarget | null} */
let typing = null;

/**
 * Hear of something before whatever it is meant for does.
 * @template {keyof DocumentEventMap} K
 * @param {K} kind
 * @param {(event: DocumentEventMap[K]) => void} on
 */
const early = (kind, on) => document.addEventListener(kind, on, true);

/** Know from now on what is half typed. */
export function watchTyping() {
  early("input", (event) => {
    typing = event.target;
  });
  early("change", () => {
    typing = null;
  });
}

/** Whether somebody is typing in this element: a redraw would take half a word for the whole. @param {Element} host */
export const halfTyped = (host) =>
  typing !== null && typing === document.activeElement && host.contains(document.activeElement);

/** A button or a choice that is redrawn while it is pressed is pressed all the same. */
export function keepPresses() {
  /** @type {HTMLElement | null} */
  let held = null;
  early("pointerdown", (event) => {
    held = pressed(event.target);
  });
  early("pointerup", (event) => {
    const now = held?.isConnected ? null : pressed(event.target);
    if (now && now.dataset.key === held?.dataset.key) now.click();
    held = null;
  });
  early("keydown", (event) => {
    if (event.repeat && repeats(event)) stop(event);
  });
}

/** Nothing else hears of it. @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Milliseconds in which a second press at the same place is meant for what the first one met. */
export const DOUBLE = 500;
/** Pixels that the two may lie apart. */
const APART = 24;

/**
 * The second press of a double tap does not reach what appears in the place of what the first one
 * met: another page, or what a dialog lay upon.
 */
export function keepTaps() {
  /** @type {Press | null} */
  let first = null;
  let stray = false;
  const swallow = (/** @type {Event} */ event) => {
    if (stray) stop(event);
    if (event.type === "click") stray = false;
  };
  early("pointerdown", (event) => {
    stray = first !== null && isStray(first, event);
    if (!stray) first = { event, where: viewOf(event.target) };
    swallow(event);
  });
  early("pointerup", swallow);
  early("click", swallow);
  const forget = () => {
    first = null;
    stray = false;
  };
  early("keydown", forget); // whoever has typed or pasted meanwhile means the next press
  early("input", forget);
}

/** A press, and the dialog or the view that it met. @typedef {{event: PointerEvent, where: Element | null}} Press */

/** @param {EventTarget | null} target */
const viewOf = (target) => (target instanceof Element ? target.closest("dialog, .view") : null);

/** Whether a press was meant for what the one before it met. @param {Press} first @param {PointerEvent} event */
const isStray = (first, event) =>
  isGone(first.where) &&
  event.timeStamp - first.event.timeStamp < DOUBLE &&
  Math.hypot(event.clientX - first.event.clientX, event.clientY - first.event.clientY) < APART;

/** @param {Element | null} where */
const isGone = (where) => where !== null && (!where.isConnected || (where instanceof HTMLDialogElement && !where.open));

/** A key that is held down presses a button or touches a place only once. @param {KeyboardEvent} event */
function repeats({ key, target }) {
  const { dataset, nodeName } = /** @type {HTMLElement} */ (target);
  return key === "Enter" ? nodeName !== "TEXTAREA" : key === " " && Boolean(dataset.cell);
}

/** What a press here would press, if it has a `data-key`. @param {EventTarget | null} target */
function pressed(target) {
  const at = target instanceof Element ? target.closest("button, label") : null;
  const control = at instanceof HTMLLabelElement ? at.control : /** @type {HTMLElement | null} */ (at);
  return control?.dataset.key ? control : null;
}

/** @type {Record<string, string>} */
const ICONS = {
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M6 5v14",
  last: "M6 5l7 7-7 7M18 5v14",
  idea: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.700 1-2.500A6 6 0 0 0 12 3z",
  sound: "M4 9v6h4l5 4V5L8 9zM16.500 8.500a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12",
  mute: "M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6",
  star:
    "M12 3.500l2.600 5.400 5.900.8-4.300 4.100 1.100 " +
    "5.900-5.300-2.900-5.300 2.900 1.100-5.900-4.300-4.100 5.900-.8z",
  plies: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  book: "M4 5a2 2 0 0 1 2-2h13v16H6a2 2 0 0 0-2 2zM4 19V5M8 7h7M8 11h7",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  load: "M12 16V5M7 9l5-5 5 5M5 20h14",
  again: "M4 12a8 8 0 1 1 2.500 5.800M4 19v-5h5",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4.200 4.200 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4.200 4.200 0 0 0 6 6l1-1",
  flag: "M5 21V4M5 4c4-2 7 2 11 0 1-.4 2-.700 3-.700v9c-4 1.500-7-1.500-11 0-1 .4-2 .7-3 1",
  bot: "M6 9h12v9H6zM12 9V5M9.500 13h.01M14.500 13h.01M3 12v3M21 12v3M10 5h4",
  chart: "M4 20V4M4 20h16M7 15l4-5 4 3 5-7",
  way: "M5 19c7 0 3-9 8-9h6M15 6l4 4-4 4",
  close: "M6 6l12 12M18 6L6 18",
  play: "M7 4.500v15l13-7.500z",
  pencil: "M4 20l1-4L16 5l3 3L8 19z",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  keys: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M17 14H7",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
  dice: "M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01",
  plus: "M12 5v14M5 12h14",
  copies: "M8 8h12v12H8zM16 8V4H4v12h4",
  eye: "M2 12c4-8 16-8 20 0-4 8-16 8-20 0M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6",
  pause: "M8 5v14M16 5v14",
  draw: "M4 9h16M4 15h16",
  devices: "M3 5h13v6M3 5v9h8M1.500 18H11M14 12h7v9h-7zM17 18.500h1",
  people:
    "M8.500 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M2 20c0-4 3-6 6.500-6s6.500 " +
    "2 6.500 6M15.500 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2.500.8 4 2.700 4 5.500",
  speak: "M4 5h16v11H11l-5 4v-4H4z",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4M12 5V3",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18" + "M12 3c3.500 4 3.500 14 0 18M12 3c-3.500 4-3.500 14 0 18",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
};

/** Icons that point in the direction of reading. */
const WAYS = new Set(["undo", "redo", "back", "forward", "first", "last", "again", "way"]);

/** @param {string} name */
export function icon(name) {
  const look = WAYS.has(name) ? "icon along" : "icon";
  return `<svg class="${look}" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}

/**
 * A button with an icon and, unless it is only an icon, its text.
 * @param {string} name  of the icon
 * @param {string} text
 * @param {() => void} onclick
 * @param {Record<string, any>} [props]  `bare`: only the icon is shown
 */
export function iconButton(name, text, onclick, { bare, ...props } = {}) {
  const label = bare ? { "aria-label": text, title: text } : {};
  const made = h("button", { type: "button", onclick, html: icon(name), ...label, ...props });
  if (bare) made.classList.add("icon");
  else made.append(h("span", {}, text));
  return made;
}

/**
 * A link that looks like a button with an icon.
 * @param {string} name  of the icon
 * @param {string} text
 * @param {string} href
 * @param {Record<string, any>} [props]
 */
export function linkButton(name, text, href, props = {}) {
  return h("a", { class: "button", href, html: icon(name), ...props }, h("span", {}, text));
}

/** Things beside each other. @param {...(Child | Child[])} children */
export function row(...children) {
  return h("div", { class: "row" }, ...children);
}

/**
 * A list, whose class says how it looks.
 * @param {string} look
 * @param {Child[]} items
 */
export function list(look, items) {
  return h("ul", { class: look }, items);
}

/**
 * Things below each other that are sent by a button, or by Enter.
 * @param {() => void} submit
 * @param {...(Child | Child[])} children
 */
export function form(submit, ...children) {
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    submit();
  };
  return h("form", { class: "stacked", onsubmit }, ...children);
}

/** The button that sends a form. @param {string} text */
export function submitButton(text) {
  return h("button", { type: "submit", class: "main" }, text);
}

/**
 * A quiet message at the bottom of the page, for a while or until it is taken away.
 * @param {string} text
 * @param {boolean} [stays]
 * @returns {HTMLElement}
 */
export function toast(text, stays) {
  const host =
    /** @type {HTMLElement | null} */ (document.querySelector(".toasts")) ??
    document.body.appendChild(h("div", { class: "toasts", role: "status", "aria-live": "polite", popover: "manual" }));
  if (host.showPopover) {
    if (host.matches(":popover-open")) host.hidePopover();
    host.showPopover(); // above a dialog that was opened since
  }
  const made = h("p", { class: "toast" }, text);
  host.append(made);
  if (!stays) later(() => made.remove(), 3000 + 60 * text.length);
  return made;
}

/** Show why something did not work. @param {unknown} error */
export function tell(error) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  toast(error instanceof Error ? error.message : String(error));
}

/**
 * Radio buttons that look like a switch.
 * @param {string} legend
 * @param {[string, string][]} choices  value and text
 * @param {string} chosen
 * @param {(value: string) => void} on
 */
export function segments(legend, choices, chosen, on) {
  const name = `group-${++groups}`;
  const radio = (/** @type {string} */ value) =>
    h("input", {
      type: "radio",
      name,
      value,
      checked: value === chosen,
      "data-key": `${legend}/${value}`,
      onchange: () => on(value),
    });
  const labels = choices.map(([value, text]) => h("label", {}, radio(value), text));
  return h("fieldset", { class: "segments" }, h("legend", { class: "unseen" }, legend), labels);
}
let groups = 0;

/** @param {string} text */
export function waiting(text) {
  return h("div", { class: "wait" }, h("div", { class: "spinner" }), h("p", {}, text));
}
