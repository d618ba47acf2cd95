import assert from "node:assert/strict";
import { test } from "node:test";
import { Clocks } from "../../everygame/client/match/clock.js";

/** What is said while the time of a seat runs out. @param {number} seconds  of its clock @param {number} [seat] */
function heard(seconds, seat = 0) {
  const voice = /** @type {any} */ ({ textContent: "" });
  const clocks = new Clocks(voice);
  clocks.clock = /** @type {any} */ ({ seconds, running: seat, left: [seconds * 1000] });
  clocks.mine = 0;
  const said = [];
  for (let left = seconds * 1000; left >= 0; left -= 500) {
    clocks.say(seat, left);
    if (said.at(-1) !== voice.textContent) said.push(voice.textContent);
  }
  return said.filter(Boolean);
}

test("at a minute and at ten seconds one is told how much time of one's own is left", () => {
  assert.deepEqual(heard(300), ["60 seconds left.", "10 seconds left."]);
  assert.deepEqual(heard(60), ["10 seconds left."]);
  assert.deepEqual(heard(10), []);
  assert.deepEqual(heard(300, 1), []);
});
