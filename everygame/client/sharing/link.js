/** A link for another device: as a picture, and to be copied, also where the browser gives a page no clipboard. */
import { h, iconButton, toast } from "../ui/dom.js";

/**
 * @param {{url: string, qr: string}} link
 * @returns {HTMLElement}
 */
export function linkBox({ url, qr }) {
  return h(
    "div",
    { class: "stacked" },
    h("img", { class: "qr", alt: "QR code of the link", src: `data:image/svg+xml,${encodeURIComponent(qr)}` }),
    ...linkText(url),
  );
}

/** Only as text. @param {string} url */
export function linkText(url) {
  const text = h("input", {
    type: "text",
    readonly: true,
    value: url,
    "aria-label": "Link",
    onfocus: () => text.select(),
  });
  return [text, iconButton("link", "Copy the link", () => void copy(text, "link"), {})];
}

/**
 * A page of plain http has no clipboard, but may still copy what is marked.
 * @param {HTMLInputElement} text
 * @param {string} what  it is
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text.value);
    return toast(`The ${what} is copied.`);
  } catch {
    text.focus();
    text.select();
  }
  toast(document.execCommand("copy") ? `The ${what} is copied.` : `Copy the marked ${what}.`);
}
