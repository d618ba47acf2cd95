/**
 * The box beside the board: what is to do now, the choices that are buttons, or how it ended.
 *
 * @import { Choice, Seat } from "../types"
 * @import { Match } from "./match.js"
 */
import { came } from "../net/api.js";
import { say } from "../say.js";
import { begun, buttons, next, way } from "../scene/choices.js";
import { onButton, warning } from "../scene/describe.js";
import { fill, h, icon, iconButton, segments, tell } from "../ui/dom.js";
import { nameOf } from "../ui/seat_name.js";
import { diceWait } from "./honest_dice.js";
import { afterButtons, drawPuzzles } from "./match_over.js";
import { awaited } from "./plates.js";
import { listButton } from "./public_match.js";
import { lookingAt, shared, whoIsAwaited } from "./status_words.js";
import { keepHeight } from "./steady_heights.js";

/** Characters of a sentence above the buttons that is set smaller. */
const LONG = 80;

/** @param {Match} match */
export function drawNow(match) {
  const { table, part } = match;
  const looking = table.looking !== null;
  const text = prompt(match);
  if (part.prompt.textContent !== text) part.prompt.textContent = text;
  part.prompt.classList.toggle("over", Boolean(table.over) && !looking);
  part.prompt.classList.toggle("long", text.length > LONG);
  if (table.notice) match.say(table.notice);
  part.actions.classList.remove("pending");
  fill(part.actions, looking ? lookingButtons(match) : table.over ? afterButtons(match) : choiceButtons(match));
  void drawPuzzles(match, part.after).catch(tell);
  keepHeight(match);
}

/** @param {Match} match */
function prompt({ table, board: { scene }, study }) {
  if (table.looking !== null) return table.ahead.length ? study.aheadInWords() : lookingAt(table);
  const waits = awaited(table) || diceWait(table);
  return waits || table.over?.sentence || scene.over || scene.prompt || whoIsAwaited(table);
}

/** It cannot go on. @param {Match} match @param {string} why */
export function drawNoMore({ part }, why) {
  part.prompt.textContent = why;
  part.prompt.classList.add("long");
  fill(part.actions, h("a", { class: "button main", href: "/", html: icon("home") }, h("span", {}, say("Library"))));
}

/** @param {Match} match */
function lookingButtons({ table, travel }) {
  const mine = table.seats.some((seat) => seat.mine);
  const step = (/** @type {"back" | "forward"} */ way, /** @type {string} */ label) => {
    const how = { bare: true, "data-key": `look-${way}`, disabled: !travel.canStep(way) };
    return iconButton(way, label, () => travel.step(way), how);
  };
  const back = { "data-key": "to-match", class: "main" };
  return [
    step("back", say("Earlier")),
    step("forward", say("Later")),
    (mine || table.over) &&
      iconButton("play", say("Play from here"), () => void travel.playOn(), { "data-key": "from-here" }),
    iconButton("last", say("Back to the match"), () => travel.look(table.node), back),
  ];
}

/** @param {Match} match */
function choiceButtons(match) {
  const { table, board } = match;
  const open = table.seats.filter((seat) => seat.kind === "open" && !seat.kept && table.seats.some((one) => one.mine));
  const bot = (/** @type {Seat} */ seat) => {
    const onclick = () => void match.standIns.choose(seat);
    return iconButton("bot", say("Let a bot play"), onclick, { "data-key": `fill-${seat.seat}` });
  };
  return [
    ...buttons(board.scene).map((choice) => choiceButton(board, choice, Boolean(match.throws.waiting))),
    ...open.map((seat) => inviteButton(match, seat)),
    table.public?.host && open.length > 0 && listButton(match),
    ...(table.endless ? [] : open).map(bot),
  ];
}

/** @param {import("../view/board.js").Board} board @param {Choice} choice @param {boolean} large */
function choiceButton(board, choice, large) {
  const how = {
    type: "button",
    "data-key": `button-${choice.move}`,
    class: `${choice.kind === "end" ? "" : "main"}${large ? " large" : ""}`,
    title: choice.final ? warning(choice.final) : "",
    "aria-keyshortcuts": choice.key || undefined,
    onclick: () => board.play(choice),
  };
  return h("button", how, onButton(choice));
}

/** @param {Match} match @param {Seat} seat */
function inviteButton(match, seat) {
  const invite = () =>
    void came(import("../sharing/handover.js")).then(({ openInvitation }) => openInvitation(match, seat));
  const how = { class: "main", "data-key": `invite-${seat.seat}` };
  return iconButton("link", say("Invite {name}", { name: seat.called }), invite, how);
}

/** Where a match with secrets is over: whether to look back at it as it was seen, or as it was. @param {Match} match */
export function drawTruth({ table, part, channel }) {
  const { truth, viewer, seats } = table;
  const seen = () => {
    if (viewer === null) return say("What all saw");
    return shared(table) ? say("What {name} knew", { name: nameOf(seats[viewer]) }) : say("What I knew");
  };
  const choices = /** @type {[string, string][]} */ ([
    ["off", seen()],
    ["on", say("The truth")],
  ]);
  fill(
    part.truth,
    truth !== null &&
      segments(say("What is shown"), choices, truth ? "on" : "off", (value) =>
        channel.say({ type: "truth", on: value === "on" }),
      ),
  );
}

/** Of what the touches so far lead to: what cannot be taken back. @param {import("../scene/choices.js").Walk} walk */
export function finality(walk) {
  const goals = begun(walk) ? [...next(walk).values()].flat() : [];
  const final = goals.find((choice) => choice.final && way(walk, choice).length === walk.touched.length + 1)?.final;
  const all = final && goals.every((choice) => choice.final);
  return final ? (all ? warning(final) : say("Where the ring is dashed, it cannot be taken back.")) : "";
}
