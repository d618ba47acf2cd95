"""What hints say of Ice Floes."""

from __future__ import annotations

from everygame.games.icefloes.reasons import reasons
from everygame.games.icefloes.rules import GAME


def say(level: str, move: str, players: str = "2") -> list[str]:
    state = GAME(players=players, level=level).initial_state()
    action = state.parse(move)
    return reasons(state, action, state.apply(action), state.to_play())


def test_threats_and_who_is_kept_from_the_goal() -> None:
    level = "....P../......./......./..*...Q/....*../......./......."
    assert say(level, "down") == [
        "Then your opponent cannot come to rest on the goal at once.",
        "Then you threaten to come to rest on the goal.",
    ]
    assert say(level, "left") == []
    assert say("P..../...../...../...../....Q", "right") == []
