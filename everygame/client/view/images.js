/** Where the pictures lie that a scene names. */
import { file as fileAddress } from "../net/address.js";

/**
 * The pictures of a table that is being made, as data: addresses; only this page has them.
 * @type {Map<string, string>}
 */
export const ownPictures = new Map();

/** The address of a picture that a scene names. @param {string} name  "game/file.png" */
export function address(name) {
  const [game, file] = name.split("/");
  if (game === "draft") return ownPictures.get(file) ?? "";
  return fileAddress(`/api/games/${encodeURIComponent(game)}/pictures/${encodeURIComponent(file)}`);
}
