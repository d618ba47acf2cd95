// Prints how many lines each named function of the page has, for test_client.py.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [tools, folder] = process.argv.slice(2);
const ts = createRequire(join(tools, "typescript", "package.json"))("typescript");

/** The name of a function that is declared, is part of a class, or is a constant; else empty. */
function nameOf(node) {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const declared = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isAccessor(node);
  if (declared) return node.name?.getText() ?? "";
  const value = ts.isArrowFunction(node) || ts.isFunctionExpression(node);
  return value && ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : "";
}

function* functionsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const lineAt = (place) => source.getLineAndCharacterOfPosition(place).line + 1;
  const left = [source];
  while (left.length) {
    const node = left.pop();
    const name = nameOf(node);
    if (name) {
      const first = lineAt(node.getStart(source));
      yield [lineAt(node.end) - first + 1, `${file}:${first} ${name}`];
    }
    node.forEachChild((child) => void left.push(child));
  }
}

const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".js"));
console.log(JSON.stringify(files.flatMap((name) => [...functionsOf(join(folder, name))])));
