"""Bots: what they think of a position, and that they spell as well as can be."""

from __future__ import annotations

from everygame.bots import choose
from everygame.contract import OVER
from everygame.games.coldspell.bots import evaluate
from everygame.games.coldspell.rules import ColdSpellState
from tests.games.coldspell.table import ended, make, position, read, texts, word_file


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
    even = read(make(), position())
    assert evaluate(even, 0) == evaluate(even, 1) == 0
