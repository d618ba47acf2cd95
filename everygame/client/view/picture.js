/**
 * A scene as a still picture, for cards, options and rules.
 *
 * @import { Last, Piece, Scene, WireScene } from "../types"
 */
import { extent, frame, spots, turned } from "../scene/places.js";
import { colour, complete } from "../scene/scene.js";
import { lastMove } from "./last_move.js";
import { art, escape, round, shapes } from "./shapes.js";
import { climate, ground, marks } from "./terrain.js";

const { margin, reach, rim, title } = shapes.board;

/**
 * The viewBox of a scene: on a turned table, titles are over what is at the top now.
 * @param {Scene} scene
 * @returns {[number, number, number, number]}
 */
export function viewBox(scene) {
  const [width, height] = extent(scene);
  const titled = scene.regions
    .filter((region) => region.title)
    .map((region) => ({ ...region, ...frame(scene, region) }));
  const above = Math.max(margin, ...titled.map(({ kind, y }) => title.room + (kind === "spots" ? 0 : rim.by) - y));
  const right = Math.max(margin, ...titled.map((region) => region.x + title.letter * [...region.title].length - width));
  const drawn = scene.regions.flatMap((region) =>
    [...region.labels.map(({ x, y }) => [x, y]), ...region.lines.flatMap(({ points }) => points)].map(([x, y]) =>
      turned(scene, region.x + x, region.y + y),
    ),
  );
  const beyond = (/** @type {number} */ least, /** @type {(point: [number, number]) => number} */ by) =>
    Math.max(least, ...drawn.map((point) => by(point) + reach));
  const [west, north] = [beyond(margin, ([x]) => -x), beyond(above, ([, y]) => -y)];
  const [across, down] = scene.spare;
  return [
    -west - across / 2,
    -north,
    width + west + across + beyond(right, ([x]) => x - width),
    height + north + down + beyond(margin, ([, y]) => y - height),
  ];
}

/** A region with so many places is seen whole on a card, though nothing may lie on it. */
const BOARD = 12;

/**
 * The viewBox of what a card shows large: the boards, or where there are none, where something
 * lies. What is beside that is seen as far as the frame has room.
 * @param {Scene} scene
 * @returns {[number, number, number, number]}
 */
export function closeUp(scene) {
  const full = new Set(scene.pieces.map(({ at }) => at));
  const boards = scene.regions.filter(({ kind, picture }) => kind !== "spots" || picture);
  const used = scene.regions.filter(({ cells }) => cells.length >= BOARD || cells.some(({ id }) => full.has(id)));
  const frames = (boards.length ? boards : used).map((region) => frame(scene, region));
  if (!frames.length) return viewBox(scene);
  const [west, north] = [Math.min(...frames.map(({ x }) => x)), Math.min(...frames.map(({ y }) => y))];
  const east = Math.max(...frames.map(({ x, width }) => x + width));
  const south = Math.max(...frames.map(({ y, height }) => y + height));
  return [west - margin, north - margin, east - west + 2 * margin, south - north + 2 * margin];
}

/**
 * Where a piece is drawn: higher in a stack a little further up, or along where it spreads.
 * @param {import("../scene/places.js").Spot} spot
 * @param {Piece} piece
 */
export function standing(spot, piece) {
  const [across, down] = spot.spread;
  if (across || down) return [spot.x + piece.z * across, spot.y + piece.z * down];
  const lifts = /** @type {Record<string, number>} */ (shapes.lift);
  const own = lifts[piece.shape];
  return [spot.x, spot.y - (own === undefined ? piece.z * lifts.other : Math.min(piece.z, 1) * own)];
}

/** The pieces that lie under others. @param {Scene} scene */
export function covered({ pieces }) {
  const top = new Map();
  for (const { at, z } of pieces) top.set(at, Math.max(z, top.get(at) ?? z));
  return new Set(pieces.filter(({ at, z }) => z < top.get(at)));
}

/**
 * The piece as the viewer sees it: on a turned board it points elsewhere, across a table it stands
 * upright for its owner.
 * @param {Scene} scene
 * @param {Piece} piece
 * @param {boolean} under  another
 */
export function drawn(scene, piece, under) {
  const turn = piece.turn === null ? null : piece.turn + 90 * scene.rotate;
  const tags = under ? [...piece.tags, "covered"] : piece.tags;
  const seen = art({ ...piece, turn, tags }, piece.colour || (piece.owner === null ? "" : colour(scene, piece.owner)));
  const side = piece.owner === null ? scene.facing : scene.sides[piece.owner];
  return side && turn === null ? `<g><g transform="rotate(${side})">${seen}</g></g>` : seen;
}

/**
 * The whole picture as SVG text.
 * @param {WireScene} raw  a scene as it came
 * @param {string} [name]  what a screen reader says; without it the picture is decoration
 * @param {Last} [last]
 * @param {(scene: Scene) => number[]} [view]  the viewBox of a scene
 */
export function picture(raw, name, last, view = viewBox) {
  const scene = complete(raw);
  const places = spots(scene);
  const lies = covered(scene);
  const pieces = [...scene.pieces]
    .sort((a, b) => a.z - b.z)
    .map((piece) => {
      const spot = places.get(piece.at);
      if (!spot) return "";
      const [x, y] = standing(spot, piece);
      const inside = drawn(scene, piece, lies.has(piece));
      return `<g class="piece" transform="translate(${round(x)} ${round(y)})">${inside}</g>`;
    });
  const label = name ? `role="img" aria-label="${escape(name)}"` : `aria-hidden="true"`;
  const box = view(scene).map(round).join(" ");
  return (
    `<svg class="scene ${climate(scene)}" viewBox="${box}" ${label}>${ground(scene, places)}` +
    `${marks(scene, places)}${lastMove(scene, places, last)}${pieces.join("")}${marks(scene, places, true)}</svg>`
  );
}
