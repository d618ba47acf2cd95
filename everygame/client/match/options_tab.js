/**
 * The Options tab: rules, save, load, restart, handing over a seat, giving up, sounds, colours.
 *
 * @import { Match } from "./match.js"
 */
import { printLink } from "../library/print_link.js";
import { link, pocket } from "../net/address.js";
import { came, post } from "../net/api.js";
import { say } from "../say.js";
import { fill, h, iconButton, linkButton, row, segments, tell } from "../ui/dom.js";
import { remember, setTheme, skin, theme, throwsByHand, turning } from "../ui/settings.js";
import { feltOn, setFelt, setSounds, setVolume, soundsOn, touches, volume } from "../ui/sounds.js";
import { useSkin } from "../view/shapes.js";
import { diceButton } from "./honest_dice.js";
import { askButtons } from "./offers.js";
import { publicButtons } from "./public_match.js";
import { shared } from "./status_words.js";

/** What saves and loads comes when it is wanted. */
const saves = () => came(import("../library/saves.js"));

/** @param {HTMLElement} host @param {Match} match */
export function drawOptions(host, match) {
  const { game, endless, options } = match.table;
  const buttons = [
    iconButton("book", say("Rules"), () => void showRules(game), { "data-key": "rules" }),
    ...keepingButtons(match),
    ...seatButtons(match),
    diceButton(match),
    ...publicButtons(match),
    ...askButtons(match),
    iconButton("plies", say("List all choices"), () => openList(match), { "data-key": "list" }),
    endless && linkButton("pencil", say("Change this table"), `/create/${game}`),
    printLink(game, options),
    iconButton("keys", say("Keys"), () => void showKeys(match), { "data-key": "keys" }),
  ];
  fill(host, h("div", { class: "options" }, buttons), row(switches(match)));
}

const showRules = async (/** @type {string} */ game) =>
  (await came(import("../library/rule_sheet.js"))).openRules(game);
const showKeys = async (/** @type {Match} */ match) => (await came(import("./key_help.js"))).explainKeys(match);
const resign = async (/** @type {Match} */ match) => (await came(import("./seat_dialogs.js"))).resign(match);
const giveAway = async (/** @type {Match} */ match) => (await came(import("../sharing/handover.js"))).handOver(match);

/** To begin anew, to save, to load and to name. @param {Match} match */
function keepingButtons(match) {
  const { visit, table, id } = match;
  const mine = table.seats.some((seat) => seat.mine);
  const load = () => void saves().then(({ openLoad }) => openLoad(visit, table.game, id));
  const name = () => void saves().then(({ openName }) => openName(match));
  return [
    mine && iconButton("again", say("Restart"), () => void restart(match), { "data-key": "restart" }),
    iconButton("save", say("Save"), () => void saves().then(({ openSave }) => openSave(match)), { "data-key": "save" }),
    iconButton("load", say("Load"), load, { "data-key": "load" }),
    mine && iconButton("pencil", say("Name it"), name, { "data-key": "name" }),
  ];
}

/** To give one's seat to another device or to a bot, and to give up. @param {Match} match */
function seatButtons(match) {
  const { seats, over, endless } = match.table;
  if (seats.length < 2) return [];
  const mine = seats.filter((seat) => seat.mine);
  // what this page alone serves no other device can open
  const givable = !pocket && (mine.length > 0 || seats.some((seat) => seat.kind === "open"));
  const plays = mine.length > 0 && !over;
  const forMe = () => void match.standIns.choose(mine.find((seat) => seat.to_play) ?? mine[0]);
  return [
    givable && iconButton("link", say("Other device"), () => void giveAway(match), { "data-key": "link" }),
    plays && !endless && iconButton("bot", say("Bot for me"), forMe, { "data-key": "bot" }),
    plays && iconButton("flag", say("Give up"), () => void resign(match), { "data-key": "flag" }),
  ];
}

/** What the person likes on this device. @param {Match} match */
function switches(match) {
  const lie = (/** @type {string} */ value) => turn(match, value);
  const thrown = (/** @type {string} */ value) => letThrow(match, value);
  return [
    segments(say("Sounds"), SOUNDS(), onOff(soundsOn()), (value) => setSounds(value === "on")),
    volumeSlider(),
    touches() && segments(say("Vibration"), VIBRATION(), onOff(feltOn()), (value) => setFelt(value === "on")),
    segments(say("Colours"), THEMES(), theme(), setTheme),
    segments(say("Boards and pieces"), SKINS(), skin(), (value) => chooseSkin(match, value)),
    match.throws.dice && segments(say("Dice"), THROWS(), throwsByHand() ? "hand" : "", thrown),
    shared(match.table) && segments(say("Board"), TURNING(), turning(match.table.hidden), lie),
  ];
}

/** How loud; the style sheet hides it while the switch before it says that all is silent. */
function volumeSlider() {
  const slider = h("input", { type: "range", min: 10, max: 100, step: 10, value: volume(), "data-key": "volume" });
  slider.addEventListener("change", () => setVolume(slider.value));
  return h("label", { class: "volume" }, say("Volume"), slider);
}

const onOff = (/** @type {boolean} */ on) => (on ? "on" : "off");
/** @returns {[string, string][]} */
const SOUNDS = () => [
  ["on", say("Sounds")],
  ["off", say("Silent")],
];
/** @returns {[string, string][]} */
const VIBRATION = () => [
  ["on", say("Vibrates")],
  ["off", say("Still")],
];
/** @returns {[string, string][]} */
const THEMES = () => [
  ["auto", say("Auto")],
  ["light", say("Light")],
  ["dark", say("Dark")],
];
/** @returns {[string, string][]} */
const SKINS = () => [
  ["game", say("Usual")],
  ["wood", say("Wood")],
  ["ice", say("Ice")],
  ["contrast", say("High contrast")],
];
/** @returns {[string, string][]} */
const THROWS = () => [
  ["", say("Dice roll by themselves")],
  ["hand", say("I throw the dice")],
];
/** @returns {[string, string][]} */
const TURNING = () => [
  ["on", say("Board turns")],
  ["off", say("Board lies still")],
  ["across", say("Across the table")],
];

/**
 * What waits to be thrown by hand is shown at once where dice roll by themselves.
 * @param {Match} match
 * @param {string} value
 */
function letThrow(match, value) {
  remember("throws", value);
  if (!value) void match.throws.throw();
}

/** @param {Match} match @param {string} value */
function chooseSkin(match, value) {
  remember("skin", value);
  useSkin(value);
  void match.room.show(match.table, false);
}

/** @param {Match} match @param {string} value */
function turn(match, value) {
  remember("turning", value);
  void match.room.show(match.table, false);
  match.panels.drawPlates();
}

/** @param {Match} match */
async function restart(match) {
  if (await (await saves()).mayRestart(match)) await follow(match, "restart");
}

/** Go to the match that a request makes. @param {Match} match @param {"restart" | "rematch"} what */
export async function follow(match, what) {
  match.asksNext = true;
  try {
    const path = `/match/${(await post(`/api/matches/${match.id}/${what}`)).match}`;
    if (location.href.endsWith(path)) return; // the line was quicker
    if (match.table.line.every(({ seat }) => seat === null)) lead(match, path);
    else match.visit.go(path);
  } catch (error) {
    match.asksNext = false;
    tell(error);
  }
}

/** Go where Back leads to no match that is gone. @param {Match} match @param {string} path */
export function lead(match, path) {
  history.replaceState(null, "", link(path));
  match.visit.go(path);
}

/** Show the choices of the moment as a list of buttons. @param {Match} match */
function openList({ part }) {
  part.all.open = true;
  part.all.querySelector("summary")?.focus();
}
