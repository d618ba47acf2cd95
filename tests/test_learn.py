"""Learning: planted weights are found again, and bots play by what was learned."""

import json
from math import exp, tanh
from pathlib import Path
from random import Random

import pytest

from everygame.cli import main
from everygame.games.tictactoe.rules import GAME, scene
from everygame.learn.fit import fit, loss
from everygame.learn.matches import Example, Plan, play_example
from everygame.library.registry import find_game
from everygame.search.learned import Numbers, learned, pictured


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
    assert "60 matches" in said and "kept aside" in said and "strong today:" in said
    assert "of the points (" in said
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


def test_an_example_is_a_position_and_how_its_match_ended() -> None:
    plan = Plan("freezetag", (), 1, 1)
    number, found = play_example(plan, None, 4)
    assert number == 4 and found
    assert len({got for _, got in found}) == 1 and found[0][1] in (0.0, 0.5, 1.0)
    assert all(set(numbers) >= {"0", "first", "move"} for numbers, _ in found)


def test_what_cannot_be_learned_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, sentence in (
        (["chessset"], "there is nothing to learn"),
        (["freezetag", "--option", "players=3"], "for two players; freezetag is for 3 here"),
        (["tictactoe", "-o", str(tmp_path / "no" / "w.json")], "There is no folder"),
    ):
        assert main(["learn", *words]) == 1
        assert sentence in capsys.readouterr().err
