/**
 * What people at several devices ask each other: to take a move back, a draw, a pause, to stop.
 *
 * @import { Offer, What } from "../types"
 * @import { Match } from "./match.js"
 */
import { came } from "../net/api.js";
import { count, say } from "../say.js";
import { fill, h, iconButton, row } from "../ui/dom.js";
import { nameOf } from "../ui/seat_name.js";
import { sentences } from "../ui/sentences.js";

/**
 * What a question is called: on its button, to those who are asked, and to those who asked.
 * @type {Record<What, {icon: string, button(): string, asks(name: string): string, asked(): string}>}
 */
const WORDS = {
  back: {
    icon: "undo",
    button: () => say("Ask to undo"),
    asks: (name) => say("{name} asks to take a move back.", { name }),
    asked: () => say("You asked to take a move back."),
  },
  draw: {
    icon: "draw",
    button: () => say("Offer a draw"),
    asks: (name) => say("{name} offers a draw.", { name }),
    asked: () => say("You offered a draw."),
  },
  pause: {
    icon: "pause",
    button: () => say("Pause"),
    asks: (name) => say("{name} asks for a pause.", { name }),
    asked: () => say("You asked for a pause."),
  },
  resume: {
    icon: "play",
    button: () => say("Play on"),
    asks: (name) => say("{name} asks to play on.", { name }),
    asked: () => say("You asked to play on."),
  },
  stop: {
    icon: "close",
    button: () => say("Stop, no result"),
    asks: (name) => say("{name} asks to stop without a result.", { name }),
    asked: () => say("You asked to stop without a result."),
  },
};

/** What waits for an answer, and what a pause waits for. @param {HTMLElement} host @param {Match} match */
export function drawAsked(host, match) {
  const { offers, paused, asks } = match.table;
  fill(
    host,
    ...offers.map((offer) => question(match, offer)),
    paused &&
      !offers.some(({ what }) => what === "resume") &&
      row(
        h("p", {}, say("The match is paused.")),
        asks.includes("resume") && askButton(match, "resume", { class: "main" }),
      ),
  );
}

/** @param {Match} match @param {Offer} offer */
function question(match, offer) {
  const { seats } = match.table;
  const { what, seat, waiting } = offer;
  const answers = waiting.some((one) => seats[one].mine);
  const answer = (/** @type {boolean} */ yes) =>
    match.deed({ type: "answer", offer: offer.id, yes, of: match.table.history.of });
  const names = waiting.map((one) => nameOf(seats[one]));
  const asked = seats[seat].mine ? WORDS[what].asked() : WORDS[what].asks(nameOf(seats[seat]));
  return h(
    "div",
    { class: `stacked question ${answers ? "mine" : ""}`, role: "group", "aria-label": asked },
    h("p", {}, asked),
    !answers &&
      h(
        "p",
        { class: "small quiet" },
        sentences([
          say("Waiting for {names}.", { names }),
          offer.patience === null ? "" : absence(what, offer.patience),
        ]),
      ),
    row(
      answers && answerButton("yes", offer, what === "draw" ? say("Accept the draw") : say("Yes"), () => answer(true)),
      answers && answerButton("no", offer, say("No"), () => answer(false)),
      seats[seat].mine && answerButton("withdraw", offer, say("Take the question back"), () => answer(false)),
    ),
  );
}

/** @param {"yes" | "no" | "withdraw"} key @param {Offer} offer @param {string} words @param {() => void} onclick */
function answerButton(key, { what }, words, onclick) {
  const main = key === "yes" ? "main" : undefined;
  return h("button", { type: "button", class: main, "data-key": `${key}-${what}`, onclick }, words);
}

/** @param {What} what @param {number} patience */
function absence(what, patience) {
  const no = what === "draw";
  if (patience >= 86_400)
    return no ? say("Who is away after a day counts as a no.") : say("Who is away after a day counts as a yes.");
  const minutes = Math.max(1, Math.floor(patience / 60));
  return no
    ? count(minutes, "Who is away after a minute counts as a no.", "Who is away after {number} minutes counts as a no.")
    : count(
        minutes,
        "Who is away after a minute counts as a yes.",
        "Who is away after {number} minutes counts as a yes.",
      );
}

/** The buttons for all that can be asked now. @param {Match} match */
export function askButtons(match) {
  return match.table.asks.map((what) => askButton(match, what, {}));
}

/** @param {Match} match @param {What} what @param {Record<string, any>} props */
function askButton(match, what, props) {
  return iconButton(WORDS[what].icon, WORDS[what].button(), () => void ask(match, what), {
    "data-key": `ask-${what}`,
    ...props,
  });
}

/** @param {Match} match @param {What} what */
export async function ask(match, what) {
  const { seats, node } = match.table;
  const others = seats.some((seat) => seat.kind === "person" && !seat.mine);
  const final = what === "stop" || what === "draw";
  if (final && !others && !(await (await came(import("./seat_dialogs.js"))).isSure(what))) return;
  const seat = seats.find((one) => one.mine && one.to_play) ?? seats.find((one) => one.mine);
  if (seat) match.deed({ type: "ask", at: node, seat: seat.seat, what, of: match.table.history.of });
}
