"""Seats that share a side: they win and lose together, for the checker, bots, matches, the arena
and studies."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from everygame.arena.series import Played, Series, Thought
from everygame.arena.standing import pair_up
from everygame.arena.statistics import DUEL
from everygame.bots.analysis import of_all
from everygame.check import conform
from everygame.contract import OVER, Game, Json, State
from everygame.errors import BadGame
from everygame.library.registry import find_folder
from everygame.match import Match
from everygame.search.alphabeta import alphabeta
from everygame.search.baseline import baseline
from everygame.search.budget import Answer, Budget
from everygame.search.greedy import greedy
from everygame.search.mcts import mcts
from everygame.search.solve import solve

EXAMPLES = Path(__file__).parents[1] / "examples"
TEAMS, ALL = (0, 1, 0, 1), (0, 0, 0, 0)


class Sticks(State):
    """Four in turn take one, two or three sticks; the side of whoever takes the last one wins. With
    one side alone, it wins if seat 3 takes the last one."""

    def __init__(self, left: int, turn: int, sides: tuple[int, ...]) -> None:
        self.left, self.turn, self.sides = left, turn, sides

    def to_play(self) -> int:
        return self.turn if self.left else OVER

    def legal_actions(self) -> list[int]:
        return list(range(min(3, self.left)))

    def advance(self, action: int) -> None:
        self.left -= action + 1
        self.turn = (self.turn + 1) % 4

    def returns(self) -> list[float]:
        if self.left:
            return [0.0] * 4
        last = (self.turn - 1) % 4
        if self.sides == ALL:
            return [1.0 if last == 3 else -1.0] * 4
        return [1.0 if side == self.sides[last] else -1.0 for side in self.sides]

    def text(self, action: int, viewer: int | None = -1) -> str:
        return str(action + 1)

    def to_json(self) -> Json:
        return {"left": self.left, "turn": self.turn}

    def ending(self) -> str:
        return "" if self.left else "no sticks"


class SticksGame(Game):
    name = "sticks"
    seats = (4,)
    sides = TEAMS
    num_actions = 3
    start: ClassVar[int] = 9

    def initial_state(self) -> State:
        return Sticks(self.start, 0, self.sides)

    def from_json(self, data: Json) -> State:
        left, turn = (self.read_number(data, key, 0, 99) for key in ("left", "turn"))
        return Sticks(left, turn, self.sides)


class Together(SticksGame):
    sides = ALL


def best(game: Game, left: int, turn: int) -> float:
    """The return of the seat to move if all play their best, by exhaustion."""
    state = game.from_json({"left": left, "turn": turn})
    sides = game.sides
    found = []
    for action in state.legal_actions():
        after = state.apply(action)
        if after.to_play() == OVER:
            found.append(after.returns()[turn])
        else:
            got = best(game, after.left, after.turn)  # type: ignore[attr-defined]
            found.append(got if sides[after.to_play()] == sides[turn] else -got)
    return max(found)


SEARCHES = {
    "mcts": lambda state: mcts(state, Budget(3000)),
    "alphabeta": lambda state: alphabeta(state, Budget(100_000)),
    "baseline": lambda state: baseline(state, Budget(3000)),
}


@pytest.mark.both
@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
@pytest.mark.parametrize("kind", [SticksGame, Together])
def test_searches_play_for_their_side(kind: type[Game], search: object) -> None:
    """A search that takes a partner for an opponent, or counts a partner's win as a loss, misses
    moves that win."""
    game = kind()
    for left in range(2, 10):
        state = game.from_json({"left": left, "turn": 0})
        found: Answer = search(state)  # type: ignore[operator]
        if best(game, left, 0) == 1:
            after = state.apply(found.action)
            lost = after.to_play() != OVER and best(game, left - found.action - 1, 1) == (
                -1 if kind is Together else 1
            )
            assert not lost, left
            assert found.value > 0.3
        if found.returns:
            assert len(found.returns) == 4
            assert all(
                found.returns[seat] == found.returns[game.sides.index(side)]
                for seat, side in enumerate(game.sides)
            )


@pytest.mark.both
@pytest.mark.parametrize("kind", [SticksGame, Together])
def test_a_solver_knows_sides(kind: type[Game]) -> None:
    game = kind()
    solution = solve([game.initial_state()])
    for left in range(1, 10):
        for turn in range(4):
            state = game.from_json({"left": left, "turn": turn})
            if (found := solution.find(state)) is not None:
                assert (found[0] == 1) == (best(game, left, turn) == 1)


def test_greedy_fears_no_partner() -> None:
    """With five sticks each move leaves a partner who may end it well: no move is lost."""
    found = greedy(Together().from_json({"left": 2, "turn": 2}), None, Random(1))
    assert found.action == 0  # the last one is for seat 3
    assert greedy(Together().from_json({"left": 4, "turn": 2}), None, Random(1)).value == 0


def test_a_side_resigns_as_one() -> None:
    match = Match(SticksGame(), Random(1))
    match.resign(1)
    outcome = match.outcome()
    assert outcome is not None and outcome.returns == (1, -1, 1, -1)
    match = Match(Together(), Random(1))
    match.resign(1)
    outcome = match.outcome()
    assert outcome is not None and outcome.returns == (-1, -1, -1, -1)


def test_an_expectation_is_that_of_the_side() -> None:
    found = Answer(0, 0.4, 1, 0.0)
    assert of_all(SticksGame(), 1, found) == [-0.4, 0.4, -0.4, 0.4]
    assert of_all(Together(), 1, found) == [0.4] * 4


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        ((0, 1), "the side of each of 4 seats"),
        ((0, 2, 0, 2), "numbered from 0"),
        ([0, 1, 0, 1], "is a tuple"),
        ((0, 0, 1, 1), "seats of one side have other returns"),
        ((0, 1, 2, 1), "seats of one side|sum to 0"),
    ],
)
def test_the_checker_knows_sides(sides: object, said: str) -> None:
    kind = type("Wrong", (SticksGame,), {"sides": sides, "start": 5})
    kind.initial_state = lambda self: Sticks(5, 0, TEAMS)
    kind.from_json = lambda self, data: Sticks(data["left"], data["turn"], TEAMS)
    with pytest.raises(BadGame, match=said):
        conform(kind(), 3, 1)


@pytest.mark.parametrize("kind", [SticksGame, Together])
def test_games_of_sides_pass(kind: type[Game]) -> None:
    conform(kind(), 3, 1)


@pytest.mark.parametrize("name", ["whist", "fireworks"])
def test_the_examples_pass(name: str) -> None:
    entry = find_folder(EXAMPLES / name)
    conform(entry.game(), 1, 1, entry.artist())


# -- the arena


def test_a_contestant_has_a_side() -> None:
    series = Series("sticks", {}, ("one", "two"))
    found = [series.fixture(number, SticksGame()).seats for number in range(4)]
    assert found == [(0, 1, 0, 1), (1, 0, 1, 0)] * 2
    alone = [series.fixture(number, Together()) for number in range(3)]
    assert [(one.seats[0], one.round, len(set(one.seats))) for one in alone] == [
        (0, 0, 1),
        (1, 0, 1),
        (0, 1, 1),
    ]


def test_those_who_play_together_are_compared_on_the_same_deals() -> None:
    """Points of both are even if they do equally well, and the better one of a round has won."""

    def played(number: int, who: int, got: float) -> Played:
        thought = (Thought(), Thought())
        return Played(
            number, (0, 1), (who,) * 3, (got,) * 3, "end", 5, thought, {}, sides=(0, 0, 0)
        )

    rounds = [[played(0, 0, 0.5), played(1, 1, -0.5)], [played(2, 0, 0.2), played(3, 1, 0.2)]]
    found = pair_up((0, 1), rounds, DUEL)
    assert found.results == (1, 1, 0) and found.groups == (0.75, 0.5)
    assert found.margin is not None and found.margin.value == pytest.approx(0.25)
