import assert from "node:assert/strict";
import test from "node:test";
import { beforeThrow, isThrow, stepBefore, without } from "../../everygame/client/match/before_throw.js";

/** @param {string} id @param {string} at @returns {any} */
const die = (id, at) => ({ id, at, shape: "die", text: id });
/** @param {string} at @returns {any} */
const pawn = (at) => ({ id: "pawn", at, shape: "pawn" });
const DICE = {
  id: "dice",
  kind: "spots",
  columns: 2,
  cells: [
    { id: "one", x: 0.5 },
    { id: "two", x: 1.5 },
  ],
};
const BOARD = { id: "board", kind: "grid", columns: 1, rows: 2 };
/** @param {any[]} pieces @returns {any} */
const scene = (...pieces) => ({ regions: [BOARD, DICE], pieces });

/**
 * After the plies of these seats, the last of which is shown, seat 0 is to play at this device.
 * @param {(number | null)[]} seats
 * @param {object} facts
 * @returns {any}
 */
const table = (seats, facts = {}) => ({
  looking: null,
  curtain: null,
  over: null,
  endless: false,
  paused: false,
  node: seats.length,
  line: seats.map((seat, i) => ({ node: i + 1, seat })),
  branches: [],
  seats: [
    { seat: 0, kind: "person", mine: true, to_play: true },
    { seat: 1, kind: "person", mine: false, to_play: false },
  ],
  scene: scene(die("3", "one")),
  ...facts,
});

test("a turn begins with a throw of whoever plays at this device", () => {
  assert.equal(isThrow(table([null])), true);
  assert.equal(isThrow(table([0, 1, null])), true);
  assert.equal(isThrow(table([0, null, null])), true, "the other could do nothing");
  assert.equal(isThrow(table([1, 0, null])), false, "it goes on with what was thrown");
  assert.equal(isThrow(table([null, 1])), false);
  assert.equal(isThrow(table([null], { scene: scene(pawn("a1")) })), false, "cards were dealt");
  for (const facts of [{ looking: 0 }, { curtain: 0 }, { over: {} }, { endless: true }, { paused: true }])
    assert.equal(isThrow(table([null], facts)), false, JSON.stringify(facts));
  for (const [mine, kind] of [
    [false, "person"],
    [true, "bot"],
  ])
    assert.equal(isThrow(table([null], { seats: [{ seat: 0, kind, mine, to_play: true }] })), false);
});

test("what was dealt with the throw hides nothing", () => {
  const steps = (/** @type {any} */ before, /** @type {any} */ after) => [
    { node: 4, scene: before, last: {} },
    { node: 5, scene: after, last: {} },
  ];
  const thrown = steps(scene(pawn("a1"), die("1", "one")), scene(pawn("a1"), die("5", "two")));
  assert.equal(stepBefore(thrown, table([1, 1, 1, 1, null]))?.node, 4);
  assert.equal(stepBefore(thrown, table([null])), undefined, "the match has gone on");
  assert.equal(
    stepBefore(steps(scene(pawn("a1")), scene(pawn("a2"), die("5", "one"))), table([1, 1, 1, 1, null])),
    undefined,
  );
  assert.equal(stepBefore([], table([null])), undefined);
});

test("a history without a throw has nothing that came after it", () => {
  const branches = [
    { node: 1, line: [{ node: 9 }] },
    { node: 2, line: [{ node: 8 }] },
    { node: 8, line: [{ node: 7 }] },
  ];
  const cut = without({ ...table([1, null, 0]), node: 2, branches }, 1);
  assert.deepEqual(
    [cut.node, cut.line.map(({ node }) => node), cut.branches.map(({ node }) => node)],
    [1, [1], [1, 8]],
  );
});

test("before a throw one sees neither what nor how many dice show, and can only throw", () => {
  const few = beforeThrow(scene(pawn("a1")), scene(pawn("a1"), die("3", "one")));
  assert.deepEqual(few, beforeThrow(scene(pawn("a1")), scene(pawn("a1"), die("4", "one"), die("5", "two"))));
  assert.deepEqual(
    few.choices?.map(({ touch, name }) => [touch, name]),
    [
      [undefined, "Throw the dice"],
      [["one"], "Throw the dice"],
      [["two"], "Throw the dice"],
    ],
  );
  assert.deepEqual(
    few.pieces?.map(({ at, text }) => [at, text]),
    [
      ["a1", undefined],
      ["one", "?"],
    ],
  );
  assert.deepEqual(Object.keys(few.blocked ?? {}), ["a2", "a1"]);
  assert.equal(few.prompt, "First throw the dice.");
  const old = beforeThrow(scene(die("2", "two")), scene(die("6", "two")));
  assert.deepEqual(
    old.pieces?.map(({ at, text }) => [at, text]),
    [["two", "2"]],
  );
});
