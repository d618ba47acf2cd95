/**
 * The Pythons that think, each in a worker of its own, as the one that answers asks them: `{begin: "think"}` and
 * `{job}` are said to one, and a text comes back; `{stop}` lets its search end before its time.
 */
import { later, never } from "../world.js";

/** So many jobs at once, such as a bot and a chart: each Python takes tens of megabytes. */
export const MOST_HELPERS = navigator.hardwareConcurrency > 1 ? 2 : 1;
/** How long one more than the last may have nothing to do before it ends, in milliseconds. */
const IDLE = 15_000;
/** How long a job waits for one that is told to stop, in milliseconds: a new Python takes longer to start. */
const SOON = 1_000;

/**
 * @typedef {{worker: Worker, games: number, ending?: ReturnType<typeof later>, free: Promise<void>}} Helper
 *   `games`: how often games had changed when it read them; `free`: settled when its job is over
 */
/** Those without a job; the last stays. @type {Helper[]} */
const idle = [];
/** Those with a job, by its number. @type {Map<number, Helper>} */
const busy = new Map();
/** Jobs whose answers do not matter any more. @type {Set<number>} */
const unwanted = new Set();
/** How often games of people have changed. */
let games = 0;

/** @returns {Helper} */
function startHelper() {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.postMessage({ begin: "think" });
  return { worker, games, free: Promise.resolve() };
}

/** Start the first, so that bots need not wait for it. */
export const startFirst = () => idle.push(startHelper());

/** They have read the games when they began: the next job gets a new one. */
export function restartHelpers() {
  games += 1;
  for (const { worker } of idle.splice(0)) worker.terminate();
}

/** Give a helper back, unless it knows other games. @param {Helper} helper */
function giveBack(helper) {
  if (helper.games !== games) return helper.worker.terminate();
  idle.push(helper);
  if (idle.length + busy.size > 1) helper.ending = later(() => end(helper), IDLE);
}

/** End a helper that has nothing to do, but not the last one. @param {Helper} helper */
function end(helper) {
  const at = idle.indexOf(helper);
  if (at >= 0 && idle.length + busy.size > 1) idle.splice(at, 1)[0].worker.terminate();
}

/** Wait until one is free that is told to stop, but not for long, since some browsers cannot tell it. */
async function waitForStopped() {
  const stopped = [...unwanted].flatMap((number) => busy.get(number)?.free ?? []);
  if (!stopped.length) return;
  await Promise.race([...stopped, new Promise((done) => later(() => done(undefined), SOON))]);
}

/**
 * @param {number} number  of the job
 * @param {string} job
 * @param {number} seconds  after which it is given up
 * @returns {Promise<string>}
 */
export async function think(number, job, seconds) {
  if (!idle.length) await waitForStopped();
  if (unwanted.delete(number)) return JSON.stringify({ died: "it was stopped" });
  const helper = idle.pop() ?? startHelper();
  never(helper.ending);
  busy.set(number, helper);
  const answer = askHelper(helper, number, job, seconds);
  helper.free = answer.then(() => {});
  return answer;
}

/**
 * @param {Helper} helper
 * @param {number} number
 * @param {string} job
 * @param {number} seconds
 * @returns {Promise<string>}
 */
function askHelper(helper, number, job, seconds) {
  const { worker } = helper;
  return new Promise((done) => {
    const finish = (/** @type {string} */ text, /** @type {(helper: Helper) => void} */ what) => {
      never(timer);
      worker.onmessage = worker.onerror = null;
      busy.delete(number);
      unwanted.delete(number);
      what(helper);
      done(text);
    };
    const giveUp = (/** @type {string} */ why) => finish(JSON.stringify({ died: why }), () => worker.terminate());
    // Python itself may have to start.
    const timer = later(() => giveUp(`it took more than ${seconds} s`), (seconds + 60) * 1000);
    worker.onmessage = ({ data }) => (data.failed === undefined ? finish(data, giveBack) : giveUp(data.failed));
    worker.onerror = (event) => giveUp(event.message);
    worker.postMessage({ job });
  });
}

/** Its answer does not matter any more. @param {number} number  of the job */
export function stop(number) {
  unwanted.add(number);
  busy.get(number)?.worker.postMessage({ stop: true });
}
