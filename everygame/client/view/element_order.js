/** The order of elements, changed without touching those that stand right. */

/**
 * Put these children into an element in this order, before any others; one that stands right is not touched.
 * @param {Element} host
 * @param {Element[]} children
 */
export function inOrder(host, children) {
  let next = host.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else host.insertBefore(child, next);
  }
}
