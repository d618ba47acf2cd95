/**
 * Ready boards: what lies on the table before anyone has put a spot there. All but the squares are
 * areas of spots, which can be changed like any other.
 *
 * @import { Area, Table } from "./draft.js"
 */
import { say } from "../say.js";
import { boxOf, changeBoard } from "./areas.js";

/** Where a board begins, so that there is room on its left and above it. */
const AT = { x: 2, y: 2.5 };
/** From one row of hexagons to the next. */
const ROW = Math.sqrt(3) / 2;
/** The pieces on a point of twenty-four lie on a line so long, in squares. */
const POINT = 5.4;
/** Fields in a row of a winding track. */
const ROUND = 10;

/** @param {number} x */
const short = (x) => Math.round(100 * x) / 100;
/** @param {number} count @param {(i: number) => any} make */
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/** The areas of ready boards. @param {Table} table */
export const readyAreas = ({ areas }) => areas.filter(({ id }) => /^(hexes|track|points\d|bar\d|home\d)$/.test(id));

/** What lies on the table. @param {Table} table */
export function readyOf(table) {
  if (table.board) return table.board.look === "crossings" ? "lines" : "squares";
  if (table.backdrop) return "picture";
  const has = (/** @type {string} */ id) => table.areas.some((area) => area.id === id);
  return has("hexes") ? "hexes" : has("points1") ? "points" : has("track") ? "track" : "none";
}

/**
 * Another board in the place of the one that is there; spots that somebody put stay.
 * @param {Table} table
 * @param {string} kind
 * @returns {Table}
 */
export function withReady(table, kind) {
  const { backdrop, ...rest } = table;
  const gone = new Set(readyAreas(table).map(({ id }) => id));
  const areas = table.areas.filter(({ id }) => !gone.has(id) && id !== table.board?.taken);
  const made =
    kind === "hexes"
      ? [hexes("block", 8, 8)]
      : kind === "points"
        ? points()
        : kind === "track"
          ? [track("ring", 40)]
          : [];
  const bare = changeBoard({ ...rest, areas: [...made, ...areas] }, null);
  if (kind === "squares") return changeBoard(bare, { columns: 8, rows: 8, ...AT });
  if (kind === "lines") return changeBoard(bare, { columns: 9, rows: 9, ...AT, look: "crossings" });
  return kind === "picture"
    ? { ...bare, backdrop: backdrop ?? { picture: "", x: 1, y: 1, width: 10, height: 7 } }
    : bare;
}

/**
 * Hexagons as a block of rows, or as one large hexagon of a side of `across`.
 * @param {string} form
 * @param {number} across
 * @param {number} down
 * @returns {Area}
 */
export function hexes(form, across, down) {
  const rows =
    form === "block"
      ? times(down, (row) => [(row % 2) / 2, across])
      : times(2 * across - 1, (row) => [Math.abs(row - across + 1) / 2, 2 * across - 1 - Math.abs(row - across + 1)]);
  const spots = rows.flatMap(([start, count], row) => times(count, (i) => [start + i + 0.5, short(row * ROW + 0.58)]));
  return { id: "hexes", name: say("Field"), show: false, ...AT, look: "hex", spots };
}

/** How the hexagons lie. @param {Area} area @returns {{form: string, across: number, down: number}} */
export function hexForm({ spots = [] }) {
  const heights = [...new Set(spots.map(([, y]) => y))];
  const first = spots.filter(([, y]) => y === heights[0]).length;
  const second = spots.filter(([, y]) => y === heights[1]).length;
  return { form: second > first ? "hexagon" : "block", across: first, down: heights.length };
}

/**
 * Twenty-four points, counted from the right end of the lower row, with a bar and what is borne
 * off.
 * @returns {Area[]}
 */
function points() {
  const spots = times(12, (i) => [12.5 - i - (i > 5 ? 1 : 0), 0.5]);
  const [x, upper] = [AT.x, AT.y];
  const lower = upper + 2 * POINT + 0.16 - 1;
  const side = (
    /** @type {number} */ n,
    /** @type {{point: string, bar: string, tray: string}} */ names,
    /** @type {number} */ y,
    /** @type {number | undefined} */ turn,
  ) => {
    const turned = turn ? { turn } : {};
    const common = { show: false, spread: POINT, ...turned };
    return [
      { id: `points${n}`, name: names.point, ...common, x, y, look: "point", spots },
      { id: `bar${n}`, name: names.bar, ...common, x: x + 6, y, look: "bare" },
      { id: `home${n}`, name: names.tray, ...common, x: x + 13.4, y, look: "tray" },
    ];
  };
  const lowerNames = { point: say("Lower point"), bar: say("Lower bar"), tray: say("Lower tray") };
  const upperNames = { point: say("Upper point"), bar: say("Upper bar"), tray: say("Upper tray") };
  return [...side(1, lowerNames, short(lower), undefined), ...side(2, upperNames, upper, 180)];
}

/**
 * A track of so many fields: a ring, or winding up in rows of ten.
 * @param {string} form
 * @param {number} count
 * @returns {Area}
 */
export function track(form, count) {
  return {
    id: "track",
    name: say("Field"),
    show: false,
    ...AT,
    look: "field",
    numbered: true,
    spots: form === "ring" ? ring(count - (count % 2)) : winding(count),
  };
}

/** @param {number} count @returns {[number, number][]} */
function ring(count) {
  const wide = Math.ceil(count / 4) + 1;
  const high = count / 2 + 2 - wide;
  const sides = [
    times(high - 1, (i) => [0, high - 1 - i]),
    times(wide - 1, (i) => [i, 0]),
    times(high - 1, (i) => [wide - 1, i]),
    times(wide - 1, (i) => [wide - 1 - i, high - 1]),
  ];
  return sides.flat().map(([x, y]) => [x + 0.5, y + 0.5]);
}

/** @param {number} count @returns {[number, number][]} */
function winding(count) {
  const rows = Math.ceil(count / ROUND);
  return times(count, (i) => {
    const [row, along] = [Math.floor(i / ROUND), i % ROUND];
    return [(row % 2 ? ROUND - 1 - along : along) + 0.5, rows - 1 - row + 0.5];
  });
}

/** Whether a track comes back to its first field. @param {Area} area */
export function trackForm({ spots = [] }) {
  const [[x, y], [u, v]] = [spots[0], spots[spots.length - 1]];
  return Math.hypot(x - u, y - v) < 1.1 ? "ring" : "winding";
}

/**
 * The rectangle of the board: left, top, right, bottom; nothing where there is none.
 * @param {Table} table
 * @returns {number[] | undefined}
 */
export function boardBox(table) {
  const { board } = table;
  if (board) return [board.x ?? 0, board.y ?? 0, (board.x ?? 0) + board.columns, (board.y ?? 0) + board.rows];
  const boxes = readyAreas(table).map(boxOf);
  if (!boxes.length || table.backdrop) return undefined;
  return [0, 1, 2, 3].map((side) => (side < 2 ? Math.min : Math.max)(...boxes.map((box) => box[side])));
}
