"""What people read in the history of a table without rules."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest

from everygame.contract import CHANCE
from everygame.library.registry import find_game, games
from everygame.match import Match
from everygame.sandbox import scene as artist
from everygame.scene import ply_in_words, view
from everygame.words import translate
from tests.sandbox.tables import CARDS, PARTY, play, play_game

OWN: Final = {
    "format": 1,
    "title": "Mine",
    "seats": [{"name": "White"}],
    "board": {"columns": 3, "rows": 3},
    "pieces": [{"id": "rook", "name": "Rook", "at": ["a1"]}],
}


def told(match: Match, viewer: int | None = None) -> list[str]:
    """The whole history as a viewer reads it; CHANCE: after the end."""
    line = match.line()[1:]
    texts = match.move_texts(line, viewer)
    states = [match.state(node) for node in match.line()]
    return [
        ply_in_words(artist, match.game, (states[n], states[n + 1]), text, viewer)
        for n, text in enumerate(texts)
    ]


def shipped(name: str, *moves: str) -> Match:
    return play_game(find_game(name).game(), *moves)


def test_pieces_go_from_place_to_place_and_take() -> None:
    match = shipped("chessset", "b1-c3", "d7-d5", "c3-d5", "d8-d5", "d5-d4")
    assert told(match) == [
        "Knight b1 → c3",
        "Pawn d7 → d5",
        "Knight c3 → d5, takes black pawn",
        "Queen d8 → d5, takes white knight",
        "Black queen d5 → d4",
    ]


def test_a_deal_says_how_many_each_seat_got() -> None:
    assert told(shipped("playingcards", "deal7:deck", "deal:deck"))[::15] == [
        "dealt 7 each",
        "dealt one each",
    ]


def test_pegs_and_counters_say_how_far_they_go() -> None:
    match = shipped("cribbage", "up4:start.1", "up1:count", "up2:count", "zero:count")
    assert told(match) == ["Orange peg 0 → 6", "Count 0 → 2", "Count 2 → 5", "Count 5 → 0"]


def test_a_card_is_told_to_those_who_see_it() -> None:
    match = play(CARDS, "deck-ann.1", "ann.1-spot.1", "end", "deck-spot.2", "flip:spot.2")
    letter, other = match.nodes[2].move, match.nodes[-1].move
    for viewer, drawn in ((0, letter), (1, ""), (None, ""), (CHANCE, letter)):
        assert told(match, viewer)[:3] == ["drew a card", drawn, f"played {letter} → Spot 1"]
    assert told(match)[3:] == [
        "ended the turn", "A card: Deck → Spot 2", "turned over a card", other,
    ]  # fmt: skip


def test_dice_roll_and_people_agree() -> None:
    match = play(PARTY, "roll:c1", "turn:a1", "up1:box.1", "a1-b2", players=2)
    (side,) = {node.move for node in match.nodes[1:] if node.seat == CHANCE}
    assert told(match)[:2] == ["rolled", side]
    match = play(PARTY, "finish", "won:2", "agree", players=2)
    assert told(match) == ["asked who has won", "Bob has won", "agreed"]


@pytest.mark.parametrize("name", [name for name, entry in games().items() if entry.is_table])
def test_every_ply_has_words_for_everybody(name: str) -> None:
    rng = Random(5)
    match = Match(find_game(name).game(), rng)
    for _ in range(60):
        match.draw()
        if match.to_play() < 0:
            break
        match.play(match.to_play(), rng.choice(match.state().legal_actions()))
    for viewer in (None, 0, 1):
        texts = match.move_texts(match.line()[1:], viewer)
        for text, words in zip(texts, told(match, viewer), strict=True):
            assert bool(words) == (text != "?"), "nothing is told of what is not seen"
            assert ("-" not in text or words != text) and not re.search(":\\S", words)


def test_the_names_of_a_table_are_translated_unless_somebody_made_it(games_home: Path) -> None:
    match = shipped("chessset", "b1-c3", "d7-d5", "c3-d5")
    history = [translate(words, "de") for words in told(match)]
    assert history == [
        "Springer b1 → c3",
        "Bauer d7 → d5",
        "Springer c3 → d5, nimmt schwarzen Bauern",
    ]
    (games_home / "mine_table.json").write_text(json.dumps(OWN))
    for uploaded, expected in ((False, "Weiß: Turm"), (True, "White: Rook")):
        game = replace(find_game("mine"), uploaded=uploaded).game()
        piece = artist.scene(game, view(game.initial_state(), None)).pieces[0]
        shown = [translate(words, "de") for words in (artist.seat_names(game)[0], piece.name)]
        assert ": ".join(shown) == expected
