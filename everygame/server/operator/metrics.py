"""Serves the metrics of a running server on a port of its own, in the form of Prometheus. They
count: they name no match, no person and no address, and what they distinguish is bounded."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from starlette.applications import Starlette

from everygame.server.matches.live_matches import LiveMatches
from everygame.server.operator.request_counts import RequestCounts
from everygame.server.operator.security import CHANGES, REFUSALS
from everygame.server.requests.crowd import Crowd
from everygame.time_source import BOUNDS, Durations
from everygame.version import __version__

SECURITY: Final = "everygame.security"
"""The logger of security events."""


class Events(logging.Handler):
    """Counts the security events of all kinds."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter(dict.fromkeys((*REFUSALS, *CHANGES), 0))

    def emit(self, record: logging.LogRecord) -> None:
        event: str = vars(record).get("event", "")
        if event in self.counts:
            self.counts[event] += 1


class Metrics(Collector):
    """Reads the numbers of a server each time that they are asked for, in the thread that asks."""

    def __init__(self, app: Starlette, crowd: Crowd) -> None:
        self.matches: LiveMatches = app.state.matches
        self.requests: RequestCounts = app.state.requests
        self.crowd = crowd
        self.events = Events()

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("everygame", "The version.", {"version": __version__})
        yield from self.requests_metrics()
        yield from self.matches_metrics()
        yield from self.bots_metrics()
        yield from self.store_metrics()
        text = "Refusals and changes of access, by event."
        yield counter("security_events", text, "event", self.events.counts)

    def requests_metrics(self) -> Iterator[Metric]:
        text = "Answered requests, by route and class of status."
        found = CounterMetricFamily("everygame_requests", text, labels=["route", "status"])
        for labels, number in list(self.requests.answered.items()):
            found.add_metric(labels, number)
        yield found
        text = "The seconds from a request to the end of its answer."
        yield histogram("request_seconds", text, {"": self.requests.durations})
        yield gauge("connections", "Open connections, of sockets as well.", self.crowd.total)

    def matches_metrics(self) -> Iterator[Metric]:
        live = list(self.matches.by_id.values())
        sockets = sum(len(one.presence.watchers) for one in live)
        yield gauge("sockets", "Open sockets at matches.", sockets)
        yield gauge("matches_live", "Matches in memory.", len(live))
        waiting = sum(list(self.matches.long_work.pending.values()))
        yield gauge("long_work", "Pieces of long work that run or wait.", waiting)
        tasks = len(self.matches.push.tasks) if self.matches.push else 0
        yield gauge("push_waiting", "Push messages that wait to be sent.", tasks)

    def bots_metrics(self) -> Iterator[Metric]:
        bots = self.matches.bots
        pools = {"bots": bots.pool, "analysis": bots.study}
        busy = {name: pool.busy for name, pool in pools.items()}
        waiting = {name: pool.waiting for name, pool in pools.items()}
        yield gauges("thinking", "Worker processes that work.", "pool", busy)
        yield gauges("thinking_waiting", "Jobs that wait for a worker process.", "pool", waiting)

    def store_metrics(self) -> Iterator[Metric]:
        store = self.matches.store
        text = "The seconds that reads and writes took, waiting included."
        yield histogram(
            "store_seconds", text, {"read": store.read_times, "write": store.write_times}
        )
        yield gauge("store_waiting", "Writes that wait for the disk.", store.writer.jobs.qsize())
        files = {"data": Path(store.file), "log": Path(f"{store.file}-wal")}
        sizes = {name: size_of(path) for name, path in files.items()}
        yield gauges("data_bytes", "The size of the data file and of SQLite's log.", "file", sizes)


def size_of(path: Path) -> int:
    """Return the size of a file; 0 where there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"everygame_{name}", text, value)


def gauges(name: str, text: str, label: str, values: Mapping[str, float]) -> Metric:
    found = GaugeMetricFamily(f"everygame_{name}", text, labels=[label])
    for key, value in values.items():
        found.add_metric([key], value)
    return found


def counter(name: str, text: str, label: str, values: Mapping[str, int]) -> Metric:
    found = CounterMetricFamily(f"everygame_{name}", text, labels=[label])
    for key, value in values.items():
        found.add_metric([key], value)
    return found


def histogram(name: str, text: str, times: Mapping[str, Durations]) -> Metric:
    """Return durations as a histogram, with the label "work" where there are several."""
    labels = ["work"] if len(times) > 1 else None
    found = HistogramMetricFamily(f"everygame_{name}", text, labels=labels)
    for key, durations in times.items():
        total, buckets = 0, []
        for bound, number in zip((*map(str, BOUNDS), "+Inf"), list(durations.counts), strict=True):
            total += number
            buckets.append((bound, total))
        found.add_metric([key] if labels else [], buckets, durations.total)
    return found


class MetricsServer:
    """Answers Prometheus, in a thread of its own."""

    def __init__(self, app: Starlette, crowd: Crowd, host: str, port: int) -> None:
        """Raises OSError where the port cannot be used."""
        metrics, registry = Metrics(app, crowd), CollectorRegistry()
        registry.register(metrics)
        ProcessCollector(registry=registry)
        self.server, self.thread = start_http_server(port, host, registry)
        shown = f"[{host}]" if ":" in host else host
        self.url = f"http://{shown}:{self.server.server_port}/metrics"
        self.events = metrics.events
        logging.getLogger(SECURITY).addHandler(self.events)

    def stop(self) -> None:
        """Close the port and end the thread."""
        logging.getLogger(SECURITY).removeHandler(self.events)
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
