/**
 * The archives of Python's files: as they came, or with the bytecode that this device has made of
 * them, which is kept for the very same files and forgotten when they change.
 */

export const LIBRARY = "python_stdlib.zip", OURS = "everygame.zip";
const NAMES = [LIBRARY, OURS];
const KEPT = "everygame-bytecode";

/**
 * @typedef {{key: string, hasBytecode: boolean, files: Record<string, Uint8Array>}} Archives
 *   `key`: a hash of the archives as they came; `files`: by their names
 */

/** @param {string} at  the folder of Python @param {typeof fetch} load @returns {Promise<Archives>} */
export async function fetchArchives(at, load) {
  const plain = await Promise.all(NAMES.map(async (name) => read(await load(at + name))));
  const key = await digest(plain);
  const kept = await findKept(at, key);
  const files = Object.fromEntries(NAMES.map((name, number) => [name, (kept ?? plain)[number]]));
  return { key, hasBytecode: Boolean(kept), files };
}

/** @param {Response} answer */
const read = async (answer) => new Uint8Array(await answer.arrayBuffer());

/** @param {Uint8Array[]} files */
async function digest(files) {
  const whole = new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (files)).arrayBuffer());
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} at @param {string} key @returns {Promise<Uint8Array[] | null>} */
async function findKept(at, key) {
  try {
    const cacheName = `${KEPT} ${at} ${key}`;
    const found = await Promise.all(NAMES.map((name) => caches.match(at + name, { cacheName })));
    return await Promise.all(found.map((answer) => read(/** @type {Response} */ (answer))));
  } catch {
    return null; // none yet, or this browser keeps nothing
  }
}

/** Keep archives with bytecode in place of older ones: both or none. @param {string} at @param {Archives} archives */
export async function keepArchives(at, { key, files }) {
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
