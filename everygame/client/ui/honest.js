/**
 * Honest dice on the page: the device gives its bytes, and when the match is over whoever likes has
 * every draw recomputed here.
 *
 * @typedef {import("./match.js").Match} Match
 */
import { get } from "../net/api.js";
import { openDialog } from "./dialog.js";
import { fill, h, iconButton, tell } from "./dom.js";
import { nameOf } from "./seats.js";
import { remember, remembered } from "./settings.js";

/** Matches whose bytes this device remembers. */
const MOST = 100;

/** Give the dice of a match bytes of this device, if they are asked for. @param {Match} match */
export function giveBytes(match) {
  const { asked, dice } = match.table;
  if (!asked || !dice || match.mixing === dice.name) return;
  match.mixing = dice.name;
  const bytes = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  match.channel.deed({ type: "mix", bytes, of: match.table.history.of }).then(
    () => note(dice.name, dice.commitment, bytes),
    () => { match.mixing = ""; }); // somebody else at this device was quicker
}

/** What is waited for before chance decides, but for this device, which gives its bytes at once; else empty. @param {import("./table.js").Table} table */
export function diceWait({ dice, over, seats }) {
  if (!dice?.waits || over) return "";
  if (seats.some((seat) => seat.kind === "open")) return "Chance decides when all seats are taken.";
  const given = dice.mixed.flatMap((mix) => mix.seats);
  const late = seats.filter((seat) => seat.kind === "person" && !seat.mine && !given.includes(seat.seat)).map(nameOf);
  return late.length ? `Chance decides when ${late.join(" and ")} ${late.length > 1 ? "have" : "has"} looked in here: each device gives it some randomness.` : "";
}

/** @returns {[string, string, string][]} */
const noted = () => JSON.parse(remembered("dice", "[]"));

/** Remember what was committed to, and what this device gave. @param {string} name @param {string} commitment @param {string} bytes */
function note(name, commitment, bytes) {
  remember("dice", JSON.stringify([...noted(), [name, commitment, bytes]].slice(-MOST)));
}

/** Where the browser can check the dice of a match that is over. @param {Match} match */
export function diceButton(match) {
  const { dice, over } = match.table;
  const can = Boolean(dice && over && globalThis.crypto?.subtle);
  return can && iconButton("dice", "Check the dice", () => void check(match), { "data-key": "dice" });
}

/** @param {Match} match */
async function check(match) {
  const said = h("div", { class: "stacked", "aria-live": "polite" }, h("p", {}, "Drawing everything again…"));
  openDialog("The dice of this match", [said]);
  try {
    const [told, { recount }] = await Promise.all([get(`/api/matches/${match.id}/dice`), import("../scene/dice.js")]);
    const found = await recount(told, crypto.subtle);
    fill(said, (found.wrong ? [found.wrong] : sentences(told.dice, found)).map((text) => h("p", {}, text)),
      h("p", { class: "quiet small" }, "Save the match as a file, and “everygame verify” checks it against the rules too."));
  } catch (error) {
    tell(error);
  }
}

/** @param {import("../scene/dice.js").Dice[]} dice @param {import("../scene/dice.js").Found} found */
export function sentences(dice, { drawn, others }) {
  const mine = noted().filter(([name]) => dice.some((one) => one.name === name));
  const kept = mine.every(([name, commitment, bytes]) => dice.some((one) => one.name === name && one.commitment === commitment && one.mixed.some((mix) => mix.bytes === bytes)));
  return [
    drawn === 1 ? "The one draw was made again here, and it is as the seed gives it." : `${drawn} draws were made again here, and all are as the seed gives them.`,
    others ? `Nothing is known of others (${others}): no seed of theirs was committed to and told.` : "",
    mine.length ? (kept ? "The seed is the one committed to before this device gave its bytes, and they are mixed in." : "But what was committed to, or the bytes that this device gave, are not what this device remembers.") : "",
  ].filter(Boolean);
}
