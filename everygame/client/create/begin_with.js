/**
 * What one begins with: a table that is there already, or what was being made on this device.
 *
 * @import { Draft } from "./draft.js"
 */
import { fetchFile, get } from "../net/api.js";
import { remembered } from "../ui/settings.js";
import { whole } from "./draft.js";
import { readPicture } from "./table_files.js";

/**
 * What is being made on this device and not yet in the library: a new game, or a change of one.
 * @param {string} game
 */
export const keptAs = (game) => (game ? `create.${game}` : "create");

/** A table that is there already. @param {string} game @returns {Promise<{draft: Draft, instead: string}>} */
export async function open(game) {
  const found = await get(`/api/games/${game}/table`);
  /** @type {Record<string, string>} */
  const pictures = {};
  let table = whole(found.table);
  for (const name of new Set(
    Array.from(JSON.stringify(table).matchAll(/"picture": ?"([a-z0-9_.]+)/g), ([, file]) => file),
  )) {
    const file = (await fetchFile(`/api/games/${game}/pictures/${name}`)).body;
    const kept = name.endsWith(".svg") ? await redrawn(file) : { url: await asUrl(file), ending: name.split(".")[1] };
    const now = `${name.split(".")[0]}.${kept.ending}`;
    pictures[now] = kept.url;
    table = JSON.parse(JSON.stringify(table).replaceAll(`"${name}"`, `"${now}"`));
  }
  return { draft: { table, pictures, sheet: found.sheet }, instead: found.uploaded ? game : "" };
}

/** @param {Blob} file @returns {Promise<string>} */
function asUrl(file) {
  return new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.readAsDataURL(file);
  });
}

/** A drawing as a picture of dots, which is what an uploaded table may have. @param {Blob} file */
async function redrawn(file) {
  const picture = new Image(256, 256);
  picture.src = await asUrl(file);
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 256;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, 256, 256);
  return readPicture(await new Promise((done) => canvas.toBlob((blob) => done(/** @type {Blob} */ (blob)))), 256);
}

/** What was being made on this device. @param {string} game @returns {Draft | undefined} */
export function kept(game) {
  try {
    const found = JSON.parse(remembered(keptAs(game), "null"));
    if (found?.table?.pieces) return { ...found, table: whole(found.table) };
  } catch {
    // Nothing that can be used.
  }
}
