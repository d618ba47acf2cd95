"""Why a move is good, in short sentences that are true.

Some follow from what a search found, in every game: what it has proven is said as it is, and what
it only estimates is said to look so. A game may add its own: its file `reasons.py`
has `reasons(before, action, after, seat)`, which answers sentences about the move, the best
first. With secrets, a game's sentence is only said if it is true in every truth that was drawn.
"""

from __future__ import annotations

from typing import Final

from everygame.bots.thinker import Thinker
from everygame.contract import OVER, State
from everygame.library.parts import Reasons
from everygame.library.registry import look_up
from everygame.search.budget import Answer
from everygame.words import count, say

TRUTHS: Final = 12
"""Truths in which a sentence must hold where something is hidden."""
MOST: Final = 3
FAR: Final = 0.35
CLEAR: Final = 0.15
"""How much better than all others a move is that is the best by far, or clearly."""
STANDS: Final = (
    (0.6, say("With it you look close to winning.")),
    (0.15, say("With it you look better.")),
    (-0.15, say("The match looks level.")),
    (-0.6, say("You look worse, and no other move looks better.")),
)
"""The least that a seat may expect by an estimate, and what is said then."""
BAD: Final = say("You look close to losing, and no other move looks better.")


def reasons(thinker: Thinker, found: Answer) -> list[str]:
    """At most MOST sentences about the best action of a search."""
    state = thinker.truth()
    legal = state.legal_actions()
    if len(legal) == 1:
        return [say("It is the only legal move."), *of_game(thinker, found.action)][:MOST]
    certain = of_certainty(thinker, found, state)
    own = of_game(thinker, found.action)
    sentences = [*certain, *own, *of_comparison(found, len(legal), bool(certain))]
    if not sentences and state.advise() is None:
        sentences = [how_it_stands(found.value)]
    return [*sentences[: MOST - 1], *of_answer(thinker, found, state)][:MOST]


def of_certainty(thinker: Thinker, found: Answer, state: State) -> list[str]:
    """What is proven."""
    seats = thinker.game.players
    others = [found.exact.get(a) for a in state.legal_actions() if a != found.action]
    lost = -1.0 if seats <= 2 else -1.0 / (seats - 1)
    rest_lose = seats > 1 and all(value is not None and value <= lost for value in others)
    if found.proven and found.value >= 1.0:
        return [how_it_wins(thinker, found, state)]
    if found.proven and found.value <= lost:
        if found.plies:
            return [say("Every move loses if the others play well; this one holds out longest.")]
        return [say("Every move loses if the others play well.")]
    if rest_lose and not thinker.hidden:
        answer = to_what(thinker, found, state)
        return [
            say("Anything else loses to {move}.", move=answer)
            if answer
            else say("Anything else loses.")
        ]
    if found.proven and found.value == 0.0:
        return [say("With best play it is a draw.")]
    return []


def how_it_wins(thinker: Thinker, found: Answer, state: State) -> str:
    """At once, or in how many turns, where the line to the end is known."""
    turns, complete = count_turns(thinker.seat, found, state)
    if thinker.game.players == 1:
        if not complete:
            return say("It leads to the goal.")
        one, many = "It leads to the goal at once.", "It leads to the goal in {n} moves."
        return count(one, many, len(found.line))
    if complete and len(found.line) == 1:
        return say("It wins at once.")
    if complete and turns == 1 and is_alone(thinker.seat, found, state):
        return say("It wins in this turn.")
    if complete and turns > 1 and found.plies == len(found.line):  # no defence is longer
        return say("It wins by force in {turns} moves.", turns=turns)
    return say("It wins by force.")


def count_turns(seat: int, found: Answer, state: State) -> tuple[int, bool]:
    """The turns of a seat along the line, and whether it wins at its end."""
    turns, before = 0, OVER
    for action in found.line:
        who = state.to_play()
        turns += who == seat != before
        before = who
        state = state.apply(action)
    return turns, state.to_play() == OVER and state.returns()[seat] >= 1.0


def is_alone(seat: int, found: Answer, state: State) -> bool:
    """Nobody else plays in the line."""
    for action in found.line:
        if state.to_play() != seat:
            return False
        state = state.apply(action)
    return True


def to_what(thinker: Thinker, found: Answer, state: State) -> str:
    """The answer to which the only other move loses at once."""
    others = [action for action in state.legal_actions() if action != found.action]
    winning = set.intersection(*(wins_at_once(state.apply(a), thinker.seat) for a in others[:8]))
    return min(winning) if winning and len(others) <= 8 else ""


def wins_at_once(state: State, seat: int) -> set[str]:
    """The moves by which another seat wins on the spot."""
    who = state.to_play()
    if who < 0 or who == seat:
        return set()
    return {
        state.text(action)
        for action in state.legal_actions()
        if state.apply(action).returns()[who] >= 1.0
    }


def of_comparison(found: Answer, count: int, certain: bool) -> list[str]:
    """How much better it is than the next best."""
    others = [value for action, value in found.values.items() if action != found.action]
    if certain or not others or len(others) + 1 < count:
        return []
    lead = found.value - max(others)
    if lead >= FAR:
        best = "It looks best by far: +{lead} over the next move, where 1 is a win."
        return [say(best, lead=format(lead, ".1f"))]
    return [say("It looks clearly better than every other move.")] if lead >= CLEAR else []


def how_it_stands(value: float) -> str:
    return next((sentence for least, sentence in STANDS if value >= least), BAD)


def of_answer(thinker: Thinker, found: Answer, state: State) -> list[str]:
    """What the next player does best then."""
    if thinker.hidden or thinker.game.players != 2:
        return []
    for action in found.line:
        who = state.to_play()
        if who < 0 or action not in state.legal_actions():
            return []
        if who != thinker.seat:
            answer = "Your opponent's best answer then looks to be {text}."
            return [say(answer, text=state.text(action))]
        state = state.apply(action)
    return []


def of_game(thinker: Thinker, action: int) -> list[str]:
    """What the game itself says, in every truth that the seat cannot rule out."""
    say = find_reasons(thinker.game.name)
    if say is None:
        return []
    said: list[str] | None = None
    for _ in range(TRUTHS if thinker.hidden else 1):
        before = thinker.truth()
        if action not in before.legal_actions():
            return []
        now = say(before, action, before.apply(action), thinker.seat)
        said = list(now) if said is None else [sentence for sentence in said if sentence in now]
    return said or []


def find_reasons(name: str) -> Reasons | None:
    """What the game itself says of a move, if it does. Raises BadGame."""
    entry = look_up(name)
    return entry.reasons() if entry else None
