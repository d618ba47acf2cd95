/**
 * The carrier of a page that has its own Python, in a worker.
 *
 * @import { Answer } from "./carrier.js"
 */
import { say } from "../say.js";
import { later, never } from "../world.js";

/** @param {string | null | undefined} disposition  the header that names a file */
export const fileNamed = (disposition) => /filename="([^"]+)"/.exec(disposition ?? "")?.[1] ?? "";

/** The files of this folder lie here. */
const ROOT = new URL("../../", import.meta.url);
/** Of the page. */
const LANGUAGE = globalThis.document?.documentElement.lang || "en";
/** Of rule sheets, for which Python has a catalogue. */
const RULES = globalThis.document?.documentElement.dataset.rules || LANGUAGE;
/** How long the page before this one may take to let go, in milliseconds. */
const LETTING_GO = 5_000;
/** The name of the error where another page has Python. */
const ELSEWHERE = "AbortError";
/** What was in the library last, for the next start. */
const LAST = "everygame.library";
const LIBRARY = "/api/library";

/** Wait until no other page has Python; after that none gets it while this one is open. */
async function alone() {
  const waiting = new AbortController(); // older browsers have no AbortSignal.timeout
  const timer = later(() => waiting.abort(), LETTING_GO);
  const asked = new Promise((got, failed) => {
    const keep = () => new Promise(() => got(null));
    navigator.locks.request(`everygame ${ROOT}`, { signal: waiting.signal }, keep).catch(failed);
  });
  await asked.finally(() => never(timer));
}

const openElsewhere = () =>
  say(
    "EveryGame is open in another tab or window of this " +
      "browser. Go on there, or close it and load this page again.",
  );

export class Port {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    this.isReady = false;
    /** The library that was shown before Python had come. */
    this.shown = "";
    /** What to do when Python knows another one. */
    this.renewed = () => {};
    /** Answers by path, in the language of the page. @type {Promise<Record<string, any>>} */
    this.early = fetch(new URL(`answers.${LANGUAGE}.json`, ROOT))
      .then((answer) => answer.json())
      .catch(() => ({}));
    this.numbers = 0;
    /** @type {Map<number, (answer: any) => void>} */
    this.asked = new Map();
    /** @type {Map<number, PortLine>} */
    this.lines = new Map();
    /** Settled when Python answers. @type {Promise<void>} */
    this.ready = new Promise((done, failed) => {
      this.stand = done;
      this.fall = failed;
    });
    this.ready.catch(() => {}); // whoever asks is told
    this.begin().catch((error) =>
      this.fail(error?.name === ELSEWHERE ? openElsewhere() : String(error?.message ?? error)),
    );
  }

  /** Start Python, when no other page has it. */
  async begin() {
    if (!isSecureContext)
      return this.fail(say("This address has no https, and of such a one a browser keeps nothing."));
    await alone();
    this.worker = new Worker(new URL("static/pocket/worker.js", ROOT), { type: "module" });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.fail(event.message);
    this.worker.postMessage({ begin: "answer", language: LANGUAGE, rules: RULES });
  }

  /** Say something to the worker when it is there. @param {any} message @param {Transferable[]} [data] */
  say(message, data = []) {
    this.worker?.postMessage(message, data);
  }

  /** @param {any} data */
  heard(data) {
    if (data.ready) this.start();
    else if (data.failed !== undefined) this.fail(data.failed);
    else if (data.answer !== undefined) this.answered(data);
    else if (data.opened !== undefined) this.lines.get(data.opened)?.open();
    else if (data.socket !== undefined) this.lines.get(data.socket)?.hear(data.text);
    else if (data.closed !== undefined) this.lines.get(data.closed)?.end(data.code);
  }

  /** Python answers. */
  start() {
    this.isReady = true;
    this.early = Promise.resolve({}); // megabytes that are asked for no more
    this.stand?.();
    if (this.shown)
      void this.ask("GET", LIBRARY)
        .then(({ body }) => body.text())
        .then(
          (text) => (ownPart(text) !== ownPart(this.shown) || gamesIn(text) !== gamesIn(this.shown)) && this.renewed(),
        );
  }

  /**
   * What can be answered before Python has come.
   * @param {string} method @param {string} path @param {BodyInit} [body] @returns {Promise<any>}
   */
  async earlyAnswer(method, path, body) {
    const [plain, asked] = path.split("?");
    if ((new URLSearchParams(asked).get("lang") ?? LANGUAGE) !== LANGUAGE) return undefined;
    const found = (await this.early)[plain];
    if (method === "POST") return found?.told && isUsual(found.options, body) ? found.told : undefined;
    return method !== "GET" || found?.told
      ? undefined
      : found && path === LIBRARY
        ? { ...found, ...lastLibrary() }
        : found;
  }

  /** @param {string} path @param {string} text @returns {Answer} */
  sayEarly(path, text) {
    if (path === LIBRARY) this.shown = text;
    return { status: 200, body: new Blob([text]), name: "" };
  }

  /** @param {string} why */
  fail(why) {
    this.fall?.(new Error(why));
  }

  /** @param {any} data */
  answered({ answer, status, headers, body }) {
    const found = Object.fromEntries(headers.split("\n").map((/** @type {string} */ line) => line.split(": ", 2)));
    const type = found["content-type"] ?? "";
    this.asked.get(answer)?.({
      status,
      body: new Blob([body], { type }),
      name: fileNamed(found["content-disposition"]),
    });
    this.asked.delete(answer);
  }

  /** @param {unknown} error */
  away(error) {
    const why = error instanceof Error ? error.message : String(error);
    return say("This device cannot start EveryGame: {why}", { why });
  }

  /**
   * @param {string} method @param {string} path @param {BodyInit} [body] @param {AbortSignal} [signal]
   * @returns {Promise<Answer>}
   */
  async ask(method, path, body, signal) {
    const early = !this.isReady && (await this.earlyAnswer(method, path, body));
    if (early) return this.sayEarly(path, JSON.stringify(early));
    await this.ready;
    const answer = await this.askPython(method, path, body, signal);
    if (path === LIBRARY) void answer.body.text().then(rememberLibrary);
    if (path === "/api/matches") void navigator.storage.persist?.();
    return answer;
  }

  /**
   * @param {string} method @param {string} path @param {BodyInit} [body] @param {AbortSignal} [signal]
   * @returns {Promise<Answer>}
   */
  async askPython(method, path, body, signal) {
    const data = body === undefined ? undefined : await new Response(body).arrayBuffer();
    signal?.throwIfAborted();
    const number = ++this.numbers;
    return new Promise((done, failed) => {
      this.asked.set(number, done);
      signal?.addEventListener("abort", () => {
        this.asked.delete(number);
        failed(signal.reason);
      });
      this.say({ request: number, method, path, body: data }, data ? [data] : []);
    });
  }

  /** @param {string} path */
  open(path) {
    const line = new PortLine(this, ++this.numbers);
    this.lines.set(line.number, line);
    this.ready.then(
      () => this.say({ open: line.number, path }),
      () => line.end(1011),
    );
    return line;
  }
}

/** A match is asked for as it is offered. @param {Record<string, string>} usual @param {BodyInit} [body] */
const isUsual = (usual, body) =>
  Object.entries(JSON.parse(String(body)).options).every(([name, value]) => usual[name] === value);

/** What differs from device to device of a library. @param {string} text  an answer */
function ownPart(text) {
  const { matches, own } = JSON.parse(text);
  return JSON.stringify({ matches, own });
}

/** How many games there are: those that were brought here have not been exported. @param {string} text  an answer */
const gamesIn = (text) => JSON.parse(text).games.length;

/** @param {string} text  an answer */
function rememberLibrary(text) {
  try {
    localStorage.setItem(LAST, ownPart(text));
  } catch {
    // Then the next start shows the library when Python has come.
  }
}

function lastLibrary() {
  try {
    return JSON.parse(localStorage.getItem(LAST) ?? "{}");
  } catch {
    return {};
  }
}

/** A line to the worker, as a WebSocket is one to a server: closed, it hears nothing more. */
export class PortLine {
  /** @param {Port} port @param {number} number */
  constructor(port, number) {
    this.port = port;
    this.number = number;
    this.readyState = 0;
    /** @type {any} */
    this.onopen = this.onmessage = this.onclose = null;
  }

  open() {
    if (this.readyState) return;
    this.readyState = 1;
    this.onopen?.();
  }

  /** @param {string} data */
  hear(data) {
    if (this.readyState === 1) this.onmessage?.({ data });
  }

  /** @param {number} code */
  end(code) {
    this.readyState = 3;
    this.port.lines.delete(this.number);
    this.onclose?.({ code });
  }

  /** @param {string} text */
  send(text) {
    this.port.say({ socket: this.number, text });
  }

  close() {
    this.readyState = 2;
    void this.port.ready.then(
      () => this.port.say({ close: this.number }),
      () => {},
    );
  }
}
