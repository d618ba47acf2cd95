"""The examples, as somebody would use them who finds them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from random import Random
from runpy import run_path

import pytest

from everygame.check import conform
from everygame.cli import main
from everygame.contract import OVER
from everygame.errors import BadGame
from everygame.library.registry import find_folder, find_game, games
from everygame.match import Match
from everygame.scene import ply_in_words

ROOT = Path(__file__).parents[1]
PIG = ROOT / "examples" / "everygame-pig"
HEX = ROOT / "examples" / "hex"


NAMES = ("everygame", "examples", "README.md", "LICENSE", "pyproject.toml", "setup.py")


def run(*command: str | Path, where: Path) -> str:
    environment = {**os.environ, "EVERYGAME_PLAIN": "1", "EVERYGAME_GAMES": str(where / "none")}
    words = list(map(str, command))
    done = subprocess.run(words, cwd=where, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def copy_sources(to: Path) -> Path:
    """The checkout without what builds leave in it."""
    left_out = shutil.ignore_patterns("*.so", "build", "*.egg-info", "__pycache__")
    for path in (ROOT / name for name in NAMES):
        if path.is_dir():
            shutil.copytree(path, to / path.name, ignore=left_out)
        else:
            to.mkdir(exist_ok=True)
            shutil.copy(path, to / path.name)
    return to


def test_a_game_in_a_package_is_found_where_it_is_installed(tmp_path: Path) -> None:
    """In a fresh environment with EveryGame and the example, and nothing else."""
    venv.create(tmp_path / "fresh", symlinks=os.name != "nt")
    python = tmp_path / "fresh" / ("Scripts" if os.name == "nt" else "bin") / "python"
    sources = copy_sources(tmp_path / "sources")
    packages = (sources, sources / "examples" / "everygame-pig")
    pip, wheels = (sys.executable, "-m", "pip", "--quiet"), tmp_path / "wheels"
    build = ("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, *packages)
    run(*pip, *build, where=tmp_path)
    run(*pip, "--python", python, "install", "--no-deps", *wheels.iterdir(), where=tmp_path)
    assert "\npig          Pig: " in run(python, "-m", "everygame", "games", where=tmp_path)
    moves = ("--moves", "roll d6 roll d4 bank roll d1 roll")
    state = json.loads(run(python, "-m", "everygame", "apply", "pig", *moves, where=tmp_path))
    assert state["banked"] == "10,0" and state["turn"] == 0 and state["rolling"] is True
    bots = ("--matches", "2", "--level", "first", "--json")
    study = json.loads(run(python, "-m", "everygame", "study", "pig", *bots, where=tmp_path))
    assert study


def test_the_examples_keep_the_contract(games_home: Path) -> None:
    shutil.copytree(PIG / "everygame_pig", games_home / "pig")
    assert find_game("pig").facts()["title"] == "Pig"
    assert main(["check", "pig", "--matches", "10"]) == 0
    for name, test in run_path(str(PIG / "test_pig.py")).items():
        if name.startswith("test_"):
            test()
    assert main(["check", str(ROOT / "examples" / "kuhn"), "--matches", "50"]) == 0
    assert main(["check", str(HEX), "--matches", "3"]) == 0


def joined(cells: str, side: int, sign: str, down: bool) -> bool:
    """Two sides are joined, found another way: what the first line reaches, grown."""
    line = {(i, 0) if down else (0, i) for i in range(side)}
    mine = {(i % side, i // side) for i, one in enumerate(cells) if one == sign}
    reached, before = line & mine, set()
    while reached != before:
        before = reached
        near = {
            (x + a, y + b) for x, y in reached for a in (-1, 0, 1) for b in (-1, 0, 1) if a != b
        }
        reached = reached | (near & mine)
    return any(place[down] == side - 1 for place in reached)


@pytest.mark.parametrize("size", ["5", "7"])
def test_in_hex_exactly_one_joins_and_the_match_ends_then(size: str) -> None:
    game = find_folder(HEX).game(size=size)
    side, swaps = int(size), 0
    for seed in range(60):
        state, rng = game.initial_state(), Random(seed)
        while state.to_play() != OVER:
            cells = state.to_json()["cells"]
            assert not joined(cells, side, "r", True) and not joined(cells, side, "b", False)
            action = rng.choice(
                state.legal_actions()[-2:] if rng.random() < 0.1 else state.legal_actions()
            )
            swaps += state.text(action) == "swap"
            state = state.apply(action)
        cells = state.to_json()["cells"]
        won = [joined(cells, side, "r", True), joined(cells, side, "b", False)]
        assert sorted(won) == [False, True] and state.returns()[won.index(True)] == 1.0
    assert swaps


def test_a_swap_in_hex_mirrors_the_first_stone() -> None:
    state = find_folder(HEX).game(size="5").initial_state().play("c1 swap")
    assert state.to_json() == {"cells": "." * 10 + "b" + "." * 14, "turn": 0}
    assert "swap" not in state.legal_moves()


SEEN = r"sees a secret\. See observe in rules\.py, line \d+\. After 'd\?' "
LEAKS = {
    ("if seat == viewer or self.is_shown()", "if True"): SEEN + "cards is .* in the one and",
    ("if viewer in (TRUTH, len(self.cards))", "if True"): "in the history tells",
    (
        '"bets": self.bets}',
        '"bets": self.bets, "deck": sorted(set(RANKS) - set(self.cards))}',
    ): SEEN + r"deck(\[\d\])? is .* in the one and .* in the other, of two matches whose",
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_secret_that_is_told_is_found_as_the_tutorial_says(
    games_home: Path, leak: tuple[str, str]
) -> None:
    rules = shutil.copytree(ROOT / "examples" / "kuhn", games_home / "kuhn") / "rules.py"
    before, colon, after = rules.read_text("utf-8").rpartition(leak[0])
    assert colon
    rules.write_text(before + leak[1] + after, "utf-8")
    with pytest.raises(BadGame, match=LEAKS[leak]):
        conform(find_game("kuhn").game(), 20, 1)


EXAMPLES = sorted(path.parent.name for path in ROOT.glob("examples/*/game.toml"))
RULED = [name for name, entry in games().items() if entry.game_class().chance]


@pytest.mark.parametrize("name", [*RULED, *EXAMPLES])
def test_a_long_deal_is_told_in_a_word_and_what_chance_decides_beside_it(name: str) -> None:
    """The page gives each ply of which the game says something a row of its own."""
    entry = find_folder(ROOT / "examples" / name) if name in EXAMPLES else find_game(name)
    game = entry.game()
    match = Match(game, Random(3))
    match.draw()
    plies = [match.nodes[node] for node in match.path(match.node)[1:]]
    for viewer in (0, None):
        words = [
            ply_in_words(
                entry.artist(),
                game,
                (match.state(ply.parent), match.state(ply.id)),
                ply.told.get(viewer, ply.move),
                viewer,
            )
            for ply in plies
        ]
        assert len([said for said in words if said]) <= 2
        assert all(words[-1:])
