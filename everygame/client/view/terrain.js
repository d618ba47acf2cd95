/**
 * The drawings of what lies still: boards, cells, marks. SVG text, colours by CSS class.
 *
 * @typedef {import("../scene/scene.js").Scene} Scene
 * @typedef {import("../scene/scene.js").Region} Region
 * @typedef {import("../scene/spots.js").Spot} Spot
 */
import { address } from "../scene/scene.js";
import { coordinates, frame } from "../scene/spots.js";
import { escape } from "./shapes.js";

/** How far a board's frame reaches around its squares. */
export const RIM = 0.3;

const DEEP = ["water", "green", "rack"];

/** The class of a whole picture: on deep colours, marks have other ones. @param {Scene} scene */
export function climate(scene) {
  const has = (/** @type {string[]} */ looks) => scene.regions.some((region) => looks.includes(region.look));
  return has(DEEP) ? "scene wet" : has(["wood"]) ? "scene wooden" : "scene";
}

/**
 * All boards and areas with their cells.
 * @param {Scene} scene
 * @param {Map<string, Spot>} spots
 */
export function ground(scene, spots) {
  const of = (/** @type {Region} */ region) => [...spots.values()].filter((spot) => spot.region === region);
  const frames = scene.regions.map((region) => panel(scene, region)).join("");
  return frames + scene.regions.map((region) => inside(scene, region, of(region))).join("");
}

/** The frame of a board, or the ground of an area beside it. @param {Scene} scene @param {Region} region */
function panel(scene, region) {
  const { x, y, width, height } = frame(scene, region);
  const grid = region.kind !== "spots";
  const look = region.look || (grid ? "board" : "area");
  if (look === "table" || (!grid && !region.title && !region.look)) return "";
  const rim = grid ? RIM : 0.08;
  const rect = (/** @type {string} */ name, /** @type {number} */ by, /** @type {number} */ rx) =>
    `<rect class="${name}" x="${x - by}" y="${y - by}" width="${width + 2 * by}" height="${height + 2 * by}" rx="${rx}"/>`;
  if (!grid) return rect(`area look-${look}`, rim, 0.16);
  return rect(`rim look-${look}`, rim, 0.34) + rect(`bed look-${look}`, 0.02, 0.1);
}

/** @param {Scene} scene @param {Region} region @param {Spot[]} places */
function inside(scene, region, places) {
  const box = frame(scene, region);
  const grid = region.kind !== "spots";
  const under = region.picture ? underlay(scene, region, box) : "";
  const crossings = region.look === "crossings";
  const cells = places.map((spot) => (crossings ? crossing(spot, box) : cell(spot, grid))).join("");
  const title = region.title
    ? `<text class="title" x="${box.x + 0.02}" y="${box.y - (grid ? RIM : 0.08) - 0.12}" font-size=".26">${escape(region.title)}</text>`
    : "";
  return `${under}<g class="look-${region.look || "board"}${under ? " pictured" : ""}">${cells}${grid ? edge(region, places, box) : ""}</g>${title}`;
}

/** The picture under a region, turned with the table. @param {Scene} scene @param {Region} region @param {import("../scene/spots.js").Box} box */
function underlay(scene, region, box) {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const { columns, rows } = region;
  return `<image href="${escape(address(region.picture))}" x="${x - columns / 2}" y="${y - rows / 2}" width="${columns}" height="${rows}" preserveAspectRatio="none" transform="rotate(${90 * scene.rotate} ${x} ${y})"/>`;
}

/** @param {Region} region @param {Spot[]} places @param {import("../scene/spots.js").Box} box */
function edge(region, places, box) {
  if (!region.coordinates || region.look === "table") return "";
  const labels = coordinates(places, box).map(({ text, x, y }) => {
    const [left, low] = [x === box.x ? RIM / 2 : 0, y === box.y + box.height ? RIM / 2 : 0];
    return `<text class="coordinate" x="${x - left}" y="${y + low + 0.055}" font-size=".16">${escape(text)}</text>`;
  });
  return labels.join("");
}

/** @param {Spot} spot @param {boolean} grid */
function cell(spot, grid) {
  const odd = grid && (spot.file + spot.rank) % 2 ? "odd" : "";
  if (spot.terrain === "bare") return "";
  if (spot.terrain === "peg") return `<circle class="peg-hole" cx="${spot.x}" cy="${spot.y}" r=".11"/>`;
  const plain = grid
    ? `<rect class="cell ${odd} ${spot.terrain}" x="${spot.x - 0.5}" y="${spot.y - 0.5}" width="1" height="1"/>`
    : `<rect class="slot ${spot.terrain}" x="${spot.x - 0.46}" y="${spot.y - 0.46}" width=".92" height=".92" rx=".12"/>`;
  const drawn = TERRAINS[spot.terrain] ?? "";
  const label = spot.label
    ? `<text class="cell-label" x="${spot.x}" y="${spot.y + 0.07}" font-size=".2">${escape(spot.label)}</text>` : "";
  return plain + (drawn && `<g transform="translate(${spot.x} ${spot.y})">${drawn}</g>`) + label;
}

/** A place on the crossing of two lines. @param {Spot} spot @param {import("../scene/spots.js").Box} box */
function crossing(spot, box) {
  const left = spot.x - 0.5 > box.x + 0.1 ? -0.5 : 0;
  const right = spot.x + 0.5 < box.x + box.width - 0.1 ? 0.5 : 0;
  const up = spot.y - 0.5 > box.y + 0.1 ? -0.5 : 0;
  const down = spot.y + 0.5 < box.y + box.height - 0.1 ? 0.5 : 0;
  const lines = `M${left} 0H${right}M0 ${up}V${down}`;
  const star = spot.terrain === "star" ? '<circle class="star" r=".09"/>' : "";
  return `<g transform="translate(${spot.x} ${spot.y})"><rect class="cell" x="-.5" y="-.5" width="1" height="1"/><path class="line" d="${lines}"/>${star}</g>`;
}

const ARM = "M0 0V-.34M0-.2L-.09-.29M0-.2L.09-.29";
const FLAKE = [0, 60, 120, 180, 240, 300].map((way) => `<path d="${ARM}" transform="rotate(${way})"/>`).join("");

/** @type {Record<string, string>} */
const TERRAINS = {
  snow: `<g class="snow-flake">${FLAKE}</g>`,
  goal: `<circle class="goal-ring" r=".36"/><circle class="goal-ring thin" r=".25"/>` +
    `<path class="goal-star" d="M0-.17L.05-.05L.17 0L.05.05L0 .17L-.05 .05L-.17 0L-.05-.05Z"/>`,
  exit: `<path class="exit-arrow" d="M-.15.12L0-.03L.15.12M-.15-.06L0-.21L.15-.06"/>`,
  hole: `<rect class="hole-deep" x="-.38" y="-.42" width=".76" height=".84" rx=".1"/>`,
};

/**
 * The marks that the game set: those under the pieces, or those over them.
 * @param {Scene} scene
 * @param {Map<string, Spot>} spots
 * @param {boolean} [over]
 */
export function marks(scene, spots, over = false) {
  return scene.marks.filter((mark) => OVER.includes(mark.kind) === over).map((mark) => {
    const cells = mark.cells.flatMap((id) => spots.get(id) ?? []);
    if (mark.kind === "line") return `<path class="mark-line" d="M${cells.map(({ x, y }) => `${x} ${y}`).join("L")}"/>`;
    if (mark.kind === "way") return line(cells, "mark-way back") + line(cells, "mark-way");
    if (mark.kind === "wrong") return line(cells, "mark-way wrong") + cells.slice(-1).map((spot) => at(spot, CROSS)).join("");
    return cells.map((spot) => at(spot, MARKS[mark.kind] ?? MARKS.path)).join("");
  }).join("");
}

const OVER = ["target", "bar", "line", "way", "wrong"];
const CROSS = '<path class="mark-cross" d="M-.2-.2L.2.2M.2-.2L-.2.2"/>';

/** @param {Spot} spot @param {string} inner */
const at = (spot, inner) => `<g transform="translate(${spot.x} ${spot.y})">${inner}</g>`;

const CORNERS = "M-.44-.28V-.38Q-.44-.44-.38-.44H-.28M.28-.44H.38Q.44-.44.44-.38V-.28M.44.28V.38Q.44.44.38.44H.28M-.28.44H-.38Q-.44.44-.44.38V.28";

/** @type {Record<string, string>} */
const MARKS = {
  last: `<path class="mark-last" d="${CORNERS}"/>`,
  path: `<circle class="mark-path" r=".1"/>`,
  goal: `<rect class="mark-goal" x="-.47" y="-.47" width=".94" height=".94" rx=".1"/>`,
  wall: `<rect class="mark-wall" x="-.47" y="-.47" width=".94" height=".94" rx=".1"/>`,
  target: `<circle class="mark-target back" r=".44"/><circle class="mark-target" r=".44"/>`,
  bar: `<circle class="mark-bar" r=".3"/><path class="mark-bar" d="M-.21-.21L.21.21"/>`,
  threat: `<path class="mark-threat" d="M-.44-.24V-.44H-.24M.24-.44H.44V-.24M.44.24V.44H.24M-.24.44H-.44V.24"/>`,
};

/** The places of the last move: corners, not colour alone. @param {Spot} spot */
export function lastMark(spot) {
  return `<g transform="translate(${spot.x} ${spot.y})">${MARKS.last}</g>`;
}

/**
 * A way over several places: a line with an arrow head at its end.
 * @param {Spot[]} way
 * @param {string} name
 */
export function line(way, name) {
  if (way.length < 2) return "";
  const [a, b] = way.slice(-2);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const [x, y] = [b.x - ux * 0.22, b.y - uy * 0.22];
  const points = [...way.slice(0, -1).map((spot) => `${spot.x} ${spot.y}`), `${x} ${y}`];
  const head = `M${x - ux * 0.16 - uy * 0.12} ${y - uy * 0.16 + ux * 0.12}L${x} ${y}L${x - ux * 0.16 + uy * 0.12} ${y - uy * 0.16 - ux * 0.12}`;
  return `<path class="${name}" d="M${points.join("L")}"/><path class="${name} head" d="${head}"/>`;
}
