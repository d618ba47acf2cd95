/**
 * The third step: what lies on the table.
 *
 * @import { Maker } from "./create.js"
 * @import { Kind } from "./draft.js"
 */
import { say } from "../say.js";
import { h, row, segments } from "../ui/dom.js";
import { addSpot, allPlaces, placeAt } from "./areas.js";
import { carry, FRENCH, freshName, put, readFaces, setKind, take, topOf } from "./draft.js";
import { number } from "./fields.js";
import { form } from "./piece_form.js";
import { called, drawing } from "./piece_looks.js";
import { COLOURS } from "./players.js";
import { USES } from "./spots_step.js";
import { pointOf, withPaper } from "./touchable_points.js";

/** New pieces to begin with. @returns {[string, string, any][]} */
const beginnings = () => [
  ["piece", say("Piece"), { shape: "disc" }],
  ["two", say("Two faces"), { shape: "disc", colour: "black", back: { colour: "white", name: say("White disc") } }],
  [
    "deck",
    say("Deck of cards"),
    { name: say("Card"), shape: "card", deck: true, back: { colour: "blue" }, faces: readFaces(FRENCH) },
  ],
  ["die", say("Die"), { name: say("Die"), die: ["1", "2", "3", "4", "5", "6"] }],
  ["counter", say("Counter"), { name: say("Points"), shape: "token", counter: { steps: [1, 5] } }],
];
/** @param {Maker} maker @returns {HTMLElement[]} */
export function drawPiecesStep(maker) {
  const { pieces } = maker.table;
  const kind = pieces.find(({ id }) => id === maker.kind);
  const fresh = beginnings().map(([word, label, data]) =>
    h("button", { type: "button", "data-key": `new-${word}`, onclick: () => make(maker, word, data) }, label),
  );
  const chips = pieces.map((one) => chip(maker, one));
  return [
    h("p", { class: "prompt" }, whatToDo(maker, kind)),
    h("div", { class: "row chips" }, chips),
    ...(pieces.length ? touchFields(maker, kind) : []),
    row(h("span", { class: "small quiet" }, say("New:")), fresh),
    ...(kind ? form(maker, kind) : []),
  ].filter((one) => one instanceof HTMLElement);
}

/** @param {Maker} maker @param {Kind | undefined} kind */
function whatToDo({ table, taking }, kind) {
  if (!table.pieces.length) return say("Make a piece.");
  if (!kind) return say("Choose a piece, or make one.");
  return taking ? say("Tap what is to be taken away.") : say("Tap the table to put it there; drag to move.");
}

/** A kind of piece, to be chosen. @param {Maker} maker @param {Kind} kind */
function chip(maker, { id, name, ...more }) {
  const onclick = () => {
    choose(maker, id);
    maker.draw();
  };
  return h("button", {
    type: "button",
    class: "chip",
    "aria-pressed": String(id === maker.kind),
    "aria-label": name,
    title: name,
    "data-key": `kind-${id}`,
    html: drawing(maker, { id, name, ...more }),
    onclick,
  });
}

/** From now on this kind is put on the table, one at a tap. @param {Maker} maker @param {string} id */
function choose(maker, id) {
  maker.kind = id;
  maker.many = 1;
  maker.taking = false;
}

/** What a touch of the table does. @param {Maker} maker @param {Kind | undefined} kind */
function touchFields(maker, kind) {
  const many = (/** @type {number} */ wanted) => {
    maker.many = wanted;
    maker.draw();
  };
  const touch = (/** @type {string} */ value) => {
    maker.taking = value === "take";
    maker.draw();
  };
  return [
    kind && !kind.deck && !maker.taking && number(say("How many at a tap"), maker.many, 1, 100, many),
    segments(say("Touch"), touches(), maker.taking ? "take" : "put", touch),
  ];
}

/** @returns {[string, string][]} */
const touches = () => [
  ["put", say("Put")],
  ["take", say("Take away")],
];

/** @param {Maker} maker @param {string} word @param {any} data */
function make(maker, word, data) {
  const id = freshName(
    word,
    maker.table.pieces.map((kind) => kind.id),
  );
  choose(maker, id);
  const colour = word === "piece" ? { colour: COLOURS[maker.table.pieces.length % 4] } : {};
  const kind = { id, at: [], ...colour, ...data };
  maker.change(setKind(maker.table, { name: called(maker, kind), ...kind }));
}

/** @param {Maker} maker @param {any} scene */
export function pieceChoices(maker, scene) {
  const { table } = maker;
  const places = allPlaces(table);
  const full = places.filter((place) => topOf(table, place));
  const kind = table.pieces.find(({ id }) => id === maker.kind);
  const carries = [{ starts: full, goals: places }];
  if (maker.taking) return { ...scene, choices: full.map(taken), carries };
  if (!kind) return { ...scene, choices: [], carries };
  const { name } = kind;
  const laid = { ...scene, choices: places.map((place) => laidOn(place, name)), carries };
  return withPaper(maker, laid, say("put {name} here", { name }), say("Put {name} here", { name }));
}

/** A choice that puts a piece on a place. @param {string} place @param {string} name  of the piece */
const laidOn = (place, name) => ({
  move: `put:${place}`,
  touch: [place],
  name: say("put {name} on {place}", { name, place }),
  label: say("Put {name} here", { name }),
  gesture: "tap",
  kind: "place",
});

/** A choice that takes what lies on a place. @param {string} place */
const taken = (place) => ({
  move: `take:${place}`,
  touch: [place],
  name: say("take away from {place}", { place }),
  label: say("Take away"),
  gesture: "tap",
  kind: "capture",
});

/** Do what was touched. @param {Maker} maker @param {string} move */
export function playPiece(maker, move) {
  const [word, place] = move.split(":");
  if (word === "add") putOn(maker, pointOf(maker, place));
  else if (word === "put") maker.change(put(maker.table, maker.kind, place, maker.many));
  else if (word === "take") maker.change(take(maker.table, place));
  else maker.change(carry(maker.table, .../** @type {[string, string]} */ (move.split("-"))));
  return true;
}

/** Put the piece where nothing could lie so far. @param {Maker} maker @param {[number, number]} point */
function putOn(maker, point) {
  if (placeAt(maker.table, ...point)) return; // tapped twice
  const kind = maker.table.pieces.find(({ id }) => id === maker.kind);
  const [table, spot] = addSpot(maker.table, ...point, kind?.deck ? USES.deck : {});
  maker.change(put(table, maker.kind, spot, maker.many));
}
