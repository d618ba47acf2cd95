/** A little snow over the board for somebody who has won. */
import { h } from "../ui/dom.js";
import { later } from "../world.js";

const FLAKES = 26;

/** @param {HTMLElement} host */
export function snowfall(host) {
  const flakes = Array.from({ length: FLAKES }, (_, i) => {
    const flake = h("i", {}, "❄");
    flake.style.left = `${(i * 61) % 100}%`;
    flake.style.fontSize = `${0.7 + ((i * 7) % 10) / 8}rem`;
    flake.style.animationDelay = `${((i * 37) % 100) / 40}s`;
    return flake;
  });
  const fall = h("div", { class: "snowfall", "aria-hidden": "true" }, flakes);
  host.append(fall);
  later(() => fall.remove(), 8000);
}
