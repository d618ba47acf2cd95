"""Requests: the library, options, rules, saves, invitations, restart; headers and files."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import everygame
from everygame.colours import moved
from everygame.library.new import new_game
from everygame.library.registry import find_game
from everygame.record import read_record
from everygame.store import SQLiteStore, Unwritable
from tests.server.serving import Device
from tests.server.standin import LEVELS

Make = Callable[[], Device]


def shelf(device: Device) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = device.get("/api/library")["matches"]
    return found


def names(device: Device) -> dict[str, str]:
    return {entry["match"]: entry["name"] for entry in shelf(device)}


# -- games


def test_the_library_shows_a_card_of_every_game(device: Make) -> None:
    answer = device().get("/api/library")
    assert answer["version"] == everygame.__version__ and answer["matches"] == []
    cards = {card["name"]: card for card in answer["games"]}
    card, facts = cards["icefloes"], find_game("icefloes").facts()
    assert all(card[name] == facts.get(name, "") for name in ("title", "year", "minutes"))
    assert card["players"][0] == 2 and card["picture"]["pieces"]
    assert "toy" in cards and len(cards["tictactoe"]["picture"]["pieces"]) == 5


def test_a_broken_game_says_why_and_does_not_take_the_library_with_it(
    device: Make, games_home: Path
) -> None:
    (games_home / "broken_game.toml").write_text("title = ")
    cards = {card["name"]: card for card in device().get("/api/library")["games"]}
    assert cards["broken"]["fault"].startswith("broken: game.toml cannot be read: ")
    assert cards["icefloes"]["picture"]["pieces"]


def test_an_update_of_a_game_is_there_at_the_next_look(device: Make, games_home: Path) -> None:
    folder, one = new_game("sticks", games_home), device()
    assert one.get("/api/games/sticks")["seat_names"] == {"2": ["First", "Second"]}
    rules = folder / "rules.py"
    rules.write_text(rules.read_text().replace('"Second"', '"Last"'))
    assert one.get("/api/games/sticks")["seat_names"] == {"2": ["First", "Last"]}


def test_the_page_of_a_new_match_gets_options_and_levels(device: Make) -> None:
    game = device().get("/api/games/icefloes")
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
    toy = device().get("/api/games/toy")
    assert toy["hidden"] and toy["chance"]
    assert "picture" not in toy["options"][0]["choices"][0], "all choices look the same"


def test_lots_are_drawn_and_people_keep_their_colours(device: Make) -> None:
    one, drawn = device(), set()
    colours = {"Ann": "red", "Bob": "black", "Cid": "pink"}
    for number in range(40):
        seats = [{"kind": "person", "name": name} for name in colours]
        options = {"players": "3", "colours": " ".join(colours.values())}
        body = {"game": "freezetag", "options": options, "seats": seats, "lot": True}
        body["key"] = str(number)
        match = one.post("/api/matches", body)["match"]
        assert one.post("/api/matches", body)["match"] == match, "drawn once"
        record = one.get(f"/api/matches/{match}/record")
        names = [seat["name"] for seat in record["seats"]]
        assert record["options"]["colours"].split() == [colours[name] for name in names]
        drawn.add(tuple(names))
        if len(drawn) == 6:
            break
    assert len(drawn) > 3, "of six orders; by chance once in many millions"


def test_colours_are_drawn_whoever_begins(device: Make) -> None:
    one, drawn = device(), set()
    seats = [{"kind": "person", "name": name} for name in ("Ann", "Bob")]
    for number in range(40):
        options = {"players": "2", "colours": "white black"}
        body = {"game": "freez", "options": options, "seats": seats, "lot_colours": True}
        match = one.post("/api/matches", {**body, "key": str(number)})["match"]
        record = one.get(f"/api/matches/{match}/record")
        assert [seat["name"] for seat in record["seats"]] == ["Ann", "Bob"], "who begins was chosen"
        called = [seat["called"] for seat in one.open(match).see()["seats"]]
        assert " ".join(called).lower() == record["options"]["colours"]
        drawn.add(tuple(called))
        if len(drawn) == 2:
            break
    assert drawn == {("White", "Black"), ("Black", "White")}, "or chance once in 10^12"


def test_colours_go_with_their_people_into_a_rematch(device: Make) -> None:
    one = device()
    colours = {"Ann": "red", "Bob": "black", "Cid": "pink"}
    seats = [{"kind": "person", "name": name} for name in colours]
    options = {"players": "3", "colours": "red black pink blue"}
    body = {"game": "freezetag", "options": options, "seats": seats, "key": "taste"}
    match = one.post("/api/matches", body)["match"]
    for what in ("rematch", "restart"):  # the second one as the first
        match = one.post(f"/api/matches/{match}/{what}")["match"]
        record = one.get(f"/api/matches/{match}/record")
        assert [seat["name"] for seat in record["seats"]] == ["Cid", "Ann", "Bob"]
        assert record["options"]["colours"] == "pink red black blue"


def test_an_option_that_is_called_colours_and_names_none_stays_in_a_rematch() -> None:
    assert moved("red black blue", [1, 0]) == "black red blue"
    for value in ("of the sea", "red", ""):
        assert moved(value, [1, 0]) == value


def test_a_preview_shows_how_a_match_starts(device: Make) -> None:
    one = device()
    path = "/api/games/icefloes/preview"
    assert one.post(path, {"options": {"level": "classic"}})["scene"]["width"] == 5
    for options in ({"level": "no"}, {"colour": "x"}, {"players": "9"}):
        assert one.post(path, {"options": options}, status=400)["error"].endswith(".")
    one.post("/api/games/nothing/preview", {}, status=404)


def test_values_are_drawn_by_the_editor_of_the_game(device: Make) -> None:
    one = device()
    body = {"option": "level", "value": "classic", "options": {"players": "2"}}
    drawn = one.post("/api/games/icefloes/edit", body)
    assert drawn["playable"] and drawn["scene"]["choices"]
    move = next(c["move"] for c in drawn["scene"]["choices"] if c["move"].endswith("*"))
    edited = one.post("/api/games/icefloes/edit", {**body, "move": move})
    assert edited["value"] != drawn["value"]
    one.post("/api/games/icefloes/edit", {**body, "move": "bad"}, status=400)
    one.post("/api/games/icefloes/edit", {**body, "option": "size"}, status=400)
    one.post("/api/games/tictactoe/edit", body, status=400)


def test_values_are_made_in_a_worker_and_not_for_ever(
    device: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, path = device(), "/api/games/toy/generate"
    made = one.post(path, {"option": "face", "length": 3})
    assert made["value"] == "xxx" and made["scene"]["regions"]
    assert "6" in one.post(path, {"option": "face", "length": 6}, status=400)["error"]
    one.post(path, {"option": "turns", "length": 3}, status=400)
    monkeypatch.setattr("everygame.server.library.cards.SECONDS", 0.1)
    monkeypatch.setattr("everygame.server.library.cards.GRACE", 0.4)
    assert "in time" in one.post(path, {"option": "face", "length": 5}, status=400)["error"]
    monkeypatch.undo()
    assert one.post(path, {"option": "face", "length": 1})["value"] == "x", "another worker works"


def test_what_cannot_be_written_is_told_and_can_be_done_again(
    device: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise Unwritable

    one = device()
    match = one.begin("tictactoe", "person", "person")
    line = one.open(match)
    line.see()
    with monkeypatch.context() as full:
        full.setattr(SQLiteStore, "create", fail)
        full.setattr(SQLiteStore, "append", fail)
        seats = [{"kind": "person"}, {"kind": "person"}]
        body = {"game": "tictactoe", "options": {"players": "2"}, "seats": seats, "key": "k"}
        assert "disk may be full" in one.post("/api/matches", body, 507)["error"]
        line.say(type="play", id="x", at=0, move="b2")
        assert "disk may be full" in line.wait(lambda heard: heard["type"] == "error")["error"]
    again = one.open(match)
    assert again.see()["node"] == 0
    assert again.play("b2")["type"] == "ack"


def test_rule_sheets_are_html_with_pictures_of_real_positions(device: Make) -> None:
    sheet = device().get("/api/games/toy/rules?lang=de")
    assert sheet["title"] == "Toy" and sheet["lang"] == "en"
    assert "<h1>Toy</h1>" in sheet["html"] and "<em>find</em>" in sheet["html"]
    assert "<b>" not in sheet["html"] and "&lt;b&gt;No HTML" in sheet["html"]
    figure = '<figure data-scene="1"><figcaption>Three hidden coins</figcaption></figure>'
    assert figure in sheet["html"]
    scene = sheet["scenes"]["1"]
    assert [piece["at"] for piece in scene["pieces"]] == ["hand0", "hand1", "hand2"]
    assert scene["marks"] == [{"kind": "path", "cells": ["a0", "b0"]}]
    assert "cannot be drawn: &#x27;fly&#x27; is not legal here." in sheet["html"]
    device().get("/api/games/toy/rules?lang=../../etc/passwd")
    device().get("/api/games/nothing/rules", status=404)


# -- matches


def test_a_match_begins_once_for_each_key(device: Make) -> None:
    one, other = device(), device()
    body = {"game": "icefloes", "seats": [{"kind": "person"}, {"kind": "open"}], "key": "k"}
    match = one.post("/api/matches", body)["match"]
    assert one.post("/api/matches", body)["match"] == match
    assert other.post("/api/matches", body)["match"] != match
    assert names(one) == {match: ""}


def test_what_cannot_be_begun_is_said(device: Make) -> None:
    one = device()
    good = {"game": "icefloes", "seats": [{"kind": "person"}] * 2, "key": "x"}
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
        answer = one.post("/api/matches", {**good, **change}, status=400)
        assert answer["error"].endswith(".") and "\n" not in answer["error"], answer
    assert shelf(one) == []


def test_options_that_name_files_take_only_what_is_offered(device: Make) -> None:
    words = "/etc/passwd"
    body = {"game": "coldspell", "options": {"words": words}, "key": "w"}
    seats = [{"kind": "person"}] * 2
    for path, sent in (
        ("/api/matches", {**body, "seats": seats}),
        ("/api/games/coldspell/preview", {"options": {"words": words}}),
    ):
        error = device().post(path, sent, status=400)["error"]
        assert "only what is offered" in error
    record = {"format": 1, "game": "coldspell", "version": 1, "options": {"words": words}}
    record |= {"seats": [{}, {}], "plies": []}
    assert "only what is offered" in device().post("/api/matches/load", record, status=400)["error"]


def test_the_library_shows_what_to_go_on_with(device: Make) -> None:
    one, before = device(), time.time()
    first = one.begin("icefloes", "person", "open")
    second = one.begin("toy", "person", "person", "person")
    line = one.open(first)
    line.see()
    line.play("up")
    entries = shelf(one)
    assert [entry["match"] for entry in entries] == [first, second], "the newest first"
    entry = entries[0]
    assert (entry["title"], entry["ply"], entry["over"], entry["your_turn"]) == (
        "Ice Floes", 1, False, False,
    )  # fmt: skip
    assert before <= entry["updated"] <= time.time() and entry["picture"]["pieces"]
    assert entry["seats"][1] == {"called": "South", "name": "", "kind": "open"}
    assert entries[1]["your_turn"] and entries[1]["problem"] == ""


@pytest.mark.parametrize("game", ["ur", "crazyeights"])
def test_what_chance_does_is_no_move(device: Make, game: str) -> None:
    one = device()
    match = one.begin(game, "person", "person")
    assert one.open(match).see()["node"] > 0, "something was thrown or dealt"
    one.post(f"/api/matches/{match}/save", {"name": "Dealt"})
    assert one.get(f"/api/saves?game={game}")["saves"][0]["ply"] == 0
    assert [entry["ply"] for entry in shelf(one)] == [0]


def test_a_save_is_downloaded_and_loaded(device: Make) -> None:
    one, other = device(), device()
    line = one.open(one.begin("icefloes", "person", "random"))
    line.see()
    line.play("up")
    line.see(lambda table: table["node"] == 2)
    line.command("go", at=2, node=0)
    line.play("left")
    line.see(lambda table: table["node"] == 4)
    status, headers, data = one.request("GET", f"/api/matches/{line.table['match']}/record")
    assert status == 200 and "attachment" in headers["content-disposition"]
    record = read_record(data.decode())
    assert len(record.plies) == 4 and record.node == 4 and record.seats[1].level == "random"
    match = other.post("/api/matches/load", data)["match"]
    table = other.open(match).see()
    assert table["node"] == 4 and len(table["branches"]) == 1
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    assert table["seats"][0]["mine"] and other.get(f"/api/matches/{match}/record") == json.loads(
        data
    )


def test_a_bot_of_a_level_that_is_not_here_plays_with_middle_strength(device: Make) -> None:
    one = device()
    seats = [{"name": "Ann"}, {"kind": "bot", "level": "deepest"}]
    record = {"format": 1, "game": "icefloes", "version": 1, "seats": seats, "plies": []}
    match = one.post("/api/matches/load", record)["match"]
    assert one.open(match).see()["seats"][1]["level"] == LEVELS[len(LEVELS) // 2].name


def test_a_save_that_is_wrong_is_refused(device: Make) -> None:
    one = device()
    good = {"format": 1, "game": "icefloes", "version": 1, "seats": [{}, {}], "plies": ["up"]}
    good["version"] = find_game("icefloes").game_class().version
    assert one.post("/api/matches/load", good)["match"]
    for change in ({"game": "x"}, {"plies": ["fly"]}, {"seats": []}, {"options": {"a": "b"}}):
        assert one.post("/api/matches/load", {**good, **change}, status=400)["error"]
    assert one.post("/api/matches/load", b"\xff\xfe", status=400)["error"]
    assert one.post("/api/matches/load", b" " * 4_000_001, status=413)["error"]
    assert len(shelf(one)) == 1


def test_restart_keeps_the_match_as_last_game(device: Make) -> None:
    one = device()
    first = one.begin("icefloes", "person", "random", level="classic")
    line = one.open(first)
    line.see()
    line.play("down")
    second = one.post(f"/api/matches/{first}/restart")["match"]
    assert names(one) == {second: "", first: "last_game"}
    assert line.see(lambda table: table["next"])["next"] == second
    assert one.post(f"/api/matches/{first}/restart")["match"] == second, "asked twice, done once"
    table = one.open(second).see()
    assert table["node"] == 0 and table["options"]["level"] == "classic"
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    third = one.post(f"/api/matches/{second}/restart")["match"]
    assert names(one) == {third: "", first: "last_game"}, "nothing was played in the second"
    line = one.open(third)
    line.see()
    line.play("down")
    fourth = one.post(f"/api/matches/{third}/restart")["match"]
    assert names(one) == {fourth: "", third: "last_game"}, "one slot a game"
    one.get(f"/api/matches/{first}/record", status=404)


def restart(device: Device, match: str) -> str:
    again: str = device.post(f"/api/matches/{match}/restart")["match"]
    return again


def test_a_deal_that_nobody_has_played_goes_when_it_is_dealt_anew(device: Make) -> None:
    one = device()
    first = one.begin("freezetag", "person", "person")
    line = one.open(first)
    assert line.see()["node"] == 1, "the die is rolled"
    second = restart(one, first)
    assert names(one) == {second: ""}
    one.get(f"/api/matches/{first}/record", status=404)
    line = one.open(second)
    line.see()
    line.command("resign", seat=0)
    third = restart(one, second)
    assert names(one) == {second: "", third: ""}, "this one has a result"


def test_a_restart_in_place_that_was_not_answered_leads_to_what_it_made(device: Make) -> None:
    one, other = device(), device()
    first = one.begin("freezetag", "person", "person")
    second = restart(one, first)
    assert restart(one, first) == second, "the same again"
    line = one.open(first)
    gone = line.hear()
    assert (gone["code"], gone["next"]) == ("gone", second)
    other.post(f"/api/matches/{first}/restart", status=404)
    assert "next" not in other.open(first).hear(), "it is told to nobody else"
    one.post(f"/api/matches/{first}/rematch", status=404)


def test_a_deal_stays_where_it_waits_for_somebody_or_is_wanted(device: Make) -> None:
    one, watcher = device(), device()
    waiting = one.begin("freezetag", "person", "open")
    offered, named, seen = (one.begin("freezetag", "person", "person") for _ in range(3))
    url = one.post(f"/api/matches/{offered}/invite", {"seat": 1})["url"]
    one.post(f"/api/matches/{named}/name", {"name": "Ours"})
    one.open(seen).see()
    watcher.open(seen).see()
    for match in (waiting, offered, named, seen):
        restart(one, match)
    assert {waiting: "", offered: "", named: "Ours", seen: ""}.items() <= names(one).items()
    watcher.post(f"/api/join/{url.rsplit('/', 1)[1]}", {"name": "Bob"})
    joined = one.begin("freezetag", "person", "open")
    url = one.post(f"/api/matches/{joined}/invite", {"seat": 1})["url"]
    watcher.post(f"/api/join/{url.rsplit('/', 1)[1]}", {"name": "Bob"})
    restart(one, joined)
    assert joined in names(one) and joined in names(watcher)


def restart_begun(ann: Device, match: str, by: Device | None = None) -> str:
    """Restart a match after Ann has moved in it."""
    line = ann.open(match)
    line.see()
    line.play(line.moves()[0])
    again: str = (by or ann).post(f"/api/matches/{match}/restart")["match"]
    return again


def test_restarting_takes_nothing_from_the_other(device: Make) -> None:
    ann, bob = device(), device()
    first = ann.begin("icefloes", "person", "open")
    url = ann.post(f"/api/matches/{first}/invite", {"seat": 1})["url"]
    bob.post(f"/api/join/{url.rsplit('/', 1)[1]}", {"name": "Bob"})
    second = restart_begun(ann, first)
    third = restart_begun(ann, second)
    assert names(bob) == {first: "", second: "", third: ""}
    assert names(ann) == {first: "", second: "last_game", third: ""}, "it goes on with Bob"
    ann.delete(f"/api/matches/{first}")
    assert first not in names(ann) and bob.open(first).see()["seats"][1]["mine"]
    fourth = restart_begun(ann, third, by=bob)
    assert names(ann) == {second: "last_game", third: "", fourth: ""}


def test_a_rematch_turns_the_seats(device: Make) -> None:
    one = device()
    match = one.begin("icefloes", "person", "last")
    line = one.open(match)
    line.see()
    line.command("resign", seat=0)
    second = one.post(f"/api/matches/{match}/rematch")["match"]
    again = one.open(second)
    table = again.see()
    assert [seat["kind"] for seat in table["seats"]] == ["bot", "person"]
    again.see(lambda table: table["node"] == 1)
    again.command("resign", seat=1)
    one.delete(f"/api/matches/{second}")
    assert one.post(f"/api/matches/{match}/rematch")["match"] != second


def test_a_rematch_of_three_gives_the_last_the_first_seat(device: Make) -> None:
    one = device()
    line = one.open(one.begin("toy", "person", "last", "random"))
    line.see()
    line.command("resign", seat=0)
    second = one.post(f"/api/matches/{line.table['match']}/rematch")["match"]
    levels = [seat["level"] for seat in one.open(second).see()["seats"]]
    assert levels == ["random", "", "last"]


def test_saves_have_names(device: Make) -> None:
    one = device()
    match = one.begin("icefloes", "person", "person")
    line = one.open(match)
    line.see()
    one.post(f"/api/matches/{match}/name", {"name": "  My\nbest \u202e match "})
    assert line.see(lambda table: table["name"])["name"] == "My best match"
    assert names(one) == {match: "My best match"}
    one.post(f"/api/matches/{match}/name", {"name": "x" * 61}, status=400)
    other = device()
    other.post(f"/api/matches/{match}/name", {"name": "Watched"})
    assert names(other) == {match: "Watched"} and names(one) == {match: "My best match"}


def test_a_match_that_nobody_keeps_is_gone(device: Make) -> None:
    one, two = device(), device()
    match = one.begin("icefloes", "person", "person")
    two.post(f"/api/matches/{match}/name", {"name": "Kept"})
    line = one.open(match)
    line.see()
    one.delete(f"/api/matches/{match}")
    assert names(one) == {} and two.get(f"/api/matches/{match}/record")
    two.delete(f"/api/matches/{match}")
    two.get(f"/api/matches/{match}/record", status=404)
    assert two.open(match).hear()["code"] == "gone"
