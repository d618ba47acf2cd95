"""Draws positions as SVG text, from the same shapes as the page.

>>> svg = draw(find_game(name).game().initial_state())
"""

from __future__ import annotations

from base64 import b64encode
from functools import partial
from pathlib import Path, PurePath
from typing import Final

from everygame.arguments import need, read_real, read_viewer
from everygame.contract import TRUTH, State
from everygame.drawing.picture import SQUARE, THEMES, Address, picture
from everygame.errors import BadArgument, BadGame, EveryGameError, writing
from everygame.library.registry import Entry, find_game
from everygame.scene import Scene, depict, look_back, view
from everygame.words import list_of, say

__all__ = ["draw", "png", "scene_svg", "write"]
TYPES: Final = {
    "gif": "image/gif",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webp": "image/webp",
}

FONTS: Final = ", ".join(
    repr(family)
    for family in (
        "Segoe UI",
        "Helvetica Neue",
        "Arial",
        "Liberation Sans",
        "DejaVu Sans",
        "Noto Sans",
        "Roboto",
        "Ubuntu",
        "Cantarell",
        "FreeSans",
    )
)
"""The families of fonts for a PNG, the first that is installed. They are named because `resvg`
knows neither `system-ui` nor which font of this computer is its `sans-serif`."""
LETTER: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">'
    '<text x="2" y="14">{text}</text></svg>'
)
"""A picture of one text, which is empty where there is no font."""
WIDEST: Final = 4096
"""The greatest width of a square, in pixels."""


def draw(
    state: State,
    viewer: int | None = TRUTH,
    *,
    theme: str = "light",
    square: float = SQUARE,
    entry: Entry | None = None,
) -> str:
    """Draw `state` as an SVG document.

    A `viewer` that is a seat, or None for a spectator, sees only what that viewer may know. The
    default TRUTH sees everything where the game has a picture of it (`State.disclose`), and
    otherwise what a spectator sees. `theme` is "light" or "dark", `square` the width of a square in
    pixels, and `entry` the game's entry where the registry does not list it. Raises BadGame for a
    shape, mark or colour that cannot be drawn.
    """
    need(state, State, say("A picture needs a state"))
    game = state.game
    viewer, square = read_view(state, viewer, theme, square)
    entry = entry or find_game(game.name)
    truth = look_back(state, None) if viewer == TRUTH else None
    seen = truth or view(state, None if viewer == TRUTH else viewer)
    scene = depict(entry.artist(), game, seen)
    title, address = str(entry.facts()["title"]), partial(embed, drawn=entry)
    return scene_svg(scene, title, theme=theme, square=square, address=address)


def read_view(
    state: State, viewer: object, theme: object, square: object
) -> tuple[int | None, float]:
    """Return the viewer and the width of a square, where all that `draw` was given can be drawn.
    Raises BadArgument."""
    if theme not in THEMES:
        raise BadArgument(
            "{theme} is no theme; these are: {themes}.", theme=repr(theme), themes=list_of(THEMES)
        )
    width = read_real(square, say("The width of a square"))
    if not 1 <= width <= WIDEST:
        text = "A square is from 1 to {widest} pixels wide, not {width}."
        raise BadArgument(text, widest=WIDEST, width=repr(square))
    return viewer if viewer is None else read_viewer(state, viewer, TRUTH), width


def scene_svg(
    scene: Scene,
    title: str = "A board",
    *,
    theme: str = "light",
    square: float = SQUARE,
    address: Address | None = None,
) -> str:
    """Draw a scene as an SVG document. The images of the game are embedded in it, unless `address`
    gives other addresses for them. A screen reader says `title` first. Choices are not drawn.
    Raises BadGame for a shape, mark or colour that cannot be drawn."""
    return picture(scene, title, address or embed, theme, square)


def embed(name: str, drawn: Entry | None = None) -> str:
    """Return an image of a game, "game/file.png", as a data: URL. `drawn` is the game being drawn,
    which the registry may not list. Raises BadGame."""
    game, _, file = name.partition("/")
    kind = TYPES.get(PurePath(file).suffix[1:].lower())
    if kind is None or PurePath(file).name != file:
        raise BadGame(
            "{name} is no image of a game: {types} in its folder.",
            name=repr(name),
            types=list_of(TYPES),
        )
    try:
        entry = drawn if drawn and drawn.name == game else find_game(game)
        data = (entry.folder / file).read_bytes()
    except OSError as error:
        raise BadGame(
            "The image {name} cannot be read: {strerror}.", name=repr(name), strerror=error.strerror
        ) from None
    return f"data:{kind};base64,{b64encode(data).decode()}"


def png(svg: str) -> bytes:
    """Convert an SVG document to PNG. Raises EveryGameError where `resvg-py` is not installed, or
    where the picture has text and this computer no font for it."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise EveryGameError(
            "A PNG needs one more package: pip install 'everygame[png]'; SVG needs none."
        ) from None
    style = f"svg {{ font-family: {FONTS} }}"

    def convert(document: str) -> bytes:
        return bytes(svg_to_bytes(svg_string=document, style_sheet=style))

    if "<text" in svg and convert(LETTER.format(text="A")) == convert(LETTER.format(text="")):
        raise EveryGameError(
            "The text of a PNG needs a font, and this computer has none of those that are tried"
            " ({fonts}); SVG needs none.",
            fonts=FONTS.replace("'", ""),
        )
    return convert(svg)


def write(svg: str, file: Path) -> None:
    """Write a picture to a file, as SVG or PNG by the ending of the file's name. Raises
    EveryGameError."""
    if file.suffix not in (".svg", ".png"):
        raise EveryGameError("{file} must end in .svg or .png.", file=repr(str(file)))
    data = png(svg) if file.suffix == ".png" else svg.encode()
    with writing(file):
        file.write_bytes(data)
