/**
 * The chart of who stood better: a slider over the plies of the line that is shown.
 *
 * @import { Points, Weight } from "../scene/advantage.js"
 * @typedef {{nodes: number[], at: number, weights: Map<number, Weight>, turns: number[],
 *   names: string[], colours: string[], top: number, said: string, done: number, of: number}} Facts
 *   `top`: the seat whose good is up, of two; `said`: the ply that is shown, in words
 */
import { leftward, say } from "../say.js";
import { half, height, inWords, level, points } from "../scene/advantage.js";
import { fill, h } from "../ui/dom.js";
import { sign } from "../ui/seat_name.js";

const NEAR = 14;

/** Points as SVG has them, whose y grows downwards. @param {Points} line */
const path = (line) => line.map(([x, y]) => `${x},${-y}`).join(" ");

export class Chart {
  /** @param {(node: number) => void} look */
  constructor(look) {
    this.look = look;
    /** @type {Facts | null} */
    this.facts = null;
    this.plot = h("div", { class: "plot", "aria-hidden": "true" });
    this.done = h("div", {
      class: "weighed",
      role: "progressbar",
      "aria-label": say("Moves weighed"),
      "aria-valuemin": 0,
    });
    this.element = h(
      "div",
      {
        class: "chart",
        role: "slider",
        tabindex: 0,
        "aria-label": say("Who stood better, move by move"),
        "aria-valuemin": 0,
        "data-key": "chart",
        onpointerdown: (/** @type {PointerEvent} */ event) => this.touched(event),
        onpointermove: (/** @type {PointerEvent} */ event) => this.moved(event),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      },
      this.plot,
      this.done,
    );
  }

  /** @param {Facts} facts */
  draw(facts) {
    this.facts = facts;
    const { nodes, at, done, of } = facts;
    const { element } = this;
    element.setAttribute("aria-valuemax", String(nodes.length - 1));
    element.setAttribute("aria-valuenow", String(at));
    element.setAttribute("aria-valuetext", facts.said);
    this.done.hidden = done >= of;
    this.done.setAttribute("aria-valuemax", String(of));
    this.done.setAttribute("aria-valuenow", String(done));
    this.done.style.inlineSize = `${(100 * done) / Math.max(1, of)}%`;
    fill(this.plot, ...(facts.names.length === 2 ? this.two(facts) : this.many(facts)), this.cursor(facts));
  }

  /**
   * Who stands better, in a sentence.
   * @param {string[]} names @param {Weight | undefined} weight @param {number[]} sides
   */
  inWords(names, weight, sides) {
    return inWords(names, weight, sides);
  }

  /** How far from the left a ply stands, in percent: time goes in the direction of reading. @param {number} ply */
  left(ply) {
    const share = (100 * ply) / Math.max(1, (this.facts?.nodes.length ?? 1) - 1);
    return leftward() ? 100 - share : share;
  }

  /** One line, filled with the colour of who stands better. @param {Facts} facts */
  two({ nodes, weights, turns, top, colours }) {
    const other = 1 - top;
    const line = points(nodes, weights, top);
    const area = (/** @type {1 | -1} */ side, /** @type {number} */ seat) => {
      const edge = half(line, side);
      if (edge.length < 2) return "";
      return `<polygon class="${colours[seat]}" points="${edge[0][0]},0 ${path(edge)} ${edge[edge.length - 1][0]},0"/>`;
    };
    return [
      this.svg(`${area(1, top)}${area(-1, other)}<polyline class="edge" points="${path(line)}"/>`),
      mark(top, colours, "corner up"),
      mark(other, colours, "corner down"),
      ...turns.map((node) => this.dot("turn", nodes.indexOf(node), line)),
    ];
  }

  /** A line for each seat. @param {Facts} facts */
  many({ nodes, weights, turns, names, colours }) {
    const lines = names.map((_, seat) => points(nodes, weights, seat));
    const drawn = lines.map(
      (line, seat) => `<polyline class="seat dash${seat} ${colours[seat]}" points="${path(line)}"/>`,
    );
    const ends = lines.flatMap((line, seat) => (line.length ? [{ seat, y: line[line.length - 1][1] }] : []));
    return [
      this.svg(drawn.join("")),
      ...apart(ends).map(({ seat, y }) => placed(mark(seat, colours, "end"), leftward() ? 0 : 100, y)),
      ...turns.map((node) => placed(h("span", { class: "turn" }), this.left(nodes.indexOf(node)), -1)),
    ];
  }

  /** @param {string} inside */
  svg(inside) {
    const width = Math.max(1, (this.facts?.nodes.length ?? 1) - 1);
    const middle = `<path class="middle" d="M0 0H${width}"/>`;
    const html = `<svg viewBox="0 -1.06 ${width} 2.12" preserveAspectRatio="none">${middle}${inside}</svg>`;
    return h("div", { class: "lines", html });
  }

  /** @param {string} kind @param {number} at @param {Points} line */
  dot(kind, at, line) {
    return placed(h("span", { class: kind }), this.left(at), level(line, at) ?? 0);
  }

  /** @param {Facts} facts */
  cursor({ nodes, at, weights, names, top }) {
    const made = h("span", { class: "cursor" });
    made.style.left = `${this.left(at)}%`;
    const value = weights.get(nodes[at])?.returns[top];
    if (names.length === 2 && value !== undefined && value !== null) made.append(placed(h("i"), 50, height(value)));
    return made;
  }

  // Touching it

  /** @param {PointerEvent} event */
  touched(event) {
    if (event.button) return;
    this.element.setPointerCapture(event.pointerId);
    this.go(event);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (this.element.hasPointerCapture(event.pointerId)) this.go(event);
  }

  /** To the ply under the pointer; a turning point nearby goes first. @param {PointerEvent} event */
  go(event) {
    if (!this.facts) return;
    const { nodes, turns } = this.facts;
    const { left, width } = this.plot.getBoundingClientRect();
    const x = event.clientX - left;
    const share = Math.min(1, Math.max(0, x / width));
    const nearest = Math.round((nodes.length - 1) * (leftward() ? 1 - share : share));
    const turn = turns
      .map((node) => nodes.indexOf(node))
      .find((ply) => Math.abs((width * this.left(ply)) / 100 - x) < Math.min(NEAR, (0.5 * width) / nodes.length + 6));
    this.to(turn ?? nearest);
  }

  /** @param {number} ply */
  to(ply) {
    if (this.facts && ply !== this.facts.at && this.facts.nodes[ply] !== undefined) {
      this.facts.at = ply;
      this.look(this.facts.nodes[ply]);
    }
  }

  /** Page Up and Page Down go to turning points; the arrows are the page's own. @param {KeyboardEvent} event */
  key(event) {
    if (!this.facts || !["PageUp", "PageDown"].includes(event.key)) return;
    event.preventDefault();
    const { nodes, turns, at } = this.facts;
    const plies = turns.map((node) => nodes.indexOf(node));
    const goal = event.key === "PageUp" ? plies.reverse().find((ply) => ply < at) : plies.find((ply) => ply > at);
    if (goal !== undefined) this.to(goal);
  }
}

/** @param {number} seat @param {string[]} colours @param {string} where */
function mark(seat, colours, where) {
  return h("span", { class: `sign ${where} ${colours[seat]}`, html: sign(seat) });
}

/**
 * Put at a place of the plot.
 * @template {HTMLElement} E
 * @param {E} made
 * @param {number} left  percent
 * @param {number} y  from −1 to 1
 * @returns {E}
 */
function placed(made, left, y) {
  made.style.left = `${left}%`;
  made.style.top = `${50 - (y * 100) / 2.12}%`;
  return made;
}

/** Signs at the end of lines, moved so that none hides another. @param {{seat: number, y: number}[]} ends */
export function apart(ends) {
  const least = 0.36;
  const sorted = [...ends].sort((a, b) => a.y - b.y);
  let low = -1.2;
  const up = sorted.map((end) => {
    low = Math.max(end.y, low + least);
    return { ...end, y: low };
  });
  const over = Math.max(0, low - 0.9);
  return up.map((end) => ({ ...end, y: end.y - over }));
}
