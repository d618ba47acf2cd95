"""Games of one's own that throw or hang: they end their own match, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from everygame.server import watchdog
from everygame.sprout import sprout
from tests.server.house import Device

Make = Callable[[], Device]


def break_game(folder: Path, old: str, new: str) -> None:
    rules = folder / "rules.py"
    text = rules.read_text("utf-8")
    assert old in text
    rules.write_text(text.replace(old, new), "utf-8")


def last_words(device: Device, match: str) -> str:
    """What a device is told when it comes to a table that is no more."""
    line = device.open(match)
    return str(line.wait(lambda heard: heard["type"] == "error")["error"])


PLACES = {
    "advance": ("self.left -= action", "line 28"),
    "legal actions": ("return [taken", "line 25"),
    "scene": ('left = int(view.observation["left"])', "line 66"),
    "result": ("if self.left:", "line 32"),
}
LIMIT = 10.0
"""Seconds after which a planted loop ends by itself, so that a test fails where nothing else
ends it."""
WHEN = {"advance": "action == 3", "scene": "view.observation['left'] == '12'"}
"""When it goes wrong, so that the match can begin."""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("how", ["throws", "hangs"])
def test_a_broken_game_ends_its_own_match_with_a_report(
    device: Make, shelf: Path, monkeypatch: pytest.MonkeyPatch, place: str, how: str
) -> None:
    monkeypatch.setattr(watchdog, "PATIENCE", 0.3)
    monkeypatch.setattr(watchdog, "PAUSE", 0.1)
    folder, one = sprout("sticks", shelf), device()
    old, line = PLACES[place]
    when = WHEN.get(place, "self.left == 12")
    ends = f"__import__('time').monotonic() > {time.monotonic() + LIMIT}"
    wrong = f"while {when} and not {ends}: pass" if how == "hangs" else f"assert not {when}"
    indent = " " * (4 if place == "scene" else 8)
    break_game(folder, old, f"{wrong}\n{indent}{old}")
    match = one.begin("sticks", "person", "person")
    other = one.open(one.begin("tictactoe", "person", "person"))
    other.see()
    table = one.open(match)
    table.see()
    table.say(type="play", id="x", at=0, move="take3")
    said = table.wait(lambda heard: heard["type"] == "error")["error"]
    assert f"rules.py, {line}" in said and "sticks" in said
    assert ("does not come to an end" if how == "hangs" else "AssertionError") in said
    assert other.play("b2")["type"] == "ack", "other matches go on"
    began = time.monotonic()
    assert last_words(one, match) == said
    assert time.monotonic() - began < 0.3, "it is not tried again"


def test_a_match_goes_on_when_its_game_is_mended(device: Make, shelf: Path) -> None:
    folder, one = sprout("sticks", shelf), device()
    break_game(folder, "self.left -= action", "self.left -= action // (action - 2)")
    match = one.begin("sticks", "person", "person")
    table = one.open(match)
    table.see()
    table.say(type="play", id="x", at=0, move="take2")
    table.wait(lambda heard: heard["type"] == "error")
    break_game(folder, "self.left -= action // (action - 2)", "self.left -= action")
    again = one.open(match)
    again.see()
    assert again.play("take2")["type"] == "ack"
