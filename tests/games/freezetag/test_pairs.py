"""What two have learned of Freeze Tag: sums over pairs of things, as each seat sees them."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from everygame.contract import CHANCE
from everygame.games.freezetag import pairs
from everygame.games.freezetag.bots import evaluate, lead, patterns, quiet
from everygame.games.freezetag.pairs import THINGS, View
from everygame.games.freezetag.rules import FreezeTag, FreezeTagState
from everygame.learn.temporal_differences import Estimate, Turns
from everygame.search.patterns import patterned
from tests.threads import at_once, needs_threads

pytestmark = pytest.mark.both


GAMES = {"across": FreezeTag(), "corner": FreezeTag(seating="corner")}


def position(text: str, seating: str = "across") -> FreezeTagState:
    state = GAMES[seating].parse_position(text)
    assert isinstance(state, FreezeTagState)
    return state


def met(seating: str) -> list[FreezeTagState]:
    """The positions before a roll of some random matches."""
    game, rng = GAMES[seating], Random(3)
    found: list[FreezeTagState] = []
    for _ in range(2):
        state = game.initial_state()
        for _ in range(150):
            if state.to_play() == CHANCE:
                assert isinstance(state, FreezeTagState)
                found.append(state)
            state = state.apply(rng.choice(state.legal_actions()))
    return found


def numbered(letters: str) -> View:
    """Weights that tell every pair from every other."""
    view, rng = View(letters), Random(1)
    view.pairs.weigh({n: rng.randint(-30000, 30000) for n in range(THINGS * (THINGS + 1) // 2)})
    return view


def turned(text: str) -> str:
    """A position with the seats across exchanged and the board turned round."""
    board, turn, off = text.translate(str.maketrans("SN", "NS")).split(" ; ")
    rows = [" ".join(reversed(row.split(" "))) for row in reversed(board.split(" / "))]
    first, second = off.split(" ")
    return f"{' / '.join(rows)} ; {turn} ; {second} {first}"


THICK = "1 Sm 1 Ns 1 / 2 Nm 2 / Sl^Ns Ss Ss 2 / Nm Nl Sm 2 / 1 Sl 3 ; N ; S0 N1"


def test_both_seats_see_the_same_board() -> None:
    view = numbered("SN")
    for text in (THICK, "1 Nl^Nl 3 / 5 / 2 Ns^Ss 2 / 5 / 5 ; S ; S2 N1"):
        assert view.odds(position(text)) == pytest.approx(view.odds(position(turned(text))))


def test_around_a_corner_each_seat_sees_the_other_leave_to_the_right() -> None:
    view = numbered("SW")
    south = position("5 / Ws 4 / 5 / 3 Sl 1 / 5 ; S ; S1 W2", seating="corner")
    west = position("5 / 1 Wl 3 / 5 / 5 / 3 Ss 1 ; W ; S2 W1", seating="corner")
    assert view.odds(south) == pytest.approx(view.odds(west))


def test_a_change_anywhere_changes_the_sum() -> None:
    """Frozen or free, whose, which size, where, how many off, and who rolls."""
    view = numbered("SN")
    texts = [
        f"5 / {row} / 5 / 5 / 2 Ss 2 ; {end}"
        for row in ("2 Nm 2", "1 Nm 3", "2 Nl 2", "2 Sm 2", "2 Nm^Ns 2", "2 Nm^Ss 2")
        for end in ("S ; S0 N0", "S ; S1 N0", "S ; S0 N1", "N ; S0 N0")
    ]
    sums = {round(view.odds(position(text)), 6) for text in texts}
    assert len(sums) == len(texts)


@pytest.mark.parametrize("seating", ["across", "corner"])
def test_patterns_are_the_pairs(seating: str) -> None:
    """The file's weights of a position's patterns make the estimate that bots use."""
    weighed = patterned(Path(pairs.__file__).with_name(f"{seating}.gz"), patterns)
    for state in met(seating):
        worth = evaluate(state, 0)
        assert -1.0 < worth < 1.0 and evaluate(state, 1) == -worth
        assert weighed(state, 0) == pytest.approx(worth)


@needs_threads
def test_threads_that_ask_at_once_are_told_the_same() -> None:
    """All of a process share one view."""
    states = met("across")
    alone = [evaluate(state, 0) for state in states]
    assert at_once(lambda state: evaluate(state, 0), states * 4) == alone * 4


def test_a_position_and_its_reflection_have_the_same_patterns() -> None:
    """Across, and seen by who rolls: seats exchanged and the board turned is the complement."""
    text = "5 / 1 Nm 3 / 3 Ns^Ss 1 / Sl 4 / 5 ; N ; S1 N0"
    mirrored = "5 / 3 Nm 1 / 1 Ns^Ss 3 / 4 Sl / 5 ; N ; S1 N0"
    shown, image, other = (
        sorted(patterns(position(one))) for one in (text, mirrored, turned(text))
    )
    assert len(shown) == 21 and max(shown) < 0, "N rolls, and the first seat is told"
    assert image == shown
    assert other == sorted(~number for number in shown)


def test_patterns_are_the_same_compiled_and_interpreted() -> None:
    told = " ".join(
        str(int(number))
        for seating in ("across", "corner")
        for state in met(seating)
        for number in patterns(state)
    )
    assert sha256(told.encode()).hexdigest()[:16] == "cee1485007b006f6"


def test_it_knows_who_is_about_to_win() -> None:
    for turn in "SN":
        text = f"1 Sm Ss Sl 1 / 5 / 5 / 5 / 1 Nl^Nl Nm^Nm Ns^Ns 1 ; {turn} ; S2 N0"
        assert evaluate(position(text), 0) > 0.3


def test_three_and_four_go_by_the_race() -> None:
    for players in ("3", "4"):
        state = FreezeTag(players=players).initial_state()
        assert isinstance(state, FreezeTagState)
        assert evaluate(state, 1) == lead(state, 1)
        assert quiet(state) and quiet(state.apply(0))


def test_an_estimate_is_made_before_a_roll() -> None:
    state = FreezeTag().initial_state()
    assert quiet(state) and not quiet(state.apply(3))


def test_matches_teach() -> None:
    """South needs a small once, North four larges: it is learned who wins, the same each time."""
    first = position("2 Ss 2 / 3 Nl 1 / 5 / 5 / 5 ; S ; S2 N2")

    def teach() -> Estimate:
        estimate = Estimate(patterns)
        turns = Turns(first, estimate, 5)
        assert all(1 <= turns.play(1.0) < 100 for _ in range(40))
        return estimate

    estimate = teach()
    assert estimate.worth(first, 0) > 0.5
    assert estimate.found() == teach().found()
