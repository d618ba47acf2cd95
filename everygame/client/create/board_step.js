/** The first step: squares, a picture, or an empty table. */
import { h, segments } from "../ui/dom.js";
import { changeArea, changeBoard, changePicture } from "./draft.js";
import { choice, field, number } from "./fields.js";

/** @typedef {import("./create.js").Maker} Maker */

/** @param {Maker} maker @returns {HTMLElement[]} */
export function drawBoardStep(maker) {
  const { table } = maker;
  const kind = table.board ? "squares" : table.backdrop ? "picture" : "none";
  return [
    h("p", { class: "prompt" }, "What lies on the table?"),
    segments("Board", [["squares", "Squares"], ["picture", "A picture"], ["none", "Nothing"]], kind, (value) => choose(maker, value)),
    ...(kind === "squares" ? squares(maker) : kind === "picture" ? picture(maker) : [h("p", { class: "quiet" }, "Place spots in the next step.")]),
  ];
}

/** @param {Maker} maker @param {string} kind */
function choose(maker, kind) {
  const { backdrop, ...rest } = maker.table;
  if (kind === "squares") maker.change(changeBoard(rest, { columns: 8, rows: 8, x: 2, y: 2.5 }));
  else if (kind === "none") maker.change(changeBoard(rest, null));
  else maker.change(changeBoard({ ...rest, backdrop: backdrop ?? { picture: "", x: 1, y: 1, width: 10, height: 7 } }, null));
}

/** @param {Maker} maker */
function squares(maker) {
  const { board } = maker.table;
  const set = (/** @type {any} */ change) => maker.change(changeBoard(maker.table, change));
  return [
    h("div", { class: "row" },
      number("Columns", board.columns, 1, 26, (columns) => set({ columns })),
      number("Rows", board.rows, 1, 26, (rows) => set({ rows }))),
    choice("Look", [["board", "Ice"], ["wood", "Wood"], ["green", "Felt"], ["water", "Water"], ["plain", "Plain"]], board.look ?? "board", (look) => set({ look })),
    choice("A piece put on another", [["", "lies on it"], ["taken", "takes it"]], board.taken ? "taken" : "", (taken) => takes(maker, taken)),
    h("div", { class: "row" },
      maker.pictureButton(board.picture ? "Another picture under it" : "Picture under the squares", 1600, ([name], _, pictures) => maker.change(changeBoard(maker.table, { picture: name }), { pictures })),
      board.picture && h("button", { type: "button", "data-key": "no-picture", onclick: () => set({ picture: undefined }) }, "No picture")),
  ].filter(Boolean);
}

/** Pieces that are taken go beside the board. @param {Maker} maker @param {string} taken */
function takes(maker, taken) {
  const { table } = maker;
  const { board } = table;
  if (!taken) return maker.change(changeArea(changeBoard(table, { taken: undefined }), board.taken, null));
  const area = { id: "taken", name: "Taken", x: board.x + board.columns + 1, y: board.y, columns: 2, rows: board.rows, look: "tray" };
  const areas = [...table.areas.filter(({ id }) => id !== "taken"), area];
  maker.change(changeBoard({ ...table, areas }, { taken: "taken" }));
}

/** @param {Maker} maker */
function picture(maker) {
  const { backdrop } = maker.table;
  const set = (/** @type {any} */ change, more = {}) => maker.change(changePicture(maker.table, change), more);
  const ratio = backdrop.height / backdrop.width;
  return [
    h("p", { class: "quiet" }, backdrop.picture ? "Say in the next step where on it something can lie." : "A photo or a drawing of a board: PNG, JPEG or WebP."),
    maker.pictureButton(backdrop.picture ? "Another picture" : "Choose a picture", 1600, ([name], [{ width, height }], pictures) =>
      set({ picture: name, height: Math.round((100 * backdrop.width * height) / width) / 100 }, { pictures })),
    backdrop.picture && field("How large, beside the pieces", h("input", { type: "range", min: 4, max: 20, value: String(backdrop.width), "data-key": "wide",
      onchange: (/** @type {any} */ event) => set({ width: Number(event.target.value), height: Math.round(100 * Number(event.target.value) * ratio) / 100 }) })),
  ].filter(Boolean);
}
