/**
 * Games of one's own with rules, brought into this browser.
 *
 * @import { Visit } from "../types"
 * @typedef {{name: string, title: string, fault: string}} Brought
 */
import { zip } from "../create/table_files.js";
import { get, remove, send } from "../net/api.js";
import { say } from "../say.js";
import { confirmed } from "../ui/dialog.js";
import { fill, h, iconButton, row, tell, toast } from "../ui/dom.js";

const PATH = "/api/own-games";
const means = () =>
  say(
    "Such a game is a program, and it runs in this browser: it can read, change and " +
      "send elsewhere all that pages of this address keep here, your matches too, and " +
      "nothing else of this device. Bring only what you made or whose maker you trust.",
  );

/** @param {Visit} visit */
export function gamesCard(visit) {
  const list = h("ul", { class: "owned" });
  void draw(list).catch(tell);
  const zipped = { accept: ".zip,application/zip", "aria-label": say("Packed game") };
  const packedFile = chooser(zipped, ([file]) => bring(file, visit));
  const whole = { webkitdirectory: true, "aria-label": say("Folder of a game") };
  const folder = chooser(whole, async (files) => bring(await packed(files), visit));
  return h(
    "section",
    { class: "card stacked" },
    h("h2", {}, say("Games of your own, with rules")),
    h("p", { class: "quiet" }, means()),
    list,
    row(
      iconButton("load", say("Bring a packed game…"), () => packedFile.click()),
      packedFile,
      "webkitdirectory" in folder && iconButton("load", say("Bring a folder…"), () => folder.click()),
      folder,
    ),
  );
}

/**
 * A field that nobody sees, by which files are chosen.
 * @param {Record<string, any>} how
 * @param {(files: File[]) => Promise<unknown>} taken
 */
function chooser(how, taken) {
  const onchange = () => {
    const chosen = [...(input.files ?? [])];
    input.value = "";
    if (chosen.length) void taken(chosen);
  };
  const input = h("input", { type: "file", class: "unseen", tabindex: -1, ...how, onchange });
  return input;
}

/** @param {HTMLElement} list */
async function draw(list) {
  const { games } = await get(PATH);
  fill(
    list,
    games.map((/** @type {Brought} */ game) => item(game, list)),
  );
}

/** @param {Brought} game @param {HTMLElement} list */
function item(game, list) {
  const { name, title, fault } = game;
  const words = [h("a", { href: `/new/${name}` }, title), fault && h("span", { class: "quiet small" }, fault)];
  const bin = iconButton("bin", say("Remove {title}", { title }), () => void drop(game, list), {
    bare: true,
    class: "plain",
  });
  return h("li", {}, h("span", { class: "who" }, words), bin);
}

/** @param {Brought} game @param {HTMLElement} list */
async function drop({ name, title }, list) {
  if (!(await confirmed(say("Remove {title}? Its matches go on when it is brought again.", { title }), say("Remove"))))
    return;
  await remove(`${PATH}/${name}`).catch(tell);
  await draw(list);
}

/** A game with rules, and no table. @param {Blob} file  a zip archive */
export async function hasRules(file) {
  const text = new TextDecoder("latin1").decode(await file.arrayBuffer());
  return text.includes("game.toml") && !text.includes("table.json");
}

/** @param {File} file @param {Visit} visit */
export async function bring(file, visit) {
  if (
    !(await confirmed(
      say("Bring the game in {file}? {meaning}", { file: file.name, meaning: means() }),
      say("Bring it"),
    ))
  )
    return;
  try {
    const { name, title } = await send(`${PATH}?file=${encodeURIComponent(file.name)}`, file);
    toast(say("{title} is in your library.", { title }));
    visit.go(`/new/${name}`);
  } catch (error) {
    tell(error);
  }
}

/** A folder as one file. @param {File[]} files */
async function packed(files) {
  const path = (/** @type {File} */ one) => one.webkitRelativePath || one.name;
  const parts = await Promise.all(
    files.map(
      async (one) => /** @type {[string, Uint8Array]} */ ([path(one), new Uint8Array(await one.arrayBuffer())]),
    ),
  );
  return new File([zip(Object.fromEntries(parts))], `${path(files[0]).split("/")[0]}.zip`);
}
