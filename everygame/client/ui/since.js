/** How long ago something was, in words. */
import { date } from "../world.js";

const DAY = 86_400;

/** "3 hours ago"; from a day on by the calendar, so that "yesterday" is no day before. @param {number} seconds  since 1970 */
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

/** @param {number} ago @param {Intl.RelativeTimeFormatUnit} unit @param {"auto" | "always"} numeric  "auto": "yesterday" */
function said(ago, unit, numeric = "always") {
  return new Intl.RelativeTimeFormat(document.documentElement.lang || "en", { numeric }).format(-Math.floor(ago), unit);
}
