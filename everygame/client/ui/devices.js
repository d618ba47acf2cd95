/** The page of devices: who may join from this network. */
import { h } from "./dom.js";
import { networkCard } from "./network.js";

/** @type {import("../main.js").View} */
export async function showDevices(page, visit) {
  visit.title("Devices");
  const network = await networkCard();
  page.append(h("div", { class: "devices stacked" }, h("h1", {}, "Devices"),
    network ?? h("p", { class: "quiet" }, "The computer that serves lets other devices join.")));
}
