import assert from "node:assert/strict";
import test from "node:test";
import { inTime } from "../../everygame/client/match/clock.js";

test("a clock shows 0:00 only when nothing is left", () => {
  assert.deepEqual([0, 1, 999, 1_000, 1_001, 59_001, 60_000].map(inTime), ["0:00", "0:01", "0:01", "0:01", "0:02", "1:00", "1:00"]);
  assert.deepEqual([3_599_001, 3_729_000, 86_400_000 + 4 * 3_600_000].map(inTime), ["1:00:00", "1:02:09", "1 d 4 h"]);
});
