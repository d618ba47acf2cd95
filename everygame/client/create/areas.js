/**
 * Where things can lie on a table that is being made: the board, and spots in areas of their own.
 * Nothing here is changed in place: each function gives a new table.
 *
 * @import { Area, Table } from "./draft.js"
 */
import { freshName } from "./draft.js";
import { clean } from "./without_empty.js";

/** The squares of the table on which something can be put. @param {Table} table @returns {[number, number]} */
export function extent({ board, backdrop, areas }) {
  const reach = (/** @type {any} */ box) =>
    box ? [(box.x ?? 0) + (box.columns ?? box.width), (box.y ?? 0) + (box.rows ?? box.height)] : [0, 0];
  const ends = [reach(board), reach(backdrop), ...areas.map((area) => boxOf(area).slice(2))];
  return [Math.max(9, ...ends.map(([x]) => x + 2)), Math.max(7, ...ends.map(([, y]) => y + 2))];
}

/** The centres of an area's spots, from its corner. @param {Area} area @returns {[number, number][]} */
export function spotsOf({ spots, size = 1, step = size, columns = 1, rows = 1, turn = 0 }) {
  const found =
    spots ??
    Array.from(
      { length: columns * rows },
      (_, i) =>
        /** @type {[number, number]} */ ([step * ((i % columns) + 0.5), step * (Math.floor(i / columns) + 0.5)]),
    );
  if (!turn) return found;
  const [x, y] = [0, 1].map(
    (axis) => (Math.min(...found.map((one) => one[axis])) + Math.max(...found.map((one) => one[axis]))) / 2,
  );
  return found.map(([u, v]) => wheeled(u - x, v - y, turn)).map(([u, v]) => [hundredths(x + u), hundredths(y + v)]);
}

/**
 * A point turned clockwise around 0, 0.
 * @param {number} x
 * @param {number} y
 * @param {number} degrees
 * @returns {[number, number]}
 */
function wheeled(x, y, degrees) {
  const angle = (degrees * Math.PI) / 180;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

/**
 * What a spot covers, from its centre: a line of spread pieces reaches further.
 * @param {Area} area
 * @returns {[number, number][]}
 */
function reachOf({ size = 1, spread = size, turn = 0, look }) {
  const half = size / 2;
  const high = look === "hex" ? size / Math.sqrt(3) : half;
  return [
    [-half, high],
    [half, high],
    [half, Math.min(-high, half - spread)],
    [-half, Math.min(-high, half - spread)],
  ].map(([x, y]) => wheeled(x, y, turn));
}

/** The rectangle that an area covers: left, top, right, bottom. @param {Area} area */
export function boxOf(area) {
  const points = spotsOf(area).flatMap(([x, y]) => reachOf(area).map(([u, v]) => [area.x + x + u, area.y + y + v]));
  return [
    ...[0, 1].map((axis) => Math.min(...points.map((one) => one[axis]))),
    ...[0, 1].map((axis) => Math.max(...points.map((one) => one[axis]))),
  ].map(hundredths);
}

/** What the spots of a table cover, each a rectangle. @param {Table} table */
function covered({ areas }) {
  return areas.flatMap((area) => {
    const reach = reachOf(area);
    return spotsOf(area).map(([x, y]) => {
      const [xs, ys] = [0, 1].map((axis) => reach.map((one) => one[axis] + (axis ? area.y + y : area.x + x)));
      return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    });
  });
}

/** The names of an area's places. @param {Area} area */
export function placesOf(area) {
  const count = spotsOf(area).length;
  return count === 1 ? [area.id] : Array.from({ length: count }, (_, i) => `${area.id}.${i + 1}`);
}

/** The area of a place, if it is on one. @param {Table} table @param {string} place */
export function areaOf(table, place) {
  return table.areas.find((area) => placesOf(area).includes(place));
}

/** Whether a point lies on the picture that is the board. @param {Table} table @param {number} x @param {number} y */
export function onPicture({ backdrop }, x, y) {
  if (!backdrop?.picture) return false;
  const [across, down] = [x - (backdrop.x ?? 0), y - (backdrop.y ?? 0)];
  return across >= 0 && down >= 0 && across <= backdrop.width && down <= backdrop.height;
}

/**
 * Points where a new spot can be put: in line with the squares and a little away from the board, or
 * half as far apart with a picture; away from other spots. Spots that are painted on a picture may
 * be close together.
 * @param {Table} table
 * @param {number[]} [room]  left, top, right, bottom of where they are wanted
 * @returns {[number, number][]}
 */
export function lattice(table, room = [0, 0, ...extent(table)]) {
  const { board } = table;
  const taken = covered(table);
  const [left, top] = [board?.x ?? 0, board?.y ?? 0];
  const onBoard = (/** @type {number} */ x, /** @type {number} */ y) =>
    board && x > left - 0.8 && y > top - 0.8 && x < left + board.columns + 0.8 && y < top + board.rows + 0.8;
  const step = table.backdrop ? 0.5 : 1;
  const found = /** @type {[number, number][]} */ ([]);
  for (const y of line(room[1], room[3], step, top, board?.rows)) {
    for (const x of line(room[0], room[2], step, left, board?.columns)) {
      const away = onPicture(table, x, y) ? -0.1 : 0.4;
      if (
        !onBoard(x, y) &&
        !taken.some((one) => x > one.left - away && x < one.right + away && y > one.top - away && y < one.bottom + away)
      )
        found.push([hundredths(x), hundredths(y)]);
    }
  }
  return found;
}

/** How far the first spot beside the edge of a board is from it. */
const BESIDE = 0.9;

/**
 * The points of the lattice along one side of the table.
 * @param {number} start
 * @param {number} end
 * @param {number} step
 * @param {number} edge  where the board begins
 * @param {number} [count]  how many squares it has
 */
function line(start, end, step, edge, count) {
  const found = [];
  const [first, last] = count ? [edge - BESIDE, edge + count + BESIDE] : [0, 0];
  for (let at = first; count && at >= start + 0.5; at -= step) found.unshift(at);
  for (let i = 0; i < (count ?? 0); i++) found.push(edge + i + 0.5);
  for (let at = count ? last : start + 0.5; at <= end - 0.5 + 1e-9; at += step) found.push(at);
  return found;
}

/** @param {number} x */
const hundredths = (x) => Math.round(100 * x) / 100;

/**
 * The picture that is the board, changed; what lies on it stays where it is on it.
 * @param {Table} table
 * @param {any} change
 * @returns {Table}
 */
export function changePicture(table, change) {
  const { backdrop: before } = table;
  const backdrop = { ...before, ...change };
  const moved = (
    /** @type {number} */ at,
    /** @type {number} */ start,
    /** @type {number} */ was,
    /** @type {number} */ is,
  ) => (at < start ? at : at > start + was ? at - was + is : start + ((at - start) * is) / was);
  const areas = table.areas.map((area) => {
    const [u, v] = spotsOf(area)[0];
    const x = moved(area.x + u, before.x, before.width, backdrop.width) - u;
    const y = moved(area.y + v, before.y, before.height, backdrop.height) - v;
    return { ...area, x: Math.max(0, hundredths(x)), y: Math.max(0, hundredths(y)) };
  });
  return { ...table, backdrop, areas };
}

/**
 * A new spot; on a picture it looks as the one before, and the first is not drawn: it is painted
 * there.
 * @param {Table} table
 * @param {number} x
 * @param {number} y  the centre
 * @param {Partial<Area>} [more]
 * @returns {[Table, string]} with the name of the new spot
 */
export function addSpot(table, x, y, more = {}) {
  const id = freshName(
    "spot",
    table.areas.map((area) => area.id),
  );
  const before = table.areas.filter((area) => onPicture(table, area.x + 0.5, area.y + 0.5) && !area.columns).at(-1);
  const look = onPicture(table, x, y) ? { look: before ? before.look : "bare" } : {};
  const area = clean({
    id,
    x: Math.max(0, hundredths(x - 0.5)),
    y: Math.max(0, hundredths(y - 0.5)),
    ...look,
    ...more,
  });
  return [{ ...table, areas: [...table.areas, area] }, id];
}

/** The place that is there already, if a point lies on one. @param {Table} table @param {number} x @param {number} y */
export function placeAt(table, x, y) {
  const found = table.areas.flatMap((area) =>
    spotsOf(area).map(([u, v], i) => ({ away: Math.hypot(area.x + u - x, area.y + v - y), place: placesOf(area)[i] })),
  );
  return found.find(({ away }) => away < 0.35)?.place;
}

/**
 * How many places in a row an area can have, of those that are wanted, before it reaches another
 * one or the board.
 * @param {Table} table
 * @param {Area} area
 * @param {number} wanted
 */
export function roomFor(table, area, wanted) {
  const others = { ...table, areas: table.areas.filter(({ id }) => id !== area.id) };
  const { board } = table;
  const free = (/** @type {number} */ x, /** @type {number} */ y) =>
    !others.areas.some((other) =>
      spotsOf(other).some(([u, v]) => Math.max(Math.abs(other.x + u - x), Math.abs(other.y + v - y)) < 0.9),
    ) &&
    !(
      board &&
      x > (board.x ?? 0) &&
      y > (board.y ?? 0) &&
      x < (board.x ?? 0) + board.columns &&
      y < (board.y ?? 0) + board.rows
    );
  let room = 1;
  while (room < wanted && free(area.x + room + 0.5, area.y + 0.5)) room++;
  return room;
}

/**
 * Change an area; pieces on places that it no longer has are taken away.
 * @param {Table} table
 * @param {string} id
 * @param {Partial<Area> | null} change  null removes it
 * @returns {Table}
 */
export function changeArea(table, id, change) {
  const areas = table.areas.flatMap((area) =>
    area.id !== id ? [area] : change ? [clean({ ...area, ...change })] : [],
  );
  return cleared({ ...table, areas });
}

/**
 * Move an area by so many squares.
 * @param {Table} table
 * @param {string} id
 * @param {number} across
 * @param {number} down
 */
export function shiftArea(table, id, across, down) {
  const area = table.areas.find((one) => one.id === id);
  return area
    ? changeArea(table, id, inside({ ...area, x: hundredths(area.x + across), y: hundredths(area.y + down) }))
    : table;
}

/** Turn an area around its middle. @param {Table} table @param {string} id @param {number} degrees  clockwise */
export function turnArea(table, id, degrees) {
  const area = table.areas.find((one) => one.id === id);
  return area
    ? changeArea(table, id, inside({ ...area, turn: ((area.turn ?? 0) + degrees) % 360 || undefined }))
    : table;
}

/**
 * Another area like one that is there, beside it where there is room; pieces stay where they are.
 * @param {Table} table
 * @param {string} id
 * @returns {[Table, string]} with the name of the new one
 */
export function copyArea(table, id) {
  const area = /** @type {Area} */ (table.areas.find((one) => one.id === id));
  const name = freshName(
    id.replace(/\d+$/, "") || "spot",
    table.areas.map((one) => one.id),
  );
  const [left, top, right, bottom] = boxOf(area);
  const [wide, high] = [right - left, bottom - top];
  const ways = [1, 2, 3, 4].flatMap((n) => [
    [0, n * high],
    [n * wide, 0],
    [0, -n * high],
    [-n * wide, 0],
  ]);
  const [across, down] = ways.find(
    ([u, v]) => left + u >= 0 && top + v >= 0 && isFree(table, [left + u, top + v, right + u, bottom + v]),
  ) ?? [0.5, 0.5];
  const copy = clean({
    ...area,
    id: name,
    x: hundredths(area.x + across),
    y: hundredths(area.y + down),
    hand: undefined,
    name: area.hand ? undefined : area.name,
  });
  return [{ ...table, areas: [...table.areas, copy] }, name];
}

/** Whether nothing lies in a rectangle yet. @param {Table} table @param {number[]} box */
function isFree({ board, areas }, [left, top, right, bottom]) {
  const edge = 0.3; // the rim of the board
  const boxes = [
    ...areas.map(boxOf),
    ...(board
      ? [
          [
            (board.x ?? 0) - edge,
            (board.y ?? 0) - edge,
            (board.x ?? 0) + board.columns + edge,
            (board.y ?? 0) + board.rows + edge,
          ],
        ]
      : []),
  ];
  return !boxes.some(([l, t, r, b]) => left < r - 0.01 && right > l + 0.01 && top < b - 0.01 && bottom > t + 0.01);
}

/** An area that lies on the table with all of its spots. @param {Area} area @returns {Area} */
function inside(area) {
  const [left, top] = boxOf(area);
  return {
    ...area,
    x: Math.max(0, hundredths(area.x - Math.min(0, left))),
    y: Math.max(0, hundredths(area.y - Math.min(0, top))),
  };
}

/**
 * Move an area so that one of its places comes to lie at a point.
 * @param {Table} table
 * @param {string} place
 * @param {number} x
 * @param {number} y
 */
export function moveArea(table, place, x, y) {
  const area = areaOf(table, place);
  if (!area) return table;
  const [u, v] = spotsOf(area)[placesOf(area).indexOf(place)];
  return changeArea(table, area.id, { x: Math.max(0, hundredths(x - u)), y: Math.max(0, hundredths(y - v)) });
}

/** Change the board; `null` takes it away. @param {Table} table @param {any} board @returns {Table} */
export function changeBoard(table, board) {
  const { board: before, ...rest } = table;
  return cleared(board ? { ...rest, board: clean({ ...before, ...board }) } : rest);
}

/** A table whose pieces stand on places that are there. @param {Table} table @returns {Table} */
function cleared(table) {
  const places = new Set(allPlaces(table));
  return { ...table, pieces: table.pieces.map((kind) => ({ ...kind, at: kind.at.filter((at) => places.has(at)) })) };
}

/** @param {Table} table */
export function allPlaces(table) {
  const { columns = 0, rows = 0 } = table.board ?? {};
  const squares = Array.from(
    { length: columns * rows },
    (_, i) => "abcdefghijklmnopqrstuvwxyz"[i % columns] + (rows - Math.floor(i / columns)),
  );
  return [...squares, ...table.areas.flatMap(placesOf)];
}
