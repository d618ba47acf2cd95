"""The examples with secrets at three devices: what one keeps is in nothing that others are sent."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Device, Line

EXAMPLES = Path(__file__).parents[2] / "examples"
Make = Callable[[], Device]


def sat_down(device: Make, games_home: Path, game: str) -> list[Line]:
    """Three people, each at a device."""
    if not (games_home / game).exists():
        shutil.copytree(EXAMPLES / game, games_home / game)
    people = [device() for _ in range(3)]
    match = people[0].begin(game, "person", "open", "open", players="3")
    for seat in (1, 2):
        url = people[0].post(f"/api/matches/{match}/invite", {"seat": seat})["url"]
        people[seat].post(f"/api/join/{url.rpartition('/')[2]}", {"name": "guest"})
    lines = [one.open(match) for one in people]
    for line in lines:
        line.see(lambda table: all(seat["online"] for seat in table["seats"]))
    return lines


def tables(line: Line) -> list[Any]:
    """All that it was sent, without what is of one match."""
    line.say(type="ping")
    line.wait(lambda message: message["type"] == "pong")
    sent = [message for message in line.heard if message["type"] == "view"]
    return [{k: v for k, v in one.items() if k not in ("match", "dice")} for one in sent]


def test_nobody_is_told_what_another_lays_face_down(device: Make, games_home: Path) -> None:
    told = []
    for moves in ("flower flower flower", "skull flower flower", "flower flower skull"):
        lines = sat_down(device, games_home, "skull")
        for line, move in zip(lines, moves.split(), strict=True):
            assert line.play(move)["type"] == "ack"
            for other in lines:
                if other is not line:
                    other.see(lambda table, sender=line: table["node"] == sender.table["node"])
        told.append([one for one in tables(lines[1]) if one["node"]])
    assert told[0][-1]["node"] == 3 and told[0] == told[1] == told[2]


@pytest.mark.parametrize("game", ["handon", "ohhell"])
def test_cards_of_another_are_in_nothing_that_a_device_is_sent(
    device: Make, games_home: Path, game: str
) -> None:
    lines = sat_down(device, games_home, game)
    for line in lines:
        while not any(seat["to_play"] for seat in line.table["seats"]):
            line.hear()  # the deal
    hands = [
        {p["id"] for p in line.table["scene"]["pieces"] if p["at"].startswith("own")}
        for line in lines
    ]
    for line, hand in zip(lines, hands, strict=True):
        sent = json.dumps(tables(line))
        assert hand and all(f'"{card}"' in sent for card in hand)
        assert [card for other in hands for card in other - hand if f'"{card}"' in sent] == []
