/**
 * A scene as a still picture, for cards, options and rules.
 *
 * @typedef {import("../scene/scene.js").Scene} Scene
 */
import { colour, complete } from "../scene/scene.js";
import { extent, frame, spots } from "../scene/spots.js";
import { art, escape } from "./shapes.js";
import { climate, ground, lastMark, line, marks, RIM } from "./terrain.js";

/** The room around a scene for its frame and shadow, in squares. */
export const MARGIN = RIM + 0.05;

/** The room that the title over a region takes, in squares, and that each letter of it does. */
const TITLE = 0.47;
const LETTER = 0.19;

/** The viewBox of a scene: on a turned table, titles are over what is at the top now. @param {Scene} scene @returns {[number, number, number, number]} */
export function viewBox(scene) {
  const [width, height] = extent(scene);
  const titled = scene.regions.filter(({ title }) => title).map((region) => ({ ...region, ...frame(scene, region) }));
  const above = Math.max(MARGIN, ...titled.map(({ kind, y }) => TITLE + (kind === "spots" ? 0 : RIM) - y));
  const right = Math.max(MARGIN, ...titled.map(({ x, title }) => x + LETTER * title.length - width));
  return [-MARGIN, -above, width + MARGIN + right, height + above + MARGIN];
}

/**
 * Where a piece is drawn: higher in a stack a little further up.
 * @param {import("../scene/spots.js").Spot} spot
 * @param {import("../scene/scene.js").Piece} piece
 */
export function standing(spot, piece) {
  const lift = piece.shape === "pawn" ? 0.07 : piece.z * 0.1;
  return [spot.x, spot.y - (piece.z ? lift : 0)];
}

/**
 * The piece as the viewer sees it: on a turned board it points elsewhere.
 * @param {Scene} scene
 * @param {import("../scene/scene.js").Piece} piece
 */
export function drawn(scene, piece) {
  const turn = piece.turn === null ? null : piece.turn + 90 * scene.rotate;
  const covered = scene.pieces.some((other) => other.at === piece.at && other.z > piece.z);
  const tags = covered ? [...piece.tags, "covered"] : piece.tags;
  return art({ ...piece, turn, tags }, piece.colour || (piece.owner === null ? "" : colour(scene, piece.owner)));
}

/**
 * The whole picture as SVG text.
 * @param {any} raw  a scene as it came
 * @param {string} [name]  what a screen reader says; without it the picture is decoration
 * @param {import("../scene/scene.js").Last} [last]
 */
export function picture(raw, name, last) {
  const scene = complete(raw);
  const places = spots(scene);
  const pieces = [...scene.pieces].sort((a, b) => a.z - b.z).map((piece) => {
    const spot = places.get(piece.at);
    if (!spot) return "";
    const [x, y] = standing(spot, piece);
    return `<g class="piece" transform="translate(${x} ${y})">${drawn(scene, piece)}</g>`;
  });
  const label = name ? `role="img" aria-label="${escape(name)}"` : `aria-hidden="true"`;
  return (
    `<svg class="${climate(scene)}" viewBox="${viewBox(scene).join(" ")}" ${label}>${ground(scene, places)}` +
    `${marks(scene, places)}${ways(scene, places, last)}${pieces.join("")}${marks(scene, places, true)}</svg>`
  );
}

/**
 * What the last ply touched and the ways it took.
 * @param {Scene} scene
 * @param {Map<string, import("../scene/spots.js").Spot>} places
 * @param {import("../scene/scene.js").Last} [last]
 */
export function ways(scene, places, last) {
  const found = (/** @type {string[]} */ ids) => ids.flatMap((id) => places.get(id) ?? []);
  const lines = Object.values(last?.pieces ?? {}).map((way) => line(found(way), "last-way"));
  return [...new Set(lines)].join("") + found(last?.cells ?? []).map(lastMark).join("");
}
