/**
 * Scenes in words, for screen readers, lists and buttons.
 *
 * @import { Choice, Piece, Scene } from "../types"
 * @import { Spot } from "./spots.js"
 */
import { stack } from "./scene.js";

/** @type {Record<string, string>} */
const VERBS = {
  move: "can go here",
  take: "can be taken",
  carry: "can go here",
  capture: "can capture here",
  place: "can be placed here",
  freeze: "can freeze here",
  reveal: "can be looked at",
  count: "can be counted",
  end: "can be chosen",
};

/** @type {Record<string, string>} */
const FINAL = {
  reveals: "it reveals something and cannot be taken back",
  random: "chance decides and it cannot be taken back",
};

/**
 * What stands on a place: "d4, the goal: North, a penguin, on top of a floe".
 * @param {Scene} scene
 * @param {Spot} spot
 */
export function place(scene, spot) {
  const things = stack(scene, spot.id)
    .reverse()
    .map((piece) => counted(piece));
  const state = things.join(", on top of ") || "empty";
  return `${spot.name || spot.label || spot.id}: ${state}`;
}

/** @param {Piece} piece */
function counted(piece) {
  return piece.count > 1 ? `${piece.count} × ${piece.name}` : piece.name;
}

/**
 * What touching a place would mean, or an empty text.
 * @param {Choice[]} choices  the choices that go on with this place
 * @param {boolean} last  whether the touch completes them
 */
export function meaning(choices, last) {
  if (!choices.length) return "";
  const final = choices.find((choice) => choice.final)?.final ?? "";
  const verb = last ? (VERBS[choices[0].kind] ?? VERBS.end) : "can be chosen";
  return last && final ? `${verb}, ${FINAL[final] ?? FINAL.reveals}` : verb;
}

/** A choice in words. @param {Choice} choice */
export function inWords(choice) {
  const words = choice.name || choice.label || choice.move;
  return choice.final ? `${words}; ${FINAL[choice.final] ?? FINAL.reveals}` : words;
}

/** A choice on a button. @param {Choice} choice */
export function onButton(choice) {
  return capital(choice.label || choice.name || choice.move);
}

/** The warning that goes with a choice that cannot be taken back. @param {string} final */
export function warning(final) {
  return final === "random" ? "Chance decides: this cannot be taken back." : "This cannot be taken back.";
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
