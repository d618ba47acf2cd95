"""Random matches, ply by ply, against a second program written from the rule text alone."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from everygame.contract import CHANCE, OVER, State
from everygame.errors import BadPosition
from everygame.games.coldspell.rules import ColdSpell, ColdSpellState
from everygame.games.coldspell.word_lists import load_words
from tests.games.coldspell.table import word_file
from tests.games.twins import move_the_same
from tests.oracles import coldspell as oracle

pytestmark = pytest.mark.both

MATCHES = 24
"""A run over thousands raises it."""
WORDS = 2500
"""The oracle tries every word: as many of the list as it can try."""


@cache
def some_words() -> str:
    words = sorted(load_words("english", "abcdefghijklmnopqrstuvwxyz"))
    return word_file(" ".join(Random(1).sample(words, WORDS)) + " at te an in on to it is as ox")


def compare(state: ColdSpellState, twin: oracle.Position) -> list[str]:
    """The legal moves, after both programs have said the same of the position."""
    assert state.to_play() == oracle.to_play(twin)
    legal = move_the_same(oracle, state, twin)
    if twin.phase != "spell":
        assert state.position() == oracle.write(twin)
    if twin.phase == "over":
        assert (state.returns(), state.ending()) == oracle.result(twin)
        assert list(state.final_totals()) == oracle.totals(twin)
    return legal


def choose(state: State, legal: list[str], rng: Random, idle: bool) -> str:
    """A random move; some matches are idle, so that they end in a stalemate."""
    advice = state.advise()
    if advice is not None and rng.random() < 0.6:
        return state.text(advice)
    quiet = [move for move in legal if "-" in move or move.startswith("hijack") or move == "done"]
    return rng.choice(quiet if idle and quiet and rng.random() < 0.9 else legal)


def options(rng: Random) -> dict[str, str]:
    return {
        "players": rng.choice("234"),
        "spelling": rng.choice(("players", "auto")),
        "moves": rng.choice(("bend", "straight")),
        "deck": rng.choice(("alpha", "tiles")),
        "words": some_words(),
    }


def test_both_programs_play_the_same_game() -> None:
    endings: Counter[str] = Counter()
    for number in range(MATCHES):
        rng = Random(f"match {number}")
        given, idle = options(rng), rng.random() < 0.3
        state: State = ColdSpell(**given).initial_state()
        twin = oracle.start(**given)
        while True:
            assert isinstance(state, ColdSpellState)
            legal = compare(state, twin)
            if not legal:
                break
            move = choose(state, legal, rng, idle and state.to_play() != CHANCE)
            state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
        endings[state.ending() + " " + given["spelling"]] += 1
    assert len(endings) == 4 and sum(endings.values()) == MATCHES


def is_refused(game: ColdSpell, text: str) -> bool:
    """Else it is read, but written in another way: spaces do not matter."""
    try:
        assert game.parse_position(text).position() != text
    except BadPosition:
        return True
    return False


def test_both_programs_read_and_refuse_the_same_positions() -> None:
    """Positions of random matches, one letter changed in half of them."""
    read = refused = 0
    for number in range(160):
        rng = Random(f"read {number}")
        given = options(rng)
        game = ColdSpell(**given)
        state: State = game.initial_state()
        for _ in range(36 + rng.randrange(60)):
            if state.to_play() != OVER and not state.to_json()["ending"]:
                state = state.apply(rng.choice(state.legal_actions()))
        if state.to_json()["ending"] or "hijack" in state.position():
            continue
        text = state.position()
        if rng.random() < 0.5:
            place = rng.randrange(len(text))
            text = text[:place] + rng.choice("TAE?+sml1234- /;:,") + text[place + 1 :]
        try:
            twin = oracle.read(text, **given)
        except ValueError:
            refused += is_refused(game, text)
            continue
        found = game.parse_position(text)
        assert isinstance(found, ColdSpellState)
        compare(found, twin)
        read += 1
    assert read > 50 and refused > 20
