/**
 * The puzzles of a game after one of them was played, and the next one.
 *
 * @import { Option, Table, Value } from "../types"
 * @import { Match } from "./match.js"
 */
import { freshId, get, post } from "../net/api.js";
import { say } from "../say.js";
import { solved } from "../setup/solved_puzzles.js";
import { fill, h, iconButton, tell } from "../ui/dom.js";
import { remember } from "../ui/settings.js";

/**
 * The option whose values are puzzles for one, and those.
 * @param {Option[]} options
 * @returns {[Option, Value[]] | undefined}
 */
function puzzlesOf(options) {
  for (const option of options) {
    const values = option.choices.filter(({ players }) => players.length === 1 && players[0] === 1);
    if (values.length > 1) return [option, values];
  }
  return undefined;
}

/** Those that are solved, which the browser keeps. @param {Table} table @param {string} now @param {Value[]} values */
function solvedNow({ game, over }, now, values) {
  const done = solved(game);
  if ((over?.returns[0] ?? 0) > 0 && values.some(({ value }) => value === now)) done.add(now);
  remember(`solved.${game}`, [...done].join(" "));
  return done;
}

/**
 * All puzzles of the game in a row, with those that are solved; the next one first.
 * @param {Match} match
 * @param {Table} table  in which one was played
 * @param {HTMLElement} host
 */
export async function drawPuzzles(match, table, host) {
  const found = puzzlesOf((await get(`/api/games/${table.game}`)).options);
  if (!found || match.table !== table) return;
  const [option, values] = found;
  const now = table.options[option.name];
  const done = solvedNow(table, now, values);
  const at = values.findIndex(({ value }) => value === now);
  const next = [...values.slice(at + 1), ...values.slice(0, at + 1)].find(({ value }) => !done.has(value));
  const key = freshId();
  const start = (/** @type {string} */ value) => void begin(match, option.name, value, key + value);
  const items = values.map((one) => h("li", {}, puzzleButton(one, done.has(one.value), one.value === now, start)));
  fill(host, next && nextButton(next, start), h("ul", { class: "puzzles", "aria-label": say("Puzzles") }, items));
  match.room.fit();
}

/** @param {Value} next @param {(value: string) => void} start */
function nextButton({ value, label }, start) {
  const how = { class: "main", "data-key": "next-puzzle" };
  return iconButton("play", say("Next puzzle: {puzzle}", { puzzle: label }), () => start(value), how);
}

/** @param {Value} puzzle @param {boolean} done @param {boolean} current @param {(value: string) => void} start */
function puzzleButton({ value, label }, done, current, start) {
  const how = {
    type: "button",
    class: done ? "done" : "",
    "aria-current": current ? "true" : undefined,
    "data-key": `puzzle-${value}`,
    onclick: () => start(value),
  };
  return h("button", how, done ? solvedLabel(label) : label);
}

/** Its sentence is read instead of its sign. @param {string} puzzle */
function solvedLabel(puzzle) {
  return [
    h("span", { class: "unseen" }, say("{puzzle}, solved", { puzzle })),
    h("span", { "aria-hidden": "true" }, `✓ ${puzzle}`),
  ];
}

/**
 * @param {Match} match
 * @param {string} option
 * @param {string} value
 * @param {string} key  begins it once, however often it is tapped
 */
async function begin(match, option, value, key) {
  const { game, options } = match.table;
  try {
    const made = await post("/api/matches", {
      game,
      options: { ...options, [option]: value },
      seats: [{ kind: "person" }],
      key,
    });
    match.visit.go(`/match/${made.match}`);
  } catch (error) {
    tell(error);
  }
}
