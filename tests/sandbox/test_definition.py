"""What a table.json may hold, and how its faults are told."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from everygame.check import conform
from everygame.errors import BadGame
from everygame.library.registry import find_game, games
from everygame.library.rulesheet import rule_sheet
from everygame.sandbox import game_of, read
from everygame.sandbox import scene as artist
from everygame.sandbox.definition import parse
from everygame.sandbox.schema import find_fault, line_of, schema
from tests.sandbox.tables import CARDS, PARTY

Change = Callable[[dict[str, Any]], Any]


def changed(change: Change) -> str:
    data = deepcopy(PARTY)
    change(data)
    return json.dumps(data, indent=1)


FAULTS: list[tuple[Change, str]] = [
    (lambda d: d.pop("title"), "table.json, line 1: 'title' is missing."),
    (lambda d: d.update(format=0), "format: it is 1, not 0."),
    (lambda d: d.update(tittle="x"), 'there is no "tittle" here'),
    (lambda d: d["pieces"][1].update(at=["a9"]), "pieces[1].at[0]: there is no place 'a9'."),
    (lambda d: d["pieces"][0].update(seat=4), "pieces[0].seat: there is no seat 4."),
    (lambda d: d["pieces"][1].update(id="man"), "pieces[1].id: two pieces are called 'man'."),
    (lambda d: d["pieces"][0].update(deck=True), "pieces[0].deck: a piece without a back"),
    (lambda d: d["pieces"][2].update(die=["1", "1"]), "pieces[2].die: two sides are the same."),
    (lambda d: d["pieces"][3]["counter"].update(start=9), "pieces[3].counter: it starts between"),
    (lambda d: d["pieces"][3]["counter"].update(track="cat"), "no area 'cat' has spots."),
    (lambda d: d["pieces"][0].update(text=7), "pieces[0].text: it is a text, not 7."),
    (lambda d: d["pieces"][0].update(copies=400, at=["a1", "b1"]), "at most 500 pieces."),
    (lambda d: d["pieces"][0].update(picture="../x.png"), "is not of the form"),
    (lambda d: d["pieces"][0].update(shape="cube"), "it is one of disc, token"),
    (lambda d: d["pieces"][0].update(name="a\u202eb"), "a character that cannot be seen."),
    (lambda d: d["pieces"][0].update(size=True), "it is a whole number, not true."),
    (lambda d: d["areas"][1].update(id="a1"), "two places are called 'a1'."),
    (lambda d: d["areas"][0].update(hand=6), "areas[0].hand: there is no seat 6."),
    (lambda d: d["areas"][0].update(x=float("nan")), "areas[0].x: it is from 0 to 60"),
    (lambda d: d["board"].update(taken="bin"), "board.taken: there is no area 'bin'."),
    (lambda d: d.update(fewest=4), "fewest: there are only 3 seats."),
    (
        lambda d: d.update(areas=[{"id": "x", "x": 0, "y": 0, "columns": 30, "rows": 30}]),
        "500 squares",
    ),
]


@pytest.mark.parametrize(("change", "said"), FAULTS, ids=[said[-40:] for _, said in FAULTS])
def test_a_fault_is_told_in_one_sentence_with_its_place(change: Change, said: str) -> None:
    with pytest.raises(BadGame) as error:
        parse(changed(change))
    text = str(error.value)
    assert said in text and text.startswith("table.json, line ") and len(text.splitlines()) == 1


def test_of_a_newer_format_only_that_is_said() -> None:
    with pytest.raises(BadGame) as error:
        parse(changed(lambda d: (d.update(format=99, novelty=[]), d.pop("pieces"))))
    assert str(error.value) == (
        "table.json was made by a newer EveryGame, and this one cannot read it."
    )


def test_the_line_is_that_of_the_fault() -> None:
    text = changed(lambda d: d["pieces"][1].update(at=["a2", "a9"]))
    with pytest.raises(BadGame, match=f"line {text[: text.index('a9')].count(chr(10)) + 1},"):
        parse(text)
    assert line_of("{}", ("nothing",)) == 1


@pytest.mark.parametrize("text", ["", "{", "[1", "nul", "[" * 100_000, "1" * 5_000, "[]", '"x"'])
def test_what_is_no_table_at_all(text: str) -> None:
    with pytest.raises(BadGame) as error:
        parse(text)
    assert len(str(error.value).splitlines()) == 1


def test_a_link_out_of_the_folder_is_no_file_of_it(games_home: Path) -> None:
    """Whoever plays would else see what lies there."""
    folder, secret = games_home / "links", games_home / "secret"
    secret.write_text("nobody's")
    folder.mkdir()
    data = {**PARTY, "board": {**PARTY["board"], "picture": "map.png"}}
    (folder / "table.json").write_text(json.dumps(data))
    for name in ("map.png", "rules.en.md"):
        (folder / name).symlink_to(secret)
    with pytest.raises(BadGame, match=r"there is no file map\.png beside it"):
        find_game("links").game()
    (folder / "map.png").unlink()
    (folder / "map.png").write_bytes(b"")
    assert "nobody" not in rule_sheet(find_game("links"), "en")["html"]
    (folder / "rules.en.md").unlink()
    (folder / "rules.en.md").write_bytes(b"Stra\xdfe")
    with pytest.raises(BadGame, match=r"links: rules\.en\.md cannot be read: "):
        rule_sheet(find_game("links"), "en")


def test_pictures_have_to_lie_beside_it(tmp_path: Path) -> None:
    data = {**PARTY, "board": {**PARTY["board"], "picture": "map.png"}}
    (tmp_path / "table.json").write_text(json.dumps(data))
    with pytest.raises(BadGame, match=r"board\.picture: there is no file map\.png"):
        read(tmp_path)
    (tmp_path / "map.png").write_bytes(b"")
    assert read(tmp_path).pictures == {"map.png": ("board", "picture")}


@pytest.mark.parametrize("name", [name for name, entry in games().items() if entry.is_table])
def test_the_tables_that_ship_are_sound_and_whole(name: str) -> None:
    entry = find_game(name)
    definition = read(entry.folder)
    assert {"title", "sentence", "designer", "year", "source"} <= set(definition.facts)
    named = set(definition.pictures)
    assert named == {p.name for p in entry.folder.iterdir() if p.name.endswith((".svg", ".png"))}


def test_the_schema_says_what_the_check_says() -> None:
    """Every word of the schema is one that the check knows."""
    known = {"type", "required", "properties", "additionalProperties", "items", "enum", "pattern"}
    known |= {"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "$ref"}

    def walk(rule: dict[str, Any]) -> None:
        assert set(rule) <= known | {"description", "$schema", "title", "$defs"}, rule
        assert rule.get("type") != "object" or rule["additionalProperties"] is False
        for inner in (*rule.get("properties", {}).values(), *rule.get("$defs", {}).values()):
            walk(inner)
        if "items" in rule:
            walk(rule["items"])

    walk(schema())
    assert find_fault(PARTY, schema(), schema()) is None


JUNK: tuple[Any, ...] = (
    1, 2, 3, "b2", "deck", "x", None, True, -1, 0, 10**9, 1.5, float("inf"), "", "a1", "\u200b",
    [], [[]], {}, {"x": 1},
)  # fmt: skip


def spoil(data: Any, rng: Random) -> None:
    """Change one thing somewhere in a definition."""
    while isinstance(data, (dict, list)) and data:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        key = rng.choice(keys)
        if rng.random() < 0.3 or not isinstance(data[key], (dict, list)):
            if isinstance(data, dict) and rng.random() < 0.3:
                del data[key]
            else:
                data[key] = rng.choice(JUNK)
            return
        data = data[key]


@pytest.mark.parametrize("base", [PARTY, CARDS], ids=["party", "cards"])
def test_a_spoiled_table_is_refused_or_plays(
    base: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever passes the check can be played and drawn."""
    monkeypatch.setattr("everygame.check.matches.WALK", 3)
    rng, sound = Random(5), 0
    for _ in range(400):
        data = deepcopy(base)
        for _ in range(rng.choice([1, 1, 2, 3])):
            spoil(data, rng)
        try:
            definition = parse(json.dumps(data))
        except BadGame as error:
            assert len(str(error).splitlines()) == 1
            continue
        sound += 1
        kind = game_of("test", definition)
        for players in kind.seats:
            conform(kind(players=str(players)), 1, 1, artist)
    assert 15 < sound < 360


@pytest.mark.parametrize(("text", "said"), [
    ('{"format": 1, "title": "a", "title": "b", "pieces": []}', '"title" stands twice'),
    ('{"format": 1, "title": "\\u200d ", "pieces": []}', "there is nothing to be seen"),
])  # fmt: skip
def test_what_people_would_not_see(text: str, said: str) -> None:
    with pytest.raises(BadGame, match=said):
        parse(text)


def test_a_whole_number_may_be_written_with_a_point() -> None:
    data = '{"format": 1.0, "title": "a", "board": {"columns": 8.0, "rows": 1e0}, "pieces": []}'
    assert parse(data).board == {"columns": 8, "rows": 1}
    assert type(parse(data).data["format"]) is int
