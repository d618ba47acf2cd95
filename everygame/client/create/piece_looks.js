/**
 * What pieces look like in words and small drawings, as long as nobody names them.
 *
 * @import { Maker } from "./create.js"
 * @import { Kind } from "./draft.js"
 */
import { say } from "../say.js";
import { art } from "../view/shapes.js";
import { colourName, SEATS } from "./players.js";

/** @returns {[string, string][]} */
export const shapes = () => [
  ["disc", say("Disc")],
  ["token", say("Hexagon")],
  ["pawn", say("Pawn")],
  ["coin", say("Coin")],
  ["tile", say("Tile")],
  ["hexagon", say("Tile with six sides")],
  ["card", say("Card")],
  ["pyramid", say("Pyramid")],
  ["peg", say("Peg")],
  ["penguin", say("Penguin")],
  ["plain", say("Letter or emoji")],
];

/** What a piece is called as long as nobody names it: what it looks like. @param {Maker} maker @param {any} kind */
export function called({ table }, { colour: own = "", shape = "disc", text: words = "", picture, seat }) {
  if (picture) return say("Piece");
  const colour = seat ? (table.seats[seat - 1]?.colour ?? SEATS[seat - 1]) : own;
  if (shape === "plain") return words || say("Piece");
  const piece = colour ? coloured(shape, colourName(colour)) : (shapes().find(([one]) => one === shape)?.[1] ?? "");
  return (words ? say("{piece} {text}", { piece, text: words }) : piece) || say("Piece");
}

/** A shape in a colour. @param {string} shape @param {string} colour */
function coloured(shape, colour) {
  const names = /** @type {Record<string, string>} */ ({
    disc: say("{colour} disc", { colour }),
    token: say("{colour} hexagon", { colour }),
    pawn: say("{colour} pawn", { colour }),
    penguin: say("{colour} penguin", { colour }),
    coin: say("{colour} coin", { colour }),
    tile: say("{colour} tile", { colour }),
    hexagon: say("{colour} tile with six sides", { colour }),
    card: say("{colour} card", { colour }),
    pyramid: say("{colour} pyramid", { colour }),
    peg: say("{colour} peg", { colour }),
  });
  return names[shape] ?? say("{colour} piece", { colour });
}

/** What is drawn of a piece that lies on no table. */
const ALONE = {
  ...{ id: "", at: "", name: "", z: 0, hidden: false, turn: null, count: 1, corner: "" },
  tags: /** @type {string[]} */ ([]),
};

/** A small drawing of a piece. @param {Maker} maker @param {Kind} kind */
export function drawing(maker, kind) {
  const face = { ...kind, ...(kind.faces?.[0] ?? {}) };
  const colour = kind.seat ? (maker.table.seats[kind.seat - 1]?.colour ?? "") : (face.colour ?? "");
  const shape = kind.die ? "die" : (kind.shape ?? (face.picture ? "picture" : kind.back ? "card" : "disc"));
  const words = kind.die ? kind.die[0] : kind.counter ? String(kind.counter.start ?? 0) : (face.text ?? "");
  const picture = face.picture ? `draft/${face.picture}` : "";
  const owner = kind.seat ? kind.seat - 1 : null;
  const inside = art({ ...ALONE, shape, text: words, colour, picture, owner, size: kind.size ?? 2 }, colour);
  return `<svg class="scene" viewBox="-.5 -.5 1 1" aria-hidden="true">${inside}</svg>`;
}
