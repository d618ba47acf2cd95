import assert from "node:assert/strict";
import test from "node:test";
import { complete, lying, side } from "../../everygame/client/scene/scene.js";
import { coordinates, extent, frame, neighbour, spotAt, spots } from "../../everygame/client/scene/places.js";

const scene = (more = {}) =>
  complete({
    width: 5,
    height: 3,
    regions: [
      { id: "b", name: "Board", columns: 3, rows: 3 },
      {
        id: "t",
        name: "Tray",
        kind: "spots",
        x: 3.5,
        y: 0,
        columns: 1,
        rows: 2,
        cells: [
          { id: "t1", x: 0.5, y: 0.5 },
          { id: "t2", x: 0.5, y: 1.5 },
        ],
      },
    ],
    ...more,
  });
const at = (places, id) => {
  const { x, y } = places.get(id);
  return [x, y];
};

test("a1 is at the bottom left, spots where they say", () => {
  const places = spots(scene());
  assert.deepEqual(at(places, "a1"), [0.5, 2.5]);
  assert.deepEqual(at(places, "c3"), [2.5, 0.5]);
  assert.deepEqual(at(places, "t2"), [4, 1.5]);
  assert.equal(places.size, 11);
});

test("quarter turns clockwise bring another edge to the bottom", () => {
  assert.deepEqual(at(spots(scene({ rotate: 2 })), "a1"), [4.5, 0.5]);
  assert.deepEqual(extent(scene({ rotate: 1 })), [3, 5]);
  const quarter = spots(scene({ rotate: 1 }));
  assert.deepEqual(at(quarter, "c1"), [0.5, 2.5], "the right edge is at the bottom, c1 at its left");
  const back = spots(scene({ rotate: 3 }));
  assert.deepEqual(at(back, "a1"), [2.5, 4.5], "the left edge is at the bottom, a1 at its right");
  for (const rotate of [0, 1, 2, 3]) {
    const one = scene({ rotate });
    const [width, height] = extent(one);
    for (const spot of spots(one).values()) assert.ok(spot.x > 0 && spot.x < width && spot.y > 0 && spot.y < height);
    const box = frame(one, one.regions[0]);
    assert.deepEqual([box.width, box.height], [3, 3]);
  }
});

test("coordinates stand at the left and the bottom of the screen, however the board is turned", () => {
  const labels = (rotate) => {
    const one = scene({ rotate });
    const here = [...spots(one).values()].filter((spot) => spot.region === one.regions[0]);
    return coordinates(here, frame(one, one.regions[0]))
      .map((label) => label.text)
      .join("");
  };
  assert.equal([...labels(0)].sort().join(""), "123abc");
  assert.equal([...labels(1)].sort().join(""), "123abc");
  assert.equal(labels(0).replace(/[^abc]/g, ""), "abc");
  assert.equal(labels(2).replace(/[^abc]/g, ""), "cba");
  assert.equal(labels(1).replace(/[^123]/g, ""), "123", "ranks run along the bottom after a quarter turn");
});

test("a point means the nearest place within reach", () => {
  const places = [...spots(scene()).values()];
  assert.equal(spotAt(places, 0.9, 2.1)?.id, "a1");
  assert.equal(spotAt(places, 3.3, 1.5), undefined);
  assert.equal(
    spotAt(
      places.filter((spot) => spot.id === "t1"),
      3.3,
      0.5,
      0.75,
    )?.id,
    "t1",
  );
});

test("arrows go to the next place, over the edge of a region too", () => {
  const places = spots(scene());
  const step = (id, dx, dy) => neighbour(places.values(), places.get(id), dx, dy)?.id;
  assert.equal(step("a1", 1, 0), "b1");
  assert.equal(step("b2", 0, -1), "b3");
  assert.equal(step("c3", 1, 0), "t1");
  assert.equal(step("a1", -1, 0), undefined);
  assert.equal(step("t1", -1, 0), "c3");
});

test("every place of a scene can be reached with the arrows", () => {
  for (const rotate of [0, 1, 2, 3]) {
    const places = spots(scene({ rotate }));
    const seen = new Set(["a1"]);
    for (const id of seen) {
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ]) {
        const there = neighbour(places.values(), places.get(id), dx, dy);
        if (there) seen.add(there.id);
      }
    }
    assert.equal(seen.size, places.size);
  }
});

test("across a table all stands upright for its seat: as the game turns its board, or in a circle", () => {
  const seen = (/** @type {number} */ seats) => Array.from({ length: seats }, (_, seat) => side(seat, seats));
  assert.deepEqual([2, 3, 4].map(seen), [
    [0, 180],
    [0, 90, 270],
    [0, 90, 180, 270],
  ]);
  assert.deepEqual([side(1, 2, 3), side(1, 2, 2), side(1, 4, 3)], [90, 180, 90]);
});

test("where nothing is a board, all of the table is turned to whoever plays", () => {
  const hand = { id: "hand", kind: "spots", columns: 1, rows: 1, cells: [{ id: "a" }] };
  assert.equal(lying({ width: 1, height: 1, regions: [hand] }, 2, 180).rotate, 2);
  assert.equal(lying({ width: 1, height: 1, regions: [hand] }).rotate, 0);
});

test("a board that lies still stays in its place whoever the scene was drawn for", () => {
  const box = { id: "box", name: "Box", kind: "spots", cells: [{ id: "box", x: 0.5, y: 0.5 }] };
  const board = { id: "board", name: "Board", columns: 3, rows: 3 };
  const whites = { width: 3, height: 5, regions: [board, { ...box, x: 2, y: 4 }] };
  const blacks = {
    width: 3,
    height: 5,
    rotate: 2,
    regions: [
      { ...board, y: 2 },
      { ...box, x: 0, y: 0 },
    ],
  };
  const place = (scene) => {
    const { x, y } = spots(lying(scene)).get("a1");
    return [x, y];
  };
  assert.deepEqual(place(whites), place(blacks));
  assert.deepEqual(extent(lying(whites)), extent(lying(blacks)));
  for (const spot of spots(lying(blacks)).values()) assert.ok(spot.x > 0 && spot.y > 0);
});

/** Hexagons of a rhombus, and a triangle far from them. */
const comb = (more = {}) => {
  const half = 1 / Math.sqrt(3);
  const outline = [
    [0, -half],
    [0.5, -half / 2],
    [0.5, half / 2],
    [0, half],
    [-0.5, half / 2],
    [-0.5, -half / 2],
  ];
  const cells = [];
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 5; column++) {
      cells.push({ id: "abcde"[column] + (row + 1), x: 0.5 + column + row / 2, y: half + row * 0.866, outline });
    }
  }
  cells.push({
    id: "t",
    x: 9,
    y: 2,
    outline: [
      [0, -1],
      [0.866, 0.5],
      [-0.866, 0.5],
    ],
  });
  return spots(
    complete({
      width: 10,
      height: 5,
      regions: [{ id: "b", name: "B", kind: "spots", columns: 10, rows: 5, cells }],
      ...more,
    }),
  );
};

test("a point means the cell in whose outline it lies, however the board is turned", () => {
  for (const rotate of [0, 1, 2, 3]) {
    const places = comb({ rotate });
    for (const spot of places.values()) {
      for (const [x, y] of [[0, 0], ...spot.outline])
        assert.equal(spotAt(places.values(), spot.x + 0.95 * x, spot.y + 0.95 * y)?.id, spot.id);
    }
  }
  const places = comb();
  const { x, y } = places.get("t");
  assert.equal(spotAt(places.values(), x - 0.6, y - 0.4), undefined, "beside the tip of a triangle");
});

test("arrows walk over hexagons, and the opposite arrow leads back", () => {
  const places = comb();
  const step = (id, dx, dy) => neighbour(places.values(), places.get(id), dx, dy)?.id;
  assert.equal(step("c3", 1, 0), "d3");
  assert.equal(step("c3", -1, 0), "b3");
  assert.equal(step("c3", 0, -1), "c2");
  assert.equal(step("c3", 0, 1), "c4");
  assert.equal(step("c1", 0, -1), undefined);
});
