"""Bots that are programs of their own: what they are told, and what happens when they fail."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from everygame.arena.series import Played, Series, play_match
from everygame.cli import main
from everygame.contract import Json
from everygame.library.registry import find_game
from everygame.process.bot_program import BotFault, Program
from everygame.record import from_json, replay
from tests.waiting import wait_until

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "bots" / "tictactoe.py"
TOE = find_game("tictactoe").game()

SCRIPTED = """
import json, sys
log = open(sys.argv[1], "a") if len(sys.argv) > 1 else None
for line in sys.stdin:
    message = json.loads(line)
    if log:
        print(line, end="", file=log, flush=True)
    if message["type"] == "start":
        print('{"type": "ready", "name": "Scripted"}', flush=True)
    elif message["type"] == "move":
        moves = message["moves"]
        ACT
"""
PLAY = "print(json.dumps({'move': moves[0]}), flush=True)"


@pytest.fixture
def scripted(tmp_path: Path) -> Any:
    """The command of a bot that does this when it is to move."""

    def write(act: str = PLAY, log: Path | None = None) -> str:
        path = tmp_path / f"bot{len(list(tmp_path.iterdir()))}.py"
        path.write_text(SCRIPTED.replace("ACT", act.replace("\n", "\n        ")))
        return shlex.join([sys.executable, str(path), *([str(log)] if log else [])])

    return write


def play(command: str, game: str = "tictactoe", limit: float = 5.0) -> Played:
    """A match of the program, in the first seat, against chance."""
    return play_match(Series(game, {}, (f"program:{command}", "random"), 0, limit=limit), 0)


def heard(log: Path) -> list[Json]:
    return [json.loads(line) for line in log.read_text().splitlines()]


# -- what it is told


def test_the_example_never_loses() -> None:
    """Looking at every line of play, from both seats."""
    contestants = (f"program:{sys.executable} {EXAMPLE}", "mcts:nodes=30")
    found = [play_match(Series("tictactoe", {}, contestants, 0), number) for number in range(6)]
    assert all(one.share >= 0.5 and not one.fault for one in found)
    assert any(one.share == 1 for one in found)


def test_messages_are_as_the_page_says(scripted: Any, tmp_path: Path) -> None:
    """Field by field, for each example of the reference page."""
    text = (ROOT / "docs" / "reference" / "bot-protocol.md").read_text("utf-8")
    shown = [json.loads(block) for block in re.findall(r"```json\n(.*?)\n```", text, re.DOTALL)]
    examples = {one["type"]: one for one in shown if "type" in one}
    log = tmp_path / "log"
    play(scripted(log=log))
    messages = heard(log)
    assert [one["type"] for one in messages][:2] == ["start", "move"]
    assert messages[-1]["type"] == "over"
    for message in messages:
        assert list(message) == list(examples[message["type"]])
        for key, value in message.items():
            assert type(value) is type(examples[message["type"]][key])
    first = messages[0]
    assert (first["game"], first["options"], first["seat"]) == ("tictactoe", {"players": "2"}, 0)
    assert messages[1]["observation"] == {"cells": "." * 9}


@pytest.mark.parametrize("name", ["evade", "icefloes"])
def test_it_is_told_what_its_seat_sees_and_no_more(
    scripted: Any, tmp_path: Path, name: str
) -> None:
    """What a match of the same plies shows to the seat, at each of its decisions."""
    log = tmp_path / "log"
    played = play(scripted(log=log), name)
    game = find_game(name).game()
    match = replay(from_json(played.record), game, Random(0))
    states = [match.state(node) for node in match.path(match.node)[:-1]]
    mine = [(state.observe(0), state.legal_moves()) for state in states if state.to_play() == 0]
    moves = [one for one in heard(log) if one["type"] == "move"]
    assert [(one["observation"], one["moves"]) for one in moves] == mine
    places = [number for number, state in enumerate(states) if state.to_play() == 0]
    seen = [state.observe(0) for state in states]
    assert [one["before"] for one in moves] == [seen[max(0, at - 60) : at] for at in places]


def test_two_seats_of_a_program_are_two_processes(scripted: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    act = "log.write(json.dumps({'pid': __import__('os').getpid()}) + '\\n')\n" + PLAY
    series = Series("icefloes", {"players": "4"}, ("random", f"program:{scripted(act, log)}"), 0)
    seats = series.fixture(2, find_game("icefloes").game(players="4")).seats
    play_match(series, 2)
    assert len({one["pid"] for one in heard(log) if "pid" in one}) == seats.count(1) > 1


# -- what goes wrong


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("print('hello', flush=True)", "answered 'hello', not a JSON object"),
        ("print('[1]', flush=True)", "not a JSON object"),
        ('print(\'{"move": "z9"}\', flush=True)', "played 'z9', which is not one of its legal"),
        ("print('{}', flush=True)", "played 'null', which is not one of its legal moves"),
        ("print('{\"move\": [1]}', flush=True)", "which is not one of its legal moves"),
        ("raise SystemExit(4)", "ended without an answer (exit status 4)"),
        ("raise ValueError('too hard')", "(exit status 1): ValueError: too hard"),
        ("sys.stderr.write('x\\n' * 90_000); raise ValueError('no')", "status 1): ValueError: no"),
        ("__import__('time').sleep(60)", "did not answer within 0.4 s"),
        ("while True: pass", "did not answer within 0.4 s"),
        ("print('9' * (1 << 21), flush=True)", "answered more than 1048576 bytes"),
        ("print('[' * 200000, flush=True)", "not a JSON object"),
        ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "not a JSON object"),
    ],
)
def test_who_does_not_do_its_part_has_lost(scripted: Any, act: str, said: str) -> None:
    played = play(scripted(act), limit=0.4)
    assert said in played.fault and played.fault.endswith(".") and "\n" not in played.fault
    assert (played.ending, played.returns, played.plies) == ("forfeit", (-1.0, 1.0), 0)
    assert played.record["result"]["ending"] == "resignation"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("", "needs a command"),
        ("no-such-program-here", "'no-such-program-here' cannot be started"),
        ("'", "cannot be read"),
        (f'{sys.executable} -c "print(5)"', "answered '5', not a JSON object"),
        (f"{sys.executable} -c 'print({{}})'", "to start, not type ready and a name"),
    ],
)
def test_an_arena_does_not_begin_with_a_program_that_is_not_ready(
    capsys: pytest.CaptureFixture[str], command: str, said: str
) -> None:
    assert main(["arena", "tictactoe", "random", f"program:{command}"]) == 1
    out, err = capsys.readouterr()
    assert out == "" and said in err and len(err.splitlines()) == 1


def test_forfeits_are_counted_and_told(scripted: Any, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "tictactoe", f"program:{scripted('raise SystemExit')}", "random"]
    assert main([*words, "--matches", "2", "--workers", "1", "--opening", "0"]) == 0
    out = capsys.readouterr().out
    assert "0 won, 0 drawn, 2 lost" in out and "Endings: 2 forfeit" in out
    assert "lost 2 by forfeit: " in out and "a program from outside, at most 10 s a move" in out


def test_a_program_plays_in_the_terminal(
    scripted: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is told what a seat is told; one that fails is one sentence, and the match goes on."""
    monkeypatch.setenv("EVERYGAME_DATA", str(tmp_path / "matches.sqlite"))
    log = tmp_path / "log"
    command = ["play", "tictactoe", "--bot"]
    monkeypatch.setattr("sys.stdin", io.StringIO("b2\nhistory\n"))
    assert main([*command, f"2=program:{scripted(log=log)}"]) == 0
    start, move = heard(log)
    assert (start["type"], start["seat"], move["observation"]) == (
        "start",
        1,
        {"cells": "....x...."},
    )
    assert "Noughts plays a3." in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("a1\n"))
    assert main([*command, "2=program:no-such-program"]) == 1
    err = capsys.readouterr().err
    assert err == "everygame: 'no-such-program' cannot be started: No such file or directory.\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("history\n"))
    assert main([*command, "none"]) == 0
    assert "1 b2  2 a3  3 a1" in capsys.readouterr().out


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def test_nothing_of_a_program_is_left(scripted: Any, tmp_path: Path) -> None:
    """Neither itself nor what it has started, when its time is over."""
    log = tmp_path / "log"
    child = "__import__('subprocess').Popen(['sleep', '60'])"
    act = f"child = {child}\nlog.write(json.dumps({{'pid': child.pid}}) + '\\n'); log.flush()\n"
    play(scripted(act + "__import__('time').sleep(60)", log), limit=1.0)
    (pid,) = [one["pid"] for one in heard(log) if "pid" in one]
    wait_until(lambda: not alive(pid), "what the program has started ends")


def test_ctrl_c_ends_programs_in_worker_processes(scripted: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    act = "log.write(json.dumps({'pid': __import__('os').getpid()}) + '\\n'); log.flush()\n"
    bot = f"program:{scripted(act + 'while True: pass', log)}"
    command = [sys.executable, "-m", "everygame", "arena", "tictactoe", bot, "random"]
    with subprocess.Popen([*command, "--workers", "2"], cwd=ROOT, stdout=subprocess.PIPE) as arena:
        wait_until(lambda: log.exists() and "pid" in log.read_text(), "the program has started")
        arena.send_signal(signal.SIGINT)
        try:
            assert b"Not all pairs have completed a round" in arena.communicate(timeout=20)[0]
        finally:
            arena.kill()  # or its end would be waited for
    pids = {one["pid"] for one in heard(log) if "pid" in one}
    assert pids and not any(map(alive, pids))


def test_a_program_may_end_by_itself(scripted: Any) -> None:
    program = Program(scripted(), 5)
    try:
        assert program.start(TOE, 0, 1) == "Scripted"
        request = {"observation": {}, "moves": ["a1"], "before": [], "seed": 1}
        assert program.move(request) == "a1"
        program.tell_end((1.0, -1.0), "line")
        assert program.process.returncode == 0
        with pytest.raises(BotFault):
            program.move(request)
    finally:
        program.close()


def test_what_a_program_said_is_heard_though_it_has_left() -> None:
    program = Program(f"{sys.executable} -c 'print(5)'")
    program.process.wait()
    with pytest.raises(BotFault, match="answered '5', not a JSON object"):
        program.ask({}, 10)
    program.close()
