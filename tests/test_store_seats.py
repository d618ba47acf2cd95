"""What the store promises of seats and of the links to them; `test_store_invitations.py` tries all
orders of what may happen to one seat."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from everygame.errors import StaleState
from everygame.store import Gone, Holder
from tests.stores import Direct, run


def test_of_two_links_one_gives_the_seat(begun: Direct) -> None:
    """Also where the second is asked for while the first is being used."""
    begun.invite("m", 2, "a", b"a", 1)

    async def race() -> list[Any]:
        store = begun.store
        return await asyncio.gather(
            store.accept(b"a", 2, "Bob"),
            store.invite("m", 2, "b", b"b", 1),
            store.accept(b"b", 1, "Ann"),
        )

    taken, offered, stolen = run(race())
    assert taken and offered is None and stolen is None
    assert begun.holders("m")[2] == Holder("person", "Bob", "", 2)


def test_a_seat_is_taken_only_from_whom_one_saw_there(begun: Direct) -> None:
    begun.invite("m", 2, "a", b"a", 1)
    begun.accept(b"a", 2, "Bob")
    with pytest.raises(StaleState, match="just now"):
        begun.set_holder("m", 2, Holder("open"), Holder("bot", "Medium", "medium"))
    with pytest.raises(Gone):
        begun.set_holder("n", 2, Holder("open"), Holder("bot", "Medium", "medium"))
    assert begun.holders("m")[2].name == "Bob"


def test_a_link_of_before_lives_until_somebody_sits_there(begun: Direct) -> None:
    """Version 0.1 gave links no names, so the same link cannot be shown again."""
    begun.invite("m", 2, "old", b"old", 1)
    begun.store.writer.connection.execute("UPDATE invitations SET name = NULL")
    assert begun.invite("m", 2, "new", b"new", 1) == "new"
    assert begun.find_invitation(b"old") and begun.find_invitation(b"new")
    assert begun.accept(b"old", 2, "Bob")
    assert begun.find_invitation(b"new") is None
