/** What the page of a folder of files does besides: it keeps the folder, and fetches newer ones. */
import { carrier } from "../net/carrier.js";
import { say } from "../say.js";
import { h, iconButton } from "../ui/dom.js";
import { later, never } from "../world.js";

/** How long nobody need be told that Python is on its way, in milliseconds. */
const SOON = 700;

/** While Python is on its way a line says so; and why, where it cannot come. */
export function tellOfPython() {
  const { ready } = /** @type {import("../net/own_python.js").Port} */ (/** @type {unknown} */ (carrier));
  const words = navigator.serviceWorker?.controller
    ? say("Python is starting. Look around meanwhile.")
    : say("Python is coming to this device: at most 9 MB, this once. Look around meanwhile.");
  const line = h(
    "div",
    { class: "coming", role: "status" },
    h("p", { class: "toast" }, h("span", { class: "spinner little" }), " ", words),
  );
  const patience = later(() => document.body.append(line), SOON);
  const stop = () => {
    never(patience);
    line.remove();
  };
  ready.then(stop, (error) => {
    stop();
    document.querySelector("main")?.before(h("p", { class: "newer", role: "alert" }, carrier.away(error)));
  });
}

/** Keep all files of this version on this device. */
export async function keepFiles() {
  const service = navigator.serviceWorker;
  if (!service) return;
  service.addEventListener("message", ({ data, ports }) => void hand(data.ask, ports[0]));
  const kept = await service.register(new URL("service.js", location.href), { updateViaCache: "none" });
  const offer = () => {
    if (kept.waiting && service.controller) tellOfNewer(kept);
  };
  offer();
  void service.ready.then(({ active }) => active?.postMessage({ keep: document.documentElement.dataset.rules }));
  kept.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", offer));
}

/** A picture of a game, which the browser wants and only Python has. @param {string} path @param {MessagePort} port */
async function hand(path, port) {
  const answer = await carrier.ask("GET", path).catch(() => ({ status: 503, body: new Blob() }));
  port.postMessage({ status: answer.status, body: answer.body });
}

/** @param {ServiceWorkerRegistration} kept */
function tellOfNewer(kept) {
  if (document.querySelector(".newer")) return;
  const use = () => {
    if (!kept.waiting) return location.reload(); // another page uses it already
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    kept.active?.postMessage("let go"); // what it still answers would hold the newer one up
    kept.waiting.postMessage("take over"); // the newest, which may have come since this line
  };
  document
    .querySelector("main")
    ?.before(
      h(
        "p",
        { class: "newer", role: "status" },
        say("A new version of EveryGame is here."),
        " ",
        iconButton("again", say("Use it now"), use),
      ),
    );
}
