/**
 * Where the focus goes when what had it is gone, so that whoever plays by keys or listens is never back at the start of
 * the page.
 *
 * @import { Board } from "../view/board.js"
 */

/**
 * To a place where something can be done, the first button below the prompt, or the place that had it last.
 * @param {Board} board
 * @param {Element} actions  the buttons below the prompt
 */
export function refocus(board, actions) {
  if (document.activeElement !== document.body) return;
  const at = (/** @type {string} */ way) =>
    /** @type {HTMLElement | null} */ (board.element.querySelector(`.overlay ${way}`));
  const place = at(".live[tabindex='0']") ?? at(".live");
  const button = /** @type {HTMLElement | null} */ (actions.querySelector("button:not(:disabled), a"));
  if (place) board.overlay.visit(String(place.dataset.cell), false);
  (place ?? button ?? at("[tabindex='0']"))?.focus({ preventScroll: true });
}
