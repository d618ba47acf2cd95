/**
 * What a match has more on a server where strangers meet: it is shown to everybody, a host sends
 * somebody away, and people say a few phrases.
 *
 * @typedef {import("./match.js").Match} Match
 * @typedef {import("./table.js").Table} Table
 */
import { get, post } from "../net/api.js";
import { confirmed, openDialog } from "./dialog.js";
import { fill, h, iconButton, tell, toast } from "./dom.js";
import { nameOf } from "./seats.js";
import { remember, remembered } from "./settings.js";

const heard = () => remembered("phrases", "on") === "on";

/** Lists the match among the open invitations, or no more. @param {Match} match */
export function listButton(match) {
  const on = !match.table.public?.listed;
  return iconButton("people", on ? "Show it to everybody" : "Hide it from others", () => void post(`/api/matches/${match.id}/open`, { on }).catch(tell), { "data-key": "listed" });
}

/** For the options. @param {Match} match */
export function publicButtons(match) {
  const { table } = match;
  if (!table.public) return [];
  return [
    table.seats.some((seat) => seat.mine) && iconButton("speak", "Say something", () => void openPhrases(match), { "data-key": "say" }),
    table.public.host && guests(table).length > 0 && iconButton("close", "Send away", () => openAway(match), { "data-key": "away" })];
}

/** Seats of others. @param {Table} table */
const guests = ({ seats }) => seats.filter((seat) => !seat.mine && (seat.kind === "person" || seat.plays_for !== null));

/** Somebody said a phrase. @param {Table} table @param {Record<string, any>} message */
export function hear(table, message) {
  if (table && heard()) toast(`${nameOf(table.seats[message.seat])}: ${message.words}`);
}

/** @param {Match} match */
async function openPhrases(match) {
  try {
    const { phrases } = await get("/api/phrases");
    const box = h("input", { type: "checkbox", role: "switch", checked: heard(), onchange: () => remember("phrases", box.checked ? "on" : "off") });
    const dialog = openDialog("Say something", [
      h("ul", { class: "phrases" }, phrases.map((/** @type {{key: string, words: string}} */ one) => h("li", {},
        h("button", { type: "button", onclick: () => { match.channel.say({ type: "phrase", phrase: one.key }); dialog.close(); } }, one.words)))),
      h("label", { class: "switch" }, box, "Show me what others say")]);
  } catch (error) {
    tell(error);
  }
}

/** @param {Match} match */
function openAway(match) {
  const host = h("div", { class: "stacked" });
  const dialog = openDialog("Send somebody away", [host]);
  const out = h("input", { type: "checkbox", role: "switch" });
  fill(host, h("p", {}, "The seat is open again then."),
    h("label", { class: "switch" }, out, "Keep this device out of all my matches"),
    h("div", { class: "row" }, guests(match.table).map((seat) => h("button", { type: "button", onclick: () => void send(seat) }, nameOf(seat)))));
  async function send(/** @type {import("./table.js").Seat} */ seat) {
    const keep_out = out.checked;
    dialog.close();
    if (!(await confirmed(`Send ${nameOf(seat)} away?`, "Send away"))) return;
    await post(`/api/matches/${match.id}/away`, { seat: seat.seat, keep_out }).catch(tell);
  }
}
