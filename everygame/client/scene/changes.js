/**
 * What happened to the pieces between two scenes, so that it can be shown moving.
 *
 * @import { Last, Piece, Scene } from "../types"
 * @typedef {{now: Piece, was: Piece, path: string[]}} Kept  `path`: the cells it passed, first to last
 * @typedef {{kept: Kept[], appeared: Piece[], vanished: Piece[]}} Changes
 */

/**
 * Compare two scenes. A piece that vanished and one of the same look that appeared are taken for
 * the same thing, those first that went along with another piece.
 * @param {Scene} before
 * @param {Scene} after
 * @param {Last} last  what the ply between them moved
 * @returns {Changes}
 */
export function compare(before, after, last) {
  const old = new Map(before.pieces.map((piece) => [piece.id, piece]));
  /** @type {Kept[]} */
  const kept = [];
  /** @type {Piece[]} */
  const fresh = [];
  for (const now of after.pieces) {
    const was = old.get(now.id);
    if (was) kept.push({ now, was, path: route(last.pieces?.[now.id], was.at, now.at) });
    else fresh.push(now);
    old.delete(now.id);
  }
  const routes = kept.filter(({ now, was }) => now.at !== was.at);
  const appeared = fresh.filter((now) => {
    const twin = findTwin(now, [...old.values()], routes, last.pieces?.[now.id]);
    if (twin) old.delete(twin.was.id);
    if (twin) kept.push({ now, ...twin });
    return !twin;
  });
  return { kept, appeared, vanished: [...old.values()] };
}

/**
 * @param {string[] | undefined} path
 * @param {string} from
 * @param {string} to
 */
function route(path, from, to) {
  if (from === to) return [to];
  const told = path && path[0] === from && path[path.length - 1] === to;
  return told ? path : [from, to];
}

/**
 * @param {Piece} now
 * @param {Piece[]} gone
 * @param {Kept[]} routes
 * @param {string[] | undefined} told  the way that the server says it took
 * @returns {{was: Piece, path: string[]} | undefined}
 */
function findTwin(now, gone, routes, told) {
  const known = told && gone.find((was) => was.at === told[0] && was.shape === now.shape);
  if (known && told) return { was: known, path: route(told, known.at, now.at) };
  const alike = gone.filter((was) => look(was) === look(now));
  for (const { was, path } of routes) {
    const twin = alike.find((piece) => piece.at === was.at && path[path.length - 1] === now.at);
    if (twin) return { was: twin, path };
  }
  const rest = alike.filter((was) => was.owner !== null);
  return rest.length === 1 ? { was: rest[0], path: [rest[0].at, now.at] } : undefined;
}

/** All that can be seen of a piece but its place. @param {Piece} piece */
export function look(piece) {
  const { shape, owner, size, text, corner, hidden, turn, count, tags, colour, picture } = piece;
  return JSON.stringify([shape, owner, size, text, corner, hidden, turn, count, tags, colour, picture]);
}
