"""Checks `bots.py`, which guides the searches, and `reasons.py`, which explains hints."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from everygame.bots.request import ask
from everygame.bots.thinker import answer
from everygame.check.answers import is_number
from everygame.check.evaluation import find_fault, has_wrong_sign
from everygame.check.locate import find_function, find_method
from everygame.check.matches import pick
from everygame.contract import CHANCE, OVER, Game, Json, State
from everygame.errors import BadGame
from everygame.library.registry import Entry
from everygame.search.adapter import DRAWS
from everygame.search.game_advice import Level

LONGEST: Final = 300
"""The number of plies of a match whose moves are explained at most."""
SECONDS: Final = 0.05
"""The seconds that a bot gets for one move."""


def walk(game: Game, rng: Random) -> list[tuple[State, int, State]]:
    """Play a random match, and return its first plies by players: each as the state before, the
    action and the state after."""
    state = game.initial_state()
    plies: list[tuple[State, int, State]] = []
    while state.to_play() != OVER and len(plies) < LONGEST:
        action = pick(state, rng)
        after = state.apply(action)
        if state.to_play() != CHANCE:
            plies.append((state, action, after))
        state = after
    return plies


def check_advice(entry: Entry, state: State, rng: Random) -> None:
    """Check the answers of all functions of `bots.py` in one state. Raises BadGame."""
    advice, legal, seat = entry.advice(), state.legal_actions(), state.to_play()

    def require(promise: bool, name: str, sentence: str) -> None:
        if not promise:
            raise BadGame(
                "{name}: bots.py: {sentence}.{find_method}",
                name=entry.name,
                sentence=sentence,
                find_method=find_method(advice, name),
            )

    for name in ("idea", "secrecy"):
        estimate = getattr(advice, name)
        worth = estimate(state, seat) if estimate else 0.0
        require(is_number(worth), name, f"{name} answers {worth!r}, no number")
    if advice.evaluate:
        fault = find_fault(state.game, advice.evaluate, state)
        require(not fault, "evaluate", fault)
    if advice.priors:
        weights = advice.priors(state, legal)
        right = len(weights) == len(legal) and min(weights) >= 0
        require(right, "priors", "priors is not one weight for each action, none negative")
    if advice.policy:
        wanted = advice.policy(state, rng.randrange(DRAWS))
        require(wanted in legal, "policy", f"policy plays {wanted!r}, not legal")
    if advice.belief:
        chance = advice.belief([sent_observation(state, seat)], seat)(state)
        right = is_number(chance) and 0 <= chance <= 1
        require(right, "belief", f"belief answers {chance!r}, no number from 0 to 1")


def check_sign(entry: Entry, game: Game, rng: Random, tick: Callable[[], None]) -> None:
    """Require that `evaluate` is no estimate for the opponent. Raises BadGame."""
    evaluate = entry.advice().evaluate
    if evaluate and has_wrong_sign(game, evaluate, rng, tick):
        raise BadGame(
            "{name}: bots.py: evaluate has the wrong sign: it is low for seats that win, and its"
            " negative plays better.{place}",
            name=entry.name,
            place=find_function(evaluate, "evaluate"),
        )


def sent_observation(state: State, seat: int) -> Json:
    """Return a seat's observation as the process of a bot receives it: JSON has turned tuples into
    lists."""
    arrived: Json = json.loads(json.dumps(state.observe(seat)))
    return arrived


def think(game: Game, level: Level, state: State, rng: Random) -> None:
    """Let a bot choose a move; the move is ignored. Raises what the game raises."""
    request = ask(game, [state], state.to_play())
    request["observation"] = sent_observation(state, state.to_play())
    seed = rng.getrandbits(31)
    answer(game, replace(level, slip=0.0), {**request, "seed": seed, "seconds": SECONDS})


def check_reasons(entry: Entry, before: State, action: int, after: State) -> None:
    """Require that `reasons.py` answers a list of sentences about a move. Raises BadGame."""
    say = entry.reasons()
    assert say
    said = say(before, action, after, before.to_play())
    if not (isinstance(said, list | tuple) and all(isinstance(text, str) for text in said)):
        place = find_function(say, "reasons")
        raise BadGame(
            "{name}: reasons answers {said}, no list of sentences.{place}",
            name=entry.name,
            said=repr(said),
            place=place,
        )
