/** Requests to the server (docs/reference/wire.md). */

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
async function request(method, path, body, signal) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  let answer;
  try {
    answer = await fetch(path, { method, signal, ...sent });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal("The server cannot be reached. Is this device online?", 0);
  }
  const data = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(data?.error ?? `The server answered ${answer.status}.`, answer.status);
  return data;
}

/** @param {string} path */
export const get = (path) => request("GET", path);

/** @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] */
export const post = (path, body = {}, signal) => request("POST", path, body, signal);

/** Send a file. @param {string} path @param {Blob} file @returns {Promise<any>} */
export async function send(path, file) {
  const answer = await fetch(path, { method: "POST", body: file }).catch(() => { throw new Refusal("The server cannot be reached. Is this device online?", 0); });
  const data = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(data?.error ?? `The server answered ${answer.status}.`, answer.status);
  return data;
}

/** Have a file made. @param {string} path @param {unknown} body @returns {Promise<Blob>} */
export async function fetchFile(path, body) {
  const sent = { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await fetch(path, sent).catch(() => { throw new Refusal("The server cannot be reached. Is this device online?", 0); });
  if (answer.ok) return answer.blob();
  const data = await answer.json().catch(() => null);
  throw new Refusal(data?.error ?? `The server answered ${answer.status}.`, answer.status);
}

/** @param {string} path */
export const remove = (path) => request("DELETE", path);

/** A name that nobody else gives. */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
