/** A link for another device: as a picture, and to be copied, also where the browser gives a page no clipboard. */
import { say } from "../say.js";
import { h, iconButton, toast } from "../ui/dom.js";

/**
 * @param {{url: string, qr: string}} link
 * @returns {HTMLElement}
 */
export function linkBox({ url, qr }) {
  return h(
    "div",
    { class: "stacked" },
    h("img", { class: "qr", alt: say("QR code of the link"), src: `data:image/svg+xml,${encodeURIComponent(qr)}` }),
    ...linkText(url),
  );
}

/** Only as text. @param {string} url */
export function linkText(url) {
  const text = h("input", {
    type: "text",
    readonly: true,
    value: url,
    "aria-label": say("Link"),
    onfocus: () => text.select(),
  });
  const copyIt = () => void copy(text, say("The link is copied."), say("Copy the marked link."));
  return [text, iconButton("link", say("Copy the link"), copyIt, {})];
}

/**
 * A page of plain http has no clipboard, but may still copy what is marked.
 * @param {HTMLInputElement} text
 * @param {string} copied  what is said then
 * @param {string} marked  what is said where it must be copied by hand
 */
export async function copy(text, copied, marked) {
  try {
    await navigator.clipboard.writeText(text.value);
    return toast(copied);
  } catch {
    text.focus();
    text.select();
  }
  toast(document.execCommand("copy") ? copied : marked);
}
