/**
 * Files whose names begin with the name of a game: `eggs_fox.png` is the picture `fox` of the game
 * "eggs". With the files of a table they make that table; pictures alone make a table without
 * rules, or change one that is there.
 *
 * @import { Draft, Table } from "./draft.js"
 * @typedef {{stem: string, words: string, url: string, ending: string, width: number, height: number}} Brought
 *   a picture that was read: the stem of its name in the table, and its name for people
 */
import { say } from "../say.js";
import { changeArea, changeBoard, changePicture, extent, placesOf } from "./areas.js";
import { fresh, freshName, setKind, topOf } from "./draft.js";
import { crc32, filesOf, filesWith, plainName, readPicture } from "./table_files.js";

const PICTURE = /\.(png|jpe?g|webp|gif|avif|heic|heif|bmp|svg)$/i;
const TABLE = "table.json";
const SHEET = "rules.en.md";
/** The file name of a picture in the text of a table. */
const NAMED = /"([a-z][a-z0-9_]{0,39})\.(?:png|jpg|webp|svg)"/g;
/** The stem of a picture that is the board. */
const BOARD = "board";
/** What the name of a picture ends with that is the back of another. */
const BACK = "_back";
/** The area where new pieces lie, and its places in a row. */
const BOX = "box",
  ROW = 8;
/** Pixels on the longer side of a picture that is the board, of another, and of one of many. */
const LARGE = 1600,
  USUAL = 512,
  SMALL = 256;
const MANY = 12;

/** Whether a file is part of a table. @param {string} name  without the name of the game */
const isPart = (name) => name === TABLE || name === SHEET || PICTURE.test(name);

/** Whether a file in an archive can be part of a table. @param {string} path */
export const mayBePart = (path) => /(^|[/_])(table\.json|rules\.en\.md)$/.test(path) || PICTURE.test(path);

/** Whether a file is a picture by its name. @param {string} name */
export const isPicture = (name) => PICTURE.test(name);

/**
 * Files by their games, each under what is left of its name, and those that name no game.
 * @param {File[]} files
 * @returns {{games: Map<string, Map<string, File>>, others: File[]}}
 */
export function byGame(files) {
  const games = new Map();
  const others = [];
  for (const file of files) {
    const [, game = "", rest = ""] = /^([^_]+)_(.+)$/s.exec(file.name.normalize("NFC")) ?? [];
    const name = game.toLowerCase();
    if (!rest || !isPart(rest)) others.push(file);
    else games.set(name, (games.get(name) ?? new Map()).set(rest, file));
  }
  return { games, others };
}

/** Whether files that begin with a name are of the game with a title. @param {string} name @param {string} title */
export function isOf(name, title) {
  const letters = (/** @type {string} */ text) =>
    text
      .normalize("NFC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "");
  return [letters(title), plainName(title)].includes(letters(name));
}

/**
 * What becomes of the files of one game: those of a packed table.
 * @param {string} game
 * @param {Map<string, File>} files
 * @param {Draft} [base]  the table that they change
 * @returns {Promise<Record<string, Uint8Array>>}
 */
export async function tableFrom(game, files, base) {
  const text = await files.get(TABLE)?.text();
  const sheet = (await files.get(SHEET)?.text()) ?? base?.sheet ?? "";
  const brought = await readAll(files);
  if (text === undefined) return filesOf({ ...withPictures(base ?? empty(game), brought), sheet });
  const pictures = merged(base?.pictures ?? {}, brought);
  return filesWith(renamed(text, Object.keys(pictures)), pictures, sheet);
}

/** All pictures, read one after the other: each needs much memory. @param {Map<string, File>} files */
async function readAll(files) {
  const names = [...files.keys()].filter(isPicture);
  const found = /** @type {Brought[]} */ ([]);
  for (const name of names) {
    const stem = stemOf(name);
    const longest = stem === BOARD ? LARGE : names.length > MANY ? SMALL : USUAL;
    const file = /** @type {File} */ (files.get(name));
    found.push({ stem, words: wordsOf(name), ...(await readPicture(file, longest)) });
  }
  return found;
}

/** @param {string} name  of a file */
const withoutEnding = (name) => name.replace(/\.[^.]*$/, "");

/** What a picture is called by people: "white king". @param {string} name  of its file */
const wordsOf = (name) =>
  withoutEnding(name)
    .replace(/[_\s-]+/g, " ")
    .trim()
    .slice(0, 40) || name.slice(0, 40);

/**
 * What a picture is called in the table, the same for the same file each time; names that a table
 * cannot have become a number.
 * @param {string} name  of its file
 */
export function stemOf(name) {
  const words = withoutEnding(name)
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");
  const plain = words.replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  const usable = /^[a-z][a-z0-9_]{0,39}$/.test(plain) && !/[^\0-\x7f]/.test(words);
  return usable ? plain : `picture_${crc32(new TextEncoder().encode(words)).toString(16)}`;
}

/**
 * A table's text that calls each picture as it is called now.
 * @param {string} text
 * @param {string[]} names  of the pictures
 */
function renamed(text, names) {
  return text.replace(NAMED, (before, stem) => {
    const now = names.find((name) => name.split(".")[0] === stem);
    return now ? `"${now}"` : before;
  });
}

/**
 * The pictures of a table, with others in the place of those with the same stem.
 * @param {Record<string, string>} pictures
 * @param {Brought[]} brought
 * @returns {Record<string, string>}
 */
function merged(pictures, brought) {
  const stems = new Set(brought.map(({ stem }) => stem));
  return Object.fromEntries([
    ...Object.entries(pictures).filter(([name]) => !stems.has(name.split(".")[0])),
    ...brought.map(({ stem, ending, url }) => [`${stem}.${ending}`, url]),
  ]);
}

/** A table with nothing on it but its board. @param {string} game  the name that its files begin with */
function empty(game) {
  const draft = fresh();
  const title = (game.slice(0, 1).toUpperCase() + game.slice(1)).slice(0, 60);
  return { ...draft, table: { ...draft.table, title } };
}

/**
 * A table with pictures: one that it has takes the place of the one before; others become the
 * board, the back of a piece, or a piece.
 * @param {Draft} draft
 * @param {Brought[]} brought
 * @returns {Draft}
 */
export function withPictures(draft, brought) {
  const pictures = merged(draft.pictures, brought);
  const before = JSON.stringify(draft.table);
  const has = new Set(Array.from(before.matchAll(NAMED), ([, stem]) => stem));
  const rank = (/** @type {Brought} */ { stem }) => (stem === BOARD ? 0 : stem.endsWith(BACK) ? 2 : 1);
  const added = brought.filter(({ stem }) => !has.has(stem)).sort((one, other) => rank(one) - rank(other));
  return { ...draft, pictures, table: added.reduce(add, JSON.parse(renamed(before, Object.keys(pictures)))) };
}

/** @param {Table} table @param {Brought} picture @returns {Table} */
function add(table, picture) {
  const { stem, words } = picture;
  const name = `${stem}.${picture.ending}`;
  if (stem === BOARD) return withBoard(table, name, picture);
  const front = stem.endsWith(BACK) && table.pieces.find((kind) => kind.picture?.startsWith(`${stem.slice(0, -5)}.`));
  if (front) return setKind(table, { ...front, back: { name: words, picture: name } });
  const id = stem.replaceAll("_", "").slice(0, 17);
  const taken = table.pieces.map((kind) => kind.id);
  const [wider, place] = withRoom(table);
  const kind = { name: words, shape: "picture", picture: name, at: [place] };
  return setKind(wider, { id: taken.includes(id) ? freshName(id, taken) : id, ...kind });
}

/**
 * A picture lies under the squares, as many rows of them as it is high.
 * @param {Table} table
 * @param {string} picture
 * @param {{width: number, height: number}} size
 * @returns {Table}
 */
function withBoard(table, picture, { width, height }) {
  if (table.pieces.length && table.board) return changeBoard(table, { picture });
  if (table.board) {
    const { columns } = table.board;
    return changeBoard(table, { picture, rows: Math.min(20, Math.max(1, Math.round((columns * height) / width))) });
  }
  const wide = table.backdrop?.width ?? 10;
  const made = { x: 1, y: 1, width: wide, height: Math.max(1, Math.round((100 * wide * height) / width) / 100) };
  return changePicture({ ...table, backdrop: table.backdrop ?? made }, { picture });
}

/** A table with a free place for another piece, and that place. @param {Table} table @returns {[Table, string]} */
function withRoom(table) {
  const box = table.areas.find(({ id }) => id === BOX);
  if (!box) {
    const y = Math.round(100 * (extent(table)[1] - 1.1)) / 100; // below all that lies there
    const made = { id: BOX, name: say("Pieces"), x: table.board?.x ?? 1, y, columns: ROW, look: "tray" };
    return withRoom({ ...table, areas: [...table.areas, made] });
  }
  const free = placesOf(box).find((place) => !topOf(table, place));
  return free ? [table, free] : withRoom(changeArea(table, BOX, { rows: (box.rows ?? 1) + 1 }));
}
