/**
 * What is heard, felt and told when a table follows another.
 *
 * @import { Table } from "../types"
 * @import { Match } from "./match.js"
 */
import { came } from "../net/api.js";
import { say } from "../say.js";
import { toast } from "../ui/dom.js";
import { remember, remembered } from "../ui/settings.js";
import { sound } from "../ui/sounds.js";
import { calm } from "../view/board.js";
import { frame } from "../world.js";
import { won } from "./plates.js";

/** A place that is narrower is small for a finger; in pixels. */
const FINGER = 40;

/** @param {Match} match  with the new table @param {Table | null} before */
export function announce(match, before) {
  const now = match.table;
  if (!before) return begin(match);
  if (now.over && !before.over) return announceEnd(match);
  if (before.node === now.node || now.looking !== null || before.seats.some((seat) => seat.mine && seat.to_play))
    return;
  const turn = now.seats.some((seat) => seat.mine && seat.to_play);
  sound(turn && now.seats.some((seat) => !seat.mine && seat.kind === "person") ? "turn" : "move");
}

/** @param {Match} match  of which the first table has come */
function begin(match) {
  announceLot(match);
  frame(() => tellOfZoom(match));
}

/** Once on a device: what helps a finger where places are small. @param {Match} match */
function tellOfZoom(match) {
  const coarse = matchMedia("(any-pointer: coarse)").matches;
  if (!coarse || remembered("nearer", "") || match.part.hint.textContent) return;
  const small = [...match.board.element.querySelectorAll(".live")].some(({ clientWidth }) => clientWidth < FINGER);
  if (!small) return;
  match.say(say("Too small for a finger? Spread two fingers on the board: it comes nearer."));
  remember("nearer", "told");
}

/** Where a match that has just begun drew lots. @param {Match} match */
function announceLot({ table, visit }) {
  if (visit.query.has("lot") && table.line.every(({ seat }) => seat === null))
    void came(import("./seats.js")).then(({ lotFell }) => toast(lotFell(table)));
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
