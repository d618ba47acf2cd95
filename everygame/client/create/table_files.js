/** Files of a table: pictures made small, and all of it as one zip archive. */
import { say } from "../say.js";
import { later } from "../world.js";
import { written } from "./draft.js";

const ENDINGS = { "image/webp": "webp", "image/jpeg": "jpg", "image/png": "png" };
/** Whether a picture can have nothing transparent. @param {Blob} file */
const isPhoto = (file) => /jpeg|hei[cf]/.test(file.type);

/**
 * A picture that a person chose, no larger than so many pixels, as a data: address.
 * @param {Blob} file
 * @param {number} longest
 * @returns {Promise<{url: string, ending: string, width: number, height: number}>}
 */
export async function readPicture(file, longest) {
  if (/svg/.test(file.type)) throw new Error(say("Choose a PNG, JPEG or WebP picture; SVG is not taken."));
  const found = await createImageBitmap(file).catch(() => {
    throw new Error(say("This file is no picture that can be read."));
  });
  const scale = Math.min(1, longest / Math.max(found.width, found.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(found.width * scale));
  canvas.height = Math.max(1, Math.round(found.height * scale));
  canvas.getContext("2d")?.drawImage(found, 0, 0, canvas.width, canvas.height);
  found.close();
  const webp = canvas.toDataURL("image/webp", 0.9);
  // Safari writes no WebP but PNG instead, which is many times as large for a photo
  const url = webp.startsWith("data:image/png") && isPhoto(file) ? canvas.toDataURL("image/jpeg", 0.9) : webp;
  return {
    url,
    ending: /** @type {Record<string, string>} */ (ENDINGS)[url.slice(5, url.indexOf(";"))],
    width: canvas.width,
    height: canvas.height,
  };
}

/** The bytes of a data: address. @param {string} url */
export function bytes(url) {
  const text = atob(url.slice(url.indexOf(",") + 1));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** The files of a draft by name. @param {import("./draft.js").Draft} draft @returns {Record<string, Uint8Array>} */
export function filesOf({ table, pictures, sheet }) {
  return filesWith(JSON.stringify(written(table), null, 1), pictures, sheet);
}

/**
 * The files of a table by name: those pictures alone that its text names.
 * @param {string} text  of its table.json
 * @param {Record<string, string>} pictures  as data: addresses
 * @param {string} sheet
 * @returns {Record<string, Uint8Array>}
 */
export function filesWith(text, pictures, sheet) {
  const used = Object.entries(pictures).filter(([name]) => text.includes(`"${name}"`));
  const encode = (/** @type {string} */ words) => new TextEncoder().encode(words);
  return {
    "table.json": encode(text),
    ...(sheet ? { "rules.en.md": encode(sheet) } : {}),
    ...Object.fromEntries(used.map(([name, url]) => [name, bytes(url)])),
  };
}

const TABLE = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

/** The checksum of a zip entry. @param {Uint8Array} data */
export function crc32(data) {
  let crc = 0xffffffff;
  for (const byte of data) crc = TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * A zip archive of files, not packed: pictures are small already.
 * @param {Record<string, Uint8Array>} files
 * @returns {Blob}
 */
export function zip(files) {
  const parts = /** @type {Uint8Array[]} */ ([]);
  const index = /** @type {Uint8Array[]} */ ([]);
  let at = 0;
  for (const [name, data] of Object.entries(files)) {
    const title = new TextEncoder().encode(name);
    const facts = [20, 0x800, 0, 0, 33];
    const sizes = [crc32(data), data.length, data.length];
    const both = [...two(facts), ...four(sizes), ...two([title.length, 0])];
    const head = numbers([...four([0x04034b50]), ...both]);
    const entry = [...four([0x02014b50]), ...two([20]), ...both, ...two([0, 0, 0]), ...four([0, at])];
    index.push(numbers(entry), title);
    parts.push(head, title, data);
    at += head.length + title.length + data.length;
  }
  const size = index.reduce((sum, part) => sum + part.length, 0);
  const count = Object.keys(files).length;
  const end = numbers([...four([0x06054b50]), ...two([0, 0, count, count]), ...four([size, at]), ...two([0])]);
  return new Blob(/** @type {BlobPart[]} */ ([...parts, ...index, end]), { type: "application/zip" });
}

/** @param {number[]} values @returns {[number, number][]} */
const two = (values) => values.map((value) => [2, value]);
/** @param {number[]} values @returns {[number, number][]} */
const four = (values) => values.map((value) => [4, value]);

/** Numbers of so many bytes each, the lowest first. @param {[number, number][]} values */
function numbers(values) {
  return Uint8Array.from(
    values.flatMap(([size, value]) => Array.from({ length: size }, (_, i) => (value >>> (8 * i)) & 255)),
  );
}

/** Let the browser save a file. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  later(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A title as the beginning of a file's name. @param {string} title */
export function plainName(title) {
  const name = title
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "");
  return /^[a-z]/.test(name) ? name.slice(0, 30) : `game${name}`.slice(0, 30);
}
