/**
 * The tip that two fingers bring the board nearer.
 *
 * @import { Match } from "./match.js"
 */
import { say } from "../say.js";
import { remember, remembered } from "../ui/settings.js";

/** A place that is narrower is small for a finger; in pixels. */
const FINGER = 40;

/** Once on a device: what helps a finger where places are small. @param {Match} match */
export function tellOfZoom(match) {
  const coarse = matchMedia("(any-pointer: coarse)").matches;
  if (!coarse || remembered("nearer", "") || match.part.hint.textContent) return;
  const small = [...match.board.element.querySelectorAll(".live")].some(({ clientWidth }) => clientWidth < FINGER);
  if (!small) return;
  match.say(say("Too small for a finger? Spread two fingers on the board: it comes nearer."));
  remember("nearer", "told");
}
