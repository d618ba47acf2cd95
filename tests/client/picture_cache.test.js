import assert from "node:assert/strict";
import test from "node:test";
import { Lately } from "../../everygame/client/view/picture_cache.js";

test("what was wanted lately is not made again", () => {
  /** @type {string[]} */
  const made = [];
  const lately = new Lately(2);
  for (const key of ["white", "black", "white", "red", "white", "black"]) lately.get(key, () => made.push(key));
  assert.deepEqual(made, ["white", "black", "red", "black"]);
});
