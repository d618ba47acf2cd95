"""Pictures that Python draws beside the same scenes on the page, pixel by pixel."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page

from everygame.drawing import draw, scene_svg
from everygame.library.registry import find_game
from everygame.scene import Scene, to_json, view
from tests.browser.sizes import kept
from tests.drawing.scenes import some_state, vocabulary

WIDTH = 640
SEEN = 0.0005
"""The share of pixels from which on a picture is another one; a disc has ten times as many."""
BY_PAGE = """async ([scene, width, height]) => {
  const { picture } = await import("/static/view/picture.js");
  const box = document.createElement("div");
  box.innerHTML = picture(scene);
  box.style.background = "var(--paper)";
  place(box, width, height);
  await Promise.all([...box.querySelectorAll("image")].map((one) => {
    const image = new Image();
    image.src = one.getAttribute("href");
    return image.decode().catch(() => {});
  }));
}"""
BY_PYTHON = """async ([address, width, height]) => {
  const image = new Image();
  image.src = address;
  place(image, width, height);
  await image.decode();
}"""
PLACE = """() => void (window.place = (element, width, height) => {
  document.body.replaceChildren(document.querySelector(".defs"), element);
  element.id = "shown";
  const size = { width: `${width}px`, height: `${height}px` };
  Object.assign(element.style, { position: "absolute", left: 0, top: 0, ...size });
})"""


def shot(page: Page, program: str, what: object, size: tuple[int, int]) -> Image.Image:
    page.evaluate(program, [what, *size])
    return Image.open(io.BytesIO(page.locator("#shown").screenshot())).convert("RGB")


def difference(page: Page, scene: Scene, svg: str) -> float:
    """The share of pixels that can be told apart."""
    box = svg.split('viewBox="')[1].split('"')[0].split()
    size = WIDTH, round(WIDTH * float(box[3]) / float(box[2]))
    address = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    shots = shot(page, BY_PAGE, to_json(scene), size), shot(page, BY_PYTHON, address, size)
    apart = ImageChops.difference(*shots).convert("L").point([0] * 33 + [1] * 223)
    return sum(apart.tobytes()) / (size[0] * size[1])


@pytest.fixture(params=["light", "dark"])
def themed(request: pytest.FixtureRequest, device: Callable[..., Page]) -> tuple[Page, str]:
    page = device(color_scheme=request.param)
    page.goto("/")
    page.locator(".games").first.wait_for()
    page.evaluate(PLACE)
    return page, request.param


def test_every_shape_terrain_and_mark_looks_as_on_the_page(themed: tuple[Page, str]) -> None:
    page, theme = themed
    shares = {
        name: difference(page, scene, scene_svg(scene, theme=theme))
        for name, scene in vocabulary().items()
    }
    assert {name: share for name, share in shares.items() if share > SEEN} == {}


BOARDS = ("icefloes", "draughts", "freezetag", "crazyeights", "chessset")


@pytest.mark.parametrize(
    "name",
    kept(
        BOARDS,
        BOARDS[:2],
        "tests/browser/test_drawing.py::test_every_shape_terrain_and_mark_looks_as_on_the_page",
    ),
)
def test_a_board_looks_as_on_the_page(name: str, themed: tuple[Page, str]) -> None:
    page, theme = themed
    entry = find_game(name)
    game, state = some_state(entry)
    scene = entry.artist().scene(game, view(state, 0))
    assert difference(page, scene, draw(state, 0, theme=theme)) < SEEN


def test_a_piece_of_another_colour_would_be_seen(themed: tuple[Page, str]) -> None:
    """So that the comparison can fail."""
    page, theme = themed
    scene = vocabulary()["shape disc"]
    first, *others = scene.pieces
    other = replace(scene, pieces=(replace(first, colour="orange"), *others))
    assert difference(page, scene, scene_svg(other, theme=theme)) > SEEN
