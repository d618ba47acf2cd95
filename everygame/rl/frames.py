"""Pictures of a match for `render`, in the modes of Gymnasium and PettingZoo."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

import numpy as np

from everygame.contract import State
from everygame.drawing import draw, png
from everygame.errors import BadArgument
from everygame.rl.memory import Array
from everygame.terminal.draw import draw_state
from everygame.words import list_of

MODES: Final = ("human", "ansi", "svg", "rgb_array")
"""The modes: "human" prints the text, "ansi" returns it, "svg" returns a drawing as SVG text, and
"rgb_array" its pixels, height × width × 3 bytes."""
METADATA: Final[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 2}
"""The metadata of each environment, which the frameworks ask for: its render modes, and frames a
second."""


def read_mode(mode: str | None) -> str | None:
    """Return the mode of rendering; None: nothing is drawn. Raises BadArgument."""
    if mode is not None and mode not in MODES:
        raise BadArgument(
            "render_mode is one of {names}, not {mode}.", names=list_of(MODES), mode=repr(mode)
        )
    return mode


def render(state: State, viewer: int | None, mode: str | None) -> Any:
    """Draw what a seat, or None for a spectator, sees of a state. Raises EveryGameError where
    "rgb_array" lacks a font or a package."""
    if mode == "svg":
        return draw(state, viewer)
    if mode == "rgb_array":
        return pixels(draw(state, viewer))
    if mode == "ansi":
        return draw_state(state, viewer)
    if mode == "human":
        print(draw_state(state, viewer))
    return None


def pixels(svg: str) -> Array:
    """Return the pixels of an SVG document, on white."""
    from PIL import Image  # slow to load, and few need it

    drawn = Image.open(BytesIO(png(svg))).convert("RGBA")
    ground = Image.new("RGBA", drawn.size, "white")
    return np.array(Image.alpha_composite(ground, drawn).convert("RGB"))
