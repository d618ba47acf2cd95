/**
 * Draws what `drawings.js` describes, as SVG text: pieces, places and marks, in a unit square around
 * (0, 0). `everygame/drawing/shapes.py` does the same in Python; a test compares them.
 *
 * @import { Piece } from "../types"
 * @typedef {{words: Set<string>, texts?: Record<string, string>, owner?: number | null,
 *   turn?: number | null, colour?: string, image?: string, outline?: [number, number][], points?: Point[]}} Thing
 *   What a drawing depends on: the words that hold of a thing, what is written on it, the seat
 *   whose sign it bears, the degrees that it is turned by, its colour, the address of its image, the
 *   corners of a cell that is no square, and the points that a way goes through.
 * @typedef {{x: number, y: number}} Point
 * @typedef {Record<string, any>} Part  one line of a drawing
 * @typedef {string | [string, string]} Paint  a name, or one for light and one for dark
 */
import { pictureAddress } from "../net/address.js";
import read from "../drawings.js";

/** @type {Record<string, any>} */
export const shapes = read;

/** @type {Map<string, [string[], Record<string, any>][]>} */
const STYLES = new Map();
for (const [key, style] of Object.entries(shapes.styles)) {
  const [name, ...conditions] = key.split(" ");
  STYLES.set(name, [...(STYLES.get(name) ?? []), [conditions, style]]);
}

/** @param {string} text */
export function escape(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * What a table of the file has under a name, which may be any text.
 * @param {Record<string, any>} table
 * @param {string} name
 */
export const own = (table, name) => (Object.hasOwn(table, name) ? table[name] : undefined);

/** A length, to a ten-thousandth of a square. @param {number} length */
export const round = (length) => Math.floor(length * 1e4 + 0.5) / 1e4 || 0;

/** The skin of all that is drawn on this device: a name of `skins`, or empty for the look that each game has. */
let skin = "";

/** Draw all in a skin from now on. @param {string} name  of a skin; any other text for the look that each game has */
export function useSkin(name) {
  skin = own(shapes.skins, name) ? name : "";
}

/** The word by which styles know the skin of this device, such as "in-wood"; empty without a skin. */
export const skinWord = () => skin && `in-${skin}`;

/** The look that the skin of this device gives a region. @param {string} look  of the region in its game */
export const lookInSkin = (look) => own(own(shapes.skins, skin) ?? {}, look || "board") ?? (look || "board");

/** Whether words hold; "!" before one: that it does not. @param {string[]} conditions @param {Set<string>} words */
const hold = (conditions, words) =>
  conditions.every((word) => (word[0] === "!" ? !words.has(word.slice(1)) : words.has(word) || word === skinWord()));

/**
 * A paint as CSS has it.
 * @param {Paint} paint
 * @param {string} [colour]  of the thing that is painted
 */
export function painted(paint, colour = "neutral") {
  const [light, dark] = [0, 1].map((theme) => mixed(paint, theme, own(shapes.seats, colour) ?? shapes.seats.neutral));
  return light === dark ? light : `light-dark(${light}, ${dark})`;
}

/** @param {Paint} paint @param {number} theme @param {Record<string, Paint>} seat @returns {string} */
function mixed(paint, theme, seat) {
  if (Array.isArray(paint)) return mixed(paint[theme], theme, seat);
  if (paint in shapes.gradients) return `url(#eg-${paint})`;
  const named = seat[paint] ?? shapes.colours[paint];
  return named ? mixed(named, theme, seat) : paint;
}

/**
 * How a line of a drawing looks: all styles of its name whose words hold, the later ones above.
 * @param {string} name
 * @param {Thing} thing
 */
function styled(name, thing) {
  /** @type {Record<string, any>} */
  const style = {};
  for (const [conditions, more] of STYLES.get(name) ?? [])
    if (hold(conditions, thing.words)) Object.assign(style, more);
  for (const key of ["fill", "stroke"]) if (key in style) style[key] = painted(style[key], thing.colour);
  return style;
}

/** @param {Part} part @param {Thing} thing */
function transform(part, thing) {
  const turn = part.turned ? (thing.turn ?? 0) : (part.turn ?? 0);
  const steps = [
    part.move && `translate(${part.move.map(round).join(" ")})`,
    turn && `rotate(${round(turn)})`,
    part.scale && `scale(${round(part.scale)})`,
  ];
  return steps.filter(Boolean).join(" ");
}

/**
 * @param {string} tag
 * @param {Record<string, any>} place
 * @param {Part} part
 * @param {Thing} thing
 * @param {string} [inner]
 */
function element(tag, place, part, thing, inner = "") {
  const all = { ...place, ...styled(part.as ?? "", thing), transform: transform(part, thing) };
  let written = `<${tag}`;
  for (const [key, value] of Object.entries(all))
    if (value !== "") written += ` ${key}="${typeof value === "number" ? round(value) : value}"`;
  return inner ? `${written}>${inner}</${tag}>` : `${written}/>`;
}

/**
 * The drawings of the lines of a shape by what their first key is.
 * @type {Record<string, (how: any, part: Part, thing: Thing) => string>}
 */
const LINES = {
  circle: ([cx, cy, r], part, thing) => element("circle", { cx, cy, r }, part, thing),
  ellipse: ([cx, cy, rx, ry], part, thing) => element("ellipse", { cx, cy, rx, ry }, part, thing),
  rect: ([x, y, width, height, rx = ""], part, thing) => element("rect", { x, y, width, height, rx }, part, thing),
  path: (d, part, thing) => element("path", { d }, part, thing),
  polygon: (points, part, thing) => element("polygon", { points: points.flat().map(round).join(" ") }, part, thing),
  polyline: (points, part, thing) => element("polyline", { points: points.flat().map(round).join(" ") }, part, thing),
  outline: (size, part, thing) =>
    element(
      "polygon",
      {
        points: (thing.outline ?? [])
          .flat()
          .map((length) => round(length * size))
          .join(" "),
      },
      part,
      thing,
    ),
  group: (parts, part, thing) => within(draw(parts, thing), part, thing),
  use: (name, part, thing) => within(draw(shapes.parts[name] ?? shapes.shapes[name], thing), part, thing),
  text: written,
  dots: dotted,
  through: (gaps, part, { points = [], ...thing }) =>
    points.length < 2 ? "" : element("path", { d: through(points, gaps) }, part, thing),
  head: (how, part, { points = [], ...thing }) =>
    points.length < 2 ? "" : element("path", { d: head(points, how) }, part, thing),
  emblem: ([x, y, r], part, thing) => (typeof thing.owner === "number" ? draw(sign(thing.owner, x, y, r), thing) : ""),
  image: ([x, y, width, height], part, thing) =>
    element("image", { href: escape(thing.image ?? ""), x, y, width, height }, part, thing),
};

/** An element without any in it and without a place of its own. */
const SINGLE = /^<\w+(?![^>]* transform=)[^<>]*\/>$/;

/**
 * A group; none where it says nothing of what is in it, or where the only element in it can stand at its place.
 * @param {string} inner
 * @param {Part} part
 * @param {Thing} thing
 */
function within(inner, part, thing) {
  const group = inner && element("g", {}, part, thing, inner);
  const [all, said] = /^<g( transform="[^"]*")?>/.exec(group) ?? [];
  if (!all) return group;
  if (!said) return inner;
  return SINGLE.test(inner) ? `${inner.slice(0, -"/>".length)}${said}/>` : group;
}

/** A line that is not filled and not moved: its path, and how it looks. */
const STROKE = /^<path d="(M[^"]*)"((?![^>]* transform=)[^>]* fill="none"[^>]*\/>)$/;

/**
 * Lines in a row that look alike are one element: a browser keeps a kilobyte of each.
 * @param {string[]} elements
 */
function joined(elements) {
  /** @type {string[]} */
  const all = [];
  for (const one of elements) {
    const [, before, looks] = STROKE.exec(all.at(-1) ?? "") ?? [];
    const [, more, others] = before ? (STROKE.exec(one) ?? []) : [];
    if (more && looks === others) all[all.length - 1] = `<path d="${before}${more}"${looks}`;
    else if (one) all.push(one);
  }
  return all.join("");
}

/**
 * A drawing as SVG text.
 * @param {Part[]} parts
 * @param {Thing} thing
 * @returns {string}
 */
export function draw(parts, thing) {
  /** @type {string[]} */
  const elements = [];
  for (const part of parts) {
    if (part.when && !hold(part.when.split(" "), thing.words)) continue;
    const [kind] = Object.keys(part);
    elements.push(LINES[kind](part[kind], part, thing));
    for (let i = 1; i < part.around; i++)
      elements.push(LINES[kind](part[kind], { ...part, turn: (360 / part.around) * i }, thing));
  }
  return joined(elements);
}

/**
 * A text around the height of its capitals, smaller where it is longer.
 * @param {number[]} at
 * @param {Part} part
 * @param {Thing} thing
 */
function written([x, y, size], part, thing) {
  const text = part.says ?? thing.texts?.[part.of] ?? "";
  if (!text) return "";
  const fit = part.fit ?? [1];
  const height = size * fit[Math.min([...text].length, fit.length - 1)];
  const place = { x, y: y + 0.35 * height, "font-size": height, "text-anchor": "middle" };
  return element("text", place, part, thing, escape(text));
}

/**
 * The dots of a number up to six; anything else is drawn another way.
 * @param {number[]} at
 * @param {Part} part
 * @param {Thing} thing
 */
function dotted([x, y, gap, r], part, thing) {
  const dots = own(shapes.dots, thing.texts?.[part.of] ?? "");
  if (!dots) return draw([part.else], thing);
  return draw(
    dots.map((/** @type {number[]} */ [across, down]) => ({
      circle: [x + across * gap, y + down * gap, r],
      as: part.as,
    })),
    thing,
  );
}

/**
 * Where a way ends that stops short of its last point, and the direction there.
 * @param {Point[]} points
 * @param {number} gap
 */
function tip(points, gap) {
  const [a, b] = points.slice(-2);
  const length = Math.sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  return { x: b.x - ux * gap, y: b.y - uy * gap, ux, uy };
}

/**
 * A line through two or more points, from a gap after the first to one before the last.
 * @param {Point[]} points
 * @param {number[]} gaps
 */
export function through(points, [after, before]) {
  const line = [tip([points[1], points[0]], after), ...points.slice(1, -1), tip(points, before)];
  return `M${line.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}`;
}

/** The arrow head of such a line, so long and so wide to each side. @param {Point[]} points @param {number[]} how */
export function head(points, [gap, long, wide]) {
  const { x, y, ux, uy } = tip(points, gap);
  const barb = (/** @type {number} */ side) =>
    `${round(x - ux * long - uy * side)} ${round(y - uy * long + ux * side)}`;
  return `M${barb(wide)}L${round(x)} ${round(y)}L${barb(-wide)}`;
}

/**
 * The sign of a seat, for those who cannot tell its colour.
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @returns {Part[]}
 */
function sign(seat, x, y, r) {
  const { circle, polygon } = shapes.emblems[seat % shapes.emblems.length];
  const at = (/** @type {number[]} */ [across, down]) => [x + across * r, y + down * r];
  return [
    circle ? { circle: [...at(circle), circle[2] * r], as: "emblem" } : { polygon: polygon.map(at), as: "emblem" },
  ];
}

/** The sign of a seat beside its name, in the colour that the page gives it. @param {number} seat @param {number} r */
export function emblem(seat, r) {
  return `<g class="emblem">${draw(
    sign(seat, 0, 0, r).map((part) => ({ ...part, as: "" })),
    { words: new Set() },
  )}</g>`;
}

const SIZES = ["", "small", "medium", "large"];

/** Which of three looks a thing has. @param {string} id */
function variant(id) {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return `variant-${(sum % 3) + 1}`;
}

/** The figure that a card has by its rank, where it has a suit: of "K♠" the king. @param {string} text */
function courtOf(text) {
  const [rank, suit, more] = text;
  return !more && shapes.suits.includes(suit) ? own(shapes.courts, rank) : undefined;
}

/** @param {Piece} piece @param {string} colour @returns {Thing} */
function described(piece, colour) {
  const { text, corner, count, owner, turn, picture } = piece;
  const [left = "", right = ""] = text.split("|").map((half) => (half === "0" ? "" : half));
  const [rank = "", suit = ""] = text;
  const court = courtOf(text);
  const words = [
    piece.shape,
    colour,
    SIZES[piece.size] ?? "medium",
    variant(piece.id),
    text && "text",
    corner && "corner",
    ...(court ? ["court", court] : []),
    piece.hidden && "hidden",
    owner !== null && "owned",
    turn !== null && "lying",
    count > 1 && "many",
    picture && "pictured",
    piece.colour && "coloured",
    ...piece.tags.map((tag) => `is-${tag}`),
  ];
  const texts = { text, corner, left, right, rank, suit, count: String(count) };
  return {
    words: new Set(words.filter((word) => typeof word === "string")),
    texts,
    owner,
    turn,
    colour,
    image: picture && pictureAddress(picture),
  };
}

/**
 * A piece, without its place.
 * @param {Piece} piece
 * @param {string} colour  the name of its owner's colour, or an empty text
 */
export function art(piece, colour) {
  const thing = described(piece, colour || "neutral");
  const scale = piece.shape === "pyramid" ? undefined : shapes.sizes[SIZES[piece.size]];
  const parts = [
    { use: "piece below" },
    { use: own(shapes.shapes, piece.shape) ? piece.shape : "token", scale },
    { use: "piece above" },
  ];
  return element("g", {}, { as: "art" }, thing, draw(parts, thing));
}
