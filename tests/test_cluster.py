"""An arena on a Ray cluster: the same matches as in processes of this machine."""

from __future__ import annotations

import importlib.util
import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from everygame.cli import main

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None,
    reason="Ray is not installed, so no arena is played on a cluster: pip install ray==2.60.0",
)
HEAD = """
import sys
import ray
ray.init(address="local", num_cpus=2, include_dashboard=False, logging_level="error")
print("address", ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()
"""
SETTINGS = {
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": secrets.token_hex(32),
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # listens on loopback alone
    "RAY_USAGE_STATS_ENABLED": "0",
}
ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster of this machine."""
    pipe, command = subprocess.PIPE, [sys.executable, "-c", HEAD]
    environment = os.environ | SETTINGS
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as head:
        assert head.stdout and head.stdin
        said = (line.split() for line in head.stdout)
        yield next(words[1] for words in said if words[:1] == ["address"])
        head.stdin.close()


def arena(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "everygame", "arena", *words]
    environment = os.environ | SETTINGS
    return subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, timeout=120, env=environment
    )


def played(log: Path) -> list[object]:
    """The matches of a log, without what clocks said."""
    found = {}
    for line in log.read_text("utf-8").splitlines():
        match = json.loads(line)
        if "number" in match:
            for thought in match["thought"]:
                del thought["seconds"]
            found[match["number"]] = match
    return [found[number] for number in sorted(found)]


@needs_ray
def test_a_cluster_plays_the_same_matches(cluster: str, tmp_path: Path) -> None:
    words = ("tictactoe", "mcts:nodes=40", "random", "--matches", "10")
    there, here = tmp_path / "there", tmp_path / "here"
    done = arena(*words, "--cluster", cluster, "--log", str(there))
    assert (done.returncode, done.stderr) == (0, "") and "10 matches" in done.stdout
    assert main(["arena", *words, "--workers", "1", "--log", str(here)]) == 0
    assert played(there) == played(here) and len(played(here)) == 10
    assert f"Ray at {cluster}" in there.read_text("utf-8")


@needs_ray
def test_errors_of_a_cluster_are_told(cluster: str) -> None:
    done = arena("evade", "mcts:nodes=5", "random", "--matches", "2", "--cluster", cluster)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1
    assert "mcts cannot play evade, which has secrets" in done.stderr


@needs_ray
def test_a_cluster_that_is_not_there() -> None:
    done = arena("tictactoe", "random", "first", "--cluster", "127.0.0.1:9")
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1
    assert "The cluster 127.0.0.1:9 cannot be used" in done.stderr


def test_a_cluster_needs_ray(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["arena", "tictactoe", "random", "first", "--cluster", "local"]) == 1
    assert "--cluster needs Ray" in capsys.readouterr().err
