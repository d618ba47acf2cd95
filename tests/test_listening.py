"""Long work of compiled code hears Ctrl+C and lets other threads run while it lasts."""

from __future__ import annotations

import _thread
import gc
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import filterfalse, repeat
from operator import call
from operator import truth as truth_of
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread

import pytest

import everygame
from everygame.contract import CHANCE, State
from everygame.errors import BadGame
from everygame.fast.arrays import COMPILED
from everygame.learn.fit import fit
from everygame.library.registry import find_game
from everygame.match import sample_chance
from everygame.perft import perft
from everygame.search.adapter import as_fast
from everygame.search.alphabeta import alphabeta
from everygame.search.baseline import baseline
from everygame.search.budget import Budget
from everygame.search.gt_cfr import gt_cfr
from everygame.search.ismcts import ismcts
from everygame.search.mcts import mcts
from everygame.search.playouts import playouts
from everygame.search.solve import solve
from tests.threads import needs_threads

pytestmark = pytest.mark.both

TRIES = 3
"""A key that was pressed before the work began says nothing, nor does one that Python gives to code
which clears away and may raise nothing; then it is pressed again."""
NODES = 3_000_000 if COMPILED else 10_000
"""Far more than anybody does in the milliseconds until another thread may run, and no more than
seconds of work where the key said nothing."""
Began = Callable[[object], None]


@pytest.fixture(autouse=True)
def no_code_runs_when_garbage_is_collected() -> Iterator[None]:
    """Hypothesis measures every collection with a function of its own, and a key that is pressed
    in the middle of that is lost: Python reports it as an error which nobody can catch."""
    ours = gc.callbacks[:]
    gc.callbacks.clear()
    try:
        yield
    finally:
        gc.callbacks[:] = ours


def start(name: str) -> State:
    state, rng = find_game(name).game().initial_state(), Random(1)
    while state.to_play() == CHANCE:
        state = state.apply(sample_chance(state, rng))
    return state


def truth(state: State) -> State:
    """Return a state that the seat to play cannot tell from this one."""
    return state.game.resample(state.observe(0), 0, Random(1))


def within(search: Callable[[Budget], object], began: Began) -> object:
    """Search until the key is pressed, or for far too long. Nothing that the search calls is
    interpreted: `began` is of C, and so is all that makes a bool of its answer."""
    stop = map(truth_of, map(began, repeat(None))).__next__
    return search(Budget(nodes=NODES, stop=stop))


def searching() -> dict[str, Callable[[Budget], object]]:
    floes, evade = start("icefloes"), start("evade")
    return {
        "mcts": partial(mcts, floes),
        "alphabeta": partial(alphabeta, floes),
        "baseline": partial(baseline, floes),
        "ismcts": partial(ismcts, as_fast(floes).copy, 0),
        "gt_cfr": partial(gt_cfr, partial(truth, evade), partial(truth, evade), 0),
    }


def solve_floes(began: Began) -> None:
    roots: Iterable[State] = filterfalse(began, [start("icefloes")])
    with suppress(BadGame):  # it has more positions than that
        solve(roots, NODES)


def play_out(began: Began) -> object:
    began(None)
    return playouts(as_fast(start("icefloes")), NODES // 3, 1)


def count_sequences(began: Began) -> object:
    state = start("icefloes")
    began(None)
    return perft(state, 16 if COMPILED else 11)


def fit_weights(began: Began) -> object:
    examples = [([n % 97, ~(n % 89), n % 83], float(n % 2)) for n in range(100_000)]
    began(None)
    return fit(examples, Random(1))


WORK: dict[str, Callable[[Began], object]] = {
    **{name: partial(within, search) for name, search in searching().items()},
    "solve": solve_floes,
    "playouts": play_out,
    "perft": count_sequences,
    "fit": fit_weights,
}


def press(asked: SimpleQueue[object]) -> None:
    """Press Ctrl+C as soon as the work has begun and this thread may run."""
    asked.get()
    _thread.interrupt_main()


@needs_threads
@pytest.mark.parametrize("name", WORK)
def test_long_work_hears_a_key_that_another_thread_presses(name: str) -> None:
    assert any(is_heard_within(WORK[name]) for _ in range(TRIES))


def is_heard_within(work: Callable[[Began], object]) -> bool:
    """Whether the key ends the work while it lasts, not only when Python goes on after it."""
    asked: SimpleQueue[object] = SimpleQueue()
    other = Thread(target=press, args=[asked])
    other.start()
    try:
        work(asked.put)
        other.join()
    except KeyboardInterrupt as heard:
        home = Path(everygame.__file__).parent
        files = [Path(frame.filename) for frame in traceback.extract_tb(heard.__traceback__)]
        # compiled code names its files from the folder of the package on
        return any(not file.is_absolute() or file.is_relative_to(home) for file in files)
    finally:
        other.join()
    return False


@pytest.mark.parametrize("name", ["icefloes", "evade", "hnefatafl"])
def test_a_key_is_heard_that_is_pressed_while_python_clears_away_a_state(name: str) -> None:
    """Nothing interpreted runs between the key and the end of the states: all of it is of C."""
    states = [start(name) for _ in range(3)]
    with pytest.raises(KeyboardInterrupt):
        deque(map(call, [_thread.interrupt_main, states.clear]))
