// The service worker of a folder of files: it keeps one whole version, each file by its hash, and
// answers from that alone. `everygame export` writes what the version is made of.
const VERSION = "";
/** @type {Record<string, string>} */
const FILES = {};

const worker = /** @type {any} */ (self);
const scope = worker.registration?.scope ?? "";
const OURS = `everygame ${scope} `;

/** Aborts the answers that are being made: while there is one, no newer version can take over. */
let going = new AbortController();

/** @param {string} name */
const address = (name) => new URL(name === "index.html" ? "./" : name, scope).href;

/** @param {ArrayBuffer} data */
async function digest(data) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A file of this very version; rejects where the host has another one.
 * @param {string} name
 * @returns {Promise<Response>}
 */
async function fetchWhole(name) {
  for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const answer = await fetch(address(name), { cache, signal: going.signal });
    const data = await answer.arrayBuffer();
    if (answer.ok && (await digest(data)) === FILES[name]) {
      return new Response(data, { headers: { "content-type": answer.headers.get("content-type") ?? "" } });
    }
  }
  throw new Error(`${name} is not of version ${VERSION}.`);
}

/** The language that a file belongs to; none for what all languages share. @param {string} name */
const languageOf = (name) =>
  /^(?:static\/languages\/|python\/languages\/|answers\.|manifest\.)([\w-]+)\.(?:json|po)$/.exec(name)?.[1];

/** Keep the files of a language, besides English, that is spoken here. @param {string} language */
async function keepLanguage(language) {
  const cache = await caches.open(OURS + VERSION);
  for (const name of Object.keys(FILES))
    if (languageOf(name) === language && !(await cache.match(address(name))))
      await cache.put(address(name), await fetchWhole(name));
}

/** Keep all files, or none; those of other languages than English when they are spoken. */
async function install() {
  const older = await keptVersions();
  const cache = await caches.open(OURS + VERSION);
  try {
    for (const name of Object.keys(FILES)) {
      if ((languageOf(name) ?? "en") === "en" && !(await cache.match(address(name))))
        await cache.put(address(name), await fetchWhole(name));
    }
  } catch (error) {
    if (!older.includes(OURS + VERSION)) await caches.delete(OURS + VERSION);
    throw error;
  }
}

async function keptVersions() {
  return (await caches.keys()).filter((name) => name.startsWith(OURS));
}

async function activate() {
  for (const name of await keptVersions()) if (name !== OURS + VERSION) await caches.delete(name);
  await worker.clients.claim();
}

/** An error in place of an answer, when answers are aborted. @returns {Promise<Response>} */
const aborted = () =>
  new Promise((done) => going.signal.addEventListener("abort", () => done(Response.error()), { once: true }));

/** Give up all answers that are being made. */
function letGo() {
  going.abort();
  going = new AbortController();
}

/** @param {any} event */
async function respond(event) {
  const url = new URL(event.request.url);
  url.search = url.hash = "";
  const kept = await (await caches.open(OURS + VERSION)).match(url.href.endsWith("/index.html") ? scope : url.href);
  if (kept) return kept;
  return url.href.startsWith(new URL("./api/", scope).href) ? askPage(event, url) : fetch(event.request);
}

/**
 * A picture of a game: Python knows it, and the page knows Python.
 * @param {any} event
 * @param {URL} url
 * @returns {Promise<Response>}
 */
async function askPage(event, url) {
  const page = await worker.clients.get(event.clientId);
  if (!page) return Response.error();
  const { port1, port2 } = new MessageChannel();
  page.postMessage({ ask: `/${url.href.slice(scope.length)}` }, [port2]);
  const { status, body } = await new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
  });
  return new Response(body, { status });
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "take over") worker.skipWaiting();
  else if (event.data === "let go") letGo();
  else if (event.data.keep) event.waitUntil(keepLanguage(event.data.keep));
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(scope)) event.respondWith(Promise.race([respond(event), aborted()]));
});
