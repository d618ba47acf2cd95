/** Dialogs: windows over the page, closed by Escape, by a tap beside them or by their button. */
import { say } from "../say.js";
import { now } from "../world.js";
import { DOUBLE, form, h, iconButton, row, tell } from "./dom.js";

/**
 * Open a dialog; one of the same title gives way to it.
 * @param {string} title
 * @param {import("./dom.js").Child[]} content
 * @param {{wide?: boolean}} [how]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, { wide = false } = {}) {
  const close = iconButton("close", say("Close"), () => made.close(), { bare: true, class: "plain" });
  const head = h("header", {}, h("h2", {}, title), close);
  const made = h("dialog", { class: wide ? "wide" : "", "aria-label": title }, head, ...content);
  for (const other of document.querySelectorAll("dialog")) if (other.ariaLabel === title) other.close();
  made.addEventListener("close", () => made.remove());
  closeFromBeside(made);
  document.body.append(made);
  made.showModal();
  return made;
}

/** A tap beside a dialog closes it, but the second one of those that opened it. @param {HTMLDialogElement} made */
function closeFromBeside(made) {
  const opened = now();
  const early = (/** @type {Event} */ event) => event.timeStamp - opened < DOUBLE;
  made.addEventListener("pointerdown", (event) => {
    if (event.target === made && beside(made, event) && !early(event)) made.close();
  });
  const swallow = (/** @type {MouseEvent} */ event) => {
    if (event.detail <= 1 || !early(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  made.addEventListener("click", swallow, true);
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
      row(
        h("button", { type: "button", class: "main", onclick: () => close(true) }, yes),
        h("button", { type: "button", onclick: () => close(false) }, no),
      ),
    ]);
    made.addEventListener("close", () => answer(false));
  });
}

/**
 * Ask for a name; the dialog stays where it cannot be kept.
 * @param {string} title
 * @param {string} label
 * @param {{id: string, maxlength: number, value: string, placeholder?: string, autocomplete?: string}} field
 * @param {HTMLElement} button  keeps it
 * @param {(name: string) => Promise<void>} keep
 * @returns {HTMLInputElement}  where it is written
 */
export function askName(title, label, field, button, keep) {
  const name = h("input", { type: "text", autocomplete: "off", ...field });
  const send = async () => {
    try {
      await keep(name.value.trim());
      dialog.close();
    } catch (error) {
      tell(error);
    }
  };
  const described = h("label", { for: field.id, class: "quiet small" }, label);
  const dialog = openDialog(title, [form(() => void send(), described, name, button)]);
  return name;
}
