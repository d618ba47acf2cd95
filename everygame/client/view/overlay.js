/**
 * The places of a board as elements that can be focused and read: an ARIA grid for each region,
 * laid over the drawing, with one tab stop each.
 *
 * @typedef {import("../scene/scene.js").Scene} Scene
 * @typedef {import("../scene/spots.js").Spot} Spot
 */
import { beginnings, next, way } from "../scene/choices.js";
import { meaning, place } from "../scene/describe.js";
import { bounds, spotAt } from "../scene/spots.js";
import { viewBox } from "./picture.js";

export class Overlay {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {Map<string, Spot>} */
    this.places = new Map();
    this.built = "";
  }

  /**
   * Show the places of a scene; elements are kept while the places are the same, and the focus
   * stays on a place, or goes to the nearest one.
   * @param {Scene} scene
   * @param {Map<string, Spot>} places
   */
  show(scene, places) {
    const plan = JSON.stringify([viewBox(scene), scene.rotate, [...places.values()].map(({ id, x, y }) => [id, x, y])]);
    if (plan === this.built) return;
    this.built = plan;
    const focused = this.host.contains(document.activeElement) ? document.activeElement : null;
    const was = this.places.get(/** @type {HTMLElement | null} */ (focused)?.dataset.cell ?? "");
    this.places = places;
    this.cells.clear();
    this.host.replaceChildren(...scene.regions.map((region) => {
      const grid = element("grid");
      grid.setAttribute("aria-label", region.name || region.title || "Board");
      const here = [...places.values()].filter((spot) => spot.region === region);
      grid.append(...rows(here).map((row) => this.row(scene, row)));
      const first = grid.querySelector("[role=gridcell]");
      if (first) /** @type {HTMLElement} */ (first).tabIndex = 0;
      return grid;
    }).filter((grid) => grid.firstElementChild));
    const now = was && (places.get(was.id) ?? spotAt(places.values(), was.x, was.y, Infinity));
    if (now) this.visit(now.id, true);
  }

  /** @param {Scene} scene @param {Spot[]} spots */
  row(scene, spots) {
    const row = element("row");
    row.append(...spots.map((spot) => this.cell(scene, spot)));
    return row;
  }

  /** @param {Scene} scene @param {Spot} spot */
  cell(scene, spot) {
    const [left, top, width, height] = viewBox(scene);
    const cell = element("gridcell");
    cell.dataset.cell = spot.id;
    cell.tabIndex = -1;
    const { style } = cell;
    const box = bounds(spot);
    style.left = `${((spot.x + box.x - left) / width) * 100}%`;
    style.top = `${((spot.y + box.y - top) / height) * 100}%`;
    style.width = `${(100 * box.width) / width}%`;
    style.height = `${(100 * box.height) / height}%`;
    style.clipPath = spot.outline.length && !spot.spread.some(Boolean) ? `polygon(${spot.outline.map(([x, y]) => `${(100 * (x - box.x)) / box.width}% ${(100 * (y - box.y)) / box.height}%`)})` : "";
    this.cells.set(spot.id, cell);
    return cell;
  }

  /**
   * Say at each place what stands there and what touching it means.
   * @param {Scene} scene
   * @param {Map<string, Spot>} places
   * @param {import("../scene/choices.js").Walk} walk
   */
  tell(scene, places, walk) {
    const now = next(walk);
    const starts = beginnings(walk);
    for (const [id, cell] of this.cells) {
      const spot = places.get(id);
      if (!spot) continue;
      const choices = now.get(id) ?? [];
      const last = choices.some((choice) => way(walk, choice).length === walk.touched.length + 1);
      const touched = walk.touched.includes(id);
      const words = [place(scene, spot), touched ? "chosen" : meaning(choices, last)];
      cell.setAttribute("aria-label", words.filter(Boolean).join("; "));
      cell.setAttribute("aria-selected", String(touched));
      const live = choices.length > 0 || starts.has(id) || touched;
      cell.className = live ? (last ? "live" : "live grab") : "";
    }
  }

  /** Move the tab stop of a region to a cell and, if asked, the focus. @param {string} id @param {boolean} focus */
  visit(id, focus) {
    const cell = this.cells.get(id);
    const grid = cell?.closest("[role=grid]");
    for (const stop of grid?.querySelectorAll("[tabindex='0']") ?? []) /** @type {HTMLElement} */ (stop).tabIndex = -1;
    if (cell) cell.tabIndex = 0;
    if (focus) cell?.focus({ preventScroll: false });
  }
}

/** @param {string} role */
function element(role) {
  const made = document.createElement("div");
  made.setAttribute("role", role);
  return made;
}

/** Spots in reading order, one list for each height. @param {Spot[]} spots */
function rows(spots) {
  /** @type {Map<number, Spot[]>} */
  const found = new Map();
  for (const spot of spots) {
    const height = Math.round(spot.y * 4);
    found.set(height, [...(found.get(height) ?? []), spot]);
  }
  return [...found.values()];
}
