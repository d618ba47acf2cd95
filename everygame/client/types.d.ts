/**
 * The shapes of what comes over the wire (docs/reference/wire.md), and of what the page hands to its
 * views. People and the TypeScript compiler read them; no browser asks for this file.
 */

// -- a scene, as everygame/scene.py sends it

export interface Cell {
  id: string;
  x: number;
  y: number;
  terrain: string;
  name: string;
  label: string;
  outline: [number, number][];
  spread: [number, number];
}

export interface Line {
  points: [number, number][];
  owner: number | null;
  colour: string;
  thin: boolean;
}

export interface Label {
  text: string;
  x: number;
  y: number;
}

export interface Region {
  id: string;
  name: string;
  x: number;
  y: number;
  columns: number;
  rows: number;
  kind: string;
  cells: Cell[];
  look: string;
  title: string;
  coordinates: boolean;
  top: boolean;
  picture: string;
  lines: Line[];
  labels: Label[];
}

export interface Piece {
  id: string;
  /** The id of its cell. */
  at: string;
  shape: string;
  name: string;
  owner: number | null;
  /** Of several on one cell the highest lies on top. */
  z: number;
  size: number;
  text: string;
  corner: string;
  hidden: boolean;
  turn: number | null;
  count: number;
  tags: string[];
  colour: string;
  picture: string;
}

export interface Mark {
  kind: string;
  cells: string[];
  name: string;
}

/** A legal move, with the places to touch for it in order. */
export interface Choice {
  move: string;
  touch: string[];
  name: string;
  label: string;
  kind: string;
  path: string[];
  key: string;
  gesture: string;
  final: string;
}

/** Why what is chosen cannot go to some places; without `start` whatever is chosen, without `goals` all others. */
export interface Refusal {
  why: string;
  start?: string;
  goals?: string[];
}

/** What the last ply moved and touched. */
export interface Last {
  pieces?: Record<string, string[]>;
  cells?: string[];
  ways?: string[][];
}

/** A scene with all defaults filled in. */
export interface Scene {
  width: number;
  height: number;
  regions: Region[];
  pieces: Piece[];
  prompt: string;
  choices: Choice[];
  marks: Mark[];
  notes: string[];
  scores: string[];
  colours: string[];
  blocked: Record<string, string>;
  refusals: Refusal[];
  rotate: number;
  over: string;
  /** The page adds how much room is left empty at both sides together, and below. */
  spare: [number, number];
  /** Across a table: the degrees by which the pieces of each seat are turned, so that they stand upright for it. */
  sides: number[];
  /** The same for what belongs to nobody, which is turned to whoever plays. */
  facing: number;
}

/** Choices in short: from each start to each goal. */
export interface Carry {
  starts: string[];
  goals: string[];
  final?: string;
  gesture?: string;
}

/** Some fields of a shape, which the wire always has, and the others where they are not their default. */
type Sparse<Shape, Always extends keyof Shape> = Pick<Shape, Always> & Partial<Omit<Shape, Always>>;

export type WireRegion = Sparse<Omit<Region, "cells" | "lines">, "id"> & {
  cells?: Sparse<Cell, "id">[];
  lines?: Sparse<Line, "points">[];
};

/** A scene as it comes: whatever has its default is left out. */
export type WireScene = Partial<Omit<Scene, "regions" | "pieces" | "marks" | "choices">> & {
  regions?: WireRegion[];
  pieces?: Sparse<Piece, "id" | "at" | "shape">[];
  marks?: Sparse<Mark, "kind">[];
  choices?: Sparse<Choice, "move">[];
  carries?: Carry[];
};

// -- a match, as the server tells a watcher of it

export interface Seat {
  seat: number;
  /** The game's word for the seat. */
  called: string;
  /** The other seats that win and lose with it. */
  partners: number[];
  /** Of the person or the bot that sits there. */
  name: string;
  kind: "person" | "bot" | "open";
  level: string | null;
  mine: boolean;
  kept: "" | "you" | "another";
  online: boolean;
  to_play: boolean;
  away: number;
  plays_for: string | null;
  replaced: boolean;
  gave_up: string | null;
}

export interface Ply {
  node: number;
  parent: number;
  ply: number;
  /** How many turns of players have begun with it: several plies of a seat in a row are one turn. */
  turn: number;
  seat: number | null;
  move: string;
  words?: string;
  /** What a file of another program says there. */
  comment?: string;
}

/** What is new in the history of a match. */
export interface News {
  of: number | string | null;
  after: number;
  /** What a file of another program says of the start. */
  comment?: string | null;
  plies: Ply[];
  main_children: number[];
}

export interface Clock {
  /** Milliseconds of each seat. */
  left: (number | null)[];
  running: number | null;
  started: boolean;
  seconds: number;
  each: "match" | "turn";
  increment: number;
  then: "end" | "bot" | "turn";
}

/** What people at several devices ask each other. */
export type What = "back" | "draw" | "pause" | "resume" | "stop";

export interface Offer {
  id: string;
  what: What;
  seat: number;
  /** The seats that have not answered. */
  waiting: number[];
  /** Seconds for which an absent person is waited for; null where an answer is waited for. */
  patience: number | null;
}

/** What a match tells of its dice while it is played. */
export interface OpenDice {
  name: string;
  commitment: string;
  seed: string;
  mixed: { bytes: string; seats: number[] }[];
  waits: boolean;
}

/** All that a watcher knows of a match. */
export interface Table {
  match: string;
  game: string;
  title: string;
  name: string;
  hidden: boolean;
  endless: boolean;
  files: string[];
  options: Record<string, string>;
  seats: Seat[];
  viewer: number | null;
  curtain: number | null;
  node: number;
  looking: number | null;
  ahead: string[];
  truth: boolean | null;
  history: News;
  line: Ply[];
  branches: { node: number; line: Ply[] }[];
  /** What a file of another program says of the start. */
  comment?: string | null;
  scene: WireScene;
  last: Last | null;
  undo: number | null;
  redo: number | null;
  why_not?: string;
  helped: boolean;
  thinking: number | null;
  thinks: number | null;
  notice?: string;
  clock: Clock | null;
  paused: boolean;
  free: number[];
  watched: boolean;
  public: { listed: boolean; host: boolean } | null;
  offers: Offer[];
  asks: What[];
  asked: boolean;
  dice: OpenDice | null;
  over: { returns: number[]; ending: string; sentence: string } | null;
  next: string | null;
  /** When it came, by the page's own time. */
  came: number;
}

/** A message of a live match; its `type` says what else it holds. */
export type Message = Record<string, any>;

// -- the library

/** A match to go on with. */
export interface Continue {
  match: string;
  game: string;
  title: string;
  name: string;
  ply: number;
  over: boolean;
  seats: { called: string; name: string; kind: string }[];
  your_turn: boolean;
  left: number | null;
  watching: boolean;
  updated: number;
  deleted_in?: number | null;
  picture?: WireScene;
  problem?: string;
}

/** A game in the library. */
export interface Card {
  name: string;
  title: string;
  sentence: string;
  players: number[];
  minutes: number[];
  designer: string;
  year: number;
  picture: WireScene;
  lessons: boolean;
  table: boolean;
  tags?: string[];
  /** Other names, and what is in it. */
  also?: string[];
  fault?: string;
}

/** A value of an option. */
export interface Value {
  value: string;
  label: string;
  players: number[];
  picture?: WireScene | null;
  /** For numbers of players with whom it looks different. */
  pictures?: Record<string, WireScene>;
}

export interface Option {
  name: string;
  label: string;
  help: string;
  default: string;
  choices: Value[];
  free?: boolean;
  editable?: boolean;
  lengths?: [number, number] | null;
  players: number[];
}

/** How well a bot plays. */
export interface Level {
  name: string;
  title: string;
  sentence: string;
}

/** A game with all that may be chosen before a match of it. */
export interface Game extends Card {
  options: Option[];
  seat_names: Record<string, string[]>;
  levels: Level[];
  programs: Level[];
  hidden: boolean;
  first: string;
}

// -- the page

/** What a view is given besides its place on the page. */
export interface Visit {
  params: Record<string, string>;
  query: URLSearchParams;
  /** The person comes back to it. */
  again: boolean;
  go(path: string): void;
  /** Do something when the person goes to another view. */
  leave(what: () => void): void;
  /** Show the page already, so that it can be measured before it is drawn. */
  arrive(): void;
  /** Set the title of the window, and where that is at the top of the page. */
  title(text: string, where?: string): void;
}

export type View = (main: HTMLElement, visit: Visit) => Promise<void>;

/** The match that the page shows, as the rooms beside it know it. */
export interface ShownMatch {
  id: string;
  table: Table;
}
