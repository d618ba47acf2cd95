"""Random matches as OpenSpiel saw them, `MOVE/LEGAL MOVES` a ply and then what the seats got.

`bench/classics.py --write N` wrote them, and compares a thousand more where OpenSpiel is installed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from everygame.library.registry import find_game

pytestmark = pytest.mark.both

FILES = sorted(Path(__file__).parent.glob("*/openspiel.txt"))


def test_there_are_such_matches() -> None:
    assert len(FILES) >= 4


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_the_same_moves_and_ends_as_openspiel(path: Path) -> None:
    for line in path.read_text("utf-8").splitlines():
        *plies, first, second = line.split()
        state = find_game(path.parent.name).game().initial_state()
        for move, legal in (ply.split("/") for ply in plies):
            assert len(state.legal_actions()) == int(legal)
            state = state.apply(state.parse(move))
        assert state.returns() == [float(first), float(second)]
