/**
 * The third step: what lies on the table.
 *
 * @import { Maker } from "./create.js"
 * @import { Kind } from "./draft.js"
 */
import { count, say } from "../say.js";
import { h, iconButton, segments } from "../ui/dom.js";
import { art } from "../view/shapes.js";
import { addSpot, allPlaces, placeAt } from "./areas.js";
import {
  carry,
  clean,
  COLOURS,
  colourName,
  FRENCH,
  freshName,
  put,
  readFaces,
  removeKind,
  SEATS,
  setKind,
  take,
  topOf,
} from "./draft.js";
import { choice, field, number, swatches, text } from "./fields.js";
import { pointOf, withPaper } from "./paper.js";
import { USES } from "./spots_step.js";

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
/** @returns {[string, string][]} */
const shapes = () => [
  ["disc", say("Disc")],
  ["token", say("Hexagon")],
  ["pawn", say("Penguin")],
  ["coin", say("Coin")],
  ["tile", say("Tile")],
  ["card", say("Card")],
  ["pyramid", say("Pyramid")],
  ["peg", say("Peg")],
  ["plain", say("Letter or emoji")],
];
const SIGNS = ["★", "♥", "♦", "♣", "♠", "●", "▲", "■", "✕", "○", "♔", "♕"];

/** @param {Maker} maker @returns {HTMLElement[]} */
export function drawPiecesStep(maker) {
  const { pieces } = maker.table;
  const kind = pieces.find(({ id }) => id === maker.kind);
  const fresh = beginnings().map(([word, label, data]) =>
    h("button", { type: "button", "data-key": `new-${word}`, onclick: () => make(maker, word, data) }, label),
  );
  return [
    h("p", { class: "prompt" }, whatToDo(maker, kind)),
    h(
      "div",
      { class: "row chips" },
      pieces.map((one) => chip(maker, one)),
    ),
    ...(pieces.length ? touchFields(maker, kind) : []),
    h("div", { class: "row" }, h("span", { class: "small quiet" }, say("New:")), fresh),
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
    maker.kind = id;
    maker.many = 1;
    maker.taking = false;
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
  maker.kind = id;
  maker.many = 1;
  maker.taking = false;
  const colour = word === "piece" ? { colour: COLOURS[maker.table.pieces.length % 4] } : {};
  const kind = { id, at: [], ...colour, ...data };
  maker.change(setKind(maker.table, { name: called(maker, kind), ...kind }));
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

/** What a piece is called as long as nobody names it: what it looks like. @param {Maker} maker @param {any} kind */
function called({ table }, { colour: own = "", shape = "disc", text: words = "", picture, seat }) {
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
    pawn: say("{colour} penguin", { colour }),
    coin: say("{colour} coin", { colour }),
    tile: say("{colour} tile", { colour }),
    card: say("{colour} card", { colour }),
    pyramid: say("{colour} pyramid", { colour }),
    peg: say("{colour} peg", { colour }),
  });
  return names[shape] ?? say("{colour} piece", { colour });
}

/** A small drawing of a piece. @param {Maker} maker @param {Kind} kind */
function drawing(maker, kind) {
  const face = { ...kind, ...(kind.faces?.[0] ?? {}) };
  const colour = kind.seat ? (maker.table.seats[kind.seat - 1]?.colour ?? "") : (face.colour ?? "");
  const shape = kind.die ? "die" : (kind.shape ?? (face.picture ? "picture" : kind.back ? "card" : "disc"));
  const words = kind.die ? kind.die[0] : kind.counter ? String(kind.counter.start ?? 0) : (face.text ?? "");
  const piece = {
    id: "",
    at: "",
    name: "",
    z: 0,
    hidden: false,
    turn: null,
    count: 1,
    tags: [],
    corner: "",
    owner: kind.seat ? kind.seat - 1 : null,
    size: kind.size ?? 2,
  };
  const picture = face.picture ? `draft/${face.picture}` : "";
  const inside = art({ ...piece, shape, text: words, colour, picture }, colour);
  return `<svg class="scene" viewBox="-.5 -.5 1 1" aria-hidden="true">${inside}</svg>`;
}

/** @param {Maker} maker @param {Kind} kind */
function form(maker, kind) {
  const set = (/** @type {any} */ change, more = {}) => {
    const now = { ...kind, ...change };
    const name = kind.name === called(maker, kind) && !("name" in change) ? { name: called(maker, now) } : {};
    const back =
      now.back && !now.deck
        ? { back: { ...now.back, name: called(maker, { ...now, ...now.back, seat: undefined }) } }
        : {};
    maker.change(setKind(maker.table, { ...now, ...name, ...back }), more);
  };
  const seats = maker.table.seats.map(({ name }, i) => /** @type {[string, string]} */ ([String(i + 1), name]));
  const owner = choice(say("Whose"), [["", say("nobody's")], ...seats], String(kind.seat ?? ""), (seat) =>
    set(seat ? { seat: Number(seat), colour: undefined } : { seat: undefined, colour: COLOURS[0] }),
  );
  const special = kind.die
    ? die(kind, set)
    : kind.counter
      ? [...counter(kind, set), owner]
      : kind.deck
        ? deck(maker, kind, set)
        : [...plain(maker, kind, set), owner, ...back(maker, kind, set)];
  return [
    text(say("Name"), kind.name, (name) => set({ name: name || called(maker, kind) })),
    ...special,
    choice(
      say("Size"),
      [
        ["1", say("small")],
        ["2", say("medium")],
        ["3", say("large")],
      ],
      String(kind.size ?? 2),
      (size) => set({ size: Number(size) }),
    ),
    iconButton("copies", say("Copy {name}", { name: kind.name }), () => copied(maker, kind), {
      "data-key": "copy-kind",
    }),
    iconButton(
      "bin",
      say("Remove {name}", { name: kind.name }),
      () => {
        maker.kind = "";
        maker.change(removeKind(maker.table, kind.id));
      },
      { class: "plain", "data-key": "remove-kind" },
    ),
  ];
}

/** @param {Maker} maker @param {Kind} kind @param {(change: any, more?: any) => void} set */
function plain(maker, kind, set) {
  const turned = (/** @type {string} */ turn) => set({ rotate: turn ? Number(turn) : undefined });
  const colours = COLOURS.map((colour) => /** @type {[string, string]} */ ([colour, colourName(colour)]));
  return [
    shapeField(maker, kind, set),
    text(say("Letter, number or emoji on it"), kind.text ?? "", (words) => set({ text: words }), 8),
    h(
      "div",
      { class: "signs" },
      SIGNS.map((sign) => {
        const how = {
          type: "button",
          class: "plain icon",
          "data-key": `sign-${sign}`,
          onclick: () => set({ text: sign }),
        };
        return h("button", how, sign);
      }),
    ),
    swatches(say("Colour"), colours, kind.colour ?? "", (colour) => set({ colour })),
    pictureField(maker, kind, set),
    choice(say("Can be turned round"), turns(), String(kind.rotate ?? ""), turned),
  ];
}

/** @returns {[string, string][]} */
const turns = () => [
  ["", say("no")],
  ["90", say("a quarter")],
  ["60", say("a sixth")],
  ["45", say("an eighth")],
];

/** @param {Maker} maker @param {Kind} kind @param {(change: any, more?: any) => void} set */
function shapeField(maker, kind, set) {
  const found = kind.picture ? [["picture", say("Picture alone")], ...shapes().slice(0, 6)] : shapes();
  const chips = found.map(([shape, name]) => {
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
  });
  return h(
    "div",
    { class: "one" },
    h("span", { class: "small quiet", "aria-hidden": "true" }, say("Shape")),
    h("div", { class: "row chips", role: "group", "aria-label": say("Shape") }, chips),
  );
}

/** @param {Maker} maker @param {Kind} kind @param {(change: any, more?: any) => void} set */
function pictureField(maker, kind, set) {
  const without = () => set({ picture: undefined, shape: "disc" });
  return h(
    "div",
    { class: "row" },
    maker.pictureButton(kind.picture ? say("Another picture") : say("A picture"), 512, ([picture], _, pictures) =>
      set({ picture, shape: "picture", text: undefined }, { pictures }),
    ),
    kind.picture && h("button", { type: "button", "data-key": "no-picture", onclick: without }, say("No picture")),
  );
}

/** The other side. @param {Maker} maker @param {Kind} kind @param {(change: any, more?: any) => void} set */
function back(maker, kind, set) {
  const other = (/** @type {any} */ change, more = {}) => set({ back: clean({ ...kind.back, ...change }) }, more);
  return [
    choice(
      say("Faces"),
      [
        ["1", say("one")],
        ["2", say("two: a double tap turns it over")],
      ],
      kind.back ? "2" : "1",
      (faces) => set({ back: faces === "2" ? { colour: "neutral" } : undefined, down: undefined }),
    ),
    ...(kind.back
      ? [
          text(say("On the back"), kind.back.text ?? "", (words) => other({ text: words }), 8),
          swatches(
            say("Colour of the back"),
            COLOURS.map((colour) => [colour, colourName(colour)]),
            kind.back.colour ?? "",
            (colour) => other({ colour }),
          ),
          h(
            "div",
            { class: "row" },
            maker.pictureButton(say("A picture for the back"), 512, ([picture], _, pictures) =>
              other({ picture }, { pictures }),
            ),
          ),
        ]
      : []),
  ];
}

/** @param {Maker} maker @param {Kind} kind @param {(change: any, more?: any) => void} set */
function deck(maker, kind, set) {
  const faces = kind.faces ?? [];
  const words = faces
    .map((face) => face.text ?? "")
    .join(" ")
    .trim();
  const typed = h("textarea", {
    rows: 3,
    "data-key": "faces",
    onchange: (/** @type {any} */ event) => {
      const read = readFaces(event.target.value);
      if (read.length) set({ faces: read });
    },
  });
  typed.value = words;
  return [
    field(
      count(faces.length, "The faces, one a word ({number} card)", "The faces, one a word ({number} cards)"),
      typed,
    ),
    readyFaces(maker, kind, set),
    swatches(
      say("Colour of the back"),
      COLOURS.map((colour) => [colour, colourName(colour)]),
      kind.back?.colour ?? "",
      (colour) => set({ back: clean({ ...kind.back, colour }) }),
    ),
    h(
      "p",
      { class: "small quiet" },
      say("It begins shuffled and face down. Four taps shuffle it; a tap offers to deal."),
    ),
  ];
}

/**
 * Buttons for all faces at once.
 * @param {Maker} maker
 * @param {Kind} kind
 * @param {(change: any, more?: any) => void} set
 */
function readyFaces(maker, kind, set) {
  return h(
    "div",
    { class: "row" },
    h(
      "button",
      { type: "button", "data-key": "french", onclick: () => set({ faces: readFaces(FRENCH) }) },
      say("52 cards"),
    ),
    h(
      "button",
      { type: "button", "data-key": "numbers", onclick: () => set({ faces: readFaces("1 2 3 4 5 6 7 8 9 10") }) },
      say("1 to 10"),
    ),
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

/** @param {Kind} kind @param {(change: any) => void} set */
function die(kind, set) {
  const sides = (/** @type {string} */ many) => Array.from({ length: Number(many) }, (_, i) => String(i + 1));
  return [
    choice(
      say("Sides"),
      [
        ["2", "2"],
        ["4", "4"],
        ["6", "6"],
        ["8", "8"],
        ["10", "10"],
        ["12", "12"],
        ["20", "20"],
      ],
      String(kind.die?.length),
      (many) => set({ die: sides(many) }),
    ),
    text(
      say("Or its sides, one a word"),
      (kind.die ?? []).join(" "),
      (words) => {
        const read = [...new Set(words.split(/\s+/).filter(Boolean))];
        if (read.length > 1) set({ die: read.map((word) => [...word].slice(0, 4).join("")) });
      },
      300,
    ),
  ];
}

/** @param {Kind} kind @param {(change: any) => void} set */
function counter(kind, set) {
  const now = kind.counter ?? {};
  return [
    h(
      "div",
      { class: "row" },
      number(say("Starts at"), now.start ?? 0, -999999, 999999, (start) =>
        set({ counter: { ...now, start, least: Math.min(now.least ?? 0, start) } }),
      ),
      number(say("At most, if limited"), now.most, 0, 999999, (most) =>
        set({ counter: { ...now, most: Math.max(most, now.start ?? 0) } }),
      ),
    ),
  ];
}

/** @param {Maker} maker @param {any} scene */
export function pieceChoices(maker, scene) {
  const { table } = maker;
  const places = allPlaces(table);
  const full = places.filter((place) => topOf(table, place));
  const kind = table.pieces.find(({ id }) => id === maker.kind);
  const puts = kind
    ? places.map((place) => ({
        move: `put:${place}`,
        touch: [place],
        name: say("put {name} on {place}", { name: kind.name, place }),
        label: say("Put {name} here", { name: kind.name }),
        gesture: "tap",
        kind: "place",
      }))
    : [];
  const takes = full.map((place) => ({
    move: `take:${place}`,
    touch: [place],
    name: say("take away from {place}", { place }),
    label: say("Take away"),
    gesture: "tap",
    kind: "capture",
  }));
  const carries = [{ starts: full, goals: places }];
  if (maker.taking) return { ...scene, choices: takes, carries };
  const laid = { ...scene, choices: puts, carries };
  return kind
    ? withPaper(maker, laid, say("put {name} here", { name: kind.name }), say("Put {name} here", { name: kind.name }))
    : laid;
}

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
