/** Without what is not said. @template T @param {T} thing @returns {T} */
export function clean(thing) {
  return /** @type {T} */ (
    Object.fromEntries(
      Object.entries(/** @type {any} */ (thing)).filter(
        ([, value]) => value !== undefined && value !== "" && value !== false,
      ),
    )
  );
}
