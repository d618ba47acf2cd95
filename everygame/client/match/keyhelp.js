/**
 * Which keys there are in a match.
 *
 * @import { Match } from "./match.js"
 */
import { openDialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { ARROWS } from "../view/keyboard.js";

/** @param {Match} match */
export function explainKeys({ board, table }) {
  const arrows = board.scene.choices.some((choice) => choice.key in ARROWS);
  const keys = [
    ["Arrow keys", arrows ? "play" : "step through the moves"],
    ["Tab", "goes to the board and on to the buttons"],
    ["Arrow keys on the board", "walk from place to place"],
    ["Enter or Space", "touches a place"],
    ["Escape", "takes the touch back"],
    ["M on the board", "reads all choices"],
    ...(arrows ? [["Shift + arrow on the board", "plays"]] : []),
    ["Ctrl + Z, Ctrl + Y", "undo, redo"],
    ...(table.seats.length === 1
      ? [
          ["Z", "takes back"],
          ["R", "goes to the start"],
        ]
      : []),
    ["Enter when it is over", "goes on: the next puzzle, or a rematch"],
  ];
  openDialog("Keys", [
    h(
      "dl",
      { class: "keys" },
      keys.flatMap(([key, meaning]) => [h("dt", {}, key), h("dd", {}, meaning)]),
    ),
  ]);
}
