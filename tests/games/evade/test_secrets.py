"""What a seat may not know reaches nothing that it is given, and all that follows is known."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

from everygame.check import conform
from everygame.contract import OVER, State
from everygame.errors import BadGame
from everygame.games.evade import scene as artist
from everygame.games.evade.rules import Evade, EvadeState
from everygame.match import Match
from everygame.scene import to_json, view
from tests.games.evade.table import PAIRS, SECRET, line, lines, played
from tests.games.shared import play

MATCHES = 6
"""For each version; a run over thousands of matches raises it."""


@pytest.mark.both
@pytest.mark.parametrize("information", ["hidden", "open"])
def test_the_contract_holds_in_the_versions_that_are_not_the_default(information: str) -> None:
    """At every ply what each viewer may not know is drawn anew, and nothing that it is given
    changes. `tests/test_builds.py` checks the default version."""
    assert conform(Evade(information=information), 1, 5, artist).plies > 30


# -- leaks planted on purpose, each caught by the same check


def leak_into_observation(state: EvadeState, viewer: int | None) -> Any:
    """The count of frozen leaders tells whether a freeze hit one."""
    seen = seen_by(state, viewer)
    hides = state.peeked < 0 and all(seen["chosen"])
    return {**seen, "position": state.position()[-5:] if hides else ""}


def leak_into_moves(state: EvadeState) -> list[int]:
    """A freeze that would hit a leader is not offered."""
    kinds = state.to_json()
    leaders = [
        place
        for side, letters in zip(kinds["coins"], kinds["kinds"], strict=True)
        for place, letter in zip(side, letters, strict=True)
        if letter == "l"
    ]
    actions = legal(state)
    return [a for a in actions if state.text(a)[2] != "x" or state.text(a)[3:] not in leaders]


def leak_into_texts(state: EvadeState, action: int, viewer: int | None = -1) -> str:
    """The list of moves shows everybody where leaders hide."""
    return text_of(state, action)


def leak_into_known_guards(state: EvadeState) -> Any:
    """A coin under a freeze counts as known."""
    public = what_all_know(state)
    truth = state.leaders
    public["guards"] = [
        [n for n in range(6) if not truth >> 6 * seat + n + 1 & 1 and side[n] in public["pairs"]]
        for seat, side in enumerate(public["coins"])
    ]
    return public


seen_by, legal = EvadeState.observe, EvadeState.legal_actions
text_of, what_all_know = EvadeState.text, EvadeState.public

LEAKS: list[tuple[str, Any]] = [
    ("observe", leak_into_observation),
    ("legal_actions", leak_into_moves),
    ("text", leak_into_texts),
    ("public", leak_into_known_guards),
]


@pytest.mark.parametrize(("method", "leak"), LEAKS, ids=[name for name, _ in LEAKS])
def test_a_planted_leak_is_caught(method: str, leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EvadeState, method, leak)
    with pytest.raises(BadGame, match=r"secret|turns up something"):
        conform(Evade(information="hidden"), 5, 1, artist)


# -- what follows, against brute force


@pytest.mark.both
@pytest.mark.parametrize("information", SECRET)
def test_a_seat_knows_exactly_what_follows(information: str) -> None:
    """The leaders that a seat cannot rule out are those with which the same plies are legal and
    end nothing too early, tried one by one."""
    for number in range(MATCHES):
        states, plies = line(information, f"follows/{number}")
        state = states[-2]
        for seat in (0, 1):
            possible = []
            for pair in combinations("abcdef", 2):
                trial = [*plies[:-1]]
                trial[1 - seat] = "leaders:" + "".join(pair)
                if stays_open(information, trial):
                    possible.append(pair)
            assert state.observe(seat)["kinds"][1 - seat] == common(possible)
            assert sorted(drawn(information, state, seat)) == possible


def stays_open(information: str, plies: list[str]) -> bool:
    """Nothing ends while these plies are played."""
    state: State = Evade(information=information).initial_state()
    for move in plies:
        state = play(state, move)
        if state.to_play() == OVER:
            return False
    return True


def common(possible: list[tuple[str, str]]) -> str:
    """For each file what all possibilities agree on."""
    count = {file: sum(file in pair for pair in possible) for file in "abcdef"}
    return "".join("l" if n == len(possible) else "?" if n else "g" for n in count.values())


class InTurn(Random):
    """Draws each of several things once in so many draws."""

    draws = 0

    def choice(self, things: Sequence[Any]) -> Any:
        self.draws += 1
        return things[self.draws % len(things)]


def drawn(information: str, state: State, seat: int) -> set[tuple[str, str]]:
    """The enemy's leaders in all truths that may be drawn for a seat."""
    game, rng, seen = Evade(information=information), InTurn(), state.observe(seat)
    truths = [game.resample(seen, seat, rng).to_json()["kinds"][1 - seat] for _ in range(15)]
    return {("abcdef"[k.index("l")], "abcdef"[k.rindex("l")]) for k in truths}


def test_a_position_that_was_read_is_resampled_soundly() -> None:
    """A text does not tell which coins a pair holds, yet each has a guard on top."""
    state, seen = played("", PAIRS), set()
    for number in range(50):
        truth = Evade(information="hidden").resample(state.observe(0), 0, Random(number))
        assert truth.observe(0) == state.observe(0)
        seen.add(truth.position())
    assert {p.split(" ; ")[2] for p in seen} == {"w1 b0", "w1 b1", "w1 b2"}


# -- memory: known, but not shown


def test_memory_the_page_shows_a_player_no_face_but_the_one_he_peeked_at() -> None:
    """Even where his own leaders are others he sees the same, as long as what he peeked at is. Bots
    may remember their leaders."""
    game, compared = Evade(information="memory"), 0
    for number, states in enumerate(lines("memory", MATCHES, "backs")):
        for state in states:
            for seat in (0, 1):
                truth = state.to_json()
                assert state.observe(seat)["kinds"][seat] == truth["kinds"][seat]
                other = game.resample(state.observe(1 - seat), 1 - seat, Random(number))
                assert other.key() == state.key()
                if peeked_kind(state, seat) == peeked_kind(other, seat):
                    compared += other.to_json() != truth
                    assert page(game, other, seat) == page(game, state, seat)
    assert compared > MATCHES * 30


def peeked_kind(state: State, seat: int) -> str:
    """The kind of the coin that a seat is looking at, if any."""
    data = state.to_json()
    if data["peeked"] is None or data["turn"] != seat:
        return ""
    number: int = data["coins"][seat].index(data["peeked"])
    return str(data["kinds"][seat][number])


def page(game: Evade, state: State, seat: int) -> Any:
    """What the page shows a seat."""
    return to_json(artist.scene(game, view(state, seat)))


# -- the history


@pytest.mark.parametrize("information", SECRET)
def test_the_history_of_a_match_tells_leaders_only_when_it_is_over(information: str) -> None:
    match = Match(Evade(information=information), Random(0))
    for move in ("leaders:ac", "leaders:bd", "a1-a2"):
        match.play(match.to_play(), move)
    own = "leaders:ac" if information == "hidden" else "leaders:??"
    told = [match.move_texts([1], viewer)[0] for viewer in (0, 1, None)]
    assert told == [own, "leaders:??", "leaders:??"]
    match.resign(0)
    assert [match.move_texts([1], viewer)[0] for viewer in (0, 1, None)] == ["leaders:ac"] * 3
