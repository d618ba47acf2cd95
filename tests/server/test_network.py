"""The switch that lets devices on this network join; 127.0.0.2 is the network of these tests."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from everygame.server.network.network import Network
from everygame.server.serve import has_switch
from tests.server.serving import Device, serving

NETWORK = "127.0.0.2"


@pytest.fixture
def cable() -> SimpleNamespace:
    """What this computer is plugged into."""
    return SimpleNamespace(address=NETWORK)


@pytest.fixture
def port(games: None, data: Path, cable: SimpleNamespace) -> Iterator[int]:
    """A server with a switch."""
    with serving(data, network=Network(find_address=lambda: cable.address)) as port:
        yield port


def turn(device: Device, on: bool, status: int = 200) -> dict[str, object]:
    found: dict[str, object] = device.post("/api/network", {"on": on}, status)
    return found


def test_the_switch_lets_devices_join_and_sends_them_away_again(port: int) -> None:
    ann = Device(port)
    assert ann.get("/api/network") == {"switch": True, "url": "", "qr": ""}
    with pytest.raises(ConnectionRefusedError):
        Device(port, NETWORK)
    near = ann.start("tictactoe", "person", "open")
    invite = f"/api/matches/{near.match}/invite"
    alone = ann.post(invite, {"seat": 1})
    assert alone["switch"] and "cannot reach" in alone["note"]
    found = turn(ann, True)
    home = f"http://{NETWORK}:{port}"
    assert found["url"] == home and str(found["qr"]).startswith("<svg")
    offer = ann.post(invite, {"seat": 1})
    assert offer["url"].startswith(f"{home}/join/") and offer["note"] == ""
    assert offer["switch"] is False
    bob = Device(port, NETWORK)
    ann.admit(bob, near.match)
    far = bob.enter(near.match)
    near.until(seat=1, online=True)
    assert far.table["seats"][1]["mine"]
    idle = http.client.HTTPConnection(NETWORK, port, timeout=20)
    idle.request("GET", "/static/icon.svg")
    idle.getresponse().read()
    assert turn(ann, False)["url"] == ""
    far.hear_the_end()
    with pytest.raises((OSError, http.client.HTTPException)):
        idle.request("GET", "/static/icon.svg")
        idle.getresponse()
    with pytest.raises(ConnectionRefusedError):
        Device(port, NETWORK)
    near.see(seat=1, online=False)
    near.play_on()  # who came by this computer goes on
    assert turn(ann, True)["url"] == home
    assert bob.enter(near.match).table["seats"][1]["mine"], "and the other one comes back"
    ann.close(), bob.close()


def test_only_the_computer_that_serves_has_the_switch(port: int) -> None:
    ann = Device(port)
    turn(ann, True)
    bob = Device(port, NETWORK)
    assert bob.get("/api/network") == {"switch": False, "url": "", "qr": ""}
    assert "computer that serves" in str(turn(bob, False, 403)["error"])
    body, local = {"on": False}, f"127.0.0.1:{port}"
    for forged in (
        {"Host": local, "Origin": f"http://{local}"},
        {"Host": f"localhost:{port}"},
        {"X-Forwarded-For": "127.0.0.1"},
    ):
        assert bob.request("POST", "/api/network", body, forged)[0] == 403
    for relayed in ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"):
        assert ann.request("POST", "/api/network", body, {relayed: "192.0.2.1"})[0] == 403
    other = {"Origin": "http://evil.example"}
    assert ann.request("POST", "/api/network", body, other)[0] == 403
    assert bob.request("GET", "/", None, {"Host": f"evil.example:{port}"})[0] == 421
    ann.cookie = "everygame_device=made_up"
    turn(ann, False, 403)
    assert bob.get("/api/library"), "none of that has closed it"


def test_without_a_network_and_after_leaving_one(port: int, cable: SimpleNamespace) -> None:
    ann = Device(port)
    cable.address = None
    assert "no network" in str(turn(ann, True, 409)["error"])
    cable.address = "192.0.2.1"
    assert "cannot listen" in str(turn(ann, True, 400)["error"])
    cable.address = NETWORK
    turn(ann, True)
    cable.address = "127.0.0.3"  # another network, to which nobody has opened
    assert ann.get("/api/network")["url"] == ""
    with pytest.raises(ConnectionRefusedError):
        Device(port, NETWORK)
    assert turn(ann, True)["url"] == f"http://127.0.0.3:{port}"


def test_a_server_that_is_open_from_the_start_says_where(games: None, data: Path) -> None:
    home = "http://192.0.2.7:8000"
    network = Network(home)
    with serving(data, network=network, names=["play.example"]) as port:
        network.server = None  # there is no switch
        ann = Device(port)
        found = ann.get("/api/network")
        assert (found["switch"], found["url"]) == (False, home)
        relayed = ann.request("GET", "/api/network", None, {"X-Forwarded-For": "192.0.2.1"})[2]
        assert b"192.0.2.7" not in relayed
        path = f"/api/matches/{ann.begin('icefloes', 'person', 'open')}/invite"
        offer = ann.post(path, {"seat": 1})
        assert offer["url"].startswith(f"{home}/join/") and offer["note"] == ""
        headers = {"Host": "play.example", "Origin": "https://play.example"}
        status, _, answer = ann.request("POST", path, {"seat": 1}, headers)
        assert status == 200 and b"http://play.example/join/" in answer


def test_where_there_is_no_switch(games: None, data: Path) -> None:
    assert has_switch("127.0.0.1", (), ()) and has_switch("::1", (), ())
    assert not has_switch("0.0.0.0", (), ()), "it is open from the start"
    assert not has_switch("127.0.0.1", ["games.example.org"], ())
    assert not has_switch("127.0.0.1", (), ["127.0.0.1"])
    with serving(data) as port:
        ann = Device(port)
        assert ann.get("/api/network")["switch"] is False
        assert "computer that serves" in str(turn(ann, True, 403)["error"])
