/** The table that is being made, and the archive that it becomes. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { addSpot, allPlaces, carry, changeArea, changeBoard, changePicture, changeSeat, fresh, lattice, moveArea, put, readFaces, roomFor, setKind, setSeats, take, written } from "../../everygame/client/create/draft.js";
import { crc32, plainName, zip } from "../../everygame/client/create/files.js";

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
  assert.ok(lattice(table).every(([x, y]) => (x < 1.2 || x > 10.8 || y < 1.2 || y > 10.8) && (x !== 0.5 || y !== 0.5)));
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
  assert.equal(written(changePicture(both, { picture: "" })).backdrop, undefined, "a picture that nobody chose is not written");
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
  writeFileSync(file, Buffer.from(await zip({ "table.json": encode("{}"), "map.png": new Uint8Array([0, 255, 7]) }).arrayBuffer()));
  const script = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print({n: list(z.read(n)) for n in z.namelist()})";
  const said = execFileSync("python3", ["-c", script, file], { encoding: "utf8" });
  assert.equal(said.trim(), "{'table.json': [123, 125], 'map.png': [0, 255, 7]}");
});
