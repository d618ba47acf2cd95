/**
 * What the server tells of a match, and what can be said of it.
 *
 * @typedef {{seat: number, called: string, name: string, kind: "person" | "bot" | "open",
 *   level: string | null, mine: boolean, kept: "" | "you" | "another", online: boolean, to_play: boolean, away: number,
 *   plays_for: string | null, replaced: boolean, gave_up: string | null}} Seat
 * @typedef {import("../scene/lines.js").Ply} Ply
 * @typedef {{match: string, game: string, title: string, name: string, hidden: boolean, endless:
 *   boolean, options: Record<string, string>,
 *   seats: Seat[], viewer: number | null, curtain: number | null, node: number,
 *   looking: number | null, ahead: string[], truth: boolean | null, history:
 *   import("../scene/lines.js").News, line: Ply[], branches: {node: number, line: Ply[]}[], scene:
 *   any,
 *   last: import("../scene/scene.js").Last | null, undo: number | null, redo: number | null,
 *   why_not?: string, helped: boolean, thinking: number | null, thinks: number | null, notice?: string,
 *   clock: import("./clock.js").Clock | null, paused: boolean, free: number[], watched: boolean,
 *   public: {listed: boolean, host: boolean} | null,
 *   offer: import("./asking.js").Offer | null, asks: import("./asking.js").What[],
 *   asked: boolean, dice: {name: string, commitment: string, seed: string, mixed: {bytes: string,
 *   seats: number[]}[], waits: boolean} | null,
 *   over: {returns: number[], ending: string, sentence: string} | null, next: string | null,
 *   came: number}} Table  `came`: when, by this page's own time
 */
import { nameOf } from "../ui/seat.js";
import { shown } from "./history.js";
import { awaited } from "./plates.js";

/** Whether several people share this screen. @param {Table} table */
export function shared({ seats }) {
  return seats.filter((seat) => seat.mine).length > 1;
}

/** For whoever waits, where the game has no words for it. @param {Table} table */
export function whoIsAwaited({ seats }) {
  const seat = seats.find((one) => one.to_play && !one.mine);
  return seat ? `Waiting for ${nameOf(seat)}.` : "";
}

/** Why nothing on the board can be touched, or an empty text. @param {Table} table */
export function whyNothing(table) {
  const playing = table.seats.find((seat) => seat.to_play);
  if (table.looking !== null) return "You look back; go back to the match to play.";
  if (table.over) return "The match is over.";
  if (awaited(table)) return awaited(table);
  if (!table.seats.some((seat) => seat.mine)) return "You only watch.";
  return playing && !playing.mine ? "It is not your turn yet." : "";
}

/** Which move is shown to who looks back. @param {Table} table */
export function lookingAt(table) {
  const ply = [...table.line, ...table.branches.flatMap((branch) => branch.line)].find(
    (one) => one.node === shown(table),
  );
  const said = ply?.words ?? ply?.move;
  return ply && ply.node ? `Looking at move ${ply.ply}${said ? `: ${said}` : ""}.` : "Looking at the start.";
}
