"""The library card and the reference page of every game: what they say of it is so.

Rule sheets and guided matches are held to their positions in `tests/server/test_lessons.py`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from everygame.contract import Game
from everygame.library.registry import find_game, games

PAGES = Path(__file__).parents[2] / "docs" / "games"
HEADINGS = "Rules in brief, Rulings, Notation, Options, Actions, Observation, Endings, Versions"
FACTS = {"title", "sentence", "designer", "minutes", "tags", "source"}
RULED = {name for name, entry in games().items() if not entry.is_table}
DESCRIBED = [path.stem for path in sorted(PAGES.glob("*.md"))]


def page(name: str) -> str:
    return (PAGES / f"{name}.md").read_text("utf-8")


def section(name: str, heading: str) -> str:
    """What stands on the page of a game under a heading."""
    return page(name).partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_every_game_but_the_one_of_the_tutorial_has_a_page() -> None:
    assert sorted(RULED - {"tictactoe"}) == DESCRIBED


@pytest.mark.parametrize("name", list(games()))
def test_the_library_card_has_its_facts_and_a_real_position(name: str) -> None:
    facts = find_game(name).facts()
    assert set(facts) >= FACTS and facts["sentence"].endswith(".")
    game = find_game(name).game()
    if facts.get("picture", "{")[0] != "{":
        assert game.parse_position(facts["picture"]).position() == facts["picture"]


@pytest.mark.parametrize("name", DESCRIBED)
def test_a_page_has_its_headings_in_order(name: str) -> None:
    headings = re.findall(r"^## (.*)$", page(name), re.MULTILINE)
    wanted = [*HEADINGS.split(", "), "Sources"]
    assert [heading for heading in headings if heading in wanted] == wanted


@pytest.mark.parametrize("name", DESCRIBED)
def test_a_page_lists_the_options_with_their_values_and_defaults(name: str) -> None:
    for option in find_game(name).game_class().options:
        assert f"\n| `{option.name}` |" in section(name, "Options")
        for value in (option.default, *(choice.value for choice in option.choices)):
            assert f"`{value}`" in page(name) or f"| {value} |" in page(name) or not value


@pytest.mark.parametrize("name", DESCRIBED)
def test_a_page_lists_the_fields_of_a_state_and_the_number_of_actions(name: str) -> None:
    game: Game = find_game(name).game()
    for field in game.initial_state().to_json():
        assert f"`{field}`" in page(name)
    assert f"{game.num_actions:,}" in page(name) or str(game.num_actions) in page(name)


def test_who_begins_is_open_in_every_game_for_no_designer_says_who() -> None:
    facts = {name: find_game(name).facts().get("first") for name in RULED}
    assert {name for name, first in facts.items() if first == "lot"} == {"freezetag"}
    assert {name for name, first in facts.items() if first not in ("open", "lot")} == set()
