"""Dice over the wire: the server commits to a seed before devices send bytes, waits for all of
them, draws the same again after undo and after a crash, and publishes the seed only at the end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from everygame import honest_dice
from everygame.errors import EveryGameError
from everygame.library.registry import find_game
from everygame.record import from_json
from everygame.verify_dice import verify
from tests.server.serving import Device, Line, serving


def check(record: dict[str, Any]) -> int:
    """Check that all draws of a save follow from its seed; returns how many."""
    read = from_json(record)
    return verify(read, find_game(read.game).game(**read.options)).drawn


def give(line: Line, data: str, id: str = "mix") -> str:
    line.say(type="mix", id=id, bytes=data)
    kind: str = line.wait(lambda message: message["type"] in ("ack", "error"))["type"]
    return kind


def test_chance_waits_until_all_have_sat_down_and_given_bytes(
    ann: Device, bob: Device, eve: Device
) -> None:
    match = ann.begin("ur", "person", "open")
    line = enter_quietly(ann, match)
    dice = line.table["dice"]
    assert line.table["asked"] and dice["mixed"] == [] and len(dice["commitment"]) == 64
    assert dice["waits"] and not line.table["line"] and not dice["seed"]
    watcher = enter_quietly(eve, match)
    assert not watcher.table["asked"] and give(watcher, "1" * 64) == "error"
    assert give(line, "nonsense") == "error" and give(line, "a" * 64) == "ack"
    line.see(asked=False)
    assert give(line, "a" * 64) == "ack", "sent again, it is answered again"
    assert give(line, "c" * 64, "more") == "error"
    assert line.table["dice"]["waits"] and not line.table["line"], "a seat is open"
    assert bob.look(ann.invite(match))["commitment"] == dice["commitment"]
    ann.admit(bob, match)
    second = enter_quietly(bob, match)
    assert second.table["asked"] and second.table["dice"]["waits"]
    assert give(second, "b" * 64) == "ack"
    table = line.see(lambda table: table["line"])
    assert not table["dice"]["waits"] and table["dice"]["commitment"] == dice["commitment"]
    assert [one["bytes"][0] for one in table["dice"]["mixed"]] == ["a", "b"]
    ann.get(f"/api/matches/{match}/dice", 403)
    assert "seed" not in ann.record(match)["dice"][0]
    line.command("resign", seat=0)
    record = ann.record(match)
    seed = line.table["dice"]["seed"]
    assert (
        record["dice"][0]["seed"] == seed and honest_dice.commitment_of(seed) == dice["commitment"]
    )
    assert [mix["seats"] for mix in record["dice"][0]["mixed"]] == [[0], [1]]
    assert check(record) == len(line.table["line"]) >= 1, "one roll, or more where it was 0"
    told = eve.get(f"/api/matches/{match}/dice")
    assert told["dice"] == record["dice"] and len(told["plies"]) == check(record)
    assert sum(int(weight) for _, weight in told["plies"][0][2]) == 16


def test_chance_does_not_wait_for_a_player_who_has_left_the_seat_to_a_bot(
    ann: Device, bob: Device, eve: Device
) -> None:
    match = ann.begin("coldspell", "person", "open", "open")
    for seat, guest in enumerate((bob, eve), 1):
        ann.admit(guest, match, seat)
    line, second, third = (enter_quietly(device, match) for device in (ann, bob, eve))
    assert give(line, "a" * 64) == give(second, "b" * 64) == "ack"
    assert line.until(lambda table: len(table["dice"]["mixed"]) == 2)["dice"]["waits"]
    third.command("resign", seat=2)
    assert not line.until(lambda table: table["line"])["dice"]["waits"]


def test_a_seat_handed_on_mixes_in_its_bytes_from_then_on(ann: Device, bob: Device) -> None:
    line = ann.start("ur")
    assert len(line.table["dice"]["mixed"]) == 1, "one device at one screen"
    line.play_on(4)
    before = len(line.table["line"])
    ann.admit(bob, line.match)
    second = bob.enter(line.match)
    second.until(asked=False)
    line.until(lambda table: len(table["dice"]["mixed"]) == 2)
    for _ in range(6):
        mover, other = line, second
        if not line.table["seats"][0]["to_play"]:
            mover, other = second, line
        mover.play_on()
        other.see(node=mover.table["node"])
    line.command("resign", seat=0)
    record = ann.record(line.match)
    assert record["dice"][0]["mixed"][1]["after"] == before
    assert check(record) > 6
    record["dice"][0]["mixed"].pop()
    with pytest.raises(EveryGameError, match="is not what was drawn"):
        check(record)


def test_undo_at_one_screen_meets_the_same_draw_and_an_end_taken_back_a_new_seed(
    ann: Device,
) -> None:
    line = ann.start("tictactoe")
    assert line.table["dice"] is None and not line.table["asked"], "nothing is drawn there"
    line = ann.start("ur")
    moves = []
    for _ in range(5):
        moves.append(line.moves()[0])
        line.play(moves[-1])
    rolled = [ply["move"] for ply in line.table["line"]]
    first = line.table["dice"]["name"]
    while line.table["undo"] is not None and line.table["node"] > 1:
        line.command("go", node=line.table["undo"])
    line.play(*moves)
    assert [ply["move"] for ply in line.table["line"]] == rolled
    line.command("ask", seat=line.table["viewer"], what="stop")
    seed = line.table["dice"]["seed"]
    line.command("go", node=line.table["undo"])
    assert not line.table["asked"] and not line.table["dice"]["waits"]
    assert seed and line.table["dice"]["name"] != first and not line.table["dice"]["seed"]
    line.play_on(5)
    line.command("resign", seat=0)
    record = ann.record(line.match)
    assert len(record["dice"]) == 2 and record["dice"][0]["seed"] == seed
    assert check(record) == sum(ply["seat"] is None for ply in line.table["line"])


def test_a_seed_outlives_the_server(data: Path) -> None:
    with serving(data) as port:
        ann = Device(port)
        line = ann.start("ur")
        dice = line.table["dice"]
        line.play_on()
        ann.close()
    with serving(data):
        line = ann.enter(line.match)
        assert line.table["dice"] == dice
        line.play_on()
        line.command("resign", seat=0)
        rolls = sum(ply["seat"] is None for ply in line.table["line"])
        assert check(ann.record(line.match)) == rolls >= 3
        ann.close()


def test_a_match_that_goes_on_from_another_has_dice_of_its_own(ann: Device, eve: Device) -> None:
    line = ann.start("ur")
    line.play_on(4)
    line.command("resign", seat=0)
    record = ann.record(line.match)
    on = eve.post(f"/api/matches/{line.match}/on", {"node": 3})["match"]
    for other, mine in (eve.enter(on), 1), (eve.load({**record, "result": None}), 2):
        other.until(lambda table: not table["dice"]["waits"])
        other.play_on()
        other.command("resign", seat=0)
        own = eve.record(other.match)
        dice = own["dice"]
        assert len(dice) == mine and dice[-1]["name"] != record["dice"][0]["name"]
        assert dice[-1]["after"] > 0 and check(own) > 0


def test_a_match_from_before_there_was_a_commitment_goes_on(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("everygame.server.matches.match_maker.first_events", lambda game: [])
    with serving(data) as port:
        ann = Device(port)
        line = ann.start("ur")
        table = line.until(lambda table: line.moves())
        assert table["dice"] is None and not table["asked"]
        line.play_on()
        line.command("resign", seat=0)
        record = ann.record(line.match)
        assert "dice" not in record and check(record) == 0
        ann.close()


def test_bots_draw_by_the_seed_alone_and_secrets_wait_for_the_end(ann: Device) -> None:
    line = ann.start("crazyeights", "person", "last")
    line.until(seat=0, to_play=True)
    text = json.dumps(line.heard) + json.dumps(ann.record(line.match))
    assert line.table["dice"]["seed"] == "" and '"seed": "' not in text.replace('"seed": ""', "")
    ann.get(f"/api/matches/{line.match}/dice", 403)
    line.command("resign", seat=0)
    assert check(ann.record(line.match)) > 10
    watcher = ann.start("ur", "last", "last")
    watcher.until(lambda table: len(table["line"]) > 6)
    assert watcher.table["dice"]["mixed"] == []


def enter_quietly(device: Device, match: str) -> Line:
    """Enter a match by a line that does not send bytes for the dice by itself."""
    line = device.open(match)
    line.gives_bytes = False
    line.see()
    return line
