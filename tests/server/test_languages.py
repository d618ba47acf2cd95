"""The language of a request: which one it is, and that nothing that is kept depends on it."""

from __future__ import annotations

import gzip
import json

import pytest

from everygame.catalogues import languages
from tests.server.serving import Device, Make, fresh

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


def test_records_are_the_same_in_every_language(device: Make) -> None:
    seeds = [{"kind": "person"}, {"kind": "person"}]
    kept = []
    for language in ("en", "ar"):
        player = device()
        player.cookie += f"; language={language}"
        body = {"game": "reversi", "options": {}, "seats": seeds, "key": fresh()}
        line = player.enter(player.post("/api/matches", body)["match"])
        line.play("d3", "c3", "c4")
        record = player.record(line.match)
        path = f"/api/matches/{line.match}/save"
        assert player.post(path, {"name": "Mine"})["save"]
        kept.append(json.dumps({**record, "id": "", "seed": ""}, ensure_ascii=False))
    assert kept[0] == kept[1]
