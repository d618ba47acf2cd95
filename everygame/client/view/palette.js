/** Gives the page the colours of `drawings.js`: as CSS names, and the gradients that drawings use. */
import { painted, shapes } from "./shapes.js";

/** @param {Record<string, any>} paints */
const names = (paints) =>
  Object.entries(paints)
    .map(([name, paint]) => `--${name}: ${painted(paint)};`)
    .join(" ");

/** Of the board on `:root`, of each seat on the class of its name. */
function sheet() {
  const seats = Object.entries(shapes.seats).map(([name, paints]) => `.${name} { ${names(paints)} }`);
  return `:root { ${names(shapes.colours)} }\n${seats.join("\n")}`;
}

/** @param {[string, {to: number[], stops: any[]}]} gradient */
function gradient([
  name,
  {
    to: [x, y],
    stops,
  },
]) {
  const drawn = stops.map((paint, i) => `<stop offset="${i / (stops.length - 1)}" stop-color="${painted(paint)}"/>`);
  return `<linearGradient id="eg-${name}" x1="0" y1="0" x2="${x}" y2="${y}">${drawn.join("")}</linearGradient>`;
}

/** To be done once, before anything is drawn. */
export function dress() {
  const style = new CSSStyleSheet();
  style.replaceSync(sheet());
  document.adoptedStyleSheets.push(style);
  const defs = /** @type {Element} */ (document.querySelector(".defs defs"));
  defs.innerHTML = Object.entries(shapes.gradients).map(gradient).join("");
}
