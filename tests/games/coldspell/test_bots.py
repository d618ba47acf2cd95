"""Bots: what they think of a position, and that they spell as well as can be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from everygame.bots import choose
from everygame.contract import OVER
from everygame.games.coldspell.bots import evaluate, idea
from everygame.games.coldspell.judgement import squeeze
from everygame.games.coldspell.rules import ColdSpellState
from tests.games.coldspell.table import ended, make, play, position, read, texts, word_file


def ask(state: ColdSpellState, level: str, **options: str) -> str:
    """The move of a bot that knows what its seat observes."""
    seat = state.to_play()
    moves = [state.text(action) for action in state.legal_actions()]
    request = {
        "game": "coldspell",
        "options": {"words": word_file(), **options},
        "seat": seat,
        "observation": state.observe(seat),
        "moves": moves,
        "level": level,
        "seed": 1,
    }
    return str(choose(request)["move"])


def test_a_bot_spells_the_best_words() -> None:
    state = ended(make(), "1:Zl,AOm,Ns,EOs 2:Qm,Cs,AEl,Ts")
    while state.to_play() != OVER:
        move = ask(state, "strong")
        after = state.apply(state.parse(move))
        assert isinstance(after, ColdSpellState)
        state = after
    assert state.final_totals() == (54, -13)


def test_a_bot_plays_a_turn() -> None:
    state = read(make(), position({"c4": "+m", "b2": "+l1"}))
    assert ask(state, "first") in texts(state)


def test_points_and_cards_are_good_and_the_sum_of_two_is_nothing() -> None:
    state = read(make(), position({"b2": "+l1", "a1": "+s2", "b1": "+s2"}))
    assert 0 < evaluate(state, 0) < 1 and evaluate(state, 1) == -evaluate(state, 0)


def test_to_place_is_a_gift() -> None:
    game = make()
    must_place = read(game, position())
    assert evaluate(must_place, 0) == -evaluate(must_place, 1) < -0.5
    may_claim = read(game, position({"a1": "+s"}))
    assert evaluate(may_claim, 0) > 0.5
    with_reserve = read(game, position({"a1": "+s1"}))
    assert evaluate(with_reserve, 0) > 0.5


def test_a_bot_does_not_place_where_it_may_claim() -> None:
    state = read(make(), position({"c4": "+m"}))
    assert not ask(state, "steady").startswith("place")


def test_half_a_turn_is_judged_as_if_it_ended_here() -> None:
    state = read(make(), position({"c4": "+m", "a1": "+l"}))
    claimed = play(state, "claim:c4")
    assert evaluate(claimed, 0) == evaluate(play(claimed, "done"), 0)


def test_what_is_not_over_fades_in_a_match_that_drags_on() -> None:
    game = make()
    state = read(game, position({"a1": "+s"}))
    late = game.from_json({**state.to_json(), "turns": 100})
    assert 0 < evaluate(late, 0) < 0.1 * evaluate(state, 0)


Tempo = tuple[int, int, int, int]
"""Pyramids in the stash, upright ones, claims of the seat that begins, and of the other one."""

KINDS = ("place", "move", "claim", "force", "take")


def test_who_must_place_loses_all_that_is_to_come() -> None:
    """Where all cards are worth 1 and nothing is out of reach, worked out backwards."""
    most = 7
    worth = dict.fromkeys(product(range(4), repeat=4), 0)
    for _ in range(20):
        worth = {state: best_turn(state, worth) for state in worth}
    for (stash, up, mine, theirs), value in worth.items():
        if stash >= 2 and stash + up + mine + theirs <= most and max(up, mine, theirs) < 3:
            all_to_come = stash + up
            says = 1 if value == all_to_come else -1 if value == -all_to_come else 0
            assert squeeze(up, mine, theirs) == says, (stash, up, mine, theirs, value)


def best_turn(state: Tempo, worth: dict[Tempo, int]) -> int:
    """The most cards by which the seat can come to lead, if the values of all turns are known."""
    turns = list(all_turns(state))
    values = [
        gain - worth[stash, up, theirs, mine]
        for gain, (stash, up, mine, theirs) in turns
        if (stash, up, theirs, mine) in worth
    ]
    return max(values, default=0)


def all_turns(state: Tempo) -> Iterator[tuple[int, Tempo]]:
    """How many cards a turn gains, and what it leads to."""
    stash, up, mine, theirs = state
    if not stash and not up:
        return
    if theirs:
        yield 1, (stash, up + 1, mine, theirs - 1)
    if mine:
        yield -1, (stash, up + 1, mine - 1, theirs)
    for first in KINDS:
        after = act(first, 0, state)
        if after:
            yield after
            for second in KINDS:
                done = act(second, *after) if second != first != "place" else None
                if done:
                    yield done


def act(kind: str, gain: int, state: Tempo) -> tuple[int, Tempo] | None:
    """The same after an action, if it is possible."""
    stash, up, mine, theirs = state
    if kind == "place":
        return (gain, (stash - 1, up + 1, mine, theirs)) if stash else None
    if kind == "take":
        return (gain, (stash, up, mine - 1, theirs)) if mine else None
    if not up:
        return None
    if kind == "move":
        return gain, state
    if kind == "claim":
        return gain + 1, (stash, up - 1, mine + 1, theirs)
    return gain - 1, (stash, up - 1, mine, theirs + 1)


def test_a_beginner_counts_points() -> None:
    """Of cards that are claimed, less the other's; pips are worth what they are."""
    game = make()
    nothing = read(game, position({"a1": "+s"}))
    assert idea(nothing, 0) == idea(nothing, 1) == 0
    small = read(game, position({"c4": "+s1"}))
    large = read(game, position({"c4": "+l1"}))
    assert 0 < idea(small, 0) < idea(large, 0) == -idea(large, 1)
