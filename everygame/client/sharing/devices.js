/**
 * The page of devices: who may join from this network, and on which devices one's library is.
 *
 * @import { View } from "../types"
 * @typedef {{number: number, name: string, title: string, seen: number, this: boolean}} Browser
 */
import { pocket, whole } from "../net/address.js";
import { came, get, post, remove } from "../net/api.js";
import { count, say } from "../say.js";
import { askName, confirmed, openDialog } from "../ui/dialog.js";
import { fill, h, iconButton, linkButton, list, row, segments, submitButton, tell } from "../ui/dom.js";
import { forgetAll } from "../ui/settings.js";
import { since } from "../ui/time_words.js";
import { copy, linkBox } from "./link.js";
import { networkCard, networkSwitch } from "./network.js";
import { ownCards } from "./this_device.js";

/** @type {View} */
export async function showDevices(page, visit) {
  visit.title(say("Devices"));
  const cards = (/** @type {import("../ui/dom.js").Child[]} */ ...shown) =>
    page.append(h("div", { class: "devices stacked" }, h("h1", {}, say("Devices")), ...shown));
  if (pocket) return cards(...ownCards(visit), (await came(import("../pocket/own_games.js"))).gamesCard(visit));
  const library = h("section", { class: "card stacked" });
  const [network] = await Promise.all([networkCard(), draw(library)]);
  cards(network, library, ...ownCards(visit));
}

/** @param {HTMLElement} host */
async function draw(host) {
  const { devices, code } = await get("/api/devices");
  devices.sort((/** @type {Browser} */ one, /** @type {Browser} */ other) => Number(other.this) - Number(one.this));
  const again = () => void draw(host).catch(tell);
  fill(host, ...ofDevices(devices, again), ...ofLoss(code, again), ofDeleting(devices.length));
}

/** On which devices the library is. @param {Browser[]} devices @param {() => void} again */
function ofDevices(devices, again) {
  const shared = devices.length > 1;
  return [
    h("h2", {}, say("My library")),
    h(
      "p",
      { class: "quiet" },
      shared
        ? say("These devices have the same library: they see your matches and play your seats.")
        : say("Your matches are on this device. Other devices of yours can have them too."),
    ),
    list(
      "owned",
      devices.map((one) => item(one, again)),
    ),
    row(
      iconButton("devices", say("Add a device"), () => openLink(), { class: "main" }),
      linkButton("load", say("I have a link or a code"), "/take"),
    ),
  ];
}

/** @param {number | null} code  when the last one was made @param {() => void} again */
function ofLoss(code, again) {
  const make = code ? say("Make a new recovery code") : say("Make a recovery code");
  return [
    h("h3", {}, say("If this device is lost")),
    h("p", { class: "quiet" }, ofCode(code)),
    row(iconButton("keys", make, () => void openCode(again, Boolean(code)))),
  ];
}

/** @param {number} devices */
function ofDeleting(devices) {
  if (!devices) return null;
  const onclick = () => void deleteThis(devices > 1);
  return h("div", { class: "row end" }, iconButton("bin", say("Delete this device"), onclick, { class: "plain" }));
}

/** What a recovery code does. @param {number | null} made */
function ofCode(made) {
  if (!made) return say("With a recovery code, written on paper, a new device gets this library.");
  return say("A recovery code was made {when}. With it a new device gets this library. A new code ends it.", {
    when: since(made),
  });
}

/** @param {Browser} one @param {() => void} again */
function item(one, again) {
  const seen = one.this ? say("this device") : say("last seen {when}", { when: since(one.seen) });
  const bare = { bare: true, class: "plain" };
  return h(
    "li",
    {},
    h("span", { class: "who" }, h("strong", {}, one.title), h("span", { class: "quiet small" }, seen)),
    iconButton("pencil", say("Rename {name}", { name: one.title }), () => rename(one, again), bare),
    !one.this && h("button", { type: "button", onclick: () => void sendAway(one, again) }, say("Send away")),
  );
}

/** @param {Browser} one @param {() => void} again */
function rename(one, again) {
  const field = { id: "device-name", maxlength: 40, value: one.name, placeholder: one.title };
  const label = say("As you call it: My phone, the tablet in the kitchen");
  askName(say("Name of the device"), label, field, submitButton(say("Keep the name")), async (name) => {
    await post("/api/devices/name", { number: one.number, name });
    again();
  });
}

/** @param {Browser} one @param {() => void} again */
async function sendAway(one, again) {
  if (
    !(await confirmed(
      say("Send {name} away? It loses this library at once, also in the middle of a match.", { name: one.title }),
      say("Send away"),
    ))
  )
    return;
  await remove(`/api/devices/${one.number}`).catch(tell);
  again();
}

/** A link that brings the library to another device. */
function openLink() {
  const host = h("div", { class: "stacked" });
  const becomes = segments(say("What becomes of it here"), ways(), "share", (kind) => void show(kind === "move"));
  openDialog(say("Your library on another device"), [h("div", { class: "stacked" }, h("div", {}, becomes), host)]);
  const show = async (/** @type {boolean} */ move) => {
    try {
      const link = await post("/api/devices/link", { move });
      fill(host, ...ofLink(link, move, () => void show(move)));
    } catch (error) {
      tell(error);
    }
  };
  void show(false);
}

/** @returns {[string, string][]} */
const ways = () => [
  ["share", say("Share it")],
  ["move", say("Move it")],
];

/** @param {any} link @param {boolean} move @param {() => void} again  where the network has been switched */
function ofLink(link, move, again) {
  const becomes = move
    ? say("Then this device has the library no more.")
    : say("Then both see your matches and play your seats.");
  return [
    h("p", {}, howLong(link.minutes)),
    h("p", { class: "quiet small" }, becomes),
    link.note && h("p", { class: "note small" }, link.note),
    link.switch && networkSwitch(false, again),
    linkBox(link),
  ];
}

/** What to do with a link. @param {number} minutes  for which it is good */
const howLong = (minutes) =>
  count(
    minutes,
    "Open this link on the other device, or point its camera at the square. It works once, within {number} minute.",
    "Open this link on the other device, or point its camera at the square. It works once, within {number} minutes.",
  );

/** @param {() => void} again @param {boolean} had */
async function openCode(again, had) {
  if (had && !(await confirmed(say("Make a new recovery code? The one before is void then."), say("Make a new one"))))
    return;
  try {
    const { code } = await post("/api/devices/code");
    openDialog(say("Your recovery code"), [written(code)]).addEventListener("close", again);
  } catch (error) {
    tell(error);
  }
}

/** @param {string} code */
function written(code) {
  const text = h("input", {
    type: "text",
    readonly: true,
    class: "code",
    value: code,
    "aria-label": say("Recovery code"),
    onfocus: () => text.select(),
  });
  const onclick = () => void copy(text, say("The code is copied."), say("Copy the marked code."));
  const means = say("Write it down; it is shown only now. Whoever has it can get your library, once.");
  return h(
    "div",
    { class: "stacked" },
    h("p", {}, means),
    text,
    row(iconButton("save", say("Copy the code"), onclick, { class: "main" })),
  );
}

/** @param {boolean} shared */
async function deleteThis(shared) {
  const question = shared
    ? say("Delete this device? It forgets your library; your other devices keep it.")
    : say(
        "Delete this device and what is only yours? Matches and games of your own " +
          "that nobody else has are gone for ever. Matches with others stay with them.",
      );
  if (!(await confirmed(question, say("Delete")))) return;
  try {
    await post("/api/devices/delete");
    forgetAll();
    location.replace(whole("/"));
  } catch (error) {
    tell(error);
  }
}
