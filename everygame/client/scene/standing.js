/**
 * Who stands better, as numbers, lines and words.
 *
 * @typedef {(number | null)[]} Returns  what each seat may expect, from −1 to 1; null: not known
 * @typedef {{node: number, returns: Returns, move: string | null, proven: boolean, plies: number}} Weight
 * @typedef {[number, number][]} Points  ply and height, from −1 to 1
 */

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
 */
export function inWords(names, weight) {
  const known = weight?.returns.flatMap((value, seat) => (value === null ? [] : [{ seat, value }])) ?? [];
  if (!weight || !known.length) return "";
  const [first, second] = known.sort((a, b) => b.value - a.value);
  const worst = names.length === 2 && !second && first.value < 0;
  const lead = second ? (names.length === 2 ? first.value : first.value - second.value) : Math.abs(first.value);
  const name = names[first.seat];
  const verb = (/** @type {string} */ one, /** @type {string} */ you) => (name === "You" ? you : one);
  if (weight.proven && first.value >= 1)
    return weight.plies > 0 || weight.move
      ? `${name} ${verb("wins", "win")} by force.`
      : `${name} ${verb("has", "have")} won.`;
  if (lead < 0.08)
    return names.length === 2 || second
      ? weight.proven
        ? "It is a draw."
        : "It looks level."
      : `${name} ${verb("looks", "look")} to be in the middle.`;
  const much = lead < 0.3 ? "a little better" : lead < 0.65 ? "clearly better" : "much better";
  const how = worst || (!second && first.value < 0) ? much.replace("better", "worse") : much;
  return `${name} ${verb("looks", "look")} ${how} placed.`;
}
