/**
 * The History tab: all plies with their variations, steps forward and back, and playing on from
 * where one looks.
 *
 * @typedef {import("./match.js").Table} Table
 * @typedef {import("../scene/lines.js").Ply} Ply
 * @typedef {"first" | "back" | "forward" | "last"} Way
 * @typedef {{look(node: number): void, step(way: Way): void, canStep(way: Way): boolean}} On
 */
import { colour } from "../scene/scene.js";
import { fill, h, iconButton } from "./dom.js";
import { sign } from "./newmatch.js";
import { nameOf } from "./seats.js";

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

/** The nodes from the start to one of them, through variations. @param {Table} table @param {number} node @returns {number[]} */
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
  let goal = { first: 0, back: at - 1, forward: at + 1, last: nodes.length - 1 }[step];
  while (isSilent(table, nodes[goal + 1]) && goal > 0) goal += way;  // one sees nothing of it
  return goal === at ? undefined : nodes[goal];
}

/**
 * Draw the tab.
 * @param {HTMLElement} host
 * @param {Table} table
 * @param {On} on
 */
export function drawHistory(host, table, on) {
  const step = (/** @type {"first" | "back" | "forward" | "last"} */ way, /** @type {string} */ label) => {
    return iconButton(way, label, () => on.step(way), { bare: true, "data-key": way, disabled: !on.canStep(way) });
  };
  fill(host,
    h("div", { class: "row steps", role: "group", "aria-label": "Through the moves" },
      step("first", "To the start"), step("back", "One move back"), step("forward", "One move forward"), step("last", "To the last move")),
    table.line.length ? list(table, table.line, on) : h("p", { class: "quiet small" }, "No move has been played yet."));
  const now = host.querySelector("[aria-current]");
  const scroller = host.querySelector(".plies");
  if (now instanceof HTMLElement && scroller instanceof HTMLElement && host.offsetParent) {
    const { offsetTop, offsetHeight } = now;
    if (offsetTop < scroller.scrollTop || offsetTop + offsetHeight > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = offsetTop - scroller.clientHeight / 2;
    }
  }
}

/**
 * @param {Table} table
 * @param {Ply[]} line
 * @param {On} on
 * @param {boolean} [variation]
 * @returns {HTMLElement}
 */
function list(table, line, on, variation = false) {
  const rows = line.flatMap((ply, i) => {
    const parent = i ? line[i - 1].node : variation ? -1 : 0;
    const others = table.branches.filter(({ node }) => node === parent && parent !== -1);
    const drawn = silent(ply) || dealt(line, i) ? [] : [h("li", {}, button(table, ply, on, dealt(line, i - 1), isHere(table, line, i)))];
    return [...drawn, ...others.map((branch) => aside(table, branch, on))];
  });
  const end = line.at(-1)?.node;
  const later = table.branches.filter(({ node }) => node === end).map((branch) => aside(table, branch, on));
  return h("ol", { class: variation ? "variation" : "plies", "aria-label": variation ? "Variation" : "Moves", tabindex: variation ? undefined : 0 }, rows, later);
}

/** @param {Table} table @param {number | undefined} node */
function isSilent(table, node) {
  const plies = [...table.line, ...table.branches.flatMap(({ line }) => line)];
  return silent(plies.find((ply) => ply.node === node));
}

/** A ply of which there is nothing to say: a card that came without being seen. @param {Ply | undefined} ply */
function silent(ply) {
  return ply?.words === "";
}

/** Whether a ply, or a silent one after it, is what is shown. @param {Table} table @param {Ply[]} line @param {number} i */
function isHere(table, line, i) {
  let last = i;
  while (silent(line[last + 1])) last += 1;
  return !table.ahead.length && line.slice(i, last + 1).some(({ node }) => node === shown(table));
}

/** So many plies by chance in a row are a deck that is dealt; fewer may be dice. */
const DEAL = 8;

/** Whether a ply belongs to a deck that is dealt, and is not the last of it. @param {Ply[]} line @param {number} i */
function dealt(line, i) {
  const chance = (/** @type {number} */ at) => line[at]?.seat === null;
  if (!chance(i) || !chance(i + 1)) return false;
  let [first, last] = [i, i + 1];
  while (chance(first - 1)) first -= 1;
  while (last - first < DEAL && chance(last + 1)) last += 1;
  return last - first + 1 >= DEAL;
}

/** @param {Table} table @param {{node: number, line: Ply[]}} branch @param {On} on */
function aside(table, branch, on) {
  return h("li", { class: "aside" }, list(table, branch.line, on, true));
}

/** @param {Table} table @param {Ply} ply @param {On} on @param {boolean} many  the last of many by chance @param {boolean} here */
function button(table, ply, on, many, here) {
  const chance = ply.seat === null;
  const who = chance ? "chance" : nameOf(table.seats[ply.seat ?? 0]);
  return h("button", {
    type: "button", class: "ply", "data-key": `ply-${ply.node}`, onclick: () => on.look(ply.node),
    "aria-current": here ? "step" : undefined,
  },
  h("span", { class: "number" }, `${ply.ply}`),
  chance ? h("span", { class: "sign chance" }, "⚄") : h("span", { class: `sign ${colour(table.scene, ply.seat ?? 0)}`, html: sign(ply.seat ?? 0) }),
  h("span", { class: "unseen" }, ` ${who}: `), h("bdi", {}, many ? "dealt" : ply.words ?? ply.move));
}
