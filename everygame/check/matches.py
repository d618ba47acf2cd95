"""Plays random matches and checks each of their plies."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from everygame.check.answers import (
    check_actions,
    check_kinds,
    check_result,
    check_round_trips,
    check_sides,
)
from everygame.check.broken_json import check_saves
from everygame.check.deduction import Ply
from everygame.check.hidden_plies import Twins
from everygame.check.inspector import Inspector, canonical
from everygame.check.locate import find_method
from everygame.check.move_texts import check_deduction, check_history, check_recall
from everygame.check.pictures import check_picture, check_picture_of_truth
from everygame.check.secrets import check_secrets
from everygame.check.tensors import check_mark, check_tensors
from everygame.contract import CHANCE, OVER, Game, State
from everygame.copying import CONTAINERS
from everygame.errors import BadGame
from everygame.scene import Artist
from everygame.tensors.layout import MakeLayout
from everygame.words import Message, say

LONGEST = 10_000
"""The number of plies after which a random match is taken to have no end."""
WALK = 40
"""The number of plies of a random match of an endless game."""
ENDLESS = "the match does not end: {n} plies, and to_play never answers OVER."
TOO_LONG = "the match goes on after {n} plies, and `longest` says that none does."
OPEN = "{name}: `hidden` is True, but observations never left something open.{place}"
SAME = (
    "{name}: `hidden` is True, but every truth that resample drew was the true one: it knows what"
    " it ought to draw, or observations leave nothing open.{place}{observe}"
)
NESTED = (
    " {name} holds lists in a list, or the like: a copy has a list of its own, but what is in it is"
    " shared. Put a new one in the place of what changes, or write copy()."
)
CALM = "{name}: `chance` is True, but CHANCE never decided.{place}"
MANY = 10
"""The least number of matches in which CHANCE has to decide once where `chance` is True."""
HIDING = "{name}: `hidden` is False, but observations left something open.{place}"


@dataclass(frozen=True)
class Report:
    """The number of matches and plies that were played, and a digest. The compiled and the
    interpreted build must give the same digest."""

    matches: int
    plies: int
    digest: str
    """The SHA-256 of the JSON of every state, in order."""
    endings: dict[str, int] = field(default_factory=dict)
    """How many of the matches ended in each way; those of endless games are not among them."""
    won: int = 0
    """How many of them somebody won."""


def conform(
    game: Game,
    matches: int,
    seed: int,
    artist: Artist | None = None,
    tick: Callable[[str], None] = lambda where: None,
    layout: MakeLayout | None = None,
) -> Report:
    """Play random matches and check every state. Raises BadGame at the first fault, with a sentence
    that names the match, the ply and the broken promise. `tick` is called after every check with
    the match and the ply, to show progress. `layout` is the function of the game's
    `tensors.py`."""
    check_sides(game)
    inspector = Inspector(game, artist, tick, layout)
    for number in range(matches):
        check_match(inspector, Random(f"{seed}/{number}"), number)
    unseen = game.endless and game.hidden  # a short match may reach no secret
    if matches and inspector.moved_secret != game.hidden and not unseen:
        place = find_method(type(game.initial_state()), "observe")
        if inspector.veiled and game.hidden:
            raise BadGame(SAME, name=game.name, place=find_method(game, "resample"), observe=place)
        raise BadGame(OPEN if game.hidden else HIDING, name=game.name, place=place)
    if matches >= MANY and game.chance and not (inspector.chanced or game.endless):
        raise BadGame(
            CALM, name=game.name, place=find_method(type(game.initial_state()), "to_play")
        )
    digest = inspector.digest.hexdigest()
    return Report(matches, inspector.plies, digest, dict(inspector.endings), inspector.won)


def ply_of(number: int, ply: int) -> Message:
    """Return the place of a check in words: the match and the ply."""
    return say("match {number}, ply {ply}", number=number, ply=ply)


def check_match(inspector: Inspector, rng: Random, number: int) -> None:
    """Play and check one random match. Any error that the game raises is a fault of the game, and
    becomes a BadGame."""
    try:
        walk(inspector, rng, number)
    except BadGame:
        raise
    except Exception as error:
        raise inspector.fault(inspector.explain(error)) from error


def walk(inspector: Inspector, rng: Random, number: int) -> None:
    """Play and check one random match; afterwards check that no earlier state has changed."""
    inspector.where, inspector.asked = ply_of(number, 0), "initial_state"
    with inspector.placing("initial_state"):
        state = inspector.game.initial_state()
    inspector.kind = type(state)
    first = inspector.json("to_json", state.to_json())
    inspector.asked = "initial_state"
    same = canonical(inspector.game.initial_state().to_json()) == first
    inspector.require(
        same, "initial_state is another one each time; what is random is left to CHANCE."
    )
    seen: list[tuple[State, str]] = []
    plies: list[Ply] = []
    twins = Twins(inspector, Random(f"{inspector.where}/twins"))
    for ply in range(LONGEST + 1):
        inspector.where = ply_of(number, ply)
        text = inspector.json("to_json", state.to_json())
        inspector.digest.update(text.encode())
        seen.append((state, text))
        check_state(inspector, state, text, rng)
        if plies:
            check_recall(inspector, plies[-1], Random(f"{inspector.where}/{text}"))
        if state.to_play() == OVER or (inspector.game.endless and ply == WALK):
            break
        inspector.require(ply < LONGEST, ENDLESS, "to_play", n=LONGEST)
        going = not inspector.game.longest or ply < inspector.game.longest
        inspector.require(going, TOO_LONG, "to_play", n=inspector.game.longest)
        action = pick(state, rng)
        after = applied(inspector, state, text, action)
        check_history(inspector, state, action, Random(rng.random()))
        plies.append(Ply(state, action, after))
        twins.follow(plies[-1])
        check_deduction(inspector, plies, Random(f"{inspector.where}, {action}"))
        state = after
        inspector.plies += 1
    if state.to_play() == OVER:
        inspector.endings[state.ending()] += 1
        inspector.won += max(state.returns()) > 0
    for ply, (old, text) in enumerate(seen):
        inspector.where = ply_of(number, ply)
        inspector.require(
            canonical(old.to_json()) == text, "apply changed an earlier state.", "advance"
        )
    check_saves(inspector, json.loads(text))


def applied(inspector: Inspector, state: State, text: str, action: int) -> State:
    """Return the state after an action, and check that `apply` leaves the state as it was and leads
    to the same state again. `text` is the state as canonical JSON."""
    inspector.asked = "advance"
    after, again = state.apply(action), state.apply(action)
    kept = canonical(state.to_json()) == text
    inspector.require(kept, "apply changes the state itself.", "", said_of_nested(state))
    same = canonical(after.to_json()) == canonical(again.to_json())
    said = "apply does not lead to the same state again; what is random is left to CHANCE."
    inspector.require(same, said)
    return after


def said_of_nested(state: State) -> str:
    """Return a sentence about nested lists in a state, which the default copy shares with the
    original; an empty text where there are none."""
    for name, value in vars(state).items() if hasattr(state, "__dict__") else ():
        inside = value.values() if isinstance(value, dict) else value
        if isinstance(value, CONTAINERS) and any(isinstance(one, CONTAINERS) for one in inside):
            return say(NESTED, name=name)
    return ""


def pick(state: State, rng: Random) -> int:
    if state.to_play() != CHANCE:
        return rng.choice(state.legal_actions())
    outcomes = state.chance_outcomes()
    return rng.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0]


def check_state(inspector: Inspector, state: State, text: str, rng: Random) -> None:
    inspector.scenes.clear()
    check_kinds(inspector, state)
    check_actions(inspector, state)
    check_result(inspector, state)
    inspector.asked = "from_json"
    check_round_trips(inspector, state, text)
    for seat in range(inspector.game.players):
        check_secrets(inspector, state, text, seat, rng)
    if inspector.artist is not None:
        for viewer in (None, *range(inspector.game.players)):
            check_picture(inspector, state, viewer)
        check_picture_of_truth(inspector, state)
        for seat in range(inspector.game.players):
            check_tensors(inspector, state, seat)
    check_mark(inspector, state)
