"""Bots: always a legal move, from nothing but what the seat sees, and each level beats the one
below it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from everygame.arena.contestant import parse_contestant
from everygame.arena.series import ask as ask_contestant
from everygame.bots import choose, levels
from everygame.bots.level import LEVELS
from everygame.bots.request import ask
from everygame.bots.thinker import Thinker, answer
from everygame.contract import CHANCE, OVER, Game, Json, State
from everygame.errors import BadGame, BadOption
from everygame.library.registry import find_game, games
from everygame.match import Match, sample_chance
from everygame.search.budget import Budget
from everygame.search.game_advice import Advice

pytestmark = pytest.mark.both

RULED = {n: entry.game_class() for n, entry in games().items() if not entry.game_class().endless}
ALL = [(n, str(p)) for n, kind in RULED.items() for p in kind.seats]


def request(game: Game, state: State, level: str, seed: int = 1, **more: object) -> Json:
    """What the server asks: built from an observation."""
    return {**ask(game, [state], state.to_play()), "level": level, "seed": seed, **more}


def step_at_random(state: State, rng: Random) -> State:
    chance = state.to_play() == CHANCE
    return state.apply(sample_chance(state, rng) if chance else rng.choice(state.legal_actions()))


def walk(game: Game, rng: Random, plies: int) -> State:
    """The last state of a random match of at most so many plies in which a seat had a choice."""
    state = found = game.initial_state()
    while state.to_play() != OVER and (plies >= 0 or found.to_play() < 0):
        if state.to_play() != CHANCE and len(state.legal_actions()) > 1:
            found = state
        state = step_at_random(state, rng)
        plies -= 1
    return found


def test_who_only_knows_the_rules_takes_the_games_advice_too() -> None:
    """At random among letters that say nothing, `greedy` began words in Cold Spell without end."""
    game, rng = find_game("coldspell").game(), Random(3)
    state = game.initial_state()
    while (advice := state.advise()) is None:
        state = step_at_random(state, rng)
    greedy = parse_contestant("greedy", game)
    found = {answer(game, greedy, request(game, state, "", n))["move"] for n in range(9)}
    assert found == {state.text(advice)} and len(state.legal_actions()) > 1


@pytest.mark.parametrize(("name", "players"), ALL)
def test_a_move_is_always_legal(name: str, players: str) -> None:
    game = find_game(name).game(players=players)
    rng = Random(f"{name}{players}")
    for plies in (0, 1, 7, 30):
        state = walk(game, rng, plies)
        for level in levels(game):
            asked = request(game, state, level.name, seconds=0.02)
            answer = choose(asked)
            assert answer["move"] in asked["moves"]
            assert -1 <= answer["value"] <= 1


def hidden_games() -> list[tuple[str, dict[str, str]]]:
    """Every game that keeps a secret from somebody, with each number of players and with each
    value of each of its options."""
    found = []
    for name, kind in RULED.items():
        options = [
            {option.name: choice.value}
            for option in kind.options
            for choice in option.choices
            if choice.value != option.default and kind.seats[0] in (choice.players or kind.seats)
        ]
        cases = [*({"players": str(number)} for number in kind.seats), *options]
        found += [(name, given) for given in cases if kind(**given).hidden]
    return found


SEARCHES = ("baseline:nodes=6", "ismcts:nodes=6", "first:slip=0", "steady", "strong:nodes=6")


@pytest.mark.parametrize(("name", "options"), hidden_games())
def test_a_planted_truth_changes_nothing(name: str, options: dict[str, str]) -> None:
    """Where a secret lies otherwise than the seat may know, every search is asked the same and
    answers the same."""
    game = find_game(name).game(**options)
    rng, planted = Random(f"planted {name}{options}"), 0
    match = Match(game, rng)
    match.draw()
    while planted < 3 and match.to_play() != OVER:
        truth, seat = match.state(), match.to_play()
        other = game.resample(truth.observe(seat), seat, rng)
        if other.to_json() != truth.to_json() and len(truth.legal_actions()) > 1:
            planted += 1
            asked = [ask_contestant(Match(game, rng, state), seat, 5) for state in (truth, other)]
            assert asked[0] == asked[1]
            for level in (parse_contestant(text, game) for text in SEARCHES):
                said = [answer(game, level, {**one, "seconds": 0.0}) for one in asked]
                for key in ("move", "nodes", "value"):
                    assert said[0][key] == said[1][key]
        match.play(seat, rng.choice(truth.legal_actions()))
    assert planted == 3


def test_a_forced_move_is_played_at_once() -> None:
    game = find_game("tictactoe").game()
    state = game.from_json({"cells": "xoxxooox."})
    answer = choose(request(game, state, "strong"))
    assert (answer["move"], answer["nodes"], answer["seconds"]) == ("c1", 0, 0.0)


def test_seconds_given_go_before_those_of_the_level(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def few(self: Thinker, nodes: int, seconds: float) -> Budget:
        given.append(seconds)
        return Budget(nodes=5)

    monkeypatch.setattr(Thinker, "budget", few)
    game = find_game("icefloes").game()
    choose(request(game, game.initial_state(), "strong", seconds=0.05))
    choose(request(game, game.initial_state(), "strong"))
    assert given == [0.05, LEVELS[-1].seconds]


def test_moves_withheld_are_not_played() -> None:
    """Whatever the search likes best, the answer is among the moves given."""
    game = find_game("tictactoe").game()
    state = game.from_json({"cells": "xx.oo...."})
    asked = request(game, state, "strong", seconds=0.05)
    assert choose(asked)["move"] == "c3"
    asked["moves"] = ["a1", "b1"]
    assert {choose({**asked, "seed": seed})["move"] for seed in range(12)} == {"a1", "b1"}


def test_levels_are_three_and_named_for_people() -> None:
    for name, players in ALL:
        found = levels(find_game(name).game(players=players))
        assert len({level.name for level in found}) == len(found) >= 3
        assert all(level.title and level.sentence.endswith(".") for level in found)
        assert [level.seconds for level in found] == sorted(level.seconds for level in found)


def test_a_level_that_is_not_there() -> None:
    game = find_game("tictactoe").game()
    with pytest.raises(BadOption, match="no bot 'grandmaster'; there are first, steady, strong"):
        choose(request(game, game.initial_state(), "grandmaster"))
    with pytest.raises(BadGame):
        choose({**request(game, game.initial_state(), "first"), "game": "chess"})


def test_a_game_may_change_its_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    kitten = Advice(levels=lambda defaults: [replace(defaults[0], title="Kitten")])
    monkeypatch.setattr("everygame.bots.level.find_advice", lambda name: kitten)
    changed = levels(find_game("tictactoe").game())
    assert [level.title for level in changed] == ["Kitten"]
    assert changed[0].name == LEVELS[0].name


def match(game: Game, seats: tuple[str, str], seed: int) -> float:
    """What the first seat gets when these levels play; positions thrice are a draw."""
    rng = Random(seed)
    state = walk(game, rng, 2)
    seen: list[object] = []
    known: tuple[list[Json], list[Json]] = ([], [])
    while state.to_play() != OVER and seen.count(state.key()) < 2:
        seen.append(state.key())
        seat = state.to_play()
        asked = request(game, state, seats[seat], rng.getrandbits(30), seconds=0.0)
        answer = choose({**asked, "before": known[seat][-40:]})
        known[seat].append(asked["observation"])
        state = state.apply(state.parse(answer["move"]))
    return state.returns()[0]


def test_each_level_beats_the_one_below() -> None:
    """With nodes for a budget, so that it is the same everywhere."""
    game = find_game("icefloes").game()
    gained = 0.0
    for seed in range(5):
        gained += match(game, ("steady", "first"), seed) - match(game, ("first", "steady"), seed)
    assert gained >= 4
