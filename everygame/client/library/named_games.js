/**
 * Files whose names begin with the name of a game, brought into the library: they update the game
 * of that name, or make one.
 *
 * @import { Card, Visit } from "../types"
 */
import { open } from "../create/begin_with.js";
import { isOf, tableFrom } from "../create/named_files.js";
import { zip } from "../create/table_files.js";
import { get, send } from "../net/api.js";
import { say } from "../say.js";
import { confirmed } from "../ui/dialog.js";
import { toast } from "../ui/dom.js";

/**
 * Make or update the game of some files, and say so.
 * @param {string} game  the name that they begin with
 * @param {Map<string, File>} files  under what is left of their names
 * @param {Visit} visit
 */
export async function bringGame(game, files, visit) {
  const { games, own } = /** @type {{games: Card[], own: Card[]}} */ (await get("/api/library"));
  const older = own.find(({ title }) => isOf(game, title));
  const question = say("Is this a newer {game}? Matches of the one that you have stay.", { game: older?.title ?? "" });
  if (older && !(await confirmed(question, say("Update it")))) return;
  const base = older ?? games.find(({ name, table }) => table && name === game);
  const draft = base && (await open(base.name)).draft;
  const packed = zip(await tableFrom(game, files, draft));
  const { name, title } = await send(`/api/tables${older ? `?instead=${older.name}` : ""}`, packed);
  toast(older ? say("{game} is updated.", { game: title }) : say("{game} is in your library.", { game: title }));
  const ready = base || files.has("table.json"); // pictures alone are still to be laid out
  visit.go(ready ? `/new/${name}` : `/create/${name}`);
}
