/**
 * Titles above the areas of a scene, as the names of people who sit there: one that would run over what
 * stands at its right is cut, as "Annabel…", and so is one at the edge that would make the picture broad.
 *
 * @import { Region, Scene } from "../types"
 * @import { Box } from "../scene/places.js"
 */
import { frame } from "../scene/places.js";
import { shapes } from "./shapes.js";

const { rim, title } = shapes.board;
/** How wide letters of a title are, in squares, broad and narrow together. */
const LETTER = 0.165;
/** So many letters have room in any case where nothing stands at the right. */
const MOST = 12;

/** The scene with titles for which there is room; a screen reader hears them whole. @param {Scene} scene */
export function withShortTitles(scene) {
  const boxes = scene.regions.map((region) => frame(scene, region));
  const regions = scene.regions.map((region, i) => {
    const letters = [...region.title];
    const most = room(boxes[i], scene.regions, boxes);
    if (letters.length <= most) return region;
    const cut = letters.slice(0, most - 1).join("");
    return { ...region, name: region.name || region.title, title: `${cut.trimEnd()}…` };
  });
  return { ...scene, regions };
}

/**
 * How many letters have room above an area.
 * @param {Box} box  of the area
 * @param {Region[]} regions
 * @param {Box[]} boxes  of all regions
 */
function room(box, regions, boxes) {
  const [top, bottom] = [box.y - title.room, box.y];
  const next = boxes.flatMap((other, i) => {
    const by = regions[i].kind === "spots" ? 0 : rim.by;
    const beside = other.y - by < bottom && other.y + other.height + by > top && other.x - by > box.x;
    return beside ? [other.x - by] : [];
  });
  const most = next.length ? (Math.min(...next) - box.x) / LETTER : Math.max(MOST, box.width / LETTER);
  return Math.max(2, Math.floor(most));
}
