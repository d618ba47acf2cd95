/**
 * Carries requests and lines to whoever answers: the server, or this device's own Python.
 *
 * @typedef {{status: number, body: Blob, name: string}} Answer  `name`: of the file that it is, if it is one
 * @typedef {{readyState: number, onopen: any, onmessage: any, onclose: any, send(text: string):
 *   void, close(): void}} Line
 *   of a WebSocket what is used of it
 * @typedef {{ask(method: string, path: string, body?: BodyInit, signal?: AbortSignal): Promise<Answer>,
 *   open(path: string): Line, away(error: unknown): string, renewed(): void}} Carrier  `ask`
 *   rejects where nobody can be
 *   reached; `away` says so to people; `renewed` is called when what was answered at first has changed
 */
import { say } from "../say.js";
import { pocket, served } from "./address.js";
import { Port, fileNamed } from "./own_python.js";

/** By the net. @type {Carrier} */
const web = {
  async ask(method, path, body, signal) {
    const headers = typeof body === "string" ? { "content-type": "application/json" } : undefined;
    const answer = await fetch(served(path), { method, body, signal, headers });
    return {
      status: answer.status,
      body: await answer.blob(),
      name: fileNamed(answer.headers.get("content-disposition")),
    };
  },
  renewed: () => {},
  away: () => say("The server cannot be reached. Is this device online?"),
  open: (path) => new WebSocket(new URL(served(path), location.href.replace(/^http/, "ws"))),
};

/** @type {Carrier} */
export const carrier = pocket ? new Port() : web;
