/**
 * The line to a match: a socket that connects again by itself, and deeds that are sent until the
 * server says that they are stored.
 *
 * @import { Message } from "../types"
 * @typedef {{open(): any, later(what: () => void, ms: number): any, never(timer: any): void,
 *   random(): number, id(): string, seen(): boolean}} World  what the channel needs of the outside
 * @typedef {{message(message: Message): void, online(yes: boolean): void, late(yes: boolean): void,
 *   gone(why: string, next?: string): void}} Ear  `late`: the server does not answer, though the
 *   line stands; `next`: the match in its place
 * @typedef {{message: Message, done(answer: Message): void, failed(error: Error): void, rests():
 *   void}} Deed  `rests`: nothing is under way for it any more
 */
import { busy, later, never } from "../world.js";
import { Refusal, freshId } from "./api.js";
import { carrier } from "./carrier.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
/** A line that has stood so long is a good one; what breaks sooner is not tried again at once. */
const STEADY = 3_000;
/** Between two pings while somebody looks at the page: with LATE less than five seconds. */
const PING = 2_500;
const PING_UNSEEN = 12_000;
const LATE = 1_800;
const SILENCE = 10_000;
const SILENCE_UNSEEN = 30_000;
const RESEND = 4_000;
const GONE = 4404;

/** The browser as a world. @param {string} path @returns {World} */
export function browser(path) {
  return {
    open: () => carrier.open(path),
    later,
    never,
    random: Math.random,
    id: freshId,
    seen: () => !document.hidden,
  };
}

export class Channel {
  /** @param {World} world @param {Ear} ear */
  constructor(world, ear) {
    this.world = world;
    this.ear = ear;
    /** @type {Map<string, Deed>} */
    this.deeds = new Map();
    /** What waits for the table that shows an acknowledged deed. @type {(() => void)[]} */
    this.unseen = [];
    this.tries = 0;
    this.closed = false;
    /** What is said of a match that is gone. @type {[string, string?]} */
    this.farewell = [""];
    this.late = false;
    /** @type {any} */
    this.socket = null;
    /** @type {Record<string, any>} */
    this.timers = {};
    this.connect();
  }

  connect() {
    if (this.closed) return;
    const socket = this.world.open();
    this.socket = socket;
    this.listen();
    this.expect();
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (/** @type {{data: string}} */ event) => this.heard(socket, JSON.parse(event.data));
    socket.onclose = (/** @type {{code?: number}} */ event) => this.lost(socket, event?.code ?? 0);
  }

  /** @param {any} socket */
  opened(socket) {
    if (socket !== this.socket) return;
    this.answered();
    this.alarm(
      "steady",
      () => {
        this.tries = 0;
      },
      STEADY,
    );
    this.ear.online(true);
    for (const { message } of this.deeds.values()) this.transmit(message);
    if (this.deeds.size) this.expect();
    this.alarm("ping", () => this.ping(), this.pause());
    this.alarm("resend", () => this.resend(), RESEND);
  }

  /** @param {any} socket @param {Message} message */
  heard(socket, message) {
    if (socket !== this.socket) return;
    this.answered();
    const deed = message.id && this.deeds.get(message.id);
    if (deed && (message.type === "ack" || message.type === "error")) {
      this.deeds.delete(message.id);
      deed.rests();
      if (message.type === "ack") {
        void busy(new Promise((shown) => this.unseen.push(() => shown(null))));
        deed.done(message);
      } else deed.failed(new Refusal(message.error, 0, message.code));
    }
    if (message.code === "gone") this.farewell = [message.error, message.next];
    if (message.type !== "pong") this.ear.message(message);
    if (message.type === "view") this.seen();
  }

  /** @param {any} socket @param {number} code */
  lost(socket, code) {
    if (socket !== this.socket || this.closed) return;
    this.socket = null;
    this.forget();
    this.seen();
    if (code === GONE) return this.end();
    this.ear.online(false);
    const wait = Math.min(FIRST_WAIT * 2 ** this.tries, LONGEST_WAIT);
    this.tries += 1;
    this.alarm("connect", () => this.connect(), wait * (0.75 + this.world.random() / 2));
  }

  /** What was acknowledged is shown, or will be when the line is back. */
  seen() {
    for (const shown of this.unseen.splice(0)) shown();
  }

  /** The match is not there any more. */
  end() {
    this.close();
    this.ear.gone(...this.farewell);
  }

  /** Give this socket up and try a new one now. */
  again() {
    leave(this.socket);
    this.socket = null;
    this.forget();
    this.connect();
  }

  /** The server has said something. */
  answered() {
    this.listen();
    this.world.never(this.timers.late);
    delete this.timers.late;
    if (this.late) this.ear.late((this.late = false));
  }

  /** Something was sent that is answered at once. */
  expect() {
    if (this.timers.late === undefined) this.alarm("late", () => this.ear.late((this.late = true)), LATE);
  }

  /** A line that is silent for long is dead. */
  listen() {
    this.alarm("silence", () => this.again(), this.world.seen() ? SILENCE : SILENCE_UNSEEN);
  }

  pause() {
    return this.world.seen() ? PING : PING_UNSEEN;
  }

  forget() {
    for (const name of Object.keys(this.timers)) this.world.never(this.timers[name]);
    this.timers = {};
  }

  /** The device came back to the network or to this page. */
  wake() {
    if (this.closed) return;
    if (!this.socket) this.again();
    else this.ping();
  }

  /** Somebody does something: what waits for the next try waits no longer. */
  hurry() {
    if (!this.closed && !this.socket) this.again();
  }

  ping() {
    this.transmit({ type: "ping" });
    this.expect();
    this.alarm("ping", () => this.ping(), this.pause());
  }

  resend() {
    for (const { message } of this.deeds.values()) this.transmit(message);
    this.alarm("resend", () => this.resend(), RESEND);
  }

  /** @param {string} name @param {() => void} what @param {number} ms */
  alarm(name, what, ms) {
    this.world.never(this.timers[name]);
    this.timers[name] = this.world.later(what, ms);
  }

  /** @param {Message} message */
  transmit(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  /** Say something that needs no answer. @param {Message} message */
  say(message) {
    this.transmit(message);
  }

  /**
   * Do something that must not get lost and must not happen twice.
   * @param {Message} message
   * @returns {Promise<Message>}  the server's answer; rejects with a Refusal
   */
  deed(message) {
    const id = this.world.id();
    return new Promise((done, failed) => {
      void busy(
        new Promise((rests) =>
          this.deeds.set(id, { message: { ...message, id }, done, failed, rests: () => rests(null) }),
        ),
      );
      this.transmit({ ...message, id });
      this.hurry();
      if (this.socket) this.expect();
    });
  }

  close() {
    this.closed = true;
    this.seen();
    for (const { rests } of this.deeds.values()) rests();
    this.forget();
    leave(this.socket);
    this.socket = null;
  }
}

/** Browsers complain of a line that is closed before it is open. @param {any} socket */
function leave(socket) {
  if (socket?.readyState === 0) socket.onopen = () => socket.close();
  else socket?.close();
}
