import assert from "node:assert/strict";
import test from "node:test";
import { compare } from "../../everygame/client/scene/changes.js";
import { complete } from "../../everygame/client/scene/scene.js";

const scene = (...pieces) =>
  complete({
    width: 4,
    height: 4,
    regions: [{ id: "b", name: "B", columns: 4, rows: 4 }],
    pieces: pieces.map(([id, at, shape = "pawn", more = {}]) => ({ id, at, shape, name: id, ...more })),
  });
const brief = ({ kept, appeared, vanished }) => ({
  kept: kept.map(({ was, now, path }) => `${was.id}>${now.id}:${path.join("-")}`).sort(),
  appeared: appeared.map((piece) => piece.id),
  vanished: vanished.map((piece) => piece.id),
});

test("a piece moves along the way that is told, else straight", () => {
  const [a, b] = [scene(["P", "a1"]), scene(["P", "d1"])];
  assert.deepEqual(brief(compare(a, b, { pieces: { P: ["a1", "b1", "c1", "d1"] } })).kept, ["P>P:a1-b1-c1-d1"]);
  assert.deepEqual(brief(compare(a, b, {})).kept, ["P>P:a1-d1"]);
  assert.deepEqual(
    brief(compare(b, a, { pieces: { P: ["a1", "d1"] } })).kept,
    ["P>P:d1-a1"],
    "a way that does not fit is not taken",
  );
});

test("what lies under a moved piece and has another id goes with it", () => {
  const a = scene(["P", "a1"], ["f-a1", "a1", "floe"], ["f-b3", "b3", "floe"]);
  const b = scene(["P", "c1"], ["f-c1", "c1", "floe"], ["f-b3", "b3", "floe"]);
  assert.deepEqual(brief(compare(a, b, { pieces: { P: ["a1", "b1", "c1"] } })), {
    kept: ["P>P:a1-b1-c1", "f-a1>f-c1:a1-b1-c1", "f-b3>f-b3:b3"],
    appeared: [],
    vanished: [],
  });
});

test("a piece that got a new id is followed by the way that is told for it", () => {
  const result = compare(scene(["x1", "a1"]), scene(["x2", "a3"]), { pieces: { x2: ["a1", "a2", "a3"] } });
  assert.deepEqual(brief(result), { kept: ["x1>x2:a1-a2-a3"], appeared: [], vanished: [] });
});

test("neutral things that come and go are not taken for one another", () => {
  const result = compare(scene(["f-a1", "a1", "floe"]), scene(["f-d4", "d4", "floe"]), {});
  assert.deepEqual(brief(result), { kept: [], appeared: ["f-d4"], vanished: ["f-a1"] });
});

test("a captured piece vanishes, another look is another thing", () => {
  const a = scene(["A", "a1", "disc", { owner: 0 }], ["B", "a2", "disc", { owner: 1, text: "2" }]);
  const b = scene(["A", "a2", "disc", { owner: 0 }], ["F", "b2", "snowflake", { owner: 1 }]);
  assert.deepEqual(brief(compare(a, b, {})), { kept: ["A>A:a1-a2"], appeared: ["F"], vanished: ["B"] });
});
