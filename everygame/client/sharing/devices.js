/**
 * The page of devices: who may join from this network, and on which devices one's library is.
 *
 * @import { View } from "../types"
 * @typedef {{number: number, name: string, title: string, seen: number, this: boolean}} Browser
 */
import { pocket, whole } from "../net/address.js";
import { came, get, post, remove } from "../net/api.js";
import { confirmed, openDialog } from "../ui/dialog.js";
import { fill, h, icon, iconButton, segments, tell } from "../ui/dom.js";
import { forgetAll } from "../ui/settings.js";
import { since } from "../ui/time.js";
import { ownCards } from "./keeping.js";
import { copy, linkBox } from "./link.js";
import { networkCard, networkSwitch } from "./network.js";

/** @type {View} */
export async function showDevices(page, visit) {
  visit.title("Devices");
  if (pocket)
    return page.append(
      h(
        "div",
        { class: "devices stacked" },
        h("h1", {}, "Devices"),
        ...ownCards(visit),
        (await came(import("../pocket/games.js"))).gamesCard(visit),
      ),
    );
  const library = h("section", { class: "card stacked" });
  const [network] = await Promise.all([networkCard(), draw(library)]);
  page.append(h("div", { class: "devices stacked" }, h("h1", {}, "Devices"), network, library, ...ownCards(visit)));
}

/** @param {HTMLElement} host */
async function draw(host) {
  const { devices, code } = await get("/api/devices");
  devices.sort((/** @type {Browser} */ one, /** @type {Browser} */ other) => Number(other.this) - Number(one.this));
  const again = () => void draw(host).catch(tell);
  fill(
    host,
    h("h2", {}, "My library"),
    h(
      "p",
      { class: "quiet" },
      devices.length > 1
        ? "These devices have the same library: they see your matches and play your seats."
        : "Your matches are on this device. Other devices of yours can have them too.",
    ),
    h(
      "ul",
      { class: "owned" },
      devices.map((/** @type {Browser} */ one) => row(one, again)),
    ),
    h(
      "div",
      { class: "row" },
      iconButton("devices", "Add a device", () => openLink(), { class: "main" }),
      h("a", { class: "button", href: "/take", html: icon("load") }, h("span", {}, "I have a link or a code")),
    ),
    h("h3", {}, "If this device is lost"),
    h(
      "p",
      { class: "quiet" },
      code
        ? `A recovery code was made ${since(code)}. With it a new device gets this library. A new code ends it.`
        : "With a recovery code, written on paper, a new device gets this library.",
    ),
    h(
      "div",
      { class: "row" },
      iconButton(
        "keys",
        code ? "Make a new recovery code" : "Make a recovery code",
        () => void openCode(again, Boolean(code)),
      ),
    ),
    devices.length > 0 &&
      h(
        "div",
        { class: "row end" },
        iconButton("bin", "Delete this device", () => void deleteThis(devices.length > 1), { class: "plain" }),
      ),
  );
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
      h("span", { class: "quiet small" }, one.this ? "this device" : `last seen ${since(one.seen)}`),
    ),
    iconButton("pencil", `Rename ${one.title}`, () => rename(one, again), { bare: true, class: "plain" }),
    !one.this && h("button", { type: "button", onclick: () => void sendAway(one, again) }, "Send away"),
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
  const dialog = openDialog("Name of the device", [
    h(
      "form",
      {
        class: "stacked",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void keep();
        },
      },
      h("label", { for: "device-name", class: "quiet small" }, "As you call it: My phone, the tablet in the kitchen"),
      name,
      h("button", { type: "submit", class: "main" }, "Keep the name"),
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
      `Send ${one.title} away? It loses this library at once, also in the middle of a match.`,
      "Send away",
    ))
  )
    return;
  await remove(`/api/devices/${one.number}`).catch(tell);
  again();
}

/** A link that brings the library to another device. */
function openLink() {
  const host = h("div", { class: "stacked" });
  openDialog("Your library on another device", [
    h(
      "div",
      { class: "stacked" },
      h(
        "div",
        {},
        segments(
          "What becomes of it here",
          [
            ["share", "Share it"],
            ["move", "Move it"],
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
        h(
          "p",
          {},
          "Open this link on the other device, or point its camera at " +
            `the square. It works once, within ${link.minutes} minutes.`,
        ),
        h(
          "p",
          { class: "quiet small" },
          move ? "Then this device has the library no more." : "Then both see your matches and play your seats.",
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

/** @param {() => void} again @param {boolean} had */
async function openCode(again, had) {
  if (had && !(await confirmed("Make a new recovery code? The one before is void then.", "Make a new one"))) return;
  try {
    const { code } = await post("/api/devices/code");
    const text = h("input", {
      type: "text",
      readonly: true,
      class: "code",
      value: code,
      "aria-label": "Recovery code",
      onfocus: () => text.select(),
    });
    const dialog = openDialog("Your recovery code", [
      h(
        "div",
        { class: "stacked" },
        h("p", {}, "Write it down; it is shown only now. Whoever has it can get your library, once."),
        text,
        h(
          "div",
          { class: "row" },
          iconButton("save", "Copy the code", () => void copy(text, "code"), { class: "main" }),
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
    ? "Delete this device? It forgets your library; your other devices keep it."
    : "Delete this device and what is only yours? Matches and games of your own " +
      "that nobody else has are gone for ever. Matches with others stay with them.";
  if (!(await confirmed(question, "Delete"))) return;
  try {
    await post("/api/devices/delete");
    forgetAll();
    location.replace(whole("/"));
  } catch (error) {
    tell(error);
  }
}
