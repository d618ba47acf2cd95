/**
 * Saying one of a few phrases to the others, and sending somebody away.
 *
 * @import { Seat } from "../types"
 * @import { Match } from "./match.js"
 */
import { get, post } from "../net/api.js";
import { say } from "../say.js";
import { confirmed, openDialog } from "../ui/dialog.js";
import { fill, h, tell } from "../ui/dom.js";
import { nameOf } from "../ui/seat.js";
import { remember } from "../ui/settings.js";

/** @param {Match} match @param {boolean} heard  whether phrases of others are shown here */
export async function openPhrases(match, heard) {
  try {
    const { phrases } = await get("/api/phrases");
    const box = h("input", {
      type: "checkbox",
      role: "switch",
      checked: heard,
      onchange: () => remember("phrases", box.checked ? "on" : "off"),
    });
    const dialog = openDialog(say("Say something"), [
      h(
        "ul",
        { class: "phrases" },
        phrases.map((/** @type {{key: string, words: string}} */ one) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                onclick: () => {
                  match.channel.say({ type: "phrase", phrase: one.key });
                  dialog.close();
                },
              },
              one.words,
            ),
          ),
        ),
      ),
      h("label", { class: "switch" }, box, say("Show me what others say")),
    ]);
  } catch (error) {
    tell(error);
  }
}

/** @param {Match} match @param {Seat[]} guests  who can be sent away */
export function openAway(match, guests) {
  const host = h("div", { class: "stacked" });
  const dialog = openDialog(say("Send somebody away"), [host]);
  const out = h("input", { type: "checkbox", role: "switch" });
  fill(
    host,
    h(
      "p",
      {},
      match.table.hidden && (match.table.line.length || match.table.branches.length)
        ? say("A bot plays on in that seat: whoever sat down there would see what it hides.")
        : say("The seat is open again then."),
    ),
    h("label", { class: "switch" }, out, say("Keep this device out of all my matches")),
    h(
      "div",
      { class: "row" },
      guests.map((seat) => h("button", { type: "button", onclick: () => void send(seat) }, nameOf(seat))),
    ),
  );
  async function send(/** @type {Seat} */ seat) {
    const keep_out = out.checked;
    dialog.close();
    if (!(await confirmed(say("Send {name} away?", { name: nameOf(seat) }), say("Send away")))) return;
    await post(`/api/matches/${match.id}/away`, { seat: seat.seat, keep_out }).catch(tell);
  }
}
