/**
 * Create a New Game: a table without rules, made by hand. The server draws what the definition
 * says; this page changes the definition and walks back and forth in its changes.
 *
 * @import { View, Visit } from "../types"
 * @import { Draft, Table } from "./draft.js"
 */
import { link, ownPictures } from "../net/address.js";
import { freshId, get, post, send } from "../net/api.js";
import { say } from "../say.js";
import { fill, h, halfTyped, iconButton, segments, tell, toast } from "../ui/dom.js";
import { forget, remember } from "../ui/settings.js";
import { feel } from "../ui/sounds.js";
import { Board } from "../view/board.js";
import { later } from "../world.js";
import { kept, keptAs, open } from "./begin_with.js";
import { drawBoardStep } from "./board_step.js";
import { fresh, written } from "./draft.js";
import { drawPiecesStep, pieceChoices, playPiece } from "./pieces_step.js";
import { drawPlayersStep } from "./players_step.js";
import { drawSpotsStep, playSpot, spotChoices } from "./spots_step.js";
import { download, filesOf, plainName, readPicture, zip } from "./table_files.js";
import { seen } from "./visible_part.js";

/** @returns {[string, string][]} */
const steps = () => [
  ["board", say("1 Board")],
  ["spots", say("2 Spots")],
  ["pieces", say("3 Pieces")],
  ["players", say("4 Players")],
];
/** Milliseconds until a server that is away is asked again to draw the table. */
const AGAIN = 2000;

/** @type {View} */
export async function showCreate(page, visit) {
  const game = visit.params.game ?? "";
  const found = game ? await open(game) : { draft: fresh(), instead: "" };
  visit.title(say("Create a New Game"));
  const maker = new Maker(page, visit, found.draft, game, found.instead);
  maker.goOn(kept(game));
  await maker.refresh();
  if (!game)
    void get("/api/library").then(
      ({ own }) => maker.offer(own),
      () => {},
    ); // without it, one makes a new game
}

export class Maker {
  /**
   * @param {HTMLElement} page
   * @param {Visit} visit
   * @param {Draft} draft
   * @param {string} game  that is changed; empty for a new one
   * @param {string} instead  the table of this device that it takes the place of
   */
  constructor(page, visit, draft, game, instead) {
    this.visit = visit;
    this.draft = draft;
    this.game = game;
    this.instead = instead;
    /** @type {Draft[]} */
    this.past = [];
    /** @type {Draft[]} */
    this.future = [];
    this.step = "board";
    /** The area and the piece that are being changed. */
    this.spot = "";
    this.kind = draft.table.pieces[0]?.id ?? "";
    this.taking = false;
    /** So many of it lie where the table is tapped. */
    this.many = 1;
    /** The corner of what is seen of the table. @type {[number, number]} */
    this.corner = [0, 0];
    /** @type {any} */
    this.scene = null;
    this.asked = 0;
    /** Where a finger was last, in squares. @type {[number, number] | null} */
    this.finger = null;
    /** What this device made before. @type {{name: string, title: string}[]} */
    this.own = [];
    this.board = new Board({
      play: (choice) => this.played(choice.move),
      say: (text) => {
        this.told.textContent = text;
      },
      refused: () => feel("refused"),
    });
    this.told = h("p", { class: "hint small", role: "status" });
    this.fault = h("p", { class: "note bad", role: "alert", hidden: true });
    this.unkept = h(
      "p",
      { class: "note bad", role: "alert", hidden: true },
      say("This device has no room to keep it while you make it: save it in your library before you leave."),
    );
    this.panel = h("div", { class: "making" });
    this.undoButton = iconButton("undo", say("Undo"), () => this.back(), { "data-key": "undo" });
    this.redoButton = iconButton("redo", say("Redo"), () => this.forth(), { "data-key": "redo" });
    this.playButton = iconButton("play", say("Play it"), () => void this.play(), { class: "main" });
    this.gauge = h("i", { class: "gauge", "aria-hidden": "true" });
    page.append(this.element());
    this.listen();
  }

  element() {
    const { board, panel, told } = this;
    const step = segments(say("Step"), steps(), this.step, (chosen) => {
      this.step = chosen;
      this.draw();
    });
    const heading = h("h1", { class: "unseen" }, say("Create a New Game"));
    const table = h("section", { class: "table", "aria-label": say("Your table") }, heading, board.element);
    const side = [
      step,
      h("div", { class: "row tools" }, this.undoButton, this.redoButton, this.playButton),
      this.fault,
      this.unkept,
      h("div", { class: "card now" }, panel, told),
      this.keeping(),
    ];
    return h(
      "div",
      { class: "match create" },
      this.gauge,
      table,
      h("aside", { class: "side", "aria-label": say("Tools") }, side),
    );
  }

  /** The ways to keep what is made. */
  keeping() {
    const inLibrary = () => void this.save().then((name) => name && toast(say("It is in your library.")));
    const buttons = [
      iconButton("home", say("Save in my library"), inLibrary, {}),
      iconButton("save", say("Save as one file"), () => this.saveFile(), {}),
      iconButton("save", say("Save as files"), () => this.saveFiles(), {}),
      iconButton("again", say("Begin anew"), () => this.anew(), { class: "plain" }),
    ];
    return h("details", { class: "all" }, h("summary", {}, say("Keep and share")), h("div", { class: "row" }, buttons));
  }

  listen() {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    const noted = (/** @type {PointerEvent} */ event) => {
      this.finger = this.board.point(event);
    };
    window.addEventListener("pointerup", noted, { capture: true, signal });
    this.visit.leave(() => stop.abort());
  }

  get table() {
    return this.draft.table;
  }

  /**
   * A new table takes the place of the one before, and can be taken back.
   * @param {Table} table
   * @param {Partial<Draft>} [more]
   */
  change(table, more = {}) {
    this.past.push(this.draft);
    this.future = [];
    this.draft = { ...this.draft, ...more, table };
    this.changed();
  }

  /** One may also go on with what was made before. @param {{name: string, title: string}[]} own */
  offer(own) {
    this.own = own;
    this.draw();
  }

  /** Go on with what was kept, if anything was. @param {Draft | undefined} draft */
  goOn(draft) {
    if (!draft) return;
    this.past.push(this.draft);
    this.draft = draft;
    this.kind = draft.table.pieces[0]?.id ?? "";
  }

  changed() {
    const kept = remember(keptAs(this.game), JSON.stringify(this.draft));
    this.unkept.hidden = kept;
    void this.refresh(true);
  }

  /** An empty table, which will be a game of its own. */
  anew() {
    this.game = this.instead = this.spot = this.kind = "";
    history.replaceState(null, "", link("/create"));
    this.change(fresh().table, { sheet: "" });
  }

  back() {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.draft);
    this.draft = before;
    this.changed();
  }

  forth() {
    const after = this.future.pop();
    if (!after) return;
    this.past.push(this.draft);
    this.draft = after;
    this.changed();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const typing = /** @type {HTMLElement} */ (event.target).matches("input[type=text], textarea");
    if (typing || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) this.forth();
    else if (key === "z") this.back();
    else return;
    event.preventDefault();
  }

  /** Have the table drawn as it now is. @param {boolean} [moving] */
  async refresh(moving = false) {
    ownPictures.clear();
    for (const [name, url] of Object.entries(this.draft.pictures)) ownPictures.set(name, url);
    const asked = ++this.asked;
    const answer = await post("/api/tables/preview", written(this.table)).catch((error) => ({
      fault: error.message,
      away: !error.status,
    }));
    if (asked !== this.asked) return;
    if (answer.away)
      later(() => {
        if (asked === this.asked && this.board.element.isConnected) void this.refresh(moving);
      }, AGAIN);
    this.fault.hidden = !answer.fault;
    this.fault.textContent = (answer.fault ?? "").replace(/^table\.json, line \d+, /, "");
    this.playButton.disabled = Boolean(answer.fault);
    if (answer.scene) this.scene = answer.scene;
    this.draw(moving);
  }

  /** @param {boolean} [moving] */
  draw(moving = false) {
    if (this.scene) void this.board.show(this.choices(structuredClone(this.scene)), { moving });
    this.undoButton.disabled = !this.past.length;
    this.redoButton.disabled = !this.future.length;
    const drawn = { board: drawBoardStep, spots: drawSpotsStep, pieces: drawPiecesStep, players: drawPlayersStep };
    if (!halfTyped(this.panel)) fill(this.panel, ...drawn[/** @type {keyof typeof drawn} */ (this.step)](this));
  }

  /** The scene with what can be touched in this step. @param {any} scene */
  choices(scene) {
    const [left, top, right, bottom] = seen(this.table, this.gauge);
    this.corner = [left, top];
    const regions = scene.regions.map((/** @type {any} */ region) => ({
      ...region,
      x: (region.x ?? 0) - left,
      y: (region.y ?? 0) - top,
    }));
    const bare = { ...scene, regions, width: right - left, height: bottom - top, choices: [], carries: [], rotate: 0 };
    if (this.step === "spots" || this.step === "pieces") bare.regions.forEach(outlined);
    if (this.step === "spots") return spotChoices(this, bare);
    return this.step === "pieces" ? pieceChoices(this, bare) : bare;
  }

  /** @param {string} move */
  played(move) {
    this.told.textContent = "";
    const done = this.step === "spots" ? playSpot(this, move) : playPiece(this, move);
    this.finger = null;
    if (!done) this.draw();
    else this.board.locked = false; // so that the next tap is not lost while the server draws
  }

  /**
   * A button that lets a person choose pictures.
   * @param {string} text
   * @param {number} longest
   * @param {(names: string[], sizes: {width: number, height: number}[], pictures: Record<string,
   *   string>) => void} on
   * @param {boolean} [several]
   */
  pictureButton(text, longest, on, several = false) {
    const read = async () => {
      try {
        const { names, sizes, pictures } = await this.brought([...(input.files ?? [])], longest);
        if (names.length) on(names, sizes, pictures);
      } catch (error) {
        tell(error);
      }
      input.value = "";
    };
    const accept = "image/png,image/jpeg,image/webp";
    const how = { accept, class: "unseen", tabindex: -1, "aria-label": text, multiple: several };
    const input = h("input", { type: "file", ...how, onchange: () => void read() });
    const button = iconButton("load", text, () => input.click(), { "data-key": text });
    return h("span", {}, button, input);
  }

  /** Pictures beside those of the draft, each under a new name. @param {File[]} files @param {number} longest */
  async brought(files, longest) {
    const pictures = { ...this.draft.pictures };
    const names = [],
      sizes = [];
    for (const file of files) {
      const { url, ending, ...size } = await readPicture(file, longest);
      let number = 1;
      while (Object.keys(pictures).some((name) => name.startsWith(`picture${number}.`))) number++;
      pictures[`picture${number}.${ending}`] = url;
      names.push(`picture${number}.${ending}`);
      sizes.push(size);
    }
    return { names, sizes, pictures };
  }

  parcel() {
    return zip(filesOf(this.draft));
  }

  /** Keep the table with the server; its name there, or nothing. @returns {Promise<string | undefined>} */
  async save() {
    try {
      const instead = this.instead ? `?instead=${this.instead}` : "";
      const { name } = await send(`/api/tables${instead}`, this.parcel());
      forget(keptAs(this.game));
      this.game = this.instead = name;
      history.replaceState(null, "", link(`/create/${name}`));
      return name;
    } catch (error) {
      tell(error);
    }
  }

  async play() {
    this.playButton.disabled = true; // until there is a match: whoever taps again would begin another
    try {
      const game = await this.save();
      if (!game) return;
      const seats = this.table.seats.map(() => ({ kind: "person" }));
      const { match } = await post("/api/matches", {
        game,
        options: { players: String(seats.length) },
        seats,
        key: freshId(),
      });
      this.visit.go(`/match/${match}`);
    } catch (error) {
      tell(error);
    } finally {
      this.playButton.disabled = false;
    }
  }

  saveFile() {
    download(this.parcel(), `${plainName(this.table.title)}.everygame`);
  }

  saveFiles() {
    const name = plainName(this.table.title);
    for (const [file, data] of Object.entries(filesOf(this.draft)))
      download(new Blob([/** @type {BlobPart} */ (data)]), `${name}_${file}`);
  }
}

/** While a table is made, spots that will not be drawn are seen. @param {any} region */
function outlined(region) {
  for (const cell of region.cells ?? []) if (cell.terrain === "bare") cell.terrain = "";
}
