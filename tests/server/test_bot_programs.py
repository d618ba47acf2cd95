"""Programs of one's own at a table: what they get, and that no match is lost where they fail."""

from __future__ import annotations

import json
import logging
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import everygame.server.serve
from everygame.cli import main
from everygame.errors import BadGame, BadOption
from everygame.process.bot_program import BotFault
from everygame.server.bots import programs
from everygame.server.bots.player import find_bot
from everygame.server.bots.programs import Programs, read_programs
from everygame.server.serve import Settings
from tests.server import standin
from tests.server.serving import Device, serving
from tests.waiting import wait_until

PROGRAM = """
import json, os, sys, time
here, act = sys.argv[1:]
log = open(here + "/" + act, "a")
for text in sys.stdin:
    message = json.loads(text)
    print(text, end="", file=log, flush=True)
    if message["type"] == "start":
        print(json.dumps({"type": "ready", "name": "  " + act.title() + "\\n bot"}), flush=True)
    elif message["type"] == "move":
        first = not os.path.exists(here + "/failed")
        if act == "dies" or (act == "once" and first):
            open(here + "/failed", "w").close()
            sys.exit("secret " + json.dumps(message["observation"]))
        if act == "sleeps":
            time.sleep(600)
        move = "fly" if act == "cheats" else message["moves"][0]
        print(json.dumps({"move": move}), flush=True)
"""
Make = Callable[[Path], str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where programs write what they hear."""
    return tmp_path_factory.mktemp("programs")


@pytest.fixture(scope="module")
def offered(games: None, folder: Path) -> Programs:
    (folder / "bot.py").write_text(PROGRAM)
    acts = ("plays", "once", "dies", "cheats", "sleeps")
    return read_programs(
        [f"icefloes=program:{command(folder, act)}" for act in acts]
        + [f"evade=program:{command(folder, 'dies')}"]
    )


def command(folder: Path, act: str) -> str:
    return shlex.join([sys.executable, str(folder / "bot.py"), str(folder), act])


@pytest.fixture(scope="module")
def port(offered: Programs, folder: Path) -> Iterator[int]:
    with serving(folder / "matches.db", programs=offered) as port:
        yield port
    assert not offered.running, "none outlives the server"


def heard(folder: Path, act: str) -> list[dict[str, Any]]:
    return [json.loads(text) for text in (folder / act).read_text().splitlines()]


def test_a_program_stands_below_the_levels_and_plays_to_the_end(ann: Device, folder: Path) -> None:
    game = ann.get("/api/games/icefloes")
    assert game["levels"][-1]["name"] == "last", "the ladder is as it was"
    assert game["programs"][0] == {
        "name": "program:Plays bot", "title": "Plays bot",
        "sentence": "A program of the operator of this server, with 10 s for a move.",
    }  # fmt: skip
    assert ann.get("/api/games/reversi")["programs"] == []
    line = ann.start("icefloes", "person", "program:Plays bot")
    before = len(heard(folder, "plays"))
    line.play("up")
    table = line.see(node=2)
    assert table["seats"][1]["name"] == "Plays bot" and table["notice"] == ""
    assert str(folder) not in json.dumps(line.heard), "how it is started is nobody's business"
    line.command("resign", seat=0)
    wait_until(lambda: heard(folder, "plays")[-1]["type"] == "over", "the program hears of the end")
    start, move, *_, end = heard(folder, "plays")[before:]
    assert end == {"type": "over", "returns": [-1.0, 1.0], "ending": "resignation"}
    assert (start["type"], start["seat"], start["options"]["size"]) == ("start", 1, "7")
    assert move["type"] == "move" and len(move["moves"]) > 1


def test_one_that_fails_once_is_started_again(ann: Device) -> None:
    line = ann.start("icefloes", "person", "program:Once bot")
    line.play("up")
    line.see(notice="Once bot ended without an answer. It is started again.")
    line.see(node=2, notice="")


@pytest.mark.parametrize(
    ("act", "what"),
    [
        ("Dies", "ended without an answer"),
        ("Cheats", "answered with no legal move"),
        ("Sleeps", "did not answer within 0 s"),
    ],
)
def test_one_that_fails_twice_loses_no_match(
    ann: Device, monkeypatch: pytest.MonkeyPatch, act: str, what: str
) -> None:
    if act == "Sleeps":
        monkeypatch.setattr(programs, "SECONDS", 0.0)  # it would never answer, so nobody waits
    line = ann.start("icefloes", "person", f"program:{act} bot")
    line.play("up")
    second = "That was the second time, so Last has played this move for it."
    line.see(node=2, notice=f"{act} bot {what}. {second}", over=None)
    assert line.table["seats"][1]["name"] == f"{act} bot"
    line.play_on()


def test_a_program_that_thinks_ends_when_the_match_moves_on(ann: Device, offered: Programs) -> None:
    line = ann.start("icefloes", "person", "program:Sleeps bot")
    line.play("up")
    wait_until(lambda: len(offered.running) > len(offered.resting), "the program thinks")
    line.command("go", node=0)
    wait_until(lambda: len(offered.running) == len(offered.resting), "it has ended")
    assert line.table["notice"] == "" and line.table["thinking"] is None


def test_of_a_game_with_secrets_nothing_is_said_or_logged(
    ann: Device, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The program's own words hold all that it may know."""
    with caplog.at_level(logging.ERROR, "everygame"):
        line = ann.start("evade", "program:Dies bot", "person", information="hidden")
        line.until(lambda table: table["notice"])
    told = next(one for one in heard(folder, "dies") if "observation" in one)
    assert "before" in told and set(told) == {"type", "observation", "moves", "before", "seed"}
    assert "Dies bot ended without an answer" in caplog.text and "secret" not in caplog.text


def test_a_program_that_is_gone_leaves_its_seat_to_the_strongest(
    ann: Device, offered: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = ann.record(ann.begin("icefloes", "person", "program:Plays bot"))
    assert record["seats"][1]["level"] == "program:Plays bot"
    monkeypatch.setattr(offered, "offers", {})
    loaded = ann.load(record)
    assert loaded.table["seats"][1]["name"] == standin.LEVELS[len(standin.LEVELS) // 2].title
    facts: Any = SimpleNamespace(levels=standin.LEVELS, programs=(), name="icefloes")
    assert find_bot(facts, "program:Plays bot") is standin.LEVELS[-1]
    with pytest.raises(BadOption, match="no bot 'plays'"):
        find_bot(facts, "plays")


def test_what_cannot_be_offered_is_said(folder: Path, offered: Programs) -> None:
    for text, error, said in (
        ("icefloes=strong", BadOption, "'icefloes=strong' is not GAME=program:COMMAND."),
        ("chess=program:x", BadGame, "There is no game 'chess'"),
        ("icefloes=program:no-such-program", BotFault, "cannot be started"),
        ("playingcards=program:x", BadOption, "No bot plays 'playingcards'."),
    ):
        with pytest.raises(error, match=said):
            read_programs([text])
    twice = [f"icefloes=program:{command(folder, 'plays')}"] * 2
    assert [level.title for level in read_programs(twice).levels("icefloes")] == [
        "Plays bot",
        "Plays bot 2",
    ]


def test_the_command_line_hands_them_on(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Settings] = []
    monkeypatch.setattr(everygame.server.serve, "serve", given.append)
    assert main(["serve", "--bot", "icefloes=program:x y", "--bot", "ur=program:z"]) == 0
    assert given[0].bots == ["icefloes=program:x y", "ur=program:z"]
