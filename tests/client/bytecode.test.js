import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { LIBRARY, OURS, fetchArchives, keepCompiled, read } from "../../everygame/client/pocket/bytecode.js";

const AT = "https://host/python/";

/** A host with files, and what a browser keeps of it; it may have no more room. */
function fakeBrowser() {
  const browser = { files: { [LIBRARY]: "library", [OURS]: "games" }, kept: new Map(), room: 9, load: null };
  browser.hashes = () => [LIBRARY, OURS].map((name) => digest(browser.files[name])).join("");
  browser.load = async (url) => {
    return new Response(url === `${AT}archives.txt` ? browser.hashes() : browser.files[url.slice(AT.length)]);
  };
  globalThis.caches = {
    async open(name) {
      if (!browser.kept.has(name)) browser.kept.set(name, new Map());
      const cache = browser.kept.get(name);
      return {
        async put(url, answer) {
          if (!browser.room--) throw new Error("no room");
          cache.set(url, answer);
        },
      };
    },
    match: async (url, { cacheName }) => browser.kept.get(cacheName)?.get(url)?.clone(),
    keys: async () => [...browser.kept.keys()],
    delete: async (name) => browser.kept.delete(name),
  };
  return browser;
}

const text = async ({ answers }) => Promise.all(Object.values(answers).map((answer) => answer.clone().text()));
const digest = (words) => createHash("sha256").update(words).digest("hex");
const upper = async (name, data) => new TextEncoder().encode(new TextDecoder().decode(data).toUpperCase());
const compile = async (browser, how = upper) => {
  await keepCompiled(AT, browser.load, how);
  return browser.hashes();
};

test("bytecode is kept for the files that it was made of, and only for those", async () => {
  const browser = fakeBrowser();
  const first = await fetchArchives(AT, browser.load);
  assert.deepEqual([first.hasBytecode, await text(first)], [false, ["library", "games"]]);
  await compile(browser);
  const second = await fetchArchives(AT, browser.load);
  assert.deepEqual([second.hasBytecode, await text(second)], [true, ["LIBRARY", "GAMES"]]);
  browser.files[OURS] = "newer games";
  const third = await fetchArchives(AT, browser.load);
  assert.deepEqual([third.hasBytecode, await text(third)], [false, ["library", "newer games"]]);
  const key = await compile(browser);
  assert.deepEqual(
    [...browser.kept.keys()].map((name) => name.endsWith(key)),
    [true],
    "the older one is gone",
  );
});

test("where bytecode is kept, the archives as they came are not even fetched", async () => {
  const browser = fakeBrowser();
  const hashes = await compile(browser);
  browser.load = async (url) => (url === `${AT}archives.txt` ? new Response(hashes) : assert.fail(url));
  const { answers } = await fetchArchives(AT, browser.load);
  assert.equal(new TextDecoder().decode(await read(answers[OURS])), "GAMES");
});

test("what the host has changed meanwhile, and what cannot be compiled, is not kept", async () => {
  const browser = fakeBrowser();
  const { load } = browser;
  const hashes = browser.hashes();
  browser.files[OURS] = "newer games";
  browser.load = async (url) => (url === `${AT}archives.txt` ? new Response(hashes) : load(url));
  await compile(browser);
  assert.equal(browser.kept.size, 0);
  browser.load = load;
  await assert.rejects(
    compile(browser, () => Promise.reject(new Error("no memory"))),
    /no memory/,
  );
  assert.equal(browser.kept.size, 0);
});

test("without room there is no bytecode, or none of it", async () => {
  const browser = fakeBrowser();
  browser.room = 1;
  await compile(browser);
  const found = await fetchArchives(AT, browser.load);
  assert.deepEqual([found.hasBytecode, await text(found)], [false, ["library", "games"]]);
  assert.equal(browser.kept.size, 0, "half of it would only take room");
});
