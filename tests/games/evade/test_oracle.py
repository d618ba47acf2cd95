"""Random matches, ply by ply, against a second program written from the rule text alone."""

from collections import Counter
from functools import partial
from random import Random

import pytest

from everygame.contract import State
from everygame.games.evade.rules import Evade
from tests.games.evade.table import VERSIONS, chosen
from tests.games.twins import agree, end_the_same, say_the_same
from tests.oracles import evade as oracle

MATCHES = 40
"""For each version; a run over thousands of matches raises it."""


compare = partial(agree, oracle)
compare_with_json = partial(say_the_same, oracle, same=partial(end_the_same, oracle))


def compare_texts(state: State, twin: oracle.Position, version: str) -> None:
    """Both print the same position, and both read it as the same. The text of a leader that was
    exposed tells so only to us: there are more frozen leaders than pairs to hide them."""
    if twin.peeked:
        return
    text = state.position()
    assert text == oracle.write(twin)
    if twin.setting_up and twin.seat == 1:
        return
    if state.ending() not in ("leader exposed", "no progress"):
        read = Evade(information=version).parse_position(text)
        compare(read, oracle.read(text, information=version))


@pytest.mark.both
@pytest.mark.parametrize("version", VERSIONS)
def test_both_programs_play_the_same_game(version: str) -> None:
    for number in range(MATCHES):
        rng = Random(f"{version}/{number}")
        state = Evade(information=version).initial_state()
        twin = oracle.start(information=version)
        same = compare if number % 4 else compare_with_json
        while legal := same(state, twin):
            if rng.random() < 0.2:
                compare_texts(state, twin, version)
            move = chosen(rng, legal) if number % 2 else rng.choice(legal)
            state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
        compare_texts(state, twin, version)


def scatter(rng: Random) -> str:
    """The text of a random position: few live coins among many pairs, sometimes crowded."""
    pairs = rng.randrange(6)
    files, ranks = (3, 3) if pairs >= 4 else rng.choice([(6, 6), (2, 6), (3, 4)])
    cells = [(file, rank) for file in range(files) for rank in range(ranks)]
    few, many = max(0, pairs - 4), min(2, pairs)
    frozen = (rng.randint(few, many), rng.randint(few, many))
    coins = ["#"] * pairs
    for colour, lost in zip("wb", frozen, strict=True):
        coins += [colour + "l"] * (2 - lost) + [colour + "g"] * (4 - pairs + lost)
    placed = tuple(sorted(zip(rng.sample(cells, len(coins)), coins, strict=True)))
    return oracle.write(oracle.Position("open", placed, rng.randrange(2), frozen))


@pytest.mark.both
@pytest.mark.parametrize("version", VERSIONS)
def test_both_programs_play_the_same_game_from_random_positions(version: str) -> None:
    endings: Counter[str] = Counter()
    for number in range(8 * MATCHES):
        rng = Random(f"few/{version}/{number}")
        text = scatter(rng)
        frozen = int(text[-4]) + int(text[-1])
        if frozen > text.count("#"):
            continue  # a leader was exposed, which the other program does not read from a text
        state = Evade(information=version).parse_position(text)
        twin = oracle.read(text, information=version)
        for _ in range(30):
            if not (legal := compare(state, twin)):
                break
            compare_texts(state, twin, version)
            move = chosen(rng, legal)
            state, twin = state.apply(state.parse(move)), oracle.play(twin, move)
        endings[state.ending()] += 1
    expected = {"home", "no moves", "leaders frozen"}
    expected |= {"leader exposed"} if version != "open" else set()
    assert expected <= set(endings), endings
