"""Learning: planted weights are found again, and bots play by what was learned."""

import json
from math import exp, tanh
from pathlib import Path
from random import Random
from typing import Any

import pytest

from everygame.cli import main
from everygame.contract import CHANCE, OVER, Json, State
from everygame.errors import BadGame
from everygame.games.tictactoe.rules import GAME, scene
from everygame.learn.fit import Example, fit, loss
from everygame.learn.matches import Plan, by_patterns, play_example
from everygame.learn.targets import Met, Played, chance, find_faith, judged
from everygame.learn.temporal_differences import Estimate, Turns, rate_of
from everygame.library.registry import find_game
from everygame.search.learned import Numbers, learned, pictured
from everygame.search.patterns import LARGEST, patterned, read_patterns, whole, write_patterns
from tests.toys import Duel


def examples(planted: Numbers, count: int) -> list[Example]:
    """Matches that end as these weights say."""
    rng = Random(3)
    found: list[Example] = []
    for _ in range(count):
        numbers = {name: rng.choice((-1.0, 0.0, 1.0)) for name in planted}
        odds = sum(planted[name] * number for name, number in numbers.items())
        found.append((numbers, float(rng.random() < 1 / (1 + exp(-odds)))))
    return found


def test_planted_weights_are_found() -> None:
    planted = {"good": 1.5, "bad": -0.7, "nothing": 0.0}
    weights = fit(examples(planted, 1500), Random(1))
    assert weights == pytest.approx(planted, abs=0.2)
    aside = examples(planted, 1700)[1500:]
    assert loss(weights, aside) < loss({}, aside) == pytest.approx(0.693, abs=0.001)


def test_a_game_is_learned_from_its_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tic-tac-toe has no `describe`. Whoever has the centre wins more often."""
    file = tmp_path / "weights.json"
    told = ["--matches", "60", "--nodes", "5", "--rounds", "2", "--test", "3", "-o", str(file)]
    assert main(["learn", "tictactoe", *told]) == 0
    said = capsys.readouterr().out
    assert "60 matches" in said and "kept aside" in said and "strong before:" in said
    assert ") of the points; " in said
    written = json.loads(file.read_text("utf-8"))
    assert (written["game"], written["made"]["matches"]) == ("tictactoe", 60)
    evaluate = pictured(file, scene, GAME)
    game = find_game("tictactoe").game()
    centre, edge = (game.from_json({"cells": cells}) for cells in ("o...x....", "ox......."))
    assert evaluate(centre, 0) > evaluate(edge, 0)
    assert evaluate(centre, 1) == -evaluate(centre, 0)
    assert main(["learn", "tictactoe", *told]) == 0
    assert json.loads(file.read_text("utf-8")) == written, "the same seed learns the same"


def test_a_game_says_which_numbers_describe_a_position(tmp_path: Path) -> None:
    """Each seat's numbers, one less the other; by name "0", "1" …"""
    file = tmp_path / "weights.json"
    file.write_text(json.dumps({"weights": {"0": 2.0, "move": 0.5, "first": 0.25}}), "utf-8")
    state = find_game("tictactoe").game().initial_state()
    evaluate = learned(file, lambda state, seat: [3.0 - seat])
    assert evaluate(state, 0) == pytest.approx(tanh((2.0 + 0.5 + 0.25) / 2))
    assert evaluate(state, 1) == -evaluate(state, 0)


def test_a_match_is_played_to_learn_from() -> None:
    plan = Plan("crazyeights", (), 1, 1)
    played = play_example(plan, None, 4)
    assert played.number == 4 and played.got in (0.0, 0.5, 1.0)
    shown = [one.features for one in played.met]
    assert all(isinstance(one, dict) and set(one) >= {"first", "move"} for one in shown)
    assert played == play_example(plan, None, 4)


def test_a_position_is_worth_what_followed_and_what_was_foretold() -> None:
    """Half each, but what follows a random move says nothing of what was before."""
    met = [Met([1], 0, 0.0, False), Met([2], 1, 0.5, True), Met([3], 0, 0.0, False)]
    last, slipped, first = judged(Played(0, met, 1.0), 1.0)
    assert last == ([3], 0.75)
    assert slipped == ([2], pytest.approx(0.25)), "as the second seat sees it"
    assert first == ([1], pytest.approx(0.625))


def test_a_search_is_believed_as_far_as_matches_bear_it_out() -> None:
    """One that says 0.2 of whoever wins nine of ten is too shy."""
    matches = [Played(n, [Met([], 0, 0.2, False)], float(n % 10 > 0)) for n in range(200)]
    faith = find_faith(matches)
    assert chance(0.2, faith) == pytest.approx(0.9, abs=0.001)
    assert find_faith([Played(0, [Met([], 0, 0.0, False)], 1.0)]) == 1.0, "it says nothing"


# -- patterns


def squares(state: State) -> list[int]:
    """The patterns of tic-tac-toe, for these tests: what lies on each square."""
    cells = state.to_json()["cells"]
    mine = "xo"[max(state.to_play(), 0)]
    return [
        3 * place + (0 if cell == "." else 1 if cell == mine else 2)
        for place, cell in enumerate(cells)
    ]


def test_weights_of_patterns_are_found(tmp_path: Path) -> None:
    """In a file they are whole hundredths, and a state is worth their sum."""
    rng, found = Random(5), []
    for _ in range(2000):
        shown = [rng.randrange(3), 10 + rng.randrange(3)]
        odds = (-1.0, 0.0, 1.0)[shown[0]]
        found.append((shown, float(rng.random() < 1 / (1 + exp(-odds)))))
    weights = fit(found, Random(1))
    assert weights["0"] < -0.5 < 0.5 < weights["2"] and abs(weights["11"]) < 0.3
    file = tmp_path / "weights.gz"
    write_patterns(file, "{}", whole({"13": -0.5, "0": 0.25, "4": 0.001}))
    assert read_patterns(file) == {0: 25, 13: -50}
    evaluate = patterned(file, squares)
    state = find_game("tictactoe").game().from_json({"cells": "....x...."})
    assert squares(state)[:5] == [0, 3, 6, 9, 14]
    assert evaluate(state, 1) == pytest.approx(tanh(0.25 / 2)) == -evaluate(state, 0)


def test_numbers_of_patterns_have_bounds() -> None:
    state = find_game("tictactoe").game().initial_state()
    for number in (-2 - LARGEST, LARGEST + 1):
        with pytest.raises(BadGame, match="from 0 to 16777215"):
            by_patterns(lambda state, number=number: [0, number], state)
    assert list(by_patterns(squares, state)) == squares(state)
    assert list(by_patterns(lambda state: [~LARGEST, LARGEST], state)) == [~LARGEST, LARGEST]


def test_a_pattern_may_speak_for_the_other_seat(tmp_path: Path) -> None:
    """Told by the complement of its number: its weight is taken away, and learned so."""
    file = tmp_path / "weights.gz"
    write_patterns(file, "{}", {2: 40, 5: 30})
    state = find_game("tictactoe").game().initial_state()
    evaluate = patterned(file, lambda state: [2, ~5, ~9])
    assert evaluate(state, 0) == pytest.approx(tanh(0.1 / 2))
    rng, found = Random(5), []
    for _ in range(1000):
        speaks = rng.random() < 0.5
        found.append(([7 if speaks else ~7], float((rng.random() < 0.8) == speaks)))
    weights = fit(found, Random(1))
    assert list(weights) == ["7"] and weights["7"] > 1.0


class Dice(Duel):
    """Who throws a six wins; the first seat's turn begins with a choice between two dice, of which
    the second has a six on three of its faces. Plain, for these tests."""

    def __init__(self, turn: int = 0, stage: str = "choose", die: int = 0) -> None:
        self.turn, self.stage, self.die, self.winner = turn, stage, die, -1

    def to_play(self) -> int:
        return OVER if self.winner >= 0 else self.turn if self.stage == "choose" else CHANCE

    def legal_actions(self) -> list[int]:
        return [] if self.winner >= 0 else [0, 1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        six = (1 / 6, 1 / 2)[self.die]
        return [(0, 1 - six), (1, six)]

    def advance(self, action: int) -> None:
        if self.stage == "choose":
            self.stage, self.die = "throw", action
        elif action:
            self.winner = self.turn
        else:
            self.turn, self.stage, self.die = 1 - self.turn, "choose", 0

    def won(self) -> float:
        return 1.0 - 2 * self.winner


def thrown(state: State) -> list[int]:
    """Which die is in whose hand, as the first seat is told where chance decides."""
    assert isinstance(state, Dice)
    if state.to_play() != CHANCE:
        return [2]
    return [~state.die if state.turn else state.die]


def test_what_dice_are_worth_is_learned_turn_by_turn() -> None:
    """In rules of a plain class. Whoever holds the better die, and plays well after, has
    1 / (2 - 1/2) of the matches, and 1/6 + 5/6 * 1/3 with the worse."""
    estimate = Estimate(thrown)
    turns = Turns(Dice(), estimate, 1)
    for number in range(4000):
        turns.play(rate_of(number, 4000))
    good, bad = Dice(0, "throw", 1), Dice(0, "throw", 0)
    assert estimate.worth(good, 0) == pytest.approx(2 * (1 / (2 - 1 / 2)) - 1, abs=0.1)
    assert estimate.worth(bad, 0) < 0 < estimate.worth(Dice(1, "throw", 0), 0)
    assert estimate.worth(Dice(1, "throw", 1), 0) == pytest.approx(-estimate.worth(good, 0))


class Guess(Duel):
    """A coin lies left (0) or right (1), where the first seat does not see it; it says where, and
    wins or loses. Plain, for this test."""

    def __init__(self, coin: int) -> None:
        self.coin, self.said = coin, -1

    def to_play(self) -> int:
        return 0 if self.said < 0 else OVER

    def legal_actions(self) -> list[int]:
        return [0, 1] if self.said < 0 else []

    def advance(self, action: int) -> None:
        self.said = action

    def won(self) -> float:
        return 1.0 if self.coin == self.said else -1.0

    def observe(self, viewer: int | None) -> Json:
        return {}


def test_what_a_seat_does_not_know_it_does_not_learn_to_use() -> None:
    """It says left, where the coin is three times of four: where it lies right it loses, though
    the estimate sees it."""

    def shown(state: State) -> list[int]:
        assert isinstance(state, Guess)
        return [state.coin]

    def deal(told: Json, seat: int, rng: Random) -> State:
        assert (told, seat) == ({}, 0)
        return Guess(int(rng.random() < 1 / 4))

    estimate = Estimate(shown)
    both = [Turns(Guess(coin), estimate, 1, deal) for coin in (0, 1)]
    for number in range(1000):
        both[number % 2].play(rate_of(number, 1000))
    assert estimate.worth(Guess(0), 0) > 0.6
    assert estimate.worth(Guess(1), 0) < -0.6


@pytest.mark.parametrize("words", [("evade", "--option", "information=hidden"), ("freezetag",)])
def test_a_game_with_secrets_or_dice_and_patterns_is_learned_turn_by_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    file = tmp_path / "weights.gz"
    told = ["--matches", "3", "--nodes", "1", "--test", "2", "-o", str(file)]
    assert main(["learn", *words, *told]) == 0
    said = capsys.readouterr().out
    assert "3 matches, turn by turn" in said and ") of the points; " in said
    assert len(read_patterns(file)) > 100


def test_what_cannot_be_learned_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, sentence in (
        (["chessset"], "there is nothing to learn"),
        (
            ["freezetag", "--option", "players=3"],
            "freezetag is for 3 players on 3 sides here; take --option players=2",
        ),
        (["tictactoe", "-o", str(tmp_path / "no" / "w.json")], "There is no folder"),
    ):
        assert main(["learn", *words]) == 1
        assert sentence in capsys.readouterr().err


def test_the_guide_shows_patterns_of_a_game() -> None:
    guide = Path(__file__).parents[1] / "docs" / "guide" / "bots.md"
    block = guide.read_text("utf-8").partition("```python\nLINES = ")[2].partition("```")[0]
    told: dict[str, Any] = {}
    exec(f"LINES = {block}", told)
    game = find_game("tictactoe").game()
    assert told["patterns"](game.initial_state()) == [27 * line for line in range(8)]
    shown = told["patterns"](game.from_json({"cells": "x...o...x"}))
    assert shown[0] == 18 and shown[6] == 27 * 6 + 9 * 2 + 3 + 2, "o is to play"
