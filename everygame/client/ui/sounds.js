/**
 * Sounds made on the spot: wood, ice, cards and dice, a few soft partials each. No files.
 *
 * @typedef {{pitch: number, length: number, type?: OscillatorType, bend?: number, noise?: number,
 *   after?: number, loud?: number}} Tone  hertz, seconds
 */
import { later } from "../world.js";
import { remember, remembered } from "./settings.js";

/** By kinds of choices; a thing that is moved sounds by its material. @type {Record<string, Tone[]>} */
const SOUNDS = {
  freeze: [
    { pitch: 1320, length: 0.5, loud: 0.35 },
    { pitch: 1980, length: 0.6, after: 0.05, loud: 0.25 },
    { pitch: 2640, length: 0.7, after: 0.1, loud: 0.15 },
  ],
  shuffle: [
    { pitch: 300, length: 0.16, noise: 1, loud: 0.7 },
    { pitch: 260, length: 0.16, noise: 1, after: 0.15, loud: 0.7 },
    { pitch: 320, length: 0.2, noise: 1, after: 0.3, loud: 0.6 },
  ],
  reveal: [
    { pitch: 523, length: 0.18 },
    { pitch: 784, length: 0.25, after: 0.09 },
  ],
  end: [{ pitch: 392, length: 0.12, loud: 0.5 }],
  turn: [
    { pitch: 660, length: 0.22, loud: 0.4 },
    { pitch: 880, length: 0.3, after: 0.08, loud: 0.3 },
  ],
  won: [
    { pitch: 523, length: 0.5, loud: 0.5 },
    { pitch: 659, length: 0.5, after: 0.12, loud: 0.5 },
    { pitch: 784, length: 0.9, after: 0.24, loud: 0.5 },
  ],
  over: [
    { pitch: 440, length: 0.4, loud: 0.5 },
    { pitch: 330, length: 0.7, after: 0.16, loud: 0.5 },
  ],
};

/**
 * The knock of wood, the hiss and ring of ice, the flick of a card, a die that rolls.
 *
 * @type {Record<string, Record<string, Tone[]>>}
 */
const MATERIALS = {
  wood: {
    move: [
      { pitch: 320, length: 0.08, bend: 0.6, type: "triangle", loud: 0.8 },
      { pitch: 760, length: 0.03, bend: 0.5, noise: 0.3, loud: 0.4 },
    ],
    place: [
      { pitch: 620, length: 0.09, bend: 0.6, type: "triangle" },
      { pitch: 190, length: 0.07, loud: 0.8 },
    ],
    capture: [
      { pitch: 240, length: 0.12, bend: 0.5, type: "triangle", loud: 1 },
      { pitch: 900, length: 0.06, noise: 0.4, loud: 0.4 },
    ],
  },
  ice: {
    move: [
      { pitch: 1500, length: 0.34, bend: 0.8, noise: 0.7, loud: 0.3 },
      { pitch: 2250, length: 0.3, after: 0.26, loud: 0.16 },
    ],
    place: [
      { pitch: 1760, length: 0.22, bend: 0.9, loud: 0.4 },
      { pitch: 2640, length: 0.3, after: 0.02, loud: 0.2 },
    ],
    capture: [
      { pitch: 1100, length: 0.14, bend: 0.6, noise: 0.8, loud: 0.6 },
      { pitch: 2900, length: 0.25, after: 0.05, loud: 0.25 },
    ],
  },
  card: {
    move: [{ pitch: 180, length: 0.12, noise: 1.6, loud: 0.35 }],
    place: [
      { pitch: 180, length: 0.07, noise: 1.6, loud: 0.4 },
      { pitch: 130, length: 0.05, after: 0.06, loud: 0.6 },
    ],
    capture: [
      { pitch: 180, length: 0.1, noise: 1.6, loud: 0.4 },
      { pitch: 170, length: 0.1, noise: 1.6, after: 0.09, loud: 0.4 },
    ],
  },
  die: {
    move: [0, 0.07, 0.16, 0.28].map((after, n) => ({
      pitch: 950 - 120 * n,
      length: 0.04,
      bend: 0.7,
      type: /** @type {OscillatorType} */ ("triangle"),
      noise: 0.3,
      after,
      loud: 0.7 - 0.12 * n,
    })),
  },
};

/** The tones of a kind of choice with a thing of a material. @param {string} kind @param {string} material */
export function tonesOf(kind, material) {
  const { move, ...others } = MATERIALS[material] ?? MATERIALS.wood;
  if (material === "die" && kind === "shuffle") return move;
  return SOUNDS[kind] ?? others[kind] ?? move;
}

/** @type {AudioContext | null} */
let context = null;

export const soundsOn = () => remembered("sounds", "on") === "on";

/** @param {boolean} on */
export function setSounds(on) {
  remember("sounds", on ? "on" : "off");
  if (on) sound("turn");
}

/** How loud sounds are: 0 to 100. */
export const volume = () => Number(remembered("volume", "70"));

/** @param {string} loud */
export function setVolume(loud) {
  remember("volume", loud);
  sound("move");
}

/** Make ready to sound, which browsers allow after a key or a click, or when a finger is lifted. */
export async function wakeSounds() {
  if (!soundsOn() || typeof AudioContext === "undefined") return;
  // What makes sounds may take long to come: the answer to the touch comes first.
  if (!context) await new Promise((done) => later(() => done(null)));
  if (navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") await context.resume().catch(() => {});
}

/** Play the sound of a kind of choice with a thing of a material. @param {string} kind @param {string} [material] */
export function sound(kind, material = "wood") {
  feel(kind);
  if (!soundsOn()) return;
  const tones = tonesOf(kind, material);
  if (context?.state === "running") sounded(context, tones);
  else
    void wakeSounds().then(() => {
      if (context?.state === "running") sounded(context, tones);
    });
}

/** @param {AudioContext} to @param {Tone[]} tones */
function sounded(to, tones) {
  for (const tone of tones) play(to, tone);
}

/** Whether this device can be felt. */
// eslint-disable-next-line compat/compat -- it is asked whether it is there
export const touches = () => typeof navigator.vibrate === "function" && matchMedia("(any-pointer: coarse)").matches;

export const feltOn = () => remembered("felt", "on") === "on";

/** @param {boolean} on */
export function setFelt(on) {
  remember("felt", on ? "on" : "off");
  if (on) feel("capture");
}

/** Milliseconds on and off. @type {Record<string, number[]>} */
const FELT = {
  refused: [18, 40, 18],
  capture: [25],
  freeze: [35],
  shuffle: [12, 30, 12, 30, 12, 30, 12],
  turn: [30],
  won: [30, 60, 30, 60, 60],
};

/** What is felt in the hand, if the device can and the person wants it. @param {string} kind */
export function feel(kind) {
  if (
    FELT[kind] &&
    touches() &&
    feltOn() &&
    !matchMedia("(prefers-reduced-motion: reduce)").matches &&
    navigator.userActivation?.hasBeenActive
  )
    navigator.vibrate(FELT[kind]);
}

/** @param {AudioContext} to @param {Tone} tone */
function play(to, { pitch, length, type = "sine", bend = 1, noise = 0, after = 0, loud = 0.7 }) {
  const start = to.currentTime + after;
  const level = (loud * volume()) / 70;
  if (!level) return;
  const gain = envelope(to, start, length, level * 0.16);
  const source = to.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(pitch, start);
  source.frequency.exponentialRampToValueAtTime(pitch * bend, start + length);
  source.connect(gain);
  source.start(start);
  source.stop(start + length);
  if (noise) hiss(to, start, length, noise * level * 0.12);
}

/** @param {AudioContext} to @param {number} start @param {number} length @param {number} loud */
function envelope(to, start, length, loud) {
  const gain = to.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(to.destination);
  return gain;
}

/** The rustle of a slide. @param {AudioContext} to @param {number} start @param {number} length @param {number} loud */
function hiss(to, start, length, loud) {
  const buffer = to.createBuffer(1, Math.ceil(to.sampleRate * length), to.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = to.createBufferSource();
  source.buffer = buffer;
  const filter = to.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 2400;
  source.connect(filter).connect(envelope(to, start, length, loud));
  source.start(start);
}
