/**
 * What was drawn lately, by what it was drawn from: a table that is turned to whoever plays shows
 * the same few pictures by turns.
 *
 * @template T
 */
export class Lately {
  /** @param {number} most  that are kept; the one that was not wanted for longest goes first */
  constructor(most) {
    this.most = most;
    /** @type {Map<string, T>} */
    this.kept = new Map();
  }

  /** What was made under a key, or is made now. @param {string} key @param {() => T} make @returns {T} */
  get(key, make) {
    const found = this.kept.get(key) ?? make();
    this.kept.delete(key);
    this.kept.set(key, found);
    if (this.kept.size > this.most) this.kept.delete(/** @type {string} */ (this.kept.keys().next().value));
    return found;
  }
}
