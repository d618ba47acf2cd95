/**
 * Finding a game: words, players, minutes, kind, and what one likes, which the browser keeps.
 *
 * @import { Card } from "../types"
 * @typedef {{words: string, players: string, minutes: string, kind: string}} Wanted
 */
import { count, say } from "../say.js";
import { h, icon } from "../ui/dom.js";
import { remember, remembered } from "../ui/settings.js";
import { isNamed, isNearlyNamed } from "./search_words.js";

/** What is looked for, or was when the library was left. @type {Wanted} */
const wanted = { words: "", players: "", minutes: "", kind: "" };

/** The value of the kind that is no tag. */
const LIKED = "liked";
/** Tags that are offered as a kind however few games have them. */
const ALWAYS = ["table", "hidden"];
/** A tag is offered as a kind if so many games have it. */
const MANY = 2;

/**
 * Whether a game is what is looked for.
 * @param {Card} card
 * @param {Wanted} wanted
 * @param {Set<string>} liked
 * @param {(wanted: string, text: string) => boolean} compare
 */
export function fits(card, { words, players, minutes, kind }, liked, compare = isNamed) {
  return (
    compare(words, textOf(card)) &&
    (!players || (card.players ?? []).includes(Number(players))) &&
    (!minutes || Math.min(...(card.minutes ?? [])) <= Number(minutes)) &&
    (!kind || (kind === LIKED ? liked.has(card.name) : Boolean(card.tags?.includes(kind))))
  );
}

/** All words by which a game is found. @param {Card} card */
function textOf({ title, sentence, designer, players = [], tags = [], also = [] }) {
  const solo = players.includes(1) ? [say("solo")] : [];
  return [title, sentence, designer, ...tags, ...tags.map(kindName), ...also, ...solo].join(" ");
}

/**
 * The fields.
 * @typedef {{fits: (card: Card) => boolean, all: boolean, nearly: boolean}} Found
 *   `all`: nothing is looked for; `nearly`: no game is named so, but some are but for slips of the pen
 * @param {Card[]} cards
 * @param {(found: Found) => void} show
 * @param {boolean} again  whoever comes back to the library looks for the same
 */
export function finder(cards, show, again) {
  if (!again) clearWanted();
  const set = (/** @type {keyof Wanted} */ field) => (/** @type {Event} */ event) => {
    wanted[field] = /** @type {HTMLInputElement} */ (event.target).value;
    show(search(cards));
  };
  const onsubmit = (/** @type {Event} */ event) => event.preventDefault();
  const selects = choices(cards).map(([field, label, options]) => select(field, label, options, set(field)));
  const form = h("form", { class: "finder", role: "search", onsubmit }, searchField(set("words")), selects);
  queueMicrotask(() => show(search(cards)));
  /** Looks for nothing any more. */
  const clear = () => {
    clearWanted();
    for (const field of form.querySelectorAll("input, select")) /** @type {HTMLInputElement} */ (field).value = "";
    form.querySelector("input")?.focus();
    show(search(cards));
  };
  return { form, clear };
}

function clearWanted() {
  for (const field of /** @type {(keyof Wanted)[]} */ (Object.keys(wanted))) wanted[field] = "";
}

/** What fits, or nearly does where nothing is named so. @param {Card[]} cards @returns {Found} */
function search(cards) {
  const liked = favourites();
  const named = cards.some((card) => fits(card, wanted, liked));
  const compare = named ? isNamed : isNearlyNamed;
  const found = (/** @type {Card} */ card) => fits(card, wanted, liked, compare);
  return { fits: found, all: !Object.values(wanted).some(Boolean), nearly: !named };
}

/** @param {(event: Event) => void} oninput */
function searchField(oninput) {
  return h("input", {
    type: "search",
    value: wanted.words,
    placeholder: say("Search"),
    "aria-label": say("Search games"),
    oninput,
    autocomplete: "off",
    "aria-keyshortcuts": "/",
  });
}

/**
 * The key "/" leads to the field, until one leaves.
 * @param {HTMLElement} form
 * @param {import("../types").Visit} visit
 */
export function listenToSlash(form, visit) {
  const stop = new AbortController();
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const writes = /** @type {Element} */ (event.target).matches("input, select, textarea");
    if (key !== "/" || ctrlKey || metaKey || altKey || writes || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    form.querySelector("input")?.focus();
  };
  document.addEventListener("keydown", onkeydown, { signal: stop.signal });
  visit.leave(() => stop.abort());
}

/** What can be chosen from. @param {Card[]} cards @returns {[keyof Wanted, string, [string, string][]][]} */
function choices(cards) {
  const numbers = [...new Set(cards.flatMap(({ players }) => players ?? []))].sort((a, b) => a - b);
  const players = (/** @type {number} */ n) => count(n, "{number} player", "{number} players");
  const minutes = (/** @type {number} */ n) => count(n, "{number} minute", "{number} minutes");
  return [
    ["players", say("Players"), numbers.map((n) => [String(n), players(n)])],
    ["minutes", say("Minutes"), [5, 10, 15, 30].map((n) => [String(n), minutes(n)])],
    ["kind", say("Kind"), [[LIKED, say("★ Favourites")], ...kinds(cards)]],
  ];
}

/**
 * @param {keyof Wanted} field
 * @param {string} label
 * @param {[string, string][]} options
 * @param {(event: Event) => void} onchange
 */
function select(field, label, options, onchange) {
  const offered = [["", label], ...options].map(([value, text]) =>
    h("option", { value, selected: wanted[field] === value }, text),
  );
  return h("select", { "aria-label": label, onchange }, offered);
}

/** Kinds that several games share. @param {Card[]} cards @returns {[string, string][]} */
function kinds(cards) {
  const tags = cards.flatMap((card) => card.tags ?? []);
  const shared = [...new Set(tags)].filter(
    (tag) => ALWAYS.includes(tag) || tags.filter((one) => one === tag).length >= MANY,
  );
  return shared.sort().map((tag) => [tag, kindName(tag)]);
}

/** What a tag is called; one that only games of others have is shown as it is. @param {string} tag */
function kindName(tag) {
  /** @type {Record<string, string>} */
  const known = {
    abstract: say("Abstract"),
    bluff: say("Bluff"),
    cards: say("Cards"),
    classic: say("Classic"),
    dice: say("Dice"),
    hidden: say("With secrets"),
    puzzle: say("Puzzle"),
    pyramids: say("Pyramids"),
    race: say("Race"),
    table: say("Without rules"),
    tactics: say("Tactics"),
    words: say("Words"),
  };
  return known[tag] ?? tag;
}

/** The names of the games that one likes. @returns {Set<string>} */
export function favourites() {
  return new Set(remembered("favourites", "").split(" ").filter(Boolean));
}

/** @param {Card} card */
export function likeButton(card) {
  const liked = favourites().has(card.name);
  const button = h("button", {
    type: "button",
    class: "like icon",
    html: icon("star"),
    "aria-pressed": String(liked),
    "aria-label": say("{game}: a favourite", { game: card.title }),
    title: say("Favourite"),
    onclick: () => {
      const now = favourites();
      if (!now.delete(card.name)) now.add(card.name);
      remember("favourites", [...now].join(" "));
      button.setAttribute("aria-pressed", String(now.has(card.name)));
    },
  });
  return button;
}
