/** Requests to the server, or to this device's own Python (docs/reference/wire.md). */
import { say } from "../say.js";
import { busy, later, never } from "../world.js";
import { pocket } from "./address.js";
import { carrier } from "./carrier.js";

/** Milliseconds after which people are told that they wait for the server. */
const LATE = 4_000;

/** The server said no, and why. */
export class Refusal extends Error {
  /** @param {string} message @param {number} status @param {string} [code]  what the line calls the fault */
  constructor(message, status, code = "") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
function request(method, path, body, signal) {
  const answer = reach(method, path, body === undefined ? undefined : JSON.stringify(body), signal);
  return busy((signal ? answer : patiently(answer)).then(read));
}

/** How many answers are late. */
let late = 0;

/**
 * While an answer is late the page says so, by the events `late` and `answered`. A page that is its
 * own server tells it otherwise.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
function patiently(answer) {
  let waits = false;
  const patience = later(() => {
    waits = !pocket;
    if (waits && !late++) dispatchEvent(new Event("late"));
  }, LATE);
  return answer.finally(() => {
    never(patience);
    if (waits && !--late) dispatchEvent(new Event("answered"));
  });
}

/**
 * @param {string} method @param {string} path @param {BodyInit} [body] @param {AbortSignal} [signal]
 * @returns {Promise<import("./carrier.js").Answer>}
 */
async function reach(method, path, body, signal) {
  try {
    return await carrier.ask(method, path, body, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(carrier.away(error), 0);
  }
}

/** @param {import("./carrier.js").Answer} answer @returns {Promise<any>} */
async function read({ status, body }) {
  const data = await body
    .text()
    .then(JSON.parse)
    .catch(() => null);
  if (status >= 400) throw new Refusal(data?.error ?? say("The server answered {number}.", { number: status }), status);
  return data;
}

/** @param {string} path */
export const get = (path) => request("GET", path);

/** The same for what nobody waits for: a late answer is not told. @param {string} path */
export const getQuietly = (path) => request("GET", path, undefined, new AbortController().signal);

/** What is being asked. @type {Map<string, Promise<any>>} */
const asked = new Map();

/**
 * What a double tap asks twice is done once.
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function post(path, body = {}, signal) {
  if (signal) return request("POST", path, body, signal);
  const what = path + JSON.stringify(body);
  const answer = asked.get(what) ?? request("POST", path, body).finally(() => asked.delete(what));
  asked.set(what, answer);
  return answer;
}

/**
 * A part of the page that comes when it is wanted; where it does not, one sentence says so.
 * @template T
 * @param {Promise<T>} part
 * @returns {Promise<T>}
 */
export const came = (part) =>
  busy(patiently(part)).catch(() => {
    throw new Refusal(say("This part of the page cannot be fetched. Is this device online?"), 0);
  });

/** Send a file. @param {string} path @param {Blob} file @returns {Promise<any>} */
export function send(path, file) {
  return busy(patiently(reach("POST", path, file)).then(read));
}

/**
 * A file that the server makes, and what it is called; with a body it is asked for by POST.
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<import("./carrier.js").Answer>}
 */
export async function fetchFile(path, body) {
  const answer = body === undefined ? await reach("GET", path) : await reach("POST", path, JSON.stringify(body));
  if (answer.status >= 400) await read(answer);
  return answer;
}

/** @param {string} path */
export const remove = (path) => request("DELETE", path);

/** A name that nobody else gives. */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
