/**
 * Who only looks: that they do, how many they are, and the seats that they may take.
 *
 * @import { Match } from "./match.js"
 */
import { came } from "../net/api.js";
import { count, say } from "../say.js";
import { fill, h, icon, iconButton } from "../ui/dom.js";

const sit = async (/** @type {Match} */ match, /** @type {number} */ seat) =>
  (await came(import("./seat_dialogs.js"))).openSeat(match, seat);

/**
 * @param {HTMLElement} host
 * @param {Match} match
 * @param {number} watchers  how many watch, as far as this device is told
 */
export function drawWatching(host, match, watchers) {
  const { seats, free, over } = match.table;
  const plays = seats.some((seat) => seat.mine || seat.replaced || seat.kept === "you");
  if (plays) return fill(host, watchers > 0 && eye(count(watchers, "One watches.", "{number} watch."), true));
  const sitButton = (/** @type {number} */ seat) => {
    const how = { class: "main", "data-key": `sit-${seat}` };
    return iconButton(
      "play",
      say("Sit down as {name}", { name: seats[seat].called }),
      () => void sit(match, seat),
      how,
    );
  };
  fill(host, eye(say("You are watching."), false), ...(over ? [] : free.map(sitButton)));
}

/** @param {string} words @param {boolean} quiet */
const eye = (words, quiet) =>
  h("p", { class: quiet ? "eye small quiet" : "eye", html: icon("eye") }, h("span", {}, words));
