"""Random commands, legal or not, at matches of all kinds. A refused command changes nothing in the
store; what is acknowledged is there for a process that reads it; no clock gains or loses time."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Final, get_args

import pytest

from everygame.server.requests.messages import Command
from tests.server.commands.deeds import step, walking
from tests.server.commands.faults import FAULTS
from tests.server.commands.setups import CLOCKS, GAMES
from tests.server.commands.sibling import Sibling, sibling

COMMANDS: Final = 500
"""The commands of a walk, which has a data file of its own."""
WALKS: Final = 20
"""The walks of a piece: 10,000 commands."""
PIECES: Final = 100
"""A million commands."""
GATE: Final = (0, 1, 2, 4, 13)
"""The seeds whose walks the gate has: together they contain all that must happen."""
DEEDS: Final = {
    *("bot", "join", "load", "look", "play on", "rematch", "restart", "return", "reveal", "save"),
    *("sent again", "sit", "truth", "pages compared", "offers crossed", "server restarted"),
}
"""The deeds, besides commands, that the gate's walks must contain."""


@pytest.fixture(scope="module")
def reader() -> Iterator[Sibling]:
    with sibling() as process:
        yield process


def walk(file: Path, seed: int, reader: Sibling, commands: int = COMMANDS) -> Counter[str]:
    """Walk by a seed, and count what has happened."""
    rng = Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("token_hex", "token_urlsafe"):  # so that a walk repeats itself
            patch.setattr(secrets, name, lambda size=32: rng.randbytes(size).hex())
        return asyncio.run(walk_on(file, rng, reader, commands))


async def walk_on(file: Path, rng: Random, reader: Sibling, commands: int) -> Counter[str]:
    async with walking(file, rng, reader) as walk:
        while walk.commands < commands:
            await step(walk)
        return walk.census


GUARD: Final = (
    "tests/server/test_commands.py::test_refusals_change_nothing_and_what_is_acknowledged_stays"
)
LONG: Final = pytest.mark.long("commands", guard=GUARD)


def piece(number: int) -> range:
    """The seeds of a piece of the million."""
    return range(number * WALKS, (number + 1) * WALKS)


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(GATE, id="gate"),
        *(pytest.param(piece(n), id=str(n), marks=LONG) for n in range(PIECES)),
    ],
)
def test_refusals_change_nothing_and_what_is_acknowledged_stays(
    games: None, tmp_path: Path, reader: Sibling, seeds: Iterable[int]
) -> None:
    census: Counter[str] = Counter()
    for seed in seeds:
        print(f"seed {seed}")  # pytest shows it with a failure
        census += walk(tmp_path / f"{seed}.db", seed, reader)
    if seeds is GATE:  # what is rare need not happen in each piece
        assert must_happen() <= census.keys(), must_happen() - census.keys()


def must_happen() -> set[str]:
    """Every command of the protocol, obeyed and refused; every game and clock; and all else that
    people do."""
    names = [kind.__name__.lower() for kind in get_args(Command)]
    commands = {f"{name} {end}" for name in names for end in ("obeyed", "refused")}
    clocks = {f"clock: {clock}" for clock in CLOCKS if clock}
    return commands | clocks | {f"game {game}" for game in GAMES} | DEEDS


@LONG
@pytest.mark.parametrize("fault", FAULTS)
def test_the_walks_of_the_gate_find_a_planted_fault(
    games: None, tmp_path: Path, reader: Sibling, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    planted = FAULTS[fault]
    planted.plant(monkeypatch)
    with pytest.raises(AssertionError, match=planted.told):
        for seed in GATE[GATE.index(planted.seed) :]:
            walk(tmp_path / f"{seed}.db", seed, reader)
