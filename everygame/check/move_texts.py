"""Checks the history of a match: move texts must give away no more than a viewer may know, and
`resample` must forget nothing that they gave away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from everygame.check.deduction import TRUTHS, Ply, bits_of, contradicted, forgotten
from everygame.check.inspector import Inspector, called, canonical
from everygame.check.recall import unsure
from everygame.check.secrets import another, check_drawn_alike
from everygame.contract import State
from everygame.words import say

PLIES = 8
"""The number of other plies with whose texts the text of a ply is compared."""
EXPLANATIONS = 50
"""The number of states drawn before a text is called a leak."""
DEDUCED, DEDUCTIONS = 0.1, 25
"""`check_deduction` and `check_recall` run after about the share DEDUCED of all plies, and each at
most DEDUCTIONS times in one check, because they are slow."""
MOVES = 6
"""The number of legal moves that an error message names at most."""


def leads(start: State, read: str, viewer: int | None, after: State) -> bool:
    """Whether a ply that reads so to the viewer leads from the state `start` to the state
    `after`."""
    wanted = canonical(after.to_json())
    actions = (action for action in start.legal_actions() if start.text(action, viewer) == read)
    return any(canonical(start.apply(action).to_json()) == wanted for action in actions)


def check_history(inspector: Inspector, state: State, action: int, rng: Random) -> None:
    """Check that the text of a ply tells a viewer nothing that the viewer's observation leaves
    open. Each ply is checked for one random viewer."""
    if not inspector.game.hidden:
        return
    seat = rng.randrange(inspector.game.players)
    check_drawn_alike(inspector, state, seat, rng.random())
    inspector.asked = "text"
    viewer = rng.choice([seat, None])
    read, truths = state.text(action, viewer), [state, another(inspector, state, seat, rng)]
    for truth, other in alike(inspector, truths, action, viewer, rng):
        drawn = (another(inspector, state, seat, rng) for _ in range(EXPLANATIONS))
        after = truth.apply(other)
        told = any(leads(start, read, viewer, after) for start in (*truths, *drawn))
        if not told:
            reads = truth.text(other, viewer)
            if viewer is not None and viewer == state.to_play():
                mine = "{viewer} has played {read}, and its observation then leaves that open."
                inspector.require(False, mine, "observe", viewer=called(viewer), read=repr(read))
            why = say(
                " What is seen after it is seen after one that reads {other}, too. If it may be"
                " known, observe has to keep it.{place}",
                other=repr(reads),
                place=inspector.place("observe"),
            )
            said = "{read} in the history tells {viewer} a secret."
            who = called(viewer)
            inspector.require(False, said, "text", why, read=repr(read), viewer=who)


def check_deduction(inspector: Inspector, plies: list[Ply], rng: Random) -> None:
    """Check that `resample` forgets nothing that plies have told a seat which did not play them."""
    game, last = inspector.game, plies[-1]
    seats = [seat for seat in range(game.players) if seat != last.before.to_play()]
    asked = seats and inspector.deduced < DEDUCTIONS and rng.random() < DEDUCED
    if not game.hidden or game.endless or not asked:
        return
    inspector.deduced += 1
    inspector.asked = "resample"
    seat = rng.choice(seats)
    retraced = contradicted(game, plies, seat, rng)
    if retraced.fault:
        raise_contradicted(inspector, *retraced.fault, seat)
    if retraced.back == TRUTHS:
        return  # the last ply was legal in every drawn state
    fact = forgotten(game, last.before, last.action, last.after, seat, rng)
    read = last.before.text(last.action, seat)
    text = (
        "resample forgets what {read} told seat {seat}: it draws truths in which {fact}, and"
        " in none in which that ply could be played is it so. Let the observation keep what"
        " the plies told (who has no card of a suit), and resample heed it."
    )
    inspector.require(not fact, text, "resample", read=repr(read), seat=seat, fact=fact)


def check_recall(inspector: Inspector, ply: Ply, rng: Random) -> None:
    """Check that `resample` keeps what a seat is sure of after a ply. The check runs at random
    plies, and at plies after which a seat sees less than before, as when it has passed cards on."""
    game, seat = inspector.game, rng.randrange(inspector.game.players)
    told = ply.is_read(seat) and ply.before.to_play() != seat  # else check_history tests it
    close = not told and (sees_less(ply, seat) or rng.random() < DEDUCED)
    if not game.hidden or game.endless or not close or inspector.recalled == DEDUCTIONS:
        return
    inspector.recalled += 1
    inspector.asked = "resample"
    fact, ties = unsure(game, ply.before, ply.action, seat, rng)
    read = repr(ply.before.text(ply.action, seat))
    text = "after {read} seat {seat} is sure of this, and resample draws truths without it: {fact}."
    why = say(
        " Let the observation keep what the seat has done and seen (which cards it passed on), and"
        " resample heed it.{place}",
        place=inspector.place("resample"),
    )
    method = "resample" if ties else "observe"
    inspector.require(not fact, text, method, "" if ties else why, read=read, seat=seat, fact=fact)


def sees_less(ply: Ply, seat: int) -> bool:
    """Whether the observation of the seat has fewer words and characters after the ply than before
    it, in total (`bits_of` lists them). Which ones they are is not compared."""
    before, after = (Counter(bits_of(one.observe(seat))) for one in (ply.before, ply.after))
    return sum((before - after).values()) > sum((after - before).values())


def raise_contradicted(inspector: Inspector, ply: Ply, start: State, seat: int) -> None:
    """Raise BadGame: in a drawn state, the ply would not have been legal. Name the moves that would
    have been."""
    moves = start.legal_moves()
    shown = ", ".join(moves[:MOVES]) + (", …" if len(moves) > MOVES else "")
    text = (
        "resample forgets what {read} told seat {seat}: it draws a truth in which seat {who} could"
        " not have played that, but only {moves}. Let the observation keep what the plies told (who"
        " has no card of a suit), and resample heed it."
    )
    read, who = ply.before.text(ply.action, seat), ply.before.to_play()
    inspector.require(False, text, "resample", read=repr(read), seat=seat, who=who, moves=shown)


def alike(
    inspector: Inspector, truths: list[State], action: int, viewer: int | None, rng: Random
) -> Iterator[tuple[State, int]]:
    """Yield some plies, each with the state it is played in, whose text differs from that of
    `action` in the first of these states but which lead to the same observation of the viewer."""
    read = truths[0].text(action, viewer)
    seen = canonical(truths[0].apply(action).observe(viewer))
    plies = [(truth, other) for truth in truths for other in truth.legal_actions()]
    for truth, other in rng.sample(plies, min(len(plies), PLIES)):
        reads_otherwise = truth.text(other, viewer) != read
        if reads_otherwise and canonical(truth.apply(other).observe(viewer)) == seen:
            yield truth, other
