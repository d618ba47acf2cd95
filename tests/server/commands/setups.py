"""The matches of the random walks: which games, seats, clocks and terms."""

from __future__ import annotations

from random import Random
from typing import Final

from everygame.server.clock.terms_and_course import DAY, Clock, Terms
from everygame.server.requests.messages import SeatRequest, Setup

GAMES: Final = {
    "toy": (2, 3),  # secrets, a die, and turns of several steps
    "tictactoe": (2,),
    "ur": (2,),  # dice
    "coldspell": (2, 3, 4),  # drawn tiles
    "icefloes": (1, 2, 3, 4),  # alone too; repetition
    "hnefatafl": (2,),  # repetition
    "crazyeights": (2, 3, 4),  # secrets and a deck
    "evade": (2,),  # secrets from the first ply; repetition
    "playingcards": (2, 4),  # a table without rules, with hands
    "chessset": (2,),  # a table without rules
}
SHARES: Final = (20, 20, 14, 6, 8, 5, 6, 3, 2, 3)
"""How often each game is chosen; those that take long less often."""
CLOCKS: Final = (
    None,
    Clock(60.0, increment=5.0),
    Clock(60.0, then="bot"),
    Clock(30.0, each="turn"),
    Clock(30.0, each="turn", then="turn"),
    Clock(30.0, each="turn", then="bot"),
    Clock(3 * DAY, each="turn"),
)
ENDLESS: Final = ("playingcards", "chessset")


def some_setup(rng: Random, key: str) -> Setup:
    """A match for its host and others: people here and elsewhere, bots, and open seats."""
    game = rng.choices(list(GAMES), SHARES)[0]
    players = rng.choice(GAMES[game])
    kinds = ["person", *rng.choices(["person", "open", "bot"], (4, 5, 2), k=players - 1)]
    if game in ENDLESS:
        kinds = [kind.replace("bot", "open") for kind in kinds]
    rng.shuffle(kinds)
    seats = [SeatRequest(kind, level="random" if kind == "bot" else "") for kind in kinds]
    clock = None if game in ENDLESS else rng.choice(CLOCKS)
    terms = Terms(clock=clock, free_seats=rng.random() < 0.5)
    options = {"players": str(players)} if len(GAMES[game]) > 1 else {}
    return Setup(game, seats, key, options, terms)
