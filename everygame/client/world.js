/**
 * Time as the page has it, and whether the page is at rest. Only this file asks the browser for
 * timers, the time and frames, so that a test owns all of them at one place.
 */
const root = globalThis.document?.documentElement;
let works = 0;

/**
 * The page is not at rest until this work has ended: until then the root element has `data-busy`.
 * @template T @param {Promise<T>} work @returns {Promise<T>}
 */
export function busy(work) {
  if (!works++) root?.setAttribute("data-busy", "");
  const ended = () => {
    if (!--works) root?.removeAttribute("data-busy");
  };
  work.then(ended, ended);
  return work;
}

/** Milliseconds since the page was opened. */
export const now = () => performance.now();

/** Milliseconds since 1970. */
export const date = () => Date.now();

/** Do something after so many milliseconds. @param {() => void} what @param {number} [ms] */
export const later = (what, ms) => setTimeout(what, ms);

/** Do something each time when so many milliseconds have passed. @param {() => void} what @param {number} ms */
export const each = (what, ms) => setInterval(what, ms);

/** Do it no more. @param {ReturnType<typeof setTimeout> | undefined} timer */
export const never = (timer) => clearTimeout(timer);

/** Do something before the next picture is drawn; until then the page is busy. @param {() => void} what */
export function frame(what) {
  void busy(
    new Promise((drawn) => {
      requestAnimationFrame(() => {
        try {
          what();
        } finally {
          drawn(null);
        }
      });
    }),
  );
}
