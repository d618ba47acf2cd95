/**
 * Where the cells of a scene lie on the screen, turned so that the viewer's edge is at the bottom.
 *
 * @import { Region, Scene } from "../types"
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {{id: string, x: number, y: number, region: Region, terrain: string, name: string,
 *   label: string, file: number, rank: number, outline: [number, number][],
 *   spread: [number, number]}} Spot  x and y are its
 *   centre, in squares; `outline` is empty for a square, else its corners from there; `spread` leads
 *   from each piece of a pile to the next.
 */

const FILES = "abcdefghijklmnopqrstuvwxyz";

/**
 * Turn a point of the table by the scene's quarter turns, clockwise.
 * @param {Scene} scene
 * @param {number} x
 * @param {number} y
 * @returns {[number, number]}
 */
export function turned(scene, x, y) {
  const { width, height } = scene;
  if (scene.rotate % 4 === 1) return [height - y, x];
  if (scene.rotate % 4 === 2) return [width - x, height - y];
  return scene.rotate % 4 === 3 ? [y, width - x] : [x, y];
}

/**
 * Turn a direction as `turned` turns points.
 * @param {Scene} scene
 * @param {[number, number]} way
 * @returns {[number, number]}
 */
function pointed({ rotate }, [x, y]) {
  /** @type {[number, number][]} */
  const ways = [
    [x, y],
    [-y, x],
    [-x, -y],
    [y, -x],
  ];
  return ways[rotate % 4];
}

/**
 * The size of the whole picture on the screen.
 * @param {Scene} scene
 * @returns {[number, number]}
 */
export function extent(scene) {
  return scene.rotate % 2 ? [scene.height, scene.width] : [scene.width, scene.height];
}

/**
 * The rectangle of a region on the screen.
 * @param {Scene} scene
 * @param {Region} region
 * @returns {Box}
 */
export function frame(scene, region) {
  const [x1, y1] = turned(scene, region.x, region.y);
  const [x2, y2] = turned(scene, region.x + region.columns, region.y + region.rows);
  const [x, y] = [Math.min(x1, x2), Math.min(y1, y2)];
  return { x, y, width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/**
 * All places of a scene by their id, in reading order of the screen within each region.
 * @param {Scene} scene
 * @returns {Map<string, Spot>}
 */
export function spots(scene) {
  const found = new Map();
  for (const region of scene.regions) {
    const here = region.kind === "spots" ? loose(scene, region) : squares(scene, region);
    here.sort((a, b) => Math.round(a.y * 4) - Math.round(b.y * 4) || a.x - b.x);
    for (const spot of here) found.set(spot.id, spot);
  }
  return found;
}

/**
 * @param {Scene} scene
 * @param {Region} region
 * @returns {Spot[]}
 */
function loose(scene, region) {
  return region.cells.map((cell) => {
    const [x, y] = turned(scene, region.x + cell.x, region.y + cell.y);
    return {
      ...cell,
      x,
      y,
      region,
      file: -1,
      rank: -1,
      outline: cell.outline.map((corner) => pointed(scene, corner)),
      spread: pointed(scene, cell.spread),
    };
  });
}

/**
 * @param {Scene} scene
 * @param {Region} region
 * @returns {Spot[]}
 */
function squares(scene, region) {
  const special = new Map(region.cells.map((cell) => [cell.id, cell]));
  const found = [];
  for (let row = 0; row < region.rows; row++) {
    for (let file = 0; file < region.columns; file++) {
      const rank = region.top ? row + 1 : region.rows - row;
      const id = FILES[file] + rank;
      const cell = special.get(id) ?? { terrain: "", name: "", label: "" };
      const [x, y] = turned(scene, region.x + file + 0.5, region.y + row + 0.5);
      const { terrain, name, label } = cell;
      found.push({
        id,
        x,
        y,
        region,
        terrain,
        name,
        label,
        file,
        rank,
        outline: [],
        spread: /** @type {[number, number]} */ ([0, 0]),
      });
    }
  }
  return found;
}

/**
 * The letters and numbers at the left and the bottom edge of a board.
 * @param {Spot[]} places  the spots of one grid
 * @param {Box} box  its frame
 * @returns {{text: string, x: number, y: number}[]}
 */
export function coordinates(places, box) {
  const labels = [];
  for (const spot of places) {
    const sideways = places.some((other) => other.file === spot.file && other.y === spot.y && other !== spot);
    const [file, rank] = [FILES[spot.file], String(spot.rank)];
    if (spot.x - box.x < 0.6) labels.push({ text: sideways ? file : rank, x: box.x, y: spot.y });
    if (box.y + box.height - spot.y < 0.6) {
      labels.push({ text: sideways ? rank : file, x: spot.x, y: box.y + box.height });
    }
  }
  return labels;
}

/**
 * The place at a point of the screen, or undefined.
 * @param {Iterable<Spot>} places
 * @param {number} x
 * @param {number} y
 * @param {number} reach  how far from its centre a place is still meant, in squares; from its
 *   outline where pieces lie in a line, which may be broader
 */
export function spotAt(places, x, y, reach = 0.5) {
  let best;
  let least = reach + 1e-9;
  for (const spot of places) {
    const away = distance(spot, x - spot.x, y - spot.y);
    if (away <= least) [best, least] = [spot, away];
  }
  return best;
}

/** How far a point is from a place, given from its centre. @param {Spot} spot @param {number} x @param {number} y */
function distance({ outline, spread }, x, y) {
  if (!outline.length) return Math.max(Math.abs(x), Math.abs(y));
  if (holds(outline, x, y)) return 0;
  if (!spread.some(Boolean)) return Math.hypot(x, y);
  return Math.min(...outline.map((corner, i) => fromEdge([x, y], corner, outline.at(i - 1) ?? corner)));
}

/**
 * How far a point is from a line between two others.
 * @param {[number, number]} point
 * @param {[number, number]} start
 * @param {[number, number]} goal
 */
function fromEdge([x, y], [x1, y1], [x2, y2]) {
  const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2);
  const part = Math.max(0, Math.min(1, along));
  return Math.hypot(x - x1 - part * (x2 - x1), y - y1 - part * (y2 - y1));
}

/**
 * Whether a point is within corners: a ray from it crosses their edges an odd number of times.
 * @param {[number, number][]} corners
 * @param {number} x
 * @param {number} y
 */
function holds(corners, x, y) {
  return (
    corners.filter(([x1, y1], i) => {
      const [x2, y2] = corners.at(i - 1) ?? [0, 0];
      return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
    }).length %
      2 ===
    1
  );
}

/** The smallest rectangle, from its centre, in which a place lies. @param {Spot} spot @returns {Box} */
export function bounds({ outline }) {
  const corners = outline.length
    ? outline
    : [
        [-0.5, -0.5],
        [0.5, 0.5],
      ];
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/**
 * Where an arrow key leads from a place: the nearest one that lies in that direction. Of two as
 * near, the opposite key leads back: up goes to the left one, down to the right one.
 * @param {Iterable<Spot>} places
 * @param {Spot} from
 * @param {number} dx
 * @param {number} dy
 */
export function neighbour(places, from, dx, dy) {
  let best;
  let least = Infinity;
  for (const spot of places) {
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const side = (spot.x - from.x) * dy + (spot.y - from.y) * dx;
    const across = Math.abs(side);
    const cost = along + 1.5 * across - 1e-3 * Math.sign(side);
    if (along > 0.3 && across < along + 1 && cost < least) [best, least] = [spot, cost];
  }
  return best;
}
