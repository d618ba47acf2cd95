/**
 * When a match is over whoever likes has every draw of its dice recomputed here.
 *
 * @import { Given } from "./honest_dice.js"
 * @import { Match } from "./match.js"
 */
import { get } from "../net/api.js";
import { count, say } from "../say.js";
import { recount } from "../scene/recompute_dice.js";
import { copy } from "../sharing/link.js";
import { openDialog } from "../ui/dialog.js";
import { fill, h, iconButton, tell } from "../ui/dom.js";

/** Show what nobody can change any more. @param {string} commitment */
export function explain(commitment) {
  openDialog(say("Chance in this match"), [
    h(
      "p",
      {},
      say(
        "Whatever chance decides here follows from a secret number, and from what each device adds to it. " +
          "The number was chosen before the first draw, and this is its hash:",
      ),
    ),
    hashBox(commitment),
    h(
      "p",
      { class: "quiet small" },
      say(
        "Note it. When the match is over, the number is published: “Check what chance did” shows whether it " +
          "fits, and so does “everygame verify FILE --commitment HASH”.",
      ),
    ),
  ]);
}

/** @param {string} commitment */
function hashBox(commitment) {
  const text = h("input", { type: "text", readonly: true, value: commitment, "aria-label": say("Hash") });
  const copyIt = () => void copy(text, say("The hash is copied."), say("Copy the marked hash."));
  return h("div", { class: "stacked" }, text, iconButton("save", say("Copy the hash"), copyIt, {}));
}

/** @param {Match} match @param {Given[]} given  what this device gave, of all matches */
export async function check(match, given) {
  const said = h("div", { class: "stacked", "aria-live": "polite" }, h("p", {}, say("Drawing everything again…")));
  openDialog(say("Chance in this match"), [said]);
  try {
    const told = await get(`/api/matches/${match.id}/dice`);
    const found = await recount(told, crypto.subtle);
    fill(
      said,
      (found.wrong ? [found.wrong] : sentences(told.dice, found, given)).map((text) => h("p", {}, text)),
      h(
        "p",
        { class: "quiet small" },
        say("Save the match as a file, and “everygame verify” checks it against the rules too."),
      ),
    );
  } catch (error) {
    tell(error);
  }
}

/**
 * @param {import("../scene/recompute_dice.js").Dice[]} dice
 * @param {import("../scene/recompute_dice.js").Found} found
 * @param {Given[]} given
 */
function sentences(dice, { drawn, others }, given) {
  const mine = given.filter(([name]) => dice.some((one) => one.name === name));
  const kept = mine.every(([name, commitment, bytes]) =>
    dice.some(
      (one) => one.name === name && one.commitment === commitment && one.mixed.some((mix) => mix.bytes === bytes),
    ),
  );
  return [
    count(
      drawn,
      "The one draw was made again here, and it is as the seed gives it.",
      "{number} draws were made again here, and all are as the seed gives them.",
    ),
    others ? notKnown(others) : "",
    mine.length
      ? kept
        ? say("The seed is the one committed to before this device gave its bytes, and they are mixed in.")
        : say("But what was committed to, or the bytes that this device gave, are not what this device remembers.")
      : "",
  ].filter(Boolean);
}

/** @param {number} others  draws that no seed explains */
function notKnown(others) {
  return count(
    others,
    "Nothing is known of {number} other draw: no seed of it was committed to and told.",
    "Nothing is known of {number} other draws: no seed of theirs was committed to and told.",
  );
}
