"""Plies in words for the history: every game's, and some by name."""

from __future__ import annotations

from random import Random

import pytest

from everygame.contract import CHANCE, OVER, Game
from everygame.library.registry import find_game, games
from everygame.scene import ply_in_words

TOLD = [name for name, entry in games().items() if not entry.is_table]
LONGEST = 150


def words(name: str, game: Game, viewer: int | None, seed: int) -> dict[str, str]:
    """What is said of each move text of a random match, as one viewer reads it."""
    state, rng, said = game.initial_state(), Random(seed), {}
    for _ in range(LONGEST):
        if state.to_play() == OVER:
            break
        action = rng.choice(state.legal_actions())
        after = state.apply(action)
        text = state.text(action, viewer)
        said[text] = ply_in_words(find_game(name).artist(), game, (state, after), text, viewer)
        state = after
    return said


@pytest.mark.parametrize("name", TOLD)
def test_every_ply_is_told_in_words(name: str) -> None:
    for viewer in (None, 0, CHANCE):
        said = words(name, find_game(name).game(), viewer, 3)
        unsaid = {text for text, told in said.items() if not told}
        quiet = {text for text in unsaid if text[0] in "+d"}  # a letter, or a card dealt
        assert said and unsaid <= quiet | {"clear"}, unsaid  # a word that is taken back
        assert "draw" not in unsaid, "only the end of a turn goes without saying"
        assert not [told for told in said.values() if set(told) & set(":@=?~")]


@pytest.mark.parametrize(
    ("name", "moves", "told"),
    [
        ("evade", "leaders:ac leaders:bd c1-c2", ["leaders on a1 and c1", "leaders on b6 and d6"]),
        ("ur", "d2 in-2", ["threw 2", "enters 2"]),
        ("freezetag", "roll:sm", ["rolled small and medium"]),
    ],
)
def test_what_is_said(name: str, moves: str, told: list[str]) -> None:
    state, said = find_game(name).game().initial_state(), []
    for move in moves.split():
        after = state.apply(state.parse(move))
        game, artist = find_game(name).game(), find_game(name).artist()
        said.append(ply_in_words(artist, game, (state, after), move, CHANCE))
        state = after
    assert said[: len(told)] == told


def test_cards_are_told_by_their_signs() -> None:
    game = find_game("crazyeights").game()
    said = words("crazyeights", game, CHANCE, 1)
    assert said["draw"] == "drew"
    wild = next(text for text in said if "=" in text)
    assert said[wild].startswith("8") and "asks for" in said[wild]
    assert words("crazyeights", game, None, 1)["d?"] == "a card"


def test_cold_spell_is_told_by_cards_and_words() -> None:
    entry = find_game("coldspell")
    game = entry.game()
    text = (
        "T N R S T AE / B C D F G AE / H K L+m M P AI / V W Y J Q+l AO / X Z+l1 ? N R EI"
        " / S EO IO OU IU AU ; 1 ; s5 m4 l3 ; 1: 2:"
    )
    told = {
        "take:b2": "took Z on b2",
        "claim:e3": "claimed Q on e3",
        "force:e3>2": "gave Orange Q on e3",
        "place:l@f6": "large onto A/E on f6",
        "place:s@c2": "small onto wild on c2",
        "c4-b3": "c4 to b3",
        "hijack:b2": "gave up Z on b2",
    }
    state = game.parse_position(text)
    for move, words_of_it in told.items():
        plies = state, state.apply(state.parse(move))
        assert ply_in_words(entry.artist(), game, plies, move, None) == words_of_it
