/**
 * What somebody is called for, whatever they look at: a notice with a way there, a sound, and a
 * number before the title of a page that is hidden.
 */
import { say } from "../say.js";
import { later } from "../world.js";
import { h, toast } from "./dom.js";
import { sound } from "./sounds.js";

/** Milliseconds for which a notice with a link stays. */
const STAYS = 15_000;
/** Calls since the page was seen last. */
let unseen = 0;

/** @param {string} text @param {string} [path]  of the page where it is answered */
export function call(text, path) {
  sound("turn");
  const told = toast(text, Boolean(path));
  if (path) {
    told.append(h("a", { href: path, onclick: () => told.remove() }, say("Go there")));
    later(() => told.remove(), STAYS);
  }
  if (document.hidden) mark(unseen + 1);
}

/** A title, with the number of calls that nobody has seen. @param {string} title */
export const counted = (title) => (unseen ? `(${unseen}) ${title}` : title);

/** @param {number} number */
function mark(number) {
  const plain = document.title.replace(/^\(\d+\) /, "");
  unseen = number;
  document.title = counted(plain);
}

globalThis.document?.addEventListener("visibilitychange", () => {
  if (!document.hidden) mark(0);
});
