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

/** @param {Response} answer */
export const read = async (answer) => new Uint8Array(await answer.arrayBuffer());

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
 * Compile the archives and keep them in place of older ones: both or none. One of them is in memory at a time.
 * @param {string} at
 * @param {(url: string) => Promise<Response>} load
 * @param {(name: string, data: Uint8Array) => Promise<Uint8Array>} compile
 */
export async function keepCompiled(at, load, compile) {
  const key = await (await load(at + HASHES)).text(),
    name = `${KEPT} ${at} ${key}`;
  const older = (await caches.keys()).filter((one) => one.startsWith(`${KEPT} ${at} `));
  await Promise.all(older.map((one) => caches.delete(one)));
  const cache = await caches.open(name);
  let kept = 0;
  try {
    for (const one of NAMES) {
      const data = await read(await load(at + one));
      if (!key.startsWith(await digest(data), kept * DIGITS)) return; // the host has other files meanwhile
      if (!(await keep(cache, at + one, await compile(one, data)))) return;
      kept += 1;
    }
  } finally {
    if (kept < NAMES.length) await caches.delete(name); // half of it would only take room
  }
}

/** The digits of a SHA-256. */
const DIGITS = 64;

/** Whether there was room. @param {Cache} cache @param {string} url @param {Uint8Array} data */
async function keep(cache, url, data) {
  try {
    await cache.put(url, new Response(/** @type {BodyInit} */ (data)));
    return true;
  } catch {
    return false; // each start compiles then
  } finally {
    release(data);
  }
}

/**
 * Give the memory of bytes back that nobody needs any more. A worker in which Python runs makes so little garbage that
 * a browser collects it after many minutes, if at all. @param {Uint8Array} data
 */
export const release = ({ buffer }) => /** @type {any} */ (buffer).transfer?.(0);
