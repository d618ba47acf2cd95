/**
 * Saying one of a few phrases to the others, and sending somebody away.
 *
 * @import { Seat } from "../types"
 * @import { Match } from "./match.js"
 */
import { get, post } from "../net/api.js";
import { say } from "../say.js";
import { confirmed, openDialog } from "../ui/dialog.js";
import { h, list, row, tell } from "../ui/dom.js";
import { nameOf } from "../ui/seat_name.js";
import { remember } from "../ui/settings.js";

/** @param {Match} match @param {boolean} heard  whether phrases of others are shown here */
export async function openPhrases(match, heard) {
  try {
    const { phrases } = await get("/api/phrases");
    const choose = (/** @type {string} */ phrase) => {
      match.channel.say({ type: "phrase", phrase });
      dialog.close();
    };
    const items = phrases.map((/** @type {{key: string, words: string}} */ { key, words }) =>
      h("li", {}, h("button", { type: "button", onclick: () => choose(key) }, words)),
    );
    const dialog = openDialog(say("Say something"), [list("phrases", items), hearing(heard)]);
  } catch (error) {
    tell(error);
  }
}

/** A switch for the phrases of others. @param {boolean} heard */
function hearing(heard) {
  const onchange = () => remember("phrases", box.checked ? "on" : "off");
  const box = h("input", { type: "checkbox", role: "switch", checked: heard, onchange });
  return h("label", { class: "switch" }, box, say("Show me what others say"));
}

/** @param {Match} match @param {Seat[]} guests  who can be sent away */
export function openAway(match, guests) {
  const { hidden, line, branches } = match.table;
  const out = h("input", { type: "checkbox", role: "switch" });
  const send = async (/** @type {Seat} */ seat) => {
    const keep_out = out.checked;
    dialog.close();
    if (!(await confirmed(say("Send {name} away?", { name: nameOf(seat) }), say("Send away")))) return;
    await post(`/api/matches/${match.id}/away`, { seat: seat.seat, keep_out }).catch(tell);
  };
  const becomes =
    hidden && (line.length || branches.length)
      ? say("A bot plays on in that seat: whoever sat down there would see what it hides.")
      : say("The seat is open again then.");
  const keep = h("label", { class: "switch" }, out, say("Keep this device out of all my matches"));
  const names = guests.map((seat) => h("button", { type: "button", onclick: () => void send(seat) }, nameOf(seat)));
  const content = h("div", { class: "stacked" }, h("p", {}, becomes), keep, row(names));
  const dialog = openDialog(say("Send somebody away"), [content]);
}
