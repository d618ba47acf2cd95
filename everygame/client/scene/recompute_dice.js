/**
 * Honest dice: what chance decided, drawn again from the seed, as docs/honest-dice.md says.
 *
 * @typedef {{bytes: string, seats: number[], after: number}} Mix
 * @typedef {{name: string, commitment: string, seed?: string, after: number, mixed: Mix[]}} Dice
 * @typedef {{dice: Dice[], plies: [number, string, ([string, string][] | null)?][]}} Told  each ply
 *   with its parent, its move and, where chance decided, the outcomes with their weights
 * @typedef {{drawn: number, others: number, wrong: string}} Found  draws that are as the seed gives
 *   them, those that no seed is told of, and what is wrong with the first that is not
 */
import { say } from "../say.js";

const ENCODER = new TextEncoder();
const RANGE = 1n << 256n;

/** @param {string} hex */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {Uint8Array} bytes */
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {SubtleCrypto} subtle @param {Uint8Array<ArrayBuffer>} bytes */
const hash = async (subtle, bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes));

/**
 * Draw everything again.
 * @param {Told} told
 * @param {SubtleCrypto} subtle
 * @returns {Promise<Found>}
 */
export async function recount({ dice, plies }, subtle) {
  for (const one of dice) {
    if (one.seed && hexOf(await hash(subtle, bytesOf(one.seed))) !== one.commitment) {
      return { drawn: 0, others: 0, wrong: say("The seed is not the one that was committed to.") };
    }
  }
  const keys = await Promise.all(dice.map((one) => (one.seed ? keyOf(subtle, one.seed) : null)));
  const lines = [await hash(subtle, ENCODER.encode("everygame"))];
  const found = { drawn: 0, others: 0, wrong: "" };
  for (const [index, [parent, move, outcomes]] of plies.entries()) {
    const number = index + 1;
    const at = dice.findLastIndex((one) => one.after < number);
    const key = keys[at];
    if (outcomes && key) {
      const expected = await draw(subtle, key, wordsOf(dice[at], number, lines[parent]), outcomes);
      if (expected !== move)
        return {
          ...found,
          wrong: say("Ply {number}, {move}, is not what was drawn: the seed gives {expected}.", {
            number,
            move,
            expected,
          }),
        };
      found.drawn += 1;
    } else if (outcomes) found.others += 1;
    lines.push(await hash(subtle, new Uint8Array([...lines[parent], ...ENCODER.encode(move)])));
  }
  return found;
}

/** @param {SubtleCrypto} subtle @param {string} seed */
function keyOf(subtle, seed) {
  return subtle.importKey("raw", bytesOf(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** @param {Dice} dice @param {number} number @param {Uint8Array} line */
function wordsOf(dice, number, line) {
  return [dice.name, ...dice.mixed.filter((mix) => mix.after < number).map((mix) => mix.bytes), hexOf(line)];
}

/** @param {SubtleCrypto} subtle @param {CryptoKey} key @param {string[]} words @param {[string, string][]} outcomes */
async function draw(subtle, key, words, outcomes) {
  const total = outcomes.reduce((sum, [, weight]) => sum + BigInt(weight), 0n);
  for (let attempt = 0; ; attempt += 1) {
    const said = ENCODER.encode([...words, attempt].join("\n"));
    const number = BigInt(`0x${hexOf(new Uint8Array(await subtle.sign("HMAC", key, said)))}`);
    if (number < RANGE - (RANGE % total)) return pick(number % total, outcomes);
  }
}

/** @param {bigint} rest @param {[string, string][]} outcomes */
function pick(rest, outcomes) {
  for (const [text, weight] of outcomes) {
    rest -= BigInt(weight);
    if (rest < 0n) return text;
  }
  return "";
}
