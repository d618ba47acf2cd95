"""What a seat may not know reaches nothing that it is given."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from everygame.contract import State
from everygame.games.crazyeights import scene as artist
from everygame.games.crazyeights.rules import CrazyEights, CrazyEightsState
from everygame.scene import to_json, view
from tests.games.histories import check_history
from tests.games.shared import at_random
from tests.oracles.crazyeights import CARDS

MATCHES = 2
"""For each number of players; a run over thousands of matches raises it."""


def matches(players: int, count: int) -> Iterator[list[State]]:
    """All states of random matches."""
    for number in range(count):
        start = CrazyEights(players=str(players)).initial_state()
        yield at_random(start, Random(f"{players}/{number}"))


def given(game: CrazyEights, state: State, viewer: int | None) -> str:
    """All that a viewer is given of a state, as one text."""
    seen = view(state, viewer)
    told = [state.text(state.parse(move), viewer) for move in seen.moves]
    drawn = to_json(artist.scene(game, seen))
    facts = [seen.observation, drawn, seen.moves, told, seen.to_play, seen.returns, seen.ending]
    return json.dumps(facts, ensure_ascii=False)


def another_truth(game: CrazyEights, state: State, viewer: int | None, rng: Random) -> State:
    """The same to this viewer: all cards that it has not seen are dealt anew."""
    truth = state.to_json()
    hands = [hand.split() for hand in truth["hands"]]
    seen = truth["laid"].split() + (hands[viewer] if viewer is not None else [])
    unseen = [card for card in CARDS if card not in seen]
    rng.shuffle(unseen)
    dealt = [
        hand if seat == viewer else [unseen.pop() for _ in hand] for seat, hand in enumerate(hands)
    ]
    return game.from_json({**truth, "hands": [" ".join(hand) for hand in dealt]})


def check_secrets(players: int, count: int) -> int:
    """Permute at every ply what each viewer may not know: nothing that it is given changes.
    Returns how often the truth was another one."""
    game, moved = CrazyEights(players=str(players)), 0
    for number, line in enumerate(matches(players, count)):
        rng = Random(number)
        for state in line:
            for viewer in (None, *range(players)):
                other = another_truth(game, state, viewer, rng)
                moved += other.to_json() != state.to_json()
                assert given(game, other, viewer) == given(game, state, viewer), viewer
                assert other.to_play() == state.to_play()
                check_history(state, viewer)
    return moved


@pytest.mark.both
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_that_a_seat_is_given_depends_on_what_it_may_not_know(players: int) -> None:
    assert check_secrets(players, MATCHES) > MATCHES * 30


@pytest.mark.both
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_bot_thinks_that_any_card_it_has_not_seen_may_be_in_any_other_hand(players: int) -> None:
    game, rng = CrazyEights(players=str(players)), Random(2)
    state = next(state for state in next(matches(players, 1)) if state.to_play() >= 0)
    for seat in range(players):
        truths = [game.resample(state.observe(seat), seat, rng).to_json() for _ in range(200)]
        unseen = {*CARDS} - {*truths[0]["laid"].split(), *truths[0]["hands"][seat].split()}
        for other in set(range(players)) - {seat}:
            assert {card for truth in truths for card in truth["hands"][other].split()} == unseen


# -- leaks planted on purpose, each caught by the same check


def leak_into_observation(state: CrazyEightsState, viewer: int | None) -> Any:
    """Everybody sees who holds an eight."""
    return {**seen_by(state, viewer), "eights": "8" in str(state.to_json()["hands"])}


def leak_into_texts(state: CrazyEightsState, action: int, viewer: int | None = -1) -> str:
    """What is drawn is read by all."""
    return text_of(state, action)


def leak_into_moves(state: CrazyEightsState) -> list[int]:
    """Nobody may pass while another could follow."""
    actions, top = legal(state), state.laid[-1] if state.laid else 0
    others = [hand for seat, hand in enumerate(state.hands) if seat != state.turn]
    follows = any(card % 4 == state.suit or card // 4 == top // 4 for h in others for card in h)
    return [a for a in actions if a != 69] or actions if state.laid and follows else actions


seen_by, legal, text_of = (
    CrazyEightsState.observe,
    CrazyEightsState.legal_actions,
    CrazyEightsState.text,
)


@pytest.mark.parametrize(
    ("method", "leak"),
    [
        ("observe", leak_into_observation),
        ("text", leak_into_texts),
        ("legal_actions", leak_into_moves),
    ],
)
def test_a_planted_leak_is_caught(method: str, leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CrazyEightsState, method, leak)
    with pytest.raises(AssertionError):
        check_secrets(2, 3)
