"""What people are told of positions: hints with reasons that are true, who stands better, and where
a match turned."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from everygame.bots import levels
from everygame.bots.analysis import advise, turning_points, weigh, weigh_chance
from everygame.bots.reasons import about_estimate, find_reasons
from everygame.bots.request import ask
from everygame.bots.thinker import Thinker
from everygame.contract import CHANCE, OVER, Json, State
from everygame.library.registry import find_game, games
from everygame.search.budget import Budget

LITTLE = 60
NODES = {
    ("icefloes", 1): 50_000,
    ("icefloes", 2): 50_000,
    ("tictactoe", 2): 5_000,
    ("coldspell", 3): 500,
}
"""How much is looked at for each question, where that is not little, by game and players."""
Case = tuple[str, dict[str, str]]
GAMES: list[Case] = [
    ("freez", {}), ("freezetag", {"players": "3"}), ("icefloes", {"players": "1"}),
    ("icefloes", {"players": "4"}), ("evade", {}),
    ("evade", {"information": "hidden"}), ("evade", {"information": "open"}),
    ("coldspell", {"players": "3"}),
]  # fmt: skip
PLAYED = [name for name, entry in games().items() if levels(entry.game())]
OTHERS: list[Case] = [(name, {}) for name in PLAYED if name not in dict(GAMES)]
FLOES = (
    "right right down left left up down down up right down up up up down down right down right"
    " up up down left left right"
)


@pytest.fixture(autouse=True)
def by_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody here thinks by the clock: what a second of the processor does differs by machine."""

    def budget(self: Thinker, nodes: int, seconds: float) -> Budget:
        return Budget(nodes or NODES.get((self.game.name, self.game.players), LITTLE))

    monkeypatch.setattr(Thinker, "budget", budget)


def request(name: str, state: State, options: dict[str, str] | None = None) -> Json:
    """What is asked of a position; with secrets, from the seat that decides."""
    game = find_game(name).game(**(options or {}))
    seat = max(0, state.to_play())  # of chance and of the end the truth alone is read
    told = {**ask(game, [state], seat), "seconds": 0.1, "seed": 1, "cpu": True}
    return told if game.hidden else {**told, "truth": state.to_json()}


def noughts(moves: str) -> State:
    return find_game("tictactoe").game().initial_state().play(moves)


def wander(name: str, options: dict[str, str], plies: int) -> State:
    """A state after random plies, in which a seat decides."""
    rng = Random(plies)
    state = find_game(name).game(**options).initial_state()
    while plies > 0 or state.to_play() == CHANCE:
        plies -= 1
        after = state.apply(rng.choice(state.legal_actions()))
        if after.to_play() == OVER:
            break
        state = after
    return state


def test_a_win_at_once_is_called_so() -> None:
    found = advise(request("tictactoe", noughts("a1 b1 a2 b2")))
    assert found == {"move": "a3", "reasons": ["It wins at once."], "line": ["a3"]}


def test_a_forced_win_says_in_how_many_moves() -> None:
    assert advise(request("tictactoe", noughts("a1 b1 a3 a2")))["reasons"][0] == (
        "It wins by force."
    )
    options = {"players": "2", "level": "classic"}
    state = find_game("icefloes").game(**options).initial_state().play(FLOES)
    found = advise(request("icefloes", state, options))
    assert found["reasons"][0] == "It wins by force in 2 moves." and len(found["line"]) == 3
    assert state.play(" ".join(found["line"])).to_play() == OVER


def test_the_only_move_that_does_not_lose_is_called_so() -> None:
    found = advise(request("tictactoe", noughts("a1 b2 a2")))
    assert found["move"] == "a3" and found["reasons"][0] == "Anything else loses to a3."


def test_the_only_legal_move_is_called_so() -> None:
    state = noughts("b2 a1 c1 a3 a2 c2 b3 b1")
    assert advise(request("tictactoe", state))["reasons"] == ["It is the only legal move."]


@pytest.mark.parametrize("name, options", [*GAMES, *OTHERS])
def test_every_game_has_hints_with_reasons(name: str, options: dict[str, str]) -> None:
    said = []
    for plies in (0, 9):
        state = wander(name, options, plies)
        found = advise(request(name, state, options))
        assert found["move"] in state.legal_moves()
        said += found["reasons"] or ([] if state.advise() is None else ["Its own advice."])
    assert said or (name, options) in OTHERS or name == "icefloes"  # where most plies are quiet
    assert all(reason.endswith(".") for reason in said)


def test_what_is_said_of_a_match_is_nothing_where_it_looks_level() -> None:
    assert [len(about_estimate(value)) for value in (0.7, 0.2, 0.1, -0.1, -0.2, -0.7)] == [
        1, 1, 0, 0, 1, 1,
    ]  # fmt: skip


@pytest.mark.parametrize("name, options", GAMES)
def test_games_have_something_to_say_of_every_ply(name: str, options: dict[str, str]) -> None:
    say = find_reasons(name)
    assert say
    said = set()
    for plies in (3, 12, 40):
        state = wander(name, options, plies)
        for action in state.legal_actions()[:150]:
            sentences = say(state, action, state.apply(action), state.to_play())
            assert all(s[0].isupper() and s.endswith(".") for s in sentences)
            said.update(sentences)
    assert said or name == "icefloes"  # where most plies are quiet


@pytest.mark.parametrize("name, options", [*GAMES, *OTHERS])
def test_what_seats_expect_adds_up(name: str, options: dict[str, str]) -> None:
    state = wander(name, options, 9)
    asked = {**request(name, state, options), "truth": state.to_json()}
    returns = weigh(asked)["returns"]
    assert len(returns) == len(state.returns())
    if len(returns) == 1:
        assert returns == [1.0]
    elif not find_game(name).game(**options).hidden:  # evaluations of many seats need not
        assert sum(returns) == pytest.approx(0.0, abs=0.2)
    assert all(-1 <= value <= 1 for value in returns)


def test_a_state_in_which_chance_decides_is_weighed_by_its_outcomes() -> None:
    state = find_game("freezetag").game().initial_state()
    while state.to_play() != CHANCE:
        state = state.apply(state.legal_actions()[0])
    found = weigh({**request("freezetag", state), "truth": state.to_json(), "seat": CHANCE})
    assert found["move"] is None and sum(found["returns"]) == pytest.approx(0.0)


def test_rolls_that_follow_each_other_without_end_are_given_up() -> None:
    """As where nobody can move, and each passes and rolls again."""

    class Rolls:
        def to_play(self) -> int:
            return CHANCE

        def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
            return ((0, 0.5), (1, 0.5))

        def apply(self, action: int) -> Rolls:
            return self

    game = find_game("icefloes").game()
    rolls: Any = Rolls()
    thinker: Any = None
    assert weigh_chance(game, rolls, 0.05, thinker) == [0.0, 0.0]


def test_the_end_is_worth_what_it_brought() -> None:
    state = noughts("a1 b1 a2 b2 a3")
    found = weigh(request("tictactoe", state))
    assert found == {"returns": [1.0, -1.0], "move": None, "proven": True, "plies": 0}


def test_a_match_turned_where_a_player_lost_most() -> None:
    line = [(0, CHANCE), (1, 0), (2, 1), (3, CHANCE), (4, 0), (5, 1)]
    weights: dict[int, Any] = {
        0: [0.0, 0.0], 1: [0.1, -0.1], 2: [0.6, -0.6], 3: [None, None], 4: [-0.5, 0.5],
        5: [-0.4, 0.4],
    }  # fmt: skip
    assert turning_points(line, weights) == [2, 4]
    assert turning_points(line, weights, most=1) == [4]
    assert turning_points(line, {}) == []
    del weights[1]
    assert turning_points(line, weights) == [4], "what lies between may be another's mistake"
    weights[3] = [-0.45, 0.45]
    assert turning_points(line, weights) == [], "chance is nobody's mistake"
