/**
 * Whether somebody here might want to be told, while the page is closed, that it is their turn.
 *
 * @import { Match } from "./match.js"
 */
import { pocket } from "../net/address.js";
import { came } from "../net/api.js";
import { fill } from "../ui/dom.js";

const DAY = 86_400;

/** @param {HTMLElement} host @param {Match} match */
export async function drawPush(host, match) {
  if (!isSlow(match) || !able()) return fill(host);
  return (await came(import("./push_subscription.js"))).drawBell(host, () => isSlow(match));
}

/** Somebody here plays with days for each turn. @param {Match} match */
function isSlow({ table: { clock, over, seats } }) {
  return !over && clock?.each === "turn" && clock.seconds >= DAY && seats.some((seat) => seat.mine);
}

function able() {
  return (
    !pocket && isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window
  );
}
