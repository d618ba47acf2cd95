"""`everygame dev`: each saved change of a game is shown at once, with what the check finds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from everygame.check import Report
from everygame.library.registry import find_game
from everygame.server.development import checker as checking
from everygame.server.development.checker import Checker
from everygame.server.development.routes import DevelopmentRoutes
from tests.rewriting import rewrite
from tests.server.serving import Device, serving
from tests.waiting import wait_until

SHORTER = ("SticksState(STICKS, 0)", "SticksState(STICKS - 1, 0)")
LESS = ("(1, 2, 3)", "(1, 2)")


@pytest.fixture
def writer(sticks: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Device]:
    """Somebody at a server that shows the game `sticks` while it is written; its checks find
    nothing."""
    monkeypatch.setattr(checking, "check", lambda *given: Report(100, 1000, "d" * 64))
    checker = Checker(find_game("sticks"))
    with serving(data, development=partial(DevelopmentRoutes, checker)) as port:
        device = Device(port)
        yield device
        device.close()


def news(device: Device) -> Any:
    return device.get("/api/development")


def left(table: Any) -> int:
    return len(table["scene"]["pieces"])


def test_a_match_goes_on_with_each_saved_change(writer: Device, sticks: Path) -> None:
    before = news(writer)
    line = writer.start("sticks")
    line.play("take3")
    assert left(line.table) == 12
    rewrite(sticks, SHORTER)
    after = news(writer)
    assert after["version"] == before["version"] + 1
    line.hear_the_end()
    assert left(writer.enter(line.match).table) == 11


def test_each_saved_change_is_checked(
    writer: Device, sticks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[str] = []

    def check(*given: object) -> Report:
        texts.append((sticks / "rules.py").read_text("utf-8"))
        return Report(100, 1000, "d" * 64)

    monkeypatch.setattr(checking, "check", check)
    wait_until(lambda: news(writer)["kind"] == "sound", "the first check ends")
    rewrite(sticks, SHORTER)
    news(writer)
    wait_until(lambda: news(writer)["kind"] == "sound", "the second check ends")
    assert len(texts) == 2 and [SHORTER[1] in text for text in texts] == [False, True]


def test_a_folder_with_an_error_shows_it_until_the_next_save(writer: Device, sticks: Path) -> None:
    before = news(writer)
    line = writer.start("sticks")
    good = (sticks / "rules.py").read_text("utf-8")
    rewrite(sticks, ("def to_play", "def to_play(("))
    broken = news(writer)
    assert broken["kind"] == "fault" and "rules.py, line " in broken["finding"]
    assert broken["version"] == before["version"], "nothing is shown anew"
    line.play("take3")  # with the rules that the match began with
    (sticks / "rules.py").write_text(good, "utf-8")
    assert news(writer)["version"] == before["version"] + 1
    assert left(writer.enter(line.match).table) == 12


def test_a_match_that_does_not_replay_says_so_and_comes_back(writer: Device, sticks: Path) -> None:
    news(writer)
    line = writer.start("sticks")
    line.play("take3")
    good = (sticks / "rules.py").read_text("utf-8")
    rewrite(sticks, LESS)
    news(writer)
    error = writer.open(line.match).told("error")["error"]
    print(error)
    assert "take3" in error
    (sticks / "rules.py").write_text(good, "utf-8")
    news(writer)
    assert left(writer.enter(line.match).table) == 12


def test_a_newer_check_takes_the_place_of_an_older_one(sticks: Path) -> None:
    """The real check, of which the first would find the fault that the second does not have."""
    good = (sticks / "rules.py").read_text("utf-8")
    rewrite(sticks, ("self.turn = 1 - self.turn", "assert self.left"))
    checker = Checker(find_game("sticks"))
    checker.begin()
    (sticks / "rules.py").write_text(good, "utf-8")
    checker.begin()
    wait_until(lambda: checker.finding.kind != "checking", "the check ends")
    assert checker.finding.kind == "sound", checker.finding
    assert "\nEnds of these matches: " in checker.finding.report
    rewrite(sticks, ("self.turn = 1 - self.turn", "assert self.left"))
    checker.begin()
    wait_until(lambda: checker.finding.kind != "checking", "the check ends")
    assert "rules.py, line " in checker.finding.report
