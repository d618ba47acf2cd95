"""A match as data: what is written is read again, and what is malformed is said in a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.contract import Game, State
from everygame.errors import BadRecord
from everygame.history import Node
from everygame.library.match_files import load_record
from everygame.library.registry import find_game
from everygame.match import Match, Outcome
from everygame.record import (
    MAX_CHARACTERS,
    Record,
    Seat,
    Visitor,
    from_json,
    read_record,
    record_match,
    replay,
    to_json,
    visit,
    write_record,
)
from tests.test_match import Driver, deeds, floes, frozen, toy

pytestmark = pytest.mark.both

SEATS = (Seat("Ann"), Seat("Medium", "bot", "medium"))


def sample() -> Record:
    match = floes(players="2", level="classic")
    for node, move in ((0, "down"), (1, "left"), (2, "up"), (1, "right"), (4, "left")):
        match.go(node)
        match.play(match.to_play(), move)
    match.go(3)
    return record_match(match, SEATS, tags={"event": "Ödön's party", "x": [1, {"y": None}]})


def game_of(record: Record) -> Game:
    return find_game(record.game).game(**record.options)


def test_the_text_is_as_documented() -> None:
    record = sample()
    assert to_json(record) == {
        "format": 1,
        "game": "icefloes",
        "version": 1,
        "options": {"players": "2", "level": "classic", "size": "7", "max_plies": "200"},
        "seats": [
            {"name": "Ann", "kind": "person"},
            {"name": "Medium", "kind": "bot", "level": "medium"},
        ],
        "plies": ["down", "left", "up", [1, "right"], "left"],
        "node": 3,
        "tags": {"event": "Ödön's party", "x": [1, {"y": None}]},
    }
    assert read_record(write_record(record)) == record
    assert "Ödön" in write_record(record) and len(write_record(record).splitlines()) == 10


@given(deeds, st.sampled_from([toy, floes]), st.integers(0, 2))
@settings(max_examples=100, deadline=None)
def test_what_is_written_is_read_and_replayed(todo: Any, make: Any, tag: int) -> None:
    driver = Driver(make())
    for what, pick in todo:
        driver.do(what, pick)
    match = driver.match
    record = record_match(match, SEATS, tags={"n": tag} if tag else None)
    again = read_record(write_record(record))
    assert again == record
    copy = replay(again, match.game, Random(5))
    assert copy.path(copy.node) == match.path(match.node)
    assert copy.state().to_json() == match.state().to_json()
    assert copy.outcome() == match.outcome()
    plain = [(n.parent, n.seat, n.move, n.ply) for n in match.nodes]
    assert [(n.parent, n.seat, n.move, n.ply) for n in copy.nodes] == plain


def test_start_positions_are_kept_as_text_or_state() -> None:
    game = find_game("icefloes").game(players="2", level="classic")
    text = "P..../...../...../..*../....Q ; Q"
    state = game.parse_position(text)
    for start in (text, state.to_json()):
        match = Match(game, Random(1), state)
        match.play(1, "up")
        record = read_record(write_record(record_match(match, SEATS, start=start)))
        assert record.start == start
        assert replay(record, game, Random(1)).state().to_json() == match.state().to_json()


def test_the_result_is_written_and_must_follow_from_the_plies() -> None:
    match = floes(players="2")
    match.resign(0)
    record = record_match(match, SEATS)
    assert record.result == Outcome((-1.0, 1.0), "resignation", 0)
    assert frozen(replay(read_record(write_record(record)), match.game, Random(1))) == frozen(match)
    for result in (
        {"returns": [1, -1], "ending": "goal"},
        {"returns": [1, -1], "ending": "resignation", "resigned": 0},
        {"returns": [1, -1], "ending": "resignation"},
        {"returns": [1, -1], "ending": "resignation", "resigned": 7},
    ):
        wrong = from_json({**to_json(record), "result": result})
        with pytest.raises(BadRecord):
            replay(wrong, match.game, Random(1))


def test_a_save_of_a_secret_match_keeps_secrets_until_it_is_over() -> None:
    match = toy()
    match.play(0, "hide:a")
    match.play(1, "hide:b")
    start = match.state(0).to_json()
    tags = {"comments": {"1": "The coin lies at a."}}
    part = record_match(match, SEATS, start, tags, viewer=0, whole=False)
    assert part.start is None, "a state that was set up holds its secrets"
    assert part.tags == {}, "a comment may tell of them"
    assert [text for _, text in part.plies][:2] == ["hide:a", "hide:?"]
    with pytest.raises(BadRecord, match="leaves out"):
        replay(read_record(write_record(part)), match.game, Random(1))
    match.resign(1)
    over = record_match(match, SEATS, viewer=0, whole=False)
    assert over.whole and over.plies[1][1] == "hide:b"
    replay(read_record(write_record(over)), match.game, Random(1))


class Counter(Visitor):
    def __init__(self, wanted: bool) -> None:
        self.wanted, self.seen, self.ended = wanted, [], 0

    def begin(self, record: Record, game: Game) -> bool:
        return self.wanted

    def ply(self, node: Node, before: State, after: State) -> None:
        assert before.apply(node.action).to_json() == after.to_json()
        self.seen.append(node.move)

    def end(self, match: Match) -> None:
        self.ended = len(match.nodes)


def test_a_visitor_sees_every_ply_or_nothing() -> None:
    record = sample()
    visitor, idle = Counter(True), Counter(False)
    visit(record, game_of(record), Random(1), visitor)
    visit(record, game_of(record), Random(1), idle)
    assert visitor.seen == ["down", "left", "up", "right", "left"] and visitor.ended == 6
    assert idle.seen == [] and idle.ended == 0


BROKEN: list[tuple[str, Any, str]] = [
    ("format", 0, "The format must be 1, not 0."),
    ("format", 99, "This file was made by a newer EveryGame, and this one cannot read it."),
    ("format", True, "format"),
    ("game", 5, "game must be a text"),
    ("game", "x" * 50, "at most 40"),
    ("version", 1.0, "version must be a whole number"),
    ("version", 0, "version"),
    ("options", [], "options must be an object"),
    ("options", {"level": 1}, "the option level must be a text"),
    ("start", 3, "start must be a text"),
    ("seats", None, "seats must be a list"),
    ("seats", ["Ann"], "seat 1 must be an object"),
    ("seats", [{"kind": "dog"}], 'not "dog"'),
    ("seats", [{"name": "a\nb"}], "the name of seat 1"),
    ("plies", "up", "plies must be a list"),
    ("plies", [3], "ply 1 must be a text"),
    ("plies", [[0]], "Ply 1 must be a text, or a node and a text"),
    ("plies", [[1, "up"]], "the node before ply 1"),
    ("plies", [[-1, "up"]], "the node before ply 1"),
    ("plies", [[True, "up"]], "the node before ply 1"),
    ("plies", ["x" * 201], "at most 200"),
    ("plies", ["up"] * 10_001, "at most 10000"),
    ("node", 6, "node must be a whole number from 0 to 5"),
    ("result", 1, "result must be an object"),
    ("result", {"returns": ["a"], "ending": "x"}, "numbers from -1 to 1"),
    ("result", {"returns": [10**400], "ending": "x"}, "numbers from -1 to 1"),
    ("result", {"returns": [0], "ending": None}, "ending must be a text"),
    ("tags", [], "tags must be an object"),
    ("tags", {"a": "\ud800"}, "characters that are no text"),
    ("whole", 0, "whole must be true or false"),
    ("colour", 1, 'no field "colour"'),
]


@pytest.mark.parametrize(("field", "value", "sentence"), BROKEN)
def test_what_is_malformed_is_said_in_one_sentence(field: str, value: Any, sentence: str) -> None:
    with pytest.raises(BadRecord) as error:
        from_json({**to_json(sample()), field: value})
    assert sentence in str(error.value)
    assert "\n" not in str(error.value) and len(str(error.value)) < 200


NO_RECORDS = ["", "nothing", "[]", "null", "{} {}", '{"format": NaN}', '"\\ud800"', "1" * 5_000]
NO_RECORDS += ["[" * 100_000, '{"a":' * 50_000, " " * (MAX_CHARACTERS + 1)]


@pytest.mark.parametrize("text", NO_RECORDS, ids=lambda text: text[:9])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        read_record(text)


UNPLAYABLE: list[tuple[str, Any, str]] = [
    ("version", 2, "version 2 of its rules"),
    ("seats", [{}], "has 2 seats, but the save 1"),
    ("plies", ["north"], "Ply 1 of this save does not replay: 'north' is not legal here."),
    ("plies", ["down", [0, "down"]], "Ply 2 of this save repeats ply 1"),
    ("start", "rubbish", "The start of this save is no position"),
    ("start", {"level": {}, "turn": []}, "The start of this save is no position"),
]


@pytest.mark.parametrize(("field", "value", "sentence"), UNPLAYABLE)
def test_what_does_not_replay_is_said(field: str, value: Any, sentence: str) -> None:
    record = from_json({**to_json(sample()), "node": 0, field: value})
    with pytest.raises(BadRecord, match=sentence):
        replay(record, game_of(sample()), Random(1))


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(st.sampled_from(sorted(to_json(sample()))), junk)
@settings(max_examples=300, deadline=None)
def test_any_junk_in_any_field_is_read_or_refused(field: str, value: Any) -> None:
    try:
        record = read_record(json.dumps({**to_json(sample()), field: value}))
        replay(record, game_of(sample()), Random(1))
    except BadRecord as error:
        assert str(error).endswith(".")


@given(junk)
@settings(deadline=None)
def test_any_junk_is_no_start(value: Any) -> None:
    record = sample()
    start = {"level": value, "turn": value, "ply": value}
    with pytest.raises(BadRecord):
        replay(from_json({**to_json(record), "start": start}), game_of(record), Random(1))


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(write_record(sample()), "utf-8")
    assert load_record(path) == sample()
    with pytest.raises(BadRecord, match="cannot be opened"):
        load_record(tmp_path / "none.json")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadRecord, match="not UTF-8"):
        load_record(path)


def test_the_example_of_the_documentation_replays() -> None:
    page = Path(__file__).parents[1] / "docs" / "reference" / "record.md"
    record = read_record(page.read_text("utf-8").split("```json")[1].split("```")[0])
    match = replay(record, game_of(record), Random(1))
    assert match.branches(match.line()) == [(1, [4, 5])]
