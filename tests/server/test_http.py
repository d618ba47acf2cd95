"""Requests: the library, options, rules, saves, invitations, restart; headers and files."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import everygame
from everygame.colours import moved
from everygame.library.registry import find_game
from everygame.record import read_record
from everygame.store import SQLiteStore, Unwritable
from tests.rewriting import rewrite
from tests.server.serving import SETUP, Device
from tests.server.standin import LEVELS


def names(device: Device) -> dict[str, str]:
    return {entry["match"]: entry["name"] for entry in device.shelf()}


# -- games


def test_the_library_shows_a_card_of_every_game(ann: Device) -> None:
    answer = ann.get("/api/library")
    assert answer["version"] == everygame.__version__ and answer["matches"] == []
    cards = {card["name"]: card for card in answer["games"]}
    card, facts = cards["icefloes"], find_game("icefloes").facts()
    assert all(card[name] == facts.get(name, "") for name in ("title", "year", "minutes"))
    assert card["players"][0] == 2 and card["picture"]["pieces"]
    assert "toy" in cards and len(cards["tictactoe"]["picture"]["pieces"]) == 5


def test_a_broken_game_says_why_and_does_not_take_the_library_with_it(
    ann: Device, games_home: Path
) -> None:
    (games_home / "broken_game.toml").write_text("title = ")
    cards = {card["name"]: card for card in ann.get("/api/library")["games"]}
    assert cards["broken"]["fault"].startswith("broken: game.toml cannot be read: ")
    assert cards["icefloes"]["picture"]["pieces"]


def test_an_update_of_a_game_is_there_at_the_next_look(ann: Device, sticks: Path) -> None:
    assert ann.get("/api/games/sticks")["seat_names"] == {"2": ["First", "Second"]}
    rewrite(sticks, ('"Second"', '"Last"'))
    assert ann.get("/api/games/sticks")["seat_names"] == {"2": ["First", "Last"]}


def test_the_page_of_a_new_match_gets_options_and_levels(ann: Device) -> None:
    game = ann.get("/api/games/icefloes")
    options = {option["name"]: option for option in game["options"]}
    assert "max_plies" not in options, "options for experts are left out"
    level = options["level"]
    assert level["default"] == "standard" and level["free"] and level["editable"]
    assert level["lengths"][0] < level["lengths"][1]
    assert all(choice["picture"]["pieces"] for choice in level["choices"])
    standard, alone = level["choices"][0], level["choices"][-1]
    pieces = {n: len(one["pieces"]) for n, one in standard["pictures"].items()}
    least = len(standard["picture"]["pieces"])
    assert pieces == {"1": least - 1, "3": least + 1, "4": least + 2}, "a penguin for each"
    assert alone["players"] == [1] and "pictures" not in alone
    assert game["seat_names"]["2"] == ["North", "South"]
    assert game["levels"][0] == {"name": "random", "title": "Random", "sentence": "Any move."}
    assert game["hidden"] is False and game["chance"] is False
    toy = ann.get("/api/games/toy")
    assert toy["hidden"] and toy["chance"]
    assert "picture" not in toy["options"][0]["choices"][0], "all choices look the same"


COLOURS = {"Ann": "red", "Bob": "black", "Cid": "pink"}


def begin(device: Device, game: str, colours: str, people: Iterable[str], **more: Any) -> str:
    """A match of named people who have chosen colours."""
    seats = [{"kind": "person", "name": name} for name in people]
    options = {"players": str(len(seats)), "colours": colours}
    body = {"game": game, "options": options, "seats": seats, **more}
    match: str = device.post("/api/matches", body)["match"]
    return match


def names_in(record: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in record["seats"]]


def test_lots_are_drawn_and_people_keep_their_colours(ann: Device) -> None:
    drawn = set()
    for number in range(40):
        wanted = ("freezetag", " ".join(COLOURS.values()), COLOURS)
        match, again = (begin(ann, *wanted, lot=True, key=str(number)) for _ in range(2))
        assert match == again, "drawn once"
        record = ann.record(match)
        names = names_in(record)
        assert record["options"]["colours"].split() == [COLOURS[name] for name in names]
        drawn.add(tuple(names))
        if len(drawn) == 6:
            break
    assert len(drawn) > 3, "of six orders; by chance once in many millions"


def test_colours_are_drawn_whoever_begins(ann: Device) -> None:
    drawn = set()
    for number in range(40):
        people = ["Ann", "Bob"]
        match = begin(ann, "freez", "white black", people, lot_colours=True, key=str(number))
        record = ann.record(match)
        assert names_in(record) == people, "who begins was chosen"
        called = [seat["called"] for seat in ann.enter(match).table["seats"]]
        assert " ".join(called).lower() == record["options"]["colours"]
        drawn.add(tuple(called))
        if len(drawn) == 2:
            break
    assert drawn == {("White", "Black"), ("Black", "White")}, "or chance once in 10^12"


def test_colours_go_with_their_people_into_a_rematch(ann: Device) -> None:
    match = begin(ann, "freezetag", "red black pink blue", COLOURS, key="taste")
    for what in ("rematch", "restart"):  # the second one as the first
        match = ann.post(f"/api/matches/{match}/{what}")["match"]
        record = ann.record(match)
        assert names_in(record) == ["Cid", "Ann", "Bob"]
        assert record["options"]["colours"] == "pink red black blue"


def test_an_option_that_is_called_colours_and_names_none_stays_in_a_rematch() -> None:
    assert moved("red black blue", [1, 0]) == "black red blue"
    for value in ("of the sea", "red", ""):
        assert moved(value, [1, 0]) == value


def test_a_preview_shows_how_a_match_starts(ann: Device) -> None:
    path = "/api/games/icefloes/preview"
    assert ann.post(path, {"options": {"level": "classic"}})["scene"]["width"] == 5
    assert ann.post(path, {"options": {"players": "1"}})["together"] is False
    for options in ({"level": "no"}, {"colour": "x"}, {"players": "9"}):
        assert ann.post(path, {"options": options}, 400)["error"].endswith(".")
    ann.post("/api/games/nothing/preview", {}, 404)


def test_values_are_drawn_by_the_editor_of_the_game(ann: Device) -> None:
    body = {"option": "level", "value": "classic", "options": {"players": "2"}}
    drawn = ann.post("/api/games/icefloes/edit", body)
    assert drawn["playable"] and drawn["scene"]["choices"]
    move = next(c["move"] for c in drawn["scene"]["choices"] if c["move"].endswith("*"))
    edited = ann.post("/api/games/icefloes/edit", {**body, "move": move})
    assert edited["value"] != drawn["value"]
    ann.post("/api/games/icefloes/edit", {**body, "move": "bad"}, 400)
    ann.post("/api/games/icefloes/edit", {**body, "option": "size"}, 400)
    ann.post("/api/games/tictactoe/edit", body, 400)


def test_values_are_made_in_a_worker_and_not_for_ever(
    ann: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = "/api/games/toy/generate"
    made = ann.post(path, {"option": "face", "length": 3})
    assert made["value"] == "xxx" and made["scene"]["regions"]
    assert "6" in ann.post(path, {"option": "face", "length": 6}, 400)["error"]
    ann.post(path, {"option": "turns", "length": 3}, 400)
    with monkeypatch.context() as hasty:
        hasty.setattr("everygame.server.library.cards.SECONDS", 0.1)
        hasty.setattr("everygame.server.library.cards.GRACE", 0.4)
        assert "in time" in ann.post(path, {"option": "face", "length": 5}, 400)["error"]
    assert ann.post(path, {"option": "face", "length": 1})["value"] == "x", "another worker works"


def test_what_cannot_be_written_is_told_and_can_be_done_again(
    ann: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise Unwritable

    line = ann.start("tictactoe")
    with monkeypatch.context() as full:
        full.setattr(SQLiteStore, "create", fail)
        full.setattr(SQLiteStore, "append", fail)
        assert "disk may be full" in ann.post("/api/matches", SETUP, 507)["error"]
        line.say(type="play", id="x", at=0, move="b2")
        assert "disk may be full" in line.told("error")["error"]
    again = ann.enter(line.match)
    assert again.table["node"] == 0
    again.play("b2")


def test_rule_sheets_are_html_with_pictures_of_real_positions(ann: Device) -> None:
    sheet = ann.get("/api/games/toy/rules?lang=en")
    assert sheet["title"] == "Toy" and sheet["lang"] == "en"
    assert "<h1>Toy</h1>" in sheet["html"] and "<em>find</em>" in sheet["html"]
    assert "<b>" not in sheet["html"] and "&lt;b&gt;No HTML" in sheet["html"]
    figure = '<figure data-scene="1"><figcaption>Three hidden coins</figcaption></figure>'
    assert figure in sheet["html"]
    scene = sheet["scenes"]["1"]
    assert [piece["at"] for piece in scene["pieces"]] == ["hand0", "hand1", "hand2"]
    assert scene["marks"] == [{"kind": "path", "cells": ["a0", "b0"]}]
    assert "cannot be drawn: &#x27;fly&#x27; is not legal here." in sheet["html"]
    ann.get("/api/games/toy/rules?lang=../../etc/passwd")
    ann.get("/api/games/nothing/rules", 404)


# -- matches


def test_what_cannot_be_begun_is_said(ann: Device) -> None:
    bad: list[dict[str, Any]] = [
        {"game": "nothing"},
        {"seats": [{"kind": "person"}]},
        {"seats": [{"kind": "dog"}] * 2},
        {"seats": [{"kind": "bot", "level": "godlike"}] * 2},
        {"seats": "all"},
        {"options": {"level": "x/y"}},
        {"options": {"players": 2}},
        {"key": ""},
        {"key": "x" * 65},
    ]
    for change in bad:
        answer = ann.post("/api/matches", {**SETUP, **change}, 400)
        assert answer["error"].endswith(".") and "\n" not in answer["error"], answer
    assert ann.shelf() == []


def test_options_that_name_files_take_only_what_is_offered(ann: Device) -> None:
    body = {"game": "coldspell", "options": {"words": "/etc/passwd"}, "key": "w"}
    record = {**body, "format": 1, "version": 1, "seats": [{}, {}], "plies": []}
    del record["key"]
    for path, sent in (
        ("/api/matches", {**body, "seats": [{"kind": "person"}] * 2}),
        ("/api/games/coldspell/preview", {"options": body["options"]}),
        ("/api/matches/load", record),
    ):
        assert "only what is offered" in ann.post(path, sent, 400)["error"]


def test_the_library_shows_what_to_go_on_with(ann: Device) -> None:
    before = time.time()
    first = ann.begin("icefloes", "person", "open")
    second = ann.begin("toy", "person", "person", "person")
    ann.enter(first).play("up")
    entries = ann.shelf()
    assert [entry["match"] for entry in entries] == [first, second], "the newest first"
    entry = entries[0]
    assert (entry["title"], entry["ply"], entry["over"], entry["your_turn"]) == (
        "Ice Floes", 1, False, False,
    )  # fmt: skip
    assert before <= entry["updated"] <= time.time() and entry["picture"]["pieces"]
    assert entry["seats"][1] == {"called": "South", "name": "", "kind": "open"}
    assert entries[1]["your_turn"] and entries[1]["problem"] == ""


@pytest.mark.parametrize("game", ["ur", "crazyeights"])
def test_what_chance_does_is_no_move(ann: Device, game: str) -> None:
    line = ann.start(game)
    assert line.table["node"] > 0, "something was thrown or dealt"
    ann.post(f"/api/matches/{line.match}/save", {"name": "Dealt"})
    assert ann.get(f"/api/saves?game={game}")["saves"][0]["ply"] == 0
    assert [entry["ply"] for entry in ann.shelf()] == [0]


def test_a_save_is_downloaded_and_loaded(ann: Device, bob: Device) -> None:
    line = ann.start("icefloes", "person", "random")
    line.play("up")
    line.see(node=2)
    line.command("go", node=0)
    line.play("left")
    line.see(node=4)
    status, headers, data = ann.request("GET", f"/api/matches/{line.match}/record")
    assert status == 200 and "attachment" in headers["content-disposition"]
    record = read_record(data.decode())
    assert len(record.plies) == 4 and record.node == 4 and record.seats[1].level == "random"
    again = bob.load(data)
    table = again.table
    assert table["node"] == 4 and len(table["branches"]) == 1
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    assert table["seats"][0]["mine"] and bob.record(again.match) == json.loads(data)


def test_a_bot_of_a_level_that_is_not_here_plays_with_middle_strength(ann: Device) -> None:
    seats = [{"name": "Ann"}, {"kind": "bot", "level": "deepest"}]
    record = {"format": 1, "game": "icefloes", "version": 1, "seats": seats, "plies": []}
    assert ann.load(record).table["seats"][1]["level"] == LEVELS[len(LEVELS) // 2].name


def test_a_save_that_is_wrong_is_refused(ann: Device) -> None:
    good = ann.record(ann.begin())
    ann.load(good)
    for change in ({"game": "x"}, {"plies": ["fly"]}, {"seats": []}, {"options": {"a": "b"}}):
        assert ann.post("/api/matches/load", {**good, **change}, 400)["error"]
    assert ann.post("/api/matches/load", b"\xff\xfe", 400)["error"]
    assert ann.post("/api/matches/load", b" " * 4_000_001, 413)["error"]
    assert len(ann.shelf()) == 2


def test_restart_keeps_the_match_as_last_game(ann: Device) -> None:
    line = ann.start("icefloes", "person", "random", level="classic")
    line.play("down")
    second = restart(ann, line.match)
    assert names(ann) == {second: "", line.match: "last_game"}
    line.see(next=second)
    assert restart(ann, line.match) == second, "asked twice, done once"
    table = ann.enter(second).table
    assert table["node"] == 0 and table["options"]["level"] == "classic"
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    third = restart(ann, second)
    assert names(ann) == {third: "", line.match: "last_game"}, "nothing was played in the second"


def restart(device: Device, match: str) -> str:
    again: str = device.post(f"/api/matches/{match}/restart")["match"]
    return again


def test_a_deal_that_nobody_has_played_goes_when_it_is_dealt_anew(ann: Device) -> None:
    line = ann.start("freezetag")
    assert line.table["node"] == 1, "the die is rolled"
    second = restart(ann, line.match)
    assert names(ann) == {second: ""}
    ann.record(line.match, 404)
    ann.enter(second).command("resign", seat=0)
    third = restart(ann, second)
    assert names(ann) == {second: "", third: ""}, "this one has a result"


def test_a_restart_in_place_that_was_not_answered_leads_to_what_it_made(
    ann: Device, bob: Device
) -> None:
    first = ann.begin("freezetag")
    second = restart(ann, first)
    assert restart(ann, first) == second, "the same again"
    gone = ann.open(first).hear()
    assert (gone["code"], gone["next"]) == ("gone", second)
    bob.post(f"/api/matches/{first}/restart", status=404)
    assert "next" not in bob.open(first).hear(), "it is told to nobody else"
    ann.post(f"/api/matches/{first}/rematch", status=404)


def test_a_deal_stays_where_it_waits_for_somebody_or_is_wanted(ann: Device, bob: Device) -> None:
    waiting, joined = (ann.begin("freezetag", "person", "open") for _ in range(2))
    offered, named, seen = (ann.begin("freezetag") for _ in range(3))
    link = ann.invite(offered)
    ann.admit(bob, joined)
    ann.post(f"/api/matches/{named}/name", {"name": "Ours"})
    ann.enter(seen), bob.enter(seen)
    for match in (waiting, joined, offered, named, seen):
        restart(ann, match)
    kept = {waiting: "", joined: "", offered: "", named: "Ours", seen: ""}
    assert kept.items() <= names(ann).items() and joined in names(bob)
    bob.join(link, "Bob")


def test_a_rematch_turns_the_seats(ann: Device) -> None:
    line = ann.start("icefloes", "person", "last")
    line.command("resign", seat=0)
    again = ann.follow(line.match)
    assert [seat["kind"] for seat in again.table["seats"]] == ["bot", "person"]
    again.until(node=1)
    again.command("resign", seat=1)
    ann.delete(f"/api/matches/{again.match}")
    assert ann.follow(line.match).match != again.match


def test_saves_have_names(ann: Device) -> None:
    line = ann.start()
    path = f"/api/matches/{line.match}/name"
    ann.post(path, {"name": "  My\nbest \u202e match "})
    line.see(name="My best match")
    assert names(ann) == {line.match: "My best match"}
    ann.post(path, {"name": "x" * 61}, 400)


def test_a_match_that_nobody_keeps_is_gone(ann: Device, bob: Device) -> None:
    match = ann.begin()
    bob.post(f"/api/matches/{match}/name", {"name": "Kept"})
    ann.delete(f"/api/matches/{match}")
    assert names(ann) == {} and bob.record(match)
    bob.delete(f"/api/matches/{match}")
    bob.record(match, 404)
    assert bob.open(match).hear()["code"] == "gone"
