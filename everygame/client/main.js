/**
 * The page: which view belongs to which address, and going from one to another.
 *
 * @typedef {{params: Record<string, string>, query: URLSearchParams, go(path: string): void,
 *   leave(what: () => void): void, title(text: string, where?: string): void}} Visit
 *   `leave`: what to do when the person goes to another view; `title`: the title of the window,
 *   and where that is at the top of the page
 * @typedef {(main: HTMLElement, visit: Visit) => Promise<void> | void} View
 */
import { h, keepPresses, tell, waiting } from "./ui/dom.js";
import { showDevices } from "./ui/devices.js";
import { showEditor } from "./ui/editor.js";
import { showInvitation } from "./ui/invitation.js";
import { showLessons } from "./ui/lessons.js";
import { showLibrary } from "./ui/library.js";
import { showMatch } from "./ui/match.js";
import { showNewMatch } from "./ui/newmatch.js";
import { showRules } from "./ui/rules.js";
import { wakeSounds } from "./ui/sounds.js";
import { dress } from "./view/palette.js";

/** @type {[RegExp, View][]} */
const VIEWS = [
  [/^\/$/, showLibrary],
  [/^\/new\/(?<game>[^/]+)$/, showNewMatch],
  [/^\/learn\/(?<game>[^/]+)$/, showLessons],
  [/^\/match\/(?<match>[^/]+)$/, showMatch],
  [/^\/rules\/(?<game>[^/]+)$/, showRules],
  [/^\/kit\/(?<game>[^/]+)$/, async (page, visit) => (await import("./ui/kit.js")).showKit(page, visit)],
  [/^\/draw\/(?<game>[^/]+)$/, showEditor],
  [/^\/create(?:\/(?<game>[^/]+))?$/, async (page, visit) => (await import("./create/create.js")).showCreate(page, visit)],
  [/^\/join\/(?<token>[^/]+)$/, showInvitation],
  [/^\/devices$/, showDevices],
];

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const here = /** @type {HTMLElement} */ (document.querySelector(".here"));
/** @type {(() => void)[]} */
let leaving = [];
let visits = 0;

/** Show the view of the address. @param {boolean} first  at the start the focus stays where it is */
async function show(first) {
  for (const what of leaving.splice(0)) what();
  document.querySelectorAll("dialog").forEach((dialog) => dialog.remove());
  const visit = ++visits;
  const found = VIEWS.map(([pattern, view]) => ({ view, match: pattern.exec(location.pathname) })).find(({ match }) => match);
  const page = h("div", { class: "view" });
  if (!found) return missing("There is nothing at this address. Was it typed by hand, or is it of an old link?", "Nothing here");
  const patience = setTimeout(() => { if (visit === visits) main.replaceChildren(waiting("One moment…")); }, 250);
  try {
    await found.view(page, {
      params: { ...found.match?.groups }, query: new URLSearchParams(location.search), go,
      leave: (what) => (visit === visits ? leaving.push(what) : what()),
      title: (text, where = text) => { document.title = text ? `${text} – EveryGame` : "EveryGame"; here.textContent = where; },
    });
    if (visit === visits) arrive(page, first);
  } catch (error) {
    if (visit === visits) missing(error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(patience);
  }
}

/** @param {HTMLElement} page @param {boolean} first */
function arrive(page, first) {
  main.replaceChildren(page);
  if (first) return;
  scrollTo(0, 0);
  const heading = page.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** @param {string} why @param {string} [heading] */
function missing(why, heading = "This did not work") {
  document.title = "EveryGame";
  here.textContent = "";
  main.replaceChildren(h("div", { class: "wait" }, h("h1", {}, heading), h("p", {}, why),
    h("a", { class: "button main", href: "/" }, "To the library")));
}

/** @param {string} path */
function go(path) {
  if (path !== location.pathname + location.search) history.pushState(null, "", path);
  void show(false);
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button) return;
  const special = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  const ours = link.origin === location.origin && !/^\/(api|static)\//.test(link.pathname);
  if (special || !ours || link.target || link.hasAttribute("download") || link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
addEventListener("popstate", () => void show(false));
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wakeSounds, { passive: true });
addEventListener("unhandledrejection", (event) => { event.preventDefault(); tell(event.reason); });
keepPresses();
dress();
void show(true);
