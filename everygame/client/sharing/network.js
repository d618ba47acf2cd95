/**
 * The switch by which the computer that serves lets devices on its network join.
 *
 * @typedef {{switch: boolean, url: string, qr: string}} Network  `url`: where other devices find
 *   this server; empty where they do not
 */
import { get, post } from "../net/api.js";
import { say } from "../say.js";
import { fill, h, tell } from "../ui/dom.js";
import { linkBox } from "./link.js";

/** @param {boolean} on @param {(network: Network) => void} changed */
export function networkSwitch(on, changed) {
  const box = h("input", { type: "checkbox", role: "switch", checked: on, onchange: () => void turn() });
  async function turn() {
    box.disabled = true;
    try {
      changed(await post("/api/network", { on: box.checked }));
    } catch (error) {
      box.checked = !box.checked;
      tell(error);
    }
    box.disabled = false;
  }
  return h("label", { class: "switch" }, box, say("Let devices on this network join"));
}

const openMeans = () =>
  say(
    "Other devices on this network open this address, or point their camera at the square. Invitations lead there too.",
  );
const closedMeans = () =>
  say(
    "Now only this computer can play here. Switch it on, and phones and tablets " +
      "in the same network can too, until you switch it off or the server stops.",
  );

/** What the page of devices says of the network; nothing on any other computer than the one that serves. */
export async function networkCard() {
  const host = h("section", { class: "card stacked" });
  const draw = (/** @type {Network} */ network) =>
    fill(
      host,
      h("h2", {}, say("This network")),
      network.switch && networkSwitch(Boolean(network.url), draw),
      network.url ? h("p", {}, openMeans()) : h("p", { class: "quiet" }, closedMeans()),
      network.url && linkBox(network),
    );
  const network = await get("/api/network");
  const known = network.switch || network.url;
  if (known) draw(network);
  return known ? host : null;
}
