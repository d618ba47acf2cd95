/**
 * The parts of the page of devices on what lies on this one: whether the browser keeps it, and all
 * of it as one file.
 *
 * @import { Visit } from "../types"
 */
import { save } from "../library/backup.js";
import { fileButton } from "../library/files.js";
import { pocket } from "../net/address.js";
import { say } from "../say.js";
import { h, iconButton, row, tell, toast } from "../ui/dom.js";

/** @param {Visit} visit */
export function everythingCard(visit) {
  const buttons = row(
    iconButton("save", say("Save all as a file"), () => void save().catch(tell)),
    fileButton(visit, say("Take from a file…")),
  );
  const secrets = say(
    "A match that keeps secrets is sealed until it is over: it can be taken only where it was played.",
  );
  return h(
    "section",
    { class: "card stacked" },
    h("h2", {}, say("All in one file")),
    h("p", { class: "quiet" }, fileMeans()),
    buttons,
    h("p", { class: "quiet small" }, secrets),
  );
}

const fileMeans = () =>
  say(
    "Matches, saves and games of your own. Such a file can be kept, or taken into a library " +
      "on a server or in another browser. What is taken is a copy, which goes on by itself.",
  );

/** Whether the browser keeps what lies in it; only for a page with its own Python. */
function keepingCard() {
  const host = h("p", { class: "quiet", role: "status" });
  const button = iconButton("save", say("Ask it to keep them"), () => void ask());
  const show = (/** @type {boolean} */ kept) => {
    button.hidden = kept;
    host.textContent = kept
      ? say("Your matches lie in this browser and nowhere else. It has promised to keep them until you delete them.")
      : say("Your matches lie in this browser and nowhere else. It may delete them when it lacks room.");
  };
  async function ask() {
    const kept = await navigator.storage.persist();
    show(kept);
    if (!kept) toast(say("The browser does not promise it. Install EveryGame, or save all as a file now and then."));
  }
  show(false);
  void navigator.storage.persisted().then(show);
  return h("section", { class: "card stacked" }, h("h2", {}, say("This device")), host, row(button));
}

/** For a page with its own Python, which has no other devices. @param {Visit} visit */
export function ownCards(visit) {
  return pocket ? [keepingCard(), everythingCard(visit)] : [everythingCard(visit)];
}
