/**
 * Python in a worker: one answers the page as the server does, and starts another one that thinks.
 * What is said between the page and the worker:
 *
 * | page                                 | worker                                  |
 * |--------------------------------------|-----------------------------------------|
 * | `{request, method, path, body}`      | `{answer, status, headers, body}`       |
 * | `{open, path}`                       | `{opened}`                              |
 * | `{socket, text}`                     | `{socket, text}`                        |
 * | `{close}`                            | `{closed, code}`                        |
 * | `{begin: "answer"}`                  | `{ready}` or `{failed}`                 |
 *
 * `request` and `answer`, and `open`, `opened`, `socket`, `close` and `closed`, are the page's numbers.
 */
import { mountKept, openKept } from "./kept.js";

const PYTHON = new URL("../../python/", import.meta.url).href;
const DATA = "everygame.db";
/** What SQLite has beside it, now or for a moment. */
const FILES = [DATA, `${DATA}-journal`, `${DATA}-wal`];
const KEPT = "/kept";
const HOME = "/home/everygame";

/** @type {any} */
let carrier = null;
/** Of Python. @type {(data: Uint8Array) => any} */
let bytes;
/** @type {((job: string) => string) | null} */
let thinker = null;

/** Pyodide asks for its own parts by `fetch`; the largest one lies here compressed. */
const fetchPlainly = self.fetch.bind(self);
self.fetch = async (/** @type {any} */ what, how) => {
  const url = String(what?.url ?? what);
  if (url !== `${PYTHON}pyodide.asm.wasm`) return fetchPlainly(what, how);
  const answer = await fetchPlainly(`${url}.gzipped`);
  const whole = answer.body?.pipeThrough(new DecompressionStream("gzip"));
  return new Response(whole, { status: answer.status, headers: { "content-type": "application/wasm" } });
};

/** Python with all of EveryGame. @returns {Promise<any>} */
async function startPython() {
  const packed = fetch(`${PYTHON}everygame.zip`).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(`${PYTHON}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: PYTHON, env: { HOME, PYTHONDONTWRITEBYTECODE: "1" } });
  python.unpackArchive(await packed, "zip", { extractDir: "/lib/python3.14/site-packages" });
  return python;
}

/** Answer the page from now on. */
async function beginAnswering() {
  const [python, handles] = await Promise.all([startPython(), openKept("everygame", FILES)]);
  mountKept(python.FS, KEPT, handles);
  const main = python.pyimport("everygame.pocket.main");
  bytes = python.toPy;
  carrier = await main.begin({ answer, opened, text, closed, think }, `${KEPT}/${DATA}`, `${HOME}/tables`, navigator.languages.join(","));
  postMessage({ ready: true });
}

/** @param {number} number @param {number} status @param {string} headers @param {any} body */
function answer(number, status, headers, body) {
  const data = body.toJs().slice().buffer;
  postMessage({ answer: number, status, headers, body: data }, { transfer: [data] });
}

/** @param {number} socket */
const opened = (socket) => postMessage({ opened: socket });
/** @param {number} socket @param {string} text */
const text = (socket, text) => postMessage({ socket, text });
/** @param {number} socket @param {number} code */
const closed = (socket, code) => postMessage({ closed: socket, code });

// -- thinking, in a worker of its own

/** @type {Worker | null} */
let helper = null;

/** @param {string} job @param {number} seconds  after which it is given up @returns {Promise<string>} */
function think(job, seconds) {
  helper ??= new Worker(import.meta.url, { type: "module" });
  const other = helper;
  return new Promise((done) => {
    const finish = (/** @type {string} */ text) => { clearTimeout(timer); other.onmessage = other.onerror = null; done(text); };
    const giveUp = (/** @type {string} */ why) => { other.terminate(); helper = null; finish(JSON.stringify({ died: why })); };
    const timer = setTimeout(() => giveUp(`it took more than ${seconds} s`), (seconds + 60) * 1000); // Python itself may have to start
    other.onmessage = ({ data }) => (data.failed === undefined ? finish(data) : giveUp(data.failed));
    other.onerror = (event) => giveUp(event.message);
    other.postMessage({ job });
  });
}

/** @param {string} job */
async function doJob(job) {
  thinker ??= (await startPython()).pyimport("everygame.pocket.main").think;
  postMessage(thinker?.(job));
}

/** Of what Python says, people get the last line. @param {any} error */
function fail(error) {
  console.error(error);
  postMessage({ failed: String(error?.message ?? error).trim().split("\n").at(-1) });
}

addEventListener("message", ({ data }) => {
  if (data.begin) beginAnswering().catch(fail);
  else if (data.job !== undefined) doJob(data.job).catch(fail);
  else if (data.request !== undefined) carrier.request(data.request, data.method, data.path, bytes(new Uint8Array(data.body ?? [])));
  else if (data.open !== undefined) carrier.open(data.open, data.path);
  else if (data.socket !== undefined) carrier.hear(data.socket, data.text);
  else if (data.close !== undefined) carrier.close(data.close);
});
