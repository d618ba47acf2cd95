/**
 * The fields of a kind of piece.
 *
 * @import { Maker } from "./create.js"
 * @import { Kind } from "./draft.js"
 * @typedef {(change: any, more?: any) => void} Set
 */
import { count, say } from "../say.js";
import { h, iconButton, row } from "../ui/dom.js";
import { FRENCH, freshName, readFaces, removeKind, setKind } from "./draft.js";
import { choice, field, number, swatches, text } from "./fields.js";
import { called, drawing, shapes } from "./piece_looks.js";
import { COLOURS, colourName } from "./players.js";
import { clean } from "./without_empty.js";

/** How many sides a die may have. */
const SIDES = ["2", "4", "6", "8", "10", "12", "20"];
const SIGNS = ["★", "♥", "♦", "♣", "♠", "●", "▲", "■", "✕", "○", "♔", "♕"];

/** @param {Maker} maker @param {Kind} kind */
export function form(maker, kind) {
  const set = (/** @type {any} */ change, more = {}) => {
    maker.change(setKind(maker.table, renamed(maker, kind, change)), more);
  };
  return [
    text(say("Name"), kind.name, (name) => set({ name: name || called(maker, kind) })),
    ...special(maker, kind, set),
    choice(say("Size"), sizes(), String(kind.size ?? 2), (size) => set({ size: Number(size) })),
    ...copyAndRemove(maker, kind),
  ];
}

/**
 * A kind after a change, with the names that go with its looks.
 * @param {Maker} maker
 * @param {Kind} kind
 * @param {any} change
 */
function renamed(maker, kind, change) {
  const now = { ...kind, ...change };
  const name = kind.name === called(maker, kind) && !("name" in change) ? { name: called(maker, now) } : {};
  if (!now.back || now.deck) return { ...now, ...name };
  return { ...now, ...name, back: { ...now.back, name: called(maker, { ...now, ...now.back, seat: undefined }) } };
}

/** What only such a kind has. @param {Maker} maker @param {Kind} kind @param {Set} set */
function special(maker, kind, set) {
  if (kind.die) return die(kind, set);
  if (kind.counter) return [...counter(kind, set), owner(maker, kind, set)];
  if (kind.deck) return deck(maker, kind, set);
  return [...plain(maker, kind, set), owner(maker, kind, set), ...back(maker, kind, set)];
}

/** @param {Maker} maker @param {Kind} kind @param {Set} set */
function owner(maker, kind, set) {
  const seats = maker.table.seats.map(({ name }, i) => /** @type {[string, string]} */ ([String(i + 1), name]));
  return choice(say("Whose"), [["", say("nobody's")], ...seats], String(kind.seat ?? ""), (seat) =>
    set(seat ? { seat: Number(seat), colour: undefined } : { seat: undefined, colour: COLOURS[0] }),
  );
}

/** @returns {[string, string][]} */
const sizes = () => [
  ["1", say("small")],
  ["2", say("medium")],
  ["3", say("large")],
];

/** @param {Maker} maker @param {Kind} kind */
function copyAndRemove(maker, kind) {
  const { id, name } = kind;
  const remove = () => {
    maker.kind = "";
    maker.change(removeKind(maker.table, id));
  };
  return [
    iconButton("copies", say("Copy {name}", { name }), () => copied(maker, kind), { "data-key": "copy-kind" }),
    iconButton("bin", say("Remove {name}", { name }), remove, { class: "plain", "data-key": "remove-kind" }),
  ];
}

/** @param {Maker} maker @param {Kind} kind @param {Set} set */
function plain(maker, kind, set) {
  const turned = (/** @type {string} */ turn) => set({ rotate: turn ? Number(turn) : undefined });
  return [
    shapeField(maker, kind, set),
    text(say("Letter, number or emoji on it"), kind.text ?? "", (words) => set({ text: words }), 8),
    h(
      "div",
      { class: "signs" },
      SIGNS.map((sign) => signButton(sign, set)),
    ),
    swatches(say("Colour"), colours(), kind.colour ?? "", (colour) => set({ colour })),
    pictureField(maker, kind, set),
    choice(say("Can be turned round"), turns(), String(kind.rotate ?? ""), turned),
  ];
}

/** @param {string} sign @param {Set} set */
function signButton(sign, set) {
  const onclick = () => set({ text: sign });
  return h("button", { type: "button", class: "plain icon", "data-key": `sign-${sign}`, onclick }, sign);
}

/** All colours with their names. */
const colours = () => COLOURS.map((colour) => /** @type {[string, string]} */ ([colour, colourName(colour)]));

/** @returns {[string, string][]} */
const turns = () => [
  ["", say("no")],
  ["90", say("a quarter")],
  ["60", say("a sixth")],
  ["45", say("an eighth")],
];

/** @param {Maker} maker @param {Kind} kind @param {Set} set */
function shapeField(maker, kind, set) {
  const found = kind.picture ? [["picture", say("Picture alone")], ...shapes().slice(0, 6)] : shapes();
  const chips = found.map(([shape, name]) => shapeChip(maker, kind, shape, name, set));
  return h(
    "div",
    { class: "one" },
    h("span", { class: "small quiet", "aria-hidden": "true" }, say("Shape")),
    h("div", { class: "row chips", role: "group", "aria-label": say("Shape") }, chips),
  );
}

/**
 * @param {Maker} maker
 * @param {Kind} kind
 * @param {string} shape
 * @param {string} name
 * @param {Set} set
 */
function shapeChip(maker, kind, shape, name, set) {
  const words = shape === "plain" ? kind.text || "★" : kind.text;
  return h("button", {
    type: "button",
    class: "chip",
    "aria-label": name,
    title: name,
    "aria-pressed": String((kind.shape ?? "disc") === shape),
    "data-key": `shape-${shape}`,
    html: drawing(maker, { ...kind, shape, text: words }),
    onclick: () => set({ shape }),
  });
}

/** @param {Maker} maker @param {Kind} kind @param {Set} set */
function pictureField(maker, kind, set) {
  const without = () => set({ picture: undefined, shape: "disc" });
  return row(
    maker.pictureButton(kind.picture ? say("Another picture") : say("A picture"), 512, ([picture], _, pictures) =>
      set({ picture, shape: "picture", text: undefined }, { pictures }),
    ),
    kind.picture && h("button", { type: "button", "data-key": "no-picture", onclick: without }, say("No picture")),
  );
}

/** The other side. @param {Maker} maker @param {Kind} kind @param {Set} set */
function back(maker, kind, set) {
  const turned = (/** @type {string} */ faces) =>
    set({ back: faces === "2" ? { colour: "neutral" } : undefined, down: undefined });
  return [choice(say("Faces"), faces(), kind.back ? "2" : "1", turned), ...onTheBack(maker, kind, set)];
}

/** @returns {[string, string][]} */
const faces = () => [
  ["1", say("one")],
  ["2", say("two: a double tap turns it over")],
];

/** @param {Maker} maker @param {Kind} kind @param {Set} set */
function onTheBack(maker, { back }, set) {
  if (!back) return [];
  const other = (/** @type {any} */ change, more = {}) => set({ back: clean({ ...back, ...change }) }, more);
  const pictured = maker.pictureButton(say("A picture for the back"), 512, ([picture], _, pictures) =>
    other({ picture }, { pictures }),
  );
  return [
    text(say("On the back"), back.text ?? "", (words) => other({ text: words }), 8),
    swatches(say("Colour of the back"), colours(), back.colour ?? "", (colour) => other({ colour })),
    row(pictured),
  ];
}

/** @param {Maker} maker @param {Kind} kind @param {Set} set */
function deck(maker, kind, set) {
  const backs = (/** @type {string} */ colour) => set({ back: clean({ ...kind.back, colour }) });
  const means = say("It begins shuffled and face down. Four taps shuffle it; a tap offers to deal.");
  return [
    typedFaces(kind.faces ?? [], set),
    readyFaces(maker, kind, set),
    swatches(say("Colour of the back"), colours(), kind.back?.colour ?? "", backs),
    h("p", { class: "small quiet" }, means),
  ];
}

/** @param {{text?: string}[]} faces @param {Set} set */
function typedFaces(faces, set) {
  const onchange = (/** @type {any} */ event) => {
    const read = readFaces(event.target.value);
    if (read.length) set({ faces: read });
  };
  const typed = h("textarea", { rows: 3, "data-key": "faces", onchange });
  const words = faces.map((face) => face.text ?? "");
  typed.value = words.join(" ").trim();
  const label = count(faces.length, "The faces, one a word ({number} card)", "The faces, one a word ({number} cards)");
  return field(label, typed);
}

/**
 * Buttons for all faces at once.
 * @param {Maker} maker
 * @param {Kind} kind
 * @param {Set} set
 */
function readyFaces(maker, kind, set) {
  const ready = (/** @type {string} */ key, /** @type {string} */ words, /** @type {string} */ faces) =>
    h("button", { type: "button", "data-key": key, onclick: () => set({ faces: readFaces(faces) }) }, words);
  return row(
    ready("french", say("52 cards"), FRENCH),
    ready("numbers", say("1 to 10"), "1 2 3 4 5 6 7 8 9 10"),
    maker.pictureButton(
      say("Faces from pictures"),
      512,
      (names, _, pictures) => set({ faces: names.map((picture, i) => pictured(kind, picture, i + 1)) }, { pictures }),
      true,
    ),
  );
}

/** A card with a picture. @param {Kind} kind @param {string} picture @param {number} number */
const pictured = ({ name }, picture, number) => ({ picture, name: say("{name} {number}", { name, number }) });

/** @param {Kind} kind @param {Set} set */
function die(kind, set) {
  const sides = (/** @type {string} */ many) => Array.from({ length: Number(many) }, (_, i) => String(i + 1));
  const typed = (/** @type {string} */ words) => {
    const read = [...new Set(words.split(/\s+/).filter(Boolean))];
    if (read.length > 1) set({ die: read.map((word) => [...word].slice(0, 4).join("")) });
  };
  const many = SIDES.map((many) => /** @type {[string, string]} */ ([many, many]));
  return [
    choice(say("Sides"), many, String(kind.die?.length), (many) => set({ die: sides(many) })),
    text(say("Or its sides, one a word"), (kind.die ?? []).join(" "), typed, 300),
  ];
}

/** @param {Kind} kind @param {Set} set */
function counter(kind, set) {
  const now = kind.counter ?? {};
  return [
    row(
      number(say("Starts at"), now.start ?? 0, -999999, 999999, (start) =>
        set({ counter: { ...now, start, least: Math.min(now.least ?? 0, start) } }),
      ),
      number(say("At most, if limited"), now.most, 0, 999999, (most) =>
        set({ counter: { ...now, most: Math.max(most, now.start ?? 0) } }),
      ),
    ),
  ];
}

/** Another kind like it, of which none lies on the table yet. @param {Maker} maker @param {Kind} kind */
function copied(maker, kind) {
  const id = freshName(
    kind.id.replace(/\d+$/, ""),
    maker.table.pieces.map((one) => one.id),
  );
  maker.kind = id;
  maker.change(setKind(maker.table, { ...kind, id, at: [] }));
}
