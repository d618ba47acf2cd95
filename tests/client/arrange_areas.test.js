import assert from "node:assert/strict";
import test from "node:test";
import { complete, lying } from "../../everygame/client/scene/scene.js";
import { extent, frame, spots } from "../../everygame/client/scene/places.js";
import { fits } from "../../everygame/client/library/finder.js";
import { arranged, fittedAnew, shaped, trimmed } from "../../everygame/client/view/arrange_areas.js";
import { closeUp, viewBox } from "../../everygame/client/view/picture.js";

const board = { id: "board", name: "Board", columns: 8, rows: 8 };
const box = { id: "box", name: "Box", kind: "spots", x: 7, y: 8.4, cells: [{ id: "box", x: 0.5, y: 0.5 }] };
const below = (more = {}) => complete({ width: 8, height: 9.4, regions: [board, box], ...more });
const shape = (/** @type {any} */ scene) => {
  const [, , width, height] = viewBox(scene);
  return (width / height).toFixed(6);
};
const at = (scene, id) => {
  const { x, y } = spots(scene).get(id);
  return [x, y].map((one) => Math.round(one * 100) / 100);
};

test("what lies below the board goes beside it where the room is wide, and stays where it is high", () => {
  const wide = arranged(below(), 2);
  assert.deepEqual(
    extent(wide).map((one) => Math.round(one * 10) / 10),
    [9.4, 8],
  );
  assert.deepEqual(at(wide, "box"), [8.9, 7.5], "at the lower right, as it was");
  assert.deepEqual(at(wide, "a1"), [0.5, 7.5]);
  assert.deepEqual(at(arranged(below(), 0.5), "box"), [7.5, 8.9]);
});

test("an area said in whole squares ends where its scene does", () => {
  const hand = {
    id: "hand",
    name: "Hand",
    kind: "spots",
    y: 1.2,
    columns: 5,
    rows: 3,
    cells: [{ id: "own", x: 2.5, y: 1 }],
  };
  assert.deepEqual(
    extent(
      arranged(complete({ width: 5, height: 3.5, regions: [hand, { ...hand, id: "pile", y: 0, rows: 1 }] }), 1.5),
    ).map((one) => one.toFixed(1)),
    ["5.0", "3.5"],
  );
});

test("no area comes to lie over another, nor its title", () => {
  const area = (id, x, y, columns, rows) => ({
    id,
    name: id,
    title: id,
    kind: "spots",
    x,
    y,
    columns,
    rows,
    cells: [{ id, x: columns / 2, y: rows / 2 }],
  });
  const regions = [
    { ...board, x: 1.5, y: 2.3, columns: 10, rows: 7 },
    area("boneyard", 11.9, 9.95, 1.25, 1.25),
    area("south", 1.5, 10.2, 10, 1),
    area("north", 1.5, 0.4, 10, 1),
    area("west", 0, 0.8, 1, 10),
    area("east", 12, 0.8, 1, 8),
  ];
  for (const ratio of [0.7, 0.92, 1.3]) {
    const scene = arranged(complete({ width: 13.15, height: 11.2, rotate: 1, regions }), ratio);
    const [pile, hand] = ["boneyard", "east"].map((id) =>
      frame(
        scene,
        scene.regions.find((one) => one.id === id),
      ),
    );
    const across = Math.min(pile.x + pile.width, hand.x + hand.width) - Math.max(pile.x, hand.x);
    const down = Math.min(pile.y + pile.height, hand.y + hand.height) - Math.max(pile.y - 0.6, hand.y);
    assert.ok(Math.min(across, down) <= 0.4, `${ratio}: ${JSON.stringify([pile, hand])}`);
  }
});

test("another part of the game is drawn in the place of the one before, unless it would be small there", () => {
  const plain = (/** @type {number} */ columns, /** @type {number} */ rows) =>
    complete({ width: columns, height: rows, regions: [{ ...board, columns, rows }] });
  const room = 1.4;
  const field = shaped(plain(10, 6), room, undefined);
  const words = fittedAnew(plain(8, 6), room, field);
  assert.equal(shape(words), shape(field));
  assert.equal(words.spare[1], 0, "no gap below it");
  assert.notEqual(shape(fittedAnew(plain(4, 6), room, plain(20, 6))), shape(plain(20, 6)), "it would be small");
  assert.notEqual(shape(fittedAnew(plain(12, 6), room, field)), shape(field), "it is broader");
});

test("a long name above an area runs over nothing, and does not make the picture broad", () => {
  const area = (/** @type {string} */ id, /** @type {number} */ x, /** @type {string} */ title, more = {}) => ({
    ...{ id, title, kind: "spots", x, y: 2, columns: 1, rows: 6, cells: [{ id, x: 0.5, y: 0.5 }], ...more },
  });
  const around = (/** @type {string} */ name) =>
    arranged(
      complete({
        width: 11.5,
        height: 10,
        regions: [
          { ...board, x: 1.75, y: 2 },
          area("west", 0, name),
          area("east", 10.5, name),
          area("north", 1.75, name, { y: 0.25, columns: 8, rows: 1 }),
        ],
      }),
      1,
    );
  const titles = ({ regions }) => regions.slice(1).map(({ title }) => title);
  assert.deepEqual(titles(around("Ida")), ["Ida", "Ida", "Ida"]);
  const long = around("Annabel-Louise");
  assert.deepEqual(titles(long), ["Annabel…", "Annabel-Lou…", "Annabel-Louise"]);
  assert.equal(long.regions[1].name, "Annabel-Louise", "a screen reader hears it whole");
  assert.ok(viewBox(long)[2] - viewBox(around("Ida"))[2] < 1);
});

test("the title of what comes below the board stands below the coordinates", () => {
  const dice = { ...box, x: 8.5, y: 0, title: "Die" };
  const [plain, titled] = ["", "Die"].map((title) =>
    arranged(complete({ width: 9.5, height: 8, regions: [board, { ...dice, title }] }), 0.5),
  );
  assert.equal(Math.round(10 * (at(titled, "box")[1] - at(plain, "box")[1])), 3);
});

test("a board that is turned keeps what was at the lower right at the lower right", () => {
  const turned = complete({
    width: 8,
    height: 9.4,
    rotate: 2,
    regions: [
      { ...board, y: 1.4 },
      { ...box, x: 0, y: 0 },
    ],
  });
  assert.deepEqual(at(arranged(turned, 2), "box"), [8.9, 7.5]);
  const quarter = complete({ width: 9.4, height: 8, rotate: 1, regions: [board, { ...box, x: 8.4, y: 7 }] });
  const [x, y] = at(arranged(quarter, 2), "box");
  assert.ok(x < 0.6 || x > 8.8, `beside it, not at ${x} ${y}`);
});

test("whoever sits at whichever side sees an area beside the board at the same place", () => {
  const sides = [
    [8.5, 1, 1, 2],
    [1, -1.5, 2, 1],
    [-1.5, 5, 1, 2],
    [5, 8.5, 2, 1],
  ];
  const seen = [0, 1, 2, 3].map((rotate) => {
    const [x, y, columns, rows] = sides[rotate];
    const dice = {
      id: "die",
      name: "Die",
      title: "Die",
      kind: "spots",
      x,
      y,
      columns,
      rows,
      cells: [{ id: "die", x: columns / 2, y: rows / 2 }],
    };
    const scene = complete({ width: 8, height: 8, rotate, regions: [board, dice] });
    return [0.5, 2].map((ratio) => {
      const one = arranged(scene, ratio);
      return [extent(one).map((size) => size.toFixed(4)), at(one, "die")];
    });
  });
  for (const one of seen) assert.deepEqual(one, seen[0]);
});

test("a long board stands where the room is high, and lies where it is wide", () => {
  const long = { ...board, look: "wood", columns: 8, rows: 3 };
  const scene = (/** @type {object} */ more) => complete({ width: 8, height: 3, regions: [{ ...long, ...more }] });
  assert.deepEqual(
    [0.6, 2].map((ratio) => extent(arranged(scene({}), ratio))),
    [
      [3, 8],
      [8, 3],
    ],
  );
  assert.deepEqual(extent(arranged(scene({ title: "Read me" }), 0.6)), [8, 3]);
});

test("a board that lies between two stays in its place whoever the scene was drawn for", () => {
  const other = complete({
    width: 8,
    height: 9.4,
    rotate: 2,
    regions: [
      { ...board, y: 1.4 },
      { ...box, x: 0, y: 0 },
    ],
  });
  const [one, two] = [below(), other].map((scene) => arranged(scene, 2, (found) => lying(found)));
  assert.deepEqual(at(one, "a1"), at(two, "a1"));
  const sizes = [one, two].map((scene) => extent(scene).map((size) => size.toFixed(6)));
  assert.deepEqual(sizes[0], sizes[1]);
});

test("what lies between four and is in the middle but for a title is not padded", () => {
  const tray = (
    /** @type {string} */ id,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {object} */ size,
  ) => ({ id, name: id, title: id, kind: "spots", x, y, columns: 1, rows: 1, ...size });
  const sides = [
    tray("a", 0, -1.75, { columns: 8 }),
    tray("b", 0, 8.75, { columns: 8 }),
    tray("c", -1.75, 0, { rows: 8 }),
    tray("d", 8.75, 0, { rows: 8 }),
  ];
  const high = arranged(complete({ width: 8, height: 8, regions: [board, ...sides] }), 0.6, (found) => lying(found, 4));
  assert.ok(high.width < 8.5, `as broad as the board, not ${high.width}`);
});

test("an area around the board is parted, and squeezed a little", () => {
  const cells = Array.from({ length: 34 }, (_, i) => ({
    id: `t${i}`,
    x: 0.5 + (i % 17) * 0.5,
    y: i < 17 ? 0.5 : 10.5,
  }));
  const around = { id: "area", name: "Taken", kind: "spots", columns: 9, rows: 11, cells };
  const scene = complete({ width: 9, height: 11, regions: [{ ...board, y: 1.5 }, around] });
  const [width, height] = extent(arranged(scene, 2));
  assert.equal(height, 8);
  assert.ok(width < 12);
});

test("what is empty around a table is left out", () => {
  const scene = trimmed(complete({ width: 14, height: 13, regions: [{ ...board, x: 2, y: 2.5 }] }));
  assert.deepEqual(extent(scene), [8, 8]);
});

test("a picture has the shape of the one before, unless that makes it too small", () => {
  const grid = (/** @type {number} */ columns, /** @type {number} */ rows) =>
    complete({ width: columns, height: rows, regions: [{ ...board, columns, rows }] });
  const before = grid(6, 8);
  const [low, narrow] = [grid(6, 6), grid(5, 8)].map((scene) => shaped(scene, 0.75, before));
  assert.deepEqual([shape(low), shape(narrow)], [shape(before), shape(before)]);
  assert.deepEqual(
    [low, narrow].map((scene) => spots(scene).get("a1").x),
    [0.5, 0.5],
  );
  assert.ok(viewBox(narrow)[0] < viewBox(grid(5, 8))[0], "in the middle");
  assert.equal(viewBox(low)[1], viewBox(grid(6, 6))[1], "at the top");
  assert.deepEqual(shaped(grid(9, 3), 3, before), grid(9, 3), "in a wide room");
  assert.deepEqual(viewBox(shaped(grid(6, 8), 0.75, low)), viewBox(before), "and back");
});

test("the first picture has all of the width of a room that is high", () => {
  const grid = (/** @type {number} */ columns, /** @type {number} */ rows) =>
    complete({ width: columns, height: rows, regions: [{ ...board, columns, rows }] });
  const first = shaped(grid(4, 9), 0.75, undefined);
  assert.deepEqual(
    shaped(grid(8, 4), 0.75, first).spare.map((one) => one > 0),
    [false, true],
    "what follows is broader, and no jump",
  );
  assert.deepEqual(shape(shaped(grid(8, 4), 0.75, first)), shape(first));
  assert.deepEqual(shaped(grid(4, 9), 2, undefined), grid(4, 9), "beside a broad room other things stand");
});

test("areas one below the other, and no board, stand in two columns where the room is broad", () => {
  const shelf = (/** @type {string} */ id, /** @type {number} */ y, more = {}) => ({
    id,
    name: id,
    title: id,
    kind: "spots",
    y,
    columns: 6,
    cells: [{ id, x: 0.5, y: 0.5 }],
    ...more,
  });
  const scene = complete({
    width: 6,
    height: 9.2,
    regions: [shelf("a", 0.7, { rows: 2 }), shelf("b", 3.4), shelf("c", 5.1), shelf("d", 6.8)],
  });
  assert.deepEqual(
    ["a", "b", "c", "d"].map((id) => at(arranged(scene, 2), id)),
    [
      [0.5, 0.5],
      [6.9, 0.5],
      [0.5, 3.2],
      [6.9, 3.2],
    ],
  );
  assert.deepEqual(at(arranged(scene, 1), "d"), [0.5, 6.6]);
  const apart = complete({
    ...scene,
    regions: scene.regions.map((/** @type {any} */ region) => ({ ...region, columns: region.id === "d" ? 3 : 6 })),
  });
  assert.deepEqual(at(arranged(apart, 2), "d"), [0.5, 6.6], "not alike");
});

test("a way out at an edge of the board stays there, and a board between four keeps its place and size", () => {
  const seats = [
    [
      { x: 0, y: -1.25, columns: 5, rows: 1 },
      { x: 5.5, y: 0.5, columns: 1, rows: 2 },
    ],
    [
      { x: 5.25, y: 0, columns: 1, rows: 5 },
      { x: 2.5, y: 5.5, columns: 2, rows: 1 },
    ],
    [
      { x: 0, y: 5.25, columns: 5, rows: 1 },
      { x: -1.5, y: 2.5, columns: 1, rows: 2 },
    ],
    [
      { x: -1.25, y: 0, columns: 1, rows: 5 },
      { x: 0.5, y: -1.5, columns: 2, rows: 1 },
    ],
  ];
  for (const ratio of [0.7, 0.9, 1.1, 1.4]) {
    const seen = seats.map(([way, die]) =>
      arranged(
        complete({
          width: 5,
          height: 5,
          regions: [
            { ...board, columns: 5, rows: 5 },
            { id: "way", kind: "spots", cells: [{ id: "w", x: 0.5, y: 0.5, terrain: "exit" }], ...way },
            { id: "die", kind: "spots", title: "Die", ...die },
          ],
        }),
        ratio,
        (found) => lying(found, 4),
      ),
    );
    const sizes = seen.map((scene) =>
      [viewBox(scene), at(scene, "a1")]
        .flat()
        .map((one) => one.toFixed(4))
        .join(),
    );
    assert.equal(new Set(sizes).size, 1, `${ratio}: ${sizes.join(" | ")}`);
    seen.forEach(({ regions: [field, way, die] }, i) => {
      assert.deepEqual(
        [way.x - field.x, way.y - field.y].map((one) => Math.round(one * 100) / 100),
        [seats[i][0].x, seats[i][0].y],
        "at its edge",
      );
      const free =
        die.x + die.columns <= field.x || die.x >= field.x + 5 || die.y + die.rows <= field.y || die.y >= field.y + 5;
      const apart =
        die.x + die.columns <= way.x ||
        die.x >= way.x + way.columns ||
        die.y + die.rows <= way.y ||
        die.y >= way.y + way.rows;
      assert.ok(free && apart, "beside both");
    });
  }
});

test("a game is found by its words, players, minutes and kind", () => {
  const card = {
    name: "go",
    title: "Go",
    sentence: "Surround more.",
    designer: "traditional",
    players: [2],
    minutes: [15, 90],
    tags: ["classic"],
  };
  const wanted = (more) => fits(card, { words: "", players: "", minutes: "", kind: "", ...more }, new Set(["go"]));
  for (const yes of [
    {},
    { words: "SURR go" },
    { players: "2" },
    { minutes: "15" },
    { kind: "classic" },
    { kind: "liked" },
  ])
    assert.ok(wanted(yes));
  for (const no of [{ words: "chess" }, { players: "3" }, { minutes: "10" }, { kind: "cards" }]) assert.ok(!wanted(no));
  assert.ok(!fits(card, { words: "", players: "", minutes: "", kind: "liked" }, new Set()));
});

test("a card shows the board large, or where there is none, all that can lie there", () => {
  const near = (/** @type {any} */ scene) => closeUp(complete(scene)).map((one) => Math.round(100 * one) / 100);
  assert.deepEqual(near({ width: 9, height: 12, regions: [{ ...board, y: 2 }, box] }), [-0.35, 1.65, 8.7, 8.7]);
  const many = Array.from({ length: 12 }, (_, i) => ({ id: `hex${i}`, x: i + 0.5, y: 0.5 }));
  const hexes = { id: "hexes", name: "Field", kind: "spots", x: 1, y: 3, columns: 12, rows: 1, cells: many };
  const stock = { ...box, columns: 1, rows: 1, x: 0, y: 0 };
  assert.deepEqual(near({ width: 15, height: 15, regions: [hexes, stock] }), [0.65, 2.65, 12.7, 1.7]);
  const pieces = [{ id: "card", at: "box", shape: "card", name: "Card" }];
  assert.deepEqual(near({ width: 15, height: 15, regions: [hexes, stock], pieces }), [-0.35, -0.35, 13.7, 4.7]);
  const bare = complete({ width: 15, height: 15, regions: [stock] });
  assert.deepEqual(closeUp(bare), viewBox(bare));
});
