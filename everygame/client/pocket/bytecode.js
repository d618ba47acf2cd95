/**
 * The archives of Python's files: as they came, or with the bytecode that this device has made of
 * them, which is kept for the very same files and forgotten when they change.
 */

export const LIBRARY = "python_stdlib.zip",
  OURS = "everygame.zip";
const NAMES = [LIBRARY, OURS];
/** Their hashes, as the export wrote them: a start that finds bytecode reads nothing else of them. */
const HASHES = "archives.txt";
const KEPT = "everygame-bytecode";

/**
 * @typedef {{hasBytecode: boolean, answers: Record<string, Response>}} Archives  `answers`: by
 *   their names, none of them read yet
 */

/**
 * @param {string} at  the folder of Python
 * @param {(url: string) => Promise<Response>} load
 * @returns {Promise<Archives>}
 */
export async function fetchArchives(at, load) {
  const kept = await findKept(at, await (await load(at + HASHES)).text());
  const answers = kept ?? (await Promise.all(NAMES.map((name) => load(at + name))));
  return {
    hasBytecode: Boolean(kept),
    answers: Object.fromEntries(NAMES.map((name, number) => [name, answers[number]])),
  };
}

/**
 * As they came.
 * @param {string} at @param {(url: string) => Promise<Response>} load
 * @returns {Promise<Record<string, Uint8Array>>}
 */
export async function fetchPlain(at, load) {
  const found = await Promise.all(NAMES.map(async (name) => [name, await read(await load(at + name))]));
  return Object.fromEntries(found);
}

/** @param {Response} answer */
export const read = async (answer) => new Uint8Array(await answer.arrayBuffer());

/** Under which bytecode of these files is kept. @param {Record<string, Uint8Array>} files */
export async function keyOf(files) {
  return (await Promise.all(NAMES.map((name) => digest(files[name])))).join("");
}

/** @param {Uint8Array} data */
async function digest(data) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (data)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} at @param {string} key @returns {Promise<Response[] | null>} */
async function findKept(at, key) {
  try {
    const cacheName = `${KEPT} ${at} ${key}`;
    const found = await Promise.all(NAMES.map((name) => caches.match(at + name, { cacheName })));
    return found.every(Boolean) ? /** @type {Response[]} */ (found) : null;
  } catch {
    return null; // none yet, or this browser keeps nothing
  }
}

/**
 * Keep archives with bytecode in place of older ones: both or none.
 * @param {string} at
 * @param {string} key
 * @param {Record<string, Uint8Array>} files
 */
export async function keepArchives(at, key, files) {
  const name = `${KEPT} ${at} ${key}`;
  const older = (await caches.keys()).filter((one) => one.startsWith(`${KEPT} ${at} `));
  await Promise.all(older.map((one) => caches.delete(one)));
  const cache = await caches.open(name);
  try {
    for (const one of NAMES) await cache.put(at + one, new Response(/** @type {BodyInit} */ (files[one])));
  } catch {
    await caches.delete(name); // there is no room: each start compiles then
  }
}
