/** The second step: where things can lie besides the squares. */
import { h, iconButton } from "../ui/dom.js";
import { addSpot, areaOf, changeArea, handOf, moveArea, onPicture, placeAt, placesOf, roomFor } from "./draft.js";
import { choice, number, text } from "./fields.js";
import { pointOf, withPaper } from "./paper.js";

/** @typedef {import("./create.js").Maker} Maker */

/** What a spot is for, and how that is written. @type {Record<string, any>} */
export const USES = {
  painted: { look: "bare", hand: undefined, face: undefined, columns: undefined, rows: undefined },
  spot: { look: undefined, hand: undefined, face: undefined, columns: undefined, rows: undefined },
  tray: { look: "tray", hand: undefined, face: undefined, columns: 4 },
  hand: { look: "tray", hand: 1, face: undefined, columns: 5 },
  deck: { look: undefined, hand: undefined, face: "down", columns: undefined, rows: undefined },
  open: { look: undefined, hand: undefined, face: "up", columns: undefined, rows: undefined },
  hole: { look: "hole", hand: undefined, face: undefined, columns: undefined, rows: undefined },
};

/** @param {Maker} maker @returns {HTMLElement[]} */
export function drawSpotsStep(maker) {
  const area = maker.table.areas.find(({ id }) => id === maker.spot);
  const where = maker.table.backdrop?.picture ? "Tap the picture, or beside it, where something can lie." : "Tap the table where something can lie.";
  const words = [h("p", { class: "prompt" }, where), h("p", { class: "quiet small" }, "Tap a spot to change it; drag it to move it.")];
  return area ? [...words, ...form(maker, area)] : words;
}

/** @param {Maker} maker @param {import("./draft.js").Area} area */
function form(maker, area) {
  const set = (/** @type {any} */ change) => maker.change(changeArea(maker.table, area.id, change));
  const use = useOf(area);
  const several = use === "tray" || use === "hand";
  return [
    choice("This spot is", [...(use === "painted" || onPicture(maker.table, area.x + 0.5, area.y + 0.5) ? [/** @type {[string, string]} */ (["painted", "on the picture"])] : []), ["spot", "a spot"], ["tray", "a tray"], ["hand", "a hand"], ["deck", "for a deck"], ["open", "face up"], ["hole", "a hole"]], use, (value) => set(newUse(maker, area, use, value))),
    use === "hand" && choice("Whose hand", maker.table.seats.map(({ name }, i) => [String(i + 1), name]), String(area.hand), (seat) => set(ownHand(maker, Number(seat)))),
    several && h("div", { class: "row" },
      number("Places across", area.columns ?? 1, 1, 20, (columns) => set({ columns })), number("Places down", area.rows ?? 1, 1, 20, (rows) => set({ rows }))),
    text("Name, written above it", area.name ?? "", (name) => set({ name })),
    iconButton("bin", "Remove this spot", () => { maker.spot = ""; maker.change(changeArea(maker.table, area.id, null)); }, { class: "plain", "data-key": "remove-spot" }),
  ].filter((one) => one instanceof HTMLElement);
}

/** @param {import("./draft.js").Area} area */
function useOf(area) {
  if (area.hand) return "hand";
  const looks = /** @type {Record<string, string>} */ ({ tray: "tray", hole: "hole", bare: "painted" });
  return looks[area.look ?? ""] ?? { down: "deck", up: "open" }[area.face ?? ""] ?? "spot";
}

/** What changes with the use of a spot; a row of places stops where something else lies. @param {Maker} maker @param {import("./draft.js").Area} area @param {string} before @param {string} use */
function newUse(maker, area, before, use) {
  const { columns } = USES[use];
  return {
    ...(before === "hand" ? { name: undefined } : {}), ...USES[use], ...(use === "hand" ? ownHand(maker, freeHand(maker)) : {}),
    ...(columns ? { columns: roomFor(maker.table, area, columns) } : {}),
  };
}

/** A hand with its name. @param {Maker} maker @param {number} seat */
function ownHand({ table }, seat) {
  return { hand: seat, name: handOf(table.seats[seat - 1].name) };
}

/** The first seat that has no hand yet. @param {Maker} maker */
function freeHand({ table }) {
  const without = table.seats.findIndex((_, i) => !table.areas.some(({ hand }) => hand === i + 1));
  return Math.max(0, without) + 1;
}

/** @param {Maker} maker @param {any} scene */
export function spotChoices(maker, scene) {
  const paper = withPaper(maker, scene, "Put a spot here");
  const places = maker.table.areas.flatMap((area) => placesOf(area).map((place) => [place, area.id]));
  return {
    ...paper,
    marks: places.map(([place, id]) => ({ kind: id === maker.spot ? "wall" : "goal", cells: [place] })),
    choices: [
      ...paper.choices,
      ...places.map(([place, id]) => ({ move: `pick:${id}`, touch: [place], name: "change this spot", label: "Change", gesture: "tap", kind: "place" })),
    ],
    carries: [{ starts: places.map(([place]) => place), goals: paper.choices.map((/** @type {any} */ choice) => choice.touch[0]) }],
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
    const point = pointOf(maker, rest);
    if (placeAt(maker.table, ...point)) return true; // tapped twice
    const [table, spot] = addSpot(maker.table, ...point);
    maker.spot = spot;
    maker.change(table);
    return true;
  }
  const [from, to] = move.split("-");
  maker.spot = areaOf(maker.table, from)?.id ?? "";
  maker.change(moveArea(maker.table, from, ...pointOf(maker, to)));
  return true;
}
