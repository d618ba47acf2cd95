"""By which names the server answers, whom it believes, and which devices there are."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from everygame.server.requests.allowed_hosts import AllowedHosts
from tests.server.serving import Device, serving

Make = Callable[[], Device]


@pytest.mark.parametrize(
    ("host", "server", "known"),
    [
        ("localhost:8000", ("127.0.0.1", 8000), True),
        ("localhost", ("127.0.0.1", 8000), True),
        ("LOCALHOST:8000", ("127.0.0.1", 8000), True),
        ("127.0.0.1:8000", ("127.0.0.1", 8000), True),
        ("[::1]:8000", ("::1", 8000), True),
        ("192.168.1.7:8000", ("192.168.1.7", 8000), True),
        ("192.168.1.7:8000", ("::ffff:192.168.1.7", 8000), True),
        ("games.example.org", ("127.0.0.1", 8000), True),
        ("games.example.org:8000", ("127.0.0.1", 8000), True),
        ("other.example.org:444", ("127.0.0.1", 8000), True),
        ("games.example.org:444", ("127.0.0.1", 8000), False),
        ("192.168.1.8:8000", ("192.168.1.7", 8000), False),
        ("evil.example:8000", ("127.0.0.1", 8000), False),
        ("127.0.0.1:8001", ("127.0.0.1", 8000), False),
        ("127.0.0.1.evil.example", ("127.0.0.1", 8000), False),
        ("localhost:x", ("127.0.0.1", 8000), False),
        ("a@localhost", ("127.0.0.1", 8000), False),
        ("", ("127.0.0.1", 8000), False),
    ],
)
def test_known_names(host: str, server: tuple[str, int], known: bool) -> None:
    hosts = AllowedHosts(["games.example.org", "Other.example.org:444"])
    scope = {"type": "http", "server": server, "headers": [(b"host", host.encode())]}
    assert (hosts.refusal(scope) == "") == known


def test_a_name_that_is_not_ours_gets_a_sentence_and_nothing_else(device: Make) -> None:
    ann = device()
    match = ann.begin("tictactoe", "person", "open")
    evil = {"Host": "evil.example"}
    for method, path in ("GET", "/"), ("GET", "/api/library"), ("POST", "/api/matches"):
        status, headers, data = ann.request(method, path, {}, evil)
        assert status == 421 and "evil.example" in json.loads(data)["error"]
        assert "set-cookie" not in headers
    invitation = f"/api/matches/{match}/invite"
    assert ann.request("POST", invitation, {"seat": 1}, evil)[0] == 421
    origin = {"Host": "evil.example", "Origin": "http://evil.example"}
    assert ann.request("POST", invitation, {"seat": 1}, origin)[0] == 421
    two = {"Host": f"127.0.0.1:{ann.port}", "X-Forwarded-Host": "evil.example"}
    url = json.loads(ann.request("POST", invitation, {"seat": 1}, two)[2])["url"]
    assert url.startswith(f"http://127.0.0.1:{ann.port}/join/")
    with pytest.raises(InvalidStatus):
        ann.open(match, Host="evil.example")


def test_a_cookie_that_nobody_handed_out_is_no_device(device: Make) -> None:
    ann = device()
    given = ann.cookie
    for made in (secrets.token_urlsafe(32), f"{secrets.token_urlsafe(32)}.{'A' * 43}"):
        ann.cookie = f"{given.partition('=')[0]}={made}"
        setup = {"game": "tictactoe", "seats": [{"kind": "person"}] * 2, "key": "k"}
        assert "did not hand out" in ann.post("/api/matches", setup, 403)["error"]
        new = ann.request("GET", "/")[1]["set-cookie"].split(";")[0]
        assert new not in (ann.cookie, given), "the page brings one that is"
        ann.cookie = new
        ann.begin("tictactoe", "person", "person")
    ann.cookie = given
    assert ann.request("GET", "/")[1]["set-cookie"].split(";")[0] == given
    ann.begin("tictactoe", "person", "person")


def test_where_a_request_comes_from_only_a_known_proxy_may_say(tmp_path: Path) -> None:
    for proxies, last in ((), 429), (["127.0.0.1"], 403):
        with serving(tmp_path / f"{last}.db", (3, 0.001), proxies=proxies) as port:
            ann = Device(port)
            said = [
                ann.request("POST", "/api/matches/x/invite", {}, {"X-Forwarded-For": f"10.0.0.{n}"})
                for n in range(6)
            ]
            statuses = [status for status, _, _ in said]
            assert (429 in statuses) == (last == 429), statuses
