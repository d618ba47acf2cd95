import assert from "node:assert/strict";
import test from "node:test";
import { Channel } from "../../everygame/client/net/channel.js";

/** A world without time or network: sockets and timers are moved by hand. */
function fakeWorld() {
  const world = { sockets: [], timers: new Map(), ids: 0, heard: [], states: [], gone: 0 };
  let timer = 0;
  world.open = () => {
    const socket = {
      readyState: 0,
      sent: [],
      send: (text) => socket.sent.push(JSON.parse(text)),
      close: () => {
        socket.readyState = 3;
      },
    };
    world.sockets.push(socket);
    return socket;
  };
  world.later = (what, ms) => {
    world.timers.set(++timer, { what, ms });
    return timer;
  };
  world.never = (id) => {
    world.timers.delete(id);
  };
  world.random = () => 0.5;
  world.seen = () => true;
  world.late = [];
  world.id = () => `id${++world.ids}`;
  world.fire = (ms) => {
    const due = [...world.timers].filter(([, one]) => one.ms === ms);
    for (const [id, one] of due) {
      world.timers.delete(id);
      one.what();
    }
    return due.length;
  };
  world.last = () => world.sockets.at(-1);
  world.connect = () => {
    world.last().readyState = 1;
    world.last().onopen();
  };
  world.say = (message) => world.last().onmessage({ data: JSON.stringify(message) });
  world.drop = (code = 1006) => {
    world.last().readyState = 3;
    world.last().onclose({ code });
  };
  world.channel = new Channel(world, {
    message: (m) => world.heard.push(m),
    online: (yes) => world.states.push(yes),
    late: (yes) => world.late.push(yes),
    gone: () => {
      world.gone += 1;
    },
  });
  return world;
}

test("a deed is answered once and its answer reaches the one who did it", async () => {
  const world = fakeWorld();
  world.connect();
  const done = world.channel.deed({ type: "play", at: 0, move: "up" });
  assert.deepEqual(world.last().sent, [{ type: "play", at: 0, move: "up", id: "id1" }]);
  world.say({ type: "ack", id: "id1", node: 1 });
  assert.equal((await done).node, 1);
  world.fire(4000);
  assert.equal(world.last().sent.length, 1, "nothing is left to send again");
});

test("a refused deed is rejected with the server's sentence", async () => {
  const world = fakeWorld();
  world.connect();
  const done = world.channel.deed({ type: "play", at: 0, move: "up" });
  world.say({ type: "error", id: "id1", code: "stale", error: "The table has moved on." });
  await assert.rejects(done, /moved on/);
});

test("a deed that was not answered is sent again, with the same id, also on a new socket", async () => {
  const world = fakeWorld();
  world.connect();
  const done = world.channel.deed({ type: "play", at: 0, move: "up" });
  world.fire(4000);
  assert.deepEqual(
    world.last().sent.map((m) => m.id),
    ["id1", "id1"],
  );
  world.drop();
  assert.deepEqual(world.states, [true, false]);
  assert.equal(world.fire(400), 1);
  world.connect();
  assert.deepEqual(world.last().sent, [{ type: "play", at: 0, move: "up", id: "id1" }]);
  world.say({ type: "ack", id: "id1", node: 1 });
  await done;
});

test("a deed done while offline waits for the line", async () => {
  const world = fakeWorld();
  const done = world.channel.deed({ type: "go", at: 1, node: 0 });
  assert.equal(world.last().sent.length, 0);
  world.connect();
  assert.equal(world.last().sent[0].id, "id1");
  world.say({ type: "ack", id: "id1", node: 0 });
  await done;
});

test("the waits between tries double up to a limit, until a line has stood for a while", () => {
  const world = fakeWorld();
  const waits = [];
  for (let i = 0; i < 8; i++) {
    world.drop();
    const [, one] = [...world.timers].at(-1);
    waits.push(one.ms);
    assert.equal(world.fire(one.ms), 1);
  }
  assert.deepEqual(waits, [400, 800, 1600, 3200, 6400, 12800, 15000, 15000]);
  world.connect();
  world.drop();
  assert.equal(world.fire(15_000), 1, "a server that breaks at once is not asked ten times a second");
  world.connect();
  world.fire(3_000);
  world.drop();
  assert.equal(world.fire(400), 1);
});

test("silence means a dead line; a pong is not passed on", () => {
  const world = fakeWorld();
  world.connect();
  world.fire(2_500);
  assert.deepEqual(world.last().sent, [{ type: "ping" }]);
  world.say({ type: "pong" });
  assert.deepEqual(world.heard, []);
  world.fire(10_000);
  assert.equal(world.sockets.length, 2);
});

test("a server that hangs is told within five seconds, and that it is back", () => {
  const world = fakeWorld();
  world.connect();
  assert.equal(world.fire(2_500), 1);
  assert.equal(world.fire(1_800), 1, "3 and 1.8 seconds are less than five");
  assert.deepEqual(world.late, [true]);
  world.say({ type: "pong" });
  assert.deepEqual(world.late, [true, false]);
  assert.equal(world.fire(1_800), 0);
});

test("a deed that is not answered makes the server late, too", () => {
  const world = fakeWorld();
  world.connect();
  void world.channel.deed({ type: "play", at: 0, move: "up" });
  world.fire(1_800);
  assert.deepEqual(world.late, [true]);
});

test("a socket that does not open is given up", () => {
  const world = fakeWorld();
  assert.equal(world.fire(1_800), 1);
  assert.deepEqual(world.late, [true]);
  world.fire(10_000);
  assert.equal(world.sockets.length, 2);
  world.connect();
  assert.deepEqual(world.late, [true, false]);
});

test("while nobody looks at the page it asks less often", () => {
  const world = fakeWorld();
  world.seen = () => false;
  world.connect();
  assert.equal(world.fire(2_500), 0);
  assert.equal(world.fire(12_000), 1);
});

test("who does something does not wait for the next try to connect", () => {
  const world = fakeWorld();
  world.connect();
  world.channel.hurry();
  assert.equal(world.sockets.length, 1, "it stands");
  world.drop();
  void world.channel.deed({ type: "play", at: 0, move: "up" });
  assert.equal(world.sockets.length, 2);
  world.channel.hurry();
  assert.equal(world.sockets.length, 2, "one try at a time");
  world.connect();
  assert.deepEqual(
    world.last().sent.map((m) => m.id),
    ["id1"],
  );
  world.drop();
  world.channel.hurry();
  assert.equal(world.sockets.length, 3);
});

test("a line that is left before it stands is closed when it does", () => {
  const world = fakeWorld();
  world.channel.close();
  assert.equal(world.last().readyState, 0);
  world.connect();
  assert.equal(world.last().readyState, 3);
});

test("a match that is gone ends the line", () => {
  const world = fakeWorld();
  world.connect();
  world.drop(4404);
  assert.equal(world.gone, 1);
  assert.equal(world.timers.size, 0);
});

test("a closed channel stays closed", () => {
  const world = fakeWorld();
  world.connect();
  world.channel.close();
  world.drop();
  world.channel.wake();
  assert.equal(world.sockets.length, 1);
  assert.equal(world.timers.size, 0);
});
