"""By which names the server answers, whom it believes, and which devices there are."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from everygame.server.requests.allowed_hosts import AllowedHosts
from tests.server.serving import SETUP, Device, serving

HERE, THERE = ("127.0.0.1", 8000), ("192.168.1.7", 8000)


@pytest.mark.parametrize(
    ("host", "server"),
    [
        ("localhost:8000", HERE),
        ("localhost", HERE),
        ("LOCALHOST:8000", HERE),
        ("127.0.0.1:8000", HERE),
        ("[::1]:8000", ("::1", 8000)),
        ("192.168.1.7:8000", THERE),
        ("192.168.1.7:8000", ("::ffff:192.168.1.7", 8000)),
        ("games.example.org", HERE),
        ("games.example.org:8000", HERE),
        ("other.example.org:444", HERE),
    ],
)
def test_known_names(host: str, server: tuple[str, int]) -> None:
    assert refusal(host, server) == ""


@pytest.mark.parametrize(
    "host",
    [
        "games.example.org:444",
        "192.168.1.8:8000",
        "evil.example:8000",
        "127.0.0.1:8001",
        "127.0.0.1.evil.example",
        "localhost:x",
        "a@localhost",
        "",
    ],
)
@pytest.mark.parametrize("server", [HERE, THERE])
def test_unknown_names(host: str, server: tuple[str, int]) -> None:
    assert refusal(host, server)


def refusal(host: str, server: tuple[str, int]) -> str:
    hosts = AllowedHosts(["games.example.org", "Other.example.org:444"])
    scope = {"type": "http", "server": server, "headers": [(b"host", host.encode())]}
    return hosts.refusal(scope)


def test_a_name_that_is_not_ours_gets_a_sentence_and_nothing_else(ann: Device) -> None:
    match = ann.begin("tictactoe", "person", "open")
    evil = {"Host": "evil.example"}
    invitation = f"/api/matches/{match}/invite"
    for path in ("/", "/api/library", "/api/matches", invitation):
        for origin in ({}, {"Origin": "http://evil.example"}):
            method = "GET" if path in ("/", "/api/library") else "POST"
            status, headers, data = ann.request(method, path, {"seat": 1}, {**evil, **origin})
            assert status == 421 and "evil.example" in json.loads(data)["error"]
            assert "set-cookie" not in headers
    two = {"Host": f"127.0.0.1:{ann.port}", "X-Forwarded-Host": "evil.example"}
    url = json.loads(ann.request("POST", invitation, {"seat": 1}, two)[2])["url"]
    assert url.startswith(f"http://127.0.0.1:{ann.port}/join/")
    with pytest.raises(InvalidStatus):
        ann.open(match, **evil)


def test_a_cookie_that_nobody_handed_out_is_no_device(ann: Device) -> None:
    given = ann.cookie
    for made in (secrets.token_urlsafe(32), f"{secrets.token_urlsafe(32)}.{'A' * 43}"):
        ann.cookie = f"{given.partition('=')[0]}={made}"
        assert "did not hand out" in ann.post("/api/matches", SETUP, 403)["error"]
        new = ann.request("GET", "/")[1]["set-cookie"].split(";")[0]
        assert new not in (ann.cookie, given), "the page brings one that is"
        ann.cookie = new
        ann.begin("tictactoe")
    ann.cookie = given
    assert ann.request("GET", "/")[1]["set-cookie"].split(";")[0] == given
    ann.begin("tictactoe")


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
