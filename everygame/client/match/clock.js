/**
 * The clocks on the plates: text that changes by itself from one table to the next.
 *
 * The server says how many milliseconds are left; from then on this page counts by the time since
 * it was opened, so what the clock of the device says does not matter.
 *
 * @import { Clock } from "../types"
 */
import { count, say } from "../say.js";
import { h } from "../ui/dom.js";
import { inTime } from "../ui/time_words.js";
import { later, never, now } from "../world.js";

/** Milliseconds below which time is low. */
const LOW = 30_000;
/** Milliseconds below which it is said how much is left, where a turn or a match has twice as much. */
const SAID = [60_000, 10_000];
const DAY = 86_400_000;

/** Whether time is so low that it is shown. @param {Clock} clock @param {number} ms */
export function isLow(clock, ms) {
  return ms < Math.min(LOW, clock.seconds * 200);
}

export class Clocks {
  /** @param {HTMLElement} voice  where it is said that time is low */
  constructor(voice) {
    this.voice = voice;
    /** @type {Clock | null} */
    this.clock = null;
    this.told = 0;
    /** @type {(HTMLElement | null)[]} */
    this.faces = [];
    /** @type {number | null} the seat of this device whose time is said when it is low */
    this.mine = null;
    this.said = Infinity;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** What a table said, and when. @param {Clock | null} clock @param {number | null} mine @param {number} told */
  set(clock, mine, told) {
    if (clock?.running !== this.clock?.running) [this.said, this.voice.textContent] = [Infinity, ""];
    this.clock = clock;
    this.mine = mine;
    this.told = told;
  }

  /** The face of a seat's clock, for its plate. @param {number} seat */
  face(seat) {
    const left = this.left(seat);
    if (left === null) return null;
    const face = h(
      "span",
      { class: "clock", role: "timer", "aria-label": say("Time left") },
      h("span", { class: "sand", "aria-hidden": "true" }),
      h("span", { class: "digits" }),
    );
    this.faces[seat] = face;
    this.paint(seat);
    return face;
  }

  /** Milliseconds that a seat has now; null without a clock. @param {number} seat */
  left(seat) {
    const left = this.clock?.left[seat] ?? null;
    if (left === null || this.clock?.running !== seat) return left;
    return Math.max(0, left - (now() - this.told));
  }

  /** @param {number} seat */
  paint(seat) {
    const face = this.faces[seat];
    const left = this.left(seat);
    if (!face || left === null || !this.clock) return;
    const low = isLow(this.clock, left);
    face.classList.toggle("low", low);
    face.classList.toggle("running", this.clock.running === seat);
    const digits = /** @type {HTMLElement} */ (face.lastElementChild);
    const text = inTime(left);
    if (digits.textContent !== text) digits.textContent = text;
  }

  /** Count on from here. */
  tick() {
    never(this.timer);
    const seat = this.clock?.running ?? null;
    if (seat === null) return;
    this.paint(seat);
    const left = this.left(seat) ?? 0;
    this.say(seat, left);
    if (left > 0) this.timer = later(() => this.tick(), left >= DAY ? 60_000 : (left % 1000) + 5);
  }

  /** Say once below each threshold how much time of one's own is left. @param {number} seat @param {number} left */
  say(seat, left) {
    if (seat !== this.mine || !this.clock) return;
    const most = this.clock.seconds * 500;
    const below = Math.min(...SAID.filter((limit) => left <= limit && limit <= most));
    if (below >= this.said) return;
    this.said = below;
    this.voice.textContent = count(Math.ceil(left / 1000), "{number} second left.", "{number} seconds left.");
  }

  stop() {
    never(this.timer);
  }
}
