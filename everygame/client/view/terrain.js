/**
 * The drawings of what lies still, after `drawings.js`: boards, cells, marks, as SVG text.
 *
 * @import { Region, Scene } from "../types"
 * @import { Box, Spot } from "../scene/places.js"
 * @import { Thing } from "./shapes.js"
 */
import { pictureAddress } from "../net/address.js";
import { coordinates, frame, turned } from "../scene/places.js";
import { boardOf, colour } from "../scene/scene.js";
import { draw, head, lookInSkin, own, shapes, through } from "./shapes.js";

const { board } = shapes;

/** Whether a region of the scene has one of these looks. @param {Scene} scene @param {string[]} looks */
const has = (scene, looks) => scene.regions.some(({ look }) => look && looks.includes(lookInSkin(look)));

/** What holds of a whole picture: on deep colours, marks have other ones. @param {Scene} scene */
export function climate(scene) {
  return has(scene, shapes.wet) ? "wet" : has(scene, shapes.wooden) ? "wooden" : "dry";
}

/**
 * All boards and areas with their cells.
 * @param {Scene} scene
 * @param {Map<string, Spot>} spots
 */
export function ground(scene, spots) {
  const all = scene.regions.map((region) => ({ region, thing: described(scene, region), box: frame(scene, region) }));
  const panels = all.map(({ region, thing, box }) => panel(region, thing, box));
  const insides = all.map(({ region, thing, box }) =>
    inside(
      scene,
      region,
      thing,
      box,
      [...spots.values()].filter((spot) => spot.region === region),
    ),
  );
  return [...panels, ...insides].join("");
}

/**
 * The degrees from up to where the side lies on which an area is beside the board.
 * @param {Box} area
 * @param {Box} board
 */
function outward(area, board) {
  if (area.x >= board.x + board.width) return 90;
  if (area.y >= board.y + board.height) return 180;
  return area.x + area.width <= board.x ? 270 : 0;
}

/** @param {Scene} scene @param {Region} region @returns {Thing} */
function described(scene, region) {
  const words = [`on-${lookInSkin(region.look)}`, climate(scene)];
  if (region.kind !== "spots") words.push("grid");
  if (region.picture) words.push("pictured");
  const board = boardOf(scene);
  return { words: new Set(words), turn: board && outward(frame(scene, region), frame(scene, board)) };
}

/**
 * The frame of a board, or the ground of an area beside it.
 * @param {Region} region
 * @param {Thing} thing
 * @param {Box} box
 */
function panel(region, thing, { x, y, width, height }) {
  const grid = region.kind !== "spots";
  if (region.look === "table" || (!grid && !region.title && !region.look)) return "";
  const rect = (/** @type {string} */ name) => {
    const { by, round: corner } = board[name];
    return { rect: [x - by, y - by, width + 2 * by, height + 2 * by, corner], as: name };
  };
  return draw(grid ? [rect("rim"), rect("bed")] : [rect("area")], thing);
}

/** @param {Scene} scene @param {Region} region @param {Thing} thing @param {Box} box @param {Spot[]} places */
function inside(scene, region, thing, box, places) {
  const cells = places.map((spot) => cell(scene, spot, thing, box)).join("");
  const edges = edge(region, thing, places, box) + labelled(scene, region, thing);
  return underlay(scene, region, box) + joined(scene, region, thing) + cells + edges + title(scene, region, thing, box);
}

/**
 * The lines between places, and the coloured sides of a board.
 * @param {Scene} scene
 * @param {Region} region
 * @param {Thing} thing
 */
function joined(scene, region, thing) {
  return region.lines
    .map(({ points, owner, colour: own, thin }) => {
      const paint = own || (owner === null ? "" : colour(scene, owner));
      const places = points.map(([x, y]) => turned(scene, region.x + x, region.y + y));
      const broad = thin ? ["thread"] : ["side-edge", "side"];
      const words = new Set([...thing.words, ...(thin ? ["thin"] : [])]);
      return draw(
        (paint ? broad : ["join"]).map((name) => ({ polyline: places, as: name })),
        { ...thing, words, colour: paint || "neutral" },
      );
    })
    .join("");
}

/** What is written beside the places. @param {Scene} scene @param {Region} region @param {Thing} thing */
function labelled(scene, region, thing) {
  return region.labels
    .map(({ text, x, y }) => {
      const part = {
        text: [...turned(scene, region.x + x, region.y + y), board.coordinate],
        of: "label",
        as: "coordinate",
      };
      return draw([part], { ...thing, texts: { label: text } });
    })
    .join("");
}

/** The picture under a region, turned with the table. @param {Scene} scene @param {Region} region @param {Box} box */
function underlay(scene, region, box) {
  if (!region.picture) return "";
  const { columns, rows } = region;
  const part = {
    image: [-columns / 2, -rows / 2, columns, rows],
    as: "underlay",
    move: [box.x + box.width / 2, box.y + box.height / 2],
    turn: 90 * scene.rotate,
  };
  return draw([part], { words: new Set(), image: pictureAddress(region.picture) });
}

/**
 * The letters and numbers at the edge of a grid.
 * @param {Region} region
 * @param {Thing} thing
 * @param {Spot[]} places
 * @param {Box} box
 */
function edge(region, thing, places, box) {
  if (region.kind === "spots" || !region.coordinates || region.look === "table") return "";
  const half = board.rim.by / 2;
  return coordinates(places, box)
    .map(({ text, x, y }) => {
      const [left, low] = [x === box.x ? half : 0, y === box.y + box.height ? half : 0];
      return draw([{ text: [x - left, y + low, board.coordinate], of: "label", as: "coordinate" }], {
        ...thing,
        texts: { label: text },
      });
    })
    .join("");
}

/** @param {Scene} scene @param {Region} region @param {Thing} thing @param {Box} box */
function title(scene, region, thing, box) {
  if (!region.title) return "";
  const up = board[region.kind === "spots" ? "area" : "rim"].by + board.title.gap;
  const [x, y, { size }] = [box.x + 0.02, box.y - up, board.title];
  const part = { text: [x, y, size], of: "label", as: "title" };
  // Turned by half, a text goes from its start to the left.
  const end = x + board.title.letter * [...region.title].length;
  const away = { group: [{ ...part, text: [0, 0, size] }], move: [end, y], turn: HALF };
  return draw([scene.facing === HALF ? away : part], { ...thing, texts: { label: region.title } });
}

/** @param {Scene} scene @param {Spot} spot @param {Thing} thing @param {Box} box */
function cell(scene, spot, thing, box) {
  if (spot.terrain === "bare") return "";
  const words = new Set([...thing.words, ...neighbours(spot, box)]);
  if (thing.words.has("grid") && (spot.file + spot.rank) % 2) words.add("odd");
  if (spot.terrain) words.add(spot.terrain);
  if (spot.outline.length) words.add("outlined");
  const { place, label } = shapes.parts;
  const written = scene.facing ? [{ group: label, turn: scene.facing }] : label;
  const parts = [...place, ...(own(shapes.terrains, spot.terrain) ?? []), ...written];
  return draw([{ group: parts, move: [spot.x, spot.y] }], {
    words,
    turn: thing.turn,
    texts: { label: spot.label },
    outline: spot.outline,
  });
}

/** On which sides a place has others on its board. @param {Spot} spot @param {Box} box */
function neighbours({ x, y }, box) {
  const sides = {
    left: x - 0.6 > box.x,
    right: x + 0.6 < box.x + box.width,
    up: y - 0.6 > box.y,
    down: y + 0.6 < box.y + box.height,
  };
  return Object.entries(sides).flatMap(([side, is]) => (is ? [side] : []));
}

/**
 * The marks that the game set: those under the pieces, or those over them.
 * @param {Scene} scene
 * @param {Map<string, Spot>} spots
 * @param {boolean} [over]
 */
export function marks(scene, spots, over = false) {
  return scene.marks
    .filter(({ kind }) => shapes.over.includes(kind) === over)
    .map(({ kind, cells }) =>
      mark(
        scene,
        kind,
        cells.flatMap((id) => spots.get(id) ?? []),
      ),
    )
    .join("");
}

/** A mark through its places and on each of them. @param {Scene} scene @param {string} kind @param {Spot[]} spots */
export function mark(scene, kind, spots) {
  const words = [climate(scene)];
  const through = draw(own(shapes.ways, kind) ?? [], { words: new Set(words), points: spots });
  const group = own(shapes.marks, kind) ?? shapes.marks.path;
  return (
    through +
    spots
      .map(({ x, y, outline }, i) => {
        const more = [...(outline.length ? ["outlined"] : []), ...(i === spots.length - 1 ? ["end"] : [])];
        return draw([{ group, move: [x, y] }], { words: new Set([...words, ...more]), outline });
      })
      .join("")
  );
}

/**
 * A way over several places: a line with an arrow head at its end.
 * @param {Spot[]} way
 * @param {string} name
 */
export function line(way, name) {
  if (way.length < 2) return "";
  const shaft = `<path class="${name}" d="${through(way, [0, GAP])}"/>`;
  return `${shaft}<path class="${name} head" d="${head(way, [GAP, ...HEAD])}"/>`;
}

const GAP = 0.22;
/** The degrees to the other side of the table. */
const HALF = 180;
const HEAD = [0.16, 0.12];
