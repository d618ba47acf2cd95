/**
 * When a match is over: what can be done then, and the next puzzle.
 *
 * @import { Match } from "./match.js"
 */
import { came } from "../net/api.js";
import { say } from "../say.js";
import { fill, h, icon, iconButton } from "../ui/dom.js";
import { follow } from "./options_tab.js";

const share = () => came(import("../sharing/share.js"));

/** @param {Match} match */
export function afterButtons(match) {
  const { table } = match;
  const library = say("Library");
  const picture = () => void share().then(({ sharePicture }) => sharePicture(match));
  const link = () => void share().then(({ shareLink }) => shareLink(match));
  return [
    onButton(match),
    h("a", { class: "button", href: `/new/${table.game}` }, say("New match")),
    h("a", { class: "button icon", href: "/", html: icon("home"), "aria-label": library, title: library }),
    iconButton("save", say("Picture"), picture, { "data-key": "picture" }),
    table.watched && iconButton("link", say("Copy the link"), link, { "data-key": "share" }),
    ...match.study.verdict(),
  ];
}

/** To the next match, or to another one of the same people. @param {Match} match */
function onButton(match) {
  const { next, seats } = match.table;
  const go = () => match.visit.go(`/match/${next}`);
  if (next) return iconButton("play", say("To the next match"), go, { class: "main", "data-key": "next" });
  if (!seats.some((seat) => seat.mine)) return null;
  const alone = seats.length === 1;
  const again = { class: alone ? "" : "main", "data-key": "rematch" };
  return iconButton("again", alone ? say("Play again") : say("Rematch"), () => void follow(match, "rematch"), again);
}

/**
 * The puzzles of the game, where one was played; they come when they are wanted.
 * @param {Match} match
 * @param {HTMLElement} host
 */
export async function drawPuzzles(match, host) {
  const { table } = match;
  if (table.seats.length !== 1 || !table.seats[0].mine || !table.over) return fill(host);
  return (await came(import("./puzzles.js"))).drawPuzzles(match, table, host);
}
