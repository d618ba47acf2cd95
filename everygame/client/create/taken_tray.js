/**
 * The tray of taken pieces: where a piece that is put on another takes it, the taken piece goes to a
 * tray beside the squares.
 *
 * @import { Table } from "./draft.js"
 */
import { say } from "../say.js";
import { changeArea, changeBoard } from "./areas.js";

/** The columns of the tray; it has as many rows as the board. */
const COLUMNS = 2;

/** The table with a tray of taken pieces at the right of its board. @param {Table} table @returns {Table} */
export function withTakenTray(table) {
  const { board, areas } = table;
  const tray = {
    id: "taken",
    name: say("Taken"),
    x: board.x + board.columns + 1,
    y: board.y,
    columns: COLUMNS,
    rows: board.rows,
    look: "tray",
  };
  const others = areas.filter(({ id }) => id !== tray.id);
  return changeBoard({ ...table, areas: [...others, tray] }, { taken: tray.id });
}

/** The table where pieces are not taken, without the tray. @param {Table} table @returns {Table} */
export function withoutTakenTray(table) {
  return changeArea(changeBoard(table, { taken: undefined }), table.board.taken, null);
}
