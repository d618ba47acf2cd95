/**
 * Files that people bring: a saved match, a whole library, or a game as one file.
 *
 * @import { Card, Visit } from "../types"
 */
import { pocket } from "../net/address.js";
import { came, get, post, remove, send } from "../net/api.js";
import { say } from "../say.js";
import { confirmed, openDialog } from "../ui/dialog.js";
import { h, icon, list, tell, toast } from "../ui/dom.js";

/**
 * A button that asks for files and loads them.
 * @param {Visit} visit
 * @param {string} text
 */
export function fileButton(visit, text) {
  const input = h("input", {
    type: "file",
    class: "unseen",
    tabindex: -1,
    multiple: true,
    "aria-label": say("Save file"),
    onchange: () => {
      const files = [...(input.files ?? [])];
      input.value = "";
      void loadAll(files, visit);
    },
  });
  return h(
    "span",
    {},
    h("button", { type: "button", html: icon("load"), onclick: () => input.click() }, h("span", {}, text)),
    input,
  );
}

/** Bytes of the largest that a server takes: all of a library. */
const MOST = 32_000_000;

/**
 * Load files that a person brings: those of a game together, whose names begin with its name, and
 * each other one by itself.
 * @param {File[]} files
 * @param {Visit} visit
 */
export async function loadAll(files, visit) {
  const all = (await Promise.all(files.map(opened))).flat();
  const { byGame, isPicture } = await came(import("../create/named_files.js"));
  const { games, others } = byGame(all);
  for (const [game, parts] of games) await loadNamed(game, parts, visit);
  for (const file of others)
    if (isPicture(file.name))
      refused(file, new Error(say("Begin its name with that of the game, as in eggs_fox.png.")));
    else await load(file, visit);
}

/** @param {string} game @param {Map<string, File>} files @param {Visit} visit */
async function loadNamed(game, files, visit) {
  try {
    const { bringGame } = await came(import("./named_games.js"));
    await bringGame(game, files, visit);
  } catch (error) {
    const [first, more] = [...files.values()];
    refused({ name: more ? `${game}_…` : first.name }, error);
  }
}

/**
 * The files in an archive of pictures; any other file as it is.
 * @param {File} file
 * @returns {Promise<File[]>}
 */
async function opened(file) {
  if (!(await isPacked(file))) return [file];
  const { namedAlike, partsOf, unpacked } = await came(import("../create/unpack.js"));
  const entries = await partsOf(file);
  try {
    return entries.length ? namedAlike(await unpacked(file, entries), file.name) : [file];
  } catch (error) {
    refused(file, error);
    return [];
  }
}

/** @param {File} file @param {Visit} visit */
async function load(file, visit) {
  if (file.size > MOST)
    return toast(say("{file} is too large: at most {number} MB.", { file: file.name, number: MOST / 1e6 }));
  if (await isPacked(file)) {
    if (!pocket) return loadGame(file, visit);
    const { bring, hasRules } = await came(import("../pocket/own_games.js"));
    return (await hasRules(file)) ? bring(file, visit) : loadGame(file, visit);
  }
  let record;
  try {
    record = JSON.parse(await file.text());
  } catch {
    if (/\.json$/i.test(file.name))
      return toast(say("{file} is neither a saved match nor a game of EveryGame.", { file: file.name }));
    return loadForeign(file, visit);
  }
  try {
    const { isEverything, takeAll } = await came(import("./backup.js"));
    if (isEverything(record)) return await takeAll(record, visit);
    const { match } = await post("/api/matches/load", record);
    visit.go(`/match/${match}`);
  } catch (error) {
    refused(file, error);
  }
}

/**
 * A file of another program; where it holds several games, one is chosen.
 * @param {File} file
 * @param {Visit} visit
 * @param {number} [number]
 */
async function loadForeign(file, visit, number) {
  const path = `/api/matches/load?file=${encodeURIComponent(file.name)}${number ? `&number=${number}` : ""}`;
  try {
    const { match, games } = await send(path, file);
    if (match) visit.go(`/match/${match}`);
    else chooseGame(games, (chosen) => void loadForeign(file, visit, chosen));
  } catch (error) {
    refused(file, error);
  }
}

/** Ask which game of a file is meant. @param {string[]} games @param {(number: number) => void} chosen */
function chooseGame(games, chosen) {
  const choice = (/** @type {string} */ title, /** @type {number} */ index) => {
    const onclick = () => {
      dialog.close();
      chosen(index + 1);
    };
    const text = title || say("Game {number}", { number: index + 1 });
    return h("li", {}, h("button", { type: "button", class: "plain", onclick }, `${index + 1}. ${text}`));
  };
  const dialog = openDialog(say("Which game?"), [list("games-of-file", games.map(choice))], { wide: true });
}

/** Say which file it is that cannot be taken. @param {{name: string}} file @param {unknown} error */
function refused({ name }, error) {
  const why = error instanceof Error ? error.message : String(error);
  tell(new Error(say("{file}: {why}", { file: name, why })));
}

/** A zip archive. @param {File} file */
async function isPacked(file) {
  return (await file.slice(0, 2).text()) === "PK";
}

/**
 * A game without rules as one file: it is in the library from now on, and may take the place of an
 * older one.
 * @param {File} file
 * @param {Visit} visit
 */
async function loadGame(file, visit) {
  try {
    const { own } = await get("/api/library");
    const { name, title } = await send("/api/tables", file);
    const there = own.some((/** @type {Card} */ card) => card.name === name);
    const older = there ? undefined : own.find((/** @type {Card} */ card) => card.title === title);
    const newer =
      older &&
      (await confirmed(
        say("Is this a newer {game}? Matches of the one that you have stay.", { game: title }),
        say("Update it"),
        say("Keep both"),
      ));
    if (newer) await remove(`/api/tables/${older.name}`);
    if (there) toast(say("{game} is in your library as it is.", { game: title }));
    else if (newer) toast(say("{game} is updated.", { game: title }));
    else toast(say("{game} is in your library.", { game: title }));
    visit.go(`/new/${name}`);
  } catch (error) {
    refused(file, error);
  }
}
