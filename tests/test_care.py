"""A second look at moves that few simulated matches chose, and how many they are in wide games."""

from functools import partial
from random import Random

import pytest

from everygame.arena.contestant import parse_contestant
from everygame.bots.safety_check import check_move
from everygame.bots.thinker import Thinker
from everygame.fast import listening
from everygame.library.registry import find_game
from everygame.search.budget import Answer
from tests.toys import Heap


def found(action: int, visits: dict[int, int] | None = None) -> Answer:
    return Answer(action, 0.1, 4, 0.0, visits=visits or {}, values={1: -0.2, 2: 0.1, 3: 0.0})


@pytest.mark.parametrize("left", [1, 2, 3])
def test_what_wins_at_once_is_played(left: int) -> None:
    answer = check_move(Heap(left), found(1))
    assert (answer.action, answer.value, answer.proven, answer.line) == (left, 1.0, True, (left,))
    assert answer.exact == {left: answer.values[left]} == {left: 1.0}
    assert answer.returns == (1.0, -1.0)


def test_what_loses_at_once_is_not_played_while_something_else_does_not() -> None:
    """Of five, two leave three, and three leave two: the other takes them all."""
    for chosen in (2, 3):
        answer = check_move(Heap(5), found(chosen))
        assert (answer.action, answer.value, answer.proven) == (1, -0.2, False)


@pytest.mark.parametrize(("left", "chosen", "asked"), [(3, 1, 1), (5, 2, 5)])
def test_a_check_listens_for_each_action_that_it_asks(
    monkeypatch: pytest.MonkeyPatch, left: int, chosen: int, asked: int
) -> None:
    """Among those of a win at once, and of replies to it."""
    heard: list[None] = []
    monkeypatch.setattr(listening, "hear", partial(heard.append, None))
    check_move(Heap(left), found(chosen))
    assert len(heard) >= asked


def test_of_what_does_not_lose_at_once_the_choice_stays_or_the_most_tried_goes() -> None:
    assert check_move(Heap(6), found(1)).action == 1
    assert check_move(Heap(6), found(3, {1: 5, 2: 9, 3: 10})).action == 2
    assert check_move(Heap(6), found(3, {1: 9, 2: 5, 3: 10})).action == 1


def test_where_all_lose_or_all_is_proven_the_choice_stays() -> None:
    assert check_move(Heap(4), found(2)) == found(2)
    proven = Answer(2, -1.0, 4, 0.0, proven=True)
    assert check_move(Heap(5), proven) is proven


def test_who_plays_on_does_not_lose_by_it() -> None:
    """Alone, nobody answers."""
    assert check_move(Heap(5, seats=1), found(2)).action == 2


def test_the_more_moves_the_more_simulated_matches() -> None:
    """But not where the game says what a position is worth, nor where nodes are laid down."""

    def effort(name: str, contestant: str) -> int:
        game = find_game(name).game()
        state = game.initial_state()
        level = parse_contestant(contestant, game)
        return Thinker(game, {"seat": 0, "observation": state.observe(0)}, Random(1)).simulations(
            level
        )

    assert len(find_game("go").game().initial_state().legal_actions()) == 82
    assert effort("go", "steady") == 15 * 82
    assert effort("go", "steady:nodes=100") == 100
    assert effort("go", "strong") == 0
    assert effort("tictactoe", "steady") == 200
    assert effort("breakthrough", "steady") == 200
