/**
 * Scenes in words, for screen readers, lists and buttons.
 *
 * @import { Choice, Piece, Scene } from "../types"
 * @import { Spot } from "./places.js"
 */
import { say } from "../say.js";
import { stack } from "./scene.js";

/** What touching a place would do. @param {string} kind  of the choice */
function deed(kind) {
  switch (kind) {
    case "move":
    case "carry":
      return say("can go here");
    case "take":
      return say("can be taken");
    case "capture":
      return say("can capture here");
    case "place":
      return say("can be placed here");
    case "freeze":
      return say("can freeze here");
    case "reveal":
      return say("can be looked at");
    case "count":
      return say("can be counted");
    default:
      return say("can be chosen");
  }
}

/**
 * What stands on a place: "d4, the goal: North, a penguin, on top of a floe".
 * @param {Scene} scene
 * @param {Spot} spot
 */
export function place(scene, spot) {
  const things = stack(scene, spot.id).map((piece) => counted(piece));
  const state = things.length
    ? things.reduce((below, thing) => say("{thing}, on top of {below}", { thing, below }))
    : say("empty");
  return say("{place}: {state}", { place: spot.name || spot.label || spot.id, state });
}

/** @param {Piece} piece */
function counted(piece) {
  return piece.count > 1 ? say("{number} × {thing}", { number: piece.count, thing: piece.name }) : piece.name;
}

/**
 * What touching a place would mean, or an empty text.
 * @param {Choice[]} choices  the choices that go on with this place
 * @param {boolean} last  whether the touch completes them
 */
export function meaning(choices, last) {
  if (!choices.length) return "";
  const final = choices.find((choice) => choice.final)?.final ?? "";
  const what = (last && ownWord(choices)) || deed(last ? choices[0].kind : "");
  if (!last || !final) return what;
  return final === "random"
    ? say("{what}, chance decides and it cannot be taken back", { what })
    : say("{what}, it reveals something and cannot be taken back", { what });
}

/** What the game calls it, where it is one thing and has a word, as "Draw" or "Claim". @param {Choice[]} choices */
function ownWord(choices) {
  const [{ move, label }] = choices;
  return choices.every((choice) => choice.move === move) ? label : "";
}

/** A choice in words. @param {Choice} choice */
export function inWords(choice) {
  const what = choice.name || choice.label || choice.move;
  if (!choice.final) return what;
  return choice.final === "random"
    ? say("{what}; chance decides and it cannot be taken back", { what })
    : say("{what}; it reveals something and cannot be taken back", { what });
}

/** A choice on a button. @param {Choice} choice */
export function onButton(choice) {
  return capital(choice.label || choice.name || choice.move);
}

/** The warning that goes with a choice that cannot be taken back. @param {string} final */
export function warning(final) {
  return final === "random" ? say("Chance decides: this cannot be taken back.") : say("This cannot be taken back.");
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
