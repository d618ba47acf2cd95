import assert from "node:assert/strict";
import test from "node:test";
import { LIBRARY, OURS, fetchArchives, keepArchives } from "../../everygame/client/pocket/bytecode.js";

const AT = "https://host/python/";

/** A host with files, and what a browser keeps of it; it may have no more room. */
function fakeBrowser() {
  const browser = { files: { [LIBRARY]: "library", [OURS]: "games" }, kept: new Map(), room: 9, load: null };
  browser.load = async (url) => new Response(browser.files[url.slice(AT.length)]);
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

const text = ({ files }) => Object.values(files).map((data) => new TextDecoder().decode(data));
const bytes = (words) => new TextEncoder().encode(words);
const compiled = (archives) => ({ ...archives, files: { [LIBRARY]: bytes("LIBRARY"), [OURS]: bytes("GAMES") } });

test("bytecode is kept for the files that it was made of, and only for those", async () => {
  const browser = fakeBrowser();
  const first = await fetchArchives(AT, browser.load);
  assert.deepEqual([first.hasBytecode, text(first)], [false, ["library", "games"]]);
  await keepArchives(AT, compiled(first));
  const second = await fetchArchives(AT, browser.load);
  assert.deepEqual([second.hasBytecode, text(second)], [true, ["LIBRARY", "GAMES"]]);
  browser.files[OURS] = "newer games";
  const third = await fetchArchives(AT, browser.load);
  assert.deepEqual([third.hasBytecode, text(third)], [false, ["library", "newer games"]]);
  await keepArchives(AT, compiled(third));
  assert.deepEqual([...browser.kept.keys()].map((name) => name.endsWith(third.key)), [true], "the older one is gone");
});

test("without room there is no bytecode, or none of it", async () => {
  const browser = fakeBrowser();
  browser.room = 1;
  await keepArchives(AT, compiled(await fetchArchives(AT, browser.load)));
  const found = await fetchArchives(AT, browser.load);
  assert.deepEqual([found.hasBytecode, text(found)], [false, ["library", "games"]]);
  assert.equal(browser.kept.size, 0, "half of it would only take room");
});
