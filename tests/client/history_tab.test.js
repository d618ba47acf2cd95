import assert from "node:assert/strict";
import test from "node:test";
import { played, said, stepped, turnAt } from "../../everygame/client/match/history_tab.js";

/**
 * The plies 1, 2, … with their words; chance where there are none.
 * @param {string[]} words
 * @param {number | null} looking
 * @returns {any}
 */
const table = (words, looking) => ({
  node: words.length,
  looking,
  branches: [],
  line: words.map((said, i) => ({ node: i + 1, ply: i + 1, seat: said ? 0 : null, move: "?", words: said })),
});

test("steps pass what came without being seen", () => {
  const words = ["shuffled", "dealt", "", "", "played 8", "drew", ""];
  const path = (/** @type {"back" | "forward"} */ step, /** @type {number | null} */ from) => {
    const seen = [];
    for (let at = stepped(table(words, from), step); at !== undefined; at = stepped(table(words, at), step))
      seen.push(at);
    return seen;
  };
  assert.deepEqual(path("back", null), [5, 4, 1, 0]);
  assert.deepEqual(path("forward", 0), [1, 4, 5, 7]);
  assert.equal(stepped(table(words, 4), "last"), 7);
  assert.equal(stepped(table(words, 4), "first"), 0);
});

test("the end is the present, not a move that was undone", () => {
  const undone = (/** @type {number | null} */ looking) => ({ ...table(["a", "b", "c", "d"], looking), node: 2 });
  assert.equal(stepped(undone(0), "last"), 2);
  assert.equal(stepped(undone(4), "last"), 2);
  assert.equal(stepped(undone(null), "last"), undefined);
  assert.equal(stepped(undone(null), "forward"), 3);
});

test("moves that were undone were not played", () => {
  const line = (/** @type {number} */ node) => played({ ...table(["a", "b", "c", "d"], null), node });
  assert.deepEqual(
    line(2).map(({ words }) => words),
    ["a", "b"],
  );
  assert.deepEqual(line(0), []);
  assert.equal(line(4).length, 4);
});

test("a die after a deal is told in its own word, however long the deal was", () => {
  const line = [...Array(12).fill(""), "rolled 5"].map((words, i) => ({
    node: i + 1,
    ply: i + 1,
    seat: null,
    move: "?",
    words,
  }));
  /** @type {any} */
  const match = { ...table([], null), line, ahead: [], seats: [], scene: {} };
  assert.deepEqual(
    said(match, /** @type {any} */ (line)).map((row) => "words" in row && [row.first, row.words]),
    [[false, "rolled 5"]],
  );
  const dice = line.map((ply) => ({ ...ply, words: `rolled ${ply.ply}` }));
  assert.equal(said(match, /** @type {any} */ (dice)).length, 13);
});

test("a turn has one number, at its first ply that is seen", () => {
  const played = [
    { seat: null, turn: 0, words: "rolled 5" },
    { seat: 0, turn: 1, words: "" },
    { seat: 0, turn: 1, words: "a" },
    { seat: 0, turn: 1, words: "b" },
    { seat: null, turn: 1, words: "rolled 2" },
    { seat: 1, turn: 2, words: "c" },
  ];
  const line = played.map((ply, i) => ({ ...ply, node: i + 1, move: "?" }));
  const seats = [0, 1].map((seat) => ({ seat, called: `${seat}`, name: "", kind: "person" }));
  /** @type {any} */
  const match = { ...table([], null), line, ahead: [], seats, scene: { colours: ["white", "black"] } };
  assert.deepEqual(
    said(match, /** @type {any} */ (line)).map((row) => "words" in row && [row.first ? row.turn : "", row.words]),
    [
      ["", "rolled 5"],
      [1, "a"],
      ["", "b"],
      ["", "rolled 2"],
      [2, "c"],
    ],
  );
  assert.deepEqual(
    [0, 1, 4, 6].map((node) => turnAt(match, node)),
    [0, 0, 1, 2],
  );
});
