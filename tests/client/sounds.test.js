/** What a move sounds like, by its kind and by what is moved. */
import assert from "node:assert/strict";
import test from "node:test";

import shapes from "../../everygame/client/drawings.js";
import { complete, materialMoved, materialOn } from "../../everygame/client/scene/scene.js";
import { tonesOf } from "../../everygame/client/ui/sounds.js";

const heard = (kind, material) => JSON.stringify(tonesOf(kind, material));
const MATERIALS = ["wood", ...new Set(Object.values(shapes.materials))];

test("wood, ice, cards and dice sound differently when they are moved", () => {
  assert.equal(new Set(MATERIALS.map((material) => heard("move", material))).size, 4);
  assert.notEqual(heard("capture", "ice"), heard("capture", "wood"));
  assert.notEqual(heard("place", "card"), heard("move", "card"));
});

test("what is thrown or shuffled, and what has no sound of its own", () => {
  assert.equal(heard("shuffle", "die"), heard("move", "die"));
  assert.equal(heard("shuffle", "card"), heard("shuffle", "wood"));
  assert.equal(heard("won", "ice"), heard("won", "wood"));
  assert.equal(heard("place", "die"), heard("move", "die"));
  assert.equal(heard("no such kind", "no such material"), heard("move", "wood"));
});

test("every material belongs to a shape that is drawn", () => {
  for (const shape of Object.keys(shapes.materials)) assert.ok(shape in shapes.shapes, shape);
});

const piece = (id, at, shape, z = 0) => ({ id, at, shape, z });
const scene = complete({
  pieces: [piece("under", "a1", "floe"), piece("above", "a1", "pawn", 1), piece("die", "d1", "die")],
});

test("the uppermost thing that a choice touches is what sounds", () => {
  assert.equal(materialOn(scene, ["b1", "a1"]), "wood");
  assert.equal(materialOn(scene, ["d1", "a1"]), "die");
  assert.equal(materialOn(scene, []), "wood");
});

test("a ply of another seat sounds by what it moved, or by what lies where it did something", () => {
  assert.equal(materialMoved(scene, { pieces: { under: ["b1", "a1"] }, cells: ["d1"] }), "ice");
  assert.equal(materialMoved(scene, { cells: ["d1"] }), "die");
  assert.equal(materialMoved({}, null), "wood");
});
