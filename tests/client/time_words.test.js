import assert from "node:assert/strict";
import test from "node:test";
import { inTime, since } from "../../everygame/client/ui/time_words.js";

test("yesterday is the day before by the calendar, and the rest is counted", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: new Date(2026, 10, 25, 12, 0) });
  Object.assign(globalThis, { document: { documentElement: { lang: "" } } });
  const said = (/** @type {number[]} */ ...when) =>
    since(new Date(2026, .../** @type {[number]} */ (when)).getTime() / 1000);
  assert.equal(said(10, 25, 12, 1), "just now", "a clock that is ahead");
  assert.equal(said(10, 25, 11, 59), "just now");
  assert.equal(said(10, 25, 11, 30), "30 minutes ago");
  assert.equal(said(10, 24, 22, 0), "14 hours ago");
  assert.equal(said(10, 24, 9, 0), "yesterday");
  assert.equal(said(10, 23, 20, 0), "2 days ago", "no two times midnight lie between this and yesterday");
  assert.equal(said(9, 26, 12, 0), "30 days ago");
  assert.equal(said(8, 27, 12, 0), "1 month ago");
  assert.equal(said(-1, 2, 12, 0), "11 months ago");
  assert.equal(said(-11, 2, 12, 0), "1 year ago");
});

test("a clock shows 0:00 only when nothing is left", () => {
  assert.deepEqual([0, 1, 999, 1_000, 1_001, 59_001, 60_000].map(inTime), [
    "0:00",
    "0:01",
    "0:01",
    "0:01",
    "0:02",
    "1:00",
    "1:00",
  ]);
  assert.deepEqual([3_599_001, 3_729_000, 86_400_000 + 4 * 3_600_000].map(inTime), ["1:00:00", "1:02:09", "1 d 4 h"]);
});
