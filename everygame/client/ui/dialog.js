/** Dialogs: windows over the page, closed by Escape, by a tap beside them or by their button. */
import { say } from "../say.js";
import { now } from "../world.js";
import { DOUBLE, h, iconButton } from "./dom.js";

/**
 * Open a dialog; one of the same title gives way to it.
 * @param {string} title
 * @param {import("./dom.js").Child[]} content
 * @param {{wide?: boolean}} [how]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, { wide = false } = {}) {
  const made = h(
    "dialog",
    { class: wide ? "wide" : "", "aria-label": title },
    h(
      "header",
      {},
      h("h2", {}, title),
      iconButton("close", say("Close"), () => made.close(), { bare: true, class: "plain" }),
    ),
    ...content,
  );
  for (const other of document.querySelectorAll("dialog")) if (other.ariaLabel === title) other.close();
  const opened = now();
  const early = (/** @type {Event} */ event) => event.timeStamp - opened < DOUBLE;
  made.addEventListener("close", () => made.remove());
  made.addEventListener("pointerdown", (event) => {
    if (event.target === made && beside(made, event) && !early(event)) made.close();
  });
  made.addEventListener(
    "click",
    (event) => {
      if (event.detail > 1 && early(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );
  document.body.append(made);
  made.showModal();
  return made;
}

/** @param {HTMLDialogElement} dialog @param {PointerEvent} event */
function beside(dialog, event) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
}

/**
 * Ask before something that cannot be taken back.
 * @param {string} question
 * @param {string} yes  what the button says
 * @param {string} [no]
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes, no = say("Cancel")) {
  return new Promise((answer) => {
    const close = (/** @type {boolean} */ value) => {
      answer(value);
      made.close();
    };
    const made = openDialog(question, [
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "main", onclick: () => close(true) }, yes),
        h("button", { type: "button", onclick: () => close(false) }, no),
      ),
    ]);
    made.addEventListener("close", () => answer(false));
  });
}
