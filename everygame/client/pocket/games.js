/**
 * Games of one's own with rules, brought into this browser.
 *
 * @import { Visit } from "../types"
 * @typedef {{name: string, title: string, fault: string}} Brought
 */
import { zip } from "../create/files.js";
import { get, remove, send } from "../net/api.js";
import { confirmed } from "../ui/dialog.js";
import { fill, h, iconButton, tell, toast } from "../ui/dom.js";

const PATH = "/api/own-games";
const MEANS =
  "Such a game is a program, and it runs in this browser: it can read, change and " +
  "send elsewhere all that pages of this address keep here, your matches too, and " +
  "nothing else of this device. Bring only what you made or whose maker you trust.";

/** @param {Visit} visit */
export function gamesCard(visit) {
  const list = h("ul", { class: "owned" });
  const draw = async () => {
    const { games } = await get(PATH);
    fill(
      list,
      games.map((/** @type {Brought} */ game) =>
        h(
          "li",
          {},
          h(
            "span",
            { class: "who" },
            h("a", { href: `/new/${game.name}` }, game.title),
            game.fault && h("span", { class: "quiet small" }, game.fault),
          ),
          iconButton("bin", `Remove ${game.title}`, () => void drop(game), { bare: true, class: "plain" }),
        ),
      ),
    );
  };
  const drop = async (/** @type {Brought} */ game) => {
    if (!(await confirmed(`Remove ${game.title}? Its matches go on when it is brought again.`, "Remove"))) return;
    await remove(`${PATH}/${game.name}`).catch(tell);
    await draw();
  };
  const file = h("input", {
    type: "file",
    accept: ".zip,application/zip",
    class: "unseen",
    tabindex: -1,
    "aria-label": "Packed game",
    onchange: () => void taken(file),
  });
  const folder = h("input", {
    type: "file",
    webkitdirectory: true,
    class: "unseen",
    tabindex: -1,
    "aria-label": "Folder of a game",
    onchange: () => void taken(folder),
  });
  const taken = async (/** @type {HTMLInputElement} */ input) => {
    const chosen = [...(input.files ?? [])];
    input.value = "";
    if (chosen.length) await bring(input === folder ? await packed(chosen) : chosen[0], visit);
  };
  void draw().catch(tell);
  return h(
    "section",
    { class: "card stacked" },
    h("h2", {}, "Games of your own, with rules"),
    h("p", { class: "quiet" }, MEANS),
    list,
    h(
      "div",
      { class: "row" },
      iconButton("load", "Bring a packed game…", () => file.click()),
      file,
      "webkitdirectory" in folder && iconButton("load", "Bring a folder…", () => folder.click()),
      folder,
    ),
  );
}

/** A game with rules, and no table. @param {Blob} file  a zip archive */
export async function hasRules(file) {
  const text = new TextDecoder("latin1").decode(await file.arrayBuffer());
  return text.includes("game.toml") && !text.includes("table.json");
}

/** @param {File} file @param {Visit} visit */
export async function bring(file, visit) {
  if (!(await confirmed(`Bring the game in ${file.name}? ${MEANS}`, "Bring it"))) return;
  try {
    const { name, title } = await send(`${PATH}?file=${encodeURIComponent(file.name)}`, file);
    toast(`${title} is in your library.`);
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
