import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { meaning, place } from "../../everygame/client/scene/describe.js";
import { colour, complete } from "../../everygame/client/scene/scene.js";
import { spots } from "../../everygame/client/scene/places.js";
import { picture } from "../../everygame/client/view/picture.js";
import { art, painted, shapes, useSkin } from "../../everygame/client/view/shapes.js";

const client = new URL("../../everygame/client/", import.meta.url).pathname;
const piece = (shape, more = {}) =>
  complete({ pieces: [{ id: "x", at: "a1", shape, name: "a thing", ...more }] }).pieces[0];

test("every shape of the vocabulary has a drawing of its own", () => {
  const kinds = ["floe", "pawn", "disc", "snowflake", "pyramid", "coin", "card", "die", "token"];
  const drawn = new Set(kinds.map((shape) => art(piece(shape, { owner: 0 }), "blue").replaceAll(shape, "")));
  assert.equal(drawn.size, kinds.length);
});

test("the four seats differ without colour", () => {
  for (const shape of ["pawn", "disc", "snowflake", "pyramid", "coin", "token"]) {
    const drawn = new Set([0, 1, 2, 3].map((owner) => art(piece(shape, { owner }), "")));
    assert.equal(drawn.size, 4, shape);
  }
});

test("text of a scene is never markup", () => {
  const evil = `<script>"&`;
  const scene = {
    width: 2,
    height: 1,
    regions: [
      {
        id: "b",
        name: "B",
        title: evil,
        columns: 2,
        rows: 1,
        kind: "spots",
        cells: [{ id: "a1", x: 0.5, y: 0.5, label: evil }],
      },
    ],
    pieces: [{ id: "x", at: "a1", shape: "card", name: "x", text: evil, corner: evil }],
  };
  assert.ok(!picture(scene, evil).includes("<script"));
});

test("a court card has the figure of its rank and its index, and a letter without a suit none", () => {
  const shown = (text, more = {}) => art(piece("card", { text, ...more }), "red");
  const figures = ["J♥", "Q♥", "K♥"].map((text) => shown(text).replaceAll(`>${text[0]}<`, "><"));
  assert.equal(new Set(figures).size, 3);
  assert.equal(shown("Q♥").match(/>Q</g)?.length, 2, "in two corners");
  assert.equal(shown("Q♥", { corner: "10" }).match(/>Q</g)?.length, 1, "which is taken");
  for (const text of ["K", "K♥♥", "10♥", "♥K", ""]) assert.ok(!shown(text).includes(figures[2].slice(-80)), text);
  for (const text of ["K", "10♥"]) assert.ok(shown(text).includes(`>${text}<`), text);
});

/** All boards, each with two discs. @returns {string[]} */
const boards = () =>
  shapes.looks.map((look) => {
    const pieces = ["white", "black"].map((colour, i) => piece("disc", { id: colour, at: `a${i + 1}`, colour }));
    return picture({ width: 2, height: 2, regions: [{ id: "b", name: "B", columns: 2, rows: 2, look }], pieces });
  });

test("each skin draws every board anew, and its pieces, and nobody else's", (ended) => {
  ended.after(() => useSkin(""));
  const drawn = ["", ...Object.keys(shapes.skins)].map((skin) => {
    useSkin(skin);
    return boards();
  });
  for (const i of shapes.looks.keys())
    assert.equal(new Set(drawn.map((all) => all[i])).size, drawn.length, shapes.looks[i]);
  for (const none of ["game", "constructor"]) {
    useSkin(none);
    assert.deepEqual(boards(), drawn[0]);
  }
});

test("in high contrast each board is black on white, or white on black", (ended) => {
  ended.after(() => useSkin(""));
  useSkin("contrast");
  for (const look of shapes.looks.filter((one) => one !== "table")) {
    const scene = {
      width: 2,
      height: 2,
      regions: [{ id: "b", name: "B", columns: 2, rows: 2, look, coordinates: false }],
    };
    const paints = picture(scene).match(/(?<=(fill|stroke)=")[^"]+/g) ?? [];
    const strong = ["strong-ink", "strong-paper", "strong-light", "strong-dark"].map((name) => painted(name));
    assert.deepEqual(
      paints.filter((paint) => ![...strong, "none"].includes(paint)),
      [],
      look,
    );
  }
});

test("a face-down piece shows nothing of its face", () => {
  for (const shape of ["coin", "card"]) {
    const shown = (text) => art(piece(shape, { hidden: true, text, owner: 0 }), "blue");
    assert.equal(shown("A"), shown("B"));
  }
});

test("a stack is read from the top", () => {
  const scene = complete({
    width: 1,
    height: 1,
    regions: [{ id: "b", name: "B", cells: [{ id: "a1", name: "a1, the goal", terrain: "goal" }] }],
    pieces: [
      { id: "f", at: "a1", shape: "floe", name: "a floe" },
      { id: "p", at: "a1", shape: "pawn", name: "North", z: 1, owner: 0 },
    ],
  });
  const spot = /** @type {any} */ (spots(scene).get("a1"));
  assert.equal(place(scene, spot), "a1, the goal: North, on top of a floe");
});

test("seats have the colours that the scene names, else four in turn", () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((seat) => colour(complete({}), seat)),
    ["blue", "orange", "green", "pink"],
  );
  assert.equal(
    new Set(Array.from({ length: 8 }, (_, seat) => colour(complete({}), seat))).size,
    8,
    "eight people have eight",
  );
  assert.equal(colour(complete({ colours: ["white", "black"] }), 1), "black");
});

/** The modules that come with this one, at once. @param {string} file @param {Set<string>} [found] */
function withImports(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(client, file), "utf8");
  for (const [, path] of text.matchAll(/^(?:import|export) [^"]*?from "(\.[^"]+)";/gm))
    withImports(join(dirname(file), path), found);
  return found;
}

test("the page preloads exactly the modules that come with it at once", () => {
  const html = readFileSync(join(client, "index.html"), "utf8");
  const named = [...html.matchAll(/rel="modulepreload" href="\/static\/([^"]+)"/g)].map(([, path]) => path).sort();
  assert.deepEqual(named, [...withImports("main.js")].filter((path) => path !== "main.js").sort());
});

test("a part of the page that does not come is told of, wherever it is asked for", () => {
  const bare = readdirSync(client, { recursive: true })
    .filter((path) => path.endsWith(".js") && !path.endsWith("worker.js"))
    .flatMap((path) =>
      readFileSync(join(client, path), "utf8")
        .split("\n")
        .filter((line) => /^[^*]*(?<!came\()\bimport\("/.test(line.replace(/\/\*\*.*?\*\//g, "")))
        .map((line) => `${path}: ${line.trim()}`),
    );
  assert.deepEqual(
    bare.filter((line) => !line.includes("snowfall.js")),
    [],
    "nobody misses the snow",
  );
});

test("marks over the pieces are drawn after them, each kind in its own way", () => {
  const piece = { id: "x", at: "b1", shape: "disc", name: "x" };
  const drawn = (marks) =>
    picture({ width: 2, height: 1, regions: [{ id: "b", name: "B", columns: 2, rows: 1 }], pieces: [piece], marks });
  const marked = (kind) => drawn([{ kind, cells: ["a1", "b1"] }]);
  const end = drawn([]).slice(0, -"</svg>".length);
  for (const kind of shapes.over) assert.ok(marked(kind).startsWith(end) && marked(kind) !== drawn([]), kind);
  const kinds = Object.keys(shapes.marks);
  assert.equal(new Set(kinds.map(marked)).size, kinds.length);
});

test("a place says what touching it does, in the word of the game where it has one", () => {
  const draw = { move: "draw", kind: "reveal", label: "Draw", final: "" };
  assert.equal(meaning([draw], true), "Draw");
  const drawn = meaning([{ ...draw, final: "random" }], true);
  assert.equal(drawn, "Draw, chance decides and it cannot be taken back");
  assert.equal(meaning([{ ...draw, label: "" }], true), "can be looked at");
  assert.equal(meaning([draw], false), "can be chosen");
  assert.equal(meaning([draw, { ...draw, move: "peek", label: "Peek" }], true), "can be looked at");
  assert.equal(meaning([], true), "");
});
