import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { recount } from "../../everygame/client/scene/recompute_dice.js";

const told = () => JSON.parse(readFileSync(new URL("dice.json", import.meta.url), "utf8"));
const { subtle } = globalThis.crypto;

test("what the engine drew is drawn again", async () => {
  const { dice, plies } = told();
  const found = await recount({ dice, plies }, subtle);
  assert.equal(found.wrong, "");
  assert.equal(found.drawn, plies.filter((/** @type {any} */ ply) => ply[2]).length);
  assert.ok(found.drawn > 20);
});

test("a draw that was altered is named, with what the seed gives", async () => {
  const { dice, plies } = told();
  const at = plies.findLastIndex((/** @type {any} */ ply) => ply[2]);
  const [parent, move, outcomes] = plies[at];
  const other = outcomes.find((/** @type {any} */ one) => one[0] !== move)[0];
  plies[at] = [parent, other, outcomes];
  const { wrong } = await recount({ dice, plies }, subtle);
  assert.equal(wrong, `Ply ${at + 1}, ${other}, is not what was drawn: the seed gives ${move}.`);
});

test("another seed is found, and one that is not told proves nothing", async () => {
  const { dice, plies } = told();
  const other = { ...dice[0], seed: dice[0].seed.replace(/./g, "a") };
  assert.match((await recount({ dice: [other], plies }, subtle)).wrong, /committed to/);
  const { drawn, others } = await recount({ dice: [{ ...dice[0], seed: "" }], plies }, subtle);
  assert.equal(drawn, 0);
  assert.ok(others > 20);
});
