"""Page and Python draw the same, line by line, of all that can be drawn and of all games.

`tests/browser/test_drawing.py` compares pixels.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from everygame.drawing.picture import Pen, ground, marks, pieces, view_box
from everygame.drawing.shapes import shapes, short
from everygame.library.registry import games
from everygame.scene import Scene, to_json, view
from tests.client.test_client import need
from tests.drawing.scenes import some_state, vocabulary

CLIENT = Path(__file__).parents[2] / "everygame" / "client"
PAIR = re.compile(r"light-dark\((#\w+), (#\w+)\)")


def address(name: str) -> str:
    """Where the page finds an image."""
    game, file = name.split("/")
    return f"/api/games/{game}/pictures/{file}"


def scenes() -> dict[str, Scene]:
    """All that can be drawn, and a position of each game as a seat and a spectator see it."""
    found = vocabulary()
    for name, entry in games().items():
        game, state = some_state(entry)
        for viewer in (*range(game.players), None):
            found[f"{name} {viewer}"] = entry.artist().scene(game, view(state, viewer))
    return found


@pytest.fixture(scope="module")
def drawn_by_the_page() -> dict[str, tuple[Scene, str]]:
    every = scenes()
    done = subprocess.run(
        [need("node"), "--no-warnings", str(Path(__file__).with_name("page.mjs"))],
        input=json.dumps([to_json(scene) for scene in every.values()]),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return dict(zip(every, zip(every.values(), json.loads(done.stdout), strict=True), strict=True))


@pytest.mark.parametrize("theme", [0, 1])
def test_page_and_python_draw_the_same(
    drawn_by_the_page: dict[str, tuple[Scene, str]], theme: int
) -> None:
    for name, (scene, by_page) in drawn_by_the_page.items():
        pen = Pen(scene, address, theme)
        box = " ".join(map(short, view_box(scene)))
        opening = f'<svg class="scene {pen.climate}" viewBox="{box}" aria-hidden="true">'
        by_python = (
            f"{opening}{ground(pen)}{marks(pen, False)}{pieces(pen)}{marks(pen, True)}</svg>"
        )
        expected = PAIR.sub(lambda pair: pair[theme + 1], by_page)
        assert by_python.split("<") == expected.split("<"), name


def test_the_colours_that_a_page_needs_before_it_draws_are_those_of_the_drawings() -> None:
    """`base.css` has them for the first paint; they are the only ones that stand twice."""
    pair = r"--([\w-]+): light-dark\((#\w+), (#\w+)\);"
    said = {name: [light, dark] for name, light, dark in re.findall(pair, css("base.css"))}
    both = said.keys() & shapes()["colours"].keys()
    assert both >= {"ink", "soft", "line", "strong-line", "accent", "surface", "paper"}
    assert {name: said[name] for name in both} == {name: shapes()["colours"][name] for name in both}


def test_nothing_that_is_drawn_from_data_has_a_style_in_css() -> None:
    named = {key.split()[0] for key in shapes()["styles"]} | set(shapes()["shapes"])
    assert not named & set(re.findall(r"\.([a-z][\w-]*)", css("board.css")))
    classes = set(re.findall(r"\.([a-z][\w-]*) *\{", css("pages.css")))
    assert not classes & set(shapes()["seats"])


def css(name: str) -> str:
    return (CLIENT / name).read_text("utf-8")
