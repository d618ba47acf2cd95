/**
 * When a match is over: what can be done then, and the next puzzle.
 *
 * @import { Match } from "./match.js"
 */
import { came } from "../net/api.js";
import { say } from "../say.js";
import { fill, h, icon, iconButton } from "../ui/dom.js";
import { follow } from "./options.js";

const share = () => came(import("../sharing/share.js"));

/** @param {Match} match */
export function afterButtons(match) {
  const { table, visit } = match;
  const mine = table.seats.some((seat) => seat.mine);
  const alone = table.seats.length === 1;
  const library = say("Library");
  const on = table.next
    ? iconButton("play", say("To the next match"), () => visit.go(`/match/${table.next}`), {
        class: "main",
        "data-key": "next",
      })
    : mine &&
      iconButton("again", alone ? say("Play again") : say("Rematch"), () => void follow(match, "rematch"), {
        class: alone ? "" : "main",
        "data-key": "rematch",
      });
  return [
    on,
    h("a", { class: "button", href: `/new/${table.game}` }, say("New match")),
    h("a", { class: "button icon", href: "/", html: icon("home"), "aria-label": library, title: library }),
    iconButton("save", say("Picture"), () => void share().then(({ sharePicture }) => sharePicture(match)), {
      "data-key": "picture",
    }),
    table.watched &&
      iconButton("link", say("Copy the link"), () => void share().then(({ shareLink }) => shareLink(match)), {
        "data-key": "share",
      }),
    ...match.study.verdict(),
  ];
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
