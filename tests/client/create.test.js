/** The table that is being made, and the archive that it becomes. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  addSpot,
  allPlaces,
  boxOf,
  changeArea,
  changeBoard,
  changePicture,
  copyArea,
  lattice,
  moveArea,
  roomFor,
  shiftArea,
  spotsOf,
  turnArea,
} from "../../everygame/client/create/areas.js";
import { carry, fresh, put, readFaces, setKind, take, whole, written } from "../../everygame/client/create/draft.js";
import { changeSeat, setSeats } from "../../everygame/client/create/players.js";
import { crc32, plainName, zip } from "../../everygame/client/create/table_files.js";
import { hexes, hexForm, readyOf, track, trackForm, withReady } from "../../everygame/client/create/ready_boards.js";

const man = { id: "man", name: "Man", at: [] };

test("pieces are put, carried and taken, and leave with their place", () => {
  const [table, spot] = addSpot(setKind(fresh().table, man), 0.5, 0.5);
  assert.deepEqual(allPlaces(table).slice(-1), [spot]);
  const two = put(put(table, "man", "a1"), "man", spot);
  assert.deepEqual(two.pieces[0].at, ["a1", spot]);
  assert.deepEqual(carry(two, "a1", "b2").pieces[0].at, [spot, "b2"]);
  assert.deepEqual(take(two, spot).pieces[0].at, ["a1"]);
  assert.deepEqual(changeArea(two, spot, null).pieces[0].at, ["a1"]);
  assert.deepEqual(changeBoard(two, null).pieces[0].at, [spot]);
  assert.deepEqual(two.pieces[0].at, ["a1", spot], "the table before is as it was");
  assert.equal(written(table).pieces.length, 0, "what lies nowhere is not written");
});

test("a deck lies in one place", () => {
  const table = setKind(fresh().table, { ...man, deck: true, back: {}, faces: readFaces("A B") });
  assert.deepEqual(put(put(table, "man", "a1"), "man", "b1").pieces[0].at, ["b1"]);
});

test("spots keep away from the board and from each other, and are moved whole", () => {
  const [table, spot] = addSpot(fresh().table, 0.5, 0.5);
  assert.ok(lattice(table).every(([x, y]) => (x < 1.2 || x > 10.8 || y < 1.7 || y > 11.3) && (x !== 0.5 || y !== 0.5)));
  const tray = changeArea(table, spot, { columns: 3 });
  const moved = moveArea(tray, `${spot}.2`, 5.5, 11.5).areas[0];
  assert.deepEqual([moved.x, moved.y], [4, 11]);
});

test("spots stay where they are on a picture that becomes larger", () => {
  const backdrop = { picture: "map.webp", x: 1, y: 1, width: 10, height: 5 };
  const [table] = addSpot({ ...changeBoard(fresh().table, null), backdrop }, 6.37, 2.2);
  const [both] = addSpot(table, 12.5, 3);
  const [on, beside] = changePicture(both, { width: 20, height: 10 }).areas;
  assert.deepEqual([on.x + 0.5, on.y + 0.5, on.look], [11.74, 3.4, "bare"]);
  assert.deepEqual([beside.x + 0.5, beside.look], [22.5, undefined]);
  assert.equal(
    written(changePicture(both, { picture: "" })).backdrop,
    undefined,
    "a picture that nobody chose is not written",
  );
});

test("a row of places stops before another spot and the board", () => {
  const [one] = addSpot(fresh().table, 2.5, 12);
  const [two] = addSpot(one, 5.5, 12);
  assert.equal(roomFor(two, two.areas[0], 5), 3);
  assert.equal(roomFor(two, two.areas[1], 5), 5);
  assert.equal(roomFor(two, { id: "new", x: 0, y: 4 }, 5), 2);
});

test("a hand is called after its owner", () => {
  const [table, spot] = addSpot(fresh().table, 0.5, 0.5);
  const hand = changeArea(table, spot, { hand: 1, name: "Blue's hand" });
  assert.equal(changeSeat(hand, 0, { name: "Ann" }).areas[0].name, "Ann's hand");
});

test("with fewer seats, hands and pieces of the others are nobody's", () => {
  const [table, spot] = addSpot(setKind(fresh().table, { ...man, seat: 2 }), 0.5, 0.5);
  const alone = setSeats(changeArea(table, spot, { hand: 2 }), 1);
  assert.equal(alone.seats.length + (alone.areas[0].hand ?? 0) + (alone.pieces[0].seat ?? 0), 1);
  const [kept] = setSeats(setKind(fresh().table, { ...man, seat: 1 }), 1).pieces;
  assert.equal(kept.seat, 1, "who stays keeps what is hers");
});

test("faces are read from words or lines", () => {
  assert.deepEqual(readFaces("A, 10♥"), [{ text: "A" }, { text: "10♥", colour: "red" }]);
  assert.deepEqual(readFaces("go home\nstay"), [{ text: "go home" }, { text: "stay" }]);
  assert.equal(plainName("Ödön's 3rd game!"), "odons3rdgame");
  assert.equal(plainName("42"), "game42");
});

test("the archive is one that others read", async () => {
  const encode = (text) => new TextEncoder().encode(text);
  assert.equal(crc32(encode("123456789")), 0xcbf43926);
  const file = join(mkdtempSync(join(tmpdir(), "zip-")), "game.everygame");
  writeFileSync(
    file,
    Buffer.from(await zip({ "table.json": encode("{}"), "map.png": new Uint8Array([0, 255, 7]) }).arrayBuffer()),
  );
  const script =
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert " +
    "z.testzip() is None; print({n: list(z.read(n)) for n in z.namelist()})";
  const said = execFileSync("python3", ["-c", script, file], { encoding: "utf8" });
  assert.equal(said.trim(), "{'table.json': [123, 125], 'map.png': [0, 255, 7]}");
});

test("spots are turned around their middle, as the server draws them", () => {
  const row = { id: "row", x: 3, y: 2, columns: 3, turn: 90, size: 2 };
  assert.deepEqual(spotsOf(row), [
    [3, -1],
    [3, 1],
    [3, 3],
  ]); // as in tests/sandbox/test_areas.py
  assert.deepEqual(boxOf(row), [5, 0, 7, 6]);
  assert.deepEqual(boxOf({ id: "pile", x: 3, y: 2, spread: 4, turn: 180 }), [3, 2, 4, 6]);
  const table = { ...fresh().table, board: undefined, areas: [{ id: "row", x: 0, y: 0, columns: 5 }] };
  const [left, top] = boxOf(turnArea(table, "row", 90).areas[0]);
  assert.ok(left >= 0 && top >= 0, "what is turned stays on the table");
  assert.equal(turnArea(turnArea(table, "row", 180), "row", 180).areas[0].turn, undefined);
});

test("a copy lies beside what it is a copy of, and is nobody's hand", () => {
  const table = { ...fresh().table, areas: [{ id: "hand", x: 2, y: 11, columns: 3, hand: 1, name: "Blue's hand" }] };
  const [copied, name] = copyArea(table, "hand");
  assert.equal(name, "hand1");
  assert.deepEqual(copied.areas[1], { id: "hand1", x: 2, y: 12, columns: 3 });
  assert.deepEqual(shiftArea(copied, "hand1", -5, 0.5).areas[1], { id: "hand1", x: 0, y: 12.5, columns: 3 });
});

test("a ready board takes the place of the one before, and spots stay", () => {
  const [table, spot] = addSpot(fresh().table, 0.5, 0.5);
  for (const kind of ["lines", "hexes", "points", "track", "picture", "none", "squares"]) {
    const other = withReady(withReady(table, "points"), kind);
    assert.equal(readyOf(other), kind);
    assert.ok(
      other.areas.some(({ id }) => id === spot),
      kind,
    );
  }
  const { areas } = withReady(table, "points");
  const [lower, , , upper] = areas;
  assert.deepEqual(
    [spotsOf(lower)[0], spotsOf(upper)[0]],
    [
      [12.5, 0.5],
      [0.5, 0.5],
    ],
    "1 is at the right, 13 at the left",
  );
  assert.equal(hexForm(hexes("hexagon", 5, 0)).form, "hexagon");
  assert.equal(hexes("hexagon", 5, 0).spots.length, 61);
  assert.deepEqual(hexForm(hexes("block", 3, 1)), { form: "block", across: 3, down: 1 });
  for (const count of [8, 26, 40]) assert.equal(new Set(track("ring", count).spots.map(String)).size, count);
  assert.deepEqual([trackForm(track("ring", 26)), trackForm(track("winding", 63))], ["ring", "winding"]);
});

test("several pieces are put at once, and old copies become them", () => {
  assert.deepEqual(put(setKind(fresh().table, man), "man", "a1", 3).pieces[0].at, ["a1", "a1", "a1"]);
  assert.deepEqual(whole({ pieces: [{ ...man, copies: 2, at: ["a1", "b1"] }] }).pieces, [
    { ...man, at: ["a1", "a1", "b1", "b1"] },
  ]);
});
