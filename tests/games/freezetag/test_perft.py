"""The counts of perft.txt, and the same from the oracle, to a smaller depth."""

from pathlib import Path

import pytest

from everygame.contract import read_settings
from everygame.games.freezetag.rules import FreezeTag
from everygame.perft import perft
from tests.oracles import freezetag as oracle

FILE = Path(__file__).with_name("perft.txt")
LINES = [s for s in FILE.read_text("utf-8").splitlines() if s and not s.startswith("#")]

pytestmark = pytest.mark.both


@pytest.mark.parametrize("line", LINES)
def test_perft(line: str) -> None:
    options, text, counts = (field.strip() for field in line.split("|"))
    game = FreezeTag(**read_settings(options.split()))
    state = game.initial_state() if text == "start" else game.parse_position(text)
    wanted = [int(count) for count in counts.split()]
    assert [perft(state, depth + 1) for depth in range(len(wanted))] == wanted


@pytest.mark.parametrize("line", LINES)
def test_the_oracle_counts_the_same(line: str) -> None:
    options, text, counts = (field.strip() for field in line.split("|"))
    settings = read_settings(options.split())
    start = oracle.start(**settings) if text == "start" else oracle.read(text, **settings)
    assert [count(start, depth) for depth in (1, 2)] == [int(n) for n in counts.split()[:2]]
    if text == "start":
        assert count(start, 3) == int(counts.split()[2])


def count(position: oracle.Position, depth: int) -> int:
    moves = oracle.moves(position)
    if depth == 1:
        return len(moves)
    return sum(count(oracle.play(position, move), depth - 1) for move in moves)
