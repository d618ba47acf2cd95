import assert from "node:assert/strict";
import test from "node:test";
import { count, inTurn, oneOf, say, speak } from "../../everygame/client/say.js";
import { sentences } from "../../everygame/client/ui/sentences.js";

/** From now on, speak as a catalogue has it. @param {string} language @param {Record<string, any>} words */
async function learn(language, words) {
  const tongue = { language, texts: {}, counts: {}, forms: {}, ...words };
  globalThis.fetch = /** @type {any} */ (async () => ({ ok: true, json: async () => tongue }));
  await speak(language);
}

const told = () => sentences([say("It is over."), "", false, say("{name} won.", { name: "Ann" })]);

test("in English sentences stand one after another, and names in a list", () => {
  assert.equal(told(), "It is over. Ann won.");
  assert.equal(sentences([]), "");
  assert.equal(say("Waiting for {names}.", { names: ["Ann", "Bob", "Eve"] }), "Waiting for Ann, Bob and Eve.");
  assert.equal(oneOf(["2", "4"]), "2 or 4");
  assert.equal(inTurn(["rolled small", "e2-d2"]), "rolled small, e2-d2");
});

test("numbers have the groups, and counted things the forms, of the language that is spoken", async () => {
  assert.equal(say("{n} nodes", { n: 9999 }), "9999 nodes");
  assert.equal(say("{n} nodes", { n: 10000 }), "10,000 nodes");
  const moves = (/** @type {number} */ n) => count(n, "{n} move", "{n} moves", { n });
  await learn("ja", { counts: { "{n} move\n{n} moves": { other: "{n}手" } } });
  assert.deepEqual([1, 2].map(moves), ["1手", "2手"]);
  const { one, few, many } = { one: "{n} ruch", few: "{n} ruchy", many: "{n} ruchów" };
  await learn("pl", { counts: { "{n} move\n{n} moves": { one, few, many } } });
  assert.deepEqual([1, 2, 5, 22].map(moves), ["1 ruch", "2 ruchy", "5 ruchów", "22 ruchy"]);
  assert.equal(say("{n} nodes", { n: 10000 }), "10\u00a0000 nodes");
});

test("a language says what stands between sentences", async () => {
  const texts = { "It is over.": "終了。", "{name} won.": "{name}の勝ち。", "{before} {after}": "{before}{after}" };
  await learn("ja", { texts });
  assert.equal(told(), "終了。Annの勝ち。");
});

test("each name of a list has the form that its place asks for, and names of people stay", async () => {
  const forms = { of: { Białe: "Białych", Czarne: "Czarnych" } };
  await learn("pl", { forms, texts: { "Waiting for {names}.": "Czekamy na {names:of}." } });
  assert.equal(
    say("Waiting for {names}.", { names: ["Białe", "Ann", "Czarne"] }),
    "Czekamy na Białych, Ann i Czarnych.",
  );
  assert.equal(count(2, "{names} has", "{names} have", { names: ["Ann", "Bob"] }), "Ann i Bob have");
});
