/**
 * Sentences of the page. A text with named places is one whole sentence, so that whoever translates
 * it never meets a part of one; the English text is its own key.
 *
 * @typedef {{language: string, texts: Record<string, string>, counts: Record<string, Record<string, string>>,
 *   forms: Record<string, Record<string, string>>}} Tongue
 *   what a language says: for texts, for "one" + newline + "other" by the kind of a number, and the
 *   forms of words as they are shown
 */

/** @typedef {string | number | string[]} Part  what stands in a place: a text, a number, or names as a list */

/** @type {Tongue} */
let tongue = { language: "en", texts: {}, counts: {}, forms: {} };
// Made when they are wanted, for the first of them takes a page longer than all its words.
/** @type {Intl.PluralRules | null} */
let plurals = null;
/** @type {Intl.NumberFormat | null} */
let figures = null;

const PLACES = /\{(\w+)(?::(\w+))?\}/g;
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const RIGHTWARD = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])\p{L}/u;
/** Begins and ends a part whose direction is its own. */
const ISOLATE = "\u2068",
  END = "\u2069";

/** A number as people read it, in the digits that boards and clocks have. @param {number} number */
function figured(number) {
  if (Number.isInteger(number) && number >= 0 && number < GROUPED) return String(number);
  const grouping = /** @type {any} */ ({ useGrouping: "min2" });
  figures ??= new Intl.NumberFormat(`${tongue.language}-u-nu-latn`, grouping);
  return figures.format(number);
}

/** The first number whose digits are grouped. */
const GROUPED = 10_000;

/**
 * Speak a language from now on; where its file does not come, English.
 * @param {string} language
 */
export async function speak(language) {
  if (language === "en") return;
  try {
    const answer = await fetch(new URL(`languages/${language}.json`, import.meta.url));
    tongue = answer.ok ? await answer.json() : tongue;
  } catch {
    console.warn(`There are no words in ${language}.`);
  }
  plurals = figures = null;
}

/** The language for dates, lists and numbers. */
export const locale = () => `${tongue.language === "en" ? "en-GB" : tongue.language}-u-nu-latn`;

/** Whether the language is read from right to left. */
export const leftward = () => typeof document !== "undefined" && document.documentElement.dir === "rtl";

/**
 * @param {string} text  "It is the turn of {name}."
 * @param {Record<string, Part>} [parts]  what stands in its places
 * @returns {string}
 */
export function say(text, parts = {}) {
  return fillIn(tongue.texts[text] ?? text, parts);
}

/**
 * A sentence about a number, which stands at {number}. A language has a form for each of its kinds
 * of numbers; English has two.
 * @param {number} number
 * @param {string} one  "{number} move"
 * @param {string} other  "{number} moves"
 * @param {Record<string, Part>} [parts]
 * @returns {string}
 */
export function count(number, one, other, parts = {}) {
  const forms = tongue.counts[`${one}\n${other}`];
  const text = forms ? formFor(number, forms) : number === 1 ? one : other;
  return fillIn(text, { number, ...parts });
}

/** @param {number} number @param {Record<string, string>} forms */
function formFor(number, forms) {
  return (
    forms[(plurals ??= new Intl.PluralRules(tongue.language)).select(number)] ??
    forms.other ??
    Object.values(forms).at(-1) ??
    ""
  );
}

/** @param {string} text @param {Record<string, Part>} parts */
const fillIn = (text, parts) =>
  text.replace(PLACES, (place, name, form) => (name in parts ? shown(parts[name], form) : place));

/**
 * What stands in a place: in the form that the place asks for, and apart from the words around it
 * where it is read in the other direction. Of a list each name has that form.
 * @param {Part} part @param {string} [form]
 * @returns {string}
 */
function shown(part, form = "") {
  if (typeof part === "number") return figured(part);
  if (Array.isArray(part)) return inList(part.map((name) => shown(name, form)));
  const strange = (leftward() ? RIGHTWARD : LEFTWARD).test(part);
  return tongue.forms[form]?.[part] ?? (strange ? ISOLATE + part + END : part);
}

/**
 * A sentence with elements in its places, as children of an element.
 * @param {string} text  "Open {link} on the other device."
 * @param {Record<string, Part | Node>} parts
 * @returns {(string | Node)[]}
 */
export function sayWith(text, parts) {
  return say(text)
    .split(/(\{\w+(?::\w+)?\})/)
    .map((piece) => {
      const [name, form] = piece.slice(1, -1).split(":");
      const part = parts[name];
      return part === undefined ? piece : part instanceof Node ? part : shown(part, form);
    })
    .filter((piece) => piece !== "");
}

/**
 * Things as a list: "2 or 4".
 * @param {string[]} things
 */
export const oneOf = (things) =>
  inList(
    things.map((thing) => shown(thing)),
    "disjunction",
  );

/**
 * Steps one after another: "rolled small, e2-d2".
 * @param {string[]} steps
 */
export const inTurn = (steps) =>
  inList(
    steps.map((step) => shown(step)),
    "unit",
  );

/** @param {string[]} things  as they are shown @param {Intl.ListFormatType} [type] */
function inList(things, type = "conjunction") {
  // The server's lists have no comma before the last name, so ours have none.
  return new Intl.ListFormat(locale(), { type }).format(things);
}
