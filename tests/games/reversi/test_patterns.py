"""What the learned estimate of reversi sees, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from everygame.cli import main
from everygame.contract import State
from everygame.errors import BadGame
from everygame.games.reversi.bots import evaluate, patterns
from everygame.games.reversi.patterns import NUMBERS, SHOWN
from everygame.games.reversi.rules import Reversi
from everygame.games.reversi.weights import FILE, Table
from everygame.search.patterns import patterned, read_patterns
from tests.games.shared import at_random

pytestmark = pytest.mark.both


def positions(matches: int) -> Iterator[State]:
    """Of matches by chance, at every seventh ply."""
    rng = Random(6)
    for _ in range(matches):
        yield from at_random(Reversi().initial_state(), rng)[:-1:7]


def images(state: State) -> Iterator[State]:
    """The position on the board turned and reflected."""
    text, _, letter = state.position().partition(" ; ")
    rows = text.split("/")
    for _ in range(2):
        for changed in (rows, rows[::-1], [row[::-1] for row in rows]):
            yield Reversi().parse_position("/".join(changed) + f" ; {letter}")
        rows = ["".join(column) for column in zip(*rows, strict=True)]


def test_a_turned_or_reflected_board_shows_the_same() -> None:
    for state in positions(6):
        shown = sorted(patterns(state))
        assert len(shown) == SHOWN and 0 <= shown[0] <= shown[-1] < NUMBERS
        assert all(sorted(patterns(image)) == shown for image in images(state))


def test_both_builds_show_the_same() -> None:
    """The interpreted one sees the same patterns as the compiled one."""
    told = " ".join(str(int(number)) for state in positions(4) for number in patterns(state))
    assert sha256(told.encode()).hexdigest()[:16] == "eded5dcc7f65c162"


def test_the_estimate_is_the_sum_of_the_weights() -> None:
    """The quick way to it gives what `everygame learn` has weighed."""
    weighed = patterned(FILE, patterns)
    for state in positions(3):
        before = state.position()
        for seat in (0, 1):
            assert evaluate(state, seat) == weighed(state, seat) == -evaluate(state, 1 - seat)
        assert state.position() == before


def test_who_holds_the_corners_stands_better() -> None:
    rows = "w..bbb.w/..wbbb../.wwbbbb./..wwbb../..wbwb../..bbbb../..b..b../w......w"
    state = Reversi().parse_position(f"{rows} ; b")
    assert evaluate(state, 1) > 0.2 > evaluate(state, 0)


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    state = Reversi().initial_state()
    for content in (FILE.read_bytes()[:-20], b"", b"not packed"):
        file = tmp_path / "weights.gz"
        file.write_bytes(content)
        with pytest.raises(BadGame, match=r"weights\.gz does not hold weights of patterns"):
            Table(file).total(state.mine, state.theirs, state.places)


def test_its_patterns_are_learned_from_matches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same seed makes the same file."""
    files = [tmp_path / "a.gz", tmp_path / "b.gz"]
    for file in files:
        told = ["--matches", "2", "--nodes", "1", "--test", "2", "-o", str(file)]
        assert main(["learn", "reversi", *told]) == 0
    said = capsys.readouterr().out
    assert "2 matches" in said and "believed" in said and ") of the points; " in said
    assert files[0].read_bytes() == files[1].read_bytes()
    assert len(read_patterns(files[0])) > 100
