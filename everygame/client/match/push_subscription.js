/**
 * Being told, while the page is closed, that it is one's turn or that somebody has sat down: by the push service of
 * the browser.
 * Nothing of this is seen where the server or the browser cannot do it.
 */
import { served } from "../net/address.js";
import { get, post, remove } from "../net/api.js";
import { say } from "../say.js";
import { fill, h, iconButton, tell, toast } from "../ui/dom.js";

/** Without the version of the page, because a browser knows a worker by its address. */
const WORKER = served("/static/push/service.js");

/** What the server and this browser know; asked for once. @type {Promise<{key: string | null, on: boolean}> | null} */
let known = null;

/** @param {HTMLElement} host @param {() => "" | "somebody" | "turn"} wanted  what is waited for, as the match stands */
export async function drawBell(host, wanted) {
  const { key, on } = await (known ??= look());
  const event = wanted();
  if (!key || !event) return fill(host);
  const turn = event === "turn";
  const draw = () => void drawBell(host, wanted);
  if (on)
    fill(
      host,
      h("p", { class: "small quiet" }, toldOf(turn)),
      iconButton("close", say("Tell me no more"), () => void end().then(draw, tell), { "data-key": "push" }),
    );
  else if (Notification.permission === "denied") fill(host, h("p", { class: "small quiet" }, refusedOf(turn)));
  else
    fill(
      host,
      iconButton("bell", offerOf(turn), () => void begin(key).then(draw, tell), { "data-key": "push" }),
    );
}

/** @param {boolean} turn */
function offerOf(turn) {
  return turn ? say("Tell me when it is my turn") : say("Tell me when somebody sits down");
}

/** @param {boolean} turn */
function toldOf(turn) {
  return turn ? say("This device is told when it is your turn.") : say("This device is told when somebody sits down.");
}

/** @param {boolean} turn */
function refusedOf(turn) {
  return turn
    ? say("This browser does not let the page tell you when it is your turn.")
    : say("This browser does not let the page tell you when somebody sits down.");
}

async function look() {
  const told = await get("/api/push").catch(() => ({ key: null, on: false }));
  return { key: told.key, on: told.on && Boolean(await subscription()) };
}

async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return worker?.pushManager.getSubscription();
}

/** @param {string} key */
async function begin(key) {
  if ((await Notification.requestPermission()) !== "granted") return;
  const worker = await working(await navigator.serviceWorker.register(WORKER));
  await (await worker.pushManager.getSubscription())?.unsubscribe(); // it may be of another key
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  await post("/api/push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
  known = Promise.resolve({ key, on: true });
  toast(say("This device is told, even while the page is closed."));
}

async function end() {
  await remove("/api/push");
  await (await subscription())?.unsubscribe();
  known = null;
}

/**
 * The worker, once it works.
 * @param {ServiceWorkerRegistration} worker
 * @returns {Promise<ServiceWorkerRegistration>}
 */
function working(worker) {
  const coming = worker.installing ?? worker.waiting;
  if (worker.active || !coming) return Promise.resolve(worker);
  return new Promise((done) =>
    coming.addEventListener("statechange", () => {
      if (worker.active) done(worker);
    }),
  );
}
