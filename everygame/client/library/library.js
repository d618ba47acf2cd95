/**
 * The library: a card a game, matches to continue, what can be loaded.
 *
 * @import { Card, Continue, View, Visit } from "../types"
 */
import { link } from "../net/address.js";
import { came, get, remove } from "../net/api.js";
import { count, say } from "../say.js";
import { confirmed } from "../ui/dialog.js";
import { h, icon, iconButton, linkButton, list, row, tell } from "../ui/dom.js";
import { inTime, since } from "../ui/time_words.js";
import { closeUp, picture } from "../view/picture.js";
import { frame, now } from "../world.js";
import { players, span, standing, whoPlays } from "./card_words.js";
import { favourites, finder, likeButton, listenToSlash } from "./finder.js";
import { installButton, installLine } from "./install.js";

/** The seconds of a day. */
const DAY = 86400;
/** Milliseconds of a frame in which pictures are begun; the browser lays them out and paints them after that. */
const SHARE = 6;

/** @type {View} */
export async function showLibrary(page, visit) {
  visit.title("");
  const { games, own, matches, public: strangers } = await get("/api/library");
  const open = matches.filter((/** @type {Continue} */ one) => !one.over);
  const over = matches.filter((/** @type {Continue} */ one) => one.over);
  page.classList.toggle("going-on", open.length > 0);
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
  const told = h("p", { class: "quiet small", role: "status" });
  const { grid, fill } = gridOf(cards, visit);
  const show = (/** @type {import("./finder.js").Found} */ { fits, all, nearly }) => {
    for (const { card, item } of cards) item.hidden = !fits(card);
    told.textContent = all ? "" : howMany(shownOf(cards), nearly);
    allAgain.hidden = all || shownOf(cards) > 0;
    fill();
  };
  const { form, clear } = finder([...own, ...games], show, visit.again);
  listenToSlash(form, visit);
  const allAgain = h(
    "button",
    { type: "button", class: "all-again", hidden: true, onclick: clear },
    say("Show all games"),
  );
  return [welcome(visit, strangers), form, told, allAgain, h("section", { class: "shelf" }, grid)];
}

/** @param {number} shown @param {boolean} nearly  for slips of the pen */
function howMany(shown, nearly) {
  if (!shown) return say("No game fits all of this.");
  if (nearly) return count(shown, "{number} game is written nearly so.", "{number} games are written nearly so.");
  return count(shown, "{number} game fits.", "{number} games fit.");
}

/** How many cards are seen. @param {{item: HTMLElement}[]} cards */
const shownOf = (cards) => cards.filter(({ item }) => !item.hidden).length;

/**
 * The cards, and after them what can be loaded; `fill` when others are seen.
 * @param {{item: HTMLElement}[]} cards
 * @param {Visit} visit
 */
function gridOf(cards, visit) {
  const last = h("li", { class: "load" }, loading(visit));
  const grid = list("games", [...cards.map(({ item }) => item), last]);
  const fill = () => fillRow(grid, last, shownOf(cards));
  const observer = new ResizeObserver(fill);
  observer.observe(grid);
  visit.leave(() => observer.disconnect());
  return { grid, fill };
}

/** @param {Visit} visit @param {boolean} strangers  may be met here */
function welcome(visit, strangers) {
  const ways = row(
    linkButton("plus", say("Create a New Game"), "/create"),
    strangers && linkButton("people", say("Find somebody"), "/open"),
    linkButton("devices", say("Devices"), "/devices"),
    installButton(visit),
  );
  return h("div", { class: "welcome" }, h("h1", {}, say("What shall we play?")), ways, installLine());
}

/**
 * The pictures of cards, one or a few a frame: all at once take the page too long, and the first frame lays out the
 * cards themselves.
 * @param {{card: Card, item: HTMLElement}[]} cards
 */
function drawInTurn(cards) {
  const left = [...cards];
  const draw = () => {
    const until = now() + SHARE;
    do {
      const { card, item } = /** @type {{card: Card, item: HTMLElement}} */ (left.shift());
      const host = item.querySelector(".picture");
      if (host) host.innerHTML = picture(card.picture, undefined, undefined, closeUp);
    } while (left.length && now() < until);
    if (left.length) frame(draw);
  };
  if (left.length) frame(() => frame(draw));
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
  const facts = card.minutes?.length
    ? `${players(card.players)}\u00a0· ${duration(card.minutes)}`
    : players(card.players);
  const words = wordsOf(card, h("span", { class: "quiet small facts" }, facts));
  const link = h("a", { class: "card game", href: `/new/${card.name}` }, h("span", { class: "picture" }), words);
  return h("li", {}, link, likeButton(card));
}

/** @param {Card} card @param {HTMLElement} facts */
function wordsOf({ title, sentence }, facts) {
  return h("span", { class: "words" }, h("strong", {}, title), facts, h("span", { class: "sentence" }, sentence));
}

/** "15–30 min", never broken over two lines. @param {number[]} minutes */
function duration(minutes) {
  return say("{minutes} min", { minutes: span(minutes).replace("–", "\u2060–\u2060") }).replaceAll(" ", "\u00a0");
}

/** A table that this device made or brought. @param {Card} card @param {Visit} visit */
function ownCard(card, visit) {
  const facts = say("Your own · {players}", { players: players(card.players) });
  const words = wordsOf(card, h("span", { class: "quiet small" }, facts));
  const link = h("a", { class: "game", href: `/new/${card.name}` }, h("span", { class: "picture" }), words);
  const change = { "aria-label": say("Change {name}", { name: card.title }) };
  const removes = () => void removeOwn(card, visit);
  const buttons = row(
    linkButton("pencil", say("Change"), `/create/${card.name}`, change),
    packedLink(card),
    iconButton("bin", say("Remove {name}", { name: card.title }), removes, { bare: true }),
  );
  return h("li", { class: "card own" }, link, buttons);
}

/** @param {Card} card */
function packedLink({ name, title }) {
  return h("a", {
    class: "button icon",
    href: `/api/games/${name}/packed`,
    download: "",
    html: icon("save"),
    title: say("Save as one file"),
    "aria-label": say("Save {name} as one file", { name: title }),
  });
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
  return h("section", { class: "shelf" }, h("h2", {}, title), cardsOf(matches, visit));
}

/** @param {Continue[]} matches @param {Visit} visit */
function cardsOf(matches, visit) {
  return list(
    "matches",
    matches.map((one) => matchCard(one, visit)),
  );
}

/** @param {Continue[]} matches @param {Visit} visit */
function finished(matches, visit) {
  const title = h("h2", {}, say("Finished ({number})", { number: matches.length }));
  return h("details", { class: "shelf" }, h("summary", {}, title), cardsOf(matches, visit));
}

/** @param {Continue} one @param {Visit} visit */
function matchCard(one, visit) {
  const title =
    one.name === "last_game" ? say("{game}, before the restart", { game: one.title }) : one.name || one.title;
  const problem = one.problem ?? "";
  const words = [
    h("strong", {}, title),
    ...(problem ? [] : stateOf(one)),
    h("span", { class: "quiet small" }, problem || `${whoPlays(one)} · ${since(one.updated)}`),
    typeof one.deleted_in === "number" && h("span", { class: "small told" }, deletedIn(one.deleted_in)),
  ];
  const drawn = h("span", { class: "picture", html: one.picture ? picture(one.picture) : "" });
  const link = h("a", { class: "game", href: `/match/${one.match}` }, drawn, h("span", { class: "words" }, words));
  const bare = { bare: true, class: "plain remove" };
  const bin = iconButton("bin", say("Remove {name}", { name: title }), () => void forget(one, visit), bare);
  return h("li", { class: "card saved" }, link, bin);
}

/** Whose turn it is, or how it ended. @param {Continue} one */
function stateOf(one) {
  const watching = one.over ? say("Watched") : say("You are watching");
  return [
    one.watching && h("span", { class: "quiet small" }, watching),
    one.your_turn && !one.over
      ? h("span", { class: "badge-turn" }, yourTurn(one.left))
      : h("span", { class: "quiet small" }, standing(one)),
  ];
}

/** @param {number | null} left  seconds */
const yourTurn = (left) =>
  left === null ? say("Your turn") : say("Your turn · {time} left", { time: inTime(1000 * left) });

/** @param {number} seconds */
const deletedIn = (seconds) =>
  count(
    Math.max(1, Math.ceil(seconds / DAY)),
    "Deleted in {number} day unless somebody opens it",
    "Deleted in {number} days unless somebody opens it",
  );

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
  const over = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    page.classList.add("dropping");
  };
  const leave = (/** @type {DragEvent} */ event) => {
    if (!event.relatedTarget) page.classList.remove("dropping");
  };
  addEventListener("dragover", over, { signal });
  addEventListener("dragleave", leave, { signal });
  addEventListener("drop", (event) => drop(event, page, visit), { signal });
}

/** @param {DragEvent} event @param {HTMLElement} page @param {Visit} visit */
function drop(event, page, visit) {
  event.preventDefault();
  page.classList.remove("dropping");
  const files = [...(event.dataTransfer?.files ?? [])];
  void came(import("./files.js")).then(({ loadAll }) => loadAll(files, visit));
}
