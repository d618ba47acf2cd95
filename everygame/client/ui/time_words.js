/** Times in words: how long ago something was, what is left on a clock, and how it is set. */
import { count, locale, say } from "../say.js";
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
  if (ago < 90) return say("just now");
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
  return new Intl.RelativeTimeFormat(locale(), { numeric }).format(-Math.floor(ago), unit);
}

/** "2 d 4 h", "1:02:09", "4:05"; 0:00 only when nothing is left. @param {number} ms */
export function inTime(ms) {
  if (ms >= 1000 * DAY) {
    const hours = Math.floor(ms / (1000 * HOUR));
    return say("{days} d {hours} h", { days: Math.floor(hours / 24), hours: hours % 24 });
  }
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  const last = two(seconds % 60);
  return seconds < HOUR ? `${minutes}:${last}` : `${Math.floor(seconds / HOUR)}:${two(minutes)}:${last}`;
}

/** How a clock is set, in words. @param {{seconds: number, each: string, increment: number}} clock */
export function inWords({ seconds, each, increment }) {
  const time = spell(seconds);
  if (each === "turn") return say("{time} for each turn", { time });
  return increment
    ? say("{time} and {more} more a turn", { time, more: spell(increment) })
    : say("{time} for the whole match", { time });
}

/** @param {number} seconds */
function spell(seconds) {
  if (seconds >= DAY) return count(seconds / DAY, "{number} day", "{number} days");
  if (seconds >= 60 && seconds % 60 === 0) return count(seconds / 60, "{number} minute", "{number} minutes");
  return count(seconds, "{number} second", "{number} seconds");
}
