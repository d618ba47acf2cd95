/**
 * Honest dice on the page: the device gives its bytes, and remembers them.
 *
 * @import { Table } from "../types"
 * @import { Match } from "./match.js"
 * @typedef {[name: string, commitment: string, bytes: string]} Given
 */
import { came } from "../net/api.js";
import { count, say } from "../say.js";
import { iconButton } from "../ui/dom.js";
import { nameOf } from "../ui/seat_name.js";
import { remember, remembered } from "../ui/settings.js";

/** Matches whose bytes this device remembers. */
const MOST = 100;

/** Give the dice of a match bytes of this device, if they are asked for. @param {Match} match */
export function giveBytes(match) {
  const { asked, dice } = match.table;
  if (!asked || !dice || match.mixing === dice.name) return;
  match.mixing = dice.name;
  const bytes = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  match.channel.deed({ type: "mix", bytes, of: match.table.history.of }).then(
    () => note(dice.name, dice.commitment, bytes),
    () => {
      match.mixing = "";
    },
  ); // somebody else at this device was quicker
}

/**
 * What is waited for before chance decides, but for this device, which gives its bytes at once;
 * else empty.
 * @param {Table} table
 */
export function diceWait({ dice, over, seats }) {
  if (!dice?.waits || over) return "";
  if (seats.some((seat) => seat.kind === "open")) return say("Chance decides when all seats are taken.");
  const given = dice.mixed.flatMap((mix) => mix.seats);
  const late = seats.filter((seat) => seat.kind === "person" && !seat.mine && !given.includes(seat.seat)).map(nameOf);
  if (!late.length) return "";
  return count(
    late.length,
    "Chance decides when {names} has looked in here: each device gives it some randomness.",
    "Chance decides when {names} have looked in here: each device gives it some randomness.",
    { names: late },
  );
}

/** What this device has given. @returns {Given[]} */
const noted = () => JSON.parse(remembered("dice", "[]"));

/**
 * Remember what was committed to, and what this device gave.
 * @param {string} name
 * @param {string} commitment
 * @param {string} bytes
 */
function note(name, commitment, bytes) {
  remember("dice", JSON.stringify([...noted(), [name, commitment, bytes]].slice(-MOST)));
}

/** What the dice are committed to, and when the match is over a check of them. @param {Match} match */
export function diceButton(match) {
  const { dice, over } = match.table;
  if (!dice) return null;
  const can = Boolean(over && globalThis.crypto?.subtle);
  const onclick = () =>
    void came(import("./dice_check.js")).then(({ check, explain }) =>
      can ? check(match, noted()) : explain(dice.commitment),
    );
  const label = can ? say("Check what chance did") : say("Chance {start}…", { start: dice.commitment.slice(0, 8) });
  return iconButton("dice", label, onclick, { "data-key": "dice" });
}
