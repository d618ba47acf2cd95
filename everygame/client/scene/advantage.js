/**
 * Who stands better, as numbers, lines and words.
 *
 * @typedef {(number | null)[]} Returns  what each seat may expect, from −1 to 1; null: not known
 * @typedef {{node: number, returns: Returns, move: string | null, proven: boolean, plies: number}} Weight
 * @typedef {[number, number][]} Points  ply and height, from −1 to 1
 */
import { say } from "../say.js";

/** Small leads are drawn larger than they are, so that they can be seen. @param {number} value */
export function height(value) {
  return Math.sign(value) * Math.min(1, Math.abs(value)) ** 0.6;
}

/**
 * The known points of a seat along the nodes of a line.
 * @param {number[]} nodes @param {Map<number, Weight>} weights @param {number} seat
 * @returns {Points}
 */
export function points(nodes, weights, seat) {
  return nodes.flatMap((node, i) => {
    const value = weights.get(node)?.returns[seat];
    return value === undefined || value === null ? [] : [/** @type {[number, number]} */ ([i, height(value)])];
  });
}

/**
 * The part of a line above the middle (`side` 1) or below it (−1), which ends where it crosses.
 * @param {Points} line @param {1 | -1} side
 * @returns {Points}
 */
export function half(line, side) {
  return line.flatMap(([x, y], i) => {
    const here = /** @type {[number, number]} */ ([x, side * Math.max(0, side * y)]);
    const before = line[i - 1];
    if (!before || before[1] * y >= 0) return [here];
    const zero = /** @type {[number, number]} */ ([before[0] + ((x - before[0]) * before[1]) / (before[1] - y), 0]);
    return [zero, here];
  });
}

/**
 * The height of a line at a ply, between the points that are known.
 * @param {Points} line
 * @param {number} at
 * @returns {number | undefined}
 */
export function level(line, at) {
  const after = line.findIndex(([x]) => x >= at);
  if (after === -1) return line.at(-1)?.[1];
  const [x, y] = line[after];
  if (x === at || after === 0) return y;
  const [x0, y0] = line[after - 1];
  return y0 + ((y - y0) * (at - x0)) / (x - x0);
}

/**
 * Who stands better, in a sentence that says whether it is certain or only looks so.
 * @param {string[]} names  of the seats; "You" for whoever is told
 * @param {Weight | undefined} weight
 * @param {number[]} sides  for each seat the first seat of its side; each may be a side of its own
 */
export function inWords(names, weight, sides = names.map((_, seat) => seat)) {
  const known =
    weight?.returns.flatMap((value, seat) => (value === null || sides[seat] !== seat ? [] : [{ seat, value }])) ?? [];
  if (!weight || !known.length) return "";
  const isDuel = new Set(sides).size === 2;
  const [first, second] = known.sort((a, b) => b.value - a.value);
  const worst = isDuel && !second && first.value < 0;
  const lead = second ? (isDuel ? first.value : first.value - second.value) : Math.abs(first.value);
  const side = names.filter((_, seat) => sides[seat] === first.seat);
  const name = side.find(isYou) ?? side[0];
  if (weight.proven && first.value >= 1) return wins(name, weight.plies > 0 || Boolean(weight.move));
  if (lead < 0.08 && (isDuel || second)) return weight.proven ? say("It is a draw.") : say("It looks level.");
  if (lead < 0.08)
    return isYou(name) ? say("You look to be in the middle.") : say("{name} looks to be in the middle.", { name });
  const isWorse = worst || (!second && first.value < 0);
  return isYou(name) ? yours(lead, isWorse) : theirs(name, lead, isWorse);
}

/** Whether this is whoever is told. @param {string} name */
const isYou = (name) => name === say("You");

/** @param {string} name @param {boolean} later  not yet */
function wins(name, later) {
  if (isYou(name)) return later ? say("You win by force.") : say("You have won.");
  return later ? say("{name} wins by force.", { name }) : say("{name} has won.", { name });
}

/** From such a lead on it is clear, and from such a one it is much. */
const CLEAR = 0.3;
const MUCH = 0.65;

/** @param {number} lead @param {boolean} isWorse */
function yours(lead, isWorse) {
  if (lead < CLEAR) return isWorse ? say("You look a little worse placed.") : say("You look a little better placed.");
  if (lead < MUCH) return isWorse ? say("You look clearly worse placed.") : say("You look clearly better placed.");
  return isWorse ? say("You look much worse placed.") : say("You look much better placed.");
}

/** @param {string} name @param {number} lead @param {boolean} isWorse */
function theirs(name, lead, isWorse) {
  if (lead < CLEAR)
    return isWorse
      ? say("{name} looks a little worse placed.", { name })
      : say("{name} looks a little better placed.", { name });
  if (lead < MUCH)
    return isWorse
      ? say("{name} looks clearly worse placed.", { name })
      : say("{name} looks clearly better placed.", { name });
  return isWorse ? say("{name} looks much worse placed.", { name }) : say("{name} looks much better placed.", { name });
}
