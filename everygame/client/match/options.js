/**
 * The Options tab: rules, save, load, restart, handing over a seat, giving up, sounds, colours.
 *
 * @import { Match } from "./match.js"
 */
import { printLink } from "../library/print.js";
import { link } from "../net/address.js";
import { came, post } from "../net/api.js";
import { confirmed } from "../ui/dialog.js";
import { fill, h, icon, iconButton, segments, tell } from "../ui/dom.js";
import { nameOf } from "../ui/seat.js";
import { remember, setTheme, theme } from "../ui/settings.js";
import { feltOn, setFelt, setSounds, soundsOn, touches } from "../ui/sounds.js";
import { askButtons } from "./asking.js";
import { diceButton } from "./honest.js";
import { publicButtons } from "./public.js";
import { shared } from "./table.js";

/** What saves and loads comes when it is wanted. */
const saves = () => came(import("../library/saves.js"));

/** @param {HTMLElement} host @param {Match} match */
export function drawOptions(host, match) {
  const { table } = match;
  const mine = table.seats.filter((seat) => seat.mine);
  const givable = table.seats.filter((seat) => (seat.mine || seat.kind === "open") && table.seats.length > 1);
  fill(
    host,
    h(
      "div",
      { class: "options" },
      iconButton(
        "book",
        "Rules",
        () => void came(import("../library/rules.js")).then(({ openRules }) => openRules(table.game)),
        { "data-key": "rules" },
      ),
      mine.length > 0 && iconButton("again", "Restart", () => void restart(match), { "data-key": "restart" }),
      iconButton("save", "Save", () => void saves().then(({ openSave }) => openSave(match)), { "data-key": "save" }),
      iconButton(
        "load",
        "Load",
        () => void saves().then(({ openLoad }) => openLoad(match.visit, table.game, match.id)),
        { "data-key": "load" },
      ),
      mine.length > 0 &&
        iconButton("pencil", "Name it", () => void saves().then(({ openName }) => openName(match)), {
          "data-key": "name",
        }),
      givable.length > 0 &&
        iconButton(
          "link",
          "Other device",
          () => void came(import("../sharing/handover.js")).then(({ handOver }) => handOver(match)),
          { "data-key": "link" },
        ),
      mine.length > 0 &&
        !table.over &&
        !table.endless &&
        table.seats.length > 1 &&
        iconButton(
          "bot",
          "Bot for me",
          () => void match.stewards.choose(mine.find((seat) => seat.to_play) ?? mine[0]),
          { "data-key": "bot" },
        ),
      mine.length > 0 &&
        !table.over &&
        table.seats.length > 1 &&
        iconButton("flag", "Give up", () => void resign(match), { "data-key": "flag" }),
      diceButton(match),
      ...publicButtons(match),
      ...askButtons(match),
      iconButton("plies", "List all choices", () => openList(match), { "data-key": "list" }),
      table.endless &&
        h(
          "a",
          { class: "button", href: `/create/${table.game}`, html: icon("pencil") },
          h("span", {}, "Change this table"),
        ),
      printLink(table.game, table.options),
      iconButton(
        "keys",
        "Keys",
        () => void came(import("./keyhelp.js")).then(({ explainKeys }) => explainKeys(match)),
        { "data-key": "keys" },
      ),
    ),
    h(
      "div",
      { class: "row" },
      segments(
        "Sounds",
        [
          ["on", "Sounds"],
          ["off", "Silent"],
        ],
        soundsOn() ? "on" : "off",
        (value) => setSounds(value === "on"),
      ),
      touches() &&
        segments(
          "Vibration",
          [
            ["on", "Vibrates"],
            ["off", "Still"],
          ],
          feltOn() ? "on" : "off",
          (value) => setFelt(value === "on"),
        ),
      segments(
        "Colours",
        [
          ["auto", "Auto"],
          ["light", "Light"],
          ["dark", "Dark"],
        ],
        theme(),
        setTheme,
      ),
      shared(match.table) &&
        segments(
          "Board",
          [
            ["on", "Board turns"],
            ["off", "Board lies still"],
          ],
          match.room.turns() ? "on" : "off",
          (value) => turn(match, value),
        ),
    ),
  );
}

/** @param {Match} match @param {string} value */
function turn(match, value) {
  remember("turning", value);
  void match.room.show(match.table, false);
}

/** @param {Match} match */
async function restart(match) {
  if (await (await saves()).mayRestart(match)) await follow(match, "restart");
}

/** Go to the match that a request makes. @param {Match} match @param {"restart" | "rematch"} what */
export async function follow(match, what) {
  try {
    const path = `/match/${(await post(`/api/matches/${match.id}/${what}`)).match}`;
    if (location.href.endsWith(path)) return; // the line was quicker
    if (match.table.line.every(({ seat }) => seat === null)) lead(match, path);
    else match.visit.go(path);
  } catch (error) {
    tell(error);
  }
}

/** Go where Back leads to no match that is gone. @param {Match} match @param {string} path */
export function lead(match, path) {
  history.replaceState(null, "", link(path));
  match.visit.go(path);
}

/** @param {Match} match */
async function resign(match) {
  const mine = match.table.seats.filter((seat) => seat.mine);
  const seat = mine.find((one) => one.to_play) ?? mine[0];
  const give = () => match.deed({ type: "resign", seat: seat.seat, of: match.table.history.of });
  const { seats, endless } = match.table;
  const others =
    seats.length > 2 &&
    !endless &&
    seats.some((one) => one.seat !== seat.seat && (one.kind === "person" || one.plays_for !== null));
  const what = others
    ? " A bot plays that seat to the end; the others play on."
    : seats.length > 2
      ? " The match ends for everybody."
      : "";
  if (await confirmed(`Shall ${nameOf(seat)} give up? This cannot be taken back.${what}`, "Give up")) give();
}

/** Show the choices of the moment as a list of buttons. @param {Match} match */
function openList({ part }) {
  part.all.open = true;
  part.all.querySelector("summary")?.focus();
}
