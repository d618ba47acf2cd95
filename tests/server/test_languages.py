"""The language of a request: which one it is, and that nothing that is kept depends on it."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from everygame.catalogues import languages
from tests.server.serving import Device, fresh, serving

OTHERS = [language for language in languages() if language != "en"]
LARGEST = 40_000
"""Bytes of a language file, compressed."""


def speaks(device: Device, **headers: str) -> str:
    page = device.request("GET", "/", headers=headers)[2].decode()
    return page.partition('<html lang="')[2].partition('"')[0]


def test_the_page_is_in_the_language_that_was_chosen_or_is_wanted(ann: Device) -> None:
    wish = {"Accept-Language": "is,de-AT;q=0.8,pl;q=0.3"}
    assert speaks(ann, **wish) == "de"
    assert speaks(ann, **wish, Cookie=f"{ann.cookie}; language=ar") == "ar"
    assert speaks(ann, **wish, Cookie="language=../x") == "en"
    assert speaks(ann) == "en"


def test_title_sheet_and_manifest_are_in_one_language(ann: Device) -> None:
    wish = {"Accept-Language": "is,de;q=0.9"}
    page = ann.request("GET", "/rules/evade", headers=wish)[2].decode()
    assert "Diese Seite braucht JavaScript." in page
    manifest = page.partition('rel="manifest" href="')[2].partition('"')[0]
    told = json.loads(ann.request("GET", manifest)[2])
    assert (told["lang"], told["shortcuts"][0]["name"]) == ("de", "Die letzte Partie")
    assert ann.get("/api/games/evade/rules?lang=de")["lang"] == "de"


@pytest.mark.parametrize("language", OTHERS)
def test_the_file_of_a_language_is_small(ann: Device, language: str) -> None:
    status, headers, data = ann.request("GET", f"/static/languages/{language}.json")
    assert status == 200 and headers["content-type"].startswith("application/json")
    assert json.loads(data)["language"] == language
    assert len(gzip.compress(data, 6)) < LARGEST
    again = ann.request(
        "GET", f"/static/languages/{language}.json", headers={"If-None-Match": headers["etag"]}
    )
    assert again[0] == 304


@pytest.mark.parametrize("name", ["en", "xx", "..%2fde"])
def test_there_is_no_file_of_a_language_that_is_not_there(ann: Device, name: str) -> None:
    assert ann.request("GET", f"/static/languages/{name}.json")[0] == 404


def test_records_and_saves_are_the_same_in_every_language(tmp_path: Path) -> None:
    data = tmp_path / "matches.db"
    with serving(data) as port:
        player = Device(port)
        records = [save_in(player, language) for language in ("en", "ar")]
        player.close()
    with closing(sqlite3.connect(data)) as store:
        saves = store.execute("SELECT card, kept FROM saves").fetchall()
    assert records[0] == records[1] and len(saves) == 2
    assert without_seed(saves[0][1]) == without_seed(saves[1][1]) and saves[0][0] == saves[1][0]


def save_in(player: Device, language: str) -> str:
    """Play and save a match in a language; return its record."""
    speak(player, language)
    seats = [{"kind": "person"}, {"kind": "person"}]
    body = {"game": "reversi", "options": {}, "seats": seats, "key": fresh()}
    line = player.enter(player.post("/api/matches", body)["match"])
    line.play("d3", "c3", "c4")
    assert player.post(f"/api/matches/{line.match}/save", {"name": language})["save"]
    return without_seed(json.dumps(player.record(line.match), ensure_ascii=False))


def speak(player: Device, language: str) -> None:
    """From now on, a device asks in a language."""
    player.cookie = f"{player.cookie.partition(';')[0]}; language={language}"


def without_seed(record: str) -> str:
    """Return a record without what is drawn for each match."""
    return re.sub(r'"(id|seed)": ?"[^"]*"', "", record)


def test_a_save_is_listed_in_the_language_of_who_lists_it(ann: Device) -> None:
    save_in(ann, "ar")
    titles = []
    for language in ("de", "en"):
        speak(ann, language)
        (save,) = ann.get("/api/saves?game=reversi")["saves"]
        titles.append([save["title"], *(seat["called"] for seat in save["seats"])])
    assert titles == [["Reversi", "Schwarz", "Weiß"], ["Reversi", "Black", "White"]]
