/** Files whose names begin with the name of a game, and archives of them. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fresh } from "../../everygame/client/create/draft.js";
import { byGame, isOf, stemOf, tableFrom, withPictures } from "../../everygame/client/create/named_files.js";
import { namedAlike, partsOf, unpacked } from "../../everygame/client/create/unpack.js";

/** @param {...string} names */
const named = (...names) => names.map((name) => new File(["x"], name));
/** A picture that was read. @param {string} stem @param {string} [ending] */
const picture = (stem, ending = "webp") => ({
  stem,
  words: stem.replaceAll("_", " "),
  url: `data:,${stem}`,
  ending,
  width: 400,
  height: 200,
});
/** @param {Record<string, Uint8Array>} files */
const tableOf = (files) => JSON.parse(new TextDecoder().decode(files["table.json"]));

test("files belong to the game that their names begin with, and others to none", () => {
  const { games, others } = byGame(named("eggs_fox.png", "Eggs_white_hen.JPG", "nim_table.json", "game.json", "a.png"));
  assert.deepEqual(
    [...games].map(([game, files]) => [game, [...files.keys()]]),
    [
      ["eggs", ["fox.png", "white_hen.JPG"]],
      ["nim", ["table.json"]],
    ],
  );
  assert.deepEqual(
    others.map(({ name }) => name),
    ["game.json", "a.png"],
  );
});

test("a game is found by its title in any script, and by the name that its files are saved under", () => {
  assert.ok(isOf("foxandeggs", "Fox and Eggs") && isOf("cafe", "Café") && isOf("café", "Café") && isOf("яйца", "Яйца"));
  assert.ok(!isOf("eggs", "Fox and Eggs") && !isOf("лиса", "Яйца"));
});

test("each picture has a name that a table can have, the same each time", () => {
  assert.deepEqual(["fox.png", "White King.PNG", "Kö-nig.webp"].map(stemOf), ["fox", "white_king", "ko_nig"]);
  const odd = ["лиса.png", "кура.png", "7.png", `${"long".repeat(20)}.png`].map(stemOf);
  assert.ok(odd.every((stem) => /^[a-z][a-z0-9_]{0,39}$/.test(stem)) && new Set(odd).size === 4);
  assert.equal(stemOf("лиса.jpg"), odd[0]);
});

test("pictures alone become pieces, a board, and backs", () => {
  const pictures = ["fox_back", "fox", "board", "white_hen"].map((stem) => picture(stem));
  const { table, pictures: kept } = withPictures(fresh(), pictures);
  assert.deepEqual(
    table.pieces.map(({ name, at, picture, back }) => [name, at, picture, back?.picture]),
    [
      ["fox", ["box.1"], "fox.webp", "fox_back.webp"],
      ["white hen", ["box.2"], "white_hen.webp", undefined],
    ],
  );
  assert.deepEqual([table.board.picture, table.board.columns, table.board.rows], ["board.webp", 8, 4]);
  assert.equal(Object.keys(kept).length, 4);
});

test("more pictures than places make another row of them, and keep their names apart", () => {
  const { table } = withPictures(
    fresh(),
    Array.from({ length: 9 }, (_, i) => picture(`a_very_long_name_of_a_piece_${i}`)),
  );
  assert.equal(new Set(table.pieces.map(({ id }) => id)).size, 9);
  assert.ok(table.pieces.every(({ id }) => /^[a-z][a-z0-9]{0,19}$/.test(id)));
  assert.equal(new Set(table.pieces.map(({ at }) => at[0])).size, 9);
  assert.equal(table.areas[0].rows, 2);
});

test("a picture that the table has takes the place of the one before, wherever it is", () => {
  const before = withPictures(fresh(), [picture("board"), picture("fox"), picture("fox_back")]);
  const moved = { ...before, table: { ...before.table, pieces: [{ ...before.table.pieces[0], at: ["a1", "b2"] }] } };
  const now = withPictures(moved, [picture("fox", "png"), picture("hen")]);
  assert.deepEqual(Object.keys(now.pictures).sort(), ["board.webp", "fox.png", "fox_back.webp", "hen.webp"]);
  assert.deepEqual(
    now.table.pieces.map(({ at, picture, back }) => [at, picture, back?.picture]),
    [
      [["a1", "b2"], "fox.png", "fox_back.webp"],
      [["box.1"], "hen.webp", undefined],
    ],
  );
});

test("files of a table update it, and what they leave out stays", async () => {
  const base = { ...withPictures(fresh(), [picture("fox")]), sheet: "Rules" };
  const text = '{"format": 1, "title": "Eggs", "pieces": [{"id": "fox", "picture": "fox.svg", "at": ["a1"]}]}';
  const files = await tableFrom("eggs", new Map([["table.json", new File([text], "eggs_table.json")]]), base);
  assert.deepEqual(Object.keys(files).sort(), ["fox.webp", "rules.en.md", "table.json"]);
  assert.equal(tableOf(files).pieces[0].picture, "fox.webp");
  const sheet = new Map([["rules.en.md", new File(["New"], "eggs_rules.en.md")]]);
  const other = await tableFrom("eggs", sheet, base);
  assert.equal(new TextDecoder().decode(other["rules.en.md"]), "New");
  assert.equal(tableOf(other).pieces[0].name, "fox");
});

/** An archive as Python packs it. @param {string} script  with `archive` @param {string} [name] */
function archived(script, name = "eggs.zip") {
  const path = join(mkdtempSync(join(tmpdir(), "archive-")), name);
  const lines = ["import sys, zipfile", "archive = zipfile.ZipFile(sys.argv[1], 'w', 8)", script, "archive.close()"];
  execFileSync("python3", ["-c", lines.join("\n"), path]);
  return new File([readFileSync(path)], name);
}
/** @param {File} archive */
async function brought(archive) {
  const files = namedAlike(await unpacked(archive, await partsOf(archive)), archive.name);
  return Promise.all(files.map(async (file) => [file.name, (await file.text()).length]));
}

test("an archive of pictures is unpacked, packed or not, without what systems add", async () => {
  const archive = archived(`
archive.writestr('eggs/fox.png', b'f' * 3000)
archive.writestr(zipfile.ZipInfo('eggs/hen.png'), b'h' * 20)
archive.writestr('eggs/notes.txt', b'n')
archive.writestr('__MACOSX/eggs/._fox.png', b'm')`);
  assert.deepEqual(await brought(archive), [
    ["eggs_fox.png", 3000],
    ["eggs_hen.png", 20],
  ]);
});

test("names that all begin alike name the game, or else the archive does", async () => {
  const alike = archived("archive.writestr('eggs_fox.png', b'f'); archive.writestr('eggs_hen.png', b'h')", "stuff.zip");
  assert.deepEqual((await brought(alike)).flat(), ["eggs_fox.png", 1, "eggs_hen.png", 1]);
  const apart = archived("archive.writestr('fox.png', b'f'); archive.writestr('a_hen.png', b'h')", "my_eggs.zip");
  assert.deepEqual((await brought(apart)).flat(), ["my eggs_fox.png", 1, "my eggs_a_hen.png", 1]);
});

test("packed tables, games with rules and what is no archive are left to the server", async () => {
  for (const name of ["table.json", "eggs/table.json", "eggs_table.json", "nim/rules.py", "nim_game.toml"])
    assert.deepEqual(await partsOf(archived(`archive.writestr('${name}', b'1'); archive.writestr('a.png', b'2')`)), []);
  assert.deepEqual(await partsOf(new File(["PK and nothing more"], "a.zip")), []);
});

test("an archive that says less of its sizes than it holds is refused", async () => {
  const archive = archived("archive.writestr('eggs/fox.png', b'f' * 100000)");
  const [entry] = await partsOf(archive);
  await assert.rejects(unpacked(archive, [{ ...entry, size: 10 }]), /cannot be unpacked here/);
  await assert.rejects(unpacked(archive, [{ ...entry, size: 1e9 }]), /cannot be unpacked here/);
  await assert.rejects(unpacked(archive, [{ ...entry, method: 12 }]), /cannot be unpacked here/);
  await assert.rejects(unpacked(archive, [{ ...entry, at: 1e9 }]), /cannot be unpacked here/);
});
