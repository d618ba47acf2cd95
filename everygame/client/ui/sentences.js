/** Sentences one after another, as a language sets them: Japanese and Chinese have no space between them. */
import { say } from "../say.js";

/**
 * @param {(string | false)[]} all  what is empty is left out
 * @returns {string}
 */
export function sentences(all) {
  const said = all.flatMap((one) => one || []);
  return said.length ? said.reduce((before, after) => say("{before} {after}", { before, after })) : "";
}
