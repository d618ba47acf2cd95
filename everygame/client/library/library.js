/**
 * The library: a card a game, matches to continue, what can be loaded.
 *
 * @import { Card, Continue, View, Visit } from "../types"
 */
import { link } from "../net/address.js";
import { came, get, remove } from "../net/api.js";
import { count, say } from "../say.js";
import { confirmed } from "../ui/dialog.js";
import { h, icon, iconButton, tell } from "../ui/dom.js";
import { inTime, since } from "../ui/time.js";
import { picture } from "../view/picture.js";
import { frame } from "../world.js";
import { favourites, finder, likeButton } from "./finder.js";
import { installButton, installLine } from "./install.js";
import { players, span, standing, whoPlays } from "./words.js";

/** Pictures that are drawn in one frame. */
const AT_ONCE = 3;

/** @type {View} */
export async function showLibrary(page, visit) {
  visit.title("");
  const { games, own, matches, public: strangers } = await get("/api/library");
  const open = matches.filter((/** @type {Continue} */ one) => !one.over);
  const over = matches.filter((/** @type {Continue} */ one) => one.over);
  page.append(
    open.length ? shelf(say("Continue"), open, visit) : "",
    ...shelves(games, own, visit, strangers),
    over.length ? finished(over, visit) : "",
  );
  takeDrops(page, visit);
}

/** The match that was played last, for the home screen. @type {View} */
export async function showLast(page, visit) {
  let isLeft = false;
  visit.leave(() => {
    isLeft = true;
  });
  const { matches } = await get("/api/library");
  if (isLeft) return;
  const last = matches.find((/** @type {Continue} */ one) => !one.over && !one.problem);
  history.replaceState(null, "", link(last ? `/match/${last.match}` : "/"));
  dispatchEvent(new PopStateEvent("popstate"));
}

/**
 * All games, one's own first, then what one likes, with what finds some of them.
 * @param {Card[]} games
 * @param {Card[]} own
 * @param {Visit} visit
 * @param {boolean} strangers  may be met here
 */
function shelves(games, own, visit, strangers) {
  const liked = favourites();
  const rank = (/** @type {Card} */ card) =>
    liked.has(card.name) ? 0 : card.table ? 3 : card.tags?.includes("classic") ? 2 : 1;
  const cards = [
    ...own.map((card) => ({ card, item: ownCard(card, visit) })),
    ...[...games].sort((one, other) => rank(one) - rank(other)).map((card) => ({ card, item: gameCard(card) })),
  ];
  drawInTurn(cards);
  const last = h("li", { class: "load" }, loading(visit));
  const grid = h(
    "ul",
    { class: "games" },
    cards.map(({ item }) => item),
    last,
  );
  const told = h("p", { class: "quiet small", role: "status" });
  const show = (/** @type {(card: Card) => boolean} */ fits, /** @type {boolean} */ all) => {
    for (const { card, item } of cards) item.hidden = !fits(card);
    const shown = cards.filter(({ item }) => !item.hidden).length;
    if (all) told.textContent = "";
    else if (shown) told.textContent = count(shown, "{number} game fits.", "{number} games fit.");
    else told.textContent = say("No game fits all of this.");
    fillRow(grid, last, shown);
  };
  const observer = new ResizeObserver(() => fillRow(grid, last, cards.filter(({ item }) => !item.hidden).length));
  observer.observe(grid);
  visit.leave(() => observer.disconnect());
  return [
    h(
      "div",
      { class: "welcome" },
      h("h1", {}, say("What shall we play?")),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: "/create", html: icon("plus") }, h("span", {}, say("Create a New Game"))),
        strangers &&
          h("a", { class: "button", href: "/open", html: icon("people") }, h("span", {}, say("Find somebody"))),
        h("a", { class: "button", href: "/devices", html: icon("devices") }, h("span", {}, say("Devices"))),
        installButton(visit),
      ),
      installLine(),
    ),
    finder([...own, ...games], show),
    told,
    h("section", { class: "shelf" }, grid),
  ];
}

/**
 * The pictures of cards, a few a frame: all at once take the page too long.
 * @param {{card: Card, item: HTMLElement}[]} cards
 */
function drawInTurn(cards) {
  frame(() => {
    for (const { card, item } of cards.slice(0, AT_ONCE)) {
      const host = item.querySelector(".picture");
      if (host) host.innerHTML = picture(card.picture);
    }
    if (cards.length > AT_ONCE) drawInTurn(cards.slice(AT_ONCE));
  });
}

/**
 * The last card takes what is left of the last row.
 * @param {HTMLElement} grid
 * @param {HTMLElement} last
 * @param {number} before  how many cards stand before it
 */
function fillRow(grid, last, before) {
  last.style.gridColumn = ""; // a span of more columns than there now are would make one more
  const columns = getComputedStyle(grid).gridTemplateColumns.split(" ").length;
  last.style.gridColumn = `span ${columns - (before % columns)}`;
}

/** @param {Card} card */
function gameCard(card) {
  if (card.fault) return brokenCard(card);
  return h(
    "li",
    {},
    h(
      "a",
      { class: "card game", href: `/new/${card.name}` },
      h("span", { class: "picture" }),
      h(
        "span",
        { class: "words" },
        h("strong", {}, card.title),
        h(
          "span",
          { class: "quiet small facts" },
          card.minutes?.length ? `${players(card.players)}\u00a0· ${duration(card.minutes)}` : players(card.players),
        ),
        h("span", { class: "sentence" }, card.sentence),
      ),
    ),
    likeButton(card),
  );
}

/** "15–30 min", never broken over two lines. @param {number[]} minutes */
function duration(minutes) {
  return say("{minutes} min", { minutes: span(minutes).replace("–", "\u2060–\u2060") }).replaceAll(" ", "\u00a0");
}

/** A table that this device made or brought. @param {Card} card @param {Visit} visit */
function ownCard(card, visit) {
  return h(
    "li",
    { class: "card own" },
    h(
      "a",
      { class: "game", href: `/new/${card.name}` },
      h("span", { class: "picture" }),
      h(
        "span",
        { class: "words" },
        h("strong", {}, card.title),
        h("span", { class: "quiet small" }, say("Your own · {players}", { players: players(card.players) })),
        h("span", { class: "sentence" }, card.sentence),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "a",
        {
          class: "button",
          href: `/create/${card.name}`,
          html: icon("pencil"),
          "aria-label": say("Change {name}", { name: card.title }),
        },
        h("span", {}, say("Change")),
      ),
      h("a", {
        class: "button icon",
        href: `/api/games/${card.name}/packed`,
        download: "",
        html: icon("save"),
        title: say("Save as one file"),
        "aria-label": say("Save {name} as one file", { name: card.title }),
      }),
      iconButton("bin", say("Remove {name}", { name: card.title }), () => void removeOwn(card, visit), { bare: true }),
    ),
  );
}

/** @param {Card} card @param {Visit} visit */
async function removeOwn(card, visit) {
  const question = say("Remove {name}? Matches that were played on it stay.", { name: card.title });
  if (!(await confirmed(question, say("Remove")))) return;
  await remove(`/api/tables/${card.name}`).catch(tell);
  visit.go("/");
}

/** A game that cannot be opened, and why. @param {Card} card */
function brokenCard(card) {
  return h(
    "li",
    {},
    h(
      "div",
      { class: "card game broken" },
      h("span", { class: "words" }, h("strong", {}, card.title), h("span", { class: "sentence small" }, card.fault)),
    ),
  );
}

/** @param {string} title @param {Continue[]} matches @param {Visit} visit */
function shelf(title, matches, visit) {
  return h(
    "section",
    { class: "shelf" },
    h("h2", {}, title),
    h(
      "ul",
      { class: "matches" },
      matches.map((one) => matchCard(one, visit)),
    ),
  );
}

/** @param {Continue[]} matches @param {Visit} visit */
function finished(matches, visit) {
  return h(
    "details",
    { class: "shelf" },
    h("summary", {}, h("h2", {}, say("Finished ({number})", { number: matches.length }))),
    h(
      "ul",
      { class: "matches" },
      matches.map((one) => matchCard(one, visit)),
    ),
  );
}

/** @param {Continue} one @param {Visit} visit */
function matchCard(one, visit) {
  const title =
    one.name === "last_game" ? say("{game}, before the restart", { game: one.title }) : one.name || one.title;
  const state = one.problem ?? "";
  return h(
    "li",
    { class: "card saved" },
    h(
      "a",
      { class: "game", href: `/match/${one.match}` },
      h("span", { class: "picture", html: one.picture ? picture(one.picture) : "" }),
      h(
        "span",
        { class: "words" },
        h("strong", {}, title),
        !state &&
          one.watching &&
          h("span", { class: "quiet small" }, one.over ? say("Watched") : say("You are watching")),
        !state &&
          (one.your_turn && !one.over
            ? h(
                "span",
                { class: "badge-turn" },
                one.left === null
                  ? say("Your turn")
                  : say("Your turn · {time} left", { time: inTime(1000 * one.left) }),
              )
            : h("span", { class: "quiet small" }, standing(one))),
        h("span", { class: "quiet small" }, state || `${whoPlays(one)} · ${since(one.updated)}`),
      ),
    ),
    iconButton("bin", say("Remove {name}", { name: title }), () => void forget(one, visit), {
      bare: true,
      class: "plain remove",
    }),
  );
}

/** @param {Continue} one @param {Visit} visit */
async function forget(one, visit) {
  if (!(await confirmed(say("Remove this match of {game}?", { game: one.title }), say("Remove")))) return;
  await remove(`/api/matches/${one.match}`).catch(tell);
  visit.go("/");
}

/** @param {Visit} visit */
function loading(visit) {
  return h(
    "div",
    { class: "quiet" },
    iconButton("load", say("Load"), () => void came(import("./saves.js")).then(({ openLoad }) => openLoad(visit)), {
      "data-key": "load",
    }),
    h(
      "p",
      { class: "small" },
      say("A saved position, a match in play or a file. Files can also be dropped anywhere on this page."),
    ),
  );
}

/** @param {HTMLElement} page @param {Visit} visit */
function takeDrops(page, visit) {
  const stop = new AbortController();
  const { signal } = stop;
  visit.leave(() => stop.abort());
  addEventListener(
    "dragover",
    (event) => {
      event.preventDefault();
      page.classList.add("dropping");
    },
    { signal },
  );
  addEventListener(
    "dragleave",
    (event) => {
      if (!event.relatedTarget) page.classList.remove("dropping");
    },
    { signal },
  );
  addEventListener(
    "drop",
    (event) => {
      event.preventDefault();
      page.classList.remove("dropping");
      const file = event.dataTransfer?.files[0];
      if (file) void came(import("./files.js")).then(({ load }) => load(file, visit));
    },
    { signal },
  );
}
