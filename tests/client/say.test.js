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
