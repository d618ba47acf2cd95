/**
 * Analysis in the History tab: the chart, where the match turned, and how best play goes on.
 *
 * @import { Ply, Table } from "../types"
 * @import { Match } from "./match.js"
 * @typedef {{seat: number, move: string, name: string, words: string}} Step  `words`: as in the history
 */
import { came } from "../net/api.js";
import { count, say } from "../say.js";
import { colour } from "../scene/scene.js";
import { fill, h, iconButton, tell } from "../ui/dom.js";
import { nameOf, sign } from "../ui/seat_name.js";
import { sentences } from "../ui/sentences.js";
import { remember, remembered } from "../ui/settings.js";
import { played, shown, trail, turnAt } from "./history_tab.js";

export class Study {
  /** @param {Match} match @param {HTMLElement} host */
  constructor(match, host) {
    this.match = match;
    this.host = host;
    this.asked = false;
    /** @type {Map<number, import("../scene/advantage.js").Weight>} */
    this.weights = new Map();
    /** @type {number[]} */
    this.turns = [];
    this.done = 0;
    this.of = 1;
    /** @type {{node: number, line: Step[], done: boolean} | null} */
    this.best = null;
    /** It comes when it is first wanted, with its words. @type {import("./chart.js").Chart | null} */
    this.chart = null;
    this.coming = false;
  }

  async bring() {
    if (this.coming) return;
    this.coming = true;
    try {
      const { Chart } = await came(import("./chart.js"));
      this.chart = new Chart((node) => this.match.travel.look(node));
      this.match.panels.draw();
    } catch (error) {
      this.coming = false;
      tell(error);
    }
  }

  /** The line broke and stands again: the server has forgotten what was asked. */
  again() {
    this.asked = false;
    if (this.match.table) this.draw();
  }

  /** @param {Record<string, any>} message */
  heard(message) {
    if (message.type === "weights") {
      if (message.fresh) this.weights.clear();
      for (const weight of message.weights) this.weights.set(weight.node, weight);
      Object.assign(this, { turns: message.turns, done: message.done, of: message.of });
    } else if (message.node === this.best?.node) {
      this.best = /** @type {any} */ (message);
    }
    this.match.panels.draw();
  }

  /** Whether there can be a chart at all. */
  possible() {
    const { table } = this.match;
    return table.helped && table.seats.length > 1 && table.curtain === null;
  }

  wanted() {
    const chosen = remembered("chart", "end");
    return (
      this.possible() &&
      (chosen === "on" || (chosen === "end" && table(this).over !== null && table(this).line.length > 1))
    );
  }

  draw() {
    const wanted = this.wanted();
    if (wanted !== this.asked) {
      this.asked = wanted;
      this.match.channel.say({ type: "weigh", on: wanted });
      if (!wanted) Object.assign(this, { weights: new Map(), turns: [] });
    }
    if (this.best && this.best.node !== shown(table(this))) this.best = null;
    if (wanted) void this.bring();
    fill(this.host, ...(wanted ? this.whole() : this.possible() ? [this.opener()] : []), this.bestOpener());
    this.drawBest();
  }

  opener() {
    return iconButton("chart", say("Who stood better?"), () => this.choose("on"), {
      "data-key": "chart-on",
      class: "wide",
    });
  }

  /** @param {string} value */
  choose(value) {
    remember("chart", value);
    this.match.panels.draw();
  }

  whole() {
    const said = this.said();
    this.chart?.draw(this.shape(said));
    const closes = { bare: true, class: "plain", "data-key": "chart-off" };
    return [
      h(
        "div",
        { class: "row judged" },
        h("p", { class: "small" }, said || (this.done < this.of ? this.progress() : "\u00a0")),
        iconButton("close", say("Close the chart"), () => this.choose("off"), closes),
      ),
      this.chart?.element,
      ...(table(this).over && table(this).looking === null ? [] : this.turnButtons("study", say("Turning points"))),
    ];
  }

  /** What the chart shows. @param {string} said  of the move that is shown */
  shape(said) {
    const { seats, scene } = table(this);
    const nodes = trail(table(this));
    const at = nodes.indexOf(shown(table(this)));
    const turn = turnAt(table(this), shown(table(this)));
    const mine = seats.filter((seat) => seat.mine);
    const { weights, done, of } = this;
    return {
      ...{ nodes, at, weights, done, of },
      turns: this.turns.filter((node) => nodes.includes(node)),
      names: seats.map(nameOf),
      colours: seats.map((seat) => colour(scene, seat.seat)),
      top: mine.length === 1 ? mine[0].seat : 0,
      said: sentences([turn ? say("Move {number}.", { number: turn }) : say("The start."), said]),
    };
  }

  /** How it stands at the node that is shown. */
  said() {
    const { seats, ahead } = table(this);
    const alone = seats.filter((seat) => seat.mine).length === 1;
    const names = seats.map((seat) => (seat.mine && alone ? say("You") : nameOf(seat)));
    const sides = seats.map(({ seat, partners }) => Math.min(seat, ...partners));
    return ahead.length ? "" : (this.chart?.inWords(names, this.weights.get(shown(table(this))), sides) ?? "");
  }

  /** How many moves are weighed, and of how many: of the positions, most of which end no turn, as large a part. */
  seen() {
    const all = turnAt(table(this), trail(table(this)).at(-1) ?? 0);
    return { done: Math.floor((all * Math.max(0, this.done - 1)) / Math.max(1, this.of - 1)), all };
  }

  progress() {
    const { done, all } = this.seen();
    return say("Looking at the moves: {done} of {all}", { done, all });
  }

  /** The same, for whoever waits for the turning points. */
  turning() {
    const { done, all } = this.seen();
    return this.done
      ? count(all, "Where did it turn? {done} of {number} move", "Where did it turn? {done} of {number} moves", {
          done,
        })
      : say("Where did it turn?");
  }

  /** Where the match turned, as far as that is known: a row from the first, so that nothing below it moves. */
  verdict() {
    if (!this.wanted()) return [];
    const looking = this.done < this.of;
    const turns = looking ? [] : this.turnButtons("end", say("It seems to have turned at"), played(table(this)));
    const text = looking ? this.turning() : say("No move looks like a turning point.");
    return turns.length ? turns : [h("div", { class: "row turns" }, h("span", { class: "small quiet" }, text))];
  }

  /** The turning points as buttons. @param {string} where @param {string} title @param {Ply[]} [line] */
  turnButtons(where, title, line = table(this).line) {
    const turns = line.filter((ply) => this.turns.includes(ply.node));
    if (!turns.length) return [];
    return [
      h(
        "div",
        { class: "row turns", role: "group", "aria-label": title },
        h("span", { class: "small quiet" }, title),
        turns.map((ply) => this.turnButton(where, ply)),
      ),
    ];
  }

  /** Its sentence is read instead of what is seen of it. @param {string} where @param {Ply} ply */
  turnButton(where, ply) {
    const { seats, scene } = table(this);
    const { node, turn: number } = ply;
    const [seat, words] = [ply.seat ?? 0, ply.words ?? ply.move];
    const read = say("{name}, move {number}: {words}", { name: seats[seat].called, number, words });
    const current = node === shown(table(this)) ? "step" : undefined;
    const onclick = () => this.match.travel.look(node);
    return h(
      "button",
      { type: "button", "data-key": `turn-${where}-${node}`, "aria-current": current, onclick },
      h("span", { class: `sign ${colour(scene, seat)}`, html: sign(seat) }),
      h("span", { class: "unseen" }, read),
      h("span", { class: "number", "aria-hidden": "true" }, String(number)),
      h("bdi", { "aria-hidden": "true" }, words),
    );
  }

  // Best play

  /** Whether best play may be asked for here. */
  playable() {
    const { helped, hidden, over, curtain, looking } = table(this);
    return helped && curtain === null && (!hidden || over !== null) && (looking !== null || over === null);
  }

  bestOpener() {
    return (
      this.playable() &&
      iconButton("way", say("Best play from here"), () => this.ask(), { "data-key": "best", class: "wide" })
    );
  }

  /** The line stands beside the board, so that both are seen: in one row, with the step that is shown in sight. */
  drawBest() {
    const { best: host } = this.match.part;
    if (!this.best) return fill(host);
    const { line, done, node } = this.best;
    const dots = () =>
      h("li", { class: "dots", role: "status", "aria-label": say("Thinking") }, h("i"), h("i"), h("i"));
    const steps = line.flatMap(({ words }, i) =>
      words === "" ? [] : [h("li", {}, this.bestButton(node, line.slice(0, i + 1)))],
    );
    const words = line.length || !done ? say("Best play from here") : say("Nothing is left to be played here.");
    const row = h("ol", { class: "row", "aria-label": say("Best play") }, steps, !done && dots());
    const closes = { bare: true, class: "plain", "data-key": "best-close" };
    fill(
      host,
      h("p", { class: "small quiet" }, words),
      iconButton("close", say("Close"), () => this.close(), closes),
      row,
    );
    const at = /** @type {HTMLElement | null} */ (row.querySelector("[aria-current]"));
    if (at) row.scrollLeft = at.offsetLeft - (row.clientWidth - at.offsetWidth) / 2;
  }

  /** The line goes, and one sees again what it went on from. */
  close() {
    const { best, match } = this;
    this.best = null;
    if (best && table(this).ahead.length) match.travel.look(best.node);
    match.panels.draw();
  }

  /** Looks at a step of best play. @param {number} node  from which it goes on @param {Step[]} line  up to this step */
  bestButton(node, line) {
    const { ahead, scene } = table(this);
    const { seat, move, name, words = move } = line[line.length - 1];
    const moves = line.map((one) => one.move);
    const how = {
      type: "button",
      class: "ply",
      "data-key": `best-${line.length - 1}`,
      title: name,
      "aria-current": line.length === ahead.length ? "step" : undefined,
      onclick: () => this.match.travel.look(node, moves),
    };
    return h("button", how, h("span", { class: `sign ${colour(scene, seat)}`, html: sign(seat) }), h("bdi", {}, words));
  }

  ask() {
    const node = shown(table(this));
    this.best = { node, line: [], done: false };
    this.match.channel.say({ type: "best", node, of: table(this).history.of });
    this.match.panels.draw();
    this.match.part.room.scrollIntoView({ block: "nearest" });
  }

  /**
   * The moves ahead after a step along best play; undefined where there is none.
   * @param {"first" | "back" | "forward" | "last"} way
   * @returns {string[] | undefined}
   */
  stepped(way) {
    const { ahead } = table(this);
    const line = this.best?.line.map((step) => step.move) ?? [...ahead];
    if (!ahead.length) return undefined;
    const goal = { first: 0, back: ahead.length - 1, forward: ahead.length + 1, last: line.length }[way];
    return goal > line.length ? ahead : line.slice(0, goal);
  }

  /** The last move ahead that is shown, in words. */
  aheadInWords() {
    const { ahead, seats } = table(this);
    const step = this.best?.line[ahead.length - 1];
    const line = this.best?.line.slice(0, ahead.length) ?? [];
    const turns = line.filter(({ seat }, i) => seats.length === 1 || seat !== line[i - 1]?.seat).length;
    const parts = { number: turns || ahead.length, move: step?.name || ahead[ahead.length - 1] };
    return step && seats[step.seat]
      ? say("Best play, move {number}: {name}: {move}.", { ...parts, name: nameOf(seats[step.seat]) })
      : say("Best play, move {number}: {move}.", parts);
  }
}

/** @param {Study} study @returns {Table} */
function table(study) {
  return study.match.table;
}
