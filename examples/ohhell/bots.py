"""What bots of Oh Hell aim at: to come out exact in this deal, and to be ahead in points."""

from dataclasses import replace

from everygame.cards import totals
from everygame.contract import State

from .rules import OPEN, OhHellState

SCALE = 40
"""Points that are worth a place or two."""


def evaluate(state: State, seat: int) -> float:
    """Points so far and those that are to be expected of this deal, against the others' mean."""
    assert isinstance(state, OhHellState)
    points = [float(had) for had in totals(state.sheet, state.players())]
    if OPEN not in state.bids:
        points = [had + hope(state, one) for one, had in enumerate(points)]
    mean = (sum(points) - points[seat]) / (len(points) - 1)
    return max(-0.99, min(0.99, (points[seat] - mean) / SCALE))


def hope(state: OhHellState, seat: int) -> float:
    """What a seat may expect of this deal: less the further its wish is from an even share of the
    tricks that are left, nothing where it took too many or can no longer take enough."""
    wish, left = state.bids[seat] - state.won[seat], len(state.hands[seat])
    if not 0 <= wish <= left:
        return 0.0
    away = abs(wish - left / state.players())
    return (10 + state.bids[seat]) * (1 - 0.7 * away / max(left, 1)) * (1 if not left else 0.8)


def levels(defaults):  # type: ignore[no-untyped-def]
    """Simulated matches go on for about a deal, and see more of it than usual."""
    return [replace(level, horizon=28) for level in defaults]
