"""A page is sent only what is new in a history, for each reader and after undo and branches."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from everygame.library.registry import find_game
from everygame.match import STRIDE, Match
from everygame.server.shown.packed_lines import PIECE, PackedLines
from tests.server.serving import Device, Line


def fresh(line: Line) -> tuple[object, object]:
    """The history as a page gets it that opens the match now."""
    other = line.device.enter(line.match)
    return other.table["line"], other.table["branches"]


def test_a_ply_sends_itself_and_a_way_back_sends_none(ann: Device) -> None:
    line = ann.start()
    for number in range(1, 7):
        line.play_on()
        assert [ply["node"] for ply in line.table["history"]["plies"]] == [number]
        assert line.table["history"]["after"] == number
    line.command("go", node=2)
    assert line.table["history"] == {"of": "all", "after": 7, "plies": [], "main_children": []}
    line.play(line.moves()[1])
    assert (line.table["line"], line.table["branches"]) == fresh(line)
    line.command("go", node=5)
    assert line.table["history"]["main_children"] == [3]
    assert (line.table["line"], line.table["branches"]) == fresh(line)


def test_turns_are_counted_as_people_count_them(ann: Device) -> None:
    line = ann.start("freez")
    line.play("c1-b4", "done", "b8-b7", "done", "b4xb7", "@a6", "a8-a7")
    plies = line.table["line"]
    assert [ply["turn"] for ply in plies] == [1, 1, 2, 2, 3, 3, 4]
    assert [ply.get("words") for ply in plies][:2] == [None, ""], "nobody sees the end of a turn"
    assert [one["ply"] for one in ann.shelf()] == [4], "in the library too"
    line.command("go", node=2)
    line.play("a8-a7")
    assert [ply["turn"] for ply in line.table["line"]] == [1, 1, 2]


def test_cards_that_are_dealt_are_no_turns_and_each_ply_of_a_puzzle_is_one(ann: Device) -> None:
    dealt = ann.start("coldspell")
    assert {ply["turn"] for ply in dealt.table["line"]} == {0}
    dealt.play_on()
    assert dealt.table["line"][-1]["turn"] == 1
    puzzle = ann.start("icefloes", "person")
    for turn in (1, 2):
        puzzle.play_on()
        assert puzzle.table["line"][-1]["turn"] == turn


def test_looks_at_a_long_match_are_short() -> None:
    """Only some states of a match stay in memory, and the plies between two of them are
    replayed."""
    game = find_game("dominoes").game()
    match, rng = Match(game, Random(1)), Random(1)
    match.draw()
    while len(match.nodes) < 10 * STRIDE:
        match.play(match.to_play(), rng.choice(match.state().legal_actions()[:-1]))  # no "finish"
    here = match.state()
    for node in rng.sample(range(10 * STRIDE), 40):
        before = len(match._states)
        match.state(node)
        assert len(match._states) - before < STRIDE
    assert match.state() == here or match.state().key() == here.key()


@given(st.integers(0, 3 * PIECE), st.data())
def test_a_long_history_is_sent_from_any_ply_on(count: int, data: st.DataObject) -> None:
    packed, lines = PackedLines(), [json.dumps({"node": n}).encode() for n in range(count)]
    for line in lines:
        packed.append(line)
    index = data.draw(st.integers(0, count))
    assert len(packed) == count and packed.since(index) == lines[index:]


def test_the_words_of_a_long_history_are_kept_small() -> None:
    """A match can be read in many languages at once, and each has words of its own."""
    packed, length, rng = PackedLines(), 0, Random(1)
    for node in range(40 * PIECE):
        move = f"{rng.choice('abcdefgh')}{rng.randint(1, 8)}"
        ply = {
            "node": node,
            "parent": node - 1,
            "seat": node % 2,
            "move": move,
            "words": f"to {move}",
        }
        packed.append(json.dumps(ply).encode())
        length += len(json.dumps(ply))
    assert sum(map(len, packed.pieces)) + sum(map(len, packed.newest)) < length / 5
