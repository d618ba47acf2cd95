/**
 * What the others have done since one's own last move, below the prompt: it is read aloud turn by
 * turn, and seen by those who looked away.
 *
 * @import { Piece, Ply, Scene, Table } from "../types"
 * @typedef {{seat: number | null, words: string}} Heard  a ply in words
 */
import { inTurn, say } from "../say.js";
import { compare } from "../scene/changes.js";
import { spots } from "../scene/places.js";
import { complete } from "../scene/scene.js";
import { fill, h } from "../ui/dom.js";
import { nameOf } from "../ui/seat_name.js";
import { played } from "./history_tab.js";
import { shared } from "./status_words.js";

/** Of more changes on a board one hears less than of the move as it is written. */
const MOST = 3;
/** Sentences that are told at most: so many turns as there are seats, and what chance did between them. */
const SENTENCES = 5;
/** What is a whole sentence already: "The cards are dealt." */
const SENTENCE = /\p{Sentence_Terminal}$/u;

export class Told {
  /**
   * @param {HTMLElement} host
   * @param {HTMLElement} ownDeed  unseen: where screen readers hear what one has done oneself
   */
  constructor(host, ownDeed) {
    this.host = host;
    this.ownDeed = ownDeed;
    /** What was not told yet. @type {Heard[]} */
    this.heard = [];
  }

  /**
   * A table follows another. Of another reader's table nothing is told in the words of the one before,
   * who may know more.
   * @param {Table | null} before
   * @param {Scene} was  what was seen then
   * @param {Table} table
   */
  follow(before, was, table) {
    if (table.looking !== null) return;
    const anew = !before || before.looking !== null || before.history.of !== table.history.of;
    if (!anew && before.node === table.node) return;
    const fresh = anew ? lastTurns(table) : added(before, table);
    if (anew || !fresh.length || fresh.some((ply) => own(table, ply))) this.clear();
    const changes = !anew && fresh.length === 1 ? seen(was, table) : "";
    const told = fresh.map((ply) => ({ ply, seat: ply.seat, words: ply.words ?? (changes || ply.move) }));
    this.heard.push(...told.filter(({ ply, words }) => words && !own(table, ply)));
    const mine = told.filter(({ ply, words }) => words && own(table, ply)).map(({ words }) => words);
    if (mine.length) this.ownDeed.textContent = inTurn(mine);
    else if (!anew && !fresh.length) this.ownDeed.textContent = say("Taken back.");
    this.tell(table);
  }

  /** Tell the turns that are over. @param {Table} table */
  tell(table) {
    const told = turns(this.heard.splice(0, this.ended(table))).map((plies) =>
      h("p", { "data-seat": plies.at(-1)?.seat ?? "" }, sentence(table, plies)),
    );
    // A screen reader reads what is added; what was told before stays as it is.
    const all = [...this.host.children, ...told];
    const kept = all.filter((_, i) => all.slice(i).filter(byASeat).length <= table.seats.length).slice(-SENTENCES);
    for (const line of [...this.host.children]) if (!kept.includes(line)) line.remove();
    this.host.append(...told.filter((line) => kept.includes(line)));
  }

  /** How many plies are of turns that are over. @param {Table} table */
  ended(table) {
    const mover = table.seats.find((seat) => seat.to_play);
    if (table.over || (mover?.mine && !shared(table))) return this.heard.length;
    if (!mover) return 0; // chance decides something first
    return this.heard.findLastIndex(({ seat }) => seat !== null && seat !== mover?.seat) + 1;
  }

  clear() {
    fill(this.host);
    this.ownDeed.textContent = ""; // whoever reads next may know less
    this.heard = [];
  }
}

/** @param {Element} line */
function byASeat(line) {
  return /** @type {HTMLElement} */ (line).dataset.seat !== "";
}

/**
 * Plies turn by turn. What chance has decided belongs to the turn of whoever plays next.
 * @param {Heard[]} plies
 * @returns {Heard[][]}
 */
function turns(plies) {
  /** @type {Heard[][]} */
  const found = [];
  /** @type {Heard[]} */
  let lots = [];
  for (const ply of plies) {
    const last = found.at(-1)?.at(-1);
    const ends = SENTENCE.test(ply.words);
    if (ply.seat === null && !ends) lots.push(ply);
    else {
      if (last?.seat === ply.seat && !ends && !SENTENCE.test(last.words)) found.at(-1)?.push(...lots, ply);
      else found.push([...lots, ply]);
      lots = [];
    }
  }
  return lots.length ? [...found, lots] : found;
}

/** @param {Table} table @param {Heard[]} plies  of a turn */
function sentence({ seats }, plies) {
  const told = inTurn(plies.map(({ words }) => words));
  const at = plies.at(-1)?.seat ?? null;
  if (at === null) return told;
  const name = nameOf(seats[at]);
  const inIt = name === seats[at].called && told.toLowerCase().startsWith(name.toLowerCase());
  return inIt ? told : say("{name}: {words}", { name, words: told }); // "Black man from a7 to a6"
}

/**
 * The plies after those of the table before; none where one went back, or to another line.
 * @param {Table} before
 * @param {Table} table
 */
function added(before, table) {
  const plies = played(table);
  const at = plies.findIndex(({ node }) => node === before.node);
  return before.node && at < 0 ? [] : plies.slice(at + 1);
}

/** What the others have played since the last ply of whoever is to move. @param {Table} table */
function lastTurns(table) {
  const plies = played(table);
  const mover = table.seats.find((seat) => seat.to_play)?.seat;
  return mover === undefined ? [] : plies.slice(plies.findLastIndex(({ seat }) => seat === mover) + 1);
}

/** Whether whoever looks has played it alone. @param {Table} table @param {Ply} ply */
function own(table, { seat }) {
  return seat !== null && table.seats[seat].mine && !shared(table);
}

/** What one sees of a ply for which the game has no words. @param {Scene} was @param {Table} table */
function seen(was, table) {
  const now = complete(table.scene);
  const places = new Map([was, now].flatMap((scene) => [...spots(scene)]));
  const on = (/** @type {string} */ id) => {
    const name = places.get(id)?.name || places.get(id)?.label || id;
    return name.startsWith(id) ? id : name; // "h8" of "h8, a goal"
  };
  const { kept, appeared, vanished } = compare(was, now, table.last ?? {});
  const moved = kept.filter(({ now, was }) => now.at !== was.at);
  const taken = new Map(moved.map(({ now }) => [now, vanished.find((gone) => takes(now, gone))]));
  const deeds = [
    ...moved.map(({ now, was }) => {
      const move = say("{thing} from {from} to {to}", { thing: now.name, from: on(was.at), to: on(now.at) });
      const other = taken.get(now);
      return other ? say("{move}, {thing} taken", { move, thing: other.name }) : move;
    }),
    ...appeared.filter(lies).map(({ name, at }) => say("{thing} on {place}", { thing: name, place: on(at) })),
    ...vanished
      .filter((gone) => lies(gone) && ![...taken.values()].includes(gone))
      .map(({ name, at }) => say("{thing} gone from {place}", { thing: name, place: on(at) })),
  ];
  return deeds.length <= MOST ? inTurn(deeds) : "";
}

/** Whether a piece went onto another side's, which is gone. @param {Piece} piece @param {Piece} gone */
function takes(piece, gone) {
  return gone.at === piece.at && gone.owner !== null && gone.owner !== piece.owner;
}

/** Dice come and go by chance, which has words of its own. @param {Piece} piece */
function lies({ shape }) {
  return shape !== "die";
}
