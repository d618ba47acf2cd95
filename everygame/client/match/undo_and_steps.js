/**
 * Through the tree of a match: back and forth in it, and playing on from another place.
 *
 * @import { Match } from "./match.js"
 */
import { post } from "../net/api.js";
import { say } from "../say.js";
import { toast } from "../ui/dom.js";
import { shown, stepped } from "./history_tab.js";
import { ask } from "./offers.js";

export class Travel {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
  }

  /** At several devices the others are asked. */
  undo() {
    if (this.match.table.undo !== null) this.goTo(this.match.table.undo);
    else if (this.match.table.asks.includes("back")) void ask(this.match, "back");
    else toast(this.match.table.why_not || say("There is nothing to undo."));
  }

  /** @param {number | null} node @param {string[]} [ahead]  moves to play on from there */
  goTo(node, ahead = []) {
    if (node === null) return;
    this.match.deed({ type: "go", at: this.match.throws.node, node, ahead, of: this.match.table.history.of });
    if (this.match.table.looking !== null) this.match.channel.say({ type: "look", node: null });
  }

  /** Here, where all people sit at this device; else, and where the end is final, in a match of its own. */
  async playOn() {
    const { seats, over, ahead, undo } = this.match.table;
    const node = shown(this.match.table);
    const here = seats.every((seat) => seat.mine || (seat.kind === "bot" && seat.plays_for === null));
    const mayGoBack = here && seats.some((seat) => seat.mine) && undo !== null;
    if (mayGoBack || !over) return this.goTo(node, ahead);
    try {
      const { match } = await post(`/api/matches/${this.match.id}/on`, { node, ahead });
      this.match.visit.go(`/match/${match}`);
    } catch (error) {
      this.match.refused(error);
    }
  }

  /** @param {number} node @param {string[]} [ahead]  moves beyond it that nobody has played */
  look(node, ahead = []) {
    const back = node === this.match.table.node && !ahead.length;
    this.match.channel.say({ type: "look", node: back ? null : node, ahead, of: this.match.table.history.of });
  }

  /** Show the last turn of the others again. */
  replay() {
    this.match.replay.ask();
  }

  canReplay() {
    return this.match.replay.possible();
  }

  /** @param {"first" | "back" | "forward" | "last"} way */
  step(way) {
    const ahead = this.match.study.stepped(way);
    const node = stepped(this.match.table, way);
    if (ahead) this.look(shown(this.match.table), ahead);
    else if (node !== undefined) this.look(node);
  }

  /** @param {"first" | "back" | "forward" | "last"} way */
  canStep(way) {
    const ahead = this.match.study.stepped(way);
    return ahead ? ahead.length !== this.match.table.ahead.length : stepped(this.match.table, way) !== undefined;
  }
}
