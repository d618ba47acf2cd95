"""Backups: what restoring adds, what the library has already, and what stays sealed."""

from __future__ import annotations

import json
import tracemalloc
from contextlib import suppress
from typing import Any

import pytest

from everygame.errors import EveryGameError
from everygame.sandbox.package import pack
from everygame.server.saves.backup import read_backup
from tests.sandbox.test_uploads import MAPPED, files, picture
from tests.server.serving import Device, Line
from tests.server.test_saves import secret

__all__ = ["secret"]


def whole(device: Device) -> dict[str, Any]:
    _, headers, data = device.request("GET", "/api/everything")
    assert "everygame-" in headers["content-disposition"]
    found: dict[str, Any] = json.loads(data)
    return found


def counts(answer: dict[str, Any]) -> tuple[int, ...]:
    return tuple(answer[name] for name in ("matches", "saves", "tables", "there"))


def test_what_was_played_elsewhere_is_taken_once(ann: Device, bob: Device) -> None:
    away, home = ann, bob
    card = away.post("/api/tables", pack(files(MAPPED, map__png=picture(40, 30))))
    line = away.start()
    away.post(f"/api/matches/{line.match}/name", {"name": "On the train"})
    line.play("up")
    away.post(f"/api/matches/{line.match}/save", {"name": "Here"})
    away.begin(card["name"], *["person"] * len(MAPPED["seats"]))
    played = whole(away)
    assert played["left"] == []
    assert counts(home.post("/api/everything", played)) == (2, 1, 1, 0)
    shelf = home.get("/api/library")
    names = [(one["game"], one["name"], one["ply"]) for one in shelf["matches"]]
    assert names == [(card["name"], "", 0), ("icefloes", "On the train", 1)]
    assert [one["name"] for one in shelf["own"]] == [card["name"]]
    (save,) = home.get("/api/saves")["saves"]
    assert (save["name"], save["ply"]) == ("Here", 1)
    assert counts(home.post("/api/everything", played)) == (0, 0, 0, 4)
    assert counts(away.post("/api/everything", whole(home))) == (0, 0, 0, 4)

    home.enter(shelf["matches"][1]["match"]).play("up")  # so it is not what was taken any more
    assert counts(home.post("/api/everything", played)) == (0, 0, 0, 4)
    line.play("down")  # and there it goes on in another way
    assert counts(home.post("/api/everything", whole(away))) == (1, 0, 0, 3)
    assert len(home.shelf()) == 3


def test_what_keeps_secrets_is_taken_only_where_it_was(
    secret: Line, ann: Device, eve: Device
) -> None:
    ann.post(f"/api/matches/{secret.match}/save", {"name": "Before"})
    played = whole(ann)
    assert len(played["matches"]) == 1 and "hide:c" not in json.dumps(played)
    assert counts(ann.post("/api/everything", played)) == (0, 0, 0, 2)
    answer = eve.post("/api/everything", played)
    assert counts(answer) == (0, 0, 0, 0)
    assert ["Only a device that sat" in one["why"] for one in answer["left"]] == [True, True]
    own = ann.record(secret.match)
    del own["sealed"]
    own.pop("whole", None)
    for guess in ("hide:b", "hide:c"):  # the second one is true, and is answered alike
        record = {**own, "plies": ["hide:a", guess], "node": 2}
        guessed = {"kind": "everygame library", "format": 1, "matches": [{"record": record}]}
        assert counts(ann.post("/api/everything", guessed)) == (1, 0, 0, 0)


def test_what_cannot_be_read_is_named_and_the_rest_is_taken(ann: Device, bob: Device) -> None:
    ann.begin()
    played = whole(ann)
    strange = {"record": {**played["matches"][0]["record"], "game": "gone"}, "name": "Lost"}
    played["matches"].insert(0, strange)
    played["tables"] = ["AAAA", "?"]
    answer = bob.post("/api/everything", played)
    assert counts(answer) == (1, 0, 0, 0)
    assert [left["name"] for left in answer["left"]] == ["", "", "Lost"]
    assert "cannot be opened" in answer["left"][2]["why"]
    bob.post("/api/everything", {**played, "left": 1})


def test_a_file_of_a_newer_format_says_so(ann: Device) -> None:
    newer = "This file was made by a newer EveryGame, and this one cannot read it."
    record = {**ann.record(ann.begin()), "format": 99}
    whole = {"kind": "everygame library", "format": 99, "matches": {"as": "never before"}}
    assert ann.post("/api/everything", whole, 400)["error"] == newer
    assert ann.post("/api/matches/load", {**record, "novelty": 1}, 400)["error"] == newer
    whole = {"kind": "everygame library", "format": 1, "matches": [{"record": record}]}
    assert [left["why"] for left in ann.post("/api/everything", whole)["left"]] == [newer]
    table = {**MAPPED, "format": 99, "novelty": 1}
    why = ann.post("/api/tables", pack(files(table, map__png=picture(40, 30))), 400)["error"]
    assert why == newer.replace("This file", "table.json")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"kind": "x", "format": 1}, " at kind. The value 'x' is not allowed there."),
        ({"kind": "everygame library"}, ". The field format is missing."),
        ({"kind": "everygame library", "format": "1"}, " at format. It is not a whole number."),
        ({"matches": {}}, " at matches. It is not a list."),
        (
            {"matches": [{"record": {}, "name": "x" * 61}]},
            " at matches[0].name. It is longer than 60.",
        ),
        (b"{", ". It breaks off before its end."),
        (b'{"a" 1}', ". It is no JSON from byte 5 on."),
        (b"\\xff", ". It is no JSON from byte 0 on."),
        (b"[]", ". It is not an object."),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_plain_words(
    ann: Device, body: dict[str, Any] | bytes, why: str
) -> None:
    if isinstance(body, dict) and "matches" in body:
        body = {"kind": "everygame library", "format": 1, **body}
    told = ann.post("/api/everything", body, 400)["error"]
    assert told == f"This cannot be read{why}"


def test_who_has_no_library_has_no_file(ann: Device) -> None:
    ann.cookie = ""
    ann.get("/api/everything", 404)


@pytest.mark.parametrize("where", ["left", "format", "record", "name"])
def test_a_file_of_nothing_but_brackets_takes_no_memory(where: str) -> None:
    """Decoded as a whole, it would take thirty times as much as its bytes."""
    lists = b"[" + b"[]," * 500_000 + b"[]]"
    parts = {"left": b"0", "format": b"1", "record": b"{}", "name": b'""', where: lists}
    match = b'{"record":%b,"name":%b}' % (parts["record"], parts["name"])
    head = b'{"kind":"everygame library","format":%b,"left":%b' % (parts["format"], parts["left"])
    data = head + b',"matches":[' + match + b"]}"
    tracemalloc.start()
    try:
        with suppress(EveryGameError):
            read_backup(data)
        assert tracemalloc.get_traced_memory()[1] < 3 * len(data)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("record", ["5", '{"game": "icefloes"}', '{"game": 5}'])
def test_a_record_that_is_none_is_named(ann: Device, record: str) -> None:
    head = b'{"kind": "everygame library", "format": 1, "saves": [{"record": "\xff"}], "matches": ['
    body = head + b'{"name": "my match", "record": %b}]}' % record.encode()
    status, _, answer = ann.request("POST", "/api/everything", body)
    assert status == 200, answer
    named, other = json.loads(answer)["left"]
    assert (named["name"], other["name"]) == ("my match", "")
    assert named["game"] == ("icefloes" if "icefloes" in record else "")
