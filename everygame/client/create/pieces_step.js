/**
 * The third step: what lies on the table.
 *
 * @import { Maker } from "./create.js"
 * @import { Kind } from "./draft.js"
 */
import { capital } from "../scene/describe.js";
import { h, iconButton, segments } from "../ui/dom.js";
import { art } from "../view/shapes.js";
import { addSpot, allPlaces, placeAt } from "./areas.js";
import {
  carry,
  clean,
  COLOURS,
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

/** New pieces to begin with. @type {[string, string, any][]} */
const NEW = [
  ["piece", "Piece", { shape: "disc" }],
  ["two", "Two faces", { shape: "disc", colour: "black", back: { colour: "white", name: "White disc" } }],
  [
    "deck",
    "Deck of cards",
    { name: "Card", shape: "card", deck: true, back: { colour: "blue" }, faces: readFaces(FRENCH) },
  ],
  ["die", "Die", { name: "Die", die: ["1", "2", "3", "4", "5", "6"] }],
  ["counter", "Counter", { name: "Points", shape: "token", counter: { steps: [1, 5] } }],
];
/** @type {[string, string][]} */
const SHAPES = [
  ["disc", "Disc"],
  ["token", "Hexagon"],
  ["pawn", "Penguin"],
  ["coin", "Coin"],
  ["tile", "Tile"],
  ["card", "Card"],
  ["pyramid", "Pyramid"],
  ["peg", "Peg"],
  ["plain", "Letter or emoji"],
];
const SIGNS = ["★", "♥", "♦", "♣", "♠", "●", "▲", "■", "✕", "○", "♔", "♕"];

/** @param {Maker} maker @returns {HTMLElement[]} */
export function drawPiecesStep(maker) {
  const { pieces } = maker.table;
  const kind = pieces.find(({ id }) => id === maker.kind);
  const fresh = NEW.map(([word, label, data]) =>
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
    h("div", { class: "row" }, h("span", { class: "small quiet" }, "New:"), fresh),
    ...(kind ? form(maker, kind) : []),
  ].filter((one) => one instanceof HTMLElement);
}

/** @param {Maker} maker @param {Kind | undefined} kind */
function whatToDo({ table, taking }, kind) {
  if (!table.pieces.length) return "Make a piece.";
  if (!kind) return "Choose a piece, or make one.";
  return taking ? "Tap what is to be taken away." : "Tap the table to put it there; drag to move.";
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
  const many = (/** @type {number} */ count) => {
    maker.many = count;
    maker.draw();
  };
  const touch = (/** @type {string} */ value) => {
    maker.taking = value === "take";
    maker.draw();
  };
  return [
    kind && !kind.deck && !maker.taking && number("How many at a tap", maker.many, 1, 100, many),
    segments("Touch", TOUCHES, maker.taking ? "take" : "put", touch),
  ];
}

/** @type {[string, string][]} */
const TOUCHES = [
  ["put", "Put"],
  ["take", "Take away"],
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
  if (picture) return "Piece";
  const colour = seat ? (table.seats[seat - 1]?.colour ?? SEATS[seat - 1]) : own;
  const shown =
    shape === "plain" ? words : `${colour} ${SHAPES.find(([one]) => one === shape)?.[1]} ${words}`.trim().toLowerCase();
  return capital(shown) || "Piece";
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
  const owner = choice("Whose", [["", "nobody's"], ...seats], String(kind.seat ?? ""), (seat) =>
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
    text("Name", kind.name, (name) => set({ name: name || called(maker, kind) })),
    ...special,
    choice(
      "Size",
      [
        ["1", "small"],
        ["2", "medium"],
        ["3", "large"],
      ],
      String(kind.size ?? 2),
      (size) => set({ size: Number(size) }),
    ),
    iconButton("copies", `Copy ${kind.name}`, () => copied(maker, kind), { "data-key": "copy-kind" }),
    iconButton(
      "bin",
      `Remove ${kind.name}`,
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
  const turns = (/** @type {string} */ turn) => set({ rotate: turn ? Number(turn) : undefined });
  const colours = COLOURS.map((colour) => /** @type {[string, string]} */ ([colour, colour]));
  return [
    shapeField(maker, kind, set),
    text("Letter, number or emoji on it", kind.text ?? "", (words) => set({ text: words }), 8),
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
    swatches("Colour", colours, kind.colour ?? "", (colour) => set({ colour })),
    pictureField(maker, kind, set),
    choice("Can be turned round", TURNS, String(kind.rotate ?? ""), turns),
  ];
}

/** @type {[string, string][]} */
const TURNS = [
  ["", "no"],
  ["90", "a quarter"],
  ["60", "a sixth"],
  ["45", "an eighth"],
];

/** @param {Maker} maker @param {Kind} kind @param {(change: any, more?: any) => void} set */
function shapeField(maker, kind, set) {
  const shapes = kind.picture ? [["picture", "Picture alone"], ...SHAPES.slice(0, 6)] : SHAPES;
  const chips = shapes.map(([shape, name]) => {
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
    h("span", { class: "small quiet", "aria-hidden": "true" }, "Shape"),
    h("div", { class: "row chips", role: "group", "aria-label": "Shape" }, chips),
  );
}

/** @param {Maker} maker @param {Kind} kind @param {(change: any, more?: any) => void} set */
function pictureField(maker, kind, set) {
  const without = () => set({ picture: undefined, shape: "disc" });
  return h(
    "div",
    { class: "row" },
    maker.pictureButton(kind.picture ? "Another picture" : "A picture", 512, ([picture], _, pictures) =>
      set({ picture, shape: "picture", text: undefined }, { pictures }),
    ),
    kind.picture && h("button", { type: "button", "data-key": "no-picture", onclick: without }, "No picture"),
  );
}

/** The other side. @param {Maker} maker @param {Kind} kind @param {(change: any, more?: any) => void} set */
function back(maker, kind, set) {
  const other = (/** @type {any} */ change, more = {}) => set({ back: clean({ ...kind.back, ...change }) }, more);
  return [
    choice(
      "Faces",
      [
        ["1", "one"],
        ["2", "two: a double tap turns it over"],
      ],
      kind.back ? "2" : "1",
      (faces) => set({ back: faces === "2" ? { colour: "neutral" } : undefined, down: undefined }),
    ),
    ...(kind.back
      ? [
          text("On the back", kind.back.text ?? "", (words) => other({ text: words }), 8),
          swatches(
            "Colour of the back",
            COLOURS.map((colour) => [colour, colour]),
            kind.back.colour ?? "",
            (colour) => other({ colour }),
          ),
          h(
            "div",
            { class: "row" },
            maker.pictureButton("A picture for the back", 512, ([picture], _, pictures) =>
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
    field(`The faces, one a word (${faces.length} cards)`, typed),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", "data-key": "french", onclick: () => set({ faces: readFaces(FRENCH) }) },
        "52 cards",
      ),
      h(
        "button",
        { type: "button", "data-key": "numbers", onclick: () => set({ faces: readFaces("1 2 3 4 5 6 7 8 9 10") }) },
        "1 to 10",
      ),
      maker.pictureButton(
        "Faces from pictures",
        512,
        (names, _, pictures) =>
          set({ faces: names.map((picture, i) => ({ picture, name: `${kind.name} ${i + 1}` })) }, { pictures }),
        true,
      ),
    ),
    swatches(
      "Colour of the back",
      COLOURS.map((colour) => [colour, colour]),
      kind.back?.colour ?? "",
      (colour) => set({ back: clean({ ...kind.back, colour }) }),
    ),
    h("p", { class: "small quiet" }, "It begins shuffled and face down. Four taps shuffle it; a tap offers to deal."),
  ];
}

/** @param {Kind} kind @param {(change: any) => void} set */
function die(kind, set) {
  const sides = (/** @type {string} */ many) => Array.from({ length: Number(many) }, (_, i) => String(i + 1));
  return [
    choice(
      "Sides",
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
      "Or its sides, one a word",
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
      number("Starts at", now.start ?? 0, -999999, 999999, (start) =>
        set({ counter: { ...now, start, least: Math.min(now.least ?? 0, start) } }),
      ),
      number("At most, if limited", now.most, 0, 999999, (most) =>
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
        name: `put ${kind.name} on ${place}`,
        label: `Put ${kind.name} here`,
        gesture: "tap",
        kind: "place",
      }))
    : [];
  const takes = full.map((place) => ({
    move: `take:${place}`,
    touch: [place],
    name: `take away from ${place}`,
    label: "Take away",
    gesture: "tap",
    kind: "capture",
  }));
  const carries = [{ starts: full, goals: places }];
  if (maker.taking) return { ...scene, choices: takes, carries };
  const laid = { ...scene, choices: puts, carries };
  return kind ? withPaper(maker, laid, `Put ${kind.name} here`) : laid;
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
