/** What a person chose for this device: sounds and colours; kept by the browser. */

/** @param {string} name @param {string} fallback */
export function remembered(name, fallback) {
  try {
    return localStorage.getItem(`everygame.${name}`) ?? fallback;
  } catch {
    return fallback;
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`everygame.${name}`, value);
  } catch {
    // A browser that keeps nothing: the choice holds until the page is closed.
  }
}

/** "auto", "light" or "dark". */
export const theme = () => document.documentElement.dataset.theme || "auto";

/** @param {string} value */
export function setTheme(value) {
  if (value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
  remember("theme", value === "auto" ? "" : value);
}
