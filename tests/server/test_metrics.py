"""The numbers that an operator's Prometheus asks for."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette

from everygame.server import app as application
from everygame.server.operator.metrics import MetricsServer
from everygame.server.requests.connections import Crowd
from tests.server import serving as servers
from tests.server.serving import Device, serving

Numbers = dict[str, float]


def ask(url: str) -> Numbers:
    """All numbers, each by its name and labels."""
    text = urllib.request.urlopen(url, timeout=60).read().decode()
    return {
        " ".join((sample.name, *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.fixture
def measured(
    games: None, data: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[int, MetricsServer]]:
    """The port of a server, and what measures it."""
    made: list[Starlette] = []
    usual, crowd = application.make_app, Crowd(1000)

    def make(*given: object, **named: object) -> Starlette:
        made.append(usual(*given, **named))  # type: ignore[arg-type]
        return made[0]

    monkeypatch.setattr(servers, "make_app", make)
    with serving(data, crowd=crowd) as port:
        metrics = MetricsServer(made[0], crowd, "127.0.0.1", 0)
        yield port, metrics
        metrics.stop()


def test_the_numbers_follow_what_happens(measured: tuple[int, MetricsServer]) -> None:
    port, metrics = measured
    ann = Device(port)
    line = ann.start("icefloes")
    line.play_on(2)
    ann.get("/api/nothing", 404)
    ann.post("/api/devices/take", {"token": "guess"}, 404)
    ann.request("GET", "/", headers={"Host": "evil.example"})
    found = ask(metrics.url)
    wanted = {
        "everygame_matches_live": 1,
        "everygame_sockets": 1,
        "everygame_thinking bots": 0,
        "everygame_thinking_waiting bots": 0,
        "everygame_requests_total POST /api/matches 2xx": 1,
        "everygame_requests_total POST /api/devices/take 4xx": 1,
        "everygame_security_events_total unknown_pass": 1,
        "everygame_security_events_total unknown_host": 1,
        "everygame_security_events_total not_allowed": 0,
    }
    assert {name: found.get(name) for name in wanted} == wanted
    assert (
        found["everygame_request_seconds_bucket +Inf"] == found["everygame_request_seconds_count"]
    )
    assert found["everygame_store_seconds_count write"] >= 3, "a match and two plies"
    assert found["everygame_connections"] >= 1, "the socket; requests may not have ended yet"
    assert found["everygame_data_bytes data"] > 0 and found["process_resident_memory_bytes"] > 0
    ann.close()


def test_nobody_makes_more_of_them_and_they_name_nobody(
    measured: tuple[int, MetricsServer],
) -> None:
    """Else whoever asks for ever new addresses would fill the memory of all that reads them."""
    port, metrics = measured
    ann = Device(port)
    match = ann.begin()
    ann.get(f"/api/matches/{match}/record")
    before = ask(metrics.url)
    for number in range(5):
        ann.request("GET", f"/static/x{number}/../icon.png")
        ann.request(f"MAKE{number}", "/api/matches")
        ann.get(f"/api/none{number}", 404)
        ann.get(f"/api/matches/{match}{number}/record", 404)
    new = ask(metrics.url).keys() - before.keys()
    assert len(new) <= 4, new
    assert not any(match in name or "127.0.0.1" in name for name in ask(metrics.url))
