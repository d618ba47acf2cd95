"""What the server logs: when, how grave, what was refused, and nothing that lets anybody in."""

from __future__ import annotations

import ast
import json
import logging
import re
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from everygame.server.operator.logs import JsonLines, Text, name_match
from everygame.server.operator.security import CHANGES, LINES, REFUSALS, BoundedLines, note_crowded
from everygame.server.requests.connections import Crowd
from tests.server.serving import Device, Hourglass, serving

HOUSE = Path(__file__).parents[2] / "everygame"
FORMS = pytest.mark.parametrize("form", [Text(), JsonLines()])


def record(text: str, *arguments: object, error: Exception | None = None) -> logging.LogRecord:
    """A record of a warning, as Python makes it."""
    about = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord("everygame", logging.WARNING, "", 1, text, arguments, about)
    made.created = 1_795_777_887.4784
    return made


def test_a_line_says_when_and_how_grave() -> None:
    line = record("The game %s is broken.", "hex")
    assert Text().format(line) == "2026-11-27T11:11:27.478Z WARNING The game hex is broken."
    assert json.loads(JsonLines().format(line)) == {
        "time": "2026-11-27T11:11:27.478Z",
        "level": "WARNING",
        "logger": "everygame",
        "text": "The game hex is broken.",
    }


@FORMS
@pytest.mark.parametrize("size", [12, 15, 18, 24, 32])
def test_what_lets_somebody_in_is_hidden_wherever_it_stands(
    form: logging.Formatter, size: int
) -> None:
    """Ids, the tokens of links and the secrets of devices, in a text and in what a bug says."""
    for _ in range(200):
        word = (
            secrets.token_urlsafe(size)
            if size != 15
            else secrets.choice([secrets.token_hex(10).upper(), f"{secrets.randbelow(10**20):020}"])
        )
        try:
            raise KeyError(word)
        except KeyError as bug:
            line = form.format(record("match %s: /api/matches/%s/socket", word, word, error=bug))
        assert word not in line and line.count(name_match(word)) == 3, (word, line)
        assert "KeyError" in line and "test_logs.py" in line


@FORMS
def test_nobody_can_forge_a_line(form: logging.Formatter) -> None:
    line = form.format(
        record("no bot %s", "x\n2026 ERROR forged\u2028\x1b[2J", error=OSError("\n2026"))
    )
    assert not re.search(r"^2026 ", line, re.MULTILINE) and not set("\u2028\x1b") & set(line)


def test_code_that_logs_names_no_match() -> None:
    """By its id, of which each log could be read by somebody who then watches the match."""
    for path in (HOUSE / "server").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log."):
                said = [ast.unparse(argument) for argument in node.args[1:]]
                ids = [text for text in said if re.search(r"(^|\.)(match|id|token|secret)$", text)]
                assert not ids, f"{path}: {ids}"


@pytest.fixture
def events(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """The security events so far, each with the address of its cause."""
    found: list[str] = []
    caplog.set_level(logging.INFO, "everygame")
    watching = logging.Handler()
    watching.emit = lambda one: found.append(f"{vars(one)['event']} {vars(one)['address']}")
    logging.getLogger("everygame.security").addHandler(watching)
    yield found
    logging.getLogger("everygame.security").removeHandler(watching)


def test_what_is_refused_for_safety_is_logged(
    games: None, data: Path, glass: Hourglass, events: list[str]
) -> None:
    """And by which address."""
    crowd = Crowd(1000, each=1, clock=glass, tell=note_crowded)
    with serving(data, (6, 1e-9), clock=glass, crowd=crowd) as port:
        ann, eve = Device(port), Device(port)
        assert events == []
        eve.request("GET", "/", headers={"Host": "evil.example"})
        eve.request("POST", "/api/matches", "{}", {"Origin": "http://evil.example"})
        assert len(events) == 2
        eve.post("/api/devices/take", {"token": "guess"}, 404)
        eve.post("/api/join/look", {"token": "guess"}, 404)
        ann.post("/api/devices/code")
        eve.post("/api/devices/name", b"{" + b" " * 70_000, 413)
        eve.cookie = f"{eve.cookie.partition('=')[0]}={'a' * 43}"
        eve.post("/api/devices/code", status=403)
        eve.post("/api/network", {"on": True}, 403)
        eve.post("/api/devices/code", status=429)
    wanted = [
        *("unknown_host", "foreign_origin", "unknown_pass", "unknown_invitation", "code_made"),
        *("too_large", "unknown_secret", "not_allowed", "too_many_requests"),
    ]
    assert events == [f"{name} 127.0.0.1" for name in wanted]


def test_a_socket_is_refused_as_a_request_is(
    ann: Device, eve: Device, bob: Device, events: list[str]
) -> None:
    match = ann.begin("crazyeights", "person", "open")
    ann.admit(bob, match)
    del events[:]
    ann.post(f"/api/matches/{match}/invite", {"seat": 1}, 403)
    with pytest.raises(InvalidStatus):
        eve.open(match, Origin="http://evil.example")
    assert [line.split()[0] for line in events] == ["not_allowed", "foreign_origin"]


def test_a_flood_fills_no_disk(glass: Hourglass) -> None:
    """But says how much of it there was, and hides no other event."""
    lines = BoundedLines(glass)

    def passes(event: str) -> str:
        line = record("Refused.")
        line.event = event
        return line.getMessage() if lines.filter(line) else ""

    assert sum(bool(passes("unknown_pass")) for _ in range(1000)) == LINES[0]
    assert passes("unknown_host")
    glass.turn(1)
    assert passes("unknown_pass") == f"Refused. {1000 - LINES[0]:.0f} more were left out."


def test_a_flood_of_what_no_event_counts_fills_no_disk_either(glass: Hourglass) -> None:
    """Such as a line of a library for each request that is no HTTP, or a traceback."""
    lines, heard = BoundedLines(glass), logging.getLogger("everygame.flood")
    heard.propagate = False
    kept: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = kept.append  # type: ignore[method-assign]
    handler.addFilter(lines)
    heard.addHandler(handler)
    try:
        for number in range(1000):
            heard.error("This is wrong: %s", number)
        assert len(kept) == LINES[0]
        heard.error("Something else.")
        assert kept[-1].getMessage() == "Something else."
    finally:
        heard.removeHandler(handler)


def test_each_event_has_a_sentence_and_is_used() -> None:
    used = " ".join(path.read_text("utf-8") for path in (HOUSE / "server").rglob("*.py"))
    for name, text in {**REFUSALS, **CHANGES}.items():
        assert text.endswith(".") and used.count(f'"{name}"') > 1, name
