/**
 * A match: the board with its seats, what is to do, undo, history and options.
 *
 * @typedef {{seat: number, called: string, name: string, kind: "person" | "bot" | "open",
 *   level: string | null, mine: boolean, kept: "" | "you" | "another", online: boolean, to_play: boolean, away: number,
 *   plays_for: string | null, replaced: boolean, gave_up: string | null}} Seat
 * @typedef {import("../scene/lines.js").Ply} Ply
 * @typedef {{match: string, game: string, title: string, name: string, hidden: boolean, endless: boolean, options: Record<string, string>,
 *   seats: Seat[], viewer: number | null, curtain: number | null, node: number,
 *   looking: number | null, ahead: string[], truth: boolean | null, history: import("../scene/lines.js").News, line: Ply[], branches: {node: number, line: Ply[]}[], scene: any,
 *   last: import("../scene/scene.js").Last | null, undo: number | null, redo: number | null,
 *   why_not?: string, helped: boolean, thinking: number | null, thinks: number | null, notice?: string,
 *   clock: import("./clock.js").Clock | null, paused: boolean, free: number[],
 *   public: {listed: boolean, host: boolean} | null,
 *   offer: import("./asking.js").Offer | null, asks: import("./asking.js").What[],
 *   asked: boolean, dice: {name: string, commitment: string, seed: string, mixed: {bytes: string, seats: number[]}[], waits: boolean} | null,
 *   over: {returns: number[], ending: string, sentence: string} | null, next: string | null,
 *   came: number}} Table  `came`: when, by this page's own time
 */
import { whole } from "../net/address.js";
import { Refusal, post } from "../net/api.js";
import { Channel, browser } from "../net/channel.js";
import { buttons, begun, next, once, way } from "../scene/choices.js";
import { capital, inWords, onButton, warning } from "../scene/describe.js";
import { arranged } from "../view/arrange.js";
import { Board, calm } from "../view/board.js";
import { ARROWS, playKey } from "../view/keyboard.js";
import { Lines } from "../scene/lines.js";
import { complete, lying } from "../scene/scene.js";
import { advised } from "../view/hints.js";
import { line } from "../view/terrain.js";
import { afterButtons, drawPuzzles } from "./after.js";
import { fill, h, icon, iconButton, segments, tell, toast } from "./dom.js";
import { furniture } from "./furniture.js";
import { ask, drawAsked } from "./asking.js";
import { Clocks } from "./clock.js";
import { drawHistory, shown, stepped } from "./history.js";
import { diceWait, giveBytes } from "./honest.js";
import { drawOptions, follow, invite } from "./options.js";
import { hear, listButton } from "./public.js";
import { drawPush } from "./push.js";
import { awaited, lotFell, nameOf, plates, won } from "./seats.js";
import { turning } from "./settings.js";
import { Stewards } from "./stewards.js";
import { Study } from "./study.js";
import { snowfall } from "./snowfall.js";
import { sound } from "./sounds.js";
import { openDialog } from "./dialog.js";
import { drawWatching } from "./watching.js";

const MOST_WAITING = 5;
/** Milliseconds until a move that was not answered is shown as one that waits. */
const WAITING = 700;
/** Characters of a sentence above the buttons that is set smaller. */
const LONG = 80;

/** @type {import("../main.js").View} */
export function showMatch(page, visit) {
  return new Promise((done, failed) => void new Match(page, visit, done, failed));
}

export class Match {
  /**
   * @param {HTMLElement} page
   * @param {import("../main.js").Visit} visit
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
    this.thought = "";
    this.since = 0;
    this.played = "";
    this.drawn = "";
    /** The dice to which this page gives bytes. */
    this.mixing = "";
    this.board = new Board({ play: (choice) => void this.play(choice), say: (text) => this.say(text), walked: () => this.drawHint(), why: () => this.whyNothing() });
    this.part = furniture(this.board.element, {
      undo: () => this.undo(),
      redo: () => this.goTo(this.table.redo),
      hint: () => this.channel.say({ type: "hint", at: this.table.node, of: this.table.history.of }),
    });
    page.append(this.part.element);
    this.channel = new Channel(browser(`/api/matches/${this.id}/socket`), {
      message: (message) => this.heard(message),
      online: (yes) => this.online(yes),
      late: (yes) => this.late(yes),
      gone: (why) => this.ended(why || "This match is not there, or not any more.", failed),
    });
    this.watchers = 0;
    this.clocks = new Clocks(this.part.voice);
    this.stewards = new Stewards(this, this.part.absent);
    this.study = new Study(this, this.part.study);
    this.listen();
  }

  listen() {
    const stop = new AbortController();
    const { signal } = stop;
    const wake = () => { if (!document.hidden) this.channel.wake(); };
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    document.addEventListener("visibilitychange", wake, { signal });
    addEventListener("online", wake, { signal });
    const room = new ResizeObserver(() => this.resized());
    room.observe(this.part.gauge);
    this.visit.leave(() => { stop.abort(); room.disconnect(); this.channel.close(); this.stewards.close(); this.clocks.stop(); });
  }

  /** @param {Record<string, any>} message */
  heard(message) {
    if (message.type === "table") this.arrived(/** @type {any} */ (message));
    else if (message.type === "hint") this.showHint(message);
    else if (message.type === "watchers") this.hearWatchers(message.count);
    else if (message.type === "said") hear(this.table, message);
    else if (message.type === "weights" || message.type === "best") this.study.heard(message);
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
    clearTimeout(this.offlineTimer);
    if (yes) this.study.again();
    if (yes && this.table?.truth) this.channel.say({ type: "truth", on: true });
    if (yes) this.part.offline.textContent = "";
    else this.offlineTimer = setTimeout(() => { this.part.offline.textContent = "Offline – trying again. Nothing is lost."; }, 1200);
  }

  /** Whether the server keeps this page waiting. @param {boolean} yes */
  late(yes) {
    const waits = this.channel.deeds.size ? "your move waits" : "trying on";
    this.part.offline.textContent = yes ? `The server does not answer – ${waits}. Nothing is lost.` : "";
  }

  /** It cannot go on. @param {string} why @param {(error: Error) => void} failed */
  ended(why, failed) {
    if (!this.table) return failed(new Error(why));
    this.waiting.length = 0;
    this.board.locked = true;
    this.board.paint();
    this.part.prompt.textContent = why;
    this.part.prompt.classList.add("long");
    this.say("");
    fill(this.part.actions, h("a", { class: "button main", href: "/", html: icon("home") }, h("span", {}, "Library")));
    for (const gone of [this.part.undo, this.part.redo, this.part.idea]) gone.disabled = true;
    fill(this.part.plates, plates({ ...this.table, thinking: null, seats: this.table.seats.map((seat) => ({ ...seat, to_play: false })) }));
  }

  /** Tables are shown one after the other, each when the pieces have come to rest. @param {Table} table */
  arrived(table) {
    table.came = performance.now();
    this.waiting.push(table);
    if (this.waiting.length > MOST_WAITING) this.lines.add(/** @type {Table} */ (this.waiting.shift()).history);
    if (this.showing) this.wait();
    else void this.showWaiting();
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
    this.fit();
  }

  unlock() {
    this.board.locked = false;
    this.board.paint();
  }

  /** @param {Table} table */
  async show(table) {
    const before = this.table;
    if (before?.offer && !table.offer) this.part.now.style.minHeight = "";
    this.lines.add(table.history);
    this.table = table = { ...table, ...this.lines.through(table.history.of, shown(table)) };
    const same = before && before.curtain === table.curtain && (before.viewer === table.viewer || !this.turns());
    const moved = before && shown(before) !== shown(table);
    if (moved || !before) this.played = "";
    const rest = this.showBoard(table, Boolean(same));
    this.draw();
    giveBytes(this);
    if (before) this.soundOf(before, table);
    else if (this.visit.query.has("lot") && table.line.every(({ seat }) => seat === null)) toast(lotFell(table));
    this.ready();
    await rest;
  }

  /** A table that differs only in who is online leaves the board, and a touch begun, alone. @param {Table} table @param {boolean} moving */
  showBoard(table, moving) {
    const scene = this.arranged(table);
    const picture = JSON.stringify([table.node, table.looking, table.ahead, table.curtain, scene]);
    const locked = this.waiting.length > 0;
    if (picture === this.drawn && !locked && !this.board.locked) return;
    this.drawn = picture;
    return this.board.show(scene, { last: table.last, moving, locked });
  }

  /** The scene as it fills the room, turned to whoever looks or lying between them. @param {Table} table */
  arranged(table) {
    const { offsetWidth, offsetHeight } = this.part.gauge;
    const lie = this.turns() ? undefined : (/** @type {any} */ scene) => lying(scene, table.seats.length);
    return arranged(complete(table.scene), offsetHeight ? offsetWidth / offsetHeight : 1, lie);
  }

  /** The room has changed: another place may suit the areas beside the board. */
  resized() {
    for (const part of this.high()) part.style.minHeight = "";
    this.fit();
  }

  /** Put the areas where they suit the room, unless something is on its way. */
  fit() {
    if (this.table && !this.showing && !this.board.locked) void this.showBoard(this.table, false);
  }

  /** Whether several people share this screen, so that the board may turn to each of them. */
  shared() {
    return this.table.seats.filter((seat) => seat.mine).length > 1;
  }

  /** Whether the picture is drawn from the side of whoever looks. */
  turns() {
    return !this.shared() || turning(this.table.hidden);
  }

  draw() {
    const { table } = this;
    const turn = table.seats.find((seat) => seat.to_play && seat.mine) && !awaited(table) && !table.over && table.looking === null;
    this.visit.title(turn && table.seats.some((seat) => !seat.mine) ? `Your turn: ${table.title}` : table.title, table.title);
    this.part.title.textContent = table.title;
    this.drawClocks();
    this.drawCurtain();
    this.drawNow();
    this.drawTruth();
    this.stewards.draw();
    drawAsked(this.part.asked, this);
    drawWatching(this.part.watching, this, this.watchers);
    void drawPush(this.part.push, this);
    const asks = table.undo === null && table.asks.includes("back");
    /** @type {HTMLElement} */ (this.part.undo.lastElementChild).textContent = asks ? "Ask to undo" : "Undo";
    this.part.undo.disabled = (table.undo === null && !asks) || table.looking !== null;
    this.part.undo.title = table.why_not ?? "";
    this.part.redo.disabled = table.redo === null || table.looking !== null;
    this.part.arrows.hidden = Boolean(table.over) || !this.board.scene.choices.some((choice) => choice.key in ARROWS);
    this.part.idea.hidden = table.endless || !table.helped || !table.seats.some((seat) => seat.mine);
    this.part.idea.disabled = !this.board.scene.choices.length;
    fill(this.part.notes, this.board.scene.notes.map((note) => h("li", {}, note)));
    fill(this.part.list, once(this.board.scene.choices).map((choice) => h("li", {},
      h("button", { type: "button", "data-key": `choice-${choice.move}`, onclick: () => this.board.play(choice) }, inWords(choice)))));
    this.study.draw();
    drawHistory(this.part.history, table, { look: (node) => this.look(node), step: (way) => this.step(way), canStep: (way) => this.canStep(way) });
    drawOptions(this.part.options, this);
  }

  /** The plates, and their clocks. */
  drawClocks() {
    const { table } = this;
    const mine = table.seats.find((seat) => seat.mine && seat.to_play);
    this.clocks.set(table.clock, mine?.seat ?? null, table.came);
    fill(this.part.plates, plates(table, this.thoughtFor(), this.clocks));
    this.clocks.tick();
  }

  /** Seconds for which the bot that thinks has thought, as far as this page has seen it. */
  thoughtFor() {
    const { node, thinking } = this.table;
    const thought = thinking === null ? "" : `${node} ${thinking}`;
    if (thought !== this.thought) this.since = performance.now();
    this.thought = thought;
    return (performance.now() - this.since) / 1000;
  }

  /** What is to do now: the prompt, the choices that are buttons, or how it ended. */
  drawNow() {
    const { table } = this;
    const { scene } = this.board;
    const looking = table.looking !== null;
    const text = looking ? this.whereLooking() : awaited(table) || diceWait(table) || capital(table.over?.sentence || scene.over || scene.prompt || this.whoIsAwaited());
    if (this.part.prompt.textContent !== text) this.part.prompt.textContent = text;
    this.part.prompt.classList.toggle("over", Boolean(table.over) && !looking);
    this.part.prompt.classList.toggle("long", text.length > LONG);
    if (table.notice) this.say(table.notice);
    this.part.actions.classList.remove("pending");
    fill(this.part.actions, looking ? this.lookingButtons() : table.over ? afterButtons(this) : this.choiceButtons());
    void drawPuzzles(this, this.part.after).catch(tell);
    this.keepHeight();
  }

  /** What has other parts below it. */
  high() {
    return [this.part.now, this.part.plates, /** @type {HTMLElement} */ (this.board.element.parentElement)];
  }

  /** The box, the plates and the board's room are never lower than they were: what stands below them stays in its place. */
  keepHeight() {
    const parts = this.high();
    const heights = parts.map((part) => part.getBoundingClientRect().height);
    parts.forEach(({ style }, i) => { if (heights[i]) style.minHeight = `${heights[i]}px`; });
  }

  /** For whoever waits, where the game has no words for it. */
  whoIsAwaited() {
    const seat = this.table.seats.find((one) => one.to_play && !one.mine);
    return seat ? `Waiting for ${nameOf(seat)}.` : "";
  }

  /** Why nothing on the board can be touched, or an empty text. */
  whyNothing() {
    const { table } = this;
    const playing = table.seats.find((seat) => seat.to_play);
    if (table.looking !== null) return "You look back; go back to the match to play.";
    if (table.over) return "The match is over.";
    if (awaited(table)) return awaited(table);
    if (!table.seats.some((seat) => seat.mine)) return "You only watch.";
    return playing && !playing.mine ? "It is not your turn yet." : "";
  }

  whereLooking() {
    if (this.table.ahead.length) return this.study.aheadInWords();
    const ply = [...this.table.line, ...this.table.branches.flatMap((branch) => branch.line)].find((one) => one.node === shown(this.table));
    const said = ply?.words ?? ply?.move;
    return ply && ply.node ? `Looking at move ${ply.ply}${said ? `: ${said}` : ""}.` : "Looking at the start.";
  }

  lookingButtons() {
    const mine = this.table.seats.some((seat) => seat.mine);
    const step = (/** @type {"back" | "forward"} */ way, /** @type {string} */ label) => {
      return iconButton(way, label, () => this.step(way), { bare: true, "data-key": `look-${way}`, disabled: !this.canStep(way) });
    };
    return [
      step("back", "Earlier"), step("forward", "Later"),
      (mine || this.table.over) && iconButton("play", "Play from here", () => void this.playOn(), { "data-key": "from-here" }),
      iconButton("last", "Back to the match", () => this.look(this.table.node), { "data-key": "to-match", class: "main" }),
    ];
  }

  choiceButtons() {
    const open = this.table.seats.filter((seat) => seat.kind === "open" && !seat.kept && this.table.seats.some((one) => one.mine));
    return [
      ...buttons(this.board.scene).map((choice) => h("button", { type: "button", "data-key": `button-${choice.move}`, class: choice.kind === "end" ? "" : "main", title: choice.final ? warning(choice.final) : "", onclick: () => this.board.play(choice) }, onButton(choice))),
      ...open.map((seat) => iconButton("link", `Invite ${seat.called}`, () => this.openInvitation(seat), { class: "main", "data-key": `invite-${seat.seat}` })),
      this.table.public?.host && open.length > 0 && listButton(this),
      ...(this.table.endless ? [] : open).map((seat) => iconButton("bot", "Let a bot play", () => void this.stewards.choose(seat), { "data-key": `fill-${seat.seat}` })),
    ];
  }

  /** @param {Seat} seat */
  openInvitation(seat) {
    const host = h("div", { class: "stacked" });
    openDialog(`Invite ${seat.called}`, [host]);
    void invite(this, seat.seat, host);
  }

  /** Where a match with secrets is over: whether to look back at it as it was seen, or as it was. */
  drawTruth() {
    const { truth, viewer, seats } = this.table;
    const who = viewer === null ? "all" : this.shared() ? nameOf(seats[viewer]) : "I";
    const choices = /** @type {[string, string][]} */ ([["off", `What ${who} ${viewer === null ? "saw" : "knew"}`], ["on", "The truth"]]);
    fill(this.part.truth, truth !== null && segments("What is shown", choices, truth ? "on" : "off", (value) => this.channel.say({ type: "truth", on: value === "on" })));
  }

  /** Beside the prompt: what the touches so far mean. */
  drawHint() {
    if (!this.table || this.board.locked) return;
    const { walk } = this.board;
    const goals = begun(walk) ? [...next(walk).values()].flat() : [];
    const final = goals.find((choice) => choice.final && way(walk, choice).length === walk.touched.length + 1)?.final;
    const all = final && goals.every((choice) => choice.final);
    this.say(final ? (all ? warning(final) : "Where the ring is dashed, it cannot be taken back.") : "");
  }

  /** @param {string} text */
  say(text) {
    // A text said twice is read twice only if it differs.
    this.part.hint.textContent = text && text === this.part.hint.textContent ? `${text}\u00a0` : text;
  }

  drawCurtain() {
    const { table } = this;
    const seat = table.curtain === null ? undefined : table.seats[table.curtain];
    const was = this.part.curtain.hidden;
    this.part.curtain.hidden = !seat;
    this.board.element.inert = Boolean(seat);
    if (!seat) return;
    fill(this.part.curtain,
      h("p", { class: "hand" }, `Hand the screen to ${nameOf(seat)}.`),
      h("button", { type: "button", class: "main big", "data-key": "reveal", onclick: () => this.channel.say({ type: "reveal", seat: seat.seat }) }, `I am ${nameOf(seat)}: look`));
    if (was) this.part.curtain.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {import("../scene/scene.js").Choice} choice */
  async play(choice) {
    if (this.table.looking !== null) return;
    this.played = choice.kind;
    this.part.actions.classList.add("pending");
    this.say("");
    sound(choice.kind);
    const waiting = setTimeout(() => this.showWaitingFor(choice), WAITING);
    try {
      await this.channel.deed({ type: "play", at: this.table.node, move: choice.move, of: this.table.history.of });
    } catch (error) {
      this.refused(error);
    } finally {
      clearTimeout(waiting);
    }
  }

  /** What was played and has not been answered. @param {import("../scene/scene.js").Choice} choice */
  showWaitingFor(choice) {
    this.drawWay(choice);
    this.say(`Sent: ${inWords(choice)}. Waiting for the server.`);
  }

  /** @param {import("../scene/scene.js").Choice | undefined} choice */
  drawWay(choice) {
    const touched = choice?.path?.length ? choice.path : choice?.touch ?? [];
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
    this.channel.deed(message).catch((error) => this.refused(error));
  }

  /** At several devices the others are asked. */
  undo() {
    if (this.table.undo !== null) this.goTo(this.table.undo);
    else if (this.table.asks.includes("back")) void ask(this, "back");
    else toast(this.table.why_not || "There is nothing to undo.");
  }

  /** @param {number | null} node @param {string[]} [ahead]  moves to play on from there */
  goTo(node, ahead = []) {
    if (node === null) return;
    this.deed({ type: "go", at: this.table.node, node, ahead, of: this.table.history.of });
    if (this.table.looking !== null) this.channel.say({ type: "look", node: null });
  }

  /** Here, where all people sit at this device; else, and where the end is final, in a match of its own. */
  async playOn() {
    const { seats, over, ahead, undo } = this.table;
    const node = shown(this.table);
    const here = seats.every((seat) => seat.mine || (seat.kind === "bot" && seat.plays_for === null));
    const mayGoBack = here && seats.some((seat) => seat.mine) && undo !== null;
    if (mayGoBack || !over) return this.goTo(node, ahead);
    try {
      const { match } = await post(`/api/matches/${this.id}/on`, { node, ahead });
      this.visit.go(`/match/${match}`);
    } catch (error) {
      this.refused(error);
    }
  }

  /** @param {number} node @param {string[]} [ahead]  moves beyond it that nobody has played */
  look(node, ahead = []) {
    const back = node === this.table.node && !ahead.length;
    this.channel.say({ type: "look", node: back ? null : node, ahead, of: this.table.history.of });
  }

  /** @param {"first" | "back" | "forward" | "last"} way */
  step(way) {
    const ahead = this.study.stepped(way);
    const node = stepped(this.table, way);
    if (ahead) this.look(shown(this.table), ahead);
    else if (node !== undefined) this.look(node);
  }

  /** @param {"first" | "back" | "forward" | "last"} way */
  canStep(way) {
    const ahead = this.study.stepped(way);
    return ahead ? ahead.length !== this.table.ahead.length : stepped(this.table, way) !== undefined;
  }

  /** @param {Record<string, any>} message */
  showHint({ at, move, sentence }) {
    if (at !== undefined && at !== this.table.node) return;
    const choice = this.board.scene.choices.find((one) => one.move === move);
    if (choice) this.board.layers.above.insertAdjacentHTML("beforeend", advised(choice, this.board.places));
    this.say(sentence || (choice ? `Try: ${inWords(choice)}.` : `Try ${move}.`));
  }

  /** @param {Table} before @param {Table} now */
  soundOf(before, now) {
    if (now.over && !before.over) {
      this.showEnd(now);
      const mine = now.seats.some((seat) => seat.mine && won(now, seat.seat));
      if (mine && !calm()) snowfall(this.board.element);
      return sound(mine ? "won" : "over");
    }
    if (before.node === now.node || now.looking !== null || before.seats.some((seat) => seat.mine && seat.to_play)) return;
    const turn = now.seats.some((seat) => seat.mine && seat.to_play);
    sound(turn && now.seats.some((seat) => !seat.mine && seat.kind === "person") ? "turn" : "move");
  }

  /** Wherever one was looking: the result, and what can be done now. @param {Table} now */
  showEnd(now) {
    if (now.looking !== null) this.look(now.node);
    this.part.now.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.table || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input, select, textarea") || target.dataset.cell) return;
    const { key } = event;
    if (event.ctrlKey || event.metaKey) return this.undoKey(event);
    if (event.altKey || this.plainKey(event)) return;
    if (!target.closest("[role=tablist], .plies, .steps, .chart, .best") && playKey(this.board, key)) return event.preventDefault();
    const step = /** @type {const} */ ({ ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" })[key];
    const taken = this.board.scene.choices.some((choice) => choice.key in ARROWS) && !target.closest(".plies, .steps, .chart, .best");
    if (!step || taken || target.closest("[role=tablist]")) return;
    this.step(step);
    event.preventDefault();
  }

  /** Keys of who plays alone: Z takes back, R goes to the start; Enter goes on when it is over. @param {KeyboardEvent} event */
  plainKey(event) {
    const { table } = this;
    const key = event.key.toLowerCase();
    const main = key === "enter" && table.over && table.looking === null && !/** @type {Element} */ (event.target).closest("a, button, summary")
      ? /** @type {HTMLElement | null} */ (this.part.now.querySelector(".main")) : null;
    const alone = table.seats.length === 1 && table.seats[0].mine && table.looking === null;
    if (main) main.click();
    else if (alone && key === "z") this.goTo(table.undo);
    else if (alone && key === "r" && table.node !== 0) this.goTo(0);
    else return false;
    event.preventDefault();
    return true;
  }

  /** @param {KeyboardEvent} event */
  undoKey(event) {
    const key = event.key.toLowerCase();
    const redo = key === "y" || (key === "z" && event.shiftKey);
    if (key !== "z" && !redo) return;
    event.preventDefault();
    if (this.table.looking !== null) return;
    if (redo) this.goTo(this.table.redo);
    else this.undo();
  }
}
