"""Guided first matches and rule sheets: every position, move and picture in them is real."""

import re
import tomllib
from html import escape

import pytest

from everygame.errors import BadGame
from everygame.library.lessons import FILE, lessons
from everygame.library.registry import Entry, find_game, games
from everygame.library.rulesheet import draw, find_start, linked, rule_sheet
from everygame.scene import check, view

TAUGHT = [name for name, entry in games().items() if entry.has("tutorial.toml")]
ICE = ("freez", "freezetag", "icefloes", "evade", "coldspell")


@pytest.mark.parametrize("name", TAUGHT)
def test_a_guided_match_has_five_to_ten_things_to_do(name: str) -> None:
    told = lessons(find_game(name), "en")
    assert 5 <= len(told["steps"]) <= 10
    assert told["learnt"].endswith(("Now a match.", "Now a match on a small board."))
    for step in told["steps"]:
        choices = step["scene"]["choices"]
        # what one carries about is answered by the page: there is too much of it
        offered = {choice["move"] for choice in choices if choice.get("kind") != "carry"}
        assert step["move"] in offered
        assert step["say"].endswith((".", "!", "?")) and step["done"].endswith((".", "!"))
        assert "choices" not in step["after"]
        assert step["hint"].strip() and step["hint"] not in step["say"], (
            "it says more than the task"
        )
        assert offered - {step["move"]} <= set(step["wrong"]), step["say"]
        assert step["move"] not in step["wrong"]
        assert all(why.endswith((".", "?")) for why in step["wrong"].values())


@pytest.mark.parametrize(("name", "entry"), games().items())
def test_a_rule_sheet_draws_every_picture_and_tells_whose_game_it_is(
    name: str, entry: Entry
) -> None:
    sheet = rule_sheet(entry, "en")
    html = sheet["html"]
    assert "cannot be drawn" not in html
    assert sheet["scenes"] and html.count("data-scene") == len(sheet["scenes"])
    assert html.count('class="designer"') == (not entry.is_table)
    if name in ICE:
        origin = entry.facts()["origin"]
        box = html.partition('<aside class="designer">')[2].partition("</aside>")[0]
        words = re.sub("<.*?>", "", box)
        assert all(escape(told) in words for told in origin.values())
        assert ("href=" in box) == ("link" in origin)


@pytest.mark.parametrize("name", TAUGHT)
def test_the_pictures_of_a_guided_match_are_sound(name: str) -> None:
    entry = find_game(name)
    for step in tomllib.loads((entry.folder / FILE).read_text("utf-8"))["step"]:
        game, state = find_start(entry, step)
        for shown in (state, state.apply(state.parse(step["move"]))):
            assert not check(entry.artist().scene(game, view(shown, state.to_play())))


def test_the_first_answer_that_fits_counts_and_a_place_may_have_one() -> None:
    wrong = lessons(find_game("freez"), "en")["steps"][1]["wrong"]
    assert "left" in wrong["c2-b4"] and "right angle" in wrong["d3"]
    assert wrong["c2-a4"] == wrong["c2-e4"] != wrong["c2-c4"]


def test_the_sheet_of_a_game_without_a_designer_tells_what_is_known_of_it() -> None:
    html = rule_sheet(find_game("ur"), "en")["html"]
    for told in ("Traditional", "Irving Finkel", "about 2500 BC", "British Museum Press 2007"):
        assert told in html
    assert "From the designer" not in html


def test_addresses_in_the_box_lead_there() -> None:
    told = "As at pagat.com, or aa.dk/fetlar_rules_en.php. Write to mark@biggar.org, U.S., e.g. so"
    assert linked(told) == (
        'As at <a href="https://pagat.com" rel="noreferrer">pagat.com</a>, or <a'
        ' href="https://aa.dk/fetlar_rules_en.php" rel="noreferrer">aa.dk/fetlar_rules_en.php</a>.'
        " Write to mark@biggar.org, U.S., e.g. so"
    )
    box = rule_sheet(find_game("hnefatafl"), "en")["html"].partition('class="designer"')[2]
    assert '<a href="https://aagenielsen.dk/fetlar_rules_en.php"' in box


def test_what_stands_after_a_line_is_folded_away() -> None:
    html = rule_sheet(find_game("evade"), "en")["html"]
    assert "<summary>Writing it down</summary>" in html and html.endswith("</details>\n")
    assert "leaders:ac" in html.partition("<details>")[2]
    assert "leaders:ac" not in html.partition("<details>")[0]


def test_a_picture_may_be_what_a_seat_sees() -> None:
    entry = find_game("crazyeights")
    for viewer, count in ({}, 2), ({"viewer": "1"}, 2), ({"viewer": "2"}, 3):
        shown = draw(entry, {**viewer, "state": HANDS}).pieces
        hidden = [piece.hidden for piece in shown if piece.at.startswith("own")]
        assert hidden == [not viewer] * count
    for wrong in ("0", "3", "South"):
        with pytest.raises(BadGame, match=f"no seat {wrong}"):
            draw(entry, {"viewer": wrong})


HANDS = (
    '{"laid": "9s", "suit": "s", "turn": 0, "drawing": false, "drawn": false, "passes": 0,'
    ' "plies": 0, "hands": ["3s 8d", "2c 7d 10d"]}'
)


def test_the_picture_of_a_capture_shows_one() -> None:
    """A piece stood untaken under the words that it had been taken."""
    scenes = rule_sheet(find_game("hnefatafl"), "en")["scenes"]
    before, after = ({piece["at"] for piece in scenes[n]["pieces"]} for n in ("2", "3"))
    assert before - after == {"d8", "d6"} and after - before == {"d7"}


def test_a_picture_may_have_several_marks() -> None:
    entry = find_game("evade")
    marks = draw(entry, {"marks": "way a1 a2; bar c4 c5"}).marks[-2:]
    assert [(m.kind, m.cells) for m in marks] == [("way", ("a1", "a2")), ("bar", ("c4", "c5"))]
