import assert from "node:assert/strict";
import { test } from "node:test";
import { absent } from "../../everygame/client/match/stand_ins.js";

/** @param {number} seat @param {object} facts @returns {any} */
const person = (seat, facts = {}) => ({ seat, kind: "person", mine: false, online: false, away: 0, ...facts });

test("a bot is offered for people who have been away for a while, and are not waited for", () => {
  const seats = [
    person(0, { mine: true, away: 99 }),
    person(1, { away: 10 }),
    person(2, { online: true }),
    person(3, { kind: "bot", away: 99 }),
    person(4, { kind: "open" }),
  ];
  const found = (/** @type {number} */ later, ...waited) =>
    absent(seats, later, new Set(waited)).map((seat) => seat.seat);
  assert.deepEqual(found(0), []);
  assert.deepEqual(found(6), [1]);
  assert.deepEqual(found(6, 1), []);
});
