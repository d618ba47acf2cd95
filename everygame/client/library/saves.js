/**
 * Save and Load: positions kept under a name, and the list of what can be gone on with.
 *
 * @import { Continue, ShownMatch, Table, Visit, WireScene } from "../types"
 * @typedef {{save: string, game: string, name: string, title: string, ply: number, over: boolean,
 *   seats: {called: string, name: string, kind: string}[], updated: number, picture: WireScene}} Save
 */
import { pocket } from "../net/address.js";
import { get, post, remove } from "../net/api.js";
import { count, say } from "../say.js";
import { askName, confirmed, openDialog } from "../ui/dialog.js";
import { fill, form, h, iconButton, linkButton, list, row, submitButton, tell, toast } from "../ui/dom.js";
import { nameOf } from "../ui/seat_name.js";
import { sentences } from "../ui/sentences.js";
import { since } from "../ui/time_words.js";
import { picture } from "../view/picture.js";
import { standing, whoPlays } from "./card_words.js";
import { fileButton } from "./files.js";
import { nameOfSave } from "./save_name.js";

/**
 * What can be loaded of a game, or of all.
 * @param {string} game
 * @returns {Promise<{saves: Save[], matches: Continue[]}>}
 */
const listed = (game) => get(`/api/saves${game ? `?game=${encodeURIComponent(game)}` : ""}`);

/** Ask for a name and keep this very position. @param {ShownMatch} match */
export function openSave(match) {
  const value = nameOfSave(match.table);
  const name = h("input", { type: "text", id: "save-name", maxlength: 60, required: true, value, autocomplete: "off" });
  let keeping = false; // who presses twice must not meet the save of the first press
  const keep = async () => {
    if (keeping) return;
    keeping = true;
    try {
      if (await kept(match, name.value.trim())) dialog.close();
    } catch (error) {
      tell(error);
    } finally {
      keeping = false;
    }
  };
  const dialog = openDialog(say("Save"), [saveForm(match, name, () => void keep())]);
  name.select();
}

/** @param {ShownMatch} match @param {HTMLElement} name  its field @param {() => void} keep */
function saveForm({ id, table }, name, keep) {
  const secret = table.hidden && !table.over;
  const where = secret ? sealedFile(table) : say("The file can be opened wherever there is EveryGame.");
  const path = `/api/matches/${id}/record`;
  const asFile = linkButton("save", say("Save as a file"), path, { download: `${table.game}.json` });
  const others = secret ? [] : table.files.slice(0, 1); // the first is the one that the game writes
  const foreign = others.map((kind) =>
    linkButton("save", say("Save as {kind}", { kind: kind.toUpperCase() }), `${path}?as=${kind}`, {
      download: `${table.game}.${kind}`,
    }),
  );
  return form(
    keep,
    h("p", { class: "quiet small" }, saveMeans()),
    h("label", { for: "save-name" }, say("Name")),
    name,
    row(submitButton(say("Save")), asFile, ...foreign),
    h("p", { class: "quiet small" }, where),
  );
}

const saveMeans = () =>
  say(
    "This very position is kept: going on does not change it, and Load brings " +
      "it back. (The match itself is never lost: every move is stored at once.)",
  );

/**
 * Keep a position; false where an older save of that name shall stay.
 * @param {ShownMatch} match
 * @param {string} wanted
 */
async function kept({ id, table }, wanted) {
  const { saves } = await listed(table.game);
  const replace = saves.some((save) => save.name === wanted);
  if (replace && !(await confirmed(say("Replace the save “{name}”?", { name: wanted }), say("Replace it"))))
    return false;
  await post(`/api/matches/${id}/save`, { name: wanted, replace });
  toast(say("Saved. Load shows it."));
  return true;
}

/** Ask what the match is called in the library of this device. @param {ShownMatch} match */
export function openName(match) {
  const { name, title } = match.table;
  const field = { id: "match-name", maxlength: 60, value: name === "last_game" ? "" : name, placeholder: title };
  const label = say("What this match is called in your library; without a name it is called by its game");
  const button = row(submitButton(say("Name it")));
  askName(say("Name it"), label, field, button, (name) => post(`/api/matches/${match.id}/name`, { name })).select();
}

/** Where the file of a match with secrets can be opened. @param {Table} table */
function sealedFile({ seats }) {
  if (!seats.some((seat) => seat.mine))
    return say(
      "This match keeps secrets, and you only watch: the file " +
        "holds what you may know, and nobody can go on from it.",
    );
  if (pocket)
    return say("This match keeps secrets. The file holds them, not encrypted: it can be opened only in this browser.");
  const { host } = location;
  return seats.some((seat) => seat.kind === "person" && !seat.mine)
    ? say(
        "This match keeps secrets. They are sealed in the file: it can be opened only here, on this server ({host}), " +
          "by a device that sits in the match. It goes on when the others sit down again, too.",
        { host },
      )
    : say(
        "This match keeps secrets. They are sealed in the file: it can be opened only here, on this server ({host}), " +
          "by a device that sits in the match.",
        { host },
      );
}

/**
 * The list of what can be loaded.
 * @param {Visit} visit
 * @param {string} [game]  else of all games
 * @param {string} [here]  the match that is shown already
 */
export async function openLoad(visit, game = "", here = "") {
  const host = list("loadable", []);
  const files = h("div", { class: "row from-file" }, fileButton(visit, say("From a file…")));
  const dialog = openDialog(say("Load"), [host, files, game ? "" : picturesMakeGames()], { wide: true });
  const show = async () => {
    const { saves, matches } = await listed(game);
    const others = matches.filter(({ match }) => match !== here);
    const found = [...saves, ...others].sort((one, other) => other.updated - one.updated);
    const nothing = !found.length && h("li", { class: "quiet" }, say("Nothing is saved or in play yet."));
    fill(host, ...found.map((one) => ("save" in one ? saveRow(one, visit, show) : matchRow(one))), nothing);
  };
  try {
    await show();
  } catch (error) {
    dialog.close();
    tell(error);
  }
}

const picturesMakeGames = () =>
  h(
    "p",
    { class: "quiet small" },
    say(
      "Pictures whose names begin with that of a game, such as eggs_fox.png and eggs_hen.png, " +
        "make a table without rules; choose them together, or as a zip archive.",
    ),
  );

/** @param {Save} save @param {Visit} visit @param {() => Promise<void>} show  the list anew */
function saveRow(save, visit, show) {
  const onclick = () => void load(save, visit);
  const bin = { bare: true, class: "plain remove" };
  return h(
    "li",
    { class: "card saved" },
    h("button", { type: "button", class: "game plain", onclick }, ...inside(save, save.name, say("Save"))),
    iconButton("bin", say("Remove the save {name}", { name: save.name }), () => void drop(save, show), bin),
  );
}

/** @param {Save} save @param {Visit} visit */
async function load(save, visit) {
  try {
    visit.go(`/match/${(await post(`/api/saves/${save.save}/load`)).match}`);
  } catch (error) {
    tell(error);
  }
}

/** @param {Save} save @param {() => Promise<void>} show  the list anew */
async function drop(save, show) {
  if (!(await confirmed(say("Remove the save “{name}”?", { name: save.name }), say("Remove")))) return;
  await remove(`/api/saves/${save.save}`).catch(tell);
  await show().catch(tell);
}

/** @param {Continue} one */
function matchRow(one) {
  const last = one.name === "last_game";
  return h(
    "li",
    { class: "card saved" },
    h(
      "a",
      { class: "game", href: `/match/${one.match}` },
      ...inside(
        one,
        last ? say("{game}, before the restart", { game: one.title }) : one.name || one.title,
        last ? "last_game" : say("In play"),
      ),
    ),
  );
}

/** @param {Save | Continue} one @param {string} title @param {string} kind */
function inside(one, title, kind) {
  const problem = "problem" in one ? one.problem : "";
  return [
    h("span", { class: "picture", html: one.picture ? picture(one.picture) : "" }),
    h(
      "span",
      { class: "words" },
      h("strong", {}, title),
      h("span", { class: "small" }, h("span", { class: "kind" }, kind), ` ${problem || standing(one)}`),
      h(
        "span",
        { class: "quiet small" },
        `${title.startsWith(one.title) ? "" : `${one.title} · `}${whoPlays(one)} · ${since(one.updated)}`,
      ),
    ),
  ];
}

/**
 * Start over; a match that has begun is kept, in place of the one that was kept before.
 * @param {ShownMatch} match
 * @returns {Promise<boolean>}
 */
export async function mayRestart(match) {
  const { table } = match;
  const plies = [...table.line, ...table.branches.flatMap(({ line }) => line)];
  if (!plies.length) toast(say("Nothing has been played yet: this is the start."));
  if (plies.every(({ seat }) => seat === null)) return plies.length > 0;
  const { matches } = await listed(table.game).catch(() => ({ matches: /** @type {Continue[]} */ ([]) }));
  const old = matches.find((one) => one.name === "last_game" && one.match !== match.id);
  if (!table.next) return confirmed(restarting(table, old), say("Restart"));
  const there = say("A new match was begun from this one already. Go to it? Where it is over, another begins.");
  return confirmed(there, say("Go there"));
}

/** @param {Table} table @param {Continue | undefined} old  the match that was kept before */
function restarting({ seats }, old) {
  const names = seats.filter((seat) => seat.kind === "person" && !seat.mine).map(nameOf);
  const told = [
    say("Start over? This match is kept as last_game; Load brings it back."),
    old ? replaced(old) : "",
    names.length > 0 && say("{names} will read here that a new match was begun, and can follow.", { names }),
  ];
  return sentences(told);
}

/** What becomes of the match that was kept before. @param {Continue} old */
function replaced({ over, ply, updated }) {
  const when = since(updated);
  if (over)
    return count(
      ply,
      "It takes the place of the one from before: finished after {number} move, {when}.",
      "It takes the place of the one from before: finished after {number} moves, {when}.",
      { when },
    );
  return ply
    ? count(
        ply,
        "It takes the place of the one from before: after {number} move, {when}.",
        "It takes the place of the one from before: after {number} moves, {when}.",
        { when },
      )
    : say("It takes the place of the one from before: not begun, {when}.", { when });
}
