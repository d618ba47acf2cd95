/**
 * A scene as the server sends it (`everygame/scene.py`), with every default filled in.
 *
 * @import { Carry, Cell, Choice, Last, Line, Mark, Piece, Region, Scene, WireRegion, WireScene } from "../types"
 */
import { say } from "../say.js";
import shapes from "../drawings.js";

const { rim, title, margin } = shapes.board;
/** @type {Omit<Cell, "id">} */
const CELL = { x: 0, y: 0, terrain: "", name: "", label: "", outline: [], spread: [0, 0] };
/** @type {Omit<Line, "points">} */
const LINE = { owner: null, colour: "", thin: false };
/** @type {Omit<Region, "id">} */
const REGION = {
  name: "",
  x: 0,
  y: 0,
  columns: 1,
  rows: 1,
  kind: "grid",
  cells: [],
  look: "",
  title: "",
  coordinates: true,
  picture: "",
  top: false,
  lines: [],
  labels: [],
};
/** @type {Omit<Piece, "id" | "at" | "shape">} */
const PIECE = {
  name: "",
  owner: null,
  z: 0,
  size: 2,
  text: "",
  corner: "",
  hidden: false,
  turn: null,
  count: 1,
  tags: [],
  colour: "",
  picture: "",
};
/** @type {Omit<Mark, "kind">} */
const MARK = { cells: [], name: "" };
/** @type {Omit<Choice, "move">} */
const CHOICE = { touch: [], name: "", label: "", kind: "move", path: [], key: "", gesture: "", final: "" };
/** @type {Scene} */
const SCENE = {
  width: 1,
  height: 1,
  regions: [],
  pieces: [],
  prompt: "",
  choices: [],
  marks: [],
  notes: [],
  scores: [],
  colours: [],
  blocked: {},
  refusals: [],
  rotate: 0,
  over: "",
  spare: [0, 0],
  sides: [],
  facing: 0,
};

/** The colours of seats that the scene names no colours for, in their order. */
export const COLOURS = Object.keys(shapes.seats).filter((name) => name !== "neutral");

/**
 * Fill in the defaults that the wire leaves out.
 * @param {WireScene} raw
 * @returns {Scene}
 */
export function complete({ regions = [], pieces = [], marks = [], choices = [], carries = [], ...rest }) {
  return {
    ...SCENE,
    ...rest,
    regions: regions.map(completeRegion),
    pieces: pieces.map((piece) => ({ ...PIECE, ...piece })),
    marks: marks.map((mark) => ({ ...MARK, ...mark })),
    choices: [...choices, ...carried(carries)].map((choice) => ({ ...CHOICE, ...choice })),
  };
}

/** @param {WireRegion} region @returns {Region} */
function completeRegion({ cells = [], lines = [], ...rest }) {
  return {
    ...REGION,
    ...rest,
    cells: cells.map((cell) => ({ ...CELL, ...cell })),
    lines: lines.map((line) => ({ ...LINE, ...line })),
  };
}

/**
 * The choices that the wire has in short: from each start to each goal.
 * @param {Carry[]} carries
 */
function carried(carries) {
  const name = say("{from} to {to}", { from: "{from}", to: "{to}" }); // once: of such choices there are thousands
  return carries.flatMap(({ starts, goals, ...more }) =>
    starts.flatMap((from) =>
      goals.flatMap((to) =>
        from === to
          ? []
          : [
              {
                move: `${from}-${to}`,
                touch: [from, to],
                name: name.replace("{from}", () => from).replace("{to}", () => to),
                kind: "carry",
                ...more,
              },
            ],
      ),
    ),
  );
}

/**
 * The scene of a table that is not turned to whoever plays: as the first seat sees it, with the
 * board in the middle, so that it stays in its place whoever the scene was drawn for.
 * @param {WireScene} raw
 * @param {number} [seats]  how many sit around it
 * @param {number} [facing]  the degrees by which all is turned to whoever plays, where nothing is a board
 * @returns {Scene}
 */
export function lying(raw, seats = 2, facing = 0) {
  const scene = complete(raw);
  const board = boardOf(scene);
  if (!board) return { ...scene, rotate: facing / 90 };
  const regions = scene.regions.map((region) => ({ ...region, y: region.y + room(region, board) }));
  const [x, y] = [board.x + board.columns / 2, board.y + board.rows / 2];
  const farthest = (/** @type {(region: Region) => number[]} */ ends) => Math.max(...regions.flatMap(ends));
  // Two see it from opposite sides; what is at an edge of the board, more may see at any.
  const edge =
    seats > 2
      ? Math.max(
          0,
          ...regions
            .filter((region) => adjoins(region, board))
            .map((region) => away(region, board) + Math.min(region.columns, region.rows)),
        )
      : 0;
  const half = Math.max(
    board.columns / 2 + edge,
    farthest((region) => [x - region.x, region.x + region.columns - x]),
  );
  const most = Math.max(
    board.rows / 2 + edge,
    farthest((region) => [y - region.y, region.y + region.rows - y]),
  );
  // A title has its room at whichever side its area lies.
  const high = most + (regions.some((region) => region.title) ? title.room - margin : 0);
  return {
    ...scene,
    regions: regions.map((region) => ({ ...region, x: region.x + half - x, y: region.y + high - y })),
    width: 2 * half,
    height: 2 * high,
    rotate: 0,
  };
}

/**
 * The degrees by which something is turned to stand upright for a seat at a table that lies still:
 * as the game turns its board for the seat, else as seats in a circle see it.
 * @param {number} seat
 * @param {number} seats
 * @param {number} [rotate]  the quarter turns by which the game turns the board
 */
export function side(seat, seats, rotate) {
  return ((4 - (rotate || 4 - Math.round((seat * 4) / seats))) % 4) * 90;
}

/** How much further from the board an area stands for its title. @param {Region} region @param {Region} board */
function room({ y, rows, title: text }, board) {
  const [above, below] = [board.y - y - rows, y - board.y - board.rows];
  const near = (/** @type {number} */ by) => Boolean(text) && by >= 0 && by < rim.by + title.room;
  return near(below) ? rim.by : near(above) ? -rim.by : 0;
}

/** How far apart an area and the board are. @param {Region} region @param {Region} board */
function away({ x, y, columns, rows }, board) {
  return Math.max(board.x - x - columns, x - board.x - board.columns, board.y - y - rows, y - board.y - board.rows);
}

/**
 * Whether an area is a way out at the edge of the board, and so belongs there.
 * @param {Region} region
 * @param {Region} board
 */
export function adjoins(region, board) {
  const by = away(region, board);
  return by >= 0 && by <= rim.by && region.cells.some(({ terrain }) => terrain === "exit");
}

/** The largest grid of a scene, if it has one. @param {Scene} scene */
export function boardOf(scene) {
  const size = (/** @type {Region} */ { kind, columns, rows }) => (kind === "grid" ? columns * rows : 0);
  const [board] = [...scene.regions].sort((a, b) => size(b) - size(a));
  return board && size(board) ? board : undefined;
}

/**
 * The name of a seat's colour.
 * @param {{colours?: string[]} | null} scene
 * @param {number} seat
 */
export function colour(scene, seat) {
  return scene?.colours?.[seat] ?? COLOURS[seat % COLOURS.length];
}

/**
 * The pieces on a cell, the lowest first.
 * @param {Scene} scene
 * @param {string} cell
 */
export function stack(scene, cell) {
  return scene.pieces.filter((piece) => piece.at === cell).sort((a, b) => a.z - b.z);
}

/** The dice that lie in a scene. @param {WireScene} scene */
export const dice = ({ pieces = [] }) => pieces.filter(({ shape }) => shape === "die");

/**
 * What lies uppermost on the first of these places that is not empty is made of.
 * @param {Scene} scene
 * @param {string[]} cells
 */
export function materialOn(scene, cells) {
  const there = cells.map((cell) => stack(scene, cell).pop()).find(Boolean);
  return madeOf(there?.shape);
}

/**
 * What the last ply moved, or changed where it lies, is made of.
 * @param {Pick<WireScene, "pieces">} scene
 * @param {Last | null} last
 */
export function materialMoved({ pieces = [] }, last) {
  const [place] = last?.cells ?? [];
  const moved = pieces.find(({ id }) => last?.pieces?.[id]) ?? pieces.filter(({ at }) => at === place).pop();
  return madeOf(moved?.shape);
}

/** @type {(shape?: string) => string} */
const madeOf = (shape = "") => /** @type {Record<string, string>} */ (shapes.materials)[shape] ?? "wood";
