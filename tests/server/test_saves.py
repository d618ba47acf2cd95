"""Saves: a position stays as it was saved, and only the right device gets what a seat hides."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from everygame.record import read_record
from tests.server.serving import Device, Line

Make = Callable[[], Device]


def join(host: Device, match: str, seat: int, guest: Device, name: str) -> None:
    url = host.post(f"/api/matches/{match}/invite", {"seat": seat})["url"]
    guest.post(f"/api/join/{url.rsplit('/', 1)[1]}", {"name": name})


@pytest.fixture
def secret(device: Make) -> tuple[Device, Device, str]:
    """Two devices at a match in which each player hides a coin; the first is to play."""
    ann, bob = device(), device()
    match = ann.begin("toy", "person", "open")
    join(ann, match, 1, bob, "Bob")
    one, two = ann.open(match), bob.open(match)
    one.see()
    one.play("hide:a")
    two.see(lambda table: table["node"] == 1)
    two.play("hide:c")
    return ann, bob, match


def test_going_on_does_not_change_what_was_saved(device: Make) -> None:
    one = device()
    match = one.begin("icefloes", "person", "person")
    line = one.open(match)
    line.see()
    line.play("up")
    save = one.post(f"/api/matches/{match}/save", {"name": " First\nmove "})["save"]
    line.play("up")
    entry = one.get("/api/saves?game=icefloes")["saves"][0]
    assert (entry["name"], entry["ply"], entry["title"]) == ("First move", 1, "Ice Floes")
    assert entry["picture"]["pieces"] and not entry["over"]
    for _ in range(2):
        again = one.open(one.post(f"/api/saves/{save}/load")["match"])
        assert again.see()["node"] == 1
        again.play("up")
    assert one.get("/api/saves?game=reversi") == {"saves": [], "matches": []}
    listed = one.get("/api/saves?game=icefloes")
    assert len(listed["matches"]) == 3 and [s["save"] for s in listed["saves"]] == [save]


def test_a_name_is_replaced_only_when_that_is_asked_for(device: Make) -> None:
    one, other = device(), device()
    path = f"/api/matches/{one.begin('icefloes', 'person', 'person')}/save"
    first = one.post(path, {"name": "Mine"})["save"]
    assert "called Mine" in one.post(path, {"name": "Mine"}, status=409)["error"]
    second = one.post(path, {"name": "Mine", "replace": True})["save"]
    assert [save["save"] for save in one.get("/api/saves")["saves"]] == [second] != [first]
    assert other.post(path, {"name": "Mine"})["save"], "each device has names of its own"
    one.post(path, {"name": " "}, status=400)
    one.post(f"/api/saves/{first}/load", status=404)
    other.post(f"/api/saves/{second}/load", status=404)
    other.delete(f"/api/saves/{second}")
    assert one.post(f"/api/saves/{second}/load")["match"]
    one.delete(f"/api/saves/{second}")
    one.post(f"/api/saves/{second}/load", status=404)


def test_a_match_without_secrets_waits_for_nobody(device: Make) -> None:
    ann, bob = device(), device()
    match = ann.begin("icefloes", "person", "open")
    join(ann, match, 1, bob, "Bob")
    save = ann.post(f"/api/matches/{match}/save", {"name": "s"})["save"]
    again = ann.post(f"/api/saves/{save}/load")["match"]
    line = ann.open(again)
    seats = line.see()["seats"]
    assert [(s["kind"], s["name"], s["kept"]) for s in seats][1] == ("open", "Bob", "")
    assert line.play("up")["type"] == "ack"
    join(ann, again, 1, bob, "Bob")


def loaded(device: Device, match: str, how: str) -> str:
    """The id of a match that goes on from a save, which the server stored or which is a file."""
    if how == "file":
        data = device.request("GET", f"/api/matches/{match}/record")[2]
        made: str = device.post("/api/matches/load", data)["match"]
        return made
    save = device.post(f"/api/matches/{match}/save", {"name": "s", "replace": True})["save"]
    made = device.post(f"/api/saves/{save}/load")["match"]
    return made


def refused(line: Line, **message: Any) -> str:
    answer = line.try_command(**message)
    assert answer["type"] == "error", answer
    return str(answer["error"])


@pytest.mark.parametrize("how", ["server", "file"])
def test_nobody_goes_on_from_secrets_without_those_who_hid_them(
    secret: tuple[Device, Device, str], how: str
) -> None:
    ann, bob, match = secret
    again = loaded(ann, match, how)
    line = ann.open(again)
    table = line.see()
    assert [seat["kept"] for seat in table["seats"]] == ["", "another"]
    assert table["seats"][0]["mine"] and "choices" not in table["scene"]
    for message in (
        {"type": "play", "at": table["node"], "move": "guess:c"},
        {"type": "go", "at": table["node"], "node": 0},
        {"type": "resign", "seat": 0},
    ):
        assert "when Bob sits down again" in refused(line, **message)
    ann.post(f"/api/matches/{again}/invite", {"seat": 1}, status=403)
    for body in ({"seat": 1, "kind": "bot"}, {"seat": 1, "kind": "person"}):
        ann.post(f"/api/matches/{again}/seat", body, status=403)
    assert "truth" in refused_say(line, type="truth", on=True)
    assert all("hide:c" not in str(message) for message in line.heard)
    theirs = bob.open(again)
    assert theirs.see()["seats"][1]["kept"] == "you"
    assert again in {entry["match"] for entry in bob.get("/api/library")["matches"]}
    bob.post(f"/api/matches/{again}/seat", {"seat": 1, "kind": "person"})
    line.see(lambda table: table["seats"][1]["kind"] == "person")
    assert line.play("guess:c")["type"] == "ack"


def refused_say(line: Line, **message: Any) -> str:
    line.say(**message)
    return str(line.wait(lambda heard: heard["type"] == "error")["error"])


def test_a_sealed_file_tells_nothing_and_opens_only_for_who_sat_there(
    secret: tuple[Device, Device, str], device: Make
) -> None:
    ann, bob, match = secret
    path = f"/api/matches/{match}/record"
    data = ann.request("GET", path)[2]
    record = read_record(data.decode())
    assert "hide:c" not in data.decode() and record.sealed and not record.whole
    eve = device()
    assert "sat in this match" in eve.post("/api/matches/load", data, status=403)["error"]
    assert "sealed" not in eve.get(path), "who only watches takes nothing away"
    eve.post(f"/api/matches/{match}/save", {"name": "s"}, status=403)
    broken = {**json.loads(data), "sealed": record.sealed[:-9] + "A" * 9}
    error = ann.post("/api/matches/load", broken, status=400)["error"]
    assert "only on the server where it was saved" in error
    unsealed = {key: value for key, value in json.loads(data).items() if key != "sealed"}
    assert "cannot be played on" in ann.post("/api/matches/load", unsealed, status=400)["error"]
    assert bob.post("/api/matches/load", data)["match"], "Bob sat there, too"


def test_the_length_of_a_sealed_file_does_not_depend_on_what_is_hidden(device: Make) -> None:
    lengths = set()
    for coin in "ab":
        ann, bob = device(), device()
        match = ann.begin("toy", "open", "person")
        join(ann, match, 0, bob, "Bob")
        line = bob.open(match)
        line.see()
        line.play(f"hide:{coin}")
        lengths.add(len(ann.get(f"/api/matches/{match}/record")["sealed"]))
    assert len(lengths) == 1


def test_at_one_screen_all_come_back(device: Make) -> None:
    one = device()
    match = one.begin("toy", "person", "person", "last")
    line = one.open(match)
    line.see()
    line.say(type="reveal", seat=0)
    line.play("hide:a")
    again = loaded(one, match, "file")
    table = one.open(again).see()
    assert [seat["kind"] for seat in table["seats"]] == ["person", "person", "bot"]
    assert table["curtain"] == 1 and table["node"] == 1
