"""What comes out of the process of a remote game is data, whatever the game does."""

from __future__ import annotations

import io
import os
import pickle
import struct
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from everygame import errors, scene
from everygame.contract import Choice, Option
from everygame.library.new_game import new_game
from everygame.library.registry import find_game
from everygame.process import remote_game
from everygame.process.faults import GameBroken
from everygame.process.isolation import RemoteEntry
from everygame.process.output_limits import KEPT, LEFT_OUT, MOST, Listener, pass_on
from tests.waiting import wait_until


def pickled_call(module: str, name: str, *arguments: Any) -> bytes:
    """The call of a function by its module and dotted name, as protocol 4 writes it: dotted names
    are followed there."""
    texts = (b"\x8c" + struct.pack("B", len(one)) + one.encode() for one in (module, name))
    return b"\x80\x04" + b"".join(texts) + b"\x93" + pickle.dumps(arguments, 2)[2:-1] + b"R."


@pytest.fixture
def remote(games_home: Path) -> remote_game.Remote:
    new_game("sticks", games_home)
    return remote_game.Remote(find_game("sticks"))


@pytest.mark.parametrize(
    ("module", "name", "arguments"),
    [
        ("everygame.process.remote_game", "subprocess.getoutput", ("echo taken > {file}",)),
        ("everygame.library.default_paths", "Path.touch", ()),
        ("everygame.process.remote_game", "start", ()),
        ("everygame.errors", "Path", ("{file}",)),
        ("os", "system", ("echo taken > {file}",)),
        ("builtins", "eval", ("open({file!r}, 'w')",)),
        ("builtins", "bytearray", (1 << 34,)),
    ],
)
def test_an_answer_that_names_a_function_is_refused(
    remote: remote_game.Remote, tmp_path: Path, module: str, name: str, arguments: tuple[Any, ...]
) -> None:
    file = tmp_path / "taken"
    given = [one.format(file=str(file)) if isinstance(one, str) else one for one in arguments]
    data = pickled_call(module, name, *given)
    with pytest.raises(pickle.UnpicklingError, match="no JSON"):
        remote_game.Reader(data, remote).load()
    assert not file.exists()


def test_a_hostile_game_is_a_broken_one(remote: remote_game.Remote) -> None:
    data = pickled_call("everygame.process.remote_game", "os.getcwd")
    ours, theirs = os.pipe()
    answer = remote_game.ANSWER + remote_game.SIZE.pack(len(data)) + data
    os.write(theirs, answer)
    os.write(theirs, remote_game.ANSWER + remote_game.SIZE.pack(1 << 50))
    os.close(theirs)
    assert remote.process.stdout
    os.dup2(ours, remote.process.stdout.fileno())
    os.close(ours)
    for why in ("cannot be read", "bytes"):
        with pytest.raises(GameBroken, match=why):
            remote.receive()


def test_what_games_say_is_taken(remote: remote_game.Remote) -> None:
    option = Option("size", "7", "Size", choices=(Choice("7", "Seven"),))
    told = scene.Choice("a1", "Here"), errors.BadMove("no"), {1: frozenset({2})}, range(3), option
    found = remote_game.Reader(pickle.dumps(told), remote).load()
    assert found[0] == told[0] and str(found[1]) == "no" and found[2:] == told[2:]
    file = io.BytesIO(b"")
    assert remote.receive_data(file, 0) == b""


def test_what_a_game_prints_is_told_at_once_and_only_so_far(
    games_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    rules = new_game("sticks", games_home) / "rules.py"
    text = rules.read_text("utf-8")
    begun = "    def initial_state(self)"
    assert begun in text
    body = text[text.index(begun) :].split("\n", 2)[0]
    printing = "\n        print('begun')\n        print('endless\\n' * 100_000)"
    rules.write_text(text.replace(body, body + printing), "utf-8")
    game = RemoteEntry(**vars(find_game("sticks"))).game()
    told = ""

    def all_is_told() -> bool:
        nonlocal told
        told += capfd.readouterr().err
        return told.endswith(LEFT_OUT)

    for number in range(3):
        assert game.initial_state().to_play() == 0, "who prints plays on"
        wait_until(all_is_told, "what it prints is told")
        assert told.startswith("begun\nendless\n") and told.endswith(LEFT_OUT), number
    assert told.count(LEFT_OUT) == 1 and len(told) == MOST + len(LEFT_OUT)


def test_that_something_is_left_out_is_said_where_the_bound_was_met_exactly(
    tmp_path: Path,
) -> None:
    file = tmp_path / "log"
    log = os.open(file, os.O_CREAT | os.O_WRONLY)
    printed, printing = os.pipe()
    passing = Thread(target=pass_on, args=(printed, log), daemon=True)
    passing.start()
    os.write(printing, b"a" * 50_000)
    os.write(printing, b"a" * (MOST - 50_000))
    wait_until(lambda: file.stat().st_size >= MOST, "it is passed on")
    for more in (b"b", b"c"):
        os.write(printing, more)
    os.close(printing)
    passing.join(10)
    for end in (printed, log):
        os.close(end)
    assert file.read_text("utf-8") == "a" * MOST + LEFT_OUT


def test_of_what_another_process_prints_the_start_and_the_end_are_kept() -> None:
    heard = Listener()
    printing = os.dup(heard.writing)
    heard.listen()
    for data in (b"first\n", *[b"a" * 999 + b"\n"] * 100, b"last"):
        os.write(printing, data)
    os.close(printing)
    heard.join(10)
    assert not heard.is_alive() and heard.lines() == 102
    assert heard.first.startswith(b"first\na") and heard.last.endswith(b"a\nlast")
    assert len(heard.first) == len(heard.last) == KEPT
