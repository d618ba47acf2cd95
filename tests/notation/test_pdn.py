"""PDN: what is read is what another library reads, what is written is read again, and a fault is
told with its place."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from draughts import Board, Move
from draughts.PDN import PDNReader
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.errors import BadRecord
from everygame.library.match_files import read_file, write_file
from everygame.library.registry import find_game
from everygame.match import Match
from everygame.record import Record, Seat, read_record, record_match, replay, write_record
from tests.notation.test_sgf import shape

FILES = Path(__file__).with_name("files")
GOULDS = FILES / "goulds.pdn"
DRAUGHTS = find_game("draughts").game()


def read(text: str) -> Record:
    return read_file(text.encode(), "x.pdn")[0].read()


def again(record: Record) -> Record:
    data = write_file([read_record(write_record(record))], "x.pdn")
    return read_file(data, "x.pdn")[0].read()


def moves(text: str) -> list[str]:
    return [ply for _, ply in read(text).plies]


@pytest.mark.parametrize("name", ["oca.pdn", "dyke.pdn"])
def test_a_public_file_is_replayed_as_the_library_replays_it(name: str) -> None:
    text = (FILES / name).read_text()
    for found, one in zip(read_file(text.encode(), name), text.split("\n\n[Event"), strict=True):
        game = PDNReader(pdn_text=one if one.startswith("[") else f"[Event{one}").games[0]
        board = Board("english")
        for move in game.moves:
            board.push(Move(board, pdn_move=move))
        record = found.read()
        state = replay(record, DRAUGHTS, Random(0)).state()
        assert len(game.moves) > 20 and pieces(state.position()) == pieces(board.fen)
        assert again(record) == record


def pieces(position: str) -> list[list[str]]:
    """The side to play, and the pieces of each side, of a position without a count of plies."""
    turn, *sides = position.split(":H")[0].split(":")
    return [[turn], *(sorted(side[1:].split(",")) for side in sorted(sides))]


def test_tags_results_and_setups_are_taken_over() -> None:
    first, second, third = (
        one.read() for one in read_file((FILES / "oca.pdn").read_bytes(), "x.pdn")
    )
    assert [seat.name for seat in first.seats] == ["Moorhead, W.", "Wyllie, J."]
    assert first.tags == {
        "event": "Manchester 1841", "place": "Manchester", "date": "1841-??-??", "result": "0-1",
    }  # fmt: skip
    assert first.result and (first.result.ending, first.result.returns) == ("resignation", (-1, 1))
    assert second.result and second.result.ending == "agreement" and third.tags["round"] == "1"
    problem, *others = (one.read() for one in read_file(GOULDS.read_bytes(), "x.pdn"))
    assert len(others) == 2 and again(problem) == problem
    assert problem.result is None, "a problem waits for its solution"
    assert problem.start["turn"] == 1 and problem.tags["result"] == "0-1"


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ('[FEN "B:W18,25:B14"] 14x23 *', ["14x23"]),
        ('[FEN "B:W18,26:B15"] 15x31', ["15x22", "22x31"]),  # squares between are left out
        ('[FEN "B:W18,26:B15"] 15-31', ["15x22", "22x31"]),  # as early files write captures
        ('[FEN "B:W18,26:B15"] 15x22 22x31', ["15x22", "22x31"]),  # in two moves
        ('[FEN "B:W18,26:B15"] 15x22x31', ["15x22", "22x31"]),
        ('[FEN "W : W 21-24 : B 1-3,K4 ."] 21-17', ["21-17"]),
        ('[FEN "B:B1:W32"] 1... 1-5', ["1-5"]),
        ("1. 11-15! $2 23-19?? 2. 8-11(!) ; to the end\n % a line\n 22-17 {x} 1/2-1/2",
         ["11-15", "23-19", "8-11", "22-17"]),
    ],
)  # fmt: skip
def test_each_way_to_write_a_move(text: str, plies: list[str]) -> None:
    assert moves(text) == plies
    assert again(read(text)).plies == read(text).plies


def test_variations_marks_and_comments_stay_where_they_are() -> None:
    text = "{a} 1. 11-15! (1. 11-16 {b} 24-20 2. 16-19 (2. 8-11 28-24)) (1. 9-14) 23-18 $2 *"
    record = read(text)
    assert record.plies == (
        (0, "11-15"), (1, "23-18"), (0, "11-16"), (3, "24-20"), (4, "16-19"),
        (4, "8-11"), (6, "28-24"), (0, "9-14"),
    )  # fmt: skip
    assert record.tags["comments"] == {"0": "a", "3": "b"} and record.node == 2
    written = write_file([record], "x.pdn").decode()
    assert "{a} 1. 11-15! (1. 11-16 {b} 1... 24-20 2. 16-19 (2. 8-11 28-24)) (1. 9-14)" in (
        " ".join(written.split())
    )
    assert again(record) == record


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. 11-15 (12-16", "line 1, column 10: the variation here is not closed."),
        ("1. 11-15\n)", "line 2, column 1: this bracket closes nothing."),
        ("1. 11-19", "line 1, column 4: '11-19' is not legal here."),
        ("1. 11-15 {x", "line 1, column 10: this comment is not closed."),
        ("hello", "line 1, column 1: 'hello' is no tag, move, comment or result of PDN."),
        ("", "This file holds no PDN"),
        ('[FEN "B:W1:B"] *', "White has a man in its king row"),
        ('[FEN "B:W18,17,25,26:B13,14,22"] 13x31', "is not legal here."),
        ('[GameType "20"] 1. 32-28', "This file is of none of the games here"),
        ("1. c3-d4", "This file is of none of the games here"),
    ],
)
def test_a_fault_is_told_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadRecord) as told:
        read(text)
    assert said in str(told.value)


def test_a_capture_of_two_ways_is_asked_about() -> None:
    with pytest.raises(BadRecord, match="2x18 could be several captures"):
        read('[FEN "B:W6,7,14,15:B2"] 2x18')


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), comment=st.text(max_size=20))
def test_any_match_is_written_and_read_again(seed: int, comment: str) -> None:
    rng = Random(seed)
    match = Match(DRAUGHTS, rng)
    for _ in range(rng.randrange(60)):
        if rng.random() < 0.2:
            match.go(rng.randrange(len(match.nodes)))
        if match.to_play() >= 0:
            match.play(match.to_play(), rng.choice(match.state().legal_moves()))
    ends = [node.id for node in match.nodes if not node.children]
    match.go(rng.choice(ends))
    record = record_match(match, [Seat("Ann"), Seat()], tags={"comments": {"0": comment}})
    back = again(record)
    assert shape(back) == shape(record) and again(back) == back


@settings(deadline=None)
@given(text=st.text('[]{}();%*"10-x25. \nA', max_size=60))
def test_any_junk_is_read_or_refused_in_a_sentence(text: str) -> None:
    try:
        for found in read_file(text.encode(), "x.pdn"):
            found.read()
    except BadRecord as error:
        assert str(error).endswith(".")
