"""Which seats choose at once: those that decide without knowing what the others choose.

The contract has one seat to move after the other. Seats that pass cards or bid at the same time
move one after the other as well, and `observe` tells nobody what the others chose. So this is read
from what seats observe, and no game declares it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from everygame.contract import State


def choosing(state: State) -> list[State]:
    """Return a state for each seat that chooses now. In the first, `state` itself, the seat to move
    chooses. In each further one another seat is to move, and what it may know and do there is the
    same, whatever the one before it chooses."""
    found = [state]
    if state.game.hidden:  # where nothing is hidden, each seat sees what the one before has done
        while (after := next_chooser(found)) is not None:
            found.append(after)
    return found


def next_chooser(found: list[State]) -> State | None:
    """Return the state of one more seat that chooses at once with those found; None where the next
    to move knows what the last one of them chooses."""
    last = found[-1]
    first, *others = last.legal_actions()
    after = last.apply(first)
    seat = after.to_play()
    if seat < 0 or seat in [state.to_play() for state in found]:
        return None
    known = known_to(after, seat)
    return after if all(known == known_to(last.apply(one), seat) for one in others) else None


def known_to(state: State, seat: int) -> tuple[Hashable, Any, list[int]]:
    """Return all by which a seat can decide: who is to move, what it observes, what is legal."""
    return state.to_play(), state.observe(seat), state.legal_actions()
