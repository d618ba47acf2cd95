"""What a program hands in: whole numbers and generators of any type are taken, and what is wrong is
told in one sentence."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
import pytest

import everygame as eg
from everygame.arguments import Borrowed, generator
from everygame.perft import divide, perft, perft_turns

pytestmark = pytest.mark.both

Call = Callable[[], object]
FOUR: Final = eg.load("connectfour").initial_state()
CARDS: Final = eg.load("crazyeights")
UR: Final = eg.load("ur")
BUDGET: Final = eg.search.Budget(nodes=20)


def dealt() -> eg.State:
    state, rng = CARDS.initial_state(), Random(1)
    while state.to_play() == eg.CHANCE:
        state = state.apply(eg.sample_chance(state, rng))
    return state


DEAL: Final = dealt()
WON: Final = eg.random_match(eg.load("connectfour"), Random(1)).state()
MATCH: Final = eg.random_match(eg.load("tictactoe"), Random(1))
ISMCTS: Final = lambda: CARDS.resample(DEAL.observe(0), 0, Random(1))  # noqa: E731

NO_NUMBERS: Final = ("x", None, 1.5, [1], {})
NO_SEATS: Final = ("x", 1.5, 9, -1, [0])
NO_GENERATORS: Final = (None, 7, "x", Random)
NO_TEXTS: Final = (None, 3, 1.5, b"a1", ["a1"])


def wrong() -> Iterator[tuple[str, Call]]:
    """Yield calls of all public functions, each with one argument that it cannot take."""

    def each(name: str, values: tuple[Any, ...], call: Callable[[Any], object]) -> None:
        calls.extend(
            (f"{name}({value!r:.20})", lambda value=value: call(value)) for value in values
        )

    calls: list[tuple[str, Call]] = []
    four, search = eg.load("connectfour"), eg.search
    each("load", (None, 3, "nothing", "", "../x"), eg.load)
    each("players", ("x", 7, None, 1.5), lambda x: eg.load("tictactoe", players=x))
    each("apply", (-1, 7, 99, "d", 1.5, None), FOUR.apply)
    each("text", (-1, 7, 99, "d", 1.5, None), FOUR.text)
    each("irrevocable", (-1, "d", 1.5, None), DEAL.irrevocable)
    each("viewer of text", NO_SEATS[:3], lambda x: DEAL.text(DEAL.legal_actions()[0], x))
    each("play", (*NO_TEXTS, "", "z9"), FOUR.play)
    each("parse", (*NO_TEXTS, "", "z9"), FOUR.parse)
    each("observe", NO_SEATS, DEAL.observe)
    each("observe of an open game", NO_SEATS, FOUR.observe)
    for seen in ({}, None, [], 3, DEAL.observe(1), DEAL.observe(None), {"laid": []}):
        each("resample", (seen,), lambda x: CARDS.resample(x, 0, Random(1)))
    each(
        "seat of resample",
        (*NO_SEATS, None),
        lambda x: CARDS.resample(DEAL.observe(0), x, Random(1)),
    )
    each("rng of resample", NO_GENERATORS, lambda x: CARDS.resample(DEAL.observe(0), 0, x))
    each("from_json", (*NO_TEXTS, {}), four.from_json)
    each("parse_position", (*NO_TEXTS, "x"), four.parse_position)
    each("sample_chance", (FOUR, DEAL, WON, None), lambda x: eg.sample_chance(x, Random(1)))
    each("rng", NO_GENERATORS, lambda x: eg.sample_chance(UR.initial_state(), x))
    each("Match", (None, "ur", eg.State), lambda x: eg.Match(x, Random(1)))
    each("rng of Match", NO_GENERATORS, lambda x: eg.Match(four, x))
    each("random_match", (None, "ur"), lambda x: eg.random_match(x, Random(1)))
    each("plies", (*NO_NUMBERS, -1), lambda x: eg.random_match(four, Random(1), x))
    fresh = eg.Match(four, Random(1))
    each("move", (None, 1.5, -1, 9, "z", [1]), lambda x: fresh.play(0, x))
    each("seat of a move", (1, 5, -1, None), lambda x: fresh.play(x, "d"))
    for name in ("state", "outcome", "go", "line"):
        each(name, ("x", 1.5, 99, -1, [0]), getattr(fresh, name))
    each("resign", (*NO_SEATS, None), fresh.resign)
    each("end", ("x", "", None, 3), fresh.end)
    each("seat of end", NO_SEATS, lambda x: fresh.end("time", x))
    each("move_texts", ("x", 1.5, 9, -2), lambda x: fresh.move_texts([], x))
    each("seats", ([], [eg.Seat()], ["Ada", "Bob"], None), lambda x: eg.record_match(fresh, x))
    each("read_record", (*NO_TEXTS, "", "x", "{}", "[]"), eg.read_record)
    each("load_record", (None, 3, 1.5, "no/such/file"), eg.load_record)
    record = eg.record_match(fresh, [eg.Seat(), eg.Seat()])
    each("save_record", (None, 3, 1.5, "no/such/file"), lambda x: eg.save_record(record, x))
    each("replay", NO_GENERATORS, lambda x: eg.replay(record, four, x))
    each("game of replay", (UR,), lambda x: eg.replay(record, x, Random(1)))
    each("draw", (None, "x", four), eg.draw)
    each("square", (-5, 0, "x", None, float("nan"), 10**9), lambda x: eg.draw(FOUR, square=x))
    each("theme", ("x", None, 3), lambda x: eg.draw(FOUR, theme=x))
    each("viewer of draw", ("x", 1.5, 9, -2), lambda x: eg.draw(DEAL, x))
    each("Budget", ("x", None, 1.5, -1, 0), search.Budget)
    each("seconds", ("x", None, -1.0, float("nan")), lambda x: search.Budget(seconds=x))
    for find in (search.mcts, search.alphabeta, search.baseline):
        name = find.__name__
        each(name, (WON, None, "x", UR.initial_state()), lambda x, find=find: find(x, BUDGET))
        each(f"budget of {name}", (None, 5, "x"), lambda x, find=find: find(FOUR, x))
        each(f"seed of {name}", ("x", 1.5, []), lambda x, find=find: find(FOUR, BUDGET, x))
    each("most_nodes", (0, "x", 1.5), lambda x: search.mcts(FOUR, BUDGET, most_nodes=x))
    each("evaluate", (0, "x"), lambda x: search.mcts(FOUR, BUDGET, evaluate=x))
    each("exploration", ("x", []), lambda x: search.mcts(FOUR, BUDGET, exploration=x))
    each("deepest", (0, "x", 1.5), lambda x: search.alphabeta(FOUR, BUDGET, deepest=x))
    each("table_bits", (0, 99, "x"), lambda x: search.alphabeta(FOUR, BUDGET, table_bits=x))
    each("ismcts", (None, DEAL), lambda x: search.ismcts(x, 0, BUDGET))
    each("seat of ismcts", ("x", 1.5, -1, 1), lambda x: search.ismcts(lambda: DEAL, x, BUDGET))
    each("gt_cfr", (None, DEAL), lambda x: search.gt_cfr(x, x, 0, BUDGET))
    each("seat of gt_cfr", (1, -1), lambda x: search.gt_cfr(lambda: DEAL, lambda: DEAL, x, BUDGET))
    each("solve", (FOUR, None, 3, [None], ["x"]), search.solve)
    each("most of solve", (0, "x", 1.5), lambda x: search.solve([FOUR], x))
    each("playouts", (None, "x"), lambda x: search.playouts(x, 1, 1))
    each("count of playouts", (-1, "x", 1.5), lambda x: search.playouts(FOUR, x, 1))
    for counts in (perft, perft_turns, divide):
        each(counts.__name__, (*NO_NUMBERS, -1), lambda x, counts=counts: counts(FOUR, x))
    yield from calls


WRONG: Final = dict(wrong())


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_argument_is_told_in_a_sentence(name: str) -> None:
    with pytest.raises(eg.EveryGameError) as told:
        WRONG[name]()
    sentence = str(told.value)
    assert sentence.endswith(".") and len(sentence) < 300


def test_whole_numbers_of_numpy_are_taken(tmp_path: Path) -> None:
    """Wherever a whole number is, with the same answer as for an int."""
    for kind in (np.int64, np.uint8, np.int32):
        one, two, few = kind(1), kind(2), kind(20)
        assert FOUR.apply(two) == FOUR.apply(2) and FOUR.text(two) == "c"
        assert FOUR.apply(two).to_json() == FOUR.apply(2).to_json()
        assert DEAL.observe(one) == DEAL.observe(1)
        assert CARDS.resample(DEAL.observe(1), one, Random(1)).observe(1) == DEAL.observe(1)
        assert eg.load("crazyeights", players=kind(3)) == eg.load("crazyeights", players=3)
        match = eg.Match(eg.load("connectfour"), Random(1))
        assert match.play(kind(0), two, kind(0)) == [{"type": "play", "at": 0, "move": "c"}]
        assert match.state(one) == FOUR.apply(2) and match.go(kind(0))[0]["node"] == 0
        assert type(match.nodes[1].action) is int
        assert len(eg.random_match(eg.load("go"), Random(1), few).line()) == 21
        search, budget = eg.search, eg.search.Budget(nodes=few, seconds=kind(9))
        for find in (search.mcts, search.alphabeta, search.baseline):
            again = find(FOUR, eg.search.Budget(nodes=20), seed=1)
            assert find(FOUR, budget, seed=one).visits == again.visits
            assert find(FOUR, budget, seed=one).action == again.action
        assert search.playouts(FOUR, two, one) == search.playouts(FOUR, 2, 1)
        plain = eg.load("tictactoe").initial_state()
        assert search.playouts(plain, two, one) == search.playouts(plain, 2, 1)
        assert search.ismcts(ISMCTS, kind(0), budget, one).nodes == 20
        assert perft(FOUR, two) == 49
        assert eg.draw(FOUR, kind(0), square=kind(30)) == eg.draw(FOUR, 0, square=30)


def test_generators_of_numpy_are_taken_and_used_up() -> None:
    """The same seed of numpy draws the same, the next draw is another, and a match that holds such
    a generator is still a value."""
    played = [eg.random_match(UR, np.random.default_rng(3)).state() for _ in range(2)]
    assert played[0] == played[1]
    rng = np.random.default_rng(3)
    drawn = [eg.sample_chance(UR.initial_state(), rng) for _ in range(40)]
    assert len(set(drawn)) > 2
    assert CARDS.resample(DEAL.observe(0), 0, rng).observe(0) == DEAL.observe(0)
    match = eg.Match(UR, rng)
    twin, other = copy.deepcopy(match), pickle.loads(pickle.dumps(match))
    assert match.draw() == twin.draw() == other.draw()
    assert generator(Random(1)).random() == Random(1).random()
    borrowed = Borrowed(np.random.default_rng(1))
    assert 0.3 < sum(borrowed.random() for _ in range(100)) / 100 < 0.7
    assert {borrowed.getrandbits(3) for _ in range(100)} == set(range(8))
    assert sorted(borrowed.sample(range(9), 9)) == list(range(9))


def test_a_save_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    record = eg.record_match(MATCH, [eg.Seat("Ada"), eg.Seat("Grace")])
    eg.save_record(record, tmp_path / "match.json")
    assert eg.load_record(tmp_path / "match.json") == record
    (tmp_path / "marked.json").write_text(eg.write_record(record), "utf-8-sig")
    assert eg.load_record(tmp_path / "marked.json") == record
