"""Pictures that Python draws beside the same scenes on the page, pixel by pixel."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, product
from typing import Final, Literal

from PIL import Image, ImageChops
from playwright.sync_api import Page, expect

from everygame.drawing import draw, scene_svg
from everygame.library.registry import find_game
from everygame.scene import Scene, to_json, view
from tests.browser.conftest import Devices
from tests.browser.steps import begin, tab, visit
from tests.drawing.scenes import some_state, vocabulary

WIDTH = 640
SEEN = 0.0005
"""The share of pixels from which on a picture is another one; a disc has ten times as many."""
BOTH = """async ([scene, address, width, height]) => {
  const { picture } = await import("/static/view/picture.js");
  const box = document.createElement("div"), drawn = new Image();
  box.innerHTML = picture(scene);
  box.style.background = "var(--paper)";
  drawn.src = address;
  const shown = document.createElement("div");
  shown.id = "shown";
  shown.append(box, drawn);
  document.body.replaceChildren(document.querySelector(".defs"), shown);
  const at = { position: "absolute", left: 0, top: 0, width: `${width}px` };
  Object.assign(shown.style, { ...at, height: `${2 * height}px` });
  Object.assign(box.style, { ...at, height: `${height}px` });
  Object.assign(drawn.style, { ...at, top: `${height}px`, height: `${height}px` });
  await Promise.all([...box.querySelectorAll("image")].map((one) => {
    const image = new Image();
    image.src = one.getAttribute("href");
    return image.decode().catch(() => {});
  }));
  await drawn.decode();
}"""
"""Shows a scene as the page draws it, and below it a picture of the same size."""


def difference(page: Page, scene: Scene, svg: str) -> float:
    """The share of pixels that can be told apart."""
    box = svg.split('viewBox="')[1].split('"')[0].split()
    height = round(WIDTH * float(box[3]) / float(box[2]))
    address = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    page.evaluate(BOTH, [to_json(scene), address, WIDTH, height])
    shown = Image.open(io.BytesIO(page.locator("#shown").screenshot())).convert("RGB")
    shots = (shown.crop((0, top, WIDTH, top + height)) for top in (0, height))
    apart = ImageChops.difference(*shots).convert("L").point([0] * 33 + [1] * 223)
    return sum(apart.tobytes()) / (WIDTH * height)


BOARDS = ("icefloes", "draughts", "freezetag", "crazyeights", "chessset")
THEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


def drawn_by_python() -> Iterator[tuple[Literal["light", "dark"], Scene, str]]:
    """All that can be drawn, in one theme and the other by turns, for tests/drawing/test_page.py
    compares the lines of both; and boards with what their pictures need besides."""
    for scene, theme in zip(vocabulary().values(), cycle(THEMES), strict=False):
        yield theme, scene, scene_svg(scene, theme=theme)
    for name, theme in product(BOARDS, THEMES):
        entry = find_game(name)
        game, state = some_state(entry)
        yield theme, entry.artist().scene(game, view(state, 0)), draw(state, 0, theme=theme)


def test_all_that_can_be_drawn_looks_as_on_the_page(page: Page) -> None:
    """A piece of another colour would be seen."""
    visit(page, "/")
    page.locator(".games").first.wait_for()
    for theme, scene, svg in drawn_by_python():
        page.emulate_media(color_scheme=theme)
        assert difference(page, scene, svg) <= SEEN, (theme, scene)
    scene = vocabulary()["shape disc"]
    first, *others = scene.pieces
    other = replace(scene, pieces=(replace(first, colour="orange"), *others))
    assert difference(page, scene, scene_svg(other, theme=theme)) > SEEN


def test_boards_and_pieces_are_as_a_person_likes_them_on_this_device(device: Devices) -> None:
    """At once, and from then on; who asks the system for more contrast has it without asking."""
    page = device()
    begin(page, "draughts")
    usual = drawn(page)
    tab(page, "Options")
    page.get_by_text("Ice", exact=True).click()
    expect(page.locator(".board svg.in-ice")).to_be_visible()
    icy = drawn(page)
    assert all(one != other for one, other in zip(usual, icy, strict=True))
    page.reload()
    expect(page.locator(".board svg.in-ice")).to_be_visible()
    assert drawn(page) == icy
    strong = device(contrast="more")
    begin(strong, "draughts")
    expect(strong.locator(".board svg.in-contrast")).to_be_visible()
    tab(strong, "Options")
    expect(strong.get_by_role("radio", name="High contrast")).to_be_checked()


def drawn(page: Page) -> list[str]:
    """The board and its pieces, as they are drawn."""
    return [page.locator(f"[data-layer={name}]").inner_html() for name in ("ground", "pieces")]
