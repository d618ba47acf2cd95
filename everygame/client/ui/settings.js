/** What a person chose for this device: sounds, colours, how the board lies; kept by the browser. */

import { pocket } from "../net/address.js";

/** @param {string} name @param {string} fallback */
export function remembered(name, fallback) {
  try {
    return localStorage.getItem(`everygame.${name}`) ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * @param {string} name
 * @param {string} value
 * @returns {boolean} whether the browser keeps it; else it holds until the page is closed
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`everygame.${name}`, value);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(`everygame.${name}`);
  } catch {
    // Nothing was kept.
  }
}

/** Forget all that was chosen on this device. */
export function forgetAll() {
  setLanguage("");
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("everygame.")) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/**
 * How the board lies where several people sit at this device: "on", it turns to whoever plays;
 * "off", it lies still; "across", it does, and pieces and words are turned to the players. A phone
 * is handed from one to the other; a larger screen lies or stands between them.
 * @param {boolean} hidden  whether the game has secrets, so that any screen is handed over
 */
export function turning(hidden) {
  const usual = hidden || matchMedia("(max-width: 40rem)").matches;
  return remembered("turning", usual ? "on" : "off");
}

/** The skin of boards and pieces: "wood", "ice", "contrast", or "game" for the look that each game has. */
export const skin = () => remembered("skin", matchMedia("(prefers-contrast: more)").matches ? "contrast" : "game");

/** Whether dice wait until whoever plays at this device throws them. */
export const throwsByHand = () => remembered("throws", "") === "hand";

/** The languages that there are, English first. */
export const languages = () => (document.documentElement.dataset.languages ?? "en").split(" ");

/** Those of them in which there are rule sheets alone, beside a page in English. */
export const onlyRules = () => (document.documentElement.dataset.onlyRules ?? "").split(" ").filter(Boolean);

/** The language of rule sheets. */
export const rulesLanguage = () => document.documentElement.dataset.rules ?? "en";

/** How long a browser keeps the language, in seconds. */
const YEAR = 365 * 24 * 3600;

/**
 * Speak another language from the next look at the page on. The server reads it from a cookie.
 * @param {string} language  empty for that of the system
 */
export function setLanguage(language) {
  if (pocket) return void (language ? remember("language", language) : forget("language"));
  document.cookie = `language=${language}; path=/; max-age=${language ? YEAR : 0}; samesite=lax`;
}

/** The language that was chosen on this device; empty where the system's is spoken. */
export const chosenLanguage = () =>
  pocket ? remembered("language", "") : (/(?:^|; )language=([\w-]+)/.exec(document.cookie)?.[1] ?? "");

/** "auto", "light" or "dark". */
export const theme = () => document.documentElement.dataset.theme || "auto";

/** @param {string} value */
export function setTheme(value) {
  if (value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
  remember("theme", value === "auto" ? "" : value);
}
