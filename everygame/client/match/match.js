/**
 * A match: its tables are shown as they come, and what is played goes to the server.
 *
 * @import { Choice, Table, View, Visit } from "../types"
 */
import { Refusal } from "../net/api.js";
import { Channel, browser } from "../net/channel.js";
import { say } from "../say.js";
import { inWords } from "../scene/describe.js";
import { Lines } from "../scene/history.js";
import { materialOn } from "../scene/scene.js";
import { feel, sound } from "../ui/sounds.js";
import { Board } from "../view/board.js";
import { line } from "../view/terrain.js";
import { advised } from "../view/touch_marks.js";
import { later, never, now } from "../world.js";
import { Study } from "./analysis.js";
import { announce } from "./announce.js";
import { Room } from "./board_size.js";
import { shown } from "./history_tab.js";
import { giveBytes } from "./honest_dice.js";
import { listenToKeys } from "./keys.js";
import { lead } from "./options_tab.js";
import { pageParts } from "./page_parts.js";
import { Panels } from "./panels.js";
import { finality } from "./prompt_box.js";
import { hear } from "./public_match.js";
import { Replay } from "./replay.js";
import { drawWatching } from "./spectators.js";
import { StandIns } from "./stand_ins.js";
import { whyNothing } from "./status_words.js";
import { Throws } from "./throws.js";
import { refocus } from "./refocus.js";
import { Told } from "./told.js";
import { Travel } from "./undo_and_steps.js";

const MOST_WAITING = 5;
/** Milliseconds until a move that was not answered is shown as one that waits. */
const WAITING = 700;
/** Milliseconds for which the line may be gone before it is said. */
const UNSAID = 1200;

/** @type {View} */
export function showMatch(page, visit) {
  return new Promise((done, failed) => void new Match(page, visit, done, failed));
}

export class Match {
  /**
   * @param {HTMLElement} page
   * @param {Visit} visit
   * @param {() => void} ready  the first table is shown
   * @param {(error: Error) => void} failed
   */
  constructor(page, visit, ready, failed) {
    this.id = visit.params.match;
    this.visit = visit;
    this.ready = ready;
    /** @type {Table} */
    this.table = /** @type {any} */ (null);
    /** @type {Table[]} */
    this.waiting = [];
    this.lines = new Lines();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.offlineTimer = undefined;
    this.showing = false;
    this.played = "";
    this.gone = false;
    /** This page has asked for the next match, so nobody needs to be told of it here. */
    this.asksNext = false;
    /** The dice to which this page gives bytes. */
    this.mixing = "";
    this.board = new Board({
      play: (choice) => void this.play(choice),
      say: (text) => this.say(text),
      refused: () => feel("refused"),
      walked: () => {
        this.warn();
        this.room.follow();
      },
      why: () => whyNothing(this.table),
      kept: () => this.part.prompt.getBoundingClientRect(),
      controls: () => this.controls(),
    });
    this.part = this.furnished();
    page.append(this.part.element);
    this.channel = this.connected(failed);
    this.watchers = 0;
    this.room = new Room(this);
    this.travel = new Travel(this);
    this.replay = new Replay(this);
    this.throws = new Throws(this);
    this.panels = new Panels(this);
    this.standIns = new StandIns(this, this.part.absent);
    this.told = new Told(this.part.told, this.part.ownDeed);
    this.study = new Study(this, this.part.study);
    this.listen();
  }

  /** @returns {ReturnType<typeof pageParts>} */
  furnished() {
    return pageParts(this.board.element, {
      undo: () => this.travel.undo(),
      redo: () => this.travel.goTo(this.table.redo),
      hint: () => this.channel.say({ type: "hint", at: this.table.node, of: this.table.history.of }),
      choices: () => this.panels.drawChoices(),
      options: () => this.panels.drawOptions(),
    });
  }

  /** @param {(error: Error) => void} failed */
  connected(failed) {
    const none = say("This match is not there, or not any more.");
    return new Channel(browser(`/api/matches/${this.id}/socket`), {
      message: (message) => this.heard(message),
      online: (yes) => this.online(yes),
      late: (yes) => this.late(yes),
      gone: (why, next) => (next ? lead(this, `/match/${next}`) : this.ended(why || none, failed)),
    });
  }

  /** Where rows of buttons are. */
  controls() {
    const rows = [this.part.actions, this.part.undo.parentElement];
    return rows.flatMap((row) => (row?.children.length ? row.getBoundingClientRect() : []));
  }

  listen() {
    const stop = new AbortController();
    const { signal } = stop;
    const wake = () => {
      this.replay.seen(document.hidden);
      if (!document.hidden) this.channel.wake();
    };
    listenToKeys(this, signal);
    this.part.element.addEventListener("unfocused", () => refocus(this.board, this.part.actions));
    document.addEventListener("visibilitychange", wake, { signal });
    addEventListener("online", wake, { signal });
    document.addEventListener("pointerdown", () => this.channel.hurry(), { signal });
    this.visit.leave(() => {
      stop.abort();
      this.replay.stop();
      this.throws.stopWaiting();
      this.room.close();
      this.channel.close();
      this.standIns.close();
      this.panels.close();
    });
  }

  /** @param {Record<string, any>} message */
  heard(message) {
    if (message.type === "view") this.arrived(/** @type {any} */ (message));
    else if (message.type === "hint") this.showHint(message);
    else if (message.type === "watchers") this.hearWatchers(message.count);
    else if (message.type === "said") hear(this.table, message);
    else if (message.type === "weights" || message.type === "best") this.study.heard(message);
    else if (message.type === "steps") this.throws.heard(message.steps);
    else if (message.type === "error" && !message.id && message.code !== "stale") this.say(message.error);
  }

  /** @param {number} count */
  hearWatchers(count) {
    this.watchers = count;
    if (this.table) drawWatching(this.part.watching, this, count);
  }

  /** @param {boolean} yes */
  online(yes) {
    if (!yes) this.watchers = 0;
    if (!yes) this.throws.stopWaiting();
    if (yes) never(this.offlineTimer);
    if (yes) this.offlineTimer = undefined;
    if (yes) this.study.again();
    if (yes && this.table?.truth) this.channel.say({ type: "truth", on: true });
    if (yes) this.part.offline.textContent = "";
    else this.offlineTimer ??= later(() => this.sayOffline(), UNSAID); // each try that fails says so anew
  }

  /** Also to who waits for the first table. */
  sayOffline() {
    const text = say("Offline – trying again. Nothing is lost.");
    for (const place of [this.part.offline, document.querySelector(".wait p")]) {
      if (place) place.textContent = text;
    }
  }

  /** Whether the server keeps this page waiting. @param {boolean} yes */
  late(yes) {
    const waits = this.channel.deeds.size
      ? say("The server does not answer – your move waits. Nothing is lost.")
      : say("The server does not answer – trying on. Nothing is lost.");
    this.part.offline.textContent = yes ? waits : "";
  }

  /** It cannot go on. @param {string} why @param {(error: Error) => void} failed */
  ended(why, failed) {
    if (!this.table) return failed(new Error(why));
    this.gone = true;
    this.part.element.classList.add("gone");
    this.waiting.length = 0;
    this.throws.waiting = null;
    this.board.locked = true;
    this.board.paint();
    this.say("");
    this.panels.drawNoMore(why);
  }

  /** Tables are shown one after the other, each when the pieces have come to rest. @param {Table} table */
  arrived(table) {
    table.came = now();
    this.waiting.push(table);
    this.throws.stopWaiting();
    if (this.waiting.length > MOST_WAITING) this.lines.add(/** @type {Table} */ (this.waiting.shift()).history);
    if (this.showing) this.wait();
    else void this.showWaiting();
  }

  /** Show a table that has come already, unless a newer one waits. @param {Table} table */
  async showAgain(table) {
    if (!this.waiting.length) this.waiting.push(table);
    if (!this.showing) await this.showWaiting();
  }

  /** There is a newer table than the one that is shown: what is touched now would be too late. */
  wait() {
    if (this.board.locked) return;
    this.board.locked = true;
    this.board.paint();
  }

  async showWaiting() {
    this.showing = true;
    for (let table = this.waiting.shift(); table; table = this.waiting.shift()) await this.show(table);
    this.showing = false;
    if (this.board.locked && !this.played) this.unlock();
    this.room.fit();
    this.replay.begin();
  }

  unlock() {
    this.board.locked = false;
    this.board.paint();
  }

  /** Show a new view of the match. @param {Table} table */
  async show(table) {
    this.lines.add(table.history);
    const now = await this.throws.tableToShow({ ...table, ...this.lines.through(table.history.of, shown(table)) });
    if (now) await this.draw(now);
  }

  /** @param {Table} table  with what is known of its history */
  async draw(table) {
    const before = this.table;
    this.replay.stop();
    if (!before) this.room.enter();
    if (before && before.offers.length > table.offers.length) this.part.now.style.minHeight = "";
    this.table = table;
    const same = before && before.curtain === table.curtain && (before.viewer === table.viewer || !this.room.turns());
    const moved = before && shown(before) !== shown(table);
    if (moved || !before) this.played = "";
    const was = this.board.scene;
    const rest = this.room.show(table, Boolean(same));
    this.panels.draw();
    this.told.follow(before, was, table);
    this.replay.follow(before, table);
    giveBytes(this);
    announce(this, before);
    this.ready();
    await rest;
  }

  /** Beside the prompt: what the touches so far mean. */
  warn() {
    if (this.table && !this.board.locked) this.say(finality(this.board.walk));
  }

  /** @param {string} text @param {boolean} [advice]  for which there is room in place of the prompt */
  say(text, advice = false) {
    this.part.hint.classList.toggle("advice", advice);
    // A text said twice is read twice only if it differs.
    this.part.hint.textContent = text && text === this.part.hint.textContent ? `${text}\u00a0` : text;
  }

  /** @param {Choice} choice */
  async play(choice) {
    if (this.table.looking !== null) return;
    if (this.throws.waiting) return void this.throws.throw();
    this.played = choice.kind;
    this.part.actions.classList.add("pending");
    this.say("");
    sound(choice.kind, materialOn(this.board.scene, [...choice.touch, ...choice.path]));
    const waiting = later(() => this.showWaitingFor(choice), WAITING);
    try {
      await this.channel.deed({ type: "play", at: this.table.node, move: choice.move, of: this.table.history.of });
    } catch (error) {
      this.refused(error);
    } finally {
      this.answered(waiting);
    }
  }

  /** @param {ReturnType<typeof setTimeout>} waiting  after which it would be said that one waits */
  answered(waiting) {
    never(waiting);
    this.part.sent.textContent = "";
  }

  /** What was played and has not been answered. @param {Choice} choice */
  showWaitingFor(choice) {
    if (this.gone) return;
    this.drawWay(choice);
    this.sayWaiting(say("Sent: {choice}. Waiting for the server.", { choice: inWords(choice) }));
  }

  /** Also above what is asked, which may lie over the hint. @param {string} text */
  sayWaiting(text) {
    this.say(text);
    this.part.sent.textContent = text;
  }

  /** @param {Choice | undefined} choice */
  drawWay(choice) {
    const touched = choice?.path?.length ? choice.path : (choice?.touch ?? []);
    const path = touched.flatMap((id) => this.board.places.get(id) ?? []);
    const [spot] = path;
    const ring = path.length === 1 ? `<circle class="path-way" cx="${spot.x}" cy="${spot.y}" r="0.12"/>` : "";
    this.board.layers.above.insertAdjacentHTML("beforeend", ring || line(path, "path-back") + line(path, "path-way"));
  }

  /** @param {unknown} error */
  refused(error) {
    this.played = "";
    this.board.restore();
    this.part.actions.classList.remove("pending");
    // Somebody was quicker, or a key was held: the newer table is on its way and says it all.
    if (error instanceof Refusal && error.code === "stale") return;
    this.say(error instanceof Error ? error.message : String(error));
  }

  /** A deed whose answer is only a new table. @param {Record<string, any>} message */
  deed(message) {
    const waiting = later(() => this.gone || this.sayWaiting(say("Sent. Waiting for the server.")), WAITING);
    this.channel
      .deed(message)
      .catch((error) => this.refused(error))
      .finally(() => this.answered(waiting));
  }

  /** @param {Record<string, any>} message */
  showHint({ at, move, sentence }) {
    if (at !== undefined && at !== this.table.node) return;
    const choice = this.board.scene.choices.find((one) => one.move === move);
    if (choice) this.board.layers.above.insertAdjacentHTML("beforeend", advised(choice, this.board.places));
    this.say(sentence || say("Try: {choice}.", { choice: choice ? inWords(choice) : move }), true);
  }
}
