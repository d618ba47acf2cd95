"""While words are spelled, what a seat may not know reaches nothing that it is given."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from everygame.contract import OVER, Json
from everygame.errors import IllegalMove
from everygame.games.coldspell import json_and_observation, scene_words, spelling_advice
from everygame.games.coldspell import scene as artist
from everygame.games.coldspell.rules import ColdSpell, ColdSpellState
from everygame.match import Match
from everygame.record import Seat, record_match
from everygame.scene import to_json, view
from tests.games.coldspell.table import ended, make, play, random_line


def spelling(plies: str = "") -> ColdSpellState:
    """After these plies of the spelling."""
    return play(ended(make(), "1:Zl,AOm,Ns,EOs 2:Cs,AEl,Ts"), plies)


def given(game: ColdSpell, state: ColdSpellState, viewer: int | None) -> str:
    """All that a viewer is given of a state, as one text."""
    seen = view(state, viewer)
    told = []
    if viewer != state.to_play():
        told = sorted({state.text(action, viewer) for action in state.legal_actions()})
    drawn = to_json(artist.scene(game, seen))
    return json.dumps([seen.observation, seen.moves, seen.to_play, seen.ending, told, drawn])


def test_another_truth_gives_a_seat_the_same_bytes() -> None:
    """Words of others are permuted: observation, scene, moves, texts and advice stay as they are.
    Every check of the game (`conform`) compares them, too, but neither advice nor what spectators
    are given."""
    game, moved = make(players="3"), 0
    for state in random_line(game, 0):
        if not state.to_json()["ending"] or state.to_play() == OVER:
            continue
        for viewer in range(3):
            other = game.resample(state.observe(viewer), viewer, Random(0))
            assert isinstance(other, ColdSpellState)
            assert given(game, other, viewer) == given(game, state, viewer)
            assert given(game, other, None) == given(game, state, None)
            if state.to_play() == viewer:
                assert other.advise() == state.advise()
            moved += other.to_json() != state.to_json()
    assert moved > 20


def test_how_much_another_has_spelled_is_not_told() -> None:
    """Neither the letters nor their number, nor whether cards are left."""
    game, start = make(), spelling()
    for plies in ("+1", "+1 +2=o", "+2=o +3 /", "+2=o +3 / +1"):
        assert given(game, spelling(plies), 1) == given(game, start, 1)
        assert given(game, spelling(plies), None) == given(game, start, None)
        assert given(game, spelling(plies), 0) != given(game, start, 0)
    one, other = spelling("spell:zone"), spelling("done")
    assert one.to_play() == other.to_play() == 1
    assert given(game, one, 1) == given(game, other, 1)


def test_all_is_shown_when_all_have_finished() -> None:
    over = spelling("spell:zone spell:cat")
    for viewer in (None, 0, 1):
        assert over.observe(viewer) == over.to_json()
        assert "ZONE 30 + 2 + 1 + 1" in given(make(), over, viewer)


def test_a_seat_knows_its_own_words_while_others_spell() -> None:
    state = spelling("spell:zone +1")
    assert state.observe(0)["words"] == [[[[1, "z"], [2, "o"], [3, "n"], [4, "e"]]], None]
    assert state.observe(0)["letters"] is None and state.observe(1)["letters"] == [[1, "c"]]


def test_the_texts_of_plies_are_hidden() -> None:
    for plies in ("", "+1", "+2=o +3"):
        now = spelling(plies)
        for action in now.legal_actions():
            assert now.text(action, 1) == now.text(action, None) == "spell"
            assert now.text(action, 0) == now.text(action) != "spell"


def test_a_record_for_another_seat_keeps_the_words_back_until_the_end() -> None:
    match = Match(make(), Random(1), spelling())
    match.play(0, "spell:zone")
    seats = [Seat("Ann"), Seat("Bo")]
    record = record_match(match, seats, viewer=1, whole=False)
    assert {text for _, text in record.plies} == {"spell"} and not record.whole
    match.play(1, "spell:cat")
    assert "+2=o" in {text for _, text in record_match(match, seats, viewer=1, whole=False).plies}


def test_an_error_tells_only_of_ones_own_cards() -> None:
    """The same sentence whatever the others have spelled."""
    sentences = set()
    for words in ("spell:zone", "done", "spell:on"):
        state = spelling(words)
        for wrong in ("+9", "/", "spell:tea", "spell:qat"):
            with pytest.raises(IllegalMove) as caught:
                state.parse(state.expand(wrong)[0])
            sentences.add(str(caught.value))
    assert len(sentences) == 4


def test_the_field_hides_nothing() -> None:
    for state in random_line(make(), 3):
        if not state.to_json()["ending"]:
            assert state.observe(0) == state.observe(None) == state.to_json()


def test_with_spelling_auto_nothing_is_hidden() -> None:
    assert not make(spelling="auto").hidden and make().hidden


# -- A leak on purpose is found


def leaky_observe(state: ColdSpellState, viewer: int | None) -> Json:
    return {**snapshot_observe(state, viewer), "turns": len(state.words[0])}


def leaky_words(state: ColdSpellState, viewer: int | None) -> Json:
    return json_and_observation.to_json(state)


def leaky_actions(state: ColdSpellState) -> list[int]:
    """The second speller may finish only where the first has spelled something."""
    return legal_actions(state)[not state.words[0] :]


def leaky_advice(state: ColdSpellState) -> int:
    return legal_actions(state)[len(state.words[0])]


def leaky_prompt(state: ColdSpellState, view: Any, names: tuple[str, ...]) -> str:
    return f"{sum(len(words) for words in state.words)} words are spelled."


snapshot_observe, legal_actions = json_and_observation.observe, ColdSpellState.legal_actions


@pytest.mark.parametrize(
    ("owner", "method", "leak"),
    [
        (json_and_observation, "observe", leaky_observe),
        (json_and_observation, "observe", leaky_words),
        (ColdSpellState, "legal_actions", leaky_actions),
        (spelling_advice, "advise", leaky_advice),
    ],
)
def test_a_planted_leak_differs_in_what_the_tests_above_compare(
    owner: Any, method: str, leak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    truths = [spelling("spell:on"), spelling("done")]
    assert len({(given(make(), state, 1), state.advise()) for state in truths}) == 1
    monkeypatch.setattr(owner, method, leak)
    assert len({(given(make(), state, 1), state.advise()) for state in truths}) == 2


def test_a_scene_cannot_know_what_the_observation_hides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a scene that counts all words finds none but the viewer's own."""
    monkeypatch.setattr(scene_words, "prompt", leaky_prompt)
    state = spelling("spell:zone")
    assert artist.scene(make(), view(state, 1)).prompt == "0 words are spelled."
    assert artist.scene(make(), view(state, 0)).prompt == "1 words are spelled."
