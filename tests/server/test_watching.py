"""Spectators: they are counted, find the match again, may be kept out, and may get a free seat."""

from __future__ import annotations

from typing import Any

from tests.server.serving import Device, Line, meet


def counted(line: Line, many: int) -> None:
    line.wait(lambda heard: heard["type"] == "watchers" and heard["count"] == many)


def shelf(device: Device) -> dict[str, Any]:
    return {one["match"]: one["watching"] for one in device.shelf()}


def test_who_plays_is_told_how_many_watch_and_they_find_the_match_again(
    ann: Device, bob: Device, cid: Device
) -> None:
    match = ann.begin("icefloes", "person", "random")
    line = ann.enter(match)
    assert bob.enter(match).table["viewer"] is None
    counted(line, 1)
    bob.enter(match)
    other = cid.enter(match)
    counted(line, 2)
    bob.close()
    counted(line, 1)
    assert shelf(bob) == {match: True} and shelf(ann) == {match: False}
    assert not any(heard["type"] == "watchers" for heard in other.heard), "they play"
    bob.delete(f"/api/matches/{match}")
    assert shelf(bob) == {} and shelf(ann) == {match: False}


def test_nobody_watches_where_the_maker_did_not_allow_it(
    ann: Device, bob: Device, cid: Device
) -> None:
    match = ann.begin("icefloes", "person", "open", terms={"watching": False})
    link = ann.invite(match)
    assert bob.look(link)["watch"] is False
    gone = cid.open(match).hear()
    assert gone["code"] == "gone" and "Only those who play" in gone["error"]
    for path in ("record", "picture", "dice"):
        assert "Only those who play" in cid.get(f"/api/matches/{match}/{path}", 404)["error"]
    for path, body in (
        ("name", {"name": "x"}),
        ("save", {"name": "x"}),
        ("on", {"node": 0}),
        ("sit", {"seat": 1}),
    ):
        cid.post(f"/api/matches/{match}/{path}", body, 404)
    assert shelf(cid) == {}
    bob.join(link)
    assert bob.enter(match).table["seats"][1]["mine"]
    assert "used up" in cid.look(link, 404)["error"]


def test_a_free_seat_is_taken_from_the_address_of_the_match_once(
    ann: Device, bob: Device, cid: Device
) -> None:
    match = ann.begin("icefloes", "person", "open", terms={"free_seats": True})
    sit = f"/api/matches/{match}/sit"
    line, other = bob.enter(match), cid.enter(match)
    assert line.table["free"] == other.table["free"] == [1]
    assert "not free" in bob.post(sit, {"seat": 0}, 403)["error"]
    bob.post(sit, {"seat": 1, "name": "Bob"})
    line.see(seat=1, mine=True, name="Bob")
    assert line.table["free"] == [] and line.table["viewer"] == 1
    assert "not free" in cid.post(sit, {"seat": 1}, 403)["error"]
    assert shelf(bob) == {match: False}
    kept = ann.begin("icefloes", "person", "open")  # its maker has not said so
    assert bob.enter(kept).table["free"] == []
    assert "not free" in bob.post(f"/api/matches/{kept}/sit", {"seat": 1}, 403)["error"]


def test_one_device_takes_one_free_seat_where_seats_keep_secrets(ann: Device, bob: Device) -> None:
    match = ann.begin("crazyeights", "person", "open", "open", terms={"free_seats": True})
    sit = f"/api/matches/{match}/sit"
    assert "each seat keeps secrets" in ann.post(sit, {"seat": 1}, 403)["error"]
    bob.post(sit, {"seat": 1})
    assert "each seat keeps secrets" in bob.post(sit, {"seat": 2}, 403)["error"]


def test_who_gave_up_may_look_on_where_nobody_else_may(
    ann: Device, bob: Device, cid: Device
) -> None:
    _, line, _ = meet(ann, bob, cid, others=["random"], terms={"watching": False})
    assert line.try_command("resign", seat=1)["type"] == "ack"
    assert bob.enter(line.match).table["viewer"] is None and shelf(bob) == {line.match: True}
