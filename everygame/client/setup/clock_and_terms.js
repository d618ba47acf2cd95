/**
 * What the maker of a match chooses beside the rules: a clock, and what happens at its end.
 *
 * @typedef {{kind: "none" | "match" | "turn" | "days", minutes: number, increment: number,
 *   seconds: number, days: number, then: "end" | "bot" | "turn"}} ClockDraft
 * @typedef {"minutes" | "increment" | "seconds" | "days"} Amount
 * @typedef {{clock: ClockDraft, watching: boolean, free: boolean}} Terms
 */
import { count, say } from "../say.js";
import { h, segments } from "../ui/dom.js";

const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120];
const INCREMENTS = [0, 1, 2, 3, 5, 10, 15, 20, 30];
const SECONDS = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300];
const DAYS = [1, 2, 3, 5, 7, 14];
const KINDS = ["none", "match", "turn", "days"];

/** @param {string} kind */
function titleOf(kind) {
  switch (kind) {
    case "match":
      return say("For the match");
    case "turn":
      return say("For each turn");
    case "days":
      return say("Days for each turn");
    default:
      return say("None");
  }
}

/** @param {string} kind */
function helpOf(kind) {
  switch (kind) {
    case "match":
      return say("Each has so much time for all turns together.");
    case "turn":
      return say("Each turn has so much time.");
    case "days":
      return say("For people who are not there at the same time. The library shows whose turn it is.");
    default:
      return "";
  }
}

/** What was chosen last, or the usual. @param {any} kept @returns {Terms} */
export function termsFor(kept) {
  const known = kept?.clock ?? {};
  const one = (/** @type {any[]} */ values, /** @type {any} */ value, /** @type {any} */ usual) =>
    values.includes(value) ? value : usual;
  return {
    clock: {
      kind: one(KINDS, known.kind, "none"),
      minutes: one(MINUTES, known.minutes, 10),
      increment: one(INCREMENTS, known.increment, 0),
      seconds: one(SECONDS, known.seconds, 30),
      days: one(DAYS, known.days, 2),
      then: one(["end", "bot", "turn"], known.then, "end"),
    },
    watching: kept?.watching !== false,
    free: kept?.free === true,
  };
}

/** As the server reads them. @param {Terms} terms @param {boolean} endless */
export function termsAsked({ clock, watching, free }, endless) {
  const others = { watching, free_seats: free && watching };
  if (clock.kind === "none" || endless) return others;
  const time = {
    match: { seconds: clock.minutes * 60, increment: clock.increment },
    turn: { seconds: clock.seconds, each: "turn" },
    days: { seconds: clock.days * 86_400, each: "turn" },
  }[clock.kind];
  return { ...others, clock: { ...time, then: endOf(clock) } };
}

/** What happens at its end: a bot plays a single turn only where each has its time. @param {ClockDraft} clock */
const endOf = ({ kind, then }) => (then === "turn" && kind === "match" ? "end" : then);

/**
 * The fields of a clock.
 * @param {ClockDraft} clock @param {number} players @param {boolean} bots  whether bots can play the game
 * @param {() => void} changed
 */
export function clockField(clock, players, bots, changed) {
  const set = (/** @type {Partial<ClockDraft>} */ some) => {
    Object.assign(clock, some);
    changed();
  };
  const amounts = amountsOf(clock, set);
  const kinds = KINDS.map((kind) => /** @type {[string, string]} */ ([kind, titleOf(kind)]));
  const help = helpOf(clock.kind);
  return h(
    "div",
    { class: "field" },
    h("h2", {}, say("Clock")),
    segments(say("Clock"), kinds, clock.kind, (kind) => set({ kind: /** @type {any} */ (kind) })),
    help && h("p", { class: "quiet small" }, help),
    amounts.length > 0 && h("div", { class: "row" }, amounts),
    amounts.length > 0 && players > 1 && bots && endField(clock, players, set),
  );
}

/** @param {ClockDraft} clock @param {(some: Partial<ClockDraft>) => void} set */
function amountsOf(clock, set) {
  /** @type {(name: Amount, values: number[], label: string, text: (n: number) => string) => HTMLElement} */
  const number = (name, values, label, text) => amountField(clock, name, values, label, text, set);
  const seconds = (/** @type {number} */ n) => count(n, "{number} second", "{number} seconds");
  switch (clock.kind) {
    case "match":
      return [
        number("minutes", MINUTES, say("Time for each player"), (n) => count(n, "{number} minute", "{number} minutes")),
        number("increment", INCREMENTS, say("Added by each turn"), (n) => (n ? seconds(n) : say("nothing"))),
      ];
    case "turn":
      return [number("seconds", SECONDS, say("Time for each turn"), seconds)];
    case "days":
      return [number("days", DAYS, say("Time for each turn"), (n) => count(n, "{number} day", "{number} days"))];
    default:
      return [];
  }
}

/**
 * One number of a clock.
 * @param {ClockDraft} clock @param {Amount} name @param {number[]} values @param {string} label
 * @param {(n: number) => string} text @param {(some: Partial<ClockDraft>) => void} set
 */
function amountField(clock, name, values, label, text, set) {
  const onchange = (/** @type {Event} */ event) =>
    set({ [name]: Number(/** @type {HTMLSelectElement} */ (event.target).value) });
  const options = values.map((value) =>
    h("option", { value: String(value), selected: value === clock[name] }, text(value)),
  );
  return h(
    "label",
    { class: "amount" },
    h("span", { class: "small quiet" }, label),
    h("select", { "data-key": `clock-${name}`, onchange }, options),
  );
}

/** @param {ClockDraft} clock @param {number} players @param {(some: Partial<ClockDraft>) => void} set */
function endField(clock, players, set) {
  const many = players > 2;
  /** @type {[string, string][]} */
  const ends = [
    ["end", many ? say("A bot of the lowest level plays on") : say("The match is lost")],
    ["bot", many ? say("The strongest bot plays on") : say("A bot plays on")],
  ];
  if (clock.kind !== "match") ends.push(["turn", say("A bot plays this turn")]);
  return h(
    "div",
    { class: "stacked" },
    h("span", { class: "small quiet" }, say("When the time is up")),
    segments(say("When the time is up"), ends, endOf(clock), (value) => set({ then: /** @type {any} */ (value) })),
  );
}

/**
 * Who may come besides those who are invited, where somebody plays on another device.
 * @param {Terms} terms @param {() => void} changed
 */
export function othersField(terms, changed) {
  const watch = asked(say("Who may watch"), watching(), terms.watching ? "on" : "off", (value) => {
    terms.watching = value === "on";
    changed();
  });
  const sit = asked(say("Who may take a free seat"), free(), terms.free ? "on" : "off", (value) => {
    terms.free = value === "on";
    changed();
  });
  return h("div", { class: "field" }, h("h2", {}, say("Others")), watch, terms.watching && sit);
}

/** @returns {[string, string][]} */
const watching = () => [
  ["on", say("Whoever has the link")],
  ["off", say("Nobody")],
];

/** @returns {[string, string][]} */
const free = () => [
  ["off", say("Who is invited")],
  ["on", say("Whoever has the link")],
];

/**
 * A choice under what it is about.
 * @param {string} what
 * @param {[string, string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} on
 */
function asked(what, choices, chosen, on) {
  return h("div", { class: "stacked" }, h("span", { class: "small quiet" }, what), segments(what, choices, chosen, on));
}
