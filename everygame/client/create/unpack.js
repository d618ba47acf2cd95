/**
 * The files of a zip archive that a person chose. Whatever it says of itself may be wrong, so
 * nothing is read beyond what fits.
 *
 * @typedef {{name: string, method: number, packed: number, size: number, at: number}} Entry  its bytes
 *   packed and unpacked, and where it begins
 */
import { say } from "../say.js";
import { mayBePart } from "./named_files.js";

/** The most files and unpacked bytes of an archive. */
const MOST_FILES = 500,
  MOST_BYTES = 200_000_000;
/** The bytes of an archive's end, without its comment, and with the longest. */
const END = 22,
  LONGEST_END = END + 0xffff;
const STORED = 0,
  DEFLATED = 8;
/** A bit among the flags of a file. */
const ENCRYPTED = 1;
const TABLE = /(^|[/_])table\.json$/;
/** The files that games with rules have. */
const RULES = /(^|[/_])(game\.toml|rules\.py)$/;
/** What macOS and Windows put beside the files of a person. */
const BESIDES = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/;

const unreadable = () => new Error(say("It cannot be unpacked here. Choose its files themselves."));

/**
 * What of an archive are pictures and other files of tables; nothing where the server can open it
 * as it is, or where it is no such archive.
 * @param {Blob} file
 * @returns {Promise<Entry[]>}
 */
export async function partsOf(file) {
  const all = await listed(file).catch(() => []);
  const own = all.filter(({ name }) => !BESIDES.test(name));
  const packed = own.some(({ name }) => TABLE.test(name)) && own.length === all.length;
  return packed || own.some(({ name }) => RULES.test(name)) ? [] : own.filter(({ name }) => mayBePart(name));
}

/** The files in an archive; folders are left out. @param {Blob} file @returns {Promise<Entry[]>} */
async function listed(file) {
  const [count, start, length] = await endOf(file);
  const index = new DataView(await file.slice(start, start + length).arrayBuffer());
  const entries = /** @type {Entry[]} */ ([]);
  for (let at = 0, n = 0; n < count; n++) {
    const name = textAt(index, at + 46, index.getUint16(at + 28, true));
    const [packed, size] = [index.getUint32(at + 20, true), index.getUint32(at + 24, true)];
    const method = index.getUint16(at + 8, true) & ENCRYPTED ? -1 : index.getUint16(at + 10, true);
    entries.push({ name, method, packed, size, at: index.getUint32(at + 42, true) });
    at += 46 + [28, 30, 32].reduce((sum, where) => sum + index.getUint16(at + where, true), 0);
  }
  return entries.filter(({ name }) => !name.endsWith("/"));
}

/** How many entries an archive has, where its index begins, and its bytes. @param {Blob} file */
async function endOf(file) {
  const from = Math.max(0, file.size - LONGEST_END);
  const tail = new DataView(await file.slice(from).arrayBuffer());
  for (let at = tail.byteLength - END; at >= 0; at--)
    if (tail.getUint32(at, true) === 0x06054b50)
      return [tail.getUint16(at + 10, true), tail.getUint32(at + 16, true), tail.getUint32(at + 12, true)];
  throw unreadable();
}

/** @param {DataView} view @param {number} at @param {number} length */
function textAt(view, at, length) {
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, length)).normalize("NFC");
}

/**
 * The files of an archive, by their paths.
 * @param {Blob} file
 * @param {Entry[]} entries
 * @returns {Promise<File[]>}
 */
export async function unpacked(file, entries) {
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  if (entries.length > MOST_FILES || bytes > MOST_BYTES) throw unreadable();
  const found = [];
  for (const entry of entries) found.push(new File([await dataOf(file, entry)], entry.name));
  return found;
}

/** @param {Blob} file @param {Entry} entry @returns {Promise<Blob>} */
async function dataOf(file, { method, packed, size, at }) {
  const head = new DataView(await file.slice(at, at + 30).arrayBuffer());
  if (head.byteLength < 30) throw unreadable();
  const start = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const data = file.slice(start, start + packed);
  if (method === STORED) return data;
  if (method !== DEFLATED) throw unreadable();
  return new Blob([
    await inflated(data, size).catch(() => {
      throw unreadable();
    }),
  ]);
}

/** @param {Blob} data @param {number} size  of what it unpacks to @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function inflated(data, size) {
  const reader = data.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const found = new Uint8Array(size);
  for (let at = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return found;
    found.set(value, at); // it throws where there is more than was said
    at += value.length;
  }
}

/**
 * Files of an archive under names that begin with a game's: where their own do not all begin alike,
 * the folder that they lie in names the game, or else the archive does.
 * @param {File[]} files
 * @param {string} archive  its name
 * @returns {File[]}
 */
export function namedAlike(files, archive) {
  const paths = files.map(({ name }) => name.split("/"));
  const folder = paths[0]?.[0] ?? "";
  const inside = paths.every(([first, ...more]) => more.length && first === folder);
  const names = paths.map((path) => (inside ? path.slice(1) : path).join("_"));
  const first = names.map((name) => /^([^_]+)_/.exec(name)?.[1].toLowerCase());
  const alike = first.every((word) => word && word === first[0]);
  const game = (inside ? folder : archive.replace(/\..*$/, "")).replace(/_+/g, " ");
  return files.map((file, i) => new File([file], alike ? names[i] : `${game}_${names[i]}`, { type: file.type }));
}
