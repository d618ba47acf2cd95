"""Checks the answers of a state about its turn, its actions and its end, and that the state
survives the way to JSON and back."""

from __future__ import annotations

import json
from typing import Final

from everygame.check.inspector import Inspector, canonical
from everygame.contract import CHANCE, OVER, TRUTH, Game, State
from everygame.errors import BadGame, BadPosition
from everygame.fast.state import FastState
from everygame.sides import by_side, sides_of
from everygame.words import list_of, say

SAME: Final = (
    ("to_play", say("who plays")),
    ("legal_actions", say("the actions")),
    ("returns", say("the returns")),
    ("ending", say("the ending")),
    ("key", say("the key")),
)
"""The questions to which equal states give equal answers, each with its name for people."""


REASONS: Final = ("", "reveals", "random")
"""What `irrevocable` may answer."""
REASONS_SAID: Final = list_of(map(repr, REASONS))
NO_REASON: Final = "irrevocable answers {answer}; it may answer {reasons}."
UNLIKE: Final = "seats of one side have other returns: {returns}, and `sides` is {sides}."
UNEVEN: Final = "returns does not sum to 0, each side counted once: {returns}; `sides` is {sides}."


def check_sides(game: Game) -> None:
    """Check that `Game.sides` names the side of each seat. Raises BadGame."""
    sides = game.sides
    whole = isinstance(sides, tuple) and all(type(side) is int for side in sides)
    numbered = whole and set(sides) == set(range(len(set(sides))))
    if not numbered or len(sides) not in (0, game.players):
        raise BadGame(
            "{name}: `sides` is a tuple with the side of each of {n} seats, numbered from 0, not"
            " {sides}.",
            name=game.name,
            n=game.players,
            sides=repr(sides),
        )


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def check_kinds(inspector: Inspector, state: State) -> None:
    """Check that each method answers a value of the type that the contract demands."""
    inspector.asked = "to_play"
    inspector.require(type(state.to_play()) is int, "to_play is no whole number.")
    inspector.asked = "legal_actions"
    actions = state.legal_actions()
    whole = isinstance(actions, list) and all(type(action) is int for action in actions)
    inspector.require(whole, "legal_actions is no list of whole numbers.")
    inspector.asked = "text"
    for action in actions:
        text = state.text(action)
        one = isinstance(text, str) and len(text.split()) == 1 and text == text.strip()
        inspector.require(one, "{text} is no move text: one word without spaces.", text=repr(text))
    inspector.asked = "ending"
    inspector.require(isinstance(state.ending(), str), "ending() is no text.")
    inspector.asked = "returns"
    returns = state.returns()
    numbers = isinstance(returns, list | tuple) and all(map(is_number, returns))
    inspector.require(numbers, "returns is no list of numbers.")


def check_actions(inspector: Inspector, state: State) -> None:
    inspector.asked = "legal_actions"
    who, actions = state.to_play(), state.legal_actions()
    seats = (CHANCE, OVER, *range(inspector.game.players))
    inspector.require(who in seats, "no seat is {who}.", "to_play", who=who)
    inspector.require(
        actions == sorted(set(actions)), "legal_actions is not ascending.", "legal_actions"
    )
    sentence = "legal_actions is empty exactly when OVER."
    inspector.require(bool(actions) == (who != OVER), sentence, "legal_actions")
    texts = [state.text(action) for action in actions]
    whole = [state.text(action, TRUTH) for action in actions]
    inspector.require(
        texts == whole, "text of an action is not that for TRUTH, its default viewer.", "text"
    )
    twice = len(set(texts)) < len(texts)
    inspector.require(not twice, "two legal actions have the same text.", "text")
    for action, text in list(zip(actions, texts, strict=True))[:8]:
        again = state.parse(text) == action
        inspector.require(again, "parse({text}) is another action.", "parse", text=repr(text))
    if who == CHANCE:
        inspector.chanced = True
        said = "`chance` is False, but CHANCE decides."
        inspector.require(inspector.game.chance, said, "to_play")
        inspector.asked = "chance_outcomes"
        outcomes = state.chance_outcomes()
        inspector.require([a for a, _ in outcomes] == actions, "chance_outcomes misses actions.")
        total = sum(p for _, p in outcomes)
        inspector.require(abs(total - 1) < 1e-9, "chance adds up to {total}.", total=str(total))
        inspector.require(all(p >= 0 for _, p in outcomes), "a chance is negative.")
        most = inspector.game.num_outcomes
        within = not most or actions[-1] < most
        inspector.require(within, "an outcome reaches num_outcomes.", "legal_actions")
    elif actions:
        inspector.asked = "irrevocable"
        for why in map(state.irrevocable, actions):
            inspector.require(why in REASONS, NO_REASON, answer=repr(why), reasons=REASONS_SAID)
        advice = state.advise()
        inspector.require(advice is None or advice in actions, "advise is not legal.", "advise")
        inspector.require(actions[0] >= 0, "an action is negative.", "legal_actions")
        inspector.require(
            actions[-1] < inspector.game.num_actions,
            "an action reaches num_actions.",
            "legal_actions",
        )


def check_result(inspector: Inspector, state: State) -> None:
    inspector.asked = "returns"
    returns, over = state.returns(), state.to_play() == OVER
    right = len(returns) == inspector.game.players
    inspector.require(right, "returns is not one number a seat.", "returns")
    said = str(returns)
    within = all(-1 <= r <= 1 for r in returns)
    inspector.require(within, "returns leaves [-1, 1]: {returns}.", "returns", returns=said)
    game = inspector.game
    sides = by_side(game, returns)
    alike = all(got == sides[side] for got, side in zip(returns, sides_of(game), strict=True))
    inspector.require(alike, UNLIKE, "returns", returns=said, sides=str(game.sides))
    if len(sides) > 1:
        even = abs(sum(sides)) < 1e-9
        if game.sides:
            inspector.require(even, UNEVEN, "returns", returns=said, sides=str(game.sides))
        else:
            inspector.require(
                even, "returns does not sum to 0: {returns}.", "returns", returns=said
            )
    inspector.require(over or not any(returns), "there are returns before the end.", "returns")
    scores = state.scores()
    right = all(type(n) in (int, float) for n in scores) and len(scores) in (0, len(returns))
    inspector.require(right, "scores is not one number a seat.", "scores")
    ended = bool(state.ending()) == over
    inspector.require(ended, "ending() is a word exactly when OVER.", "ending")


def check_round_trips(inspector: Inspector, state: State, text: str) -> None:
    twin = inspector.game.from_json(json.loads(text))
    check_same(inspector, state, text, twin, "from_json(to_json())")
    try:
        position = state.position()
    except BadPosition:
        position = ""
    if position and state.to_play() != OVER:
        again = inspector.game.parse_position(position)
        read = again.position() == position
        inspector.require(read, "{position} reads as another position.", position=repr(position))
        inspector.require(again.to_play() == state.to_play(), "a position has its turn.")
    if isinstance(state, FastState):
        copy = state.blank()
        copy.copy_from(state)
        check_same(inspector, state, text, copy, "assign")


def check_same(inspector: Inspector, state: State, text: str, twin: State, how: str) -> None:
    inspector.require(canonical(twin.to_json()) == text, "{how} differs.", "to_json", how=how)
    for method, what in SAME:
        same = getattr(twin, method)() == getattr(state, method)()
        inspector.require(same, "{how} changes {what}.", how=how, what=what)
