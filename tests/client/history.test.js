import assert from "node:assert/strict";
import { test } from "node:test";
import { Lines } from "../../everygame/client/scene/history.js";

/** @param {number} node @param {number} parent */
const ply = (node, parent) => ({ node, parent, ply: 0, seat: 0, move: `m${node}` });
/** @param {{line: {node: number}[], branches: {node: number, line: {node: number}[]}[]}} found */
const numbers = ({ line, branches }) => [
  line.map((one) => one.node),
  branches.map((one) => [one.node, ...one.line.map((two) => two.node)]),
];

test("plies that follow each other are put together", () => {
  const lines = new Lines();
  lines.add({ of: "all", after: 1, plies: [ply(1, 0), ply(2, 1)], main_children: [] });
  lines.add({ of: "all", after: 3, plies: [ply(3, 2)], main_children: [] });
  assert.deepEqual(numbers(lines.through("all", 3)), [[1, 2, 3], []]);
  assert.deepEqual(numbers(lines.through("all", 0)), [[1, 2, 3], []]);
});

test("another way is a branch, until its line is walked again", () => {
  const lines = new Lines();
  lines.add({ of: "all", after: 1, plies: [ply(1, 0), ply(2, 1), ply(3, 0)], main_children: [] });
  assert.deepEqual(numbers(lines.through("all", 3)), [[3], [[0, 1, 2]]]);
  lines.add({ of: "all", after: 4, plies: [], main_children: [1] });
  assert.deepEqual(numbers(lines.through("all", 0)), [[1, 2], [[0, 3]]]);
  assert.deepEqual(numbers(lines.through("all", 3)), [[3], [[0, 1, 2]]]);
});

test("each reader has a history, and one that begins anew forgets the old one", () => {
  const lines = new Lines();
  lines.add({ of: 0, after: 1, plies: [ply(1, 0)], main_children: [] });
  lines.add({ of: 1, after: 1, plies: [{ ...ply(1, 0), move: "?" }], main_children: [] });
  assert.equal(lines.through(1, 1).line[0].move, "?");
  lines.add({ of: 0, after: 1, plies: [], main_children: [] });
  assert.deepEqual(numbers(lines.through(0, 0)), [[], []]);
});
