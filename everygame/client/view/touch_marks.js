/**
 * What may be touched, drawn over a board: SVG text.
 *
 * @import { Choice, Piece } from "../types"
 * @import { Walk } from "../scene/choices.js"
 * @import { Spot } from "../scene/places.js"
 */
import { aims, begun, next, once, way } from "../scene/choices.js";
import { lookInSkin } from "./shapes.js";
import { line } from "./terrain.js";

/** From the middle of a piece to below its text, in squares. */
const BELOW = 0.34;

/**
 * A frame around a place, as large a part of it as `half` is of half a square.
 * @param {Spot} spot
 * @param {string} name
 * @param {number} half
 */
function square({ x, y, outline }, name, half) {
  const corners = outline.map((corner) => [x + corner[0] * 2 * half, y + corner[1] * 2 * half]);
  if (corners.length) return `<polygon class="${name}" stroke-linejoin="round" points="${corners.join(" ")}"/>`;
  return `<rect class="${name}" x="${x - half}" y="${y - half}" width="${2 * half}" height="${2 * half}" rx=".12"/>`;
}

/** @param {Spot} spot @param {string} name @param {number} r */
const circle = (spot, name, r) => `<circle class="${name}" cx="${spot.x}" cy="${spot.y}" r="${r}"/>`;

/** A group whose colours suit the ground. @param {Spot} spot @param {string} inner */
const on = (spot, inner) => `<g class="on-${lookInSkin(spot.region.look)}">${inner}</g>`;

/**
 * Under the pieces: what was chosen, and what may be chosen first.
 * @param {Walk} walk
 * @param {Map<string, Spot>} places
 */
export function below(walk, places) {
  const found = (/** @type {Iterable<string>} */ ids) => [...ids].flatMap((id) => places.get(id) ?? []);
  const chosen = found(walk.touched).map((spot) => on(spot, square(spot, "chosen", 0.47)));
  if (begun(walk) || walk.given) return chosen.join("");
  const first = [...next(walk)].filter(([, choices]) =>
    choices.some((c) => c.kind !== "carry" && way(walk, c).length > 1),
  );
  return found(first.map(([id]) => id))
    .map((spot) => on(spot, square(spot, "can", 0.45)))
    .join("");
}

/**
 * Over the pieces: where the next touch may go, and the way to the place pointed at.
 * @param {Walk} walk
 * @param {Map<string, Spot>} places
 * @param {string} pointed  a cell, or an empty text
 */
export function above(walk, places, pointed) {
  const main = new Set(once([...walk.cells.keys()]));
  const told = (/** @type {Choice[]} */ choices) => aims(walk) || choices.some((choice) => main.has(choice));
  const goals = [...next(walk)].filter(([, choices]) => ends(walk, choices) && told(choices));
  const dots = goals.flatMap(([id, choices]) => {
    const spot = places.get(id);
    if (!spot) return [];
    return aims(walk) ? [aim(walk, spot, choices)] : [on(spot, faint(walk, spot, choices))];
  });
  return dots.join("") + pointing(walk, places, pointed);
}

/** Whether these choices are complete, or go on from something chosen. @param {Walk} walk @param {Choice[]} choices */
function ends(walk, choices) {
  return walk.touched.length > 0 || choices.every((choice) => way(walk, choice).length === 1);
}

/**
 * Where one touch is enough and nothing has been chosen: many places, so hardly seen.
 * @param {Walk} walk
 * @param {Spot} spot
 * @param {Choice[]} choices
 */
function faint(walk, spot, choices) {
  const { kind, final } = choices[0];
  if (kind === "end") return "";
  return dot(walk, spot, 0.055) + (final ? circle(spot, "final-hint", 0.2) : "");
}

/** Whether there is something to read in the middle of a piece. @param {Piece} piece */
const written = ({ text, shape, hidden }) => Boolean(text || shape === "card") && !hidden;

/**
 * Where a dot on a place hides no text: below what is written on the piece that stands there.
 * @param {Walk} walk
 * @param {Spot} spot
 * @returns {Spot}
 */
function clear({ scene }, spot) {
  return scene.pieces.some((piece) => piece.at === spot.id && written(piece)) ? { ...spot, y: spot.y + BELOW } : spot;
}

/**
 * A small dot; on a card with an edge of paper, so that it is seen on a figure.
 * @param {Walk} walk
 * @param {Spot} spot
 * @param {number} r
 */
function dot(walk, spot, r) {
  const on = clear(walk, spot);
  const isCard = walk.scene.pieces.some(({ at, shape, hidden }) => at === spot.id && shape === "card" && !hidden);
  return (isCard ? circle(on, "dot-back", r + 0.035) : "") + circle(on, "dot-faint", r);
}

/** @param {Walk} walk @param {Spot} spot @param {Choice[]} choices */
function aim(walk, spot, choices) {
  const { kind, final } = choices[0];
  if (kind === "carry") return on(spot, dot(walk, spot, 0.08)) + (final ? circle(spot, "final-hint", 0.2) : "");
  const taken = walk.scene.pieces.some((piece) => piece.at === spot.id && piece.owner !== null);
  const framed = walk.scene.pieces.some((piece) => piece.at === spot.id && piece.owner === null && written(piece));
  if (framed && !taken)
    return square(spot, "frame-back", 0.46) + square(spot, final ? "frame-hint final" : "frame-hint", 0.46);
  const ring = kind === "capture" || kind === "freeze" || taken;
  const mark = ring
    ? circle(spot, "ring-back", 0.44) + circle(spot, "ring-hint", 0.44)
    : circle(spot, "dot-hint", 0.13);
  return mark + (final ? circle(spot, "final-hint", ring ? 0.49 : 0.22) : "");
}

/** @param {Walk} walk @param {Map<string, Spot>} places @param {string} pointed */
function pointing(walk, places, pointed) {
  const choices = next(walk).get(pointed);
  const spot = places.get(pointed);
  if (!choices || !spot || !ends(walk, choices)) return "";
  const path = choices[0].path.flatMap((id) => places.get(id) ?? []);
  return line(path, "path-back") + line(path, "path-way") + square(spot, "pointed", 0.47);
}

/**
 * A choice that is advised: its way, and what to touch for it.
 * @param {Choice} choice
 * @param {Map<string, Spot>} places
 */
export function advised({ path, touch }, places) {
  const [way, touched] = [path, touch].map((ids) => ids.flatMap((id) => places.get(id) ?? []));
  const steps = way.length ? way : touched;
  return (
    line(steps, "path-back") +
    line(steps, "path-way") +
    touched.map((spot) => on(spot, square(spot, "frame-back", 0.43) + square(spot, "advised", 0.43))).join("")
  );
}

/** Where a choice is on its way to the server. @param {Spot} spot */
export function pending(spot) {
  return on(spot, square(spot, "chosen pending", 0.47));
}

/** The ring that fills while a finger is held. @param {Spot} spot */
export function holding(spot) {
  return circle(spot, "hold-ring", 0.46);
}
