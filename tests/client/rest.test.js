import assert from "node:assert/strict";
import test from "node:test";

const attributes = new Set();
globalThis.document = {
  documentElement: {
    dataset: {},
    setAttribute: (name) => attributes.add(name),
    removeAttribute: (name) => attributes.delete(name),
  },
};
const { busy } = await import("../../everygame/client/world.js");
const { Channel } = await import("../../everygame/client/net/channel.js");
const rests = async () => {
  await null;
  await null;
  return !attributes.has("data-busy");
};

/** A line whose server says what the test says. */
function line() {
  const socket = { readyState: 1, send: () => {}, close: () => {} };
  const world = {
    open: () => socket,
    later: () => 0,
    never: () => {},
    random: () => 0.5,
    id: () => "x",
    seen: () => true,
  };
  const ear = { message: () => {}, online: () => {}, late: () => {}, gone: () => {} };
  const channel = new Channel(world, ear);
  socket.onopen();
  return { channel, socket, say: (message) => socket.onmessage({ data: JSON.stringify(message) }) };
}

test("the page is busy until all that is under way has ended, well or not", async () => {
  let well, badly;
  busy(
    new Promise((done) => {
      well = done;
    }),
  );
  busy(
    new Promise((_, failed) => {
      badly = failed;
    }),
  ).catch(() => {});
  assert.equal(await rests(), false);
  well();
  assert.equal(await rests(), false);
  badly(new Error());
  assert.equal(await rests(), true);
});

test("a deed is under way until the table that shows it has come", async () => {
  const { channel, say } = line();
  void channel.deed({ type: "play" });
  assert.equal(await rests(), false);
  say({ type: "ack", id: "x" });
  assert.equal(await rests(), false);
  say({ type: "view" });
  assert.equal(await rests(), true);
});

test("a deed that is refused, or whose line was left or has broken, is not under way", async () => {
  const { channel, say } = line();
  channel.deed({ type: "play" }).catch(() => {});
  say({ type: "error", id: "x", code: "illegal", error: "No." });
  assert.equal(await rests(), true);
  void channel.deed({ type: "play" });
  channel.close();
  assert.equal(await rests(), true);
  const other = line();
  void other.channel.deed({ type: "play" });
  other.say({ type: "ack", id: "x" });
  other.socket.onclose({ code: 1006 });
  assert.equal(await rests(), true);
});
