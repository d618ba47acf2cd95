"""The examples with secrets at three devices: what one keeps is in nothing that others are sent."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Device, Line, meet

EXAMPLES = Path(__file__).parents[2] / "examples"


def tables(line: Line) -> list[Any]:
    """All that it was sent, without what is of one match."""
    line.settle()
    sent = [message for message in line.heard if message["type"] == "view"]
    return [{k: v for k, v in one.items() if k not in ("match", "dice")} for one in sent]


def test_nobody_is_told_what_another_lays_face_down(
    ann: Device, bob: Device, cid: Device, games_home: Path
) -> None:
    told = []
    for moves in ("flower flower flower", "skull flower flower", "flower flower skull"):
        lines = sit(games_home, "skull", ann, bob, cid)
        for line, move in zip(lines, moves.split(), strict=True):
            line.play(move)
            for other in lines:
                other.until(node=line.table["node"])
        told.append([one for one in tables(lines[1]) if one["node"]])
    assert told[0][-1]["node"] == 3 and told[0] == told[1] == told[2]


@pytest.mark.parametrize("game", ["handon", "ohhell"])
def test_cards_of_another_are_in_nothing_that_a_device_is_sent(
    ann: Device, bob: Device, cid: Device, games_home: Path, game: str
) -> None:
    lines = sit(games_home, game, ann, bob, cid)
    for line in lines:  # the deal
        line.until(lambda table: any(seat["to_play"] for seat in table["seats"]))
    hands = [
        {p["id"] for p in line.table["scene"]["pieces"] if p["at"].startswith("own")}
        for line in lines
    ]
    for line, hand in zip(lines, hands, strict=True):
        sent = json.dumps(tables(line))
        assert hand and all(f'"{card}"' in sent for card in hand)
        assert [card for other in hands for card in other - hand if f'"{card}"' in sent] == []


def sit(games_home: Path, game: str, *people: Device) -> list[Line]:
    shutil.copytree(EXAMPLES / game, games_home / game, dirs_exist_ok=True)
    return meet(*people, game=game)
