"""What the store promises of matches, asked of SQLite with threads and without."""

from __future__ import annotations

import sqlite3

import pytest

from everygame.errors import StaleState
from everygame.store import Created, Gone, StoredCommand
from everygame.store.restarts import MOST_REPLACED
from tests.stores import HOLDERS, PLY, Direct, add, library, new


def test_a_match_comes_back_as_it_was_stored(begun: Direct) -> None:
    found = begun.load("m")
    assert (found.game, found.version, found.options) == ("g", 1, {"a": "b"})
    assert (found.start, found.tags, found.holders) == ({"s": None}, {"t": 1}, HOLDERS)
    assert (found.events, found.commands, found.next) == ((PLY,), {}, None)
    assert begun.load("n") is None
    assert library(begun, 1) == {"m": ""} and library(begun, 2) == {}


def test_the_same_key_answers_the_same_match(begun: Direct) -> None:
    assert add(begun, new("other", key="m")) == "m"
    assert begun.load("other") is None
    assert add(begun, new("other", key="m", device=2)) == "other", "the key is the device's"


def test_events_are_numbered_and_no_number_is_written_twice(begun: Direct) -> None:
    begun.append("m", 1, [{"n": 1}, {"n": 2}], StoredCommand(1, "a", 7))
    for number in (0, 1, 2, 4):
        with pytest.raises(StaleState):
            begun.append("m", number, [{"n": 9}], StoredCommand(1, "b", 8))
    begun.append("m", 3, [{"n": 3}], None)
    found = begun.load("m")
    assert found.events == (PLY, {"n": 1}, {"n": 2}, {"n": 3})
    assert found.commands == {(1, "a"): 7}
    with pytest.raises(Gone):
        begun.append("n", 0, [PLY], None)


def test_what_is_refused_halfway_leaves_nothing_of_what_it_had_written(begun: Direct) -> None:
    """A command that is known already is noticed when its events are written."""
    command = StoredCommand(1, "same", 2)
    begun.append("m", 1, [{"n": 1}], command)
    before = begun.load("m")
    with pytest.raises(sqlite3.IntegrityError):
        begun.append("m", 2, [{"n": 2}], command)
    assert begun.load("m") == before


def test_a_match_that_follows_is_made_once(begun: Direct) -> None:
    assert add(begun, new("n", previous="m")) == "n"
    assert add(begun, new("o", previous="m", device=2)) == "n"
    found = begun.load("m")
    assert found.next == "n"
    begun.forget(1, "n")
    assert add(begun, new("o", previous="m")) == "o", "the one that followed is deleted"


def test_a_match_takes_the_place_of_one_without_a_ply(begun: Direct) -> None:
    alone = HOLDERS[:2]
    add(begun, new("n", previous="m", holders=alone))
    o = new("o", previous="n", in_place=True, holders=alone)
    assert begun.create(o) == Created("o", ("n",))
    assert library(begun, 1) == {"m": "", "o": ""} and begun.load("n") is None
    before = begun.load("m")
    assert before.next == "o", "who rests at the one before is led on"
    assert begun.find_replacement(1, "n") == "o"
    assert begun.find_replacement(2, "n") is None, "it is told to who asked for it"
    assert begun.find_replacement(1, "o") is None, "of a match that is there"
    again = new("o2", previous="o", in_place=True, holders=alone)
    assert begun.create(again) == Created("o2", ("o",))
    assert [begun.find_replacement(1, one) for one in ("n", "o", "o2")] == [
        "o2",
        "o2",
        None,
    ]
    o = new("o", previous="o2", in_place=True, holders=alone)
    assert begun.create(o) == Created("o", ("o2",))
    before = begun.load("m")
    assert before.next == "o"
    begun.watch(2, "o")
    assert begun.create(new("p", previous="o", in_place=True)) == Created("p")
    assert library(begun, 1) == {"m": "", "p": ""} and library(begun, 2) == {"o": ""}


def test_the_answer_of_a_restart_can_be_asked_for_again(begun: Direct) -> None:
    """By the key of the new match, and, for a long row of restarts, by the deleted ones."""
    alone = HOLDERS[:2]
    add(begun, new("0", holders=alone))
    for number in range(1, MOST_REPLACED + 3):
        follower = new(str(number), previous=str(number - 1), in_place=True, holders=alone)
        assert begun.create(follower) == Created(str(number), (str(number - 1),))
        assert add(begun, follower) == str(number)
    found = [begun.find_replacement(1, str(n)) for n in range(number)]
    assert found == [None, None] + [str(number)] * MOST_REPLACED
    begun.forget(1, str(number))
    assert begun.find_replacement(1, str(number - 1)) is None
