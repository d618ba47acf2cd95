"""Checks the history of a match: move texts must give away no more than a viewer may know, and
`resample` must forget nothing that they gave away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from everygame.check.deduction import TRUTHS, Ply, bits_of, contradicted, forgotten, sight
from everygame.check.difference import two_views
from everygame.check.inspector import Inspector, called, canonical
from everygame.check.recall import unsure
from everygame.check.secrets import another, check_drawn_alike
from everygame.contract import CHANCE, State
from everygame.words import Message, say

PLIES = 8
"""The number of other plies with whose texts the text of a ply is compared."""
EXPLANATIONS = 50
"""The number of states drawn before a text is called a leak."""
DEDUCED, DEDUCTIONS = 0.1, 25
"""`check_deduction` and `check_recall` run after about the share DEDUCED of all plies, and each at
most DEDUCTIONS times in one check, because they are slow."""
EACH = 10
"""How many plies of each kind that a seat has read but not played `check_recall` takes at most. The
first one is taken, and later ones more and more rarely, so that they come from many matches."""
SURE = "after {read} seat {seat} is sure of this, and resample draws truths without it: {fact}."
HEARD = (
    "resample forgets what {read} in the history tells seat {seat}: it draws truths without this:"
    " {fact}."
)
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
    """Check that `resample` forgets nothing that plies have told a seat: the seat that played the
    last one, and another seat."""
    game, last = inspector.game, plies[-1]
    asked = inspector.deduced < DEDUCTIONS and rng.random() < DEDUCED
    if not game.hidden or game.endless or not asked:
        return
    inspector.deduced += 1
    inspector.asked = "resample"
    who = last.before.to_play()
    others = [seat for seat in range(game.players) if seat != who]
    if others:
        check_told(inspector, plies, rng.choice(others), rng)
    if who != CHANCE:
        retrace(inspector, plies, who, rng)


def retrace(inspector: Inspector, plies: list[Ply], seat: int, rng: Random) -> int:
    """Check that the plies can have been played in states that are drawn for the seat. Return in
    how many of these the last ply could be taken back."""
    retraced = contradicted(inspector.game, plies, seat, rng)
    if retraced.fault:
        raise_contradicted(inspector, *retraced.fault, seat)
    return retraced.back


def check_told(inspector: Inspector, plies: list[Ply], seat: int, rng: Random) -> None:
    """Check that `resample` forgets nothing that plies have told a seat which has not played the
    last one."""
    last = plies[-1]
    if retrace(inspector, plies, seat, rng) == TRUTHS:
        return  # the last ply was legal in every drawn state
    fact = forgotten(inspector.game, last.before, last.action, last.after, seat, rng)
    read = last.before.text(last.action, seat)
    text = (
        "resample forgets what {read} told seat {seat}: it draws truths in which {fact}, and"
        " in none in which that ply could be played is it so. Let the observation keep what"
        " the plies told (who has no card of a suit), and resample heed it."
    )
    inspector.require(not fact, text, "resample", read=repr(read), seat=seat, fact=fact)


def check_recall(inspector: Inspector, ply: Ply, rng: Random) -> None:
    """Check that `resample` keeps what a seat is sure of after a ply."""
    game, seat = inspector.game, rng.randrange(inspector.game.players)
    if not game.hidden or game.endless or not is_asked(inspector, ply, seat, rng):
        return
    inspector.asked = "resample"
    fact, ties = unsure(game, ply.before, ply.action, seat, rng)
    read = repr(ply.before.text(ply.action, seat))
    heard = is_heard(ply, seat)
    why = "" if ties and not heard else how_to_keep(inspector, heard)
    text, method = HEARD if heard else SURE, "resample" if ties else "observe"
    inspector.require(not fact, text, method, why, read=read, seat=seat, fact=fact)


def how_to_keep(inspector: Inspector, heard: bool) -> Message:
    """Say how `resample` comes to keep what a seat has read, if `heard`, or else done and seen."""
    if not heard:
        return say(
            " Let the observation keep what the seat has done and seen (which cards it passed on),"
            " and resample heed it.{place}",
            place=inspector.place("resample"),
        )
    return say(
        " Let the observation keep it (which card somebody took), and resample heed it; or let text"
        " tell less.{resample}{text}",
        resample=inspector.place("resample"),
        text=inspector.place("text"),
    )


def is_heard(ply: Ply, seat: int) -> bool:
    """Whether the seat has read a ply that it has not played."""
    return ply.before.to_play() != seat and ply.is_read(seat)


def is_asked(inspector: Inspector, ply: Ply, seat: int, rng: Random) -> bool:
    """Whether `check_recall` runs for this ply and this seat, which is counted. It runs at random
    plies, at plies after which a seat sees less than before, as when it has passed cards on, and at
    some plies of each kind that the seat has read but not played."""
    who, now = ply.before.to_play(), ply.after.to_play()
    if not is_heard(ply, seat):
        close = sees_less(ply, seat) or rng.random() < DEDUCED
        kind, asked = "", close and inspector.recalled[""] < DEDUCTIONS
    else:
        readers = sum(ply.is_read(one) for one in range(inspector.game.players))
        kind = f"{min(who, 0)} {min(now, 0)} {readers}"
        times = inspector.recalled[kind]
        asked = times < EACH and rng.random() * (1 + times) < 1
    inspector.recalled[kind] += asked
    return asked


def sees_less(ply: Ply, seat: int) -> bool:
    """Whether the observation of the seat has fewer words and characters after the ply than before
    it, in total (`bits_of` lists them). Which ones they are is not compared."""
    before, after = (Counter(bits_of(one.observe(seat))) for one in (ply.before, ply.after))
    return sum((before - after).values()) > sum((after - before).values())


def raise_contradicted(inspector: Inspector, ply: Ply, start: State, seat: int) -> None:
    """Raise BadGame: in a drawn state, which was `start` before the ply, the ply would not have
    been legal, or the seat would have seen something else after it. Say what."""
    read, who = ply.before.text(ply.action, seat), ply.before.to_play()
    text = (
        "resample forgets what {read} told seat {seat}: it draws a truth in which {otherwise}.{why}"
    )
    why = say(
        " Let the observation keep what the plies told (who has no card of a suit, where nobody was"
        " found), and resample heed it."
    )
    otherwise = (
        seen_otherwise(ply, start, seat)
        if ply.action in start.legal_actions()
        else say(
            "seat {who} could not have played that, but only {moves}", who=who, moves=listed(start)
        )
    )
    inspector.require(
        False, text, "resample", read=repr(read), seat=seat, otherwise=otherwise, why=why
    )


def seen_otherwise(ply: Ply, start: State, seat: int) -> Message:
    """Say what the seat would have seen after the ply, had it been played in `start`."""
    end = start.apply(ply.action)
    if end.is_terminal() != ply.after.is_terminal():
        ended = say("that ply would have ended the match")
        return ended if end.is_terminal() else say("that ply would not have ended the match")
    views = two_views(sight(ply.after, seat), sight(end, seat))
    return say("the seat would have seen something else after that ply: {views}", views=views)


def listed(state: State) -> str:
    """Return some legal moves of a state, as text."""
    moves = state.legal_moves()
    return ", ".join(moves[:MOVES]) + (", …" if len(moves) > MOVES else "")


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
