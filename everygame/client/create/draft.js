/**
 * A table that is being made: the definition (docs/reference/table-format.md) and its pictures.
 * Nothing here is changed in place: each function gives a new table.
 *
 * @typedef {{id: string, name?: string, show?: boolean, x: number, y: number, columns?: number, rows?: number,
 *   step?: number, size?: number, spread?: number, turn?: number, numbered?: boolean, spots?:
 *   [number, number][], hand?: number, face?: string, look?: string, picture?: string}} Area
 * @typedef {{name?: string, text?: string, corner?: string, colour?: string, picture?: string}} Face
 * @typedef {Face & {id: string, name: string, shape?: string, seat?: number, size?: number, faces?:
 *   Face[], back?: Face,
 *   down?: boolean, deck?: boolean, rotate?: number, die?: string[],
 *   counter?: {start?: number, least?: number, most?: number, steps?: number[]}, copies?: number, at: string[]}} Kind
 * @typedef {{format: number, title: string, sentence?: string, seats: {name: string, colour?:
 *   string, side?: string}[], fewest?: number,
 *   turns?: string, board?: any, backdrop?: any, areas: Area[], pieces: Kind[]}} Table
 * @typedef {{table: Table, pictures: Record<string, string>, sheet: string}} Draft  pictures as data: addresses
 */
import { say } from "../say.js";
import { freshSeat } from "./players.js";
import { clean } from "./without_empty.js";

/** @returns {Draft} */
export function fresh() {
  const seats = [0, 1].map(freshSeat);
  return {
    table: {
      format: 1,
      title: say("My game"),
      seats,
      board: { columns: 8, rows: 8, x: 2, y: 2.5 },
      areas: [],
      pieces: [],
    },
    pictures: {},
    sheet: "",
  };
}

/** A table as the page needs it, from one that may leave things out. @param {any} table @returns {Table} */
export function whole(table) {
  const each = (/** @type {Kind} */ { copies = 1, ...kind }) =>
    kind.at.length * copies > 400
      ? { ...kind, copies }
      : { ...kind, at: kind.at.flatMap((at) => Array.from({ length: copies }, () => at)) };
  return {
    seats: [{ name: say("First") }, { name: say("Second") }],
    areas: [],
    ...table,
    pieces: table.pieces.map(each),
  };
}

/** A name that none of these has. @param {string} word @param {string[]} taken */
export function freshName(word, taken) {
  for (let n = 1; ; n++) if (!taken.includes(`${word}${n}`)) return `${word}${n}`;
}

/**
 * Put a piece on a place, or several at once; a deck is in one place only.
 * @param {Table} table
 * @param {string} id
 * @param {string} place
 * @param {number} [many]
 * @returns {Table}
 */
export function put(table, id, place, many = 1) {
  const at = (/** @type {Kind} */ kind) =>
    kind.deck ? [place] : [...kind.at, ...Array.from({ length: many }, () => place)];
  return { ...table, pieces: table.pieces.map((kind) => (kind.id === id ? { ...kind, at: at(kind) } : kind)) };
}

/** The kind that lies on top of a place. @param {Table} table @param {string} place */
export function topOf(table, place) {
  return table.pieces.filter((kind) => kind.at.includes(place)).at(-1);
}

/** Take the top piece of a place away. @param {Table} table @param {string} place @returns {Table} */
export function take(table, place) {
  const top = topOf(table, place);
  if (!top) return table;
  const last = top.at.lastIndexOf(place);
  return {
    ...table,
    pieces: table.pieces.map((kind) => (kind === top ? { ...kind, at: kind.at.filter((_, i) => i !== last) } : kind)),
  };
}

/** Move the top piece of a place to another. @param {Table} table @param {string} from @param {string} to */
export function carry(table, from, to) {
  const top = topOf(table, from);
  return top ? put(take(table, from), top.id, to) : table;
}

/** @param {Table} table @param {Kind} kind  with the name of one that is there, or a new one @returns {Table} */
export function setKind(table, kind) {
  const there = table.pieces.some((one) => one.id === kind.id);
  return {
    ...table,
    pieces: there
      ? table.pieces.map((one) => (one.id === kind.id ? clean(kind) : one))
      : [...table.pieces, clean(kind)],
  };
}

/** @param {Table} table @param {string} id @returns {Table} */
export function removeKind(table, id) {
  return { ...table, pieces: table.pieces.filter((kind) => kind.id !== id) };
}

/**
 * The definition as it is written: without pieces that lie nowhere, and a picture that is still to
 * be chosen.
 * @param {Table} table
 */
export function written({ backdrop, ...table }) {
  return {
    ...table,
    ...(backdrop?.picture ? { backdrop } : {}),
    pieces: table.pieces.filter((kind) => kind.at.length),
  };
}

/** Faces from what a person typed: one a word, or one a line. @param {string} text @returns {Face[]} */
export function readFaces(text) {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const words = lines.length > 1 ? lines : text.split(/[\s,]+/).filter(Boolean);
  return words
    .slice(0, 300)
    .map((word) => ({ text: [...word].slice(0, 8).join(""), ...(/[♥♦]/.test(word) ? { colour: "red" } : {}) }));
}

/** The fifty-two cards, as they are typed. */
export const FRENCH = ["♠", "♥", "♦", "♣"]
  .map((suit) => ["A", 2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K"].map((rank) => `${rank}${suit}`).join(" "))
  .join(" ");
