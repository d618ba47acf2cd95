/**
 * The history of a match as this page knows it. The server sends what is new of it; here it is put
 * together: plies, and by which ply each line goes on.
 *
 * @import { News, Ply } from "../types"
 * @typedef {{plies: Map<number, Ply>, mainChildren: Map<number, number>, children: Map<number, number[]>,
 *   comment?: string | null}} Tree
 *   `comment`: of the start
 */
import { say } from "../say.js";

export class Lines {
  constructor() {
    /** One history for each reader: the seats of this device may know different ones. @type {Map<News["of"], Tree>} */
    this.trees = new Map();
  }

  /** @param {News} news */
  add({ of, after, plies, main_children: mainChildren, comment }) {
    if (after === 1) this.trees.set(of, { plies: new Map(), mainChildren: new Map(), children: new Map(), comment });
    const tree = this.tree(of);
    for (const ply of plies) {
      tree.plies.set(ply.node, ply);
      tree.children.set(ply.parent, [...(tree.children.get(ply.parent) ?? []), ply.node]);
      tree.mainChildren.set(ply.parent, ply.node);
    }
    for (const node of mainChildren) tree.mainChildren.set(tree.plies.get(node)?.parent ?? 0, node);
  }

  /** @param {News["of"]} of @returns {Tree} */
  tree(of) {
    const tree = this.trees.get(of);
    if (!tree) throw new Error(say("There is no beginning of this history."));
    return tree;
  }

  /**
   * The line through a node, from the start to its end, and the other lines.
   * @param {News["of"]} of
   * @param {number} node
   * @returns {{line: Ply[], branches: {node: number, line: Ply[]}[], comment?: string | null}}
   */
  through(of, node) {
    const tree = this.tree(of);
    const before = [];
    for (let ply = tree.plies.get(node); ply; ply = tree.plies.get(ply.parent)) before.push(ply);
    const line = [...before.reverse(), ...onward(tree, node)];
    const on = new Set([0, ...line.map((ply) => ply.node)]);
    const branches = [];
    for (const [parent, children] of [...tree.children].sort(([a], [b]) => a - b)) {
      if (children.length === 1 && on.has(parent) === on.has(children[0])) continue;
      for (const child of children) {
        if (on.has(child) || (child === tree.mainChildren.get(parent) && !on.has(parent))) continue;
        branches.push({ node: parent, line: [/** @type {Ply} */ (tree.plies.get(child)), ...onward(tree, child)] });
      }
    }
    return { line, branches, comment: tree.comment };
  }
}

/** The plies after a node to the end of its line, as it was walked last. @param {Tree} tree @param {number} node */
function onward(tree, node) {
  const found = [];
  for (let child = tree.mainChildren.get(node); child !== undefined; child = tree.mainChildren.get(child)) {
    found.push(/** @type {Ply} */ (tree.plies.get(child)));
  }
  return found;
}
