// Which scripts are other programs than those beside them: node same.mjs MODULES FOLDER FOLDER
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [modules, one, other] = process.argv.slice(2);
const typescript = createRequire(join(modules, "_"))("typescript");

/** A script as the compiler prints it without comments. */
function printed(folder, name) {
  const text = readFileSync(join(folder, name), "utf-8");
  const source = typescript.createSourceFile(name, text, typescript.ScriptTarget.Latest, true);
  return typescript.createPrinter({ removeComments: true }).printFile(source);
}

const names = readdirSync(one, { recursive: true }).filter((name) => name.endsWith(".js"));
const unlike = names.filter((name) => printed(one, name) !== printed(other, name));
console.log(JSON.stringify([names.length, unlike]));
