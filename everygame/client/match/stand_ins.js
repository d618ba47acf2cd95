/**
 * Bots that keep a seat for somebody: one that waits to be taken, one whose person has left, one's
 * own. The person takes it back at any time.
 *
 * @import { Seat, Table } from "../types"
 * @import { Match } from "./match.js"
 */
import { came, post } from "../net/api.js";
import { say } from "../say.js";
import { fill, h, iconButton, tell } from "../ui/dom.js";
import { nameOf } from "../ui/seat_name.js";
import { later, never, now } from "../world.js";

const PATIENCE = 15;

/**
 * Who has been away for so long that a bot may play on.
 * @param {Seat[]} seats
 * @param {number} passed  seconds since they were told
 * @param {Set<number>} waited  whom one wants to wait for
 */
export function absent(seats, passed, waited) {
  return seats.filter((seat) => left(seat) && seat.away + passed >= PATIENCE && !waited.has(seat.seat));
}

/** @param {Seat} seat */
function left(seat) {
  return seat.kind === "person" && !seat.mine && !seat.online;
}

export class StandIns {
  /** @param {Match} match @param {HTMLElement} host */
  constructor(match, host) {
    this.match = match;
    this.host = host;
    /** @type {Set<number>} seats whose person is waited for */
    this.waited = new Set();
    /** @type {Table | null} */
    this.table = null;
    this.told = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  draw() {
    const { table } = this.match;
    if (table !== this.table) this.told = now();
    this.table = table;
    never(this.timer);
    for (const seat of table.seats) if (!left(seat)) this.waited.delete(seat.seat);
    const passed = (now() - this.told) / 1000;
    const limited = Boolean(table.clock?.started); // the clock says how long one may stay away, and a pause lets one
    const playing =
      !table.endless && !table.over && table.looking === null && table.seats.some((seat) => seat.mine || seat.replaced);
    const soon = playing
      ? table.seats
          .filter((seat) => left(seat))
          .map((seat) => PATIENCE - seat.away - passed)
          .filter((wait) => wait > 0)
      : [];
    if (soon.length) this.timer = later(() => this.draw(), 1000 * Math.min(...soon) + 50);
    fill(
      this.host,
      playing && table.next && this.anew(table.next),
      ...table.seats.filter((seat) => seat.kept === "you").map((seat) => this.kept(seat)),
      ...(playing
        ? [
            ...table.seats.filter((seat) => seat.replaced).map((seat) => this.mine(seat)),
            ...(limited ? [] : absent(table.seats, passed, this.waited)).map((seat) => this.theirs(seat)),
          ]
        : []),
    );
  }

  /** Whoever else sits here is told where the others may have gone. @param {string} next */
  anew(next) {
    return h(
      "div",
      { class: "row" },
      h("p", {}, say("A new match was begun from this one.")),
      iconButton("play", say("To the new match"), () => this.match.visit.go(`/match/${next}`), {
        class: "main",
        "data-key": "anew",
      }),
    );
  }

  /** A seat that was kept for this device. @param {Seat} seat */
  kept(seat) {
    return iconButton(
      "play",
      say("Sit down as {name}", { name: nameOf(seat) }),
      () => void this.ask(seat, { kind: "person" }),
      { class: "main", "data-key": `kept-${seat.seat}` },
    );
  }

  /** @param {Seat} seat */
  mine(seat) {
    return h(
      "div",
      { class: "row" },
      h("p", {}, say("A bot plays {seat} for you.", { seat: seat.called })),
      iconButton("play", say("Take the seat back"), () => void this.ask(seat, { kind: "person" }), {
        class: "main",
        "data-key": `back-${seat.seat}`,
      }),
    );
  }

  /** @param {Seat} seat */
  theirs(seat) {
    return h(
      "div",
      { class: "row" },
      h("p", {}, say("{name} has left.", { name: nameOf(seat) })),
      h(
        "button",
        {
          type: "button",
          "data-key": `wait-${seat.seat}`,
          onclick: () => {
            this.waited.add(seat.seat);
            this.draw();
          },
        },
        say("Wait"),
      ),
      iconButton("bot", say("Let a bot play on"), () => void this.ask(seat, { kind: "bot" }), {
        "data-key": `steward-${seat.seat}`,
      }),
    );
  }

  /** Ask how strong the bot shall be. @param {Seat} seat */
  async choose(seat) {
    (await came(import("./seat_dialogs.js"))).openBots(this.match, seat);
  }

  /** @param {Seat} seat @param {{kind: string, level?: string}} wanted */
  async ask(seat, wanted) {
    try {
      await post(`/api/matches/${this.match.id}/seat`, { seat: seat.seat, ...wanted });
    } catch (error) {
      tell(error);
    }
  }

  close() {
    never(this.timer);
  }
}
