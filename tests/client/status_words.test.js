import assert from "node:assert/strict";
import test from "node:test";
import { lookingAt } from "../../everygame/client/match/status_words.js";

const table = (seat, words) => ({
  line: [
    { node: 0, seat: null },
    { node: 1, seat, turn: 1, words },
  ],
  branches: [],
  looking: 1,
  node: 1,
  ahead: [],
  history: {},
});

test("where one looks is one sentence, whether the game tells the move as a part of one or as a whole", () => {
  assert.equal(lookingAt(table(null, "The cards are dealt.")), "Looking back: The cards are dealt.");
  assert.equal(lookingAt(table(0, "e2 to e4")), "Looking at move 1: e2 to e4.");
});
