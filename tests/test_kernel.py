"""The kernel needs the standard library, `librt` and `mypy_extensions`, and no second thread or
process: what it is made of loads and plays where everything else is refused."""

import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1] / "everygame"
ROOMS = """
contract copying options ownership errors fast match record notation scene perft check library
sandbox games search tensors bots terminal
"""


def kernel() -> list[str]:
    """The modules of the kernel; of those that teach (`library/template`) none runs by itself."""
    files = [path for path in sorted(HOUSE.rglob("*.py")) if "template" not in path.parts]
    parts = [path.relative_to(HOUSE.parent).with_suffix("").parts for path in files]
    names = [".".join(p for p in part if p != "__init__") for part in parts]
    return [n for n in names if n == "everygame" or n.split(".")[1] in ROOMS.split()]


STAGE = """
import sys, threading, time

ALLOWED = sys.stdlib_module_names | {"everygame", "librt", "mypy_extensions"}
REFUSED = {"subprocess", "multiprocessing", "asyncio", "concurrent"}

class Guard:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        shared = top.endswith("__mypyc")  # in which a compiled build has all its modules
        if not shared and (top not in ALLOWED or top in REFUSED):
            raise ModuleNotFoundError(f"the kernel may not import {name}", name=name)

def refuse(*arguments, **named):
    raise RuntimeError("can't start new thread")

for name in REFUSED & sys.modules.keys():
    del sys.modules[name]
sys.meta_path.insert(0, Guard())
threading.Thread.start = refuse
del time.thread_time
before = set(sys.modules)
"""

PLAY = """
import importlib
from random import Random

for name in NAMES:
    importlib.import_module(name)

import everygame as eg
from everygame.bots import choose
from everygame.check import conform
from everygame.library.registry import find_game

for name in ("tictactoe", "evade", "ur", "crazyeights"):
    game = eg.load(name)
    match = eg.random_match(game, Random(1))
    assert match.outcome(), name
    text = eg.write_record(eg.record_match(match, [eg.Seat()] * game.players))
    assert eg.replay(eg.read_record(text), game, Random(1)).outcome() == match.outcome()
    assert "\\n" in str(game.initial_state()) or name == "crazyeights" or name == "ur"
    state = game.initial_state()
    while state.to_play() == eg.CHANCE:
        state = state.apply(eg.sample_chance(state, Random(1)))
    seat = state.to_play()
    request = {"game": name, "options": game.settings, "seat": seat, "cpu": True, "seconds": 0.05}
    request |= {"observation": state.observe(seat), "moves": state.legal_moves(), "seed": 1}
    assert choose({**request, "level": "strong"})["move"] in state.legal_moves()
conform(eg.load("connectfour"), 2, 1, find_game("connectfour").artist())
assert "everygame.server" not in sys.modules
print("played")
"""


def run(script: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-c", script]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.both
def test_the_kernel_plays_where_all_else_is_refused() -> None:
    done = run(f"{STAGE}\nNAMES = {kernel()}\n{PLAY}")
    assert (done.returncode, done.stdout) == (0, "played\n"), done.stderr[-2000:]


@pytest.mark.parametrize(
    "line", ["import starlette", "import subprocess", "import markdown_it", "import asyncio"]
)
def test_the_guard_refuses(line: str) -> None:
    done = run(f"{STAGE}\n{line}")
    assert "the kernel may not import" in done.stderr


def test_the_guard_refuses_threads() -> None:
    done = run(f"{STAGE}\nthreading.Thread(target=print).start()")
    assert "can't start new thread" in done.stderr


@pytest.mark.parametrize("module", ["everygame.cli", "everygame.check.command"])
def test_commands_and_the_checker_load_no_server(module: str) -> None:
    done = run(
        f"import sys, {module}\n"
        "rooms = {name.split('.')[1] for name in sys.modules if name.startswith('everygame.')}\n"
        "assert not rooms & {'server', 'store'}, rooms\n"
        "assert not {'starlette', 'uvicorn', 'markdown_it'} & sys.modules.keys()"
    )
    assert done.returncode == 0, done.stderr
