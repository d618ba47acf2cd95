"""One library on several devices: links and codes, who is sent away, and what an enemy may try."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from everygame.server.devices.cookies import name_agent
from tests.server.serving import Device, Line, serving
from tests.server.test_http import names, shelf

Make = Callable[[], Device]
USED = "has been used, has run out"


@pytest.fixture
def port(games: None, data: Path) -> Iterator[int]:
    """A server for each test: tries are counted."""
    with serving(data) as port:
        yield port


def link(device: Device, move: bool = False) -> str:
    """The token of a new link."""
    url = str(device.post("/api/devices/link", {"move": move})["url"])
    path, _, token = url.partition("#")
    assert path == f"http://127.0.0.1:{device.port}/take"
    return token


def take(device: Device, token: str, status: int = 200) -> Any:
    return device.post("/api/devices/take", {"token": token}, status)


def listed(device: Device) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = device.get("/api/devices")["devices"]
    return found


def is_closed(line: Line) -> bool:
    """The server closes it, whatever it says before."""
    try:
        while True:
            line.hear()
    except ConnectionClosed:
        return True


def test_a_library_is_shared_while_a_match_runs(device: Make) -> None:
    ann, bob, phone = device(), device(), device()
    match = ann.begin("tictactoe", "person", "open")
    url = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"]
    bob.post("/api/join/" + url.rsplit("/", 1)[1])
    own = phone.begin("icefloes", "person", level="sixteen")
    near, far, small = ann.open(match), bob.open(match), phone.open(own)
    near.see(), far.see(), small.see()
    token = link(ann)
    shown = phone.post("/api/devices/look", {"token": token})
    assert (shown["matches"], shown["mine"], shown["alone"], shown["same"]) == (1, 1, True, False)
    assert set(names(phone)) == {own}, "to look takes nothing"
    take(phone, token)
    assert set(names(phone)) == set(names(ann)) == {match, own}
    assert is_closed(small) and phone.open(own).see()["seats"][0]["mine"]
    second = phone.open(match)
    assert second.see()["seats"][0]["mine"] and not second.table["seats"][1]["mine"]
    assert second.play("a1")["type"] == "ack", "the seat is played from either device"
    near.see(lambda table: table["node"] == 1)
    far.see(lambda table: table["node"] == 1)
    assert far.play("b2")["type"] == "ack"
    assert ann.open(own).see()["seats"][0]["mine"]


def test_a_link_used_twice_is_told_in_one_sentence(device: Make) -> None:
    ann, phone, eve = device(), device(), device()
    match = ann.begin("tictactoe", "person", "person")
    first, second = link(ann), link(ann)
    assert USED in take(phone, first, 404)["error"], "the newer link counts"
    take(phone, second)
    take(phone, second)
    for again in (take(eve, second, 404), eve.post("/api/devices/look", {"token": second}, 404)):
        assert USED in again["error"] and again["error"].count(".") == 1
    assert names(eve) == {} and set(names(phone)) == {match}


def test_forged_tokens_and_other_pages_get_nothing(device: Make) -> None:
    ann, eve = device(), device()
    ann.begin("tictactoe", "person", "person")
    token = link(ann)
    for forged in ("", "x", token[:-1], token.swapcase(), "' OR 1=1 --", "0" * 20):
        assert USED in take(eve, forged, 404)["error"]
    for body in ({}, {"token": None}, {"token": "x" * 61}, {"token": token, "move": 1}, []):
        status, _, data = eve.request("POST", "/api/devices/look", body)
        assert status in (200, 400) and (status == 200) == (body == {"token": token, "move": 1})
        assert token not in data.decode()
    other = {"Origin": "http://evil.example"}
    assert eve.request("POST", "/api/devices/take", {"token": token}, other)[0] == 403
    eve.cookie = "everygame_device=made_up"
    take(eve, token, 403)
    assert len(listed(ann)) == 1


def test_a_device_that_was_sent_away_loses_its_sockets_at_once(device: Make) -> None:
    ann, phone = device(), device()
    match = ann.begin("tictactoe", "person", "person")
    take(phone, link(ann))
    near, small, code = ann.open(match), phone.open(match), phone.post("/api/devices/code")["code"]
    near.see(), small.see()
    (gone,) = [one["number"] for one in listed(ann) if not one["this"]]
    bob = device()
    bob.begin("tictactoe", "person", "person")
    assert "does not have" in bob.delete(f"/api/devices/{gone}", 404)["error"]
    ann.delete(f"/api/devices/{gone}")
    with suppress(ConnectionClosed):
        small.say(type="play", id="late", at=0, move="a1")
    assert is_closed(small)
    assert names(phone) == {} and [one["this"] for one in listed(ann)] == [True]
    table = phone.open(match).see()
    assert table["node"] == 0 and not any(seat["mine"] for seat in table["seats"])
    assert near.play("b2")["type"] == "ack", "the others go on"
    assert USED in take(phone, code, 404)["error"], "nor does its recovery code lead back"
    phone.post(f"/api/matches/{match}/invite", {"seat": 0}, 403)
    own = phone.begin("tictactoe", "person", "person")
    watched = {one["match"]: one["watching"] for one in shelf(phone)}
    assert watched == {match: True, own: False}, "it may look on, as anybody may"
    assert {one["match"]: one["watching"] for one in shelf(ann)} == {match: False}


def test_a_library_moves_and_the_old_device_has_nothing_left(device: Make) -> None:
    ann, phone = device(), device()
    match = ann.begin("tictactoe", "person", "person")
    line = ann.open(match)
    line.see()
    token = link(ann, move=True)
    assert phone.post("/api/devices/look", {"token": token})["moves"]
    take(phone, token)
    assert is_closed(line) and names(ann) == {} and set(names(phone)) == {match}
    assert not ann.open(match).see()["seats"][0]["mine"]


def test_a_recovery_code_brings_a_library_back_once(device: Make) -> None:
    ann, phone = device(), device()
    match = ann.begin("tictactoe", "person", "person")
    assert ann.get("/api/devices")["code"] is None
    old, code = (ann.post("/api/devices/code")["code"] for _ in range(2))
    assert ann.get("/api/devices")["code"] > 0
    assert USED in take(phone, old, 404)["error"], "the newer one counts"
    spoken = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    take(phone, f" {spoken} ")
    assert set(names(phone)) == {match}
    assert USED in take(device(), code, 404)["error"]
    lost = next(one["number"] for one in listed(phone) if not one["this"])
    phone.delete(f"/api/devices/{lost}")
    assert names(ann) == {}


def test_codes_are_not_guessed(device: Make) -> None:
    ann, eve = device(), device()
    ann.begin("tictactoe", "person", "person")
    code = ann.post("/api/devices/code")["code"]
    for number in range(10):
        take(eve, f"{number:020d}", 404)
    for path in ("look", "take"):
        answer = eve.post(f"/api/devices/{path}", {"token": code}, 429)
        assert "too many tries" in answer["error"], "even the right one"
    assert len(listed(ann)) == 1


def test_a_token_is_in_no_log(device: Make, caplog: pytest.LogCaptureFixture) -> None:
    ann, eve = device(), device()
    ann.begin("tictactoe", "person", "person")
    with caplog.at_level(logging.DEBUG):
        token, code = link(ann), ann.post("/api/devices/code")["code"]
        take(eve, "forged-token", 404)
        take(eve, token)
        status, headers, _ = ann.request("GET", "/take")
    said = caplog.text
    assert not any(secret in said for secret in (token, code, "forged-token"))
    assert status == 200 and headers["referrer-policy"] == "no-referrer"
    assert ann.request("POST", "/api/devices/link", {})[1]["cache-control"] == "no-store"


def test_delete_this_device_and_what_is_only_mine(device: Make) -> None:
    ann, bob, phone = device(), device(), device()
    both = ann.begin("tictactoe", "person", "open")
    url = ann.post(f"/api/matches/{both}/invite", {"seat": 1})["url"]
    bob.post("/api/join/" + url.rsplit("/", 1)[1], {"name": "Bob"})
    alone = ann.begin("tictactoe", "person", "person")
    take(phone, link(ann))
    far, old = bob.open(both), ann.cookie
    far.see()
    _, headers, _ = ann.request("POST", "/api/devices/delete", {})
    assert old.partition("=")[0] + '=""' in headers["set-cookie"]
    assert names(ann) == {} and set(names(phone)) == {both, alone}, "the phone has it still"
    line = phone.open(alone)
    line.see()
    phone.post("/api/devices/delete")
    assert is_closed(line)
    phone.get(f"/api/matches/{alone}/record", 404)
    assert set(names(bob)) == {both}
    table = bob.open(both).see()
    assert table["seats"][1]["mine"] and not table["seats"][0]["online"]
    watcher = Device(bob.port)
    watcher.cookie = ""
    watcher.open(both).see()
    assert not bob.open(both).see()["seats"][0]["online"], "who watches is not who left"
    watcher.close()
    ann.cookie = old
    assert names(ann) == {} and not ann.open(both).see()["seats"][0]["mine"]


def test_devices_have_names(device: Make) -> None:
    ann = device()
    assert ann.get("/api/devices") == {"devices": [], "code": None}
    ann.begin("tictactoe", "person", "person")
    firefox = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko Firefox/140.0"}
    ann.request("GET", "/", None, firefox)
    (one,) = listed(ann)
    assert one["title"] == "Firefox on Linux" and one["this"] and one["seen"] > 1e9
    ann.post("/api/devices/name", {"number": one["number"], "name": "My \u202e desk\n"})
    assert listed(ann)[0]["title"] == "My desk"
    bob = device()
    bob.begin("tictactoe", "person", "person")
    bob.post("/api/devices/name", {"number": one["number"], "name": "Mine"})
    assert listed(ann)[0]["title"] == "My desk", "another one's stays"
    assert "itself" in json.dumps(ann.delete(f"/api/devices/{one['number']}", 400))


@pytest.mark.parametrize(
    ("header", "agent"),
    [
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit Chrome/140 Safari/537 Edg/140", "Edge/Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit Chrome/140 Mobile Safari", "Chrome/Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18 like Mac OS X) Safari/604.1", "Safari/iPhone"),
        ("<script>alert(1)</script>", "/"),
    ],
)
def test_what_a_browser_says_it_is(header: str, agent: str) -> None:
    assert name_agent(header) == agent
