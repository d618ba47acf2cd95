"""Whatever is sent: 4xx and one sentence, nothing changed, no traceback."""

from __future__ import annotations

import json
import string
from random import Random
from typing import Any

from tests.server.serving import Device

PATHS = [
    ("POST", "/api/games/icefloes/preview"),
    ("POST", "/api/games/icefloes/edit"),
    ("POST", "/api/games/icefloes/generate"),
    ("POST", "/api/games/{junk}/preview"),
    ("GET", "/api/games/{junk}"),
    ("GET", "/api/games/{junk}/rules"),
    ("POST", "/api/matches"),
    ("POST", "/api/matches/load"),
    ("POST", "/api/matches/{match}/invite"),
    ("POST", "/api/matches/{junk}/rematch"),
    ("POST", "/api/matches/{junk}/restart"),
    ("POST", "/api/matches/{match}/name"),
    ("GET", "/api/matches/{junk}/record"),
    ("GET", "/join/{junk}"),
    ("POST", "/api/join/look"),
    ("POST", "/api/join"),
    ("PUT", "/api/matches"),
]
FIELDS = [
    "type",
    "id",
    "at",
    "move",
    "node",
    "seat",
    "name",
    "options",
    "option",
    "value",
    "length",
]
FIELDS += ["game", "seats", "key", "kind", "level", "format", "version", "plies", "start", "tags"]
TYPES = ["play", "go", "look", "reveal", "resign", "hint", "sing"]


def junk(rng: Random, depth: int = 0) -> Any:
    """A random JSON value, often near to what is meant."""
    kind = rng.randrange(9 if depth < 3 else 7)
    if kind == 0:
        return rng.choice([None, True, False])
    if kind == 1:
        return rng.choice([0, 1, -1, 7, 10**6, 10**30, -(10**9), 2**63])
    if kind == 2:
        return rng.choice([0.5, -0.0, 1e308, 1e-9])
    if kind < 7:
        texts = ["", "up", "icefloes", "person", "level", "x" * 3000, "\x00", "🎲", "a/b", "../x"]
        return rng.choice([*texts, "".join(rng.choices(string.printable, k=8)), *TYPES])
    if kind == 7:
        return [junk(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(FIELDS): junk(rng, depth + 1) for _ in range(rng.randrange(6))}


def raw(rng: Random) -> bytes:
    """A body: JSON, JSON with a hole in it, or noise."""
    text = json.dumps(junk(rng) if rng.random() < 0.3 else message(rng)).encode()
    kind = rng.randrange(6)
    if kind == 0:
        return rng.randbytes(rng.randrange(60))
    if kind == 1:
        return text[: rng.randrange(len(text) + 1)]
    if kind == 2:
        return b"[" * rng.choice([10, 10_000])
    return text


def message(rng: Random) -> dict[str, Any]:
    found = {rng.choice(FIELDS): junk(rng) for _ in range(rng.randrange(8))}
    return {**found, "type": rng.choice(TYPES)} if rng.random() < 0.7 else found


def check_sentence(data: bytes) -> None:
    answer = json.loads(data)
    assert list(answer) == ["error"] and answer["error"].strip(), answer
    assert "Traceback" not in answer["error"] and "/everygame/" not in answer["error"]
    assert "\n" not in answer["error"] and len(answer["error"]) < 4_000


def test_requests(ann: Device) -> None:
    line, rng = ann.start(), Random(1)
    for _ in range(600):
        method, path = rng.choice(PATHS)
        path = path.format(
            junk="".join(rng.choices(string.ascii_letters + "%.-_", k=6)), match=line.match
        )
        status, _, data = ann.request(method, path, raw(rng) if method != "GET" else None)
        assert status == 200 or 400 <= status < 500, (method, path, data)
        if status != 200:
            check_sentence(data)
    after = ann.enter(line.match).table
    assert {**after, "name": ""} == {**line.table, "name": ""}


def test_sockets(ann: Device, bob: Device) -> None:
    rng = Random(2)
    match = ann.begin()
    watcher = bob.enter(match)
    for _ in range(40):
        line = ann.open(match)
        for _ in range(15):
            text = raw(rng)
            line.socket.send(text if rng.random() < 0.2 else text.decode("utf-8", "replace"))
        line.settle()
        for heard in line.heard:
            if heard["type"] == "error":
                check_sentence(json.dumps({"error": heard["error"]}).encode())
                assert heard["code"] in ("bad", "stale", "turn", "illegal")
        line.close()
    line = ann.enter(match)
    assert line.table["line"] == [] and line.table["over"] is None
    line.play("up")
    watcher.see(node=1)


def test_a_message_that_is_too_long(ann: Device) -> None:
    line = ann.start()
    line.socket.send("x" * 100_000)
    assert line.hear_the_end() == 1009
