// Prints the texts of the page's scripts that look like words for people and are no whole sentence
// of say.js, for test_sentences.py.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";

const [tools, folder, ...skipped] = process.argv.slice(2);
const ts = createRequire(join(tools, "typescript", "package.json"))("typescript");
const kinds = ts.SyntaxKind;

/** Which arguments of a call are whole sentences. */
const SAYS = { __proto__: null, say: [0], sayWith: [0], count: [1, 2] };
/** Calls whose texts are shown, from which argument to which: there a single word in small letters is a text, too. */
const SHOWS = { __proto__: null, h: [2, 99], fill: [1, 99], sayWith: [1, 1], iconButton: [1, 1], segments: [0, 1] };
for (const name of ["toast", "tell", "waiting", "openDialog"]) SHOWS[name] = [0, 0];
for (const name of ["confirmed", "append", "prepend", "replaceChildren", "before", "after"]) SHOWS[name] = [0, 99];
/** Attributes and properties that people see or hear. */
const SEEN = /^(aria-label|aria-description|aria-valuetext|title|placeholder|alt|label|ariaLabel|textContent)$/;
/** Calls whose arguments only the browser or the server reads. */
const MACHINES = new Set([
  ..."querySelector querySelectorAll closest matches matchMedia getElementById addEventListener".split(" "),
  ..."removeEventListener dispatchEvent createElement createElementNS getContext supports require".split(" "),
  ..."includes startsWith endsWith indexOf has get set delete split getItem setItem removeItem".split(" "),
  ..."add remove toggle contains setProperty getAttribute removeAttribute hasAttribute Event".split(" "),
  ..."CustomEvent KeyboardEvent DOMException RegExp URL Worker BroadcastChannel TextDecoder".split(" "),
]);
/** Keys whose values only the browser or the server reads. */
const INNER = /^(class|className|id|type|role|href|src|accept|d|viewBox|style|cssText|transform|rel|method)$/;
/** More of them. */
const ATTRIBUTES = /^(data-|aria-(live|labelledby|describedby|controls|current|haspopup)|inputmode$|autocomplete$)/;
const COMPARES = new Set([
  kinds.EqualsEqualsEqualsToken,
  kinds.ExclamationEqualsEqualsToken,
  kinds.EqualsEqualsToken,
  kinds.ExclamationEqualsToken,
  kinds.InKeyword,
]);
/** What stands in a text for what is put into it. */
const HOLE = "\u{FFFC}";
const SENTENCE = /\p{L}[\p{L}'’-]*[,.:;!?)…”"]*\s+[(“"]*\p{L}{2}/u;
const FRAGMENT = /\u{FFFC}[^\p{L}]*\s[^\p{L}]*\p{L}{2}|\p{L}{2}[^\p{L}\u{FFFC}]*\s[^\p{L}]*\u{FFFC}/u;
const NAME = /^[^\p{L}<>]*\p{Lu}\p{Ll}+[^\p{L}<>]*$/u;
const WORD = /^\P{L}*\p{L}{2,}\P{L}*$/u;

/** The text of a literal, with holes; nothing where a node is none. */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map((one) => one.literal.text)].join(HOLE);
}

/** "say" of `say(…)`, "append" of `host.append(…)`. */
function calleeOf(call) {
  const called = call.expression;
  return ts.isPropertyAccessExpression(called) ? called.name.text : ts.isIdentifier(called) ? called.text : "";
}

const isCall = (node) => ts.isCallExpression(node) || ts.isNewExpression(node);
const nameOf = (property) => property.name?.text ?? "";

/** What people see and hear of a text that may be markup: its texts, and attributes that are read to them. */
function shownOf(text) {
  if (/^[MLHVCSQTAZ\d\s.,-]+$/i.test(text) || /\b(translate|rotate|scale)\(/.test(text)) return [];
  if (!/[<>]|\w="/.test(text)) return [text];
  const read = (whole, name, value) => (SEEN.test(name) ? `>${value}<` : "");
  return text
    .replace(/([\w-]+)="([^"]*)"/g, read)
    .replace(/<\/?\w+\s*/g, "<")
    .split(/[<>]/);
}

/** What a literal is part of: through choices, lists, sums and brackets it is the same text. */
function holderOf(node) {
  const same = (one) =>
    ts.isParenthesizedExpression(one) ||
    ts.isArrayLiteralExpression(one) ||
    ts.isSpreadElement(one) ||
    (ts.isConditionalExpression(one) && one.condition !== node) ||
    (ts.isBinaryExpression(one) && !COMPARES.has(one.operatorToken.kind) && !isSet(one));
  while (same(node.parent)) node = node.parent;
  return { part: node, holder: node.parent };
}

const isSet = (node) =>
  node.operatorToken.kind >= kinds.FirstAssignment && node.operatorToken.kind <= kinds.LastAssignment;

/** Whether a text is a whole sentence already. */
const isSaid = ({ part, holder }) => isCall(holder) && SAYS[calleeOf(holder)]?.includes(holder.arguments.indexOf(part));

/** Whether only machines read it. */
function isInner({ part, holder }, node) {
  if (ts.isImportDeclaration(holder) || ts.isExportDeclaration(holder) || ts.isCaseClause(holder)) return true;
  if (ts.isElementAccessExpression(holder) || ts.isExpressionStatement(holder)) return true;
  if (ts.isBinaryExpression(holder) && COMPARES.has(holder.operatorToken.kind)) return true;
  if (ts.isBinaryExpression(node.parent) && COMPARES.has(node.parent.operatorToken.kind)) return true;
  if (holder.name === part) return true;
  if (ts.isPropertyAssignment(holder)) return INNER.test(nameOf(holder)) || ATTRIBUTES.test(nameOf(holder));
  if (!isCall(holder)) return false;
  const name = calleeOf(holder);
  if (name === "setAttribute") return !SEEN.test(holder.arguments[0].text ?? "");
  const tag = name === "h" && holder.arguments.indexOf(part) === 0;
  const console = /^console\b/.test(holder.expression.getText());
  return tag || console || MACHINES.has(name) || holder.expression.kind === kinds.ImportKeyword;
}

/** Whether a text is shown just here. */
function isShown({ part, holder }) {
  if (ts.isPropertyAssignment(holder)) return SEEN.test(nameOf(holder));
  if (ts.isBinaryExpression(holder)) return SEEN.test(holder.left.name?.text ?? "");
  if (!isCall(holder)) return false;
  const [from, to] = SHOWS[calleeOf(holder)] ?? [0, -1];
  const at = holder.arguments.indexOf(part);
  return calleeOf(holder) === "setAttribute" || (at >= from && at <= to);
}

/** Whether it is the value of a choice, which stands before its text in one of several pairs. */
function isValue({ parent, pos }) {
  const isPair = ts.isArrayLiteralExpression(parent) && parent.elements.length === 2;
  return isPair && parent.elements[0].pos === pos && ts.isArrayLiteralExpression(parent.parent);
}

/** Whether a literal looks like words for people that no translator would meet. */
function isStray(node, whole, says) {
  const texts = shownOf(whole).filter((text) => /\p{L}{2}/u.test(text));
  if (!texts.length) return false;
  const found = holderOf(node);
  if (says && isSaid(found)) return whole.includes(HOLE);
  if (isInner(found, node)) return false;
  const isPart = ts.isBinaryExpression(node.parent) || (isCall(node.parent) && calleeOf(node.parent) === "join");
  const torn = (text) => isPart && /^\s|\s$/.test(text);
  const shown = isShown(found) && !isValue(node);
  return texts.some(
    (text) => SENTENCE.test(text) || FRAGMENT.test(text) || NAME.test(text) || torn(text) || (shown && WORD.test(text)),
  );
}

/** What is wrong with a whole sentence: it is made up of others, or nothing is given for one of its places. */
function faultOf(call) {
  const [first] = SAYS[calleeOf(call)] ?? [];
  if (first === undefined || !ts.isIdentifier(call.expression)) return "";
  const texts = SAYS[calleeOf(call)].map((at) => constantOf(call.arguments[at]));
  if (texts.some((text) => text === undefined)) return `no literal: ${call.getText()}`;
  const parts = call.arguments[SAYS[calleeOf(call)].at(-1) + 1];
  if (parts && !ts.isObjectLiteralExpression(parts)) return "";
  const given = new Set(["number"].slice(first ? 0 : 1).concat(parts?.properties.map(nameOf) ?? []));
  if (parts?.properties.some(ts.isSpreadAssignment)) return "";
  const places = texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const lacking = places.find((name) => !given.has(name));
  return lacking ? `nothing for {${lacking}}: ${call.getText()}` : "";
}

/**
 * Whether texts are put one after another with a space, which Japanese and Chinese do not have between sentences:
 * that is for `sentences` of the page.
 */
function isSpaced(node) {
  if (isCall(node) && calleeOf(node) === "join") return isBlank(constantOf(node.arguments[0]));
  if (ts.isTemplateExpression(node)) return isBlank(textOf(node).replaceAll(HOLE, ""));
  if (!isBlank(textOf(node))) return false;
  return ts.isBinaryExpression(node.parent) ? !COMPARES.has(node.parent.operatorToken.kind) : isShown(holderOf(node));
}

const isBlank = (text) => text !== undefined && /^ +$/.test(text);

/** A literal, or several of them one after another or to choose from. */
function constantOf(node) {
  if (!node) return undefined;
  const both = (one, other) =>
    constantOf(one) === undefined || constantOf(other) === undefined ? undefined : constantOf(one) + constantOf(other);
  if (ts.isBinaryExpression(node)) return both(node.left, node.right);
  if (ts.isConditionalExpression(node)) return both(node.whenTrue, node.whenFalse);
  if (ts.isParenthesizedExpression(node)) return constantOf(node.expression);
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) ? node.text : undefined;
}

/** Whether a script has its sentences from say.js: else what is called so there is something of its own. */
const hasSentences = (source) =>
  source.statements.some((one) => ts.isImportDeclaration(one) && /\/say\.js$/.test(one.moduleSpecifier.text));

function* straysOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const says = hasSentences(source);
  const left = [source];
  while (left.length) {
    const node = left.pop();
    const text = textOf(node);
    const stray = text !== undefined && isStray(node, text, says);
    const spaced = says && isSpaced(node) ? `spaced: ${node.getText().replace(/\s+/g, " ").slice(0, 60)}` : "";
    const fault = (says && isCall(node) && faultOf(node)) || spaced;
    if (stray || fault) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      yield { file: relative(folder, file), line, text: stray ? text.replaceAll(HOLE, "{}") : fault };
    }
    node.forEachChild((child) => void left.push(child));
  }
}

const files = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith(".js") && !skipped.includes(name.split("/")[0]))
  .sort();
console.log(
  JSON.stringify({ scripts: files.length, strays: files.flatMap((name) => [...straysOf(join(folder, name))]) }),
);
