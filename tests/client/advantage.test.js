import assert from "node:assert/strict";
import test from "node:test";
import { half, height, inWords, level, points } from "../../everygame/client/scene/advantage.js";
import { apart } from "../../everygame/client/match/chart.js";

/** @param {(number | null)[]} returns @param {object} more @returns {any} */
const weight = (returns, more = {}) => ({ node: 0, returns, move: null, proven: false, plies: 0, ...more });

test("a line has the points that are known, and its halves end where it crosses the middle", () => {
  const weights = new Map([
    [7, weight([1, -1])],
    [9, weight([-1, 1])],
    [8, weight([null, null])],
  ]);
  const line = points([7, 8, 9, 4], weights, 0);
  assert.deepEqual(line, [
    [0, 1],
    [2, -1],
  ]);
  assert.deepEqual(half(line, 1), [
    [0, 1],
    [1, 0],
    [2, 0],
  ]);
  assert.deepEqual(
    half(line, -1).map(([x, y]) => [x, y + 0]),
    [
      [0, 0],
      [1, 0],
      [2, -1],
    ],
  );
  assert.equal(level(line, 1), 0);
  assert.equal(level(line, 9), -1);
  assert.equal(height(0), 0);
  assert.ok(height(0.1) > 0.2 && height(-2) === -1);
});

test("who stands better is said in words", () => {
  const say = (
    /** @type {any} */ returns,
    more = {},
    names = ["You", "Ben", "Cleo"].slice(0, Math.max(2, returns.length)),
  ) => inWords(names, weight(returns, more));
  assert.equal(say([0.02, -0.02]), "It looks level.");
  assert.equal(say([0.2, -0.2]), "You look a little better placed.");
  assert.equal(say([-0.5, 0.5]), "Ben looks clearly better placed.");
  assert.equal(say([1, -1], { proven: true, move: "a1" }), "You win by force.");
  assert.equal(say([-1, 1], { proven: true }), "Ben has won.");
  assert.equal(say([-0.3, 0.7, -0.4]), "Ben looks much better placed.");
  assert.equal(say([-0.5, null, null]), "You look clearly worse placed.");
  assert.equal(say([null, null]), "");
  assert.equal(inWords(["A", "B"], undefined), "");
});

test("signs at the ends of lines do not hide one another", () => {
  const ys = apart([
    { seat: 0, y: 1 },
    { seat: 1, y: 1 },
    { seat: 2, y: 0.9 },
    { seat: 3, y: -1 },
  ]).map((end) => end.y);
  for (let i = 1; i < ys.length; i += 1) assert.ok(ys[i] - ys[i - 1] >= 0.35);
  assert.ok(Math.max(...ys) <= 1);
});
