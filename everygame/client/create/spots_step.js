/**
 * The second step: where things can lie besides the squares.
 *
 * @import { Maker } from "./create.js"
 * @import { Area } from "./draft.js"
 */
import { say } from "../say.js";
import { h, iconButton } from "../ui/dom.js";
import {
  addSpot,
  areaOf,
  changeArea,
  copyArea,
  moveArea,
  onPicture,
  placeAt,
  placesOf,
  roomFor,
  shiftArea,
  turnArea,
} from "./areas.js";
import { choice, number, text } from "./fields.js";
import { handOf } from "./players.js";
import { pointOf, withPaper } from "./touchable_points.js";

/** What a spot is for, and how that is written. @type {Record<string, any>} */
export const USES = {
  painted: { look: "bare", hand: undefined, face: undefined },
  spot: { look: undefined, hand: undefined, face: undefined },
  field: { look: "field", hand: undefined, face: undefined },
  tray: { look: "tray", hand: undefined, face: undefined, columns: 4 },
  hand: { look: "tray", hand: 1, face: undefined, columns: 5 },
  deck: { look: undefined, hand: undefined, face: "down" },
  open: { look: undefined, hand: undefined, face: "up" },
  hole: { look: "hole", hand: undefined, face: undefined, spread: undefined },
};
/** Where a spot is moved by buttons, half a square at a time. @returns {[string, string, string, number, number][]} */
const ways = () => [
  ["left", say("Move left"), "←", -0.5, 0],
  ["up", say("Move up"), "↑", 0, -0.5],
  ["down", say("Move down"), "↓", 0, 0.5],
  ["right", say("Move right"), "→", 0.5, 0],
];

/** @param {Maker} maker @returns {HTMLElement[]} */
export function drawSpotsStep(maker) {
  const area = maker.table.areas.find(({ id }) => id === maker.spot);
  const where = maker.table.backdrop?.picture
    ? say("Tap the picture, or beside it, where something can lie.")
    : say("Tap the table where something can lie.");
  if (area)
    return [h("p", { class: "prompt" }, say("{spot}: what is it for?", { spot: spoken(area) })), ...form(maker, area)];
  return [
    h("p", { class: "prompt" }, where),
    h("p", { class: "quiet" }, say("Tap a spot to change it, to make a row of it, or to copy it; drag it to move it.")),
  ];
}

/** What a spot is called as long as nobody names it. @param {Area} area */
function spoken({ id, name }) {
  const number = /^spot(\d+)$/.exec(id)?.[1];
  if (!name && number) return say("Spot {number}", { number });
  return name || id.replace(/^./, (letter) => letter.toUpperCase()).replace(/\d+$/, " $&");
}

/** What a spot can be. @returns {[string, string][]} */
const forms = () => [
  ["spot", say("a spot")],
  ["field", say("a field")],
  ["tray", say("a tray")],
  ["hand", say("a hand")],
  ["deck", say("for a deck")],
  ["open", say("face up")],
  ["hole", say("a hole")],
];
/** @returns {[string, string][]} */
const large = () => [
  ["1", say("one square")],
  ["1.5", "1½"],
  ["2", "2"],
  ["3", "3"],
];
/** @returns {[string, string][]} */
const gaps = () => [
  ["1", say("none")],
  ["1.5", say("half a spot")],
  ["2", say("one spot")],
];
/** @returns {[string, string][]} */
const lying = () => [
  ["", say("on each other")],
  ["spread", say("in a line")],
];

/** @param {Maker} maker @param {Area} area */
function form(maker, area) {
  const set = (/** @type {any} */ change) => maker.change(changeArea(maker.table, area.id, change));
  return [
    ...useFields(maker, area, set),
    ...moves(maker, area),
    ...sizeFields(area, set),
    text(say("Name, written above it"), area.name ?? "", (name) => set({ name })),
    iconButton("bin", say("Remove this spot"), () => removeSpot(maker, area), {
      class: "plain",
      "data-key": "remove-spot",
    }),
  ].filter((one) => one instanceof HTMLElement);
}

/** @param {Maker} maker @param {Area} area */
function removeSpot(maker, area) {
  maker.spot = "";
  maker.change(changeArea(maker.table, area.id, null));
}

/** A spot of a ready board keeps its form. @param {Area} area */
const isReady = ({ look }) => look === "hex" || look === "point";

/**
 * What a spot is for, and how many places it has.
 * @param {Maker} maker
 * @param {Area} area
 * @param {(change: any) => void} set
 */
function useFields(maker, area, set) {
  const use = useOf(area);
  const { columns = 1, rows = 1 } = area;
  const seats = maker.table.seats.map(({ name }, i) => /** @type {[string, string]} */ ([String(i + 1), name]));
  const chosen = (/** @type {string} */ value) => set(newUse(maker, area, use, value));
  return [
    !isReady(area) && choice(say("This spot is"), usesOf(maker, area, use), use, chosen),
    use === "hand" && choice(say("Whose hand"), seats, String(area.hand), (seat) => set(ownHand(maker, Number(seat)))),
    !area.spots &&
      h(
        "div",
        { class: "row" },
        number(say("Places across"), columns, 1, 20, (count) => set({ columns: count > 1 ? count : undefined })),
        number(say("Places down"), rows, 1, 20, (count) => set({ rows: count > 1 ? count : undefined })),
      ),
  ];
}

/** @param {Maker} maker @param {Area} area @param {string} use @returns {[string, string][]} */
function usesOf(maker, area, use) {
  const painted = use === "painted" || onPicture(maker.table, area.x + 0.5, area.y + 0.5);
  return painted ? [["painted", say("on the picture")], ...forms()] : forms();
}

/** Buttons that copy, turn and move a spot. @param {Maker} maker @param {Area} area */
function moves(maker, area) {
  const turned = () => maker.change(turnArea(maker.table, area.id, 45));
  const way = (/** @type {ReturnType<typeof ways>[number]} */ [word, title, sign, x, y]) => {
    const onclick = () => maker.change(shiftArea(maker.table, area.id, x, y));
    const how = { type: "button", class: "icon", "aria-label": title, title, "data-key": `move-${word}`, onclick };
    return h("button", how, sign);
  };
  return [
    h(
      "div",
      { class: "row" },
      iconButton("copies", say("Copy"), () => copied(maker, area.id), { "data-key": "copy-spot" }),
      iconButton("again", say("Turn"), turned, { "data-key": "turn-spot" }),
    ),
    h("div", { class: "row", dir: "ltr", role: "group", "aria-label": say("Move it") }, ways().map(way)),
  ];
}

/** How large a spot is, and how its places and its pieces lie. @param {Area} area @param {(change: any) => void} set */
function sizeFields(area, set) {
  const { size = 1, step = size } = area;
  const several = !area.spots && (area.columns ?? 1) * (area.rows ?? 1) > 1;
  const sized = (/** @type {number} */ large) => set({ size: large === 1 ? undefined : large, step: undefined });
  const apart = (/** @type {string} */ far) => set({ step: far === "1" ? undefined : Number(far) * size });
  const lain = (/** @type {string} */ how) => set({ spread: how ? Math.max(4, 2 * size) : undefined });
  const long = (/** @type {number} */ spread) => set({ spread });
  const least = Math.ceil(size) + 1;
  return [
    !isReady(area) && choice(say("How large"), large(), String(size), (large) => sized(Number(large))),
    several && choice(say("Gaps between them"), gaps(), String(step / size), apart),
    useOf(area) !== "hole" && choice(say("Several pieces on it lie"), lying(), area.spread ? "spread" : "", lain),
    area.spread && number(say("Length of the line, in squares"), Math.round(area.spread), least, 20, long),
  ];
}

/** Another one like it, which is changed from now on. @param {Maker} maker @param {string} id */
function copied(maker, id) {
  const [table, copy] = copyArea(maker.table, id);
  maker.spot = copy;
  maker.change(table);
}

/** @param {Area} area */
function useOf(area) {
  if (area.hand) return "hand";
  const looks = /** @type {Record<string, string>} */ ({ tray: "tray", hole: "hole", bare: "painted", field: "field" });
  return looks[area.look ?? ""] ?? { down: "deck", up: "open" }[area.face ?? ""] ?? "spot";
}

/**
 * What changes with the use of a spot; a row of places stops where something else lies.
 * @param {Maker} maker
 * @param {Area} area
 * @param {string} before
 * @param {string} use
 */
function newUse(maker, area, before, use) {
  const { columns } = USES[use];
  return {
    ...(before === "hand" ? { name: undefined } : {}),
    ...USES[use],
    ...(use === "hand" ? ownHand(maker, freeHand(maker)) : {}),
    ...(columns && !area.columns && !area.rows && !area.spots ? { columns: roomFor(maker.table, area, columns) } : {}),
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
  const paper = withPaper(maker, scene, say("put a spot here"), say("Put a spot here"));
  const places = maker.table.areas.flatMap((area) => placesOf(area).map((place) => [place, area.id]));
  return {
    ...paper,
    marks: places.map(([place, id]) => ({ kind: id === maker.spot ? "wall" : "goal", cells: [place] })),
    choices: [
      ...paper.choices,
      ...places.map(([place, id]) => ({
        move: `pick:${id}`,
        touch: [place],
        name: say("change this spot"),
        label: say("Change"),
        gesture: "tap",
        kind: "place",
      })),
    ],
    carries: [
      {
        starts: places.map(([place]) => place),
        goals: paper.choices.map((/** @type {any} */ choice) => choice.touch[0]),
      },
    ],
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
