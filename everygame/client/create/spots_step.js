/** The second step: where things can lie besides the squares. */
import { h, iconButton } from "../ui/dom.js";
import { addSpot, areaOf, changeArea, lattice, moveArea, placesOf } from "./draft.js";
import { choice, number, text } from "./fields.js";

/** @typedef {import("./create.js").Maker} Maker */

/** What a spot is for, and how that is written. @type {Record<string, any>} */
const USES = {
  spot: { look: undefined, hand: undefined, face: undefined, columns: undefined, rows: undefined },
  tray: { look: "tray", hand: undefined, face: undefined, columns: 4 },
  hand: { look: "tray", hand: 1, face: undefined, columns: 5 },
  deck: { look: undefined, hand: undefined, face: "down", columns: undefined, rows: undefined },
  open: { look: undefined, hand: undefined, face: "up", columns: undefined, rows: undefined },
  hole: { look: "hole", hand: undefined, face: undefined },
};

/** @param {Maker} maker @returns {HTMLElement[]} */
export function drawSpotsStep(maker) {
  const area = maker.table.areas.find(({ id }) => id === maker.spot);
  const words = [h("p", { class: "prompt" }, "Tap the table where something can lie."), h("p", { class: "quiet small" }, "Tap a spot to change it; drag it to move it.")];
  return area ? [...words, ...form(maker, area)] : words;
}

/** @param {Maker} maker @param {import("./draft.js").Area} area */
function form(maker, area) {
  const set = (/** @type {any} */ change) => maker.change(changeArea(maker.table, area.id, change));
  const use = area.hand ? "hand" : area.look === "tray" ? "tray" : area.look === "hole" ? "hole" : area.face === "down" ? "deck" : area.face === "up" ? "open" : "spot";
  const several = use === "tray" || use === "hand";
  return [
    choice("This spot is", [["spot", "a spot"], ["tray", "a tray"], ["hand", "a hand"], ["deck", "for a deck"], ["open", "face up"], ["hole", "a hole"]], use, (value) => set(USES[value])),
    use === "hand" && choice("Whose hand", maker.table.seats.map(({ name }, i) => [String(i + 1), name]), String(area.hand), (seat) => set({ hand: Number(seat), name: `${maker.table.seats[Number(seat) - 1].name}'s hand` })),
    several && h("div", { class: "row" },
      number("Places across", area.columns ?? 1, 1, 20, (columns) => set({ columns })), number("Places down", area.rows ?? 1, 1, 20, (rows) => set({ rows }))),
    text("Name, written above it", area.name ?? "", (name) => set({ name })),
    iconButton("bin", "Remove this spot", () => { maker.spot = ""; maker.change(changeArea(maker.table, area.id, null)); }, { class: "plain", "data-key": "remove-spot" }),
  ].filter((one) => one instanceof HTMLElement);
}

/** @param {Maker} maker @param {any} scene */
export function spotChoices(maker, scene) {
  const free = lattice(maker.table).map(([x, y]) => ({ id: `@${x},${y}`, x, y, terrain: "bare", name: `Empty, ${x} across, ${y} down` }));
  const { width, height } = scene;
  const places = maker.table.areas.flatMap((area) => placesOf(area).map((place) => [place, area.id]));
  return {
    ...scene,
    regions: [...scene.regions, { id: "paper", name: "The table", kind: "spots", columns: width, rows: height, cells: free }],
    marks: maker.spot ? [{ kind: "wall", cells: places.filter(([, id]) => id === maker.spot).map(([place]) => place) }] : [],
    choices: [
      ...free.map(({ id }) => ({ move: `add:${id.slice(1)}`, touch: [id], name: "put a spot here", label: "Put a spot here", kind: "place" })),
      ...places.map(([place, id]) => ({ move: `pick:${id}`, touch: [place], name: "change this spot", label: "Change", gesture: "tap", kind: "place" })),
    ],
    carries: [{ starts: places.map(([place]) => place), goals: free.map(({ id }) => id) }],
  };
}

/** Do what was touched; false where the table stays as it is. @param {Maker} maker @param {string} move */
export function playSpot(maker, move) {
  const [word, rest] = move.split(":");
  if (word === "pick") {
    maker.spot = rest;
    return false;
  }
  if (word === "add") {
    const [x, y] = rest.split(",").map(Number);
    if (!lattice(maker.table).some(([u, v]) => u === x && v === y)) return true; // tapped twice
    const [table, spot] = addSpot(maker.table, x, y);
    maker.spot = spot;
    maker.change(table);
    return true;
  }
  const [from, to] = move.split("-@");
  const [x, y] = to.split(",").map(Number);
  maker.spot = areaOf(maker.table, from)?.id ?? "";
  maker.change(moveArea(maker.table, from, x, y));
  return true;
}
