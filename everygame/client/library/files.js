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
 * A button that asks for a file and loads it.
 * @param {Visit} visit
 * @param {string} text
 */
export function fileButton(visit, text) {
  const input = h("input", {
    type: "file",
    class: "unseen",
    tabindex: -1,
    "aria-label": say("Save file"),
    onchange: () => {
      if (input.files?.[0]) void load(input.files[0], visit);
      input.value = "";
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

/** @param {File} file @param {Visit} visit */
export async function load(file, visit) {
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

/** Say which file it is that cannot be taken. @param {File} file @param {unknown} error */
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
