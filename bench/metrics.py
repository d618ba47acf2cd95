"""Measures how much processor time a server spends on counting for Prometheus.

    python bench/metrics.py [--rounds 7] [--answers 100]

starts a server with `--metrics` and one without. In each round both answer as many requests for a
library; then Prometheus asks the first one ten times. Needs the extra `metrics`.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from pathlib import Path
from typing import Final
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from burst import Client
from load_servers import ROOT, Server, ours

from everygame.server.network.network import listen

SCRAPES: Final = 10


def free_port() -> int:
    """A port that nothing uses now."""
    listener = listen("127.0.0.1", 0)
    try:
        return int(listener.getsockname()[1])
    finally:
        listener.close()


def cost_of_answer(server: Server, client: Client, answers: int) -> float:
    """The milliseconds of the server's processor for a library."""
    before = server.processor()
    for _ in range(answers):
        assert client.ask("GET", "/api/library")[0] == 200
    return 1000 * (server.processor() - before) / answers


def cost_of_scrape(server: Server, port: int) -> float:
    """The milliseconds of the server's processor for one question of Prometheus."""
    before = server.processor()
    for _ in range(SCRAPES):
        urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60).read()
    return 1000 * (server.processor() - before) / SCRAPES


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, metavar="N")
    parser.add_argument("--answers", type=int, default=100, metavar="N")
    given, port = parser.parse_args(), free_port()
    counted, plain, scrapes = [], [], []
    with ours() as without, ours(ROOT, "--metrics", str(port)) as having:
        pairs = [(server, Client(server, "127.0.0.3")) for server in (without, having)]
        for server, client in pairs:
            cost_of_answer(server, client, 5)  # what is made once
        for _ in range(given.rounds):
            plain.append(cost_of_answer(*pairs[0], given.answers))
            counted.append(cost_of_answer(*pairs[1], given.answers))
            scrapes.append(cost_of_scrape(having, port))
    ratios = [one / other for one, other in zip(counted, plain, strict=True)]
    print(f"load {os.getloadavg()[0]:.1f}; medians of {given.rounds} rounds, ms of the processor")
    print(f"a library: {statistics.median(plain):.3f}, counted {statistics.median(counted):.3f}")
    print(f"counted / not: {statistics.median(ratios):.3f} ({min(ratios):.3f}, {max(ratios):.3f})")
    print(f"a question of Prometheus: {statistics.median(scrapes):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
