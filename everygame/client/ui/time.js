/** Times in words: how long ago something was, what is left on a clock, and how it is set. */
import { date } from "../world.js";

/** In seconds. */
const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * "3 hours ago"; from a day on by the calendar, so that "yesterday" is no day before.
 * @param {number} seconds  since 1970
 */
export function since(seconds) {
  const now = date() / 1000;
  const ago = now - seconds;
  if (ago < 90) return "just now";
  if (ago < 3600) return said(ago / 60, "minute");
  if (ago < DAY) return said(ago / 3600, "hour");
  const days = dayOf(now) - dayOf(seconds);
  if (days < 31) return said(days, "day", "auto");
  return days < 366 ? said(days / 30.4375, "month") : said(days / 365.25, "year");
}

/** A number that is one more each day, here. @param {number} seconds  since 1970 */
function dayOf(seconds) {
  const when = new Date(1000 * seconds);
  return Date.UTC(when.getFullYear(), when.getMonth(), when.getDate()) / (1000 * DAY);
}

/**
 * @param {number} ago
 * @param {Intl.RelativeTimeFormatUnit} unit
 * @param {"auto" | "always"} numeric  "auto": "yesterday"
 */
function said(ago, unit, numeric = "always") {
  return new Intl.RelativeTimeFormat(document.documentElement.lang || "en", { numeric }).format(-Math.floor(ago), unit);
}

/** "2 d 4 h", "1:02:09", "4:05"; 0:00 only when nothing is left. @param {number} ms */
export function inTime(ms) {
  if (ms >= 1000 * DAY) {
    const hours = Math.floor(ms / (1000 * HOUR));
    return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  }
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  const last = two(seconds % 60);
  return seconds < HOUR ? `${minutes}:${last}` : `${Math.floor(seconds / HOUR)}:${two(minutes)}:${last}`;
}

/** How a clock is set, in words. @param {{seconds: number, each: string, increment: number}} clock */
export function inWords({ seconds, each, increment }) {
  const span = spell(seconds);
  if (each === "turn") return `${span} for each turn`;
  return increment ? `${span} and ${spell(increment)} more a turn` : `${span} for the whole match`;
}

/** @param {number} seconds */
function spell(seconds) {
  const [count, unit] =
    seconds >= 86_400
      ? [seconds / 86_400, "day"]
      : seconds >= 60 && seconds % 60 === 0
        ? [seconds / 60, "minute"]
        : [seconds, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
