"""What hints say of Cold Spell."""

from __future__ import annotations

from everygame.games.coldspell.reasons import reasons
from everygame.games.coldspell.rules import GAME

BOARD = (
    "T N R S T AE / B C D F G AE / H K L M P AI / V W Y J Q+l AO / X Z+l ? N R EI /"
    " S EO IO OU IU AU ; 1 ; s5 m5 l3 ; 1: 2:"
)


def say(*moves: str) -> list[str]:
    state = GAME().parse_position(BOARD)
    for move in moves[:-1]:
        state = state.apply(state.parse(move))
    action = state.parse(moves[-1])
    return reasons(state, action, state.apply(action), state.to_play())


def test_points_of_cards_are_told() -> None:
    assert say("claim:b2") == ["It claims Z for 30 points."]
    assert say("claim:b2", "take:b2") == ["Nobody can get Z back from you: 30 points."]
    assert say("claim:b2", "done", "hijack:b2") == [
        "It takes Z, 30 points, away from another player."
    ]
    forced = say("force:e3>2")
    assert forced == ["It forces Q on another player, who loses 30 points if it is left over."]
    assert say("place:s@a6") == []
