"""Saves: a position stays as it was saved, and only the right device gets what a seat hides."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from everygame.record import read_record
from tests.server.serving import Device, Line, meet


@pytest.fixture
def secret(ann: Device, bob: Device) -> Line:
    """Ann's line to a match in which she and Bob have hidden a coin each; she is to play."""
    one, two = meet(ann, bob, game="toy")
    one.play("hide:a")
    two.see(node=1)
    two.play("hide:c")
    return one


def test_going_on_does_not_change_what_was_saved(ann: Device) -> None:
    line = ann.start()
    line.play("up")
    path = f"/api/matches/{line.match}/save"
    save = ann.post(path, {"name": " First\nmove "})["save"]
    line.play("up")
    entry = ann.get("/api/saves?game=icefloes")["saves"][0]
    assert (entry["name"], entry["ply"], entry["title"]) == ("First move", 1, "Ice Floes")
    assert entry["picture"]["pieces"] and not entry["over"]
    for _ in range(2):
        again = ann.enter(ann.post(f"/api/saves/{save}/load")["match"])
        assert again.table["node"] == 1
        again.play("up")
    assert ann.get("/api/saves?game=reversi") == {"saves": [], "matches": []}
    listed = ann.get("/api/saves?game=icefloes")
    assert len(listed["matches"]) == 3 and [s["save"] for s in listed["saves"]] == [save]


def test_a_name_is_replaced_only_when_that_is_asked_for(ann: Device, bob: Device) -> None:
    path = f"/api/matches/{ann.begin()}/save"
    first = ann.post(path, {"name": "Mine"})["save"]
    assert "called Mine" in ann.post(path, {"name": "Mine"}, 409)["error"]
    second = ann.post(path, {"name": "Mine", "replace": True})["save"]
    assert [save["save"] for save in ann.get("/api/saves")["saves"]] == [second] != [first]
    assert bob.post(path, {"name": "Mine"})["save"], "each device has names of its own"
    ann.post(path, {"name": " "}, 400)
    ann.post(f"/api/saves/{first}/load", status=404)
    bob.post(f"/api/saves/{second}/load", status=404)
    bob.delete(f"/api/saves/{second}")
    assert ann.post(f"/api/saves/{second}/load")["match"]
    ann.delete(f"/api/saves/{second}")
    ann.post(f"/api/saves/{second}/load", status=404)


def test_a_match_without_secrets_waits_for_nobody(ann: Device, bob: Device) -> None:
    match = ann.begin("icefloes", "person", "open")
    ann.admit(bob, match)
    line = loaded_from_server(ann, match)
    line.until(seat=1, kind="open", name="Bob", kept="")
    line.play("up")
    ann.admit(bob, line.match)


def test_who_only_watched_goes_on_at_every_seat(ann: Device, bob: Device, cid: Device) -> None:
    match = ann.begin("icefloes", "person", "open")
    ann.admit(bob, match)
    table = loaded_from_server(cid, match).table
    assert [(seat["kind"], seat["mine"]) for seat in table["seats"]] == [("person", True)] * 2


def loaded_from_server(device: Device, match: str) -> Line:
    """A match that goes on from a save that the server stored."""
    body = {"name": "s", "replace": True}
    save = device.post(f"/api/matches/{match}/save", body)["save"]
    return device.enter(device.post(f"/api/saves/{save}/load")["match"])


def loaded_from_file(device: Device, match: str) -> Line:
    """A match that goes on from a save that is a file."""
    return device.load(device.record(match))


@pytest.mark.parametrize("loaded", [loaded_from_server, loaded_from_file])
def test_nobody_goes_on_from_secrets_without_those_who_hid_them(
    secret: Line, ann: Device, bob: Device, loaded: Callable[[Device, str], Line]
) -> None:
    line = loaded(ann, secret.match)
    table = line.table
    assert [seat["kept"] for seat in table["seats"]] == ["", "another"]
    assert table["seats"][0]["mine"] and "choices" not in table["scene"]
    for message in (
        {"type": "play", "move": "guess:c"},
        {"type": "go", "node": 0},
        {"type": "resign", "seat": 0},
    ):
        assert "when Bob sits down again" in line.refused(**message)["error"]
    ann.post(f"/api/matches/{line.match}/invite", {"seat": 1}, 403)
    seat = f"/api/matches/{line.match}/seat"
    for kind in ("bot", "person"):
        ann.post(seat, {"seat": 1, "kind": kind}, 403)
    line.say(type="truth", on=True)
    assert "truth" in line.told("error")["error"]
    assert all("hide:c" not in str(message) for message in line.heard)
    assert bob.enter(line.match).table["seats"][1]["kept"] == "you"
    assert line.match in {entry["match"] for entry in bob.shelf()}
    bob.post(seat, {"seat": 1, "kind": "person"})
    line.see(seat=1, kind="person")
    line.play("guess:c")


@pytest.mark.parametrize("how", ["save", "file", "backup"])
def test_the_others_are_told_who_takes_a_position_elsewhere(
    ann: Device, bob: Device, how: str
) -> None:
    one, two = meet(ann, bob)
    if how == "save":
        bob.post(f"/api/matches/{two.match}/save", {"name": "s"})
    elif how == "file":
        bob.record(two.match)
    else:
        bob.get("/api/everything")
    told = one.until(lambda table: table["notice"])["notice"]
    assert told == "Bob has saved this position and can try it out."
    alone = ann.start("icefloes", "person", "random")
    ann.post(f"/api/matches/{alone.match}/save", {"name": "t"})
    alone.play("up")
    assert not any(message.get("notice") for message in alone.heard)


def test_nobody_inherits_a_reserved_seat_with_its_secrets(
    secret: Line, ann: Device, bob: Device, eve: Device
) -> None:
    line = loaded_from_server(ann, secret.match)
    bob.post("/api/devices/delete")
    seat = ann.enter(line.match).table["seats"][1]
    assert seat["kind"] == "person"
    assert (seat["name"], seat["online"]) == ("Bob", False)
    eve.post(f"/api/matches/{line.match}/sit", {"seat": 1}, 403)
    ann.post(f"/api/matches/{line.match}/invite", {"seat": 1}, 403)


def test_a_sealed_file_tells_nothing_and_opens_only_for_who_sat_there(
    secret: Line, ann: Device, bob: Device, eve: Device
) -> None:
    data = ann.request("GET", f"/api/matches/{secret.match}/record")[2]
    record = read_record(data.decode())
    assert "hide:c" not in data.decode() and record.sealed and not record.whole
    assert "sat in this match" in eve.post("/api/matches/load", data, 403)["error"]
    assert "sealed" not in eve.record(secret.match), "who only watches takes nothing away"
    eve.post(f"/api/matches/{secret.match}/save", {"name": "s"}, 403)
    broken = {**json.loads(data), "sealed": record.sealed[:-9] + "A" * 9}
    error = ann.post("/api/matches/load", broken, 400)["error"]
    assert "only on the server where it was saved" in error
    del broken["sealed"]
    assert "cannot be played on" in ann.post("/api/matches/load", broken, 400)["error"]
    assert bob.post("/api/matches/load", data)["match"], "Bob sat there, too"


def test_the_length_of_a_sealed_file_does_not_depend_on_what_is_hidden(
    ann: Device, bob: Device
) -> None:
    lengths = set()
    for coin in "ab":
        match = ann.begin("toy", "open", "person")
        ann.admit(bob, match, 0)
        bob.enter(match).play(f"hide:{coin}")
        lengths.add(len(ann.record(match)["sealed"]))
    assert len(lengths) == 1


def test_at_one_screen_all_come_back(ann: Device) -> None:
    line = ann.start("toy", "person", "person", "last")
    line.reveal(0)
    line.play("hide:a")
    table = loaded_from_file(ann, line.match).table
    assert [seat["kind"] for seat in table["seats"]] == ["person", "person", "bot"]
    assert table["curtain"] == 1 and table["node"] == 1
