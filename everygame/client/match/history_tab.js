/**
 * The History tab: all plies with their variations, steps forward and back, and playing on from
 * where one looks.
 *
 * @import { Ply, Table } from "../types"
 * @typedef {"first" | "back" | "forward" | "last"} Way
 * @typedef {{node: number, turn: number, first: boolean, seat: number | null, here: boolean, who:
 *   string, colour: string, words: string} | {rows: Row[]} | {comment: string}} Row
 *   what is said of a ply, or of a variation, or what a file of another program says of the ply
 *   before; `first`: of the player's plies in its turn
 * @typedef {{look(node: number): void, step(way: Way): void, canStep(way: Way): boolean,
 *   replay(): void, canReplay(): boolean}} On
 */
import { say } from "../say.js";
import { colour } from "../scene/scene.js";
import { fill, h, iconButton, settle } from "../ui/dom.js";
import { nameOf, sign } from "../ui/seat_name.js";
import { frame } from "../world.js";

/** @type {Record<Way, () => string>} */
const STEPS = {
  first: () => say("To the start"),
  back: () => say("One move back"),
  forward: () => say("One move forward"),
  last: () => say("To the last move"),
};
const WAYS = /** @type {Way[]} */ (Object.keys(STEPS));

/** The node that is shown. @param {Table} table */
export function shown(table) {
  return table.looking ?? table.node;
}

/** The nodes of the line that is shown, from the start. @param {Table} table @returns {number[]} */
export function trail(table) {
  const main = [0, ...table.line.map((ply) => ply.node).filter((node) => node !== 0)];
  const here = shown(table);
  if (main.includes(here)) return main;
  const branch = table.branches.find(({ line }) => line.some((ply) => ply.node === here));
  return branch ? [...upTo(table, branch.node), ...branch.line.map((ply) => ply.node)] : main;
}

/** The plies that led to where the match stands; those after them were undone. @param {Table} table */
export function played({ line, node }) {
  const plies = line.filter((ply) => ply.node !== 0);
  return plies.slice(0, plies.findIndex((ply) => ply.node === node) + 1);
}

/** The turn in which a node was reached; 0 before the first one. @param {Table} table @param {number} node */
export function turnAt(table, node) {
  return plies(table).find((ply) => ply.node === node)?.turn ?? 0;
}

/** All plies of the line and of the others. @param {Table} table */
const plies = ({ line, branches }) => [...line, ...branches.flatMap((branch) => branch.line)];

/**
 * The nodes from the start to one of them, through variations.
 * @param {Table} table
 * @param {number} node
 * @returns {number[]}
 */
function upTo(table, node) {
  const main = [0, ...table.line.map((ply) => ply.node).filter((one) => one !== 0)];
  if (main.includes(node)) return main.slice(0, main.indexOf(node) + 1);
  const parent = table.branches.find(({ line }) => line.some((ply) => ply.node === node));
  if (!parent) return [0];
  const nodes = parent.line.map((ply) => ply.node);
  return [...upTo(table, parent.node), ...nodes.slice(0, nodes.indexOf(node) + 1)];
}

/**
 * Where a step leads.
 * @param {Table} table
 * @param {"first" | "back" | "forward" | "last"} step
 * @returns {number | undefined}
 */
export function stepped(table, step) {
  const nodes = trail(table);
  const at = nodes.indexOf(shown(table));
  const way = step === "back" || step === "first" ? -1 : 1;
  const present = nodes.indexOf(table.node); // moves that were undone come after it
  let goal = { first: 0, back: at - 1, forward: at + 1, last: present < 0 ? nodes.length - 1 : present }[step];
  while (step !== "last" && isSilent(table, nodes[goal + 1]) && goal > 0) goal += way; // one sees nothing of it
  return goal === at ? undefined : nodes[goal];
}

export class History {
  /** @param {HTMLElement} host @param {On} on */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.steps = WAYS.map((way) => iconButton(way, STEPS[way](), () => on.step(way), { bare: true, "data-key": way }));
    this.again = iconButton("eye", say("See the last turn again"), on.replay.bind(on), {
      bare: true,
      "data-key": "replay",
    });
    this.list = h("ol", { class: "plies", "aria-label": say("Moves"), tabindex: 0 });
    /** The rows that are shown, by all that is said in them. @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    fill(host, this.list, h("p", { class: "quiet small" }, say("No move has been played yet.")));
    // Above the study, which with each step says more or less: they stay under the finger.
    host.parentElement?.prepend(
      h("div", { class: "row steps", role: "group", "aria-label": say("Through the moves") }, this.steps, this.again),
    );
  }

  /** @param {Table} table */
  draw(table) {
    WAYS.forEach((way, i) => {
      this.steps[i].disabled = !this.on.canStep(way);
    });
    this.again.disabled = !this.on.canReplay();
    this.list.hidden = !table.line.length;
    /** @type {HTMLElement} */ (this.host.lastElementChild).hidden = !this.list.hidden;
    const rows = new Map(
      [...remark(table), ...said(table, table.line)].map((row, i) => [
        JSON.stringify([row, "comment" in row && i]),
        row,
      ]),
    );
    const drawn = new Map([...rows].map(([key, row]) => [key, this.rows.get(key) ?? drawnRow(row, this.on)]));
    settle(this.list, [...drawn.values()]);
    this.rows = drawn;
    frame(() => this.show());
  }

  /** Scroll to the ply that is shown. */
  show() {
    const now = this.list.querySelector("[aria-current]");
    if (!(now instanceof HTMLElement) || !this.list.offsetParent) return;
    const { offsetTop, offsetHeight } = now;
    const { scrollTop, clientHeight } = this.list;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
      this.list.scrollTop = offsetTop - clientHeight / 2;
  }
}

/**
 * What is said of a line, row by row, in the words of the game; a ply of which it says nothing has no row.
 * @param {Table} table
 * @param {Ply[]} line
 * @param {boolean} [variation]
 * @returns {Row[]}
 */
export function said(table, line, variation = false) {
  const asides = (/** @type {number | undefined} */ at) =>
    table.branches.filter(({ node }) => node === at).map((branch) => ({ rows: said(table, branch.line, true) }));
  let turn = 0;
  const rows = line.flatMap((ply, i) => {
    const parent = i ? line[i - 1].node : variation ? undefined : 0;
    const row = silent(ply) ? [] : [told(table, ply, isHere(table, line, i), ply.turn > turn)];
    if (row.length && ply.seat !== null) turn = ply.turn;
    return [...row, ...remark(ply), ...asides(parent)];
  });
  return [...rows, ...(line.length ? asides(line.at(-1)?.node) : [])];
}

/** @param {{comment?: string | null}} at @returns {Row[]} */
const remark = ({ comment }) => (comment ? [{ comment }] : []);

/**
 * @param {Table} table
 * @param {Ply} ply
 * @param {boolean} here
 * @param {boolean} begins  a turn, if a player has played it
 * @returns {Row}
 */
function told({ seats, scene }, { node, turn, seat, words, move }, here, begins) {
  const chance = seat === null;
  return {
    node,
    turn,
    first: begins && !chance,
    seat,
    here,
    who: chance ? say("chance") : nameOf(seats[seat]),
    colour: chance ? "" : colour(scene, seat),
    words: words ?? move,
  };
}

/** Of a ply its sentence is read instead of what is seen. @param {Row} row @param {On} on @returns {HTMLElement} */
function drawnRow(row, on) {
  if ("comment" in row) return h("li", { class: "aside remark small", dir: "auto" }, row.comment);
  if ("rows" in row) {
    const rows = row.rows.map((one) => drawnRow(one, on));
    const variation = h("ol", { class: "variation", "aria-label": say("Variation") }, rows);
    return h("li", { class: "aside" }, variation);
  }
  const { node, turn, first, seat, here, who, colour, words } = row;
  const read = { number: turn, name: who, words };
  const how = { "data-key": `ply-${node}`, onclick: () => on.look(node), "aria-current": here ? "step" : undefined };
  const parts = [
    h("span", { class: "unseen" }, say(first ? "{number}, {name}: {words}" : "{name}: {words}", read)),
    h("span", { class: "number", "aria-hidden": "true" }, first ? `${turn}` : ""),
    seat === null
      ? h("span", { class: "sign chance", "aria-hidden": "true" }, "⚄")
      : h("span", { class: `sign ${colour}`, html: sign(seat) }),
    h("bdi", { "aria-hidden": "true" }, words),
  ];
  return h("li", {}, h("button", { type: "button", class: "ply", ...how }, parts));
}

/** @param {Table} table @param {number | undefined} node */
function isSilent(table, node) {
  return silent(plies(table).find((ply) => ply.node === node));
}

/**
 * A ply of which there is nothing to say: a card that was dealt, or came without being seen.
 * @param {Ply | undefined} ply
 */
function silent(ply) {
  return ply?.words === "";
}

/**
 * Whether a ply, or a silent one after it, is what is shown.
 * @param {Table} table
 * @param {Ply[]} line
 * @param {number} i
 */
function isHere(table, line, i) {
  let last = i;
  while (silent(line[last + 1])) last += 1;
  return !table.ahead.length && line.slice(i, last + 1).some(({ node }) => node === shown(table));
}
