/**
 * Where the areas beside a board lie, so that the board gets the most of the room: what lies above
 * and below it goes to its sides where the room is wide, and the other way round where it is high.
 *
 * @import { Cell, Region, Scene } from "../types"
 */
import { frame } from "../scene/places.js";
import { adjoins, boardOf } from "../scene/scene.js";
import { viewBox } from "./picture.js";
import { shapes } from "./shapes.js";
import { withShortTitles } from "./short_titles.js";

/** So much larger the squares must become for areas to change their places. */
const WORTH = 1.08;
/** So small a picture may become to have the shape of the one before; if another part of the game has begun, */
const ALIKE = 0.75;
/** no smaller than this, and without room below it. */
const PART = 0.8;
/** Between an area that moves and one that is there already, in squares. */
const GAP = 0.4;
/** From the board to an area that stands beside it. */
const NEAR = 0.45;
/** So much more where a title stands between the board's coordinates and an area below it. */
const TITLE = 0.3;
/** To so much of its length an area may be squeezed. */
const SQUEEZED = 0.85;
/** So much longer than broad is a board that may be turned, */
const LONG = 2;
/** if its squares become so much larger. */
const TURNED = 1.25;

/**
 * Whether two scenes show the same areas, all of them or any: else another part of the game has
 * begun.
 * @param {Scene} before
 * @param {Scene} scene
 * @param {boolean} all
 */
export function alike(before, scene, all) {
  const [was, is] = [before, scene].map(({ regions }) => new Set(regions.map(({ id }) => id)));
  const kept = [...is].filter((id) => was.has(id)).length;
  return all ? kept === Math.max(was.size, is.size) : kept > 0;
}

/**
 * The scene as it fills a room, where it can as the one before.
 * @param {Scene} scene
 * @param {number} ratio
 * @param {Scene | undefined} before
 * @param {(scene: Scene) => Scene} [lie]
 */
export function fitted(scene, ratio, before, lie) {
  const [, , wide, high] = before ? viewBox(before) : [0, 0, ratio, 1];
  return shaped(arranged(scene, wide / high, lie), ratio, before);
}

/**
 * The first scene of another part of the game: in the place of the one before, unless it would be much
 * smaller there.
 * @param {Scene} scene
 * @param {number} ratio
 * @param {Scene} before
 * @param {(scene: Scene) => Scene} [lie]
 */
export function fittedAnew(scene, ratio, before, lie) {
  const own = fitted(scene, ratio, undefined, lie);
  const kept = shaped(own, ratio, before);
  return kept.spare[1] || square(kept, ratio) < PART * square(own, ratio) ? own : kept;
}

/**
 * The scene as it fills a room best.
 * @param {Scene} scene
 * @param {number} ratio  the width of the room by its height
 * @param {(scene: Scene) => Scene} [lie]  lays a scene between those who sit around it, unturned
 */
export function arranged(scene, ratio, lie) {
  const seen = { ...scene, ...(lie && { rotate: 0 }), regions: scene.regions.map((region) => within(region, scene)) };
  const laid = (/** @type {Scene} */ one) => withShortTitles(lie ? lie(one) : one);
  const plain = laid(trimmed(seen));
  const apart = { ...seen, regions: seen.regions.flatMap((region) => split(region, boardOf(seen))) };
  const others = [beside(apart, true), beside(apart, false), paired(seen)].map((one) => laid(trimmed(one)));
  const most = overlaps(plain);
  const [best = plain] = others
    .filter((one) => overlaps(one) <= most)
    .sort((a, b) => square(b, ratio) - square(a, ratio));
  return along(square(best, ratio) > (lie ? 1 : WORTH) * square(plain, ratio) ? best : plain, ratio);
}

/** How many areas or their titles lie over another area, as the screen shows it. @param {Scene} scene */
function overlaps(scene) {
  const areas = scene.regions
    .filter(({ kind }) => kind === "spots")
    .map((region) => {
      const { x, y, width, height } = frame(scene, region);
      const top = y - (region.title ? shapes.board.title.room : 0);
      return { left: x, top, right: x + width, bottom: y + height };
    });
  return areas.filter((one, i) => areas.some((other, k) => k > i && meet(one, other))).length;
}

/**
 * Whether more than the edges of two boxes meet.
 * @param {Record<string, number>} one
 * @param {Record<string, number>} other
 */
function meet(one, other) {
  const [across, down] = [
    ["left", "right"],
    ["top", "bottom"],
  ].map(([start, end]) => Math.min(one[end], other[end]) - Math.max(one[start], other[start]));
  return Math.min(across, down) > GAP;
}

/**
 * A long board lies along the longer side of the room, what was below it at the right.
 * @param {Scene} scene
 * @param {number} ratio
 * @returns {Scene}
 */
function along(scene, ratio) {
  const turned = { ...scene, rotate: (scene.rotate + 3) % 4 };
  return long(scene) && square(turned, ratio) > TURNED * square(scene, ratio) ? turned : scene;
}

/**
 * Whether a scene is a board so much longer than it is broad, and nothing that must be read
 * upright.
 * @param {Scene} scene
 */
function long({ regions, pieces }) {
  const boards = regions.filter(({ kind, look }) => kind === "grid" || (look && look !== "table"));
  const side = (/** @type {"x" | "y"} */ start, /** @type {"columns" | "rows"} */ size) =>
    Math.max(...boards.map((region) => region[start] + region[size])) -
    Math.min(...boards.map((region) => region[start]));
  const [across, down] = [side("x", "columns"), side("y", "rows")];
  return (
    Math.max(across, down) >= LONG * Math.min(across, down) &&
    !regions.some(({ title, picture, labels }) => title || picture || labels.length) &&
    !pieces.some(({ shape }) => shape === "card")
  );
}

/** How wide a square is, where the room is one high. @param {Scene} scene @param {number} ratio */
function square(scene, ratio) {
  const [, , width, height] = viewBox(scene);
  return Math.min(ratio / width, 1 / height);
}

/**
 * A table that is nothing but areas as broad as each other, one below the other, in two columns.
 * @param {Scene} scene
 * @returns {Scene}
 */
function paired(scene) {
  const [{ x, columns, kind } = { x: 0, columns: 0, kind: "" }] = scene.regions;
  if (
    kind !== "spots" ||
    scene.regions.some((region) => region.kind !== kind || region.x !== x || region.columns !== columns)
  )
    return scene;
  let [end, low, top] = [0, 0, 0];
  return {
    ...scene,
    regions: scene.regions.map((region, i) => {
      if (i % 2 === 0) top = low + region.y - end;
      end = region.y + region.rows;
      low = Math.max(i % 2 ? low : 0, top + region.rows);
      return { ...region, x: x + (i % 2) * (columns + GAP), y: top };
    }),
  };
}

/**
 * The scene with room at its sides or below it, so that it has the shape of the one before: a board
 * keeps its place and size whatever is drawn. Where that would make it too small, it has its own.
 * The first has all of the width of a room that is high: what follows may be broader.
 * @param {Scene} scene
 * @param {number} ratio  of the room
 * @param {Scene | undefined} before
 * @returns {Scene}
 */
export function shaped(scene, ratio, before) {
  const [, , width, height] = viewBox(scene);
  if (!before) return ratio < 1 ? { ...scene, spare: [Math.max(0, height * ratio - width), 0] } : scene;
  const [, , wide, high] = viewBox(before);
  /** @type {Scene} */
  const roomy = {
    ...scene,
    spare: [Math.max(0, (height * wide) / high - width), Math.max(0, (width * high) / wide - height)],
  };
  const least = ALIKE * Math.min(square(scene, ratio), square(before, ratio));
  return square(roomy, ratio) < least ? scene : roomy;
}

/**
 * An area that is said in whole squares ends where its scene does.
 * @param {Region} region
 * @param {Scene} scene
 * @returns {Region}
 */
function within(region, { height }) {
  return region.kind === "spots" && region.y < height
    ? { ...region, rows: Math.min(region.rows, height - region.y) }
    : region;
}

/** The scene without what is empty around it. @param {Scene} scene @returns {Scene} */
export function trimmed(scene) {
  const { regions } = scene;
  if (!regions.length) return scene;
  const [left, top] = [Math.min(...regions.map(({ x }) => x)), Math.min(...regions.map(({ y }) => y))];
  const width = Math.max(...regions.map(({ x, columns }) => x + columns)) - left;
  const height = Math.max(...regions.map(({ y, rows }) => y + rows)) - top;
  return {
    ...scene,
    width,
    height,
    regions: regions.map((region) => ({ ...region, x: region.x - left, y: region.y - top })),
  };
}

/**
 * The scene with the areas above and below its board at its right and left, or the other way
 * round; an area changes its rows for columns.
 * @param {Scene} scene
 * @param {boolean} sideways  as the screen shows it, which may be turned
 * @returns {Scene}
 */
function beside(scene, sideways) {
  const board = boardOf(scene);
  if (!board) return scene;
  const facing = mirrored(scene);
  const here = /** @type {Region} */ (facing.regions.find(({ id }) => id === board.id));
  const gap = sideways ? 0 : TITLE;
  return mirrored(
    sideways === (scene.rotate % 2 === 0)
      ? upright(facing, here, gap)
      : swapped(upright(swapped(facing), swap(here), gap)),
  );
}

/**
 * The scene so that its right is the screen's, or what is below there; done twice it is as it was.
 * @param {Scene} scene
 * @returns {Scene}
 */
function mirrored(scene) {
  const [across, down] = [scene.rotate > 1, scene.rotate === 1 || scene.rotate === 2];
  const at = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {{columns: number, rows: number}} */ { columns, rows },
  ) => ({ x: across ? columns - x : x, y: down ? rows - y : y });
  const way = (/** @type {[number, number]} */ [x, y]) =>
    /** @type {[number, number]} */ ([across ? -x : x, down ? -y : y]);
  const whole = { columns: scene.width, rows: scene.height };
  return {
    ...scene,
    regions: scene.regions.map((region) => ({
      ...region,
      ...at(region.x + (across ? region.columns : 0), region.y + (down ? region.rows : 0), whole),
      cells: region.cells.map((cell) => ({
        ...cell,
        ...at(cell.x, cell.y, region),
        outline: cell.outline.map(way),
        spread: way(cell.spread),
      })),
      lines: region.lines.map((line) => ({
        ...line,
        points: line.points.map(([x, y]) => {
          const point = at(x, y, region);
          return /** @type {[number, number]} */ ([point.x, point.y]);
        }),
      })),
      labels: region.labels.map((label) => ({ ...label, ...at(label.x, label.y, region) })),
    })),
  };
}

/**
 * What lies above and below goes right and left, but for what is at the board's edge, and not to
 * its side.
 * @param {Scene} scene
 * @param {Region} board
 * @param {number} gap  more, where there is a title
 * @returns {Scene}
 */
function upright(scene, board, gap) {
  const [bottom, right] = [board.y + board.rows, board.x + board.columns];
  const moves = (/** @type {Region} */ region) =>
    region.kind === "spots" && (region.y >= bottom || region.y + region.rows <= board.y) && !adjoins(region, board);
  const kept = scene.regions.filter((region) => !moves(region));
  const moved = scene.regions.filter(moves);
  const edges = kept.filter((region) => adjoins(region, board));
  const [later, earlier] = [edges.some(({ x }) => x >= right), edges.some(({ x, columns }) => x + columns <= board.x)];
  const goesRight = (/** @type {Region} */ { y }) => (later === earlier ? y >= bottom : earlier);
  const away = (/** @type {Region} */ { y, rows }) => (y >= bottom ? y - bottom : board.y - y - rows);
  const more = moved.some(({ title }) => title) ? gap : 0;
  const after = column(
    kept.map(({ x, columns }) => [x - right, x + columns - right]),
    moved.filter(goesRight).map(away),
  );
  const before = column(
    kept.map(({ x, columns }) => [board.x - x - columns, board.x - x]),
    moved.filter((region) => !goesRight(region)).map(away),
  );
  const nearer = (/** @type {Region} */ region) =>
    gap || region.kind !== "spots" || adjoins(region, board)
      ? 0
      : region.x >= right
        ? -after.spare
        : region.x + region.columns <= board.x
          ? before.spare
          : 0;
  return {
    ...scene,
    regions: scene.regions.map((region) => {
      if (!moves(region)) return { ...region, x: region.x + nearer(region) };
      const turned = squeezed(swap(region), board.rows);
      const along = Math.max(board.y, Math.min(board.y + region.x - board.x, bottom - turned.rows));
      const x = goesRight(region)
        ? right + after.start + away(region) + more - (gap ? 0 : after.spare)
        : board.x - before.start - away(region) - turned.columns + (gap ? 0 : before.spare);
      return { ...turned, x, y: along };
    }),
  };
}

/**
 * What comes to a side of the board stands beyond what is there already, and needs the board's own distance no more.
 * @param {[number, number][]} there  from where to where, away from the board
 * @param {number[]} come  how far from the board
 * @returns {{start: number, spare: number}}  `spare`: what is there may come so much nearer, where no title is between
 */
function column(there, come) {
  const beside = there.filter(([start]) => start >= 0);
  if (!beside.length || !come.length) return { start: 0, spare: 0 };
  const [near, far] = [Math.min(...beside.map(([start]) => start)), Math.max(...beside.map(([, end]) => end))];
  return { start: far + GAP - Math.min(...come), spare: Math.max(0, near - NEAR) };
}

/** An area that is a little longer than the board becomes as long. @param {Region} region @param {number} most */
function squeezed(region, most) {
  const by = most / region.rows;
  if (by >= 1 || by < SQUEEZED || formed(region)) return region;
  return { ...region, rows: most, cells: region.cells.map((cell) => ({ ...cell, y: cell.y * by })) };
}

/**
 * An area around the board in its parts above, below and beside it.
 * @param {Region} region
 * @param {Region | undefined} board
 * @returns {Region[]}
 */
function split(region, board) {
  if (
    !board ||
    region.kind !== "spots" ||
    region.title ||
    region.look ||
    region.picture ||
    region.lines.length ||
    region.labels.length ||
    formed(region) ||
    apart(region, board)
  )
    return [region];
  const side = (/** @type {Cell} */ { x, y }) =>
    [
      board.y - region.y - y > 0,
      y + region.y - board.y > board.rows,
      board.x - region.x - x > 0,
      x + region.x - board.x > board.columns,
    ].indexOf(true);
  return [-1, 0, 1, 2, 3].flatMap((wanted) => {
    const cells = region.cells.filter((cell) => side(cell) === wanted);
    return cells.length ? [around(region, cells)] : [];
  });
}

/** Whether some of its places are no squares. @param {Region} region */
const formed = ({ cells }) => cells.some(({ outline }) => outline.length);

/** Whether all of an area is on one side of the board. @param {Region} region @param {Region} board */
function apart({ x, y, columns, rows }, board) {
  return x >= board.x + board.columns || x + columns <= board.x || y >= board.y + board.rows || y + rows <= board.y;
}

/** The region for some of its cells. @param {Region} region @param {Region["cells"]} cells @returns {Region} */
function around(region, cells) {
  const [left, top] = [Math.min(...cells.map(({ x }) => x)) - 0.5, Math.min(...cells.map(({ y }) => y)) - 0.5];
  return {
    ...region,
    x: region.x + left,
    y: region.y + top,
    cells: cells.map((cell) => ({ ...cell, x: cell.x - left, y: cell.y - top })),
    columns: Math.max(...cells.map(({ x }) => x)) + 0.5 - left,
    rows: Math.max(...cells.map(({ y }) => y)) + 0.5 - top,
  };
}

/** @param {[number, number]} point @returns {[number, number]} */
const exchanged = ([x, y]) => [y, x];

/** Rows for columns. @param {Region} region @returns {Region} */
function swap(region) {
  return {
    ...region,
    x: region.y,
    y: region.x,
    columns: region.rows,
    rows: region.columns,
    cells: region.cells.map((cell) => ({
      ...cell,
      x: cell.y,
      y: cell.x,
      outline: cell.outline.map(exchanged),
      spread: exchanged(cell.spread),
    })),
    lines: region.lines.map((line) => ({ ...line, points: line.points.map(exchanged) })),
    labels: region.labels.map((label) => ({ ...label, x: label.y, y: label.x })),
  };
}

/** @param {Scene} scene @returns {Scene} */
function swapped(scene) {
  return { ...scene, regions: scene.regions.map(swap) };
}
