"""Bots on open seats, bots that stand in for players who are away, and players who come back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Device, Line, serving

Make = Callable[[], Device]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("everygame.server.seats.seat_changes.AWAY_BEFORE_BOT", 0.0)


def meet(ann: Device, bob: Device, game: str, *others: str, **options: str) -> tuple[Line, Line]:
    """A match in which Ann holds the first seat and Bob the second."""
    match = ann.begin(game, "person", "open", *others, **options)
    join(ann, bob, match)
    lines = ann.open(match), bob.open(match)
    for line in lines:
        line.see(lambda table: table["seats"][1]["online"])
    return lines


def join(ann: Device, bob: Device, match: str) -> None:
    url = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"]
    bob.post(f"/api/join/{url.rsplit('/', 1)[1]}", {"name": "Bob"})


def ask(device: Device, line: Line, seat: int, kind: str = "bot", status: int = 200) -> Any:
    path = f"/api/matches/{line.table['match']}/seat"
    return device.post(path, {"seat": seat, "kind": kind}, status)


def test_a_bot_fills_an_open_seat_and_its_link_is_used_up(device: Make) -> None:
    ann, bob = device(), device()
    match = ann.begin("icefloes", "person", "open")
    url = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"]
    line = ann.open(match)
    line.see()
    path = f"/api/matches/{match}/seat"
    ann.post(path, {"seat": 1, "kind": "bot", "level": "random"})
    table = line.see(lambda table: table["seats"][1]["kind"] == "bot")
    assert table["seats"][1]["name"] == "Random" and table["seats"][1]["plays_for"] is None
    line.play("up")
    line.see(lambda table: table["node"] == 2)
    assert (
        "used up" in bob.post(f"/api/join/{url.rsplit('/', 1)[1]}", {"name": "Bob"}, 404)["error"]
    )


def test_a_link_is_dead_when_its_maker_has_let_a_bot_play(device: Make) -> None:
    ann, bob = device(), device()
    match = ann.begin("icefloes", "person", "random")
    url = ann.post(f"/api/matches/{match}/invite", {"seat": 0})["url"]
    line = ann.open(match)
    line.see()
    for kind in ("bot", "person"):
        ask(ann, line, 0, kind)
        bob.post(f"/api/join/{url.rsplit('/', 1)[1]}", {"name": "Bob"}, 404)
    assert line.see(lambda table: table["seats"][0]["mine"])


def test_a_bot_plays_on_for_who_has_left_and_gives_the_seat_back(device: Make) -> None:
    ann, bob = device(), device()
    line, other = meet(ann, bob, "icefloes")
    line.play("up")
    assert "Bob has the match open" in ask(ann, line, 1, status=403)["error"]
    other.stack.close()
    line.see(lambda table: not table["seats"][1]["online"])
    ask(ann, line, 1)
    table = line.see(lambda table: table["node"] == 2)
    seat = table["seats"][1]
    assert (seat["kind"], seat["name"], seat["plays_for"]) == ("bot", "Last", "Bob")
    assert table["undo"] is None, "Bob's match is not Ann's alone because he left"
    kept = ann.get(f"/api/matches/{table['match']}/record")["seats"][1]
    assert (kept["kind"], kept["name"]) == ("person", "Bob"), "who opens the save is Bob again"
    back = bob.open(table["match"])
    table = back.see()
    assert table["seats"][1]["replaced"] and not table["seats"][1]["mine"]
    assert back.command("play", at=2, move="up")["code"] == "turn"
    ask(ann, line, 1, "person", status=403)
    ask(bob, line, 1, "person")
    table = back.see(lambda table: table["seats"][1]["mine"])
    assert table["seats"][1]["name"] == "Bob" and table["seats"][1]["plays_for"] is None


def test_who_has_only_just_left_is_waited_for(
    device: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("everygame.server.seats.seat_changes.AWAY_BEFORE_BOT", 60.0)
    ann, bob = device(), device()
    line, other = meet(ann, bob, "icefloes")
    other.stack.close()
    assert line.see(lambda table: not table["seats"][1]["online"])["seats"][1]["away"] == 0
    assert "only just left" in ask(ann, line, 1, status=403)["error"]


def test_nobody_is_told_to_be_away_for_longer_than_the_server_finds(
    device: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the page were told more seconds, it would offer a bot that the server still refuses."""
    ann, bob = device(), device()
    line, other = meet(ann, bob, "icefloes")
    monkeypatch.setattr("everygame.server.seats.seat_changes.AWAY_BEFORE_BOT", 15.0)
    monkeypatch.setattr("everygame.server.people.presence.Presence.seconds_away", lambda *_: 14.9)
    other.stack.close()
    seats = line.see(lambda table: not table["seats"][1]["online"])["seats"]
    assert "only just left" in ask(ann, line, 1, status=403)["error"]
    assert seats[1]["away"] < 15


def test_bots_play_on_with_secrets_and_dice_for_three(device: Make) -> None:
    ann, bob = device(), device()
    line, other = meet(ann, bob, "toy", "open")
    other.stack.close()
    line.see(lambda table: not table["seats"][1]["online"])
    for seat in (2, 1, 0):
        ask(ann, line, seat)
    table = line.see(lambda table: table["over"])
    assert [seat["plays_for"] for seat in table["seats"]][1:] == ["Bob", None]
    assert table["seats"][0]["replaced"]
    match = ann.post(f"/api/matches/{table['match']}/rematch")["match"]
    line = ann.open(match)
    kinds = [(seat["kind"], seat["name"]) for seat in line.see()["seats"]]
    assert kinds == [("bot", "Last"), ("person", ""), ("person", "Bob")]


def test_only_people_of_the_table_let_bots_play(device: Make) -> None:
    ann, eve = device(), device()
    match = ann.begin("icefloes", "person", "random")
    line = ann.open(match)
    line.see()
    assert "already" in ask(ann, line, 1, status=403)["error"]
    assert "no seat 7" in ask(ann, line, 7, status=403)["error"]
    ask(eve, line, 0, status=403)
    ask(ann, line, 1, "person", status=403)
    ann.post(f"/api/matches/{match}/seat", {"seat": 0, "kind": "bot", "level": "x"}, 400)
    assert line.table["seats"][0]["kind"] == "person"


def test_who_plays_for_whom_outlives_the_server(games: None, data: Path) -> None:
    with serving(data) as port:
        ann = Device(port)
        match = ann.begin("icefloes", "person", "random")
        ann.post(f"/api/matches/{match}/seat", {"seat": 0, "kind": "bot"})
        cookie = ann.cookie
    with serving(data) as port:
        ann = Device(port)
        ann.cookie = cookie
        assert ann.open(match).see()["seats"][0]["replaced"]
        ann.close()
