/**
 * The places of a board as elements that can be focused and read: an ARIA grid for each region,
 * laid over the drawing, with one tab stop each.
 *
 * @import { Scene } from "../types"
 * @import { Spot } from "../scene/places.js"
 */
import { say } from "../say.js";
import { beginnings, next, way } from "../scene/choices.js";
import { meaning, place } from "../scene/describe.js";
import { bounds, spotAt } from "../scene/places.js";
import { viewBox } from "./picture.js";
import { Lately } from "./picture_cache.js";

/** Grids of so many plans stay made. */
const KEPT = 4;

export class Overlay {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {Map<string, Spot>} */
    this.places = new Map();
    this.built = "";
    /** @type {Lately<{cells: Map<string, HTMLElement>, grids: HTMLElement[]}>} */
    this.lately = new Lately(KEPT);
    /** Grids in which somebody has been. @type {WeakSet<Element>} */
    this.visited = new WeakSet();
  }

  /**
   * Show the places of a scene; elements are kept while the places are the same, and the focus
   * stays on a place, or goes to the nearest one.
   * @param {Scene} scene
   * @param {Map<string, Spot>} places
   */
  show(scene, places) {
    const box = viewBox(scene);
    const plan = JSON.stringify([
      box,
      scene.rotate,
      scene.regions.map(({ name, title }) => [name, title]),
      [...places.values()].map(({ id, x, y, outline, spread }) => [id, x, y, outline, spread]),
    ]);
    if (plan === this.built) return;
    this.built = plan;
    const focused = this.host.contains(document.activeElement) ? document.activeElement : null;
    const was = this.places.get(/** @type {HTMLElement | null} */ (focused)?.dataset.cell ?? "");
    this.places = places;
    const { cells, grids } = this.lately.get(plan, () => built(scene, places, box));
    this.cells = cells;
    this.host.replaceChildren(...grids);
    const now = was && (places.get(was.id) ?? spotAt(places.values(), was.x, was.y, Infinity));
    if (now) this.visit(now.id, true);
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
      const words = [place(scene, spot), touched ? say("chosen") : meaning(choices, last)];
      put(cell, "aria-label", words.filter(Boolean).join("; "));
      put(cell, "aria-selected", String(touched));
      const live = choices.length > 0 || starts.has(id) || touched;
      put(cell, "class", live ? (last ? "live" : "live grab") : "");
    }
    this.begin();
  }

  /** The tab stop of a region in which nobody has been is where something can be done, or else its first place. */
  begin() {
    for (const grid of this.host.children) {
      if (this.visited.has(grid) || grid.contains(document.activeElement)) continue;
      const first = /** @type {HTMLElement | null} */ (
        grid.querySelector(".live") ?? grid.querySelector("[data-cell]")
      );
      if (first?.tabIndex === -1) stopAt(grid, first);
    }
  }

  /** Whether something can be done at a place. @param {string} id */
  isLive(id) {
    return Boolean(this.cells.get(id)?.classList.contains("live"));
  }

  /** Move the tab stop of a region to a cell and, if asked, the focus. @param {string} id @param {boolean} focus */
  visit(id, focus) {
    const cell = this.cells.get(id);
    const grid = cell?.closest("[role=grid]");
    if (!cell || !grid) return;
    this.visited.add(grid);
    stopAt(grid, cell);
    if (focus) cell.focus({ preventScroll: false });
  }
}

/** @param {Element} grid @param {HTMLElement} cell  its only tab stop from now on */
function stopAt(grid, cell) {
  for (const stop of grid.querySelectorAll("[tabindex='0']")) /** @type {HTMLElement} */ (stop).tabIndex = -1;
  cell.tabIndex = 0;
}

/** What is the same already is left alone. @param {Element} element @param {string} name @param {string} value */
export function put(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** The grids of a scene. @param {Scene} scene @param {Map<string, Spot>} places @param {number[]} box  the view box */
function built(scene, places, box) {
  const cells = new Map([...places.values()].map((spot) => [spot.id, cell(spot, box)]));
  const grids = scene.regions.map((region) => {
    const grid = element("grid");
    grid.setAttribute("aria-label", region.name || region.title || say("Board"));
    const here = [...places.values()].filter((spot) => spot.region === region);
    grid.append(
      ...rows(here).map((row) => {
        const made = element("row");
        made.append(...row.map(({ id }) => /** @type {HTMLElement} */ (cells.get(id))));
        return made;
      }),
    );
    const first = grid.querySelector("[role=gridcell]");
    if (first) /** @type {HTMLElement} */ (first).tabIndex = 0;
    return grid;
  });
  return { cells, grids: grids.filter((grid) => grid.firstElementChild) };
}

/** @param {Spot} spot @param {number[]} box */
function cell(spot, [left, top, width, height]) {
  const made = element("gridcell");
  made.dataset.cell = spot.id;
  made.tabIndex = -1;
  const { style } = made;
  const box = bounds(spot);
  style.left = `${((spot.x + box.x - left) / width) * 100}%`;
  style.top = `${((spot.y + box.y - top) / height) * 100}%`;
  style.width = `${(100 * box.width) / width}%`;
  style.height = `${(100 * box.height) / height}%`;
  const inBox = (/** @type {[number, number]} */ [x, y]) =>
    `${(100 * (x - box.x)) / box.width}% ${(100 * (y - box.y)) / box.height}%`;
  const clipped = spot.outline.length > 0 && !spot.spread.some(Boolean);
  style.clipPath = clipped ? `polygon(${spot.outline.map(inBox)})` : "";
  return made;
}

/** @param {string} role */
function element(role) {
  const made = document.createElement("div");
  made.setAttribute("role", role);
  return made;
}

/** Spots in reading order, one list for each height. @param {Spot[]} spots */
export function rows(spots) {
  /** @type {Map<number, Spot[]>} */
  const found = new Map();
  for (const spot of spots) {
    const height = Math.round(spot.y * 4);
    found.set(height, [...(found.get(height) ?? []), spot]);
  }
  return [...found.values()];
}
