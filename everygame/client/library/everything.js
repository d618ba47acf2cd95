/**
 * All that a device has as one file, and such a file taken into a library.
 *
 * @import { Visit } from "../types"
 * @typedef {{matches: number, saves: number, tables: number, there: number, left: Left[]}} Found
 * @typedef {{game: string, name: string, why: string}} Left
 */
import { fetchFile, post } from "../net/api.js";
import { openDialog } from "../ui/dialog.js";
import { h, toast } from "../ui/dom.js";
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
  if (left.length) openDialog("What is not in the file", [leftOut(left)]);
}

/** @param {any} data  a file of a whole library @param {Visit} visit */
export async function takeAll(data, visit) {
  /** @type {Found} */
  const found = await post(PATH, data);
  visit.go("/");
  const taken = `${listed(found) || "Nothing new"} ${plural(found) ? "are" : "is"} taken.`;
  const there = found.there ? ` ${found.there} ${found.there === 1 ? "was" : "were"} here already.` : "";
  if (found.left.length)
    openDialog("From the file", [
      h("p", {}, taken + there),
      h("p", {}, "These could not be taken:"),
      leftOut(found.left),
    ]);
  else toast(taken + there);
}

/** @param {Found} found */
const plural = ({ matches, saves, tables }) => matches + saves + tables > 1;

/** "2 matches and 1 save". @param {Found} found */
function listed({ matches, saves, tables }) {
  /** @type {[number, string, string][]} */
  const kinds = [
    [matches, "match", "matches"],
    [saves, "save", "saves"],
    [tables, "game of your own", "games of your own"],
  ];
  const parts = kinds.filter(([count]) => count).map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return parts.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** @param {Left[]} left */
function leftOut(left) {
  return h(
    "ul",
    {},
    left.map(({ game, name, why }) => h("li", {}, h("strong", {}, name || game), ` ${why}`)),
  );
}
