"""One library on several devices: links and codes, who is sent away, and what an enemy may try."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from everygame.server.devices.cookies import name_agent
from tests.server.serving import Device, meet, serving
from tests.server.test_http import names

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


def test_a_library_is_shared_while_a_match_runs(ann: Device, bob: Device, phone: Device) -> None:
    near, far = meet(ann, bob, game="tictactoe")
    small = phone.start("icefloes", "person", level="sixteen")
    token = link(ann)
    shown = phone.post("/api/devices/look", {"token": token})
    assert (shown["matches"], shown["mine"], shown["alone"], shown["same"]) == (1, 1, True, False)
    assert set(names(phone)) == {small.match}, "to look takes nothing"
    take(phone, token)
    assert set(names(phone)) == set(names(ann)) == {near.match, small.match}
    assert small.hear_the_end() and phone.enter(small.match).table["seats"][0]["mine"]
    second = phone.enter(near.match)
    assert second.table["seats"][0]["mine"] and not second.table["seats"][1]["mine"]
    second.play("a1")  # the seat is played from either device
    near.see(node=1)
    far.see(node=1)
    far.play("b2")
    assert ann.enter(small.match).table["seats"][0]["mine"]


def test_forged_tokens_and_other_pages_get_nothing(ann: Device, eve: Device) -> None:
    ann.begin("tictactoe")
    old, token = link(ann), link(ann)
    forgeries = ("", "x", old, token[:-1], token.swapcase(), "' OR 1=1 --", "0" * 20)
    for forged in forgeries:
        told = take(eve, forged, 404)["error"]
        assert USED in told and told.count(".") == 1
    for body in ({}, {"token": None}, {"token": "x" * 61}, {"token": token, "move": 1}, []):
        status, _, data = eve.request("POST", "/api/devices/look", body)
        assert status in (200, 400) and (status == 200) == (body == {"token": token, "move": 1})
        assert token not in data.decode()
    other = {"Origin": "http://evil.example"}
    assert eve.request("POST", "/api/devices/take", {"token": token}, other)[0] == 403
    eve.cookie = "everygame_device=made_up"
    take(eve, token, 403)
    assert len(listed(ann)) == 1


def test_a_device_that_was_sent_away_loses_its_sockets_at_once(
    ann: Device, bob: Device, phone: Device
) -> None:
    near = ann.start("tictactoe")
    match = near.match
    take(phone, link(ann))
    small, code = phone.enter(match), phone.post("/api/devices/code")["code"]
    (gone,) = [one["number"] for one in listed(ann) if not one["this"]]
    bob.begin("tictactoe")
    assert "does not have" in bob.delete(f"/api/devices/{gone}", 404)["error"]
    ann.delete(f"/api/devices/{gone}")
    with suppress(ConnectionClosed):
        small.say(type="play", id="late", at=0, move="a1")
    assert small.hear_the_end()
    assert names(phone) == {} and [one["this"] for one in listed(ann)] == [True]
    table = phone.enter(match).table
    assert table["node"] == 0 and not any(seat["mine"] for seat in table["seats"])
    near.play("b2")  # the others go on
    assert USED in take(phone, code, 404)["error"], "nor does its recovery code lead back"
    phone.post(f"/api/matches/{match}/invite", {"seat": 0}, 403)
    own = phone.begin("tictactoe")
    watched = {one["match"]: one["watching"] for one in phone.shelf()}
    assert watched == {match: True, own: False}, "it may look on, as anybody may"
    assert {one["match"]: one["watching"] for one in ann.shelf()} == {match: False}


def test_a_library_moves_and_the_old_device_has_nothing_left(ann: Device, phone: Device) -> None:
    line = ann.start("tictactoe")
    token = link(ann, move=True)
    assert phone.post("/api/devices/look", {"token": token})["moves"]
    take(phone, token)
    assert line.hear_the_end() and names(ann) == {} and set(names(phone)) == {line.match}


def test_a_recovery_code_brings_a_library_back(ann: Device, phone: Device) -> None:
    match = ann.begin("tictactoe")
    assert ann.get("/api/devices")["code"] is None
    code = ann.post("/api/devices/code")["code"]
    assert ann.get("/api/devices")["code"] > 0
    spoken = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    take(phone, f" {spoken} ")
    assert set(names(phone)) == {match}


def test_codes_are_not_guessed(ann: Device, eve: Device) -> None:
    ann.begin("tictactoe")
    code = ann.post("/api/devices/code")["code"]
    for number in range(10):
        take(eve, f"{number:020d}", 404)
    for path in ("look", "take"):
        answer = eve.post(f"/api/devices/{path}", {"token": code}, 429)
        assert "too many tries" in answer["error"], "even the right one"
    assert len(listed(ann)) == 1


def test_a_token_is_in_no_log(ann: Device, eve: Device, caplog: pytest.LogCaptureFixture) -> None:
    ann.begin("tictactoe")
    with caplog.at_level(logging.DEBUG):
        token, code = link(ann), ann.post("/api/devices/code")["code"]
        take(eve, "forged-token", 404)
        take(eve, token)
        status, headers, _ = ann.request("GET", "/take")
    said = caplog.text
    assert not any(secret in said for secret in (token, code, "forged-token"))
    assert status == 200 and headers["referrer-policy"] == "no-referrer"
    assert ann.request("POST", "/api/devices/link", {})[1]["cache-control"] == "no-store"


def test_delete_this_device_and_what_is_only_mine(
    ann: Device, bob: Device, eve: Device, phone: Device
) -> None:
    both = ann.begin("tictactoe", "person", "open")
    ann.admit(bob, both)
    alone = ann.begin("tictactoe")
    take(phone, link(ann))
    bob.enter(both)
    old = ann.cookie
    _, headers, _ = ann.request("POST", "/api/devices/delete", {})
    assert old.partition("=")[0] + '=""' in headers["set-cookie"]
    assert names(ann) == {} and set(names(phone)) == {both, alone}, "the phone has it still"
    line = phone.enter(alone)
    phone.post("/api/devices/delete")
    assert line.hear_the_end()
    phone.record(alone, 404)
    assert set(names(bob)) == {both}
    seats = bob.enter(both).table["seats"]
    assert seats[1]["mine"] and not seats[0]["online"]
    eve.cookie = ""
    eve.enter(both)
    assert not bob.enter(both).table["seats"][0]["online"], "who watches is not who left"
    ann.cookie = old
    assert names(ann) == {} and not ann.enter(both).table["seats"][0]["mine"]


def test_devices_have_names(ann: Device, bob: Device) -> None:
    assert ann.get("/api/devices") == {"devices": [], "code": None}
    ann.begin("tictactoe")
    firefox = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko Firefox/140.0"}
    ann.request("GET", "/", None, firefox)
    (one,) = listed(ann)
    assert one["title"] == "Firefox on Linux" and one["this"] and one["seen"] > 1e9
    ann.post("/api/devices/name", {"number": one["number"], "name": "My \u202e desk\n"})
    assert listed(ann)[0]["title"] == "My desk"
    bob.begin("tictactoe")
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
