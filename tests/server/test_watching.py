"""Spectators: they are counted, find the match again, may be kept out, and may get a free seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.server.serving import Device, Line, fresh

Make = Callable[[], Device]


def counted(line: Line, many: int) -> None:
    line.wait(lambda heard: heard["type"] == "watchers" and heard["count"] == many)


def shelf(device: Device) -> dict[str, Any]:
    return {one["match"]: one["watching"] for one in device.get("/api/library")["matches"]}


def test_who_plays_is_told_how_many_watch_and_they_find_the_match_again(device: Make) -> None:
    ann, bob, cy = device(), device(), device()
    match = ann.begin("icefloes", "person", "random")
    line = ann.open(match)
    line.see()
    first = bob.open(match)
    assert first.see()["viewer"] is None
    counted(line, 1)
    second = bob.open(match)
    second.see()
    other = cy.open(match)
    other.see()
    counted(line, 2)
    bob.close()
    counted(line, 1)
    assert shelf(bob) == {match: True} and shelf(ann) == {match: False}
    assert not any(heard["type"] == "watchers" for heard in other.heard), "they play"
    bob.delete(f"/api/matches/{match}")
    assert shelf(bob) == {} and shelf(ann) == {match: False}


def test_nobody_watches_where_the_maker_did_not_allow_it(device: Make) -> None:
    ann, bob, cy = device(), device(), device()
    terms = {"watching": False}
    match = ann.begin("icefloes", "person", "open", terms=terms)
    url = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"]
    token = url.rsplit("/", 1)[1]
    assert bob.get(f"/api/join/{token}")["watch"] is False
    gone = cy.open(match).hear()
    assert gone["code"] == "gone" and "Only those who play" in gone["error"]
    for path in ("record", "picture", "dice"):
        assert "Only those who play" in cy.get(f"/api/matches/{match}/{path}", 404)["error"]
    for path, body in (
        ("name", {"name": "x"}),
        ("save", {"name": "x"}),
        ("on", {"node": 0}),
        ("sit", {"seat": 1}),
    ):
        cy.post(f"/api/matches/{match}/{path}", body, 404)
    assert shelf(cy) == {}
    bob.post(f"/api/join/{token}", {})
    assert bob.open(match).see()["seats"][1]["mine"]
    assert "used up" in cy.get(f"/api/join/{token}", 404)["error"]


def test_a_used_link_offers_to_watch_and_tells_nothing_else(device: Make) -> None:
    ann, bob, cy = device(), device(), device()
    match = ann.begin("icefloes", "person", "open")
    token = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"].rsplit("/", 1)[1]
    bob.post(f"/api/join/{token}", {"name": "Bob"})
    offer = cy.get(f"/api/join/{token}")
    facts = {"match": match, "game": "icefloes", "title": "Ice Floes"}
    assert offer == {**facts, "used": True, "mine": False, "plays": False}
    assert ann.get(f"/api/join/{token}") == {**offer, "plays": True}, "who invited plays, too"
    assert bob.get(f"/api/join/{token}") == {**offer, "plays": True, "mine": True}
    assert "used up" in cy.post(f"/api/join/{token}", {}, 404)["error"]
    assert cy.open(match).see()["viewer"] is None


def test_a_free_seat_is_taken_from_the_address_of_the_match_once(device: Make) -> None:
    ann, bob, cy = device(), device(), device()
    match = ann.begin("icefloes", "person", "open", terms={"free_seats": True})
    lines = [one.open(match) for one in (bob, cy)]
    assert [line.see()["free"] for line in lines] == [[1], [1]]
    assert "not free" in bob.post(f"/api/matches/{match}/sit", {"seat": 0}, 403)["error"]
    bob.post(f"/api/matches/{match}/sit", {"seat": 1, "name": "Bob"})
    table = lines[0].see(lambda table: table["seats"][1]["mine"])
    assert table["seats"][1]["name"] == "Bob" and table["free"] == [] and table["viewer"] == 1
    assert "not free" in cy.post(f"/api/matches/{match}/sit", {"seat": 1}, 403)["error"]
    assert shelf(bob) == {match: False}


def test_a_seat_is_free_only_where_its_maker_said_so(device: Make) -> None:
    ann, bob = device(), device()
    match = ann.begin("icefloes", "person", "open")
    assert bob.open(match).see()["free"] == []
    assert "not free" in bob.post(f"/api/matches/{match}/sit", {"seat": 1}, 403)["error"]


def test_who_gave_up_may_look_on_where_nobody_else_may(device: Make) -> None:
    people = [device() for _ in range(3)]
    terms = {"watching": False}
    match = people[0].begin("icefloes", "person", "open", "open", "random", terms=terms)
    for seat in (1, 2):
        url = people[0].post(f"/api/matches/{match}/invite", {"seat": seat})["url"]
        people[seat].post(f"/api/join/{url.rsplit('/', 1)[1]}", {})
    line = people[1].open(match)
    line.see()
    assert line.try_command("resign", id=fresh(), seat=1)["type"] == "ack"
    again = people[1].open(match)
    assert again.see()["viewer"] is None and shelf(people[1]) == {match: True}
