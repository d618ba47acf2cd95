/**
 * What stands round the board: the plates, the box of what is to do, the tools, history and options.
 *
 * @import { Match } from "./match.js"
 */
import { say } from "../say.js";
import { once } from "../scene/choices.js";
import { inWords } from "../scene/describe.js";
import { fill, h } from "../ui/dom.js";
import { nameOf } from "../ui/seat_name.js";
import { ARROWS } from "../view/keyboard.js";
import { noted } from "../ui/notes.js";
import { now } from "../world.js";
import { Clocks } from "./clock.js";
import { History } from "./history_tab.js";
import { drawAsked } from "./offers.js";
import { drawOptions } from "./options_tab.js";
import { awaited, plates } from "./plates.js";
import { drawNoMore, drawNow, drawTruth } from "./prompt_box.js";
import { drawPush } from "./push_offer.js";
import { refocus } from "./refocus.js";
import { drawWatching } from "./spectators.js";

export class Panels {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    this.part = match.part;
    this.clocks = new Clocks(this.part.voice);
    this.history = new History(this.part.history, match.travel);
    this.thought = "";
    this.since = 0;
  }

  draw() {
    const { match, part } = this;
    this.drawTitle();
    this.drawPlates();
    this.drawCurtain();
    drawNow(match);
    drawTruth(match);
    match.standIns.draw();
    drawAsked(part.asked, match);
    drawWatching(part.watching, match, match.watchers);
    void drawPush(part.push, match);
    this.drawTools();
    this.drawNotes();
    this.drawChoices();
    match.study.draw();
    this.history.draw(match.table);
    this.drawOptions();
  }

  /** While they are seen. */
  drawOptions() {
    if (this.match.table && !this.part.options.hidden) drawOptions(this.part.options, this.match);
  }

  /** Of the window, which says whose turn it is, and of the page. */
  drawTitle() {
    const { table, visit } = this.match;
    const turn =
      table.seats.find((seat) => seat.to_play && seat.mine) && !awaited(table) && !table.over && table.looking === null;
    visit.title(
      turn && table.seats.some((seat) => !seat.mine) ? say("Your turn: {title}", { title: table.title }) : table.title,
      table.title,
    );
    this.part.title.textContent = table.title;
  }

  /** With their clocks. */
  drawPlates() {
    const { table } = this.match;
    const mine = table.seats.find((seat) => seat.mine && seat.to_play);
    this.clocks.set(table.clock, mine?.seat ?? null, table.came);
    fill(this.part.plates, plates(table, this.thoughtFor(), this.clocks));
    this.part.element.classList.toggle("of-four", table.seats.length > 3);
    const { sides } = this.match.board.scene;
    for (const { seat } of table.seats) this.part.plates.children[seat].classList.toggle("across", sides[seat] === 180);
    this.clocks.tick();
  }

  /** Seconds for which the bot that thinks has thought, as far as this page has seen it. */
  thoughtFor() {
    const { node, thinking } = this.match.table;
    const thought = thinking === null ? "" : `${node} ${thinking}`;
    if (thought !== this.thought) this.since = now();
    this.thought = thought;
    return (now() - this.since) / 1000;
  }

  drawCurtain() {
    const {
      part,
      match: { table, board, channel },
    } = this;
    const seat = table.curtain === null ? undefined : table.seats[table.curtain];
    const was = part.curtain.hidden;
    part.curtain.hidden = !seat;
    board.element.inert = Boolean(seat);
    if (!seat && part.curtain.querySelector(":focus-visible")) {
      /** @type {HTMLElement} */ (document.activeElement).blur(); // a browser does so, but later
      refocus(board, part.actions);
    }
    if (!seat) return;
    const name = nameOf(seat);
    const onclick = () => channel.say({ type: "reveal", seat: seat.seat });
    const how = { type: "button", class: "main big", "data-key": "reveal", onclick };
    fill(
      part.curtain,
      h("p", { class: "hand" }, say("Hand the screen to {name}.", { name })),
      h("button", how, say("I am {name}: look", { name })),
    );
    if (was) part.curtain.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Undo, redo and the hint. */
  drawTools() {
    const {
      part: { undo, redo, idea },
      match: { table, board },
    } = this;
    const asks = table.undo === null && table.asks.includes("back");
    /** @type {HTMLElement} */ (undo.lastElementChild).textContent = asks ? say("Ask to undo") : say("Undo");
    undo.disabled = (table.undo === null && !asks) || table.looking !== null;
    undo.title = table.why_not ?? "";
    redo.disabled = table.redo === null || table.looking !== null;
    idea.hidden = table.endless || !table.helped || !table.seats.some((seat) => seat.mine);
    idea.disabled = !board.scene.choices.length || Boolean(this.match.throws.waiting);
    // Where nothing can be taken back at the end there is no row of it, and no other while one looks back.
    const { parentElement: tools } = undo;
    if (tools && table.looking === null) tools.hidden = Boolean(table.over) && undo.disabled && redo.disabled;
  }

  /** What the game notes, and whether it has keys. */
  drawNotes() {
    const {
      part,
      match: {
        table,
        board: { scene },
      },
    } = this;
    part.arrows.hidden = Boolean(table.over) || !scene.choices.some((choice) => choice.key in ARROWS);
    const many = table.seats.length;
    fill(part.notes, noted(scene.notes, many > 1 && table.seats[0].partners.length === many - 1));
  }

  /** All that can be chosen, as a list, while it is open. */
  drawChoices() {
    const {
      part,
      match: { board },
    } = this;
    const choices = part.all.open ? once(board.scene.choices) : [];
    const items = choices.map((choice) => {
      const how = { type: "button", "data-key": `choice-${choice.move}`, onclick: () => board.play(choice) };
      return h("li", {}, h("button", how, inWords(choice)));
    });
    fill(part.list, items);
  }

  /** The match is not there any more. @param {string} why */
  drawNoMore(why) {
    const {
      part,
      match: { table },
    } = this;
    drawNoMore(this.match, why);
    for (const gone of [part.undo, part.redo, part.idea]) gone.disabled = true;
    fill(
      part.plates,
      plates({ ...table, thinking: null, seats: table.seats.map((seat) => ({ ...seat, to_play: false })) }),
    );
  }

  close() {
    this.clocks.stop();
  }
}
