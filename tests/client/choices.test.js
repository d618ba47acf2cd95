import assert from "node:assert/strict";
import test from "node:test";
import * as choices from "../../everygame/client/scene/choices.js";
import { whyNot } from "../../everygame/client/scene/refusals.js";
import { complete } from "../../everygame/client/scene/scene.js";

const piece = (id, at, more = {}) => ({ id, at, shape: "disc", name: id, ...more });
const scene = (list, more = {}) =>
  complete({
    width: 4,
    height: 4,
    regions: [{ id: "b", name: "Board", columns: 4, rows: 4 }],
    pieces: [piece("A", "a1"), piece("B", "b1")],
    choices: list,
    ...more,
  });
const moves = (list) => list.map((choice) => choice.move);

test("a move is played by touching its places in order; pieces count as their cells", () => {
  const walk = choices.start(
    scene([
      { move: "x", touch: ["A", "a3"] },
      { move: "y", touch: ["B", "b3"] },
    ]),
  );
  assert.deepEqual([...choices.next(walk).keys()], ["a1", "b1"]);
  const first = choices.touch(walk, "a1", "tap");
  assert.equal(first.play, undefined);
  assert.deepEqual([...choices.next(first.walk).keys()], ["a3"]);
  const second = choices.touch(first.walk, "a3", "tap");
  assert.equal(second.play?.move, "x");
  assert.deepEqual(second.walk.touched, []);
});

test("a touch that begins nothing is told why", () => {
  const list = [
    piece("A", "a1", { owner: 0 }),
    piece("B", "b1", { owner: 1 }),
    piece("C", "c1", { owner: 0 }),
    piece("D", "d1"),
  ];
  const walk = choices.start(
    scene(
      [
        { move: "x", touch: ["A", "a3"] },
        { move: "y", touch: ["A", "b3"] },
        { move: "z", touch: ["C", "b3"] },
      ],
      { pieces: list },
    ),
  );
  assert.equal(whyNot(walk, "b1"), "Not yours to play now.");
  assert.equal(whyNot(walk, "d1"), "That cannot be used now.");
  assert.equal(whyNot(walk, "d4"), "First tap what is to move.");
  const places = choices.start(
    scene([
      { move: "x", touch: ["A", "a3"] },
      { move: "y", touch: ["A", "b3"] },
    ]),
  );
  assert.equal(whyNot(places, "d4"), "Tap one of the marked places.");
  const chosen = choices.start(
    scene([
      { move: "x", touch: ["A", "B"] },
      { move: "y", touch: ["B"] },
    ]),
  );
  assert.equal(whyNot(chosen, "d4"), "Tap one of the marked pieces.", "nothing moves");
  assert.equal(whyNot(choices.start(scene([{ move: "x" }])), "d4"), "Nothing to do here.", "only a button is left");
});

test("what all choices share need not be touched, and cannot be put down", () => {
  const walk = choices.start(
    scene([
      { move: "x", touch: ["a1", "a3"] },
      { move: "y", touch: ["a1", "b3"] },
    ]),
  );
  assert.equal(whyNot(walk, "a1"), "That is chosen already.");
  assert.equal(whyNot(walk, "b1"), "Tap one of the marked places.");
  assert.deepEqual(walk.touched, ["a1"]);
  assert.equal(choices.begun(walk), false);
  assert.equal(choices.touch(walk, "b3", "tap").play?.move, "y");
  assert.deepEqual(choices.touch(walk, "a1", "tap").walk.touched, ["a1"]);
  assert.deepEqual(choices.touch(walk, "d4", "tap").walk.touched, ["a1"]);
});

test("a walk that goes no further offers what it offered, and a touch elsewhere begins afresh", () => {
  const list = scene([
    { move: "deal", touch: ["A"], label: "Deal" },
    { move: "gather", touch: ["A"], label: "Gather" },
    { move: "x", touch: ["A", "b1"] },
    { move: "y", touch: ["B", "b3"] },
  ]);
  const { walk, ask } = choices.touch(choices.start(list), "a1", "tap");
  assert.deepEqual(moves(ask ?? []), ["deal", "gather"]);
  const halted = { ...walk, only: ["deal"] };
  assert.deepEqual(moves(choices.finished(halted)), ["deal"]);
  assert.equal(choices.touch(walk, "b1", "tap").play?.move, "x");
  assert.deepEqual(
    choices.touch(choices.resume(halted, list), "b1", "tap").walk.touched,
    ["b1"],
    "what lies there is taken up",
  );
  assert.equal(choices.touch(halted, "a1", "tap").walk.touched.length, 0);
  assert.deepEqual([...choices.next(choices.grasp(halted, "a1") ?? halted).keys()], ["b1"], "a drag goes anywhere");
});

test("a single place to touch is not taken for granted", () => {
  const walk = choices.start(scene([{ move: "x", touch: ["a3"] }]));
  assert.deepEqual(walk.touched, []);
  assert.equal(choices.touch(walk, "a3", "tap").play?.move, "x");
});

test("another beginning changes the choice; an empty place lets go; the same place takes it back", () => {
  const walk = choices.start(
    scene([
      { move: "x", touch: ["A", "a3"] },
      { move: "y", touch: ["B", "b3"] },
    ]),
  );
  const chosen = choices.touch(walk, "a1", "tap").walk;
  assert.deepEqual(choices.touch(chosen, "b1", "tap").walk.touched, ["b1"]);
  assert.deepEqual(choices.touch(chosen, "d4", "tap").walk.touched, []);
  assert.deepEqual(choices.touch(chosen, "a1", "tap").walk.touched, []);
  assert.deepEqual(choices.touch(chosen, "d4", "key").walk.touched, ["a1"], "a key on nothing keeps the choice");
  assert.deepEqual(choices.touch(chosen, "b1", "drop").walk.touched, ["a1"], "a drop beside changes nothing");
});

test("choices with the same touches are asked about", () => {
  const walk = choices.start(
    scene([
      { move: "x", touch: ["A", "a3"], label: "X" },
      { move: "y", touch: ["A", "a3"], label: "Y" },
      { move: "z", touch: ["B", "b3"] },
    ]),
  );
  const step = choices.touch(choices.touch(walk, "a1", "tap").walk, "a3", "tap");
  assert.equal(step.play, undefined);
  assert.deepEqual(moves(step.ask ?? []), ["x", "y"]);
});

test("a choice that ends where others go on is offered beside them", () => {
  const walk = choices.start(
    scene([
      { move: "peek", touch: ["A"], gesture: "hold" },
      { move: "x", touch: ["A", "a3"] },
      { move: "y", touch: ["B", "b3"] },
    ]),
  );
  const step = choices.touch(walk, "a1", "tap");
  assert.deepEqual(moves(step.ask ?? []), ["peek"]);
  assert.deepEqual([...choices.next(step.walk).keys()], ["a3"]);
  assert.equal(choices.gestured(walk, "a1", "hold")?.move, "peek");
  assert.equal(choices.gestured(walk, "a1", "double"), undefined);
  assert.equal(choices.gestured(walk, "b1", "hold"), undefined);
});

test("a gesture is only a shortcut: a tap asks, a key plays", () => {
  const walk = choices.start(
    scene([
      { move: "lower", touch: ["A"], gesture: "double" },
      { move: "y", touch: ["B", "b3"] },
    ]),
  );
  assert.deepEqual(moves(choices.touch(walk, "a1", "tap").ask ?? []), ["lower"]);
  assert.equal(choices.touch(walk, "a1", "key").play?.move, "lower");
});

test("what asks before it plays shows all that was touched, and is taken back by the last touch", () => {
  const walk = choices.start(
    scene([
      { move: "x", touch: ["A", "B"], gesture: "ask" },
      { move: "x", touch: ["B", "A"], gesture: "ask" },
    ]),
  );
  for (const how of /** @type {choices.How[]} */ (["tap", "key", "drop"])) {
    const step = choices.touch(choices.touch(walk, "b1", "tap").walk, "a1", how);
    assert.equal(step.play, undefined);
    assert.deepEqual(moves(step.ask ?? []), ["x"]);
    assert.deepEqual(step.walk.touched, ["b1", "a1"]);
    assert.deepEqual(choices.touch(step.walk, "a1", "tap").walk.touched, ["b1"]);
  }
});

test("where only a drag puts something, a touch chooses what lies there", () => {
  const walk = choices.start(
    scene([], {
      carries: [
        { starts: ["a1", "b1"], goals: ["c1"] },
        { starts: ["a1", "b1"], goals: ["a1", "b1"], gesture: "drag" },
      ],
    }),
  );
  const chosen = choices.touch(walk, "a1", "tap").walk;
  assert.deepEqual([...choices.next(chosen).keys()], ["c1"]);
  assert.deepEqual(choices.touch(chosen, "b1", "tap").walk.touched, ["b1"]);
  assert.deepEqual(choices.touch(chosen, "b1", "key").walk.touched, ["b1"]);
  assert.equal(choices.touch(chosen, "b1", "drop").play?.move, "a1-b1");
});

test("touching what is blocked tells why", () => {
  const walk = choices.start(
    scene([{ move: "x", touch: ["A", "a3"] }], { blocked: { B: "It is frozen.", c4: "A wall." } }),
  );
  assert.equal(choices.touch(walk, "b1", "tap").blocked, "It is frozen.");
  assert.equal(choices.touch(walk, "c4", "key").blocked, "A wall.");
  assert.equal(choices.touch(walk, "d4", "tap").blocked, undefined);
});

test("choices without places are buttons and take no part in the walk", () => {
  const one = scene([
    { move: "done", label: "Done", kind: "end" },
    { move: "x", touch: ["A", "a3"] },
    { move: "y", touch: ["A", "a4"] },
  ]);
  assert.deepEqual(moves(choices.buttons(one)), ["done"]);
  assert.deepEqual(choices.start(one).touched, ["a1"]);
});

test("every choice can be reached by touching its places, whatever the scene", () => {
  let seed = 7;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const cells = ["a1", "b1", "c2", "d4", "a4"];
  for (let round = 0; round < 300; round++) {
    const list = Array.from({ length: 1 + random(8) }, (_, i) => ({
      move: `m${i}`,
      label: `m${i}`,
      touch: Array.from({ length: random(4) }, () => cells[random(cells.length)]),
    }));
    const one = scene(list);
    for (const choice of one.choices.filter((each) => each.touch.length)) {
      let step = { walk: choices.start(one) };
      for (const cell of choices.way(step.walk, choice).slice(step.walk.touched.length))
        step = choices.touch(step.walk, cell, "tap");
      const offered = [step.play, ...(step.ask ?? [])].filter(Boolean);
      assert.ok(offered.includes(choice), JSON.stringify([list, choice.move]));
    }
  }
});

test("a drag picks up what can go on, and never plays", () => {
  const one = scene([
    { move: "melt", touch: ["c3"] },
    { move: "x", touch: ["A", "a3"] },
    { move: "peek", touch: ["A"] },
  ]);
  const walk = choices.start(one);
  assert.equal(choices.grasp(walk, "c3"), undefined, "one touch is a tap, not a drag");
  assert.deepEqual(choices.grasp(walk, "a1")?.touched, ["a1"]);
  const chosen = choices.touch(walk, "a1", "tap").walk;
  assert.deepEqual(choices.grasp(chosen, "a1")?.touched, ["a1"]);
  assert.equal(choices.grasp(chosen, "d4"), undefined);
});

test("a tap plays what could also be dragged on, if the move is the same", () => {
  const one = scene([
    { move: "+1", touch: ["A"] },
    { move: "+1", touch: ["A", "d4"] },
    { move: "+2", touch: ["B"] },
    { move: "+2", touch: ["B", "d4"] },
  ]);
  const walk = choices.start(one);
  assert.equal(choices.touch(walk, "a1", "tap").play?.move, "+1");
  const held = choices.grasp(walk, "a1");
  assert.deepEqual(held?.touched, ["a1"]);
  assert.equal(choices.touch(/** @type {any} */ (held), "d4", "drop").play?.move, "+1");
});

test("a move that can be touched in two orders is listed once, where it came first", () => {
  const listed = choices.once([
    { move: "x", touch: ["A", "B"] },
    { move: "y", touch: ["A"] },
    { move: "x", touch: ["B", "A"] },
  ]);
  assert.deepEqual(
    listed.map(({ move, touch }) => [move, touch[0]]),
    [
      ["x", "A"],
      ["y", "A"],
    ],
  );
});

test("what was touched stays touched where the same scene is drawn in another room", () => {
  const list = [
    { move: "x", touch: ["A", "a3"] },
    { move: "y", touch: ["B", "b3"] },
  ];
  const walk = choices.touch(choices.start(scene(list)), "a1", "tap").walk;
  const again = scene(list, { width: 9 });
  assert.deepEqual(choices.resume(walk, again).touched, ["a1"]);
  assert.equal(choices.resume(walk, again).scene, again);
  assert.deepEqual(
    choices.resume(walk, scene([...list, { move: "z", touch: ["A", "a4"] }])).touched,
    [],
    "other choices begin anew",
  );
  assert.deepEqual(
    choices.resume(walk, scene(list, { pieces: [piece("A", "c1"), piece("B", "b1")] })).touched,
    [],
    "so do other places",
  );
});

test("what is chosen is told why it goes no further, by the first reason that fits", () => {
  const list = [
    { move: "x", touch: ["A", "a3"] },
    { move: "y", touch: ["B", "b3"] },
  ];
  const refusals = [
    { why: "B is shy of a corner.", start: "B", goals: ["d4"] },
    { why: "A wall.", goals: ["c4", "d4"] },
    { why: "B goes straight.", start: "b1" },
    { why: "All go ahead." },
  ];
  const walk = choices.start(scene(list, { refusals, blocked: { c4: "Nobody begins there." } }));
  const [first, second] = ["a1", "b1"].map((cell) => choices.touch(walk, cell, "tap").walk);
  assert.deepEqual(
    ["c4", "d4", "d3"].map((cell) => whyNot(first, cell)),
    ["A wall.", "A wall.", "All go ahead."],
  );
  assert.deepEqual(
    ["c4", "d4", "d3"].map((cell) => whyNot(second, cell)),
    ["A wall.", "B is shy of a corner.", "B goes straight."],
  );
  assert.equal(whyNot(walk, "c4"), "Nobody begins there.");
  const single = choices.start(scene([list[0]], { refusals, blocked: { c4: "A hole." } }));
  assert.deepEqual([whyNot(single, "c4"), whyNot(single, "d3")], ["A hole.", "All go ahead."]);
});

test("a goal is aimed at where something is chosen, or could be passed over", () => {
  const box = (to) => [
    { move: to, touch: ["A", to] },
    { move: to, touch: [to] },
  ];
  const aims = (list) => choices.aims(choices.start(scene(list)));
  assert.ok(aims([...box("a3"), ...box("b3")]));
  assert.ok(!aims([...box("a3"), { move: "b3", touch: ["b3"] }]));
  assert.ok(!aims([...box("a3"), { move: "b3", touch: ["B", "b3"] }]));
  assert.ok(
    !aims([
      { move: "a3", touch: ["a3"] },
      { move: "b3", touch: ["b3"] },
    ]),
  );
});
