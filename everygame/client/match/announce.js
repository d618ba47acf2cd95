/**
 * What is heard, felt and told when a table follows another.
 *
 * @import { Table } from "../types"
 * @import { Match } from "./match.js"
 */
import { came } from "../net/api.js";
import { say } from "../say.js";
import { materialMoved } from "../scene/scene.js";
import { call } from "../ui/calls.js";
import { toast } from "../ui/dom.js";
import { nameOf } from "../ui/seat_name.js";
import { sound } from "../ui/sounds.js";
import { calm } from "../view/board.js";
import { frame } from "../world.js";
import { won } from "./plates.js";
import { tellOfZoom } from "./zoom_tip.js";

/** @param {Match} match  with the new table @param {Table | null} before */
export function announce(match, before) {
  const now = match.table;
  if (!before) return begin(match);
  announceArrivals(now, before);
  closeFreeSeatDialogs(now);
  if (now.next && !before.next && !match.asksNext)
    call(say("A new match was begun from this one."), `/match/${now.next}`);
  if (now.over && !before.over) return announceEnd(match);
  if (before.node === now.node || now.looking !== null || before.seats.some((seat) => seat.mine && seat.to_play))
    return;
  const turn = now.seats.some((seat) => seat.mine && seat.to_play);
  sound("move", materialMoved(now.scene, now.last));
  if (turn && now.seats.some((seat) => !seat.mine && seat.kind === "person")) sound("turn");
}

/** Who has come to sit at the table. @param {Table} now @param {Table} before */
function announceArrivals({ seats }, before) {
  const came = seats.filter(({ kind, mine, seat }) => kind === "person" && !mine && before.seats[seat].kind === "open");
  for (const seat of came) call(say("{name} has sat down.", { name: nameOf(seat) }));
}

/** Close the dialogs about a free seat, its link or its bots, when somebody sits there. @param {Table} now */
function closeFreeSeatDialogs({ seats }) {
  for (const dialog of document.querySelectorAll("dialog[data-free-seat]"))
    if (seats[Number(/** @type {HTMLElement} */ (dialog).dataset.freeSeat)].kind !== "open")
      /** @type {HTMLDialogElement} */ (dialog).close();
}

/** @param {Match} match  of which the first table has come */
function begin(match) {
  announceLot(match);
  frame(() => tellOfZoom(match));
}

/** Where a match that has just begun drew lots. @param {Match} match */
function announceLot({ table, visit }) {
  if (visit.query.has("lot") && table.line.every(({ seat }) => seat === null))
    void came(import("./seat_dialogs.js")).then(({ lotFell }) => toast(lotFell(table)));
}

/** Wherever one was looking: the result, and what can be done now. @param {Match} match */
function announceEnd({ table, travel, board }) {
  if (table.looking !== null) travel.look(table.node);
  const mine = table.seats.some((seat) => seat.mine && won(table, seat.seat));
  if (mine && !calm())
    void import("./snowfall.js").then(
      ({ snowfall }) => snowfall(board.element),
      () => {},
    ); // nobody misses it
  sound(mine ? "won" : "over");
}
