/**
 * Whether somebody here might want to be told, while the page is closed, that it is their turn or that somebody came.
 *
 * @import { Match } from "./match.js"
 */
import { pocket } from "../net/address.js";
import { came } from "../net/api.js";
import { fill } from "../ui/dom.js";

const DAY = 86_400;

/** @param {HTMLElement} host @param {Match} match */
export async function drawPush(host, match) {
  if (!event(match) || !able()) return fill(host);
  return (await came(import("./push_subscription.js"))).drawBell(host, () => event(match));
}

/** What a player here may wait for; empty where nothing. @param {Match} match @returns {"" | "somebody" | "turn"} */
function event(match) {
  return isSlow(match) ? "turn" : waits(match) ? "somebody" : "";
}

/** Somebody here plays with days for each turn. @param {Match} match */
function isSlow({ table: { clock, over, seats } }) {
  return !over && clock?.each === "turn" && clock.seconds >= DAY && seats.some((seat) => seat.mine);
}

/** Somebody here waits for others to sit down. @param {Match} match */
function waits({ table: { over, seats } }) {
  return !over && seats.some((seat) => seat.mine) && seats.some((seat) => seat.kind === "open" && !seat.kept);
}

function able() {
  return (
    !pocket && isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window
  );
}
