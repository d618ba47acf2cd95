/**
 * The page behind a link to a library, and for recovery codes. The token comes in the fragment of
 * the address, which no server is told, and is taken out of the address at once.
 *
 * @import { View, Visit } from "../types"
 * @typedef {{devices: string[], matches: number, mine: number, alone: boolean, same: boolean, moves: boolean}} Outlook
 */
import { post } from "../net/api.js";
import { count, say } from "../say.js";
import { fill, form, h, iconButton, submitButton, tell } from "../ui/dom.js";

/** @type {View} */
export async function showTake(page, visit) {
  visit.title(say("A library for this device"), say("Devices"));
  const token = location.hash.match(/[\w-]+/)?.[0]; // without a full stop of the sentence around the link
  if (token) history.replaceState(history.state, "", location.pathname);
  const host = h("div", { class: "card invitation stacked" });
  page.append(host);
  if (token) await look(host, token, visit);
  else askCode(host, visit);
}

/** @param {HTMLElement} host @param {Visit} visit */
function askCode(host, visit) {
  const text = codeField();
  fill(
    host,
    h("h1", {}, say("A library for this device")),
    h("p", {}, codeMeans()),
    form(
      () => void look(host, text.value.trim().replace(/^.*#/, ""), visit).catch(tell),
      h("label", { for: "token", class: "quiet small" }, say("Recovery code or link")),
      text,
      submitButton(say("Go on")),
    ),
  );
}

const codeMeans = () =>
  say("Type the recovery code, or paste the link that another device of yours shows under Devices, Add a device.");

/** Where a recovery code or a link is typed. */
const codeField = () =>
  h("input", {
    type: "text",
    id: "token",
    class: "code",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: 400,
    required: true,
  });

/**
 * Say what would come, and ask.
 * @param {HTMLElement} host
 * @param {string} token
 * @param {Visit} visit
 */
async function look(host, token, visit) {
  /** @type {Outlook} */
  const found = await post("/api/devices/look", { token });
  fill(
    host,
    h("h1", {}, found.same ? say("This library is here already") : say("A library for this device")),
    h("p", {}, whatIsThere(found)),
    ...(found.same ? [] : [comesAlong(found), takeButton(found.moves, token, visit)]),
    h("a", { class: "button plain", href: "/" }, found.same ? say("To the library") : say("Cancel")),
  );
}

/** @param {boolean} moves @param {string} token @param {Visit} visit */
function takeButton(moves, token, visit) {
  const go = async () => {
    button.disabled = true;
    try {
      await post("/api/devices/take", { token });
      visit.go("/");
    } catch (error) {
      button.disabled = false;
      tell(error);
    }
  };
  const words = moves ? say("Move it here") : say("Use it on this device");
  const button = iconButton("devices", words, () => void go(), { class: "main big" });
  return button;
}

/** @param {Outlook} found */
function comesAlong({ mine, alone }) {
  if (!mine) return null;
  return h(
    "p",
    { class: "note" },
    alone
      ? count(
          mine,
          "What is on this device, {number} match, comes along: " +
            "whoever has that library sees and plays it too. Go on only if it is yours.",
          "What is on this device, {number} matches, comes along: " +
            "whoever has that library sees and plays it too. Go on only if it is yours.",
        )
      : say("The library that this device has now stays with your other devices."),
  );
}

/** @param {Outlook} found */
function whatIsThere(found) {
  const { devices } = found;
  return found.matches
    ? count(found.matches, "{number} match, on {devices}.", "{number} matches, on {devices}.", { devices })
    : say("No matches yet, on {devices}.", { devices });
}
