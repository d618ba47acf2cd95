/** The Pythons that think: which of them does a job, and when another one is started. */
import assert from "node:assert/strict";
import test from "node:test";

/** A worker that does nothing by itself. */
class StandIn {
  /** @type {StandIn[]} */
  static started = [];
  /** @type {any[]} */
  said = [];
  isEnded = false;
  /** @type {any} */
  onmessage = null;
  constructor() {
    StandIn.started.push(this);
  }
  postMessage(/** @type {any} */ message) {
    this.said.push(message);
  }
  terminate() {
    this.isEnded = true;
  }
  answer(/** @type {string} */ data) {
    this.onmessage({ data });
  }
}
Object.defineProperty(globalThis, "navigator", { value: { hardwareConcurrency: 2 }, configurable: true });
Object.assign(globalThis, { Worker: StandIn });
const { restartHelpers, stop, think } = await import("../../everygame/client/pocket/helpers.js");

/** The jobs that workers were given since the start of a test. */
const jobs = () => StandIn.started.map(({ said }) => said.filter(({ job }) => job).map(({ job }) => job));
const settled = () => new Promise((done) => setImmediate(done));

test("a job waits for a Python that is told to stop, and starts no other one", async () => {
  const first = think(1, "first", 60);
  await settled();
  stop(1);
  const second = think(2, "second", 60);
  await settled();
  assert.deepEqual(jobs(), [["first"]]);
  StandIn.started[0].answer("stopped");
  await settled();
  assert.deepEqual(jobs(), [["first", "second"]]);
  StandIn.started[0].answer("found");
  assert.deepEqual(await Promise.all([first, second]), ["stopped", "found"]);
});

test("a job that is stopped while it waits is never begun", async () => {
  const first = think(3, "third", 60);
  await settled();
  stop(3);
  const second = think(4, "fourth", 60);
  stop(4);
  StandIn.started[0].answer("stopped");
  assert.deepEqual([await first, JSON.parse(await second)], ["stopped", { died: "it was stopped" }]);
  assert.ok(!jobs().flat().includes("fourth"));
});

test("a job beside another one has a Python of its own", async () => {
  const both = [think(5, "fifth", 60), think(6, "sixth", 60)];
  await settled();
  assert.equal(StandIn.started.length, 2);
  for (const worker of StandIn.started) worker.answer("done");
  assert.deepEqual(await Promise.all(both), ["done", "done"]);
  restartHelpers();
  assert.deepEqual(
    StandIn.started.map(({ isEnded }) => isEnded),
    [true, true],
  );
});
