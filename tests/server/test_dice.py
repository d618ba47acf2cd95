"""Dice over the wire: the server commits to a seed before devices send bytes, waits for all of
them, draws the same again after undo and after a crash, and publishes the seed only at the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from everygame import honest
from everygame.library.registry import find_game
from everygame.record import from_json
from everygame.verify import verify
from tests.server.serving import Device, Line, fresh, serving

Make = Callable[[], Device]


def check(record: dict[str, Any]) -> int:
    """Check that all draws of a save follow from its seed; returns how many."""
    read = from_json(record)
    return verify(read, find_game(read.game).game(**read.options)).drawn


def record_of(line: Line) -> dict[str, Any]:
    found: dict[str, Any] = line.device.get(f"/api/matches/{line.match}/record")
    return found


def take(ann: Device, other: Device, match: str, seat: int) -> Line:
    """Let another device take a seat."""
    url = ann.post(f"/api/matches/{match}/invite", {"seat": seat})["url"]
    other.post(f"/api/join/{url.rpartition('/')[2]}", {"name": "guest"})
    return other.open(match)


def quiet(device: Device, match: str) -> Line:
    """A connection that does not send bytes for the dice by itself."""
    line = device.open(match)
    line.gives_bytes = False
    return line


def give(line: Line, data: str) -> str:
    line.say(type="mix", id="mix", bytes=data)
    kinds = ("ack", "error")
    kind: str = line.wait(lambda message: message["type"] in kinds)["type"]
    return kind


def test_chance_waits_until_all_have_sat_down_and_given_bytes(device: Make) -> None:
    ann, bob, eve = device(), device(), device()
    match = ann.begin("ur", "person", "open")
    line = quiet(ann, match)
    table = line.see()
    committed = table["dice"]["commitment"]
    assert table["asked"] and table["dice"]["mixed"] == [] and len(committed) == 64
    assert table["dice"]["waits"] and not table["line"] and not table["dice"]["seed"]
    watcher = quiet(eve, match)
    assert not watcher.see()["asked"] and give(watcher, "1" * 64) == "error"
    assert give(line, "nonsense") == "error" and give(line, "a" * 64) == "ack"
    line.see(lambda table: not table["asked"])
    assert give(line, "a" * 64) == "ack", "sent again, it is answered again"
    line.say(type="mix", id="more", bytes="c" * 64)
    assert line.wait(lambda heard: heard.get("id") == "more")["type"] == "error"
    assert line.table["dice"]["waits"] and not line.table["line"], "a seat is open"
    ann_url = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"]
    bob.post(f"/api/join/{ann_url.rpartition('/')[2]}", {"name": "Bob"})
    second = quiet(bob, match)
    assert second.see()["asked"] and second.table["dice"]["waits"]
    assert give(second, "b" * 64) == "ack"
    table = line.see(lambda table: table["line"])
    assert not table["dice"]["waits"] and table["dice"]["commitment"] == committed
    assert [one["bytes"][0] for one in table["dice"]["mixed"]] == ["a", "b"]
    ann.get(f"/api/matches/{match}/dice", status=403)
    assert "seed" not in record_of(line)["dice"][0]
    line.command("resign", seat=0)
    record = record_of(line)
    assert record["dice"][0]["seed"] == line.table["dice"]["seed"] != ""
    assert [mix["seats"] for mix in record["dice"][0]["mixed"]] == [[0], [1]]
    assert check(record) == len(line.table["line"]) >= 1, "one roll, or more where it was 0"
    told = eve.get(f"/api/matches/{match}/dice")
    assert told["dice"] == record["dice"] and len(told["plies"]) == check(record)
    assert sum(int(weight) for _, weight in told["plies"][0][2]) == 16


def test_a_seat_handed_on_mixes_in_its_bytes_from_then_on(device: Make) -> None:
    ann, bob = device(), device()
    line = ann.open(ann.begin("ur", "person", "person"))
    line.see()
    assert len(line.table["dice"]["mixed"]) == 1, "one device at one screen"
    for _ in range(4):
        line.play(line.moves()[0])
    before = len(line.table["line"])
    second = take(ann, bob, line.match, 1)
    second.see(lambda table: not table["asked"])
    line.see(lambda table: len(table["dice"]["mixed"]) == 2)
    for _ in range(6):
        mover = line if line.table["seats"][0]["to_play"] else second
        mover.play(mover.moves()[0])
        other = second if mover is line else line
        other.see(lambda table, node=mover.table["node"]: table["node"] == node)
    line.command("resign", seat=0)
    record = record_of(line)
    assert record["dice"][0]["mixed"][1]["after"] == before
    assert check(record) > 6
    record["dice"][0]["mixed"].pop()
    try:
        assert check(record) < 0, "without those bytes other things would have been drawn"
    except Exception as error:
        assert "is not what was drawn" in str(error)


def test_undo_at_one_screen_meets_the_same_draw_and_an_end_taken_back_a_new_seed(
    device: Make,
) -> None:
    line = device().open(device().begin("tictactoe", "person", "person"))
    assert line.see()["dice"] is None and not line.table["asked"], "nothing is drawn there"
    ann = device()
    line = ann.open(ann.begin("ur", "person", "person"))
    line.see()
    moves = []
    for _ in range(5):
        moves.append(line.moves()[0])
        line.play(moves[-1])
    rolled = [ply["move"] for ply in line.table["line"]]
    first = line.table["dice"]["name"]
    while line.table["undo"] is not None and line.table["node"] > 1:
        line.command("go", at=line.table["node"], node=line.table["undo"])
    for move in moves:
        line.play(move)
    assert [ply["move"] for ply in line.table["line"]] == rolled
    line.command("ask", at=line.table["node"], seat=line.table["viewer"], what="stop")
    seed = line.table["dice"]["seed"]
    line.command("go", at=line.table["node"], node=line.table["undo"])
    assert not line.table["asked"] and not line.table["dice"]["waits"]
    assert seed and line.table["dice"]["name"] != first and not line.table["dice"]["seed"]
    for _ in range(5):
        line.play(line.moves()[0])
    line.command("resign", seat=0)
    record = record_of(line)
    assert len(record["dice"]) == 2 and record["dice"][0]["seed"] == seed
    assert check(record) == sum(ply["seat"] is None for ply in line.table["line"])


def test_a_seed_outlives_the_server(data: Path) -> None:
    with serving(data) as port:
        ann = Device(port)
        line = ann.open(ann.begin("ur", "person", "person"))
        line.see()
        dice = line.table["dice"]
        line.play(line.moves()[0])
        ann.close()
    with serving(data):
        line = ann.open(line.match)
        line.see()
        assert line.table["dice"] == dice
        line.play(line.moves()[0])
        line.command("resign", seat=0)
        rolls = sum(ply["seat"] is None for ply in line.table["line"])
        assert check(record_of(line)) == rolls >= 3
        ann.close()


def test_a_match_that_goes_on_from_another_has_dice_of_its_own(device: Make) -> None:
    ann = device()
    line = ann.open(ann.begin("ur", "person", "person"))
    line.see()
    for _ in range(4):
        line.play(line.moves()[0])
    line.command("resign", seat=0)
    record = record_of(line)
    eve = device()
    on = eve.post(f"/api/matches/{line.match}/on", {"node": 3})["match"]
    loaded = eve.post("/api/matches/load", {**record, "result": None})["match"]
    for match, mine in (on, 1), (loaded, 2):
        other = eve.open(match)
        other.see(lambda table: not table["dice"]["waits"])
        other.play(other.moves()[0])
        other.command("resign", seat=0)
        dice = record_of(other)["dice"]
        assert len(dice) == mine and dice[-1]["name"] != record["dice"][0]["name"]
        assert dice[-1]["after"] > 0 and check(record_of(other)) > 0


def test_a_match_from_before_there_was_a_commitment_goes_on(data: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("everygame.server.matches.match_maker.first_events", lambda game: [])
    with serving(data) as port:
        ann = Device(port)
        line = ann.open(ann.begin("ur", "person", "person"))
        table = line.see(lambda table: line.moves())
        assert table["dice"] is None and not table["asked"]
        line.play(line.moves()[0])
        line.command("resign", seat=0)
        record = record_of(line)
        assert "dice" not in record and check(record) == 0
        ann.close()


def test_bots_draw_by_the_seed_alone_and_secrets_wait_for_the_end(device: Make) -> None:
    ann = device()
    line = ann.open(ann.begin("crazyeights", "person", "last"))
    line.see(lambda table: table["viewer"] == 0 and table["seats"][0]["to_play"])
    text = json.dumps(line.heard) + json.dumps(record_of(line))
    assert line.table["dice"]["seed"] == "" and '"seed": "' not in text.replace('"seed": ""', "")
    ann.get(f"/api/matches/{line.match}/dice", status=403)
    line.command("resign", seat=0)
    assert check(record_of(line)) > 10
    alone = device()
    match = alone.begin("ur", "last", "last")
    watcher = alone.open(match)
    watcher.see(lambda table: len(table["line"]) > 6)
    assert watcher.table["dice"]["mixed"] == []


def test_the_seed_is_the_one_that_was_committed_to(device: Make) -> None:
    ann = device()
    line = ann.open(ann.begin("freezetag", "person", "person"))
    committed = line.see()["dice"]["commitment"]
    line.command("resign", seat=0, id=fresh())
    assert honest.commitment_of(line.table["dice"]["seed"]) == committed
