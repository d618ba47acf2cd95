/**
 * Finding a game: words, players, minutes, kind, and what one likes, which the browser keeps.
 *
 * @import { Card } from "../types"
 * @typedef {{words: string, players: string, minutes: string, kind: string}} Wanted
 */
import { h, icon } from "../ui/dom.js";
import { remember, remembered } from "../ui/settings.js";

/** What is looked for; it stays while the page is open. @type {Wanted} */
const wanted = { words: "", players: "", minutes: "", kind: "" };

/** The value of the kind that is no tag. */
const LIKED = "liked";
/** What tags are called where the word itself is not enough. @type {Record<string, string>} */
const KINDS = { table: "without rules", hidden: "with secrets" };
/** A tag is offered as a kind if so many games have it. */
const MANY = 2;

/** Whether a game is what is looked for. @param {Card} card @param {Wanted} wanted @param {Set<string>} liked */
export function fits(card, { words, players, minutes, kind }, liked) {
  const text = [card.title, card.sentence, card.designer, ...(card.tags ?? [])].join(" ").toLowerCase();
  return (
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (!players || (card.players ?? []).includes(Number(players))) &&
    (!minutes || Math.min(...(card.minutes ?? [])) <= Number(minutes)) &&
    (!kind || (kind === LIKED ? liked.has(card.name) : Boolean(card.tags?.includes(kind))))
  );
}

/**
 * The fields.
 * @param {Card[]} cards
 * @param {(fits: (card: Card) => boolean, all: boolean) => void} show
 */
export function finder(cards, show) {
  const search = () => show((card) => fits(card, wanted, favourites()), !Object.values(wanted).some(Boolean));
  const set = (/** @type {keyof Wanted} */ field) => (/** @type {Event} */ event) => {
    wanted[field] = /** @type {HTMLInputElement} */ (event.target).value;
    search();
  };
  const select = (
    /** @type {keyof Wanted} */ field,
    /** @type {string} */ label,
    /** @type {[string, string][]} */ options,
  ) =>
    h(
      "select",
      { "aria-label": label, onchange: set(field) },
      [["", label], ...options].map(([value, text]) => h("option", { value, selected: wanted[field] === value }, text)),
    );
  const numbers = [...new Set(cards.flatMap(({ players }) => players ?? []))].sort((a, b) => a - b);
  queueMicrotask(search);
  return h(
    "form",
    { class: "finder", role: "search", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
    h("input", {
      type: "search",
      value: wanted.words,
      placeholder: "Search",
      "aria-label": "Search games",
      oninput: set("words"),
      autocomplete: "off",
    }),
    select(
      "players",
      "Players",
      numbers.map((n) => [String(n), n === 1 ? "1 player" : `${n} players`]),
    ),
    select("minutes", "Minutes", [
      ["5", "5 minutes"],
      ["10", "10 minutes"],
      ["15", "15 minutes"],
      ["30", "30 minutes"],
    ]),
    select("kind", "Kind", [[LIKED, "★ Favourites"], ...kinds(cards)]),
  );
}

/** Kinds that several games share. @param {Card[]} cards @returns {[string, string][]} */
function kinds(cards) {
  const tags = cards.flatMap((card) => card.tags ?? []);
  const shared = [...new Set(tags)].filter((tag) => tag in KINDS || tags.filter((one) => one === tag).length >= MANY);
  return shared.sort().map((tag) => [tag, (KINDS[tag] ?? tag).replace(/^./, (letter) => letter.toUpperCase())]);
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
    "aria-label": `${card.title}: a favourite`,
    title: "Favourite",
    onclick: () => {
      const now = favourites();
      if (!now.delete(card.name)) now.add(card.name);
      remember("favourites", [...now].join(" "));
      button.setAttribute("aria-pressed", String(now.has(card.name)));
    },
  });
  return button;
}
