/**
 * Installing the page as a program of its own, where the browser can.
 *
 * @import { Visit } from "../types"
 */
import { pocket } from "../net/address.js";
import { say } from "../say.js";
import { h, iconButton } from "../ui/dom.js";

/** What the browser offers. @type {any} */
let offer = null;
/** The buttons that stand on the page. @type {Set<HTMLElement>} */
const buttons = new Set();

/** From the start: the browser offers it once. */
export function listenForOffer() {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    have(event);
  });
  addEventListener("appinstalled", () => have(null));
}

/** @param {any} event */
function have(event) {
  offer = event;
  for (const button of buttons) button.hidden = !offer;
}

/** Seen only while the browser can. @param {Visit} visit */
export function installButton(visit) {
  const button = iconButton("save", say("Install"), () => void offer?.prompt());
  button.hidden = !offer;
  buttons.add(button);
  visit.leave(() => buttons.delete(button));
  return button;
}

/** How it is done where the browser offers nothing: an iPad or iPhone. */
export function installLine() {
  const apple = "standalone" in navigator && !(/** @type {any} */ (navigator).standalone);
  return (
    apple &&
    pocket &&
    h(
      "p",
      { class: "quiet small" },
      say(
        "To play without a net, tap Share and Add to Home Screen. There it has a " +
          "library of its own: take your matches along as one file, on the page Devices.",
      ),
    )
  );
}
