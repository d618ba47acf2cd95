/** Comparing the words that somebody looks for with the words of a game. */

/** Letters of a word for each slip of the pen that is forgiven. */
const LETTERS_A_SLIP = 4;

/** Words as they are compared: without capitals and accents. @param {string} text */
const plainWords = (text) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .split(/[\s,;.:()]+/)
    .filter(Boolean);

/**
 * Whether each word that is looked for is part of a word of the text.
 * @param {string} wanted
 * @param {string} text
 */
export function isNamed(wanted, text) {
  const words = plainWords(text);
  return plainWords(wanted).every((one) => words.some((word) => word.includes(one)));
}

/**
 * Whether each word that is looked for begins a word of the text but for slips of the pen: a letter
 * too many, too few or another one, or two that changed places.
 * @param {string} wanted
 * @param {string} text
 */
export function isNearlyNamed(wanted, text) {
  const words = plainWords(text);
  return plainWords(wanted).every((one) => {
    const forgiven = Math.floor(one.length / LETTERS_A_SLIP);
    return words.some((word) => slips(one, word) <= forgiven);
  });
}

/**
 * The least number of slips that make the beginning of a word into what was typed.
 * @param {string} typed
 * @param {string} word
 */
function slips(typed, word) {
  /** @type {number[][]} a row a typed letter: the slips up to each letter of the word */
  const rows = [Array.from({ length: word.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= typed.length; row++) {
    rows.push([row]);
    for (let at = 1; at <= word.length; at++) rows[row].push(cheapest(rows, typed, word, row, at));
  }
  return Math.min(...rows[typed.length]);
}

/**
 * @param {number[][]} rows
 * @param {string} typed
 * @param {string} word
 * @param {number} row
 * @param {number} at
 */
function cheapest(rows, typed, word, row, at) {
  const same = typed[row - 1] === word[at - 1] ? 0 : 1;
  const swapped = row > 1 && at > 1 && typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1];
  return Math.min(
    rows[row - 1][at] + 1,
    rows[row][at - 1] + 1,
    rows[row - 1][at - 1] + same,
    swapped ? rows[row - 2][at - 2] + 1 : Infinity,
  );
}
