/**
 * The plates of the seats: who sits there, whose turn it is, what they have.
 *
 * @import { Seat, Table } from "../types"
 */
import { count, say } from "../say.js";
import { colour } from "../scene/scene.js";
import { h } from "../ui/dom.js";
import { nameOf, sign } from "../ui/seat_name.js";

/** What is read as one letter, an emoji of many signs too. */
// eslint-disable-next-line compat/compat -- Firefox before 125 counts the signs instead
const LETTERS = "Segmenter" in Intl ? new Intl.Segmenter() : null;
/** @param {string} word */
const lettersIn = (word) => [...(LETTERS?.segment(word) ?? word)].length;
/** The score of a seat that does not play any more. */
const OUT = "out";
/** @type {Record<string, () => string>} */
const STATES = {
  won: () => say("won"),
  thinking: () => say("thinking"),
  yours: () => say("your turn"),
  moves: () => say("to move"),
  [OUT]: () => say("out"),
};

/**
 * @param {Table} table
 * @param {number} thought  seconds for which the bot that thinks has thought
 * @param {import("./clock.js").Clocks} [clocks]
 * @returns {HTMLElement[]}
 */
export function plates(table, thought = 0, clocks) {
  return table.seats.map((seat) => {
    const score = table.scene.scores?.[seat.seat];
    const out = score === OUT;
    const state = out ? OUT : stateOf(table, seat);
    const active = seat.to_play && !table.over && !awaited(table);
    const looks = `${active ? "active" : ""} ${state === "won" ? "won" : ""} ${out && !table.over ? "out" : ""}`;
    const plate = [
      h("span", { class: `sign ${colour(table.scene, seat.seat)}`, html: sign(seat.seat) }),
      who(seat, Boolean(table.over), partnersOf(table, seat)),
      clocks?.face(seat.seat),
      score && !out && h("span", { class: "score" }, score),
      h("span", { class: "state small" }, STATES[state]?.(), state === "thinking" && dots()),
      table.thinking === seat.seat && table.thinks !== null && time(table.thinks, thought),
    ];
    return h("li", { "aria-current": active ? "true" : undefined }, h("div", { class: `plate ${looks}` }, plate));
  });
}

const dots = () => h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/** The names of those who play with a seat; none where all do. @param {Table} table @param {Seat} seat */
function partnersOf({ seats }, { partners }) {
  return partners.length + 1 < seats.length ? partners.map((other) => nameOf(seats[other])) : [];
}

/** Who sits there. @param {Seat} seat @param {boolean} over @param {string[]} partners */
function who(seat, over, partners) {
  const called = nameOf(seat) !== seat.called && h("span", { class: "small quiet" }, seat.called);
  const name = h("strong", {}, whole(nameOf(seat)), called);
  const beside = partners.length > 0 && say("with {names}", { names: partners });
  const told = [beside, kindOf(seat, over)].filter(Boolean).join(" · ");
  return h("span", { class: "who" }, name, h("span", { class: "small quiet" }, told));
}

/** A name that is set smaller before one of its words is broken. @param {string} name */
function whole(name) {
  const made = h("span", {}, name);
  made.style.setProperty("--letters", String(Math.max(...name.split(/\s/).map((word) => lettersIn(word)))));
  return made;
}

/** A bar that is full when the bot must answer. @param {number} seconds @param {number} thought */
function time(seconds, thought) {
  const bar = h("i", { class: "time", "aria-hidden": "true", title: say("Answers within {seconds} s", { seconds }) });
  bar.style.animationDuration = `${seconds}s`;
  bar.style.animationDelay = `${-thought}s`;
  return bar;
}

/** @param {Seat} seat @param {boolean} over */
function kindOf(seat, over) {
  if (seat.kept) return seat.kept === "you" ? say("waits for you") : say("to sit down again");
  if (seat.kind === "open") return say("waiting for someone");
  if (seat.gave_up === "time") return over ? say("out of time: a bot played on") : say("out of time: a bot plays on");
  if (seat.gave_up) return over ? say("gave up: a bot played on") : say("gave up: a bot plays on");
  if (seat.kind === "bot" && seat.plays_for === null)
    return say("bot: {name}", { name: seat.name || (seat.level ?? "") });
  if (seat.kind === "bot") return over ? say("a bot played on") : say("a bot plays on");
  return seat.mine ? "" : seat.online ? say("online") : say("away");
}

/** A key of `STATES`, or empty. @param {Table} table @param {Seat} seat */
function stateOf(table, seat) {
  if (table.over) return won(table, seat.seat) ? "won" : "";
  if (table.thinking === seat.seat) return "thinking";
  if (!seat.to_play || awaited(table)) return "";
  const alone = table.seats.filter((one) => one.mine).length === 1;
  return seat.mine && alone ? "yours" : "moves";
}

/** For whom a match that was loaded waits, for it keeps secrets of theirs; else empty. @param {Table} table */
export function awaited({ seats }) {
  const names = seats.filter(({ kept }) => kept === "another").map(nameOf);
  if (seats.some(({ kept }) => kept === "you")) return say("This match goes on from a save: sit down again.");
  if (!names.length) return "";
  return count(
    names.length,
    "{names} must sit down again before this goes on: the match is in the library of that device.",
    "{names} must sit down again before this goes on: the match is in the libraries of their devices.",
    { names },
  );
}

/** @param {Table} table @param {number} seat */
export function won(table, seat) {
  const returns = table.over?.returns ?? [];
  return returns[seat] > 0 && returns[seat] === Math.max(...returns);
}
