/** The way to the page that makes a box to print. */
import { say } from "../say.js";
import { linkButton } from "../ui/dom.js";

/** The page of the box of a game with these options. @param {string} game @param {Record<string, string>} options */
export function kitPath(game, options) {
  const query = new URLSearchParams(options).toString();
  return `/kit/${game}${query ? `?${query}` : ""}`;
}

/** @param {string} game @param {Record<string, string>} options */
export function printLink(game, options) {
  return linkButton("print", say("Print it"), kitPath(game, options), { "data-key": "print" });
}
