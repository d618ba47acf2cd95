/**
 * The first step: a ready board, a picture, or an empty table.
 *
 * @import { Maker } from "./create.js"
 */
import { say } from "../say.js";
import { h, row } from "../ui/dom.js";
import { changeArea, changeBoard, changePicture } from "./areas.js";
import { choice, field, number } from "./fields.js";
import { hexes, hexForm, readyOf, track, trackForm, withReady } from "./ready_boards.js";
import { withoutTakenTray, withTakenTray } from "./taken_tray.js";

/** What can lie on the table, each with a small drawing of it. @returns {[string, string, string][]} */
const boards = () => [
  ["squares", say("Squares"), "M2 2h20v20H2zM2 8.700h20M2 15.300h20M8.7 2v20M15.3 2v20"],
  ["lines", say("Lines"), "M2 5h20M2 12h20M2 19h20M5 2v20M12 2v20M19 2v20"],
  ["hexes", say("Hexagons"), "M7 3l5 3v6l-5 3-5-3V6zM17 3l5 3v6l-5 3-5-3V6zM12 12l5 3v5l-5 3-5-3v-5z"],
  [
    "points",
    say("24 points"),
    "M2 2h20v20H2zM3 3l2.2 8L7.5 3l2.2 8L12 3l2.2 8L16.5 3l2.2 " +
      "8L21 3M3 21l2.2-8 2.3 8 2.2-8 2.3 8 2.2-8 2.3 8 2.2-8 2.3 8",
  ],
  [
    "track",
    say("Track"),
    "M2 2h20v20H2zM7.5 7.500h9v9h-9zM2 7.500h5.500V2M12 2v5.500M22 7.500h-5.500V2M2 " +
      "12h5.500M16.5 12H22M2 16.500h5.500V22M12 16.500V22M22 16.500h-5.500V22",
  ],
  ["picture", say("A picture"), "M2 4h20v16H2zM2 17l6-6 5 5 3-3 6 5M16 8h.01"],
  ["none", say("Nothing"), "M5 5l14 14M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20"],
];

/** @param {Maker} maker @returns {HTMLElement[]} */
export function drawBoardStep(maker) {
  const kind = readyOf(maker.table);
  return [
    h("p", { class: "prompt" }, say("What lies on the table?")),
    h(
      "div",
      { class: "boards", role: "group", "aria-label": say("Board") },
      boards().map(([word, name, path]) => boardButton(maker, word, name, path, word === kind)),
    ),
    ...MORE[kind](maker),
    !maker.past.length && maker.own.length > 0 && madeBefore(maker),
  ].filter((one) => one instanceof HTMLElement);
}

/** What can be changed of each. @type {Record<string, (maker: Maker) => (HTMLElement | undefined | "" | false)[]>} */
const MORE = {
  squares,
  lines,
  hexes: hexagons,
  points: () => [h("p", { class: "quiet" }, onPoints())],
  track: fields,
  picture,
  none: () => [h("p", { class: "quiet" }, say("Place spots in the next step."))],
};
const onPoints = () =>
  say("Pieces on a point lie in a line, the more the closer, and so on the bar and in the trays beside it.");

/** @param {Maker} maker @param {string} word @param {string} name @param {string} path @param {boolean} chosen */
function boardButton(maker, word, name, path, chosen) {
  const how = {
    type: "button",
    class: "ready",
    "aria-pressed": String(chosen),
    "data-key": `board-${word}`,
    onclick: () => !chosen && maker.change(withReady(maker.table, word)),
    html: `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`,
  };
  return h("button", how, h("span", {}, name));
}

/** @param {Maker} maker */
function madeBefore({ own }) {
  const links = own.map(({ name, title }) => h("a", { class: "button", href: `/create/${name}` }, title));
  const words = h("span", { class: "small quiet" }, say("Or change what you made before"));
  return h("div", { class: "one" }, words, h("div", { class: "row" }, links));
}

/** @param {Maker} maker */
function squares(maker) {
  const { board } = maker.table;
  const set = (/** @type {any} */ change) => maker.change(changeBoard(maker.table, change));
  return [
    size(maker, say("Columns"), say("Rows")),
    choice(say("Look"), looks(), board.look ?? "board", (look) => set({ look })),
    taking(maker),
    row(pictureUnder(maker), board.picture && noPicture(() => set({ picture: undefined }))),
  ];
}

/** @returns {[string, string][]} */
const looks = () => [
  ["board", say("Ice")],
  ["wood", say("Wood")],
  ["green", say("Felt")],
  ["water", say("Water")],
  ["plain", say("Plain")],
];

/** @param {Maker} maker */
function pictureUnder(maker) {
  const words = maker.table.board.picture ? say("Another picture under it") : say("Picture under the squares");
  return maker.pictureButton(words, 1600, ([name], _, pictures) =>
    maker.change(changeBoard(maker.table, { picture: name }), { pictures }),
  );
}

/** @param {() => void} onclick */
const noPicture = (onclick) => h("button", { type: "button", "data-key": "no-picture", onclick }, say("No picture"));

/** @param {Maker} maker */
function lines(maker) {
  return [
    h("p", { class: "quiet" }, say("Pieces lie where lines cross.")),
    size(maker, say("Lines across"), say("Lines down")),
    taking(maker),
  ];
}

/** @param {Maker} maker @param {string} across @param {string} down */
function size(maker, across, down) {
  const { columns: wide, rows: high } = maker.table.board;
  const set = (/** @type {any} */ change) => maker.change(changeBoard(maker.table, change));
  return row(
    number(across, wide, 1, 26, (columns) => set({ columns })),
    number(down, high, 1, 26, (rows) => set({ rows })),
  );
}

/** @returns {[string, string][]} */
const takings = () => [
  ["", say("lies on it")],
  ["taken", say("takes it")],
];

/** @param {Maker} maker */
function taking(maker) {
  const { table } = maker;
  const chosen = table.board.taken ? "taken" : "";
  return choice(say("A piece put on another"), takings(), chosen, (taken) =>
    maker.change(taken ? withTakenTray(table) : withoutTakenTray(table)),
  );
}

/**
 * Spots of a ready board, but where somebody has put it.
 * @param {Maker} maker
 * @param {import("./draft.js").Area} made
 */
function laid(maker, { id, spots }) {
  maker.change(changeArea(maker.table, id, { spots }));
}

/** @param {Maker} maker */
function hexagons(maker) {
  const area = maker.table.areas.find(({ id }) => id === "hexes");
  const { form, across, down } = hexForm(/** @type {any} */ (area));
  const reform = (/** @type {any} */ now) => laid(maker, now === "block" ? hexes(now, 8, 8) : hexes(now, 5, 0));
  return [
    choice(say("Form"), blocks(), form, reform),
    form === "hexagon"
      ? number(say("Hexagons along a side"), across, 2, 9, (side) => laid(maker, hexes(form, side, 0)))
      : row(
          number(say("Columns"), across, 1, 17, (columns) => laid(maker, hexes(form, columns, down))),
          number(say("Rows"), down, 1, 17, (rows) => laid(maker, hexes(form, across, rows))),
        ),
  ];
}

/** @returns {[string, string][]} */
const blocks = () => [
  ["block", say("a block")],
  ["hexagon", say("a large hexagon")],
];

/** @returns {[string, string][]} */
const tracks = () => [
  ["ring", say("a ring")],
  ["winding", say("a winding way")],
];

/** @returns {[string, string][]} */
const numbering = () => [
  ["1", say("yes")],
  ["", say("no")],
];

/** @param {Maker} maker */
function fields(maker) {
  const area = /** @type {any} */ (maker.table.areas.find(({ id }) => id === "track"));
  const form = trackForm(area);
  const count = area.spots.length;
  const numbered = (/** @type {string} */ now) =>
    maker.change(changeArea(maker.table, "track", { numbered: Boolean(now) }));
  return [
    choice(say("Form"), tracks(), form, (now) => laid(maker, track(now, now === "ring" ? 40 : 63))),
    number(say("Fields"), count, 8, 200, (many) => laid(maker, track(form, many)), form === "ring" ? 2 : 1),
    choice(say("Numbers on them"), numbering(), area.numbered ? "1" : "", numbered),
  ];
}

/** @param {Maker} maker */
function picture(maker) {
  const { backdrop } = maker.table;
  const set = (/** @type {any} */ change, more = {}) => maker.change(changePicture(maker.table, change), more);
  const chosen = Boolean(backdrop.picture);
  const means = chosen
    ? say("Say in the next step where on it something can lie.")
    : say("A photo or a drawing of a board: PNG, JPEG or WebP.");
  return [
    h("p", { class: "quiet" }, means),
    maker.pictureButton(
      chosen ? say("Another picture") : say("Choose a picture"),
      1600,
      ([name], [{ width, height }], pictures) =>
        set({ picture: name, height: hundredths((backdrop.width * height) / width) }, { pictures }),
    ),
    chosen && field(say("How large, beside the pieces"), width(backdrop, set)),
  ];
}

/** @param {number} size */
const hundredths = (size) => Math.round(100 * size) / 100;

/** @param {any} backdrop @param {(change: any) => void} set */
function width(backdrop, set) {
  const ratio = backdrop.height / backdrop.width;
  const onchange = (/** @type {any} */ event) => {
    const width = Number(event.target.value);
    set({ width, height: hundredths(width * ratio) });
  };
  return h("input", { type: "range", min: 4, max: 20, value: String(backdrop.width), "data-key": "wide", onchange });
}
