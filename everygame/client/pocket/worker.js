/**
 * Python in a worker: one answers the page as the server does, and starts others that think.
 * What is said between the page and the worker:
 *
 * | page                                 | worker                                  |
 * |--------------------------------------|-----------------------------------------|
 * | `{request, method, path, body}`      | `{answer, status, headers, body}`       |
 * | `{open, path}`                       | `{opened}`                              |
 * | `{socket, text}`                     | `{socket, text}`                        |
 * | `{close}`                            | `{closed, code}`                        |
 * | `{begin: "answer", language, rules}` | `{ready}` or `{failed}`                 |
 *
 * To one that thinks the first says `{begin: "think"}` and `{job}`, and is sent a text back; `{stop}`
 * lets its search end before its time.
 *
 * `request` and `answer`, and `open`, `opened`, `socket`, `close` and `closed`, are the page's numbers.
 */
import { say, speak } from "../say.js";
import { LIBRARY, OURS, fetchArchives, keepCompiled, read, release } from "./bytecode.js";
import { MOST_HELPERS, restartHelpers, startFirst, stop, think } from "./helpers.js";
import { folderNamed, mountKept, openKept } from "./kept_files.js";

const PYTHON = new URL("../../python/", import.meta.url).href;
const DATA = "everygame.db";
/** What SQLite has beside it, now or for a moment. */
const FILES = [DATA, `${DATA}-journal`, `${DATA}-wal`];
const KEPT = "/kept";
const HOME = "/home/everygame";
const TABLES = `${HOME}/tables`;
/** Games that people bring, with rules. */
const GAMES = `${HOME}/games`;
/** Their folders on the private file system. @type {Record<string, {syncfs(): Promise<void>}>} */
const folders = {};
/** By the beginnings of the requests that may change them. */
const CHANGED_BY = { "/api/tables": TABLES, "/api/everything": TABLES, "/api/own-games": GAMES };
/** Requests that may change them, and which. @type {Map<number, string>} */
const changing = new Map();

/** @type {any} */
let carrier = null;
/** Of Python. @type {(data: Uint8Array) => any} */
let bytes;
/** @type {Promise<(job: string) => Promise<string>>} */
let thinker;

/** Where Python finds its own library, and everything else. */
const LIBRARY_THERE = "/lib/python314.zip",
  SITE = "/lib/python3.14/site-packages",
  LANGUAGES = `${SITE}/everygame/languages`;
const fetchPlainly = self.fetch.bind(self);
/** While Python starts. @type {Promise<import("./bytecode.js").Archives> | null} */
let archives = null;

/** What lies here compressed, because a host may send files as they are. */
const SQUEEZED = ["pyodide.asm.wasm", OURS].map((name) => PYTHON + name);

/** A file of Python as it is when it is unpacked. @param {string} url */
async function fetchPart(url) {
  if (!SQUEEZED.includes(url)) return fetchPlainly(url);
  const answer = await fetchPlainly(`${url}.gzipped`);
  const whole = answer.body?.pipeThrough(new DecompressionStream("gzip"));
  return new Response(whole, { status: answer.status, headers: { "content-type": "application/wasm" } });
}

/** Pyodide asks for its own parts by `fetch`. */
self.fetch = async (/** @type {any} */ what, how) => {
  const url = String(what?.url ?? what);
  if (url === PYTHON + LIBRARY && archives) return (await archives).answers[LIBRARY];
  return SQUEEZED.includes(url) ? fetchPart(url) : fetchPlainly(what, how);
};

/**
 * Python with all of EveryGame, and whether it came with bytecode.
 * @returns {Promise<{python: any, hasBytecode: boolean}>}
 */
async function startPython() {
  archives = fetchArchives(PYTHON, fetchPart);
  const { loadPyodide } = await import(`${PYTHON}pyodide.mjs`);
  const python = await loadPyodide({
    indexURL: PYTHON,
    env: { HOME, EVERYGAME_GAMES: GAMES, PYTHONDONTWRITEBYTECODE: "1" },
  });
  const { answers, hasBytecode } = await archives;
  archives = null;
  unpack(python, await read(answers[OURS]));
  return { python, hasBytecode };
}

/**
 * Put all of EveryGame where Python finds it, without one more copy of the archive. Each file is written at once: one
 * that grows piece by piece leaves a copy behind for each piece.
 * @param {any} python
 * @param {Uint8Array} data
 */
function unpack(python, data) {
  const file = `/tmp/${OURS}`;
  python.FS.writeFile(file, data, { canOwn: true });
  const archive = python.pyimport("zipfile").ZipFile(file);
  for (const name of archive.namelist().toJs()) {
    const path = `${SITE}/${name}`,
      content = archive.read(name);
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, content.toJs(), { canOwn: true });
    content.destroy();
  }
  archive.close();
  python.FS.unlink(file);
  release(data);
  python.pyimport("importlib").invalidate_caches();
}

/**
 * Python's part of this. The memory of the files of machine code that it has loaded is given back: their names say
 * that modules are compiled, but nobody reads them again.
 * @param {any} python
 */
function importMain(python) {
  const main = python.pyimport("everygame.pocket.main");
  for (const file of main.loaded_modules().toJs()) {
    const code = python.FS.lookupPath(file).node.contents;
    python.FS.truncate(file, 0);
    release(code);
  }
  return main;
}

/** Give Python a folder of the private file system. @param {any} python @param {string} where @param {string} name */
async function mountFolder(python, where, name) {
  python.FS.mkdirTree(where);
  folders[where] = await python.mountNativeFS(where, await folderNamed(name));
}

/** @param {unknown} error @returns {never} */
function keptNowhere(error) {
  console.warn(error);
  throw new Error(
    say("This browser lets nothing be kept here. Some do not in a private window; open this page in another one."),
  );
}

/**
 * The catalogue of a language; null for English, and where the host has it no more.
 * @param {string} language
 */
async function fetchWords(language) {
  if (language === "en") return null;
  const answer = await fetchPlainly(`${PYTHON}languages/${language}.po`);
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
}

/**
 * Answer the page from now on.
 * @param {string} language  of the page
 * @param {string} rules  the language of rule sheets
 */
async function beginAnswering(language, rules) {
  await speak(language);
  const coming = fetchWords(rules);
  const [{ python }, handles] = await Promise.all([startPython(), openKept("everygame", FILES).catch(keptNowhere)]);
  const words = await coming;
  python.FS.mkdirTree(LANGUAGES);
  if (words) python.FS.writeFile(`${LANGUAGES}/${rules}.po`, words);
  mountKept(python.FS, KEPT, handles);
  await mountFolder(python, TABLES, "everygame-tables");
  await mountFolder(python, GAMES, "everygame-games");
  const main = importMain(python);
  bytes = python.toPy;
  carrier = await main.begin(
    { answer, opened, text, closed, most: MOST_HELPERS, think, stop, redraw },
    `${KEPT}/${DATA}`,
    TABLES,
    language,
  );
  postMessage({ ready: true });
  startFirst();
}

/** @param {any} asked */
function request({ request: number, method, path, body }) {
  const changed = Object.entries(CHANGED_BY).find(([beginning]) => path.startsWith(beginning));
  if (method !== "GET" && changed) changing.set(number, changed[1]);
  carrier.request(number, method, path, bytes(new Uint8Array(body ?? [])));
}

/** @param {number} number @param {number} status @param {string} headers @param {any} body */
async function answer(number, status, headers, body) {
  const data = body.toJs().slice().buffer;
  const changed = changing.get(number);
  changing.delete(number);
  if (changed) await folders[changed].syncfs(); // so that what is answered is kept
  if (changed === GAMES) restartHelpers();
  postMessage({ answer: number, status, headers, body: data }, { transfer: [data] });
}

/** @param {number} socket */
const opened = (socket) => postMessage({ opened: socket });
/** @param {number} socket @param {string} text */
const text = (socket, text) => postMessage({ socket, text });
/** @param {number} socket @param {number} code */
const closed = (socket, code) => postMessage({ closed: socket, code });

// -- thinking, in a worker that another has started

/** Bytes that the Python of one may have; code that asks for more gets a MemoryError. */
const MOST_MEMORY = 160 * 2 ** 20;
const PAGE = 2 ** 16;

/** Whether the job is to end before its time. */
let isStopped = false;

/** Settled when no job runs. @type {Promise<unknown>} */
let free = Promise.resolve();

/** @param {string} job */
function doJob(job) {
  isStopped = false;
  free = thinker.then((think) => think(job)).then((text) => postMessage(text), fail);
}

/** By which a message goes round: a channel for each pause would fill memory, for a search makes no garbage besides. */
const { port1: ear, port2: mouth } = new MessageChannel();

/** Let this worker hear what it was sent while Python waits; whether its job is to stop. */
async function pause() {
  await new Promise((done) => {
    ear.onmessage = done;
    mouth.postMessage(null);
  });
  return isStopped;
}

/** Python's memory grows up to a bound and never shrinks. */
function boundMemory() {
  const grow = WebAssembly.Memory.prototype.grow;
  /** @param {number} pages */
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE > MOST_MEMORY) throw new RangeError("memory");
    return grow.call(this, pages);
  };
}

async function beginThinking() {
  boundMemory();
  const { python, hasBytecode } = await startPython();
  await mountFolder(python, GAMES, "everygame-games");
  const { think, begin_thinking } = importMain(python);
  begin_thinking(pause);
  // compiled once, between jobs, so that the next start need not
  const compile = (/** @type {string} */ name, /** @type {Uint8Array} */ data) => compiled(python, name, data);
  if (!hasBytecode) keepCompiled(PYTHON, fetchPart, compile).catch(console.error);
  // without this, a browser cannot pause a running program
  return "Suspending" in WebAssembly ? (/** @type {string} */ job) => think.callPromising(job) : think;
}

/** How much larger an archive may become by bytecode before the file system copies it. */
const ROOM = 1.2;

/**
 * An archive with bytecode in it.
 * @param {any} python
 * @param {string} name
 * @param {Uint8Array} data  as it came; it is gone then
 * @returns {Promise<Uint8Array>}
 */
async function compiled(python, name, data) {
  const file = `/tmp/${name}`,
    size = data.length,
    whole = new Uint8Array(Math.ceil(size * ROOM));
  whole.set(data);
  release(data);
  python.FS.writeFile(file, whole, { canOwn: true });
  const { node } = python.FS.lookupPath(file);
  node.usedBytes = size;
  const { add_bytecode } = python.pyimport("everygame.pocket.bytecode");
  await add_bytecode(file, name === LIBRARY ? LIBRARY_THERE : SITE, () => free);
  python.FS.unlink(file);
  return node.contents.subarray(0, node.usedBytes); // a copy would take as much again
}

// -- pictures

/** Pixels of a picture that is decoded, and of the longer side that is kept, as in `server/tables/pictures.py`. */
const MOST_PIXELS = 16_000_000,
  LONGEST = 1_600;

/**
 * Nothing is kept of a picture but what can be seen.
 * @param {any} picture  bytes of Python
 * @param {string} type
 * @returns {Promise<Uint8Array>}
 */
async function redraw(picture, type) {
  const bitmap = await createImageBitmap(new Blob([picture.toJs()], { type }));
  if (bitmap.width * bitmap.height > MOST_PIXELS) throw new Error("too many pixels");
  const share = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * share)),
    Math.max(1, Math.round(bitmap.height * share)),
  );
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type, quality: 0.88 });
  return bytes(new Uint8Array(await blob.arrayBuffer()));
}

/** Of what Python says, people get the last line, and of our own sentences no more than them. @param {any} error */
function fail(error) {
  console.error(error);
  const last =
    String(error?.message ?? error)
      .trim()
      .split("\n")
      .at(-1) ?? "";
  postMessage({ failed: last.replace(/^everygame\.[\w.]+: /, "") });
}

addEventListener("message", ({ data }) => {
  if (data.begin === "answer") beginAnswering(data.language, data.rules).catch(fail);
  else if (data.begin === "think") (thinker = beginThinking()).catch(fail);
  else if (data.job !== undefined) doJob(data.job);
  else if (data.stop) isStopped = true;
  else if (data.request !== undefined) request(data);
  else if (data.open !== undefined) carrier.open(data.open, data.path);
  else if (data.socket !== undefined) carrier.hear(data.socket, data.text);
  else if (data.close !== undefined) carrier.close(data.close);
});
