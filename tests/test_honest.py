"""Honest dice beside an independent, naive re-implementation of docs/honest-dice.md, written from
its text alone and sharing nothing with the engine but the rules."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everygame import honest_dice
from everygame.cli import main
from everygame.contract import CHANCE, Game
from everygame.errors import BadRecord
from everygame.library.registry import find_game
from everygame.match import Match
from everygame.record import Record, Seat, from_json, record_match, replay, to_json, write_record
from everygame.verify_dice import verify

GAMES = ("ur", "freezetag", "crazyeights", "coldspell")
ODDS: dict[str, dict[str, int]] = {"ur": {"0": 1, "1": 4, "2": 6, "3": 4, "4": 1}}


def sha(text: bytes) -> bytes:
    return hashlib.sha256(text).digest()


def naive_draws(data: dict[str, Any], game: Game) -> dict[int, str]:
    """Node: what the seed gives, by the text of the document."""
    lines, states, drawn = [sha(b"everygame")], [game.initial_state()], {}
    for number, ply in enumerate(data["plies"], 1):
        parent, move = (number - 1, ply) if isinstance(ply, str) else ply
        state = states[parent]
        if state.to_play() == CHANCE:
            (dice,) = data["dice"]
            words = [dice["name"]]
            words += [one["bytes"] for one in dice["mixed"] if one["after"] < number]
            words += [lines[parent].hex()]
            found = naive_choice(bytes.fromhex(dice["seed"]), words, odds(state))
            drawn[number] = found
        lines.append(sha(lines[parent] + move.encode()))
        states.append(state.play(move))
    return drawn


def odds(state: Any) -> list[tuple[str, Fraction]]:
    """The exact chances: of the game's own count where it has one."""
    actions = [(action, state.text(action)) for action in state.legal_actions()]
    floats = dict(state.chance_outcomes())
    for total in range(1, 2000):
        if all(abs(floats[a] * total - round(floats[a] * total)) < 1e-9 for a, _ in actions):
            return [(text, Fraction(round(floats[a] * total), total)) for a, text in actions]
    raise AssertionError("no small count")


def naive_choice(seed: bytes, words: list[str], chances: list[tuple[str, Fraction]]) -> str:
    total = 1
    while any((chance * total).denominator != 1 for _, chance in chances):
        total += 1
    attempt = 0
    while True:
        said = "\n".join([*words, str(attempt)]).encode()
        number = int(hmac.new(seed, said, hashlib.sha256).hexdigest(), 16)
        if number < 2**256 // total * total:
            break
        attempt += 1
    urn = [text for text, chance in chances for _ in range(int(chance * total))]
    return urn[number % total]


def honest_match(name: str, seed: int, plies: int = 200) -> Match:
    """A random match with dice, with undo, branches and a device that comes later."""
    game, rng = find_game(name).game(), Random(seed)
    match = Match(game, rng)
    match.apply_event(honest_dice.commit())
    mix(match, rng, 0)
    match.draw()
    while not match.outcome() and len(match.nodes) < plies:
        if rng.random() < 0.1 and not game.hidden:
            match.go(rng.randrange(len(match.nodes)))
        elif len(match.nodes) == 60:
            mix(match, rng, 1)
        if not match.outcome():
            match.play(match.to_play(), rng.choice(match.state().legal_actions()))
    if not match.outcome():
        match.resign(0)
    return match


def mix(match: Match, rng: Random, seat: int) -> None:
    match.apply_event({"type": "mix", "bytes": rng.randbytes(32).hex(), "seats": [seat]})


def saved(match: Match) -> Record:
    return record_match(match, [Seat()] * match.game.players)


@pytest.mark.parametrize("name", GAMES)
def test_every_draw_is_what_a_naive_program_draws(name: str) -> None:
    match = honest_match(name, 3)
    data = json.loads(json.dumps(to_json(saved(match))))
    drawn = naive_draws(data, match.game)
    assert drawn == {node.id: node.move for node in match.nodes[1:] if node.seat == CHANCE}
    assert len(drawn) >= 10
    assert sha(bytes.fromhex(data["dice"][0]["seed"])).hex() == data["dice"][0]["commitment"]
    assert verify(from_json(data), match.game).drawn == len(drawn)


@pytest.mark.parametrize("name", ["ur", "coldspell"])
def test_an_altered_draw_is_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = honest_match(name, 4, 40)
    record = replace(saved(match), result=None)
    rolls = [node for node in match.nodes[1:] if node.seat == CHANCE]
    node, file = rolls[5], tmp_path / "record.json"
    for move in match.state(node.parent).legal_moves():
        plies = (*record.plies[: node.id - 1], (node.parent, move))
        changed = replace(record, plies=plies, node=node.id)
        changed = replace(changed, result=replay_outcome(changed, match.game))
        file.write_text(write_record(changed), "utf-8")
        assert main(["verify", str(file)]) == (move != node.move)
        if move != node.move:
            told = capsys.readouterr().err
            assert f"Ply {node.id} of this save, {move}, is not" in told
            assert f"the seed gives {node.move}." in told


def replay_outcome(record: Record, game: Game) -> Any:
    match = Match(game, Random())
    for parent, text in record.plies:
        match.apply_event({"type": "play", "at": parent, "move": text})
    return match.outcome()


def test_another_seed_other_bytes_or_another_name_is_found() -> None:
    match = honest_match("ur", 5)
    record = saved(match)
    (dice,) = record.dice
    other = dice.seed[:-1] + ("0" if dice.seed[-1] != "0" else "1")
    with pytest.raises(BadRecord, match="not the one that was committed to"):
        verify(replace(record, dice=(replace(dice, seed=other),)), match.game)
    kept = replace(dice, seed=other, commitment=honest_dice.commitment_of(other))
    swapped = replace(dice, mixes=(replace(dice.mixes[0], bytes="0" * 64), *dice.mixes[1:]))
    for wrong in (kept, swapped, replace(dice, name="0" * 32), replace(dice, mixes=())):
        with pytest.raises(BadRecord, match="is not what was drawn"):
            verify(replace(record, dice=(wrong,)), match.game)


def test_a_seed_is_told_at_the_end_and_not_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = honest_match("ur", 6, 30)
    assert saved(match).dice[0].seed
    match.go(match.node)
    assert match.outcome() is None, "the resignation is taken back"
    going = saved(match)
    assert not going.dice[0].seed and "seed" not in to_json(going)["dice"][0]
    report = verify(going, match.game)
    assert not report.drawn and report.secret
    old = replace(going, dice=())
    assert verify(old, match.game).before == report.secret
    file = tmp_path / "old.json"
    file.write_text(write_record(old), "utf-8")
    assert main(["verify", str(file)]) == 1
    said = capsys.readouterr()
    assert "not committed to, so nothing is known of them" in said.out
    assert f"{report.secret} of {report.secret} follow from no known seed" in said.err


def test_a_noted_commitment_is_demanded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = honest_match("ur", 6, 30)
    file = tmp_path / "over.json"
    file.write_text(write_record(saved(match)), "utf-8")
    noted = match.dices[0].commitment
    assert main(["verify", str(file), "--commitment", noted.upper()]) == 0
    assert main(["verify", str(file), "--commitment", "ab" * 32]) == 1
    assert "No dice of this match were committed to by" in capsys.readouterr().err


def test_a_record_in_secret_tells_no_dice() -> None:
    match = honest_match("crazyeights", 1, 30)
    match.ended = None
    assert match.outcome() is None
    told = record_match(match, [Seat()] * match.game.players, viewer=0, whole=False)
    assert not told.dice
    assert match.dices[0].seed not in write_record(told)


def test_undo_meets_the_same_draw_and_so_does_a_replay() -> None:
    match = honest_match("ur", 8, 20)
    match.go(0)
    again = Match(match.game, Random(1))
    for event in (event for _, event in honest_dice.events_of(match.dices)):
        again.apply_event(event)
    again.draw()
    assert again.nodes[1].move == match.nodes[1].move
    record = saved(honest_match("ur", 9))
    assert saved(replay(from_json(to_json(record)), match.game, Random())) == record


@given(st.lists(st.integers(1, 5000), min_size=1, max_size=40))
def test_weights_are_exact(counts: list[int]) -> None:
    class Urn:
        def chance_outcomes(self) -> list[tuple[int, float]]:
            return [(n, one / sum(counts)) for n, one in enumerate(counts)]

    weights = honest_dice.weigh(Urn())  # type: ignore[arg-type]
    total = sum(weight for _, weight in weights)
    assert [Fraction(w, total) for _, w in weights] == [Fraction(c, sum(counts)) for c in counts]


def test_draws_below_a_number_are_equally_likely_and_throw_away_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seed = "7" * 64
    drawn = [honest_dice.draw_below(seed, ["name", str(n)], 6) for n in range(6000)]
    assert all(850 < drawn.count(side) < 1150 for side in range(6))
    first = hmac.digest(bytes.fromhex(seed), b"name\n0", "sha256")
    second = hmac.digest(bytes.fromhex(seed), b"name\n1", "sha256")
    total = int.from_bytes(first, "big")  # so that the first is just too large
    assert honest_dice.draw_below(seed, ["name"], total) == int.from_bytes(
        second, "big"
    ) % total or (int.from_bytes(second, "big") >= honest_dice.RANGE - honest_dice.RANGE % total)


def test_chance_waits_for_seats_and_for_bytes() -> None:
    match = Match(find_game("ur").game(), Random(1))
    match.apply_event(honest_dice.commit())
    match.devices, match.is_full = frozenset({1, 2}), False
    assert match.draw() == []
    match.apply_event({"type": "mix", "bytes": "0" * 64, "seats": [0], "device": 1})
    match.is_full = True
    assert match.draw() == []
    match.apply_event({"type": "mix", "bytes": "1" * 64, "seats": [1], "device": 2})
    assert match.draw() != []


@pytest.mark.parametrize(
    "dice",
    [
        {},
        [],
        {"name": "x", "commitment": "0" * 64, "after": 0, "mixed": []},
        {"name": "0" * 32, "commitment": "0" * 63, "after": 0, "mixed": []},
        {"name": "0" * 32, "commitment": "0" * 64, "after": -1, "mixed": []},
        {"name": "0" * 32, "commitment": "0" * 64, "after": 0, "mixed": [{}]},
        {"name": "0" * 32, "commitment": "0" * 64, "after": 0, "mixed": 7},
        {"name": "0" * 32, "commitment": "0" * 64, "seed": "zz", "after": 0, "mixed": []},
        {"name": 1, "commitment": None, "after": True, "mixed": [[]]},
    ],
)
def test_dice_that_are_none_are_refused(dice: Any) -> None:
    good = to_json(saved(honest_match("ur", 2, 10)))
    from_json(good)
    with pytest.raises(BadRecord, match=r"Dice 1|dice"):
        from_json({**good, "dice": [dice]})
