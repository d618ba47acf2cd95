/**
 * The drawings of pieces: SVG text in a unit square around (0, 0), colours by CSS class.
 *
 * @typedef {import("../scene/scene.js").Piece} Piece
 */
import { address } from "../scene/scene.js";

/** @param {string} text */
export function escape(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * The sign of a seat, for those who cannot tell its colour.
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export function emblem(seat, x, y, r) {
  const drawn = [
    `<circle cx="${x}" cy="${y}" r="${r}"/>`,
    `<path d="M${x} ${y - r * 1.25}l${r * 1.25} ${r * 1.25}l${-r * 1.25} ${r * 1.25}l${-r * 1.25} ${-r * 1.25}z"/>`,
    `<path d="M${x} ${y - r * 1.15}l${r * 1.2} ${r * 2.1}h${-r * 2.4}z"/>`,
    `<rect x="${x - r * 0.95}" y="${y - r * 0.95}" width="${r * 1.9}" height="${r * 1.9}"/>`,
  ];
  return `<g class="emblem">${drawn[seat % drawn.length]}</g>`;
}

/**
 * Text in the middle of a piece, smaller where it is longer.
 * @param {string} text
 * @param {number} y
 * @param {number} size
 */
function letters(text, y, size) {
  if (!text) return "";
  const length = [...text].length;
  const height = size * ([1, 1, 0.8, 0.62, 0.5][length] ?? 0.42);
  return `<text class="letters" y="${y + height * 0.35}" font-size="${height}">${escape(text)}</text>`;
}

/** @param {number} rx @param {number} y */
const shadow = (rx, y) => `<ellipse class="shadow" cx="0" cy="${y}" rx="${rx}" ry="${rx * 0.34}"/>`;

/** @param {Piece} piece @param {number} x @param {number} y @param {number} r */
const sign = (piece, x, y, r) => (piece.owner === null ? "" : emblem(piece.owner, x, y, r));

const FLOES = [
  "M-.4-.24Q-.36-.4-.18-.41L.16-.42Q.33-.4.39-.25L.43.08Q.43.28.29.35L-.1.41Q-.3.42-.38.28L-.43.02Q-.44-.12-.4-.24Z",
  "M-.42-.13Q-.4-.33-.25-.39L.06-.43Q.3-.42.38-.28L.42-.02Q.45.2.34.32L.08.41Q-.22.43-.34.33L-.43.1Q-.45-.02-.42-.13Z",
  "M-.37-.3Q-.28-.42-.06-.41L.24-.38Q.41-.31.42-.1L.41.18Q.38.36.2.4L-.16.4Q-.36.36-.4.2L-.43-.08Q-.43-.21-.37-.3Z",
];
const CRACKS = [
  "M-.3-.17L-.1-.24L.08-.2M.2.27L.31.14L.28-.02",
  "M-.26.16L-.12.26L.1.24M.12-.3L.26-.22L.3-.06",
  "M-.3-.05L-.24-.23L-.06-.29M-.02.29L.18.26L.29.1",
];

/** @param {string} id */
function variant(id) {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return sum % FLOES.length;
}

/** @param {Piece} piece */
function floe(piece) {
  const which = variant(piece.id);
  return (
    `<path class="floe-deep" transform="translate(0 .055)" d="${FLOES[which]}"/>` +
    `<path class="floe" d="${FLOES[which]}"/><path class="floe-crack" d="${CRACKS[which]}"/>` +
    letters(piece.text, 0, 0.4)
  );
}

/** A small penguin in the colour of its seat. @param {Piece} piece */
function pawn(piece) {
  return (
    shadow(0.25, 0.28) +
    `<path class="beak" d="M-.17.27q.06-.06.15 0q-.01.05-.08.05q-.07 0-.07-.05zM.02.27q.09-.06.15 0q0 .05-.07.05q-.07 0-.08-.05z"/>` +
    `<path class="body" d="M-.2-.06Q-.34.04-.31.18Q-.25.16-.2.1zM.2-.06Q.34.04.31.18Q.25.16.2.1z"/>` +
    `<path class="body" d="M0-.42C.15-.42.2-.31.2-.2C.2-.13.26-.04.26.08C.26.22.16.29 0 .29C-.16.29-.26.22-.26.08C-.26-.04-.2-.13-.2-.2C-.2-.31-.15-.42 0-.42Z"/>` +
    `<path class="belly" d="M0-.1C.12-.1.18 0 .18.09C.18.2.1.26 0 .26C-.1.26-.18.2-.18.09C-.18 0-.12-.1 0-.1Z"/>` +
    `<ellipse class="belly" cx="-.072" cy="-.245" rx=".075" ry=".085"/><ellipse class="belly" cx=".072" cy="-.245" rx=".075" ry=".085"/>` +
    `<circle class="eye" cx="-.06" cy="-.24" r=".03"/><circle class="eye" cx=".06" cy="-.24" r=".03"/>` +
    `<path class="beak" d="M-.055-.19Q0-.215.055-.19Q.03-.12 0-.115Q-.03-.12-.055-.19z"/>` +
    (piece.text ? letters(piece.text, 0.09, 0.24) : sign(piece, 0, 0.09, 0.075))
  );
}

/** @param {Piece} piece */
function disc(piece) {
  if (piece.tags.includes("king")) return king();
  const words = piece.text ? letters(piece.text, -0.03, 0.42) : "";
  return (
    shadow(0.37, 0.17) +
    `<circle class="body low" cy=".05" r=".37"/><circle class="body" r=".37"/>` +
    `<circle class="rim" r=".3"/>${words}` +
    (words ? sign(piece, 0, 0.235, 0.042) : sign(piece, 0, 0, 0.1))
  );
}

/** Two discs, one upon the other, and a crown. */
function king() {
  const round = (/** @type {string} */ name, /** @type {number} */ y) => `<circle class="${name}" cy="${y}" r=".37"/>`;
  return (
    shadow(0.38, 0.2) + round("body low", 0.09) + round("body", 0.05) + round("body low", -0.03) +
    round("body", -0.07) + `<circle class="rim" cy="-.07" r=".3"/>` +
    `<path class="crown" d="M-.19 .06L-.23-.17L-.11-.08L0-.24L.11-.08L.23-.17L.19 .06Z"/>`
  );
}

/** A frozen piece: a crystal of its owner's colour under ice. @param {Piece} piece */
function snowflake(piece) {
  const arm = "M0-.1V-.33M0-.18L-.08-.26M0-.18L.08-.26M0-.26L-.06-.32M0-.26L.06-.32";
  const arms = [0, 60, 120, 180, 240, 300].map((way) => `<path d="${arm}" transform="rotate(${way})"/>`);
  const hexagon = "M0-.42L.364-.21V.21L0 .42L-.364 .21V-.21Z";
  return (
    `<path class="ice-deep" transform="translate(0 .045)" d="${hexagon}"/>` +
    `<path class="ice" d="${hexagon}"/><g class="flake">${arms.join("")}</g>` +
    sign(piece, 0, 0, 0.085) + letters(piece.text, 0, 0.3)
  );
}

const PYRAMID = [0, 0.23, 0.325, 0.42];

/** @param {Piece} piece */
function pyramid(piece) {
  return piece.turn === null ? upright(piece) : lying(piece, piece.turn);
}

/** Seen from above: four sides, see-through, so that what it stands on can be read. @param {Piece} piece */
function upright(piece) {
  const k = PYRAMID[piece.size] ?? PYRAMID[2];
  const sides = [`M${-k} ${-k}H${k}L0 0Z`, `M${k} ${-k}V${k}L0 0Z`, `M${k} ${k}H${-k}L0 0Z`, `M${-k} ${k}V${-k}L0 0Z`];
  const faces = sides.map((d, i) => `<path class="face face${i}" d="${d}"/>`).join("");
  return (
    `<rect class="pyramid-base" x="${-k}" y="${-k}" width="${2 * k}" height="${2 * k}" rx=".03"/>` +
    faces + `<path class="ridge" d="M${-k} ${-k}L${k} ${k}M${k} ${-k}L${-k} ${k}"/>` +
    pips(piece.size, k * 0.72) + sign(piece, 0, 0, 0.062)
  );
}

/** @param {Piece} piece @param {number} turn */
function lying(piece, turn) {
  const k = PYRAMID[piece.size] ?? PYRAMID[2];
  const half = k * 0.8;
  return (
    `<g transform="rotate(${turn})"><path class="pyramid-base solid" d="M0 ${-k * 1.1}L${half} ${k * 0.9}H${-half}Z"/>` +
    `<path class="face face1" d="M0 ${-k * 1.1}L${half} ${k * 0.9}H0Z"/>` +
    `<path class="ridge" d="M0 ${-k * 1.1}V${k * 0.9}"/>${pips(piece.size, k * 0.68)}` +
    `${sign(piece, 0, k * 0.12, 0.06)}</g>`
  );
}

/** @param {number} size @param {number} y */
function pips(size, y) {
  const at = (/** @type {number} */ i) => (i - (size - 1) / 2) * 0.115;
  return Array.from({ length: size }, (_, i) => `<circle class="pip" cx="${at(i)}" cy="${y}" r=".036"/>`).join("");
}

/** @param {Piece} piece */
function coin(piece) {
  const back = `<path class="coin-back" d="M0-.23L.2-.115V.115L0 .23L-.2 .115V-.115Z"/>`;
  const words = piece.hidden || !piece.text ? "" : letters(piece.text, -0.03, 0.42);
  return (
    shadow(0.37, 0.17) +
    `<circle class="body low" cy=".05" r=".37"/><circle class="body" r=".37"/>` +
    `<circle class="milled" r=".315"/>` +
    (piece.hidden ? back : words) +
    (words ? sign(piece, 0, 0.235, 0.042) : sign(piece, 0, 0, 0.085))
  );
}

/** @param {Piece} piece */
function card(piece) {
  const front = letters(piece.text, -0.02, 0.56);
  const corner = piece.corner
    ? `<text class="corner" x=".3" y=".36" font-size=".17">${escape(piece.corner)}</text>` : "";
  const index = piece.tags.includes("covered") && piece.text
    ? `<text class="corner index" x="-.36" y="-.24" font-size=".22">${escape(piece.text)}</text>` : "";
  const star = piece.tags.includes("wild") && !piece.text
    ? `<path class="star" d="M0-.2L.06-.06L.2-.05L.09.04L.13.18L0 .1L-.13 .18L-.09 .04L-.2-.05L-.06-.06Z"/>` : "";
  const back = `<rect class="card-back" x="-.32" y="-.36" width=".64" height=".72" rx=".06"/>`;
  return (
    `<rect class="shadow" x="-.41" y="-.42" width=".82" height=".9" rx=".1"/>` +
    `<rect class="card" x="-.41" y="-.45" width=".82" height=".9" rx=".1"/>` +
    (piece.hidden ? back : front + corner + index + star) +
    sign(piece, -0.29, 0.31, 0.06)
  );
}

/** @param {Piece} piece */
function die(piece) {
  const eyes = dots(piece.text, 0, 0.2, 0.066);
  return (
    `<rect class="shadow" x="-.36" y="-.32" width=".72" height=".72" rx=".16"/>` +
    `<rect class="die" x="-.36" y="-.36" width=".72" height=".72" rx=".16"/>` +
    (eyes || letters(piece.text, 0, 0.4))
  );
}

const DOTS = ["", "4", "26", "246", "0268", "02468", "035268"];

/**
 * The dots of a number up to six around (x, 0); empty for anything else.
 * @param {string} text @param {number} x @param {number} gap @param {number} r
 */
function dots(text, x, gap, r) {
  const places = /^[0-6]$/.test(text) ? DOTS[Number(text)] : "";
  return [...places].map(Number).map((at) => `<circle class="eye-dot" cx="${x + ((at % 3) - 1) * gap}" cy="${(Math.floor(at / 3) - 1) * gap}" r="${r}"/>`).join("");
}

/** A tile with two numbers: "3|5". @param {Piece} piece */
function domino(piece) {
  const [left = "", right = ""] = piece.text.split("|");
  const faces = piece.hidden ? "" :
    `<path class="domino-line" d="M0-.19V.19"/>` +
    [[left, -0.235], [right, 0.235]].map(([text, x]) => {
      const drawn = dots(String(text), Number(x), 0.135, 0.045);
      return drawn || text === "0" ? drawn : `<text class="letters" x="${x}" y=".09" font-size=".26">${escape(String(text))}</text>`;
    }).join("");
  return `<g transform="rotate(${piece.turn ?? 0})"><rect class="shadow" x="-.48" y="-.2" width=".96" height=".48" rx=".08"/>` +
    `<rect class="domino" x="-.48" y="-.24" width=".96" height=".48" rx=".08"/>${faces}</g>`;
}

/** A flat square. @param {Piece} piece */
function tile(piece) {
  return `<rect class="shadow" x="-.42" y="-.37" width=".84" height=".84" rx=".1"/>` +
    `<rect class="body" x="-.42" y="-.42" width=".84" height=".84" rx=".1"/>` +
    `<g transform="rotate(${piece.turn ?? 0})">${piece.hidden ? "" : letters(piece.text, 0, 0.5)}</g>`;
}

/** A small peg in a hole, seen from above. @param {Piece} piece */
function peg(piece) {
  return `<circle class="shadow" cx=".03" cy=".06" r=".2"/><circle class="body low" r=".2"/><circle class="body" cx="-.02" cy="-.03" r=".15"/>` + sign(piece, -0.02, -0.03, 0.055);
}

/** Letters or an emoji alone. @param {Piece} piece */
function plain(piece) {
  return `<g transform="rotate(${piece.turn ?? 0})"><text class="plain-letters" y=".27" font-size="${[...piece.text].length > 2 ? 0.42 : 0.76}">${escape(piece.text || "?")}</text></g>`;
}

/** A picture alone, or the blank back of one. @param {Piece} piece */
function shown(piece) {
  if (piece.picture) return "";
  return piece.hidden ? tile(piece) : plain(piece);
}

/** The picture on a piece: all of it, or in the middle. @param {Piece} piece */
function image(piece) {
  if (!piece.picture || piece.hidden) return "";
  const half = { picture: 0.47, card: 0.38, tile: 0.4, plain: 0.47 }[piece.shape] ?? 0.25;
  const turn = ["picture", "tile", "plain"].includes(piece.shape) && piece.turn ? ` transform="rotate(${piece.turn})"` : "";
  return `<image href="${escape(address(piece.picture))}" x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}"${turn}/>`;
}

/** @param {Piece} piece */
function token(piece) {
  const rim = "M-.18-.31H.18Q.22-.31.24-.27L.36-.04Q.38 0 .36.04L.24.27Q.22.31.18.31H-.18Q-.22.31-.24.27L-.36.04Q-.38 0-.36-.04L-.24-.27Q-.22-.31-.18-.31Z";
  return (
    shadow(0.34, 0.2) + `<path class="body low" transform="translate(0 .04)" d="${rim}"/><path class="body" d="${rim}"/>` +
    letters(piece.text, piece.owner === null ? 0 : -0.03, 0.36) +
    (piece.text ? sign(piece, 0, 0.215, 0.04) : sign(piece, 0, 0, 0.09))
  );
}

/** @type {Record<string, (piece: Piece) => string>} */
const SHAPES = { floe, pawn, disc, snowflake, pyramid, coin, card, die, token, domino, tile, peg, plain, picture: shown };
/** How large pieces are drawn that are small, medium and large. */
const SIZES = [1, 0.6, 1, 1.3];

const FROST =
  `<path class="frost" d="M-.4-.3Q-.2-.48 0-.42Q.3-.46.4-.3Q.46 0 .41.26Q.3.46 0 .43Q-.3.46-.41.27Q-.47 0-.4-.3Z"/>` +
  `<path class="frost-line" d="M.22-.37V-.17M.134-.32L.306-.22M.134-.22L.306-.32M-.34.18L-.22.3M-.36.28L-.2.2"/>`;
const EYE =
  `<g class="seen" transform="translate(.27 -.29)"><circle class="badge" r=".15"/>` +
  `<path d="M-.1 0Q0-.1.1 0Q0 .1-.1 0Z"/><circle class="dot" r=".035"/></g>`;

/** What tags and counts add to a piece. @param {Piece} piece */
function extras(piece) {
  const { tags, count } = piece;
  const reach = piece.shape === "pyramid" ? (PYRAMID[piece.size] ?? PYRAMID[2]) / 0.42 : 1;
  return (
    (tags.includes("frozen") && piece.shape !== "snowflake" ? `<g transform="scale(${reach})">${FROST}</g>` : "") +
    (tags.includes("seen") ? EYE : "") +
    (count > 1
      ? `<g class="count" transform="translate(.3 -.3)"><circle class="badge" r=".17"/>` +
        `<text y=".065" font-size=".19">${count}</text></g>`
      : "")
  );
}

/**
 * A piece, without its place.
 * @param {Piece} piece
 * @param {string} colour  the name of its owner's colour, or an empty text
 */
export function art(piece, colour) {
  const draw = SHAPES[piece.shape] ?? token;
  const tags = piece.tags.map((tag) => `is-${tag}`).join(" ");
  const halo = piece.tags.includes("active") ? `<circle class="halo" r=".46"/>` : "";
  const back = piece.hidden ? "face-down" : "";
  const drawing = draw(piece) + image(piece);
  const sized = piece.size === 2 || piece.shape === "pyramid" ? drawing : `<g transform="scale(${SIZES[piece.size] ?? 1})">${drawing}</g>`;
  return `<g class="art ${piece.shape} ${colour || "neutral"} ${back} ${tags}">${halo}${sized}${extras(piece)}</g>`;
}
