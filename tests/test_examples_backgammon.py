"""Backgammon, the example with two dice and doubles, against a second, naive one."""

from __future__ import annotations

import shutil
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from everygame.bots.request import ask
from everygame.bots.thinker import answer
from everygame.cli import main
from everygame.contract import CHANCE, OVER, Game, State
from everygame.library.registry import find_game
from everygame.match import sample_chance
from everygame.search.game_advice import Level

EXAMPLE = Path(__file__).parents[1] / "examples" / "backgammon"
LEVEL = Level("test", "", "", 60, nodes=1)
Men = tuple[tuple[int, ...], tuple[int, ...]]
"""Places of the men of who plays and of the other: 1 to 24 as who plays counts, 25 and 0 the bars;
men that are off are not there."""


@pytest.fixture
def game(games_home: Path) -> Game:
    shutil.copytree(EXAMPLE, games_home / "backgammon")
    return find_game("backgammon").game()


def read(state: State) -> Men:
    data = state.to_json()
    mine, others = data["men"][data["turn"]], data["men"][1 - data["turn"]]
    own = [place + 1 for place, number in enumerate(mine) for _ in range(number)]
    foes = [24 - place for place, number in enumerate(others) for _ in range(number)]
    return tuple(sorted(own)), tuple(sorted(foes))


def one_step(men: Men, die: int) -> set[Men]:
    """Every way to play one die."""
    own, foes = men
    found = set()
    for man in set(own):
        goal = man - die
        if 25 in own and man != 25:
            continue
        if goal <= 0 and (max(own) > 6 or (goal < 0 and man != max(own))):
            continue
        if foes.count(goal) > 1 and goal > 0:
            continue
        left = list(own)
        left.remove(man)
        hit = [0 if foe == goal > 0 else foe for foe in foes]
        found.add((tuple(sorted([*left, goal] if goal > 0 else left)), tuple(sorted(hit))))
    return found


def turns(men: Men, dice: list[int]) -> set[Men]:
    """Where a whole turn may end, by playing the dice in every order and keeping the longest; with
    one die of two, the greater."""
    ends: dict[tuple[int, int], set[Men]] = {}
    for order in set(permutations(dice)):
        reached, played = {men}, 0
        while reached:
            greatest = order[0] if played == 1 and len(set(dice)) == 2 else 0
            ends.setdefault((played, greatest), set()).update(reached)
            if played == len(order):
                break
            reached = {after for one in reached for after in one_step(one, order[played])}
            played += 1
    return ends[max(ends)]


def whole_turns(state: State) -> set[Men]:
    """The same, ply by ply as the game has it."""
    seat, todo, ends, seen = state.to_play(), [state], set(), set()
    while todo:
        now = todo.pop()
        if now.key() in seen:
            continue
        seen.add(now.key())
        if now.to_play() != seat:
            data = now.to_json()
            ends.add(read(now.__class__(data["men"], seat, [], False)))  # type: ignore[call-arg]
        else:
            todo += [now.apply(action) for action in now.legal_actions()]
    return ends


def test_first_turns_are_those_of_the_naive_one(game: Game) -> None:
    start = game.initial_state()
    rolls = {start.text(action): start.apply(action) for action in start.legal_actions()}
    assert len(rolls) == 30 and [rolls[roll].to_play() for roll in ("d31", "d13")] == [0, 1]
    for text in ("d21", "d31", "d64", "d65", "d43"):
        state = rolls[text]
        assert whole_turns(state) == turns(read(state), state.to_json()["dice"]), text


def test_turns_of_random_matches_are_those_of_the_naive_one(game: Game) -> None:
    """Bars, blocked points, doubles, bearing off and forced greater dice come of themselves."""
    seen: Counter[str] = Counter()
    for seed in range(12):
        rng, state = Random(seed), game.initial_state()
        while state.to_play() != OVER:
            if state.to_play() == CHANCE:
                state = state.apply(sample_chance(state, rng))
                dice, men = state.to_json()["dice"], read(state)
                if rng.random() < 0.15:
                    assert whole_turns(state) == turns(men, dice)
                    seen["bar"] += 25 in men[0]
                    seen["double"] += len(dice) == 4
                    seen["off"] += max(men[0]) < 7
                    seen["pass"] += state.legal_moves() == ["pass"]
            state = state.apply(rng.choice(state.legal_actions()))
    assert min(seen[kind] for kind in ("bar", "double", "off", "pass")) > 0, seen


def test_rolls_have_the_chances_of_two_dice(game: Game) -> None:
    state = game.initial_state()
    state = state.play("d31").play("8-5").play("6-5")
    chances = {
        state.text(roll): Fraction(p).limit_denominator() for roll, p in state.chance_outcomes()
    }
    assert sum(chances.values()) == 1 and len(chances) == 21
    assert chances["d66"] == Fraction(1, 36) and chances["d61"] == Fraction(1, 18)


def test_it_keeps_the_contract(game: Game) -> None:
    assert main(["check", str(EXAMPLE), "--matches", "1"]) == 0


def test_a_win_counts_what_is_left_of_the_other(game: Game) -> None:
    for men, ending in (([5, 0], "won"), ([15, 0], "gammon"), ([14, 1], "backgammon")):
        others = [men[0], *[0] * 23, men[1]]
        state = game.from_json(
            {
                "men": [[1, *[0] * 24], others],
                "turn": 0,
                "dice": [6],
                "rolled": True,
                "opening": False,
            }
        ).play("1-off6")
        share = ("won", "gammon", "backgammon").index(ending) + 1
        assert (state.ending(), state.returns()) == (ending, [share / 3, -share / 3])


def test_bots_beat_random_play(game: Game) -> None:
    """That look at ten positions a step."""
    assert sum(is_first(game, LEVEL, seed) for seed in range(10)) >= 9


def is_first(game: Game, level: Level, seed: int) -> bool:
    """Whether a bot is first, alone or not, in a match against random play, where each outcome of
    chance is as likely as any other."""
    rng, state, me = Random(seed), game.initial_state(), seed % game.players
    while (who := state.to_play()) != OVER:
        if who == me and len(state.legal_actions()) > 1:
            asked = {**ask(game, [state], me), "seed": rng.getrandbits(31), "seconds": 60}
            state = state.play(answer(game, level, asked)["move"])
        else:
            state = state.apply(rng.choice(state.legal_actions()))
    return state.returns()[me] == max(state.returns())
