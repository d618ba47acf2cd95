"""Reasons for a move, in short sentences.

Some reasons follow from the answer of a search and exist in every game: a sentence states a proven
fact as a fact, and an estimate as what the position looks like. A game may add reasons of its own:
`reasons(before, action, after, seat)` in its file `reasons.py` returns sentences about the move,
the most important first. In a game with secrets, a sentence of the game is used only if it holds in
every state drawn by `resample`."""

from __future__ import annotations

from typing import Final

from everygame.bots.thinker import Thinker
from everygame.contract import OVER, State
from everygame.library.game_programs import Reasons
from everygame.library.registry import look_up
from everygame.search.budget import Answer
from everygame.search.greedy import are_partners, ends_won
from everygame.words import count, say

TRUTHS: Final = 12
"""In a game with secrets, a sentence of the game must hold in this number of states drawn by
`resample`."""
MOST: Final = 3
"""The most sentences about a move."""
FAR: Final = 0.35
"""A move is called the best by far if its expected return exceeds that of every other move by this
much."""
CLEAR: Final = 0.15
"""A move is called clearly better if its expected return exceeds that of every other move by this
much."""
STANDS: Final = (
    (0.6, say("With it you look close to winning.")),
    (0.15, say("With it you look better.")),
    (-0.15, ""),
    (-0.6, say("You look worse, and no other move looks better.")),
)
"""Sentences about the chances in a match; each applies from this expected return upwards, the first
that applies is used. Of a level match nothing is said: it would be said again and again."""
BAD: Final = say("You look close to losing, and no other move looks better.")
"""The sentence for an expected return below all those of STANDS."""


def reasons(thinker: Thinker, found: Answer) -> list[str]:
    """Return at most MOST sentences about the best action that a search has found."""
    state = thinker.truth()
    legal = state.legal_actions()
    if len(legal) == 1:
        return [say("It is the only legal move."), *from_game(thinker, found.action)][:MOST]
    certain = about_proof(thinker, found, state)
    own = from_game(thinker, found.action)
    sentences = [*certain, *own, *about_lead(found, len(legal), bool(certain))]
    if not sentences and state.advise() is None:
        sentences = about_estimate(found.value)
    return [*sentences[: MOST - 1], *about_reply(thinker, found, state)][:MOST]


def about_proof(thinker: Thinker, found: Answer, state: State) -> list[str]:
    """Return sentences about what the search has proven; none if it has proven nothing."""
    seats = thinker.sides
    others = [found.exact.get(a) for a in state.legal_actions() if a != found.action]
    lost = -1.0 if seats <= 2 else -1.0 / (seats - 1)
    rest_lose = seats > 1 and all(value is not None and value <= lost for value in others)
    if found.proven and found.value >= 1.0:
        return [about_win(thinker, found, state)]
    if found.proven and found.value <= lost:
        if found.plies:
            return [say("Every move loses if the others play well; this one holds out longest.")]
        return [say("Every move loses if the others play well.")]
    if rest_lose and not thinker.hidden:
        answer = find_refutation(thinker, found, state)
        return [
            say("Anything else loses to {move}.", move=answer)
            if answer
            else say("Anything else loses.")
        ]
    if found.proven and found.value == 0.0:
        return [say("With best play it is a draw.")]
    return []


def about_win(thinker: Thinker, found: Answer, state: State) -> str:
    """Return a sentence about a proven win. It says in how many turns the win comes where the line
    to the end of the match is known."""
    turns, complete = count_turns(thinker.seat, found, state)
    if thinker.sides == 1:
        if not complete:
            return say("It leads to the goal.")
        one, many = "It leads to the goal at once.", "It leads to the goal in {n} moves."
        return count(one, many, len(found.line))
    if complete and len(found.line) == 1:
        return say("It wins at once.")
    if complete and turns == 1 and is_alone(thinker.seat, found, state):
        return say("It wins in this turn.")
    if complete and turns > 1 and found.plies == len(found.line):  # no defence lasts longer
        return say("It wins by force in {turns} moves.", turns=turns)
    return say("It wins by force.")


def count_turns(seat: int, found: Answer, state: State) -> tuple[int, bool]:
    """Return the number of turns that a seat has along the line, and whether the seat has won at
    the end of the line."""
    turns, before = 0, OVER
    for action in found.line:
        who = state.to_play()
        turns += who == seat != before
        before = who
        state = state.apply(action)
    return turns, state.to_play() == OVER and state.returns()[seat] >= 1.0


def is_alone(seat: int, found: Answer, state: State) -> bool:
    """Whether the seat plays all plies of the line."""
    for action in found.line:
        if state.to_play() != seat:
            return False
        state = state.apply(action)
    return True


def find_refutation(thinker: Thinker, found: Answer, state: State) -> str:
    """Return the text of a reply that wins at once against every move except the best one; empty
    where there is none, or where there are more than eight other moves."""
    others = [action for action in state.legal_actions() if action != found.action]
    winning = set.intersection(*(wins_at_once(state.apply(a), thinker.seat) for a in others[:8]))
    return min(winning) if winning and len(others) <= 8 else ""


def wins_at_once(state: State, seat: int) -> set[str]:
    """Return the texts of the moves by which the player to move wins at once; none if that player
    is on the side of `seat`."""
    who = state.to_play()
    if who < 0 or are_partners(state, who, seat):
        return set()
    return {state.text(action) for action in state.legal_actions() if ends_won(state, action)}


def about_lead(found: Answer, count: int, certain: bool) -> list[str]:
    """Return a sentence about how far the expected return of the best action exceeds that of the
    next best. None if a proven fact has been stated (`certain`), if the difference is small, or if
    the search has not tried all of the `count` legal actions."""
    others = [value for action, value in found.values.items() if action != found.action]
    if certain or not others or len(others) + 1 < count:
        return []
    lead = found.value - max(others)
    if lead >= FAR:
        best = "It looks best by far: +{lead} over the next move, where 1 is a win."
        return [say(best, lead=format(lead, ".1f"))]
    return [say("It looks clearly better than every other move.")] if lead >= CLEAR else []


def about_estimate(value: float) -> list[str]:
    """Return a sentence about the chances in the match, from the expected return of the player to
    move; none where they look level."""
    sentence = next((sentence for least, sentence in STANDS if value >= least), BAD)
    return [sentence] if sentence else []


def about_reply(thinker: Thinker, found: Answer, state: State) -> list[str]:
    """Return a sentence about the best reply of the opponent; none where the search knows of no
    reply, in games with secrets, and in games that are not for two opponents."""
    if thinker.hidden or not thinker.game.players == thinker.sides == 2:
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


def from_game(thinker: Thinker, action: int) -> list[str]:
    """Return the sentences of the game's own `reasons` that hold in every state drawn by
    `resample`."""
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
    """Return the function `reasons` of a game; None where the game has none. Raises BadGame."""
    entry = look_up(name)
    return entry.reasons() if entry else None
