/**
 * Sentences of the page. A text with named places is one whole sentence, so that whoever translates
 * it never meets a part of one; the English text is its own key.
 */

/**
 * @param {string} text  "It is the turn of {name}."
 * @param {Record<string, string | number>} [parts]  what stands in its places
 * @returns {string}
 */
export function say(text, parts = {}) {
  return text.replace(/\{(\w+)\}/g, (place, name) => (name in parts ? String(parts[name]) : place));
}

/**
 * A sentence about a number, which stands at {number}. A language has a form for each of its kinds
 * of numbers; English has two.
 * @param {number} number
 * @param {string} one  "{number} move"
 * @param {string} other  "{number} moves"
 * @param {Record<string, string | number>} [parts]
 * @returns {string}
 */
export function count(number, one, other, parts = {}) {
  return say(number === 1 ? one : other, { number, ...parts });
}

/**
 * A sentence with elements in its places, as children of an element.
 * @param {string} text  "Open {link} on the other device."
 * @param {Record<string, string | number | Node>} parts
 * @returns {(string | Node)[]}
 */
export function sayWith(text, parts) {
  return say(text)
    .split(/(\{\w+\})/)
    .map((piece) => {
      const part = parts[piece.slice(1, -1)];
      return part === undefined ? piece : part instanceof Node ? part : String(part);
    })
    .filter((piece) => piece !== "");
}

/**
 * Names as a list: "Ann, Bob and Eve".
 * @param {string[]} names
 * @param {Intl.ListFormatType} [type]  "disjunction": "Ann, Bob or Eve"
 * @returns {string}
 */
export function listOf(names, type = "conjunction") {
  const lang = document.documentElement.lang || "en";
  // The server's lists have no comma before the last name, so ours have none.
  return new Intl.ListFormat(lang === "en" ? "en-GB" : lang, { type }).format(names);
}
