"""What the store promises of the libraries of devices."""

from __future__ import annotations

from everygame.store import Created, Holder
from tests.stores import HOLDERS, Direct, add, library, new


def test_devices_are_known_by_the_hash_of_their_secret(any_store: Direct) -> None:
    assert any_store.find_device(b"x") is None
    device = any_store.add_device(b"x")
    assert any_store.add_device(b"x") == device == any_store.find_device(b"x")
    assert any_store.add_device(b"y") != device


def test_names_of_saves(begun: Direct) -> None:
    begun.name(1, "m", "Best")
    begun.name(2, "m", "Watched")
    assert begun.find_name(1, "m") == "Best" and begun.find_name(2, "m") == "Watched"
    assert library(begun, 1) == {"m": "Best"} and library(begun, 2) == {"m": "Watched"}
    assert begun.find_name(2, "nothing") == ""


def test_a_match_that_is_in_no_library_is_deleted(begun: Direct) -> None:
    begun.name(2, "m", "Mine too")
    assert begun.forget(1, "m") is False
    assert begun.load("m") is not None
    assert begun.forget(2, "m") is True
    assert begun.load("m") is None


def test_last_game_is_one_slot_a_game_and_a_device(begun: Direct) -> None:
    add(begun, new("n", previous="m", last_game=True))
    assert library(begun, 1) == {"m": "last_game", "n": ""}
    assert begun.create(new("o", previous="n", last_game=True)) == Created("o", ("m",))
    assert library(begun, 1) == {"n": "last_game", "o": ""}, "the slot is taken over"
    assert begun.load("m") is None
    begun.name(1, "n", "Saved")
    add(begun, new("p", previous="o", last_game=True))
    assert library(begun, 1) == {"n": "Saved", "o": "last_game", "p": ""}
    add(begun, new("x", game="h"))
    add(begun, new("y", game="h", previous="x", last_game=True))
    assert library(begun, 1)["o"] == "last_game" and library(begun, 1)["x"] == "last_game"


def test_last_game_is_a_slot_of_who_restarts_and_takes_nothing_from_others(
    begun: Direct,
) -> None:
    begun.name(2, "m", "")  # who only watches has it in the library, too
    both = (HOLDERS[0], Holder("person", "Bob", device=2))
    add(begun, new("n", previous="m", last_game=True, holders=both))
    assert begun.create(new("o", previous="n", last_game=True)) == Created("o")
    add(begun, new("p", previous="o", last_game=True))
    assert library(begun, 1) == {"n": "", "o": "last_game", "p": ""}
    assert library(begun, 2) == {"m": "", "n": ""}
    assert begun.forget(1, "n") is False and begun.load("n")
