"""What a seat may not know reaches nothing that it is given, and all that follows is known."""

import json
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from everygame.contract import OVER, State
from everygame.games.evade import scene as artist
from everygame.games.evade.rules import Evade, EvadeState
from everygame.match import Match
from everygame.scene import to_json, view
from tests.games.evade.table import lines, played
from tests.games.histories import check_history

SECRET = ("hidden", "memory")
MATCHES = 12
"""For each version; a run over thousands of matches raises it."""


def given(game: Evade, state: State, viewer: int | None) -> str:
    """All that a viewer is given of a state, as one text."""
    seen = view(state, viewer)
    told = [state.text(action, viewer) for action in state.legal_actions()]
    drawn = to_json(artist.scene(game, seen))
    facts = [seen.observation, drawn, seen.moves, told, seen.to_play, seen.returns, seen.ending]
    return json.dumps(facts, ensure_ascii=False)


def another_truth(game: Evade, state: State, viewer: int | None, rng: Random) -> State:
    """The same to this viewer; to a spectator both sides' leaders are open."""
    if viewer is not None:
        return game.resample(json.loads(json.dumps(state.observe(viewer))), viewer, rng)
    black = game.resample(state.observe(0), 0, rng)
    return game.resample(black.observe(1), 1, rng)


def check_secrets(game: Evade, matches: int, seed: str) -> int:
    """Permute at every ply what each viewer may not know: nothing that it is given changes.
    Returns how often the truth was another one. Histories are checked now and then."""
    moved = 0
    for number, line in enumerate(lines(game.information, matches, seed)):
        rng = Random(number)
        for ply_number, state in enumerate(line):
            for viewer in (0, 1, None):
                sampled = ply_number < 2 or rng.random() < 0.05
                if sampled and state.to_play() not in (viewer, OVER):
                    check_history(state, viewer)
                other = another_truth(game, state, viewer, rng)
                moved += other.to_json() != state.to_json()
                assert given(game, other, viewer) == given(game, state, viewer), viewer
                assert (other.key(), other.to_play()) == (state.key(), state.to_play())
    return moved


@pytest.mark.both
@pytest.mark.parametrize("information", SECRET)
def test_nothing_that_a_seat_is_given_depends_on_what_it_may_not_know(information: str) -> None:
    assert check_secrets(Evade(information=information), MATCHES, "permuted") > MATCHES * 30


@pytest.mark.parametrize("information", SECRET)
def test_open_and_finished_games_hide_nothing(information: str) -> None:
    assert check_secrets(Evade(information="open"), 2, "open") == 0
    for line in lines(information, 5, "finished"):
        for viewer in (0, 1):
            other = Evade(information=information).resample(
                line[-1].observe(viewer), viewer, Random(1)
            )
            assert other.to_json() == line[-1].to_json()


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
    with pytest.raises(AssertionError):
        check_secrets(Evade(information="hidden"), 5, "leaks")


# -- what follows, against brute force


@pytest.mark.both
@pytest.mark.parametrize("information", SECRET)
def test_a_seat_knows_exactly_what_follows(information: str) -> None:
    """The leaders that a seat cannot rule out are those with which the same plies are legal and
    end nothing too early, tried one by one."""
    for line in lines(information, MATCHES, "follows"):
        plies = [ply(before, after) for before, after in pairwise(line)]
        state = line[-2]
        for seat in (0, 1):
            possible = []
            for a, b in combinations("abcdef", 2):
                trial = [*plies[:-1]]
                trial[1 - seat] = f"leaders:{a}{b}"
                if stays_open(information, trial):
                    possible.append((a, b))
            assert state.observe(seat)["kinds"][1 - seat] == common(possible)
            assert sorted(drawn(information, state, seat)) == possible


def ply(before: State, after: State) -> str:
    """The move that led from a state to the next."""
    for action in before.legal_actions():
        if before.apply(action).to_json() == after.to_json():
            return before.text(action)
    raise AssertionError("no move leads there")


def stays_open(information: str, plies: list[str]) -> bool:
    """Nothing ends while these plies are played."""
    state: State = Evade(information=information).initial_state()
    for move in plies:
        state = state.apply(state.parse(move))
        if state.to_play() == OVER:
            return False
    return True


def common(possible: list[tuple[str, str]]) -> str:
    """For each file what all possibilities agree on."""
    count = {file: sum(file in pair for pair in possible) for file in "abcdef"}
    return "".join("l" if n == len(possible) else "?" if n else "g" for n in count.values())


def drawn(information: str, state: State, seat: int) -> set[tuple[str, str]]:
    """The enemy's leaders in many truths drawn for a seat."""
    game, rng, seen = Evade(information=information), Random(3), state.observe(seat)
    truths = [game.resample(seen, seat, rng).to_json()["kinds"][1 - seat] for _ in range(200)]
    return {("abcdef"[k.index("l")], "abcdef"[k.rindex("l")]) for k in truths}


def test_a_position_that_was_read_is_resampled_soundly() -> None:
    """A text does not tell which coins a pair holds, yet each has a guard on top."""
    text = "2 bg bl 2 / 1 # wl 3 / 6 / 6 / 5 # / wg 3 # # ; w ; w1 b1"
    state, seen = played("", text), set()
    for number in range(300):
        truth = Evade(information="hidden").resample(state.observe(0), 0, Random(number))
        assert truth.observe(0) == state.observe(0)
        seen.add(truth.position())
    assert {p.split(" ; ")[2] for p in seen} == {"w1 b0", "w1 b1", "w1 b2"}


# -- memory: known, but not shown


def test_memory_bots_may_remember_their_own_leaders() -> None:
    for line in lines("memory", 5, "bots"):
        for state in line[2:-1]:
            for seat in (0, 1):
                assert state.observe(seat)["kinds"][seat] == state.to_json()["kinds"][seat]


def test_memory_the_page_shows_a_player_no_face_but_the_one_he_peeked_at() -> None:
    """Even where his own leaders are others he sees the same, as long as what he peeked at is."""
    game, compared = Evade(information="memory"), 0
    for number, line in enumerate(lines("memory", MATCHES, "backs")):
        for state in line:
            for seat in (0, 1):
                other = game.resample(state.observe(1 - seat), 1 - seat, Random(number))
                if peeked_kind(state, seat) == peeked_kind(other, seat):
                    compared += other.to_json() != state.to_json()
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


def test_memory_a_peek_shows_the_face_to_its_owner_alone_and_only_in_that_turn() -> None:
    game = Evade(information="memory")
    state = played("leaders:ac leaders:ab peek:a1", information="memory")
    for viewer, text in ((0, "♛"), (1, ""), (None, "")):
        pieces = artist.scene(game, view(state, viewer)).pieces
        coin = next(piece for piece in pieces if piece.at == "a1")
        assert (coin.text, coin.hidden, coin.tags) == (text, not text, ("active",))
    after = state.apply(state.parse("b1-b2"))
    assert all(piece.hidden for piece in artist.scene(game, view(after, 0)).pieces)


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
