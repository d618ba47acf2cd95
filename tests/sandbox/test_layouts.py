"""A table may be laid out anew: what was played on it before goes on as it was."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from everygame.errors import BadGame, BadRecord
from everygame.library.registry import find_game
from everygame.match import Match
from everygame.record import Seat, record_match, replay
from everygame.server.tables.routes import has_picture
from tests.sandbox.tables import CARDS
from tests.server.serving import Device, serving

MOVED: dict[str, Any] = {
    **CARDS,
    "areas": [
        {**area, "id": {"spot": "row"}.get(area["id"], area["id"])} for area in CARDS["areas"]
    ],
}
"""The same table with another name for its spots."""
SAVED = Path(__file__).parents[1] / "yesterday" / "cribbage.json"
SHIPPED = [
    ("chessset", 4070690868),
    ("playingcards", 3266236084),
    ("cribbage", 3679527183),
    ("cribbage", 2504046161),
    ("dominoes", 2032827760),
    ("dominoes", 2264509231),
]
"""Every version of a table that was ever published; none is ever taken away."""


def lay(home: Path, data: dict[str, Any], file: str = "table.json") -> None:
    (home / "six").mkdir(exist_ok=True)
    (home / "six" / file).write_text(json.dumps(data), "utf-8")


@pytest.mark.parametrize(("name", "version"), SHIPPED)
def test_every_version_that_shipped_is_there_with_its_pictures(name: str, version: int) -> None:
    entry = find_game(name)
    table = entry.table(version)
    assert table.version == version
    assert all(has_picture(entry, picture) for picture in table.definition.pictures)


def test_what_a_designer_keeps_beside_the_table_is_played_on(games_home: Path) -> None:
    lay(games_home, CARDS)
    match = Match(find_game("six").game(), Random(1))
    match.play(0, "deck-spot.1")
    match.draw()
    record = record_match(match, [Seat(), Seat()])
    lay(games_home, MOVED)
    entry = find_game("six")
    with pytest.raises(BadRecord, match="by version"):
        replay(record, entry.game(record.version), Random(1))
    lay(games_home, CARDS, "table.1.json")
    again = replay(record, entry.game(record.version), Random(1))
    assert again.state().to_json() == match.state().to_json()
    assert entry.game().version != again.game.version
    lay(games_home, {**CARDS, "pieces": 7}, "table.2.json")
    assert entry.game(record.version).version == record.version, "it is found before the broken one"
    with pytest.raises(BadGame, match=r"six: table\.2\.json: .*pieces: it is a list"):
        entry.game(1)


def test_a_server_keeps_what_matches_were_begun_with(games_home: Path, tmp_path: Path) -> None:
    """In the match, its history, its saves and its file."""
    lay(games_home, CARDS)
    with serving(tmp_path / "matches.db") as port:
        ann = Device(port)
        match = ann.begin("six", "person", "person")
        line = ann.open(match)
        line.see()
        line.play("deck-spot.1")
        save = ann.post(f"/api/matches/{match}/save", {"name": "before"})["save"]
        file = ann.request("GET", f"/api/matches/{match}/record")[2]
        lay(games_home, MOVED)
        ann.close()
    with serving(tmp_path / "matches.db") as port:
        ann.port = port
        line = ann.open(match)
        line.see()
        assert (
            "row.1" not in str(line.table["scene"])
            and line.table["line"][0]["move"] == "deck-spot.1"
        )
        assert line.play("spot.1-spot.2")["type"] == "ack"
        line.command("go", at=line.table["node"], node=1)
        assert line.play("deck-spot.2")["type"] == "ack"
        assert [one["ply"] for one in ann.get("/api/library")["matches"]] == [2]
        assert ann.get("/api/saves?game=six")["saves"][0]["picture"]
        for again in (
            ann.post(f"/api/saves/{save}/load")["match"],
            ann.post("/api/matches/load", file)["match"],
        ):
            other = ann.open(again)
            other.see()
            assert other.play("spot.1-spot.2")["type"] == "ack"
        new = ann.open(ann.begin("six", "person", "person"))
        new.see()
        assert new.play("deck-row.1")["type"] == "ack", "a new match has the new table"
        ann.close()


def test_a_save_of_cribbage_as_it_was_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path / "matches.db") as port:
        ann = Device(port)
        line = ann.open(ann.post("/api/matches/load", SAVED.read_bytes())["match"])
        line.see()
        assert line.play("hand1.2-play1.2")["type"] == "ack"
        assert line.play("holes.123-holes.71")["type"] == "ack"
        ann.close()
