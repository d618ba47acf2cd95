"""Checks that nothing a seat gets depends on what it may not know. `resample` draws other states
from the seat's observation, and each of them must look the same to the seat as the true state."""

from __future__ import annotations

import json
from random import Random

from everygame.check.difference import copied, two_views
from everygame.check.inspector import Inspector, canonical
from everygame.check.pictures import draw, draw_once
from everygame.check.tensors import check_tensor_secrets
from everygame.contract import AnyJson, State, draw_truth
from everygame.scene import to_json
from everygame.words import Message, say


def of_two_truths(one: AnyJson, other: AnyJson) -> Message:
    """Say where two views differ that ought to be equal, because they belong to states that the
    seat cannot tell apart."""
    return say(" Of two truths with one view, {views}.", views=two_views(one, other))


def check_secrets(inspector: Inspector, state: State, text: str, seat: int, rng: Random) -> None:
    """Draw another state from a seat's observation, and check that it looks the same to the seat in
    every way as the true state. `text` is the true state as canonical JSON."""
    observation = inspector.json("observe", state.observe(seat))
    if observation == text and not inspector.game.hidden:
        return  # the seat sees everything, and check_round_trips covers that
    inspector.veiled |= observation != text
    inspector.asked = "resample"
    other = another(inspector, state, seat, rng)
    same = canonical(other.observe(seat)) == observation
    if not same:
        raise_leak(inspector, state, other, seat)
    if canonical(other.to_json()) == text:
        return
    inspector.moved_secret = True
    public = canonical(state.observe(None))
    unmoved = canonical(other.observe(None)) == public
    if not unmoved:
        views = two_views(state.observe(None), other.observe(None))
        why = say(" {views}, of two truths that seat {n} cannot tell apart.", views=views, n=seat)
        inspector.require(False, "a spectator sees a secret.", "observe", why)
    same = other.to_play() == state.to_play()
    inspector.require(same, "who plays tells seat {seat} a secret.", seat=seat)
    if state.disclose() is not None:
        check_disclosed(inspector, state, other)
    if state.to_play() == seat:
        same = other.legal_actions() == state.legal_actions()
        if not same:
            tell_moves(inspector, state, other, seat)
    check_tensor_secrets(inspector, state, other, seat)
    if inspector.artist is not None:
        before, after = draw_once(inspector, state, seat), draw(inspector, other, seat)
        if before != after and canonical(to_json(before)) != canonical(to_json(after)):
            why = of_two_truths(to_json(before), to_json(after))
            inspector.require(False, "the scene tells seat {n} a secret.", "scene", why, n=seat)


def raise_leak(inspector: Inspector, state: State, other: State, seat: int) -> None:
    """Raise BadGame, naming what leaks and the function that causes it."""
    views = two_views(state.observe(seat), other.observe(seat))
    if could_copy(inspector, state, other, seat):
        why = say(" Of what it was given and the truth that it drew, {views}.", views=views)
        changed = "resample changes what seat {seat} sees."
        inspector.require(False, changed, "resample", why, seat=seat)
    why = say(
        " Drawn anew by resample, {views}. If the seat may know this, resample has to keep it."
        "{place}",
        views=views,
        place=inspector.place("resample"),
    )
    inspector.require(False, "seat {seat} sees a secret.", "observe", why, seat=seat)


def could_copy(inspector: Inspector, state: State, other: State, seat: int) -> bool:
    """Whether the drawn state looks right once the seat's observation is copied into it. Then the
    difference was not hidden, and `resample` only failed to keep it."""
    seen = state.observe(seat)
    try:
        data = copied(seen, other.observe(seat), other.to_json())
        return inspector.game.from_json(json.loads(json.dumps(data))).observe(seat) == seen
    except Exception:  # the combined JSON may be no state
        return False


def tell_moves(inspector: Inspector, state: State, other: State, seat: int) -> None:
    moves = state.legal_moves(), other.legal_moves()
    told = "the legal actions tell seat {seat} a secret."
    inspector.require(False, told, "legal_actions", of_two_truths(*moves), seat=seat)


def check_disclosed(inspector: Inspector, state: State, other: State) -> None:
    """Check that `disclose` tells two states apart wherever the observation of any seat does."""
    seats = range(inspector.game.players)
    apart = any(canonical(state.observe(s)) != canonical(other.observe(s)) for s in seats)
    told = canonical(state.disclose()) != canonical(other.disclose())
    inspector.require(told or not apart, "disclose keeps back what a seat knows.", "disclose")


def another(inspector: Inspector, state: State, seat: int, rng: Random) -> State:
    """Draw a state that the seat cannot tell apart from this one."""
    observation = json.loads(canonical(state.observe(seat)))
    with inspector.placing("resample"):
        return draw_truth(inspector.game, observation, seat, Random(rng.random()))


def check_drawn_alike(inspector: Inspector, state: State, seat: int, seed: float) -> None:
    """Check, at every eighth ply, that `resample` depends on nothing but the observation and the
    random generator, so that a bot with the same seed plays the same moves."""
    if inspector.plies % 8 == 1:
        seen, inspector.asked = json.loads(canonical(state.observe(seat))), "resample"
        drawn = [
            canonical(draw_truth(inspector.game, seen, seat, Random(seed)).to_json())
            for _ in range(3)
        ]
        inspector.require(len(set(drawn)) == 1, "resample draws otherwise with the same generator.")
