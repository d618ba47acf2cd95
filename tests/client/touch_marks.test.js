import assert from "node:assert/strict";
import test from "node:test";
import { start } from "../../everygame/client/scene/choices.js";
import { complete } from "../../everygame/client/scene/scene.js";
import { spots } from "../../everygame/client/scene/places.js";
import { above } from "../../everygame/client/view/touch_marks.js";

/** How far below the middle of its place the dot is for who may touch a card. */
const dot = (more) => {
  const scene = complete({
    width: 3,
    height: 1,
    regions: [{ id: "hand", name: "Hand", kind: "spots", columns: 3, cells: [{ id: "own0", x: 1.5, y: 0.5 }] }],
    pieces: [{ id: "one", at: "own0", shape: "card", ...more }],
    choices: [{ move: "lay", touch: ["own0"], kind: "place" }],
  });
  const drawn = above(start(scene), spots(scene), "");
  return Number(drawn.match(/cy="([\d.]+)"/)?.[1]) - 0.5;
};

test("a dot hides nothing that is written on a card", () => {
  for (const face of [{ text: "K♣" }, { tags: ["wild"] }]) assert.ok(dot(face) > 0.3);
  assert.equal(dot({ hidden: true }), 0);
});

test("where the only piece that can be put goes is marked before it is touched", () => {
  const drawn = (touches) => {
    const scene = complete({
      width: 3,
      height: 1,
      regions: [{ id: "b", name: "Board", columns: 3, rows: 1 }],
      pieces: [{ id: "one", at: "a1", shape: "disc" }],
      choices: touches.map((touch) => ({ move: touch.at(-1), touch, kind: "place" })),
    });
    return above(start(scene), spots(scene), "");
  };
  const free = [["b1"], ["c1"]];
  assert.equal(drawn([...free.map(([to]) => ["a1", to]), ...free]).match(/dot-hint/g)?.length, 2);
  assert.ok(!drawn(free).includes("dot-hint"));
});
