/**
 * Which keys there are in a match.
 *
 * @import { Match } from "./match.js"
 */
import { say } from "../say.js";
import { buttons } from "../scene/choices.js";
import { inWords } from "../scene/describe.js";
import { openDialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { ARROWS } from "../view/keyboard.js";

/** @param {Match} match */
export function explainKeys({ board, table }) {
  const arrows = board.scene.choices.some((choice) => choice.key in ARROWS);
  const own = buttons(board.scene).filter(({ key }) => key);
  const keys = own.map((choice) => [choice.key.length > 1 ? choice.key : choice.key.toUpperCase(), inWords(choice)]);
  const rows = [...keys, ...keysOf(arrows, table.seats.length === 1)].flatMap(([key, meaning]) => [
    h("dt", {}, key),
    h("dd", {}, meaning),
  ]);
  openDialog(say("Keys"), [h("dl", { class: "keys" }, rows)]);
}

/** @param {boolean} arrows  play @param {boolean} alone */
function keysOf(arrows, alone) {
  return [
    [say("Arrow keys"), arrows ? say("play") : say("step through the moves")],
    [say("Tab"), say("goes to the board and on to the buttons")],
    [say("Arrow keys on the board"), say("walk from place to place")],
    [say("Enter or Space"), say("touches a place")],
    [say("Escape"), say("takes the touch back")],
    [say("+ and −"), say("bring the board nearer, as Ctrl with the wheel does, and away")],
    [say("0"), say("shows the whole board")],
    [say("M on the board"), say("reads all choices")],
    ...(arrows ? [[say("Shift + arrow on the board"), say("plays")]] : []),
    [say("Ctrl + Z, Ctrl + Y"), say("undo, redo")],
    ...(alone
      ? [
          ["Z", say("takes back")],
          ["R", say("goes to the start")],
        ]
      : []),
    [say("Enter when it is over"), say("goes on: the next puzzle, or a rematch")],
  ];
}
