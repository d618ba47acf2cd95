import assert from "node:assert/strict";
import { test } from "node:test";
import { changed } from "../../everygame/client/library/news.js";

/** @param {object} [facts] @param {string} [other]  the kind of the second seat */
const news = (facts = {}, other = "person") => ({
  match: "m",
  title: "Freez!",
  over: false,
  your_turn: false,
  seats: [
    { called: "White", name: "Ann", kind: "person" },
    { called: "Black", name: other === "open" ? "" : "Bob", kind: other },
  ],
  ...facts,
});

test("of two looks at a match that what has happened between them is told", () => {
  assert.equal(changed(undefined, news()), "Freez!: a new match was begun.");
  assert.equal(changed(news({}, "open"), news({ your_turn: true })), "Freez!: Bob has sat down.");
  assert.equal(changed(news(), news({ your_turn: true })), "Freez!: it is your turn.");
  assert.equal(changed(news({ your_turn: true }), news({ over: true })), "Freez!: the match is over.");
  assert.equal(changed(news({ your_turn: true }), news({ your_turn: true })), "");
  assert.equal(changed(news({}, "bot"), news()), "");
});
