/**
 * All that a device has as one file, and such a file taken into a library.
 *
 * @import { Visit } from "../types"
 * @typedef {{matches: number, saves: number, tables: number, there: number, left: Left[]}} Found
 * @typedef {{game: string, name: string, why: string}} Left
 */
import { fetchFile, post } from "../net/api.js";
import { count, say } from "../say.js";
import { openDialog } from "../ui/dialog.js";
import { h, toast } from "../ui/dom.js";
import { sentences } from "../ui/sentences.js";
import { later } from "../world.js";

const PATH = "/api/everything";

/** @param {any} data  of a JSON file */
export const isEverything = (data) => data?.kind === "everygame library";

/** Write all into a file, and say what could not be. */
export async function save() {
  const { body, name } = await fetchFile(PATH);
  const url = URL.createObjectURL(body);
  h("a", { href: url, download: name }).click();
  later(() => URL.revokeObjectURL(url), 60_000);
  const { left } = JSON.parse(await body.text());
  if (left.length) openDialog(say("What is not in the file"), [leftOut(left)]);
}

/** @param {any} data  a file of a whole library @param {Visit} visit */
export async function takeAll(data, visit) {
  /** @type {Found} */
  const found = await post(PATH, data);
  visit.go("/");
  const there = count(found.there, "{number} was here already.", "{number} were here already.");
  const told = sentences([taken(found), found.there ? there : ""]);
  if (found.left.length)
    openDialog(say("From the file"), [
      h("p", {}, told),
      h("p", {}, say("These could not be taken:")),
      leftOut(found.left),
    ]);
  else toast(told);
}

/** "2 matches and 1 save are taken." @param {Found} found */
function taken({ matches, saves, tables }) {
  const all = matches + saves + tables;
  if (!all) return say("Nothing new is taken.");
  const things = [
    ...(matches ? [count(matches, "{number} match", "{number} matches")] : []),
    ...(saves ? [count(saves, "{number} save", "{number} saves")] : []),
    ...(tables ? [count(tables, "{number} game of your own", "{number} games of your own")] : []),
  ];
  return count(all, "{things} is taken.", "{things} are taken.", { things });
}

/** @param {Left[]} left */
function leftOut(left) {
  return h(
    "ul",
    {},
    left.map(({ game, name, why }) => h("li", {}, h("strong", {}, name || game), ` ${why}`)),
  );
}
