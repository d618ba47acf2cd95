/**
 * All that a device has as one file, and such a file taken into a library.
 *
 * @typedef {import("../main.js").Visit} Visit
 * @typedef {{matches: number, saves: number, tables: number, there: number, left: Left[]}} Found
 * @typedef {{game: string, name: string, why: string}} Left
 */
import { pocket } from "../net/address.js";
import { fetchFile, post } from "../net/api.js";
import { openDialog } from "../ui/dialog.js";
import { h, iconButton, tell, toast } from "../ui/dom.js";
import { later } from "../world.js";
import { fileButton } from "./files.js";

const PATH = "/api/everything";

/** @param {any} data  of a JSON file */
export const isEverything = (data) => data?.kind === "everygame library";

/** @param {Visit} visit */
export function everythingCard(visit) {
  return h("section", { class: "card stacked" }, h("h2", {}, "All in one file"),
    h("p", { class: "quiet" }, "Matches, saves and games of your own. Such a file can be kept, or taken into a library on a server or in another browser. What is taken is a copy, which goes on by itself."),
    h("div", { class: "row" }, iconButton("save", "Save all as a file", () => void save().catch(tell)), fileButton(visit, "Take from a file…")),
    h("p", { class: "quiet small" }, "A match that keeps secrets is sealed until it is over: it can be taken only where it was played."));
}

async function save() {
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
  if (found.left.length) openDialog("From the file", [h("p", {}, taken + there), h("p", {}, "These could not be taken:"), leftOut(found.left)]);
  else toast(taken + there);
}

/** @param {Found} found */
const plural = ({ matches, saves, tables }) => matches + saves + tables > 1;

/** "2 matches and 1 save". @param {Found} found */
function listed({ matches, saves, tables }) {
  /** @type {[number, string, string][]} */
  const kinds = [[matches, "match", "matches"], [saves, "save", "saves"], [tables, "game of your own", "games of your own"]];
  const parts = kinds.filter(([count]) => count).map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return parts.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** @param {Left[]} left */
function leftOut(left) {
  return h("ul", {}, left.map(({ game, name, why }) => h("li", {}, h("strong", {}, name || game), ` ${why}`)));
}

/** Whether the browser keeps what lies in it; only for a page with its own Python. */
export function keepingCard() {
  const host = h("p", { class: "quiet", role: "status" });
  const button = iconButton("save", "Ask it to keep them", () => void ask());
  const say = (/** @type {boolean} */ kept) => {
    button.hidden = kept;
    host.textContent = kept
      ? "Your matches lie in this browser and nowhere else. It has promised to keep them until you delete them."
      : "Your matches lie in this browser and nowhere else. It may delete them when it lacks room.";
  };
  async function ask() {
    const kept = await navigator.storage.persist();
    say(kept);
    if (!kept) toast("The browser does not promise it. Install EveryGame, or save all as a file now and then.");
  }
  say(false);
  void navigator.storage.persisted().then(say);
  return h("section", { class: "card stacked" }, h("h2", {}, "This device"), host, h("div", { class: "row" }, button));
}

/** For a page with its own Python, which has no other devices. @param {Visit} visit */
export function ownCards(visit) {
  return pocket ? [keepingCard(), everythingCard(visit)] : [everythingCard(visit)];
}
