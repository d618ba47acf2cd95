/**
 * What people at several devices ask each other: to take a move back, a draw, a pause, to stop.
 *
 * @import { Offer, What } from "../types"
 * @import { Match } from "./match.js"
 */
import { confirmed } from "../ui/dialog.js";
import { fill, h, iconButton } from "../ui/dom.js";
import { nameOf } from "../ui/seat.js";

/** @type {Record<What, {icon: string, button: string, asks: string, asked: string}>} */
const WORDS = {
  back: {
    icon: "undo",
    button: "Ask to undo",
    asks: "asks to take a move back.",
    asked: "You asked to take a move back.",
  },
  draw: { icon: "draw", button: "Offer a draw", asks: "offers a draw.", asked: "You offered a draw." },
  pause: { icon: "pause", button: "Pause", asks: "asks for a pause.", asked: "You asked for a pause." },
  resume: { icon: "play", button: "Play on", asks: "asks to play on.", asked: "You asked to play on." },
  stop: {
    icon: "close",
    button: "Stop, no result",
    asks: "asks to stop without a result.",
    asked: "You asked to stop without a result.",
  },
};

/** What waits for an answer, and what a pause waits for. @param {HTMLElement} host @param {Match} match */
export function drawAsked(host, match) {
  const { offer, paused, asks } = match.table;
  fill(
    host,
    offer && question(match, offer),
    paused &&
      !offer &&
      h(
        "div",
        { class: "row" },
        h("p", {}, "The match is paused."),
        asks.includes("resume") && askButton(match, "resume", { class: "main" }),
      ),
  );
}

/** @param {Match} match @param {Offer} offer */
function question(match, offer) {
  const { seats } = match.table;
  const { what, seat, waiting } = offer;
  const answers = waiting.some((one) => seats[one].mine);
  const say = (/** @type {boolean} */ yes) =>
    match.deed({ type: "answer", offer: offer.id, yes, of: match.table.history.of });
  const whom = waiting.map((one) => nameOf(seats[one])).join(", ");
  return h(
    "div",
    { class: `stacked question ${answers ? "mine" : ""}` },
    h("p", {}, seats[seat].mine ? WORDS[what].asked : `${nameOf(seats[seat])} ${WORDS[what].asks}`),
    !answers && h("p", { class: "small quiet" }, `Waiting for ${whom}. ${absence(what, offer.patience)}`),
    h(
      "div",
      { class: "row" },
      answers &&
        h(
          "button",
          { type: "button", class: "main", "data-key": "yes", onclick: () => say(true) },
          what === "draw" ? "Accept the draw" : "Yes",
        ),
      answers && h("button", { type: "button", "data-key": "no", onclick: () => say(false) }, "No"),
      seats[seat].mine &&
        h("button", { type: "button", "data-key": "withdraw", onclick: () => say(false) }, "Take the question back"),
    ),
  );
}

/** @param {What} what @param {number} patience */
function absence(what, patience) {
  const span = patience >= 86_400 ? "a day" : patience >= 120 ? `${patience / 60} minutes` : "a minute";
  return `Who is away after ${span} counts as ${what === "draw" ? "a no" : "a yes"}.`;
}

/** The buttons for all that can be asked now. @param {Match} match */
export function askButtons(match) {
  return match.table.asks.map((what) => askButton(match, what, {}));
}

/** @param {Match} match @param {What} what @param {Record<string, any>} props */
function askButton(match, what, props) {
  return iconButton(WORDS[what].icon, WORDS[what].button, () => void ask(match, what), {
    "data-key": `ask-${what}`,
    ...props,
  });
}

/** @param {Match} match @param {What} what */
export async function ask(match, what) {
  const { seats, node } = match.table;
  const others = seats.some((seat) => seat.kind === "person" && !seat.mine);
  const final = what === "stop" || what === "draw";
  if (
    final &&
    !others &&
    !(await confirmed(what === "stop" ? "Stop without a result?" : "End in a draw?", what === "stop" ? "Stop" : "Draw"))
  )
    return;
  const seat = seats.find((one) => one.mine && one.to_play) ?? seats.find((one) => one.mine);
  if (seat) match.deed({ type: "ask", at: node, seat: seat.seat, what, of: match.table.history.of });
}
