/** A line to a Python of one's own, beside what a WebSocket does. */
import assert from "node:assert/strict";
import test from "node:test";

import { Port, PortLine } from "../../everygame/client/net/own_python.js";

/** A line, what is said to the worker, and what is heard. */
function line() {
  const said = [],
    heard = [];
  const port = { lines: new Map(), ready: Promise.resolve(), say: (message) => said.push(message) };
  const made = new PortLine(port, 7);
  port.lines.set(7, made);
  made.onopen = () => heard.push("open");
  made.onmessage = ({ data }) => heard.push(data);
  made.onclose = ({ code }) => heard.push(code);
  return { made, said, heard, port };
}

test("a line carries what is said both ways", () => {
  const { made, said, heard } = line();
  made.open();
  made.send("a");
  made.hear("b");
  assert.deepEqual([said, heard], [[{ socket: 7, text: "a" }], ["open", "b"]]);
});

test("what was on its way to a line that is closed is not heard", async () => {
  const { made, said, heard, port } = line();
  made.open();
  made.close();
  made.hear("late");
  made.end(1001);
  await port.ready;
  assert.deepEqual([heard, made.readyState, port.lines.size], [["open", 1001], 3, 0]);
  assert.deepEqual(said, [{ close: 7 }]);
});

test("a line that is closed before it is open stays closed", () => {
  const { made, heard } = line();
  made.close();
  made.open();
  made.hear("late");
  assert.deepEqual([heard, made.readyState], [[], 2]);
});

test("a start that fails tells its own reason, and another tab only where there is one", async () => {
  const why = async (/** @type {string} */ name, /** @type {string} */ message) => {
    const request = () => Promise.reject(new DOMException(message, name));
    Object.defineProperty(globalThis, "navigator", { value: { locks: { request } }, configurable: true });
    Object.assign(globalThis, { isSecureContext: true });
    const error = await new Port().ready.catch((/** @type {Error} */ found) => found);
    return error instanceof Error ? error.message : "";
  };
  assert.equal(await why("SecurityError", "Access is blocked"), "Access is blocked");
  assert.match(await why("AbortError", "Aborted"), /^EveryGame is open in another tab/);
});
