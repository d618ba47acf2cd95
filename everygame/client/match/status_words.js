/**
 * What the server tells of a match, and what can be said of it.
 *
 * @import { Table } from "../types"
 */
import { say } from "../say.js";
import { nameOf } from "../ui/seat_name.js";
import { shown } from "./history_tab.js";
import { awaited } from "./plates.js";

/** Whether several people share this screen. @param {Table} table */
export function shared({ seats }) {
  return seats.filter((seat) => seat.mine).length > 1;
}

/** For whoever waits, where the game has no words for it. @param {Table} table */
export function whoIsAwaited({ seats }) {
  const seat = seats.find((one) => one.to_play && !one.mine);
  return seat ? say("Waiting for {name}.", { name: nameOf(seat) }) : "";
}

/** Why nothing on the board can be touched, or an empty text. @param {Table} table */
export function whyNothing(table) {
  const playing = table.seats.find((seat) => seat.to_play);
  if (table.looking !== null) return say("You look back; go back to the match to play.");
  if (table.over) return say("The match is over.");
  if (awaited(table)) return awaited(table);
  if (!table.seats.some((seat) => seat.mine)) return say("You only watch.");
  return playing && !playing.mine ? say("It is not your turn yet.") : "";
}

/** Which move is shown to who looks back. @param {Table} table */
export function lookingAt(table) {
  const ply = [...table.line, ...table.branches.flatMap((branch) => branch.line)].find(
    (one) => one.node === shown(table),
  );
  const said = (ply?.words ?? ply?.move)?.replace(/\p{Sentence_Terminal}$/u, ""); // of "The cards are dealt."
  if (!ply || !ply.node) return say("Looking at the start.");
  if (ply.seat === null && said) return say("Looking back: {move}.", { move: said });
  const number = ply.turn;
  return said
    ? say("Looking at move {number}: {move}.", { number, move: said })
    : say("Looking at move {number}.", { number });
}
