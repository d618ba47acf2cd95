/**
 * Where the focus of whoever plays by keys or listens goes when what had it is gone: never back to the start of the
 * page. Who touches or points keeps the keys that work everywhere, such as the arrows of the history.
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
