"""A match as a value ends as a match does, and tells each viewer what it has noticed."""

import pickle
import shutil
from collections.abc import Iterator
from copy import copy, deepcopy
from pathlib import Path
from random import Random

import pytest

import everygame as eg
from everygame.contract import CHANCE, OVER, Game, Json, State
from everygame.rl.line import Line, begin, replay

ROOT = Path(__file__).parents[2]


def actions_of(match: eg.Match) -> list[int]:
    return [match.nodes[node].action for node in match.path(match.node)[1:]]


@pytest.mark.parametrize("name", ["tictactoe", "ur", "crazyeights", "draughts"])
def test_it_ends_as_a_match_does(name: str) -> None:
    game = eg.load(name)
    match = eg.random_match(game, Random(4))
    line, outcome = begin(game, 1000), match.outcome()
    for action in actions_of(match):
        assert line.who != OVER and not any(line.returns())
        line = line.play(action)
    assert outcome and line.who == OVER and tuple(line.returns()) == outcome.returns


def test_it_ends_by_repetition_and_by_its_limit() -> None:
    game = eg.load("evade", information="open")
    line = begin(game, 1000)
    for _ in range(2):  # both sides choose their leaders
        line = line.play(line.state.legal_actions()[0])
    for move in ("f1-f2 f6-f5 f2-f1 f5-f6 " * 2).split():
        assert line.who != OVER
        line = line.play(line.state.parse(move))
    assert line.who == OVER and line.returns() == [0, 0] and not line.state.is_terminal()
    short = replay(game, 3, [one.action for one in line.back()][-2:-5:-1])
    assert short.who == OVER and short.returns() == [0, 0] and not short.state.is_terminal()


@pytest.fixture
def kuhn(games_home: Path) -> Game:
    shutil.copytree(ROOT / "examples" / "kuhn", games_home / "kuhn")
    return eg.load("kuhn")


def tree(line: Line) -> Iterator[Line]:
    yield line
    for action in line.state.legal_actions() if line.who != OVER else ():
        yield from tree(line.play(action))


def past(line: Line, seat: int) -> list[tuple[str, int]]:
    """Return what a seat knew at each of its own plies, and what it did."""
    steps = [one for one in reversed(list(line.back())) if one.before and one.before.who == seat]
    return [(one.before.known(seat), one.action) for one in steps if one.before]


def test_a_seat_knows_all_that_it_knew_and_did(kuhn: Game) -> None:
    pasts: dict[str, list[tuple[str, int]]] = {}
    for line in tree(begin(kuhn, 9)):
        if line.who not in (CHANCE, OVER):
            assert pasts.setdefault(line.known(line.who), past(line, line.who)) == past(
                line, line.who
            )
    assert len(pasts) == 12  # each seat has three cards, and two moments to decide


def test_a_seat_knows_what_it_sees_no_more(kuhn: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def glance(state: State, viewer: int | None) -> Json:
        seen = observe(state, viewer)
        return seen if not seen["bets"] else {**seen, "cards": "??"}

    kind = type(kuhn.initial_state())
    observe = kind.observe
    monkeypatch.setattr(kind, "observe", glance)
    one, other = (replay(kuhn, 9, [card, 1, 0]) for card in (0, 2))
    assert one.seen(0) == other.seen(0) and one.known(1) == other.known(1)
    assert one.known(0) != other.known(0)


def test_what_a_seat_hides_the_other_does_not_know() -> None:
    start = begin(eg.load("evade", information="hidden"), 1000)
    one, other = (start.play(action) for action in start.state.legal_actions()[:2])
    assert one.known(1) == other.known(1) and one.known(None) == other.known(None)
    assert one.known(0) != other.known(0) and one.seen(0) != other.seen(0)


def test_what_is_seen_alone_is_what_a_spectator_does_not_see(kuhn: Game) -> None:
    line = replay(kuhn, 9, [2, 0])
    assert line.seen_alone(0) == '{"seen": {"cards": "K?"}, "viewer": 0}'
    assert line.seen_by_all(0) == line.seen_by_all(1) and "??" in line.known_to_all(0)
    assert begin(eg.load("connectfour"), 42).seen_alone(0) == ""


def test_copies_are_the_same_and_pickles_equal() -> None:
    game = eg.load("crazyeights", players=3)
    line = replay(game, 500, actions_of(eg.random_match(game, Random(2), plies=20)))
    assert copy(line) is line and deepcopy([line])[0] is line
    again = pickle.loads(pickle.dumps(line))
    for viewer in (None, 0, 1, 2):
        assert again.known(viewer) == line.known(viewer)
    assert again.state == line.state and again.plies == line.plies


def test_who_learns_is_told_how_many_outcomes_chance_has() -> None:
    for name in eg.games():
        game = eg.load(name)
        assert bool(game.num_outcomes) == (game.chance and not game.endless), name
