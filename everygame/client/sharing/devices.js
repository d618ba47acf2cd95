/**
 * The page of devices: who may join from this network, and on which devices one's library is.
 *
 * @import { View } from "../types"
 * @typedef {{number: number, name: string, title: string, seen: number, this: boolean}} Browser
 */
import { pocket, whole } from "../net/address.js";
import { came, get, post, remove } from "../net/api.js";
import { count, say } from "../say.js";
import { confirmed, openDialog } from "../ui/dialog.js";
import { fill, h, icon, iconButton, segments, tell } from "../ui/dom.js";
import { forgetAll } from "../ui/settings.js";
import { since } from "../ui/time.js";
import { ownCards } from "./keeping.js";
import { copy, linkBox } from "./link.js";
import { networkCard, networkSwitch } from "./network.js";

/** @type {View} */
export async function showDevices(page, visit) {
  visit.title(say("Devices"));
  if (pocket)
    return page.append(
      h(
        "div",
        { class: "devices stacked" },
        h("h1", {}, say("Devices")),
        ...ownCards(visit),
        (await came(import("../pocket/games.js"))).gamesCard(visit),
      ),
    );
  const library = h("section", { class: "card stacked" });
  const [network] = await Promise.all([networkCard(), draw(library)]);
  page.append(
    h("div", { class: "devices stacked" }, h("h1", {}, say("Devices")), network, library, ...ownCards(visit)),
  );
}

/** @param {HTMLElement} host */
async function draw(host) {
  const { devices, code } = await get("/api/devices");
  devices.sort((/** @type {Browser} */ one, /** @type {Browser} */ other) => Number(other.this) - Number(one.this));
  const again = () => void draw(host).catch(tell);
  fill(
    host,
    h("h2", {}, say("My library")),
    h(
      "p",
      { class: "quiet" },
      devices.length > 1
        ? say("These devices have the same library: they see your matches and play your seats.")
        : say("Your matches are on this device. Other devices of yours can have them too."),
    ),
    h(
      "ul",
      { class: "owned" },
      devices.map((/** @type {Browser} */ one) => row(one, again)),
    ),
    h(
      "div",
      { class: "row" },
      iconButton("devices", say("Add a device"), () => openLink(), { class: "main" }),
      h("a", { class: "button", href: "/take", html: icon("load") }, h("span", {}, say("I have a link or a code"))),
    ),
    h("h3", {}, say("If this device is lost")),
    h("p", { class: "quiet" }, ofCode(code)),
    h(
      "div",
      { class: "row" },
      iconButton(
        "keys",
        code ? say("Make a new recovery code") : say("Make a recovery code"),
        () => void openCode(again, Boolean(code)),
      ),
    ),
    devices.length > 0 &&
      h(
        "div",
        { class: "row end" },
        iconButton("bin", say("Delete this device"), () => void deleteThis(devices.length > 1), { class: "plain" }),
      ),
  );
}

/** What a recovery code does. @param {number | null} made */
function ofCode(made) {
  if (!made) return say("With a recovery code, written on paper, a new device gets this library.");
  return say("A recovery code was made {when}. With it a new device gets this library. A new code ends it.", {
    when: since(made),
  });
}

/** @param {Browser} one @param {() => void} again */
function row(one, again) {
  return h(
    "li",
    {},
    h(
      "span",
      { class: "who" },
      h("strong", {}, one.title),
      h(
        "span",
        { class: "quiet small" },
        one.this ? say("this device") : say("last seen {when}", { when: since(one.seen) }),
      ),
    ),
    iconButton("pencil", say("Rename {name}", { name: one.title }), () => rename(one, again), {
      bare: true,
      class: "plain",
    }),
    !one.this && h("button", { type: "button", onclick: () => void sendAway(one, again) }, say("Send away")),
  );
}

/** @param {Browser} one @param {() => void} again */
function rename(one, again) {
  const name = h("input", {
    type: "text",
    id: "device-name",
    maxlength: 40,
    value: one.name,
    placeholder: one.title,
    autocomplete: "off",
  });
  const dialog = openDialog(say("Name of the device"), [
    h(
      "form",
      {
        class: "stacked",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void keep();
        },
      },
      h(
        "label",
        { for: "device-name", class: "quiet small" },
        say("As you call it: My phone, the tablet in the kitchen"),
      ),
      name,
      h("button", { type: "submit", class: "main" }, say("Keep the name")),
    ),
  ]);
  async function keep() {
    try {
      await post("/api/devices/name", { number: one.number, name: name.value.trim() });
      dialog.close();
      again();
    } catch (error) {
      tell(error);
    }
  }
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
  openDialog(say("Your library on another device"), [
    h(
      "div",
      { class: "stacked" },
      h(
        "div",
        {},
        segments(
          say("What becomes of it here"),
          [
            ["share", say("Share it")],
            ["move", say("Move it")],
          ],
          "share",
          (kind) => void show(kind === "move"),
        ),
      ),
      host,
    ),
  ]);
  void show(false);
  async function show(/** @type {boolean} */ move) {
    try {
      const link = await post("/api/devices/link", { move });
      fill(
        host,
        h("p", {}, howLong(link.minutes)),
        h(
          "p",
          { class: "quiet small" },
          move
            ? say("Then this device has the library no more.")
            : say("Then both see your matches and play your seats."),
        ),
        link.note && h("p", { class: "note small" }, link.note),
        link.switch && networkSwitch(false, () => void show(move)),
        linkBox(link),
      );
    } catch (error) {
      tell(error);
    }
  }
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
    const text = h("input", {
      type: "text",
      readonly: true,
      class: "code",
      value: code,
      "aria-label": say("Recovery code"),
      onfocus: () => text.select(),
    });
    const dialog = openDialog(say("Your recovery code"), [
      h(
        "div",
        { class: "stacked" },
        h("p", {}, say("Write it down; it is shown only now. Whoever has it can get your library, once.")),
        text,
        h(
          "div",
          { class: "row" },
          iconButton(
            "save",
            say("Copy the code"),
            () => void copy(text, say("The code is copied."), say("Copy the marked code.")),
            { class: "main" },
          ),
        ),
      ),
    ]);
    dialog.addEventListener("close", again);
  } catch (error) {
    tell(error);
  }
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
