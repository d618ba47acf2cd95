/**
 * The page: which view belongs to which address, and going from one to another.
 *
 * @import { View } from "./types"
 */
import { listenForOffer } from "./library/install.js";
import { showLast, showLibrary } from "./library/library.js";
import { showMatch } from "./match/match.js";
import { here, leadsTo, link, pocket } from "./net/address.js";
import { Refusal, came, fetchFile } from "./net/api.js";
import { carrier } from "./net/carrier.js";
import { say, speak } from "./say.js";
import { h, keepPresses, keepTaps, tell, toast, waiting, watchTyping } from "./ui/dom.js";
import { counted } from "./ui/calls.js";
import { tongueChoice } from "./ui/language.js";
import { skin } from "./ui/settings.js";
import { wakeSounds } from "./ui/sounds.js";
import { dress } from "./view/palette.js";
import { useSkin } from "./view/shapes.js";
import { busy, later, never } from "./world.js";

/** The status of an answer about what is not there. */
const NOT_FOUND = 404;
/** Milliseconds until the page has come to rest, and asks for what happens elsewhere. */
const SETTLED = 3_000;

/** Those that are not needed for a match come when they are opened. @type {[RegExp, View][]} */
const VIEWS = [
  [/^\/$/, showLibrary],
  [/^\/last$/, showLast],
  [
    /^\/new\/(?<game>[^/]+)$/,
    async (page, visit) => (await came(import("./setup/new_match.js"))).showNewMatch(page, visit),
  ],
  [
    /^\/learn\/(?<game>[^/]+)$/,
    async (page, visit) => (await came(import("./match/lessons.js"))).showLessons(page, visit),
  ],
  // What a sentence around a link has left at its end is no part of it.
  [/^\/match\/(?<match>[\w-]+)(?:[^\w/-].*)?$/, showMatch],
  [
    /^\/rules\/(?<game>[^/]+)$/,
    async (page, visit) => (await came(import("./library/rule_sheet.js"))).showRules(page, visit),
  ],
  [
    /^\/draw\/(?<game>[^/]+)$/,
    async (page, visit) => (await came(import("./setup/editor.js"))).showEditor(page, visit),
  ],
  [/^\/kit\/(?<game>[^/]+)$/, async (page, visit) => (await came(import("./library/kit.js"))).showKit(page, visit)],
  [
    /^\/create(?:\/(?<game>[^/]+))?$/,
    async (page, visit) => (await came(import("./create/create.js"))).showCreate(page, visit),
  ],
  [
    /^\/join\/(?<token>[\w-]+)(?:[^\w/-].*)?$/,
    async (page, visit) => (await came(import("./sharing/invitation.js"))).showInvitation(page, visit),
  ],
  [/^\/devices$/, async (page, visit) => (await came(import("./sharing/devices.js"))).showDevices(page, visit)],
  [/^\/take$/, async (page, visit) => (await came(import("./sharing/join_library.js"))).showTake(page, visit)],
  [/^\/open$/, async (page, visit) => (await came(import("./sharing/open_matches.js"))).showOpen(page, visit)],
];

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const title = /** @type {HTMLElement} */ (document.querySelector(".here"));
/** @type {(() => void)[]} */
let leaving = [];
let visits = 0;

/**
 * Show the view of the address.
 * @param {boolean} first  at the start the focus stays where it is
 * @param {number} [height]  to which it was scrolled when it was left
 * @param {boolean} [again]  whether the person comes back to it
 */
async function show(first, height = 0, again = false) {
  for (const what of leaving.splice(0)) what();
  document.querySelectorAll("dialog").forEach((dialog) => dialog.remove());
  const visit = ++visits;
  const at = here();
  const found = VIEWS.map(([pattern, view]) => ({ view, match: pattern.exec(at.pathname) })).find(({ match }) => match);
  const page = h("div", { class: "view" });
  if (!found) return nothingHere();
  const patience = later(() => {
    if (visit === visits) put(waiting(say("One moment…")));
  }, 250);
  const come = () => {
    if (visit === visits && !page.isConnected) arrive(page, first, height);
  };
  try {
    await found.view(page, {
      arrive: come,
      params: { ...found.match?.groups },
      query: at.searchParams,
      again,
      go,
      leave: (what) => (visit === visits ? leaving.push(what) : what()),
      title: (text, where = text) => {
        if (visit === visits) head(text, where);
      },
    });
    come();
  } catch (error) {
    const named = error instanceof Refusal && error.status === NOT_FOUND && found.match?.groups?.game;
    if (visit !== visits) return;
    if (named) nothingHere();
    else
      missing(
        error instanceof Error ? error.message : String(error),
        say("This did not work"),
        at.pathname + at.search,
      );
  } finally {
    never(patience);
  }
}

/** @param {string} text @param {string} where */
function head(text, where) {
  const whole = text ? `${text} – EveryGame` : "EveryGame";
  document.title = counted(whole);
  title.textContent = where;
}

/**
 * Show this and nothing else. A class says that it has a board: a style sheet that looks for one itself, by `:has()`,
 * makes the browser look at the whole page again whenever anything is drawn.
 * @param {HTMLElement} view
 */
function put(view) {
  main.replaceChildren(view);
  document.body.classList.toggle("at-board", Boolean(view.querySelector(".match")));
}

/** @param {HTMLElement} page @param {boolean} first @param {number} height */
function arrive(page, first, height) {
  put(page);
  if (first) return;
  scrollTo(0, height);
  const heading = page.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** @param {string} why @param {string} heading @param {string} [again]  the address, where another try may work */
function missing(why, heading, again) {
  head("", "");
  put(
    h(
      "div",
      { class: "wait" },
      h("h1", {}, heading),
      h("p", {}, why),
      h(
        "div",
        { class: "row" },
        again && h("a", { class: "button", href: again }, say("Try again")),
        h("a", { class: "button main", href: "/" }, say("To the library")),
      ),
    ),
  );
}

/** Of an address without a view, or with the name of a game that is not there. */
function nothingHere() {
  const why = say("There is nothing at this address. Was it typed by hand, or is it of an old link?");
  missing(why, say("Nothing here"));
}

/** @param {string} path */
function go(path) {
  const at = here();
  if (path !== at.pathname + at.search) {
    history.replaceState({ height: scrollY }, "");
    history.pushState(null, "", link(path));
  }
  void show(false);
}

document.addEventListener("click", (event) => {
  const anchor = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!(anchor instanceof HTMLAnchorElement) || event.defaultPrevented || event.button) return;
  const special = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (special || anchor.target) return;
  if (anchor.hasAttribute("download")) return pocket ? void fetchAndKeep(event, anchor) : undefined;
  const path = leadsTo(anchor);
  if (path === null) return;
  event.preventDefault();
  go(path);
});

/** Download what only this device's own Python can make. @param {Event} event @param {HTMLAnchorElement} anchor */
async function fetchAndKeep(event, anchor) {
  if (!anchor.pathname.startsWith("/api/")) return;
  event.preventDefault();
  try {
    const { body, name } = await fetchFile(anchor.pathname + anchor.search);
    const url = URL.createObjectURL(body);
    h("a", { href: url, download: name || anchor.download }).click();
    later(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    tell(error);
  }
}

carrier.renewed = () => {
  if (here().pathname === "/" && !document.querySelector("dialog[open]")) void show(false, 0, true);
};
history.scrollRestoration = "manual"; // the browser would scroll before the view is there
addEventListener("popstate", ({ state }) => void show(false, state?.height, true));
for (const kind of ["pointerdown", "pointerup", "keydown"])
  addEventListener(kind, () => void wakeSounds(), { passive: true });
addEventListener("late", () => {
  const told = toast(say("The server does not answer yet. Waiting for it …"), true);
  addEventListener("answered", () => told.remove(), { once: true });
});
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  tell(event.reason);
});
await busy(speak(document.documentElement.lang));
const skip = document.querySelector(".skip");
if (skip) skip.textContent = say("To the content");
document.querySelector(".top")?.append(tongueChoice());
keepTaps();
keepPresses();
watchTyping();
listenForOffer();
dress();
useSkin(skin());
void show(true);
if (document.body.hasAttribute("data-development"))
  void came(import("./development/development.js")).then(({ follow }) => follow(main, () => void show(true)));
if (!pocket) later(() => void came(import("./library/news.js")).then(({ followNews }) => followNews(), tell), SETTLED);
if (pocket)
  void came(import("./pocket/updates.js")).then(({ keepFiles, tellOfPython }) => {
    tellOfPython();
    return keepFiles();
  });
