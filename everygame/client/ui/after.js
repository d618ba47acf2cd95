/**
 * When a match is over: what can be done then, the next puzzle, a picture and a link to be shared.
 *
 * @typedef {import("./match.js").Match} Match
 * @typedef {import("./newmatch.js").Option} Option
 * @typedef {import("./newmatch.js").Value} Value
 */
import { whole } from "../net/address.js";
import { fetchFile, freshId, get, post } from "../net/api.js";
import { openDialog } from "./dialog.js";
import { fill, h, icon, iconButton, tell, toast } from "./dom.js";
import { linkText } from "./link.js";
import { follow } from "./options.js";
import { remember, remembered } from "./settings.js";

/** @param {Match} match */
export function afterButtons(match) {
  const { table, visit } = match;
  const mine = table.seats.some((seat) => seat.mine);
  const alone = table.seats.length === 1;
  const on = table.next
    ? iconButton("play", "To the next match", () => visit.go(`/match/${table.next}`), { class: "main", "data-key": "next" })
    : mine && iconButton("again", alone ? "Play again" : "Rematch", () => void follow(match, "rematch"), { class: alone ? "" : "main", "data-key": "rematch" });
  return [...match.study.turnButtons("It turned at"), on, h("a", { class: "button", href: `/new/${table.game}` }, "New match"),
    iconButton("save", "Picture", () => void sharePicture(match), { "data-key": "picture" }),
    !table.hidden && iconButton("link", "Copy the link", () => void shareLink(match), { "data-key": "share" }),
    h("a", { class: "button", href: "/", html: icon("home") }, h("span", {}, "Library"))];
}

/** Hand the address of a match to others: they see all of it, from its start. @param {Match} match */
async function shareLink(match) {
  const url = whole(`/match/${match.id}`);
  try {
    await navigator.clipboard.writeText(url);
    toast("The link to this match and its moves is copied.");
  } catch {
    openDialog("Link to this match", [h("div", { class: "stacked" }, linkText(url))]);
  }
}

/** Pixels of the longer side of a picture. */
const LONGER = 1600;

/** Hand the position to others as a picture; where a device cannot, it keeps the file. @param {Match} match */
async function sharePicture(match) {
  try {
    const { body } = await fetchFile(`/api/matches/${match.id}/picture`);
    const file = new File([await drawn(await body.text())], `${match.table.game}.png`, { type: "image/png" });
    const what = { files: [file], title: match.table.title, text: match.table.over?.sentence ?? "" };
    if (navigator.canShare?.(what)) return await navigator.share(what);
    const url = URL.createObjectURL(file);
    h("a", { href: url, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    tell(error);
  }
}

/** A drawing as PNG. @param {string} svg @returns {Promise<Blob>} */
async function drawn(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = LONGER / Math.max(image.naturalWidth, image.naturalHeight);
  const canvas = h("canvas", { width: Math.round(image.naturalWidth * scale), height: Math.round(image.naturalHeight * scale) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("The picture could not be made.")))));
}

// -- puzzles

/** The puzzles of a game that this device has solved. @param {string} game @returns {Set<string>} */
export function solved(game) {
  return new Set(remembered(`solved.${game}`, "").split(" ").filter(Boolean));
}

/** The option whose values are puzzles for one, and those. @param {Option[]} options @returns {[Option, Value[]] | undefined} */
function puzzlesOf(options) {
  for (const option of options) {
    const values = option.choices.filter(({ players }) => players.length === 1 && players[0] === 1);
    if (values.length > 1) return [option, values];
  }
  return undefined;
}

/** All puzzles of the game in a row, with those that are solved; the next one first. @param {Match} match @param {HTMLElement} host */
export async function drawPuzzles(match, host) {
  const { table } = match;
  if (table.seats.length !== 1 || !table.seats[0].mine || !table.over) return fill(host);
  const found = puzzlesOf((await get(`/api/games/${table.game}`)).options);
  if (!found || match.table !== table) return;
  const [option, values] = found;
  const now = table.options[option.name];
  const done = solved(table.game);
  if ((table.over?.returns[0] ?? 0) > 0 && values.some(({ value }) => value === now)) done.add(now);
  remember(`solved.${table.game}`, [...done].join(" "));
  const at = values.findIndex(({ value }) => value === now);
  const next = [...values.slice(at + 1), ...values.slice(0, at + 1)].find(({ value }) => !done.has(value));
  const start = (/** @type {string} */ value) => void begin(match, option.name, value);
  fill(host,
    next && iconButton("play", `Next puzzle: ${next.label}`, () => start(next.value), { class: "main", "data-key": "next-puzzle" }),
    h("ul", { class: "puzzles", "aria-label": "Puzzles" }, values.map(({ value, label }) => h("li", {},
      h("button", { type: "button", class: done.has(value) ? "done" : "", "aria-current": value === now ? "true" : undefined, "data-key": `puzzle-${value}`, onclick: () => start(value) },
        done.has(value) ? `✓ ${label}` : label, done.has(value) && h("span", { class: "unseen" }, ", solved"))))));
}

/** @param {Match} match @param {string} option @param {string} value */
async function begin(match, option, value) {
  const { game, options } = match.table;
  try {
    const made = await post("/api/matches", { game, options: { ...options, [option]: value }, seats: [{ kind: "person" }], key: freshId() });
    match.visit.go(`/match/${made.match}`);
  } catch (error) {
    tell(error);
  }
}
