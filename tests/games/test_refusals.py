"""What the games refuse: options that they do not have, and turns of nobody."""

from __future__ import annotations

import pytest

from everygame.errors import BadOption, BadPosition
from everygame.library.registry import find_game, games

pytestmark = pytest.mark.both

RULED = [name for name, entry in games().items() if not entry.is_table]
TURNED = [name for name in RULED if "turn" in find_game(name).game().initial_state().to_json()]


@pytest.mark.parametrize("name", RULED)
def test_an_option_that_a_game_does_not_have(name: str) -> None:
    unknown = {"size", "seating", "deck"} - {o.name for o in find_game(name).game_class().options}
    for option in unknown:
        with pytest.raises(BadOption):
            find_game(name).game(**{option: "6"})


@pytest.mark.parametrize("name", TURNED)
@pytest.mark.parametrize("turn", [2, -1, None, "0", True, [0]], ids=str)
def test_a_turn_of_nobody(name: str, turn: object) -> None:
    game = find_game(name).game()
    assert game.players == 2
    with pytest.raises(BadPosition, match="turn"):
        game.from_json({**game.initial_state().to_json(), "turn": turn})


def test_most_games_say_whose_turn_it_is() -> None:
    assert len(TURNED) > 9
