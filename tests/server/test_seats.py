"""Bots on open seats, bots that stand in for players who are away, and players who come back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.serving import Device, Line, is_over, meet


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("everygame.server.seats.seat_changes.AWAY_BEFORE_BOT", 0.0)


def ask(device: Device, line: Line, seat: int, kind: str = "bot", status: int = 200) -> Any:
    return device.post(f"/api/matches/{line.match}/seat", {"seat": seat, "kind": kind}, status)


def test_a_bot_fills_an_open_seat(ann: Device) -> None:
    line = ann.start("icefloes", "person", "open")
    body = {"seat": 1, "kind": "bot", "level": "random"}
    ann.post(f"/api/matches/{line.match}/seat", body)
    line.see(seat=1, kind="bot", name="Random", plays_for=None)
    line.play("up")
    line.see(node=2)


def test_a_bot_plays_on_for_who_has_left_and_gives_the_seat_back(ann: Device, bob: Device) -> None:
    line, _ = meet(ann, bob)
    line.play("up")
    assert "Bob has the match open" in ask(ann, line, 1, status=403)["error"]
    bob.close()
    line.see(seat=1, online=False)
    ask(ann, line, 1)
    line.see(node=2)
    line.until(seat=1, kind="bot", name="Last", plays_for="Bob")
    assert line.table["undo"] is None, "Bob's match is not Ann's alone because he left"
    kept = ann.record(line.match)["seats"][1]
    assert (kept["kind"], kept["name"]) == ("person", "Bob"), "who opens the save is Bob again"
    back = bob.enter(line.match)
    back.until(seat=1, replaced=True, mine=False)
    assert back.refused("play", move="up")["code"] == "turn"
    ask(ann, line, 1, "person", status=403)
    ask(bob, line, 1, "person")
    back.see(seat=1, mine=True, name="Bob", plays_for=None)


def test_who_has_only_just_left_is_waited_for(
    ann: Device, bob: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the page were told more seconds than the server finds, it would offer a bot that the
    server still refuses."""
    line, _ = meet(ann, bob)
    monkeypatch.setattr("everygame.server.seats.seat_changes.AWAY_BEFORE_BOT", 15.0)
    monkeypatch.setattr("everygame.server.people.presence.Presence.seconds_away", lambda *_: 14.9)
    bob.close()
    assert line.see(seat=1, online=False)["seats"][1]["away"] < 15
    assert "only just left" in ask(ann, line, 1, status=403)["error"]


def test_bots_play_on_with_secrets_and_dice_for_three(ann: Device, bob: Device) -> None:
    line, _ = meet(ann, bob, game="toy", others=["open"])
    bob.close()
    line.see(seat=1, online=False)
    for seat in (2, 1, 0):
        ask(ann, line, seat)
    seats = line.see(is_over)["seats"]
    assert [seat["plays_for"] for seat in seats][1:] == ["Bob", None] and seats[0]["replaced"]
    again = ann.follow(line.match)
    kinds = [(seat["kind"], seat["name"]) for seat in again.table["seats"]]
    assert kinds == [("bot", "Last"), ("person", ""), ("person", "Bob")]


def test_only_people_of_the_table_let_bots_play(ann: Device, eve: Device) -> None:
    line = ann.start("icefloes", "person", "random")
    assert "already" in ask(ann, line, 1, status=403)["error"]
    assert "no seat 7" in ask(ann, line, 7, status=403)["error"]
    ask(eve, line, 0, status=403)
    ask(ann, line, 1, "person", status=403)
    path = f"/api/matches/{line.match}/seat"
    ann.post(path, {"seat": 0, "kind": "bot", "level": "x"}, 400)
    assert ann.enter(line.match).table["seats"][0]["kind"] == "person"
