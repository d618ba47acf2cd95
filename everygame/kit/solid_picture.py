"""Draws a solid as PNG, seen from above and in front."""

from __future__ import annotations

import io
from typing import Any, Final, TypeAlias

import numpy as np
from manifold3d import Manifold
from PIL import Image, ImageDraw

Array: TypeAlias = Any
"""A numpy array with an entry for each triangle; each has three corners with x, y and z."""
FINE: Final = 24
"""The longest side of the solid is cut into this many parts, so that all triangles are small before
they are drawn."""
PIXELS: Final = 480
"""The length of the longer side of the picture while it is drawn; the finished picture has half as
many pixels."""
TURN: Final = 0.5
TILT: Final = 0.95
"""The angles of view in radians: TURN around the upright axis, TILT from above."""
LIGHT: Final = (-0.35, -0.5, 0.79)
COLOURS: Final = {
    "white": (236, 240, 242),
    "black": (70, 82, 92),
    "blue": (60, 140, 205),
    "orange": (240, 165, 50),
    "green": (40, 165, 125),
    "pink": (214, 130, 180),
}
PLAIN: Final = (196, 212, 222)


def picture(solid: Manifold, colour: str = "") -> bytes:
    """Draw the solid as PNG on a transparent background."""
    x1, y1, z1, x2, y2, z2 = solid.bounding_box()
    mesh = solid.refine_to_length(max(x2 - x1, y2 - y1, z2 - z1) / FINE).to_mesh()
    points = np.asarray(mesh.vert_properties, dtype=np.float64)[:, :3]
    corners = points[np.asarray(mesh.tri_verts)]
    seen = turned(corners)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.maximum(np.linalg.norm(normals, axis=1), 1e-12)
    light = np.clip(normals @ np.array(LIGHT) / lengths, 0, 1)
    across, down = seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0]
    shown = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0] < 0  # faces the viewer
    return drawn(seen[shown], 0.35 + 0.65 * light[shown], COLOURS.get(colour, PLAIN))


def turned(corners: Array) -> Array:
    """Rotate points to the direction of view: x to the right, y downwards, z towards the viewer."""
    x = corners[..., 0] * np.cos(TURN) - corners[..., 1] * np.sin(TURN)
    y = corners[..., 0] * np.sin(TURN) + corners[..., 1] * np.cos(TURN)
    up = y * np.sin(TILT) + corners[..., 2] * np.cos(TILT)
    near = corners[..., 2] * np.sin(TILT) - y * np.cos(TILT)
    found: Array = np.stack([x, -up, near], axis=-1)
    return found


def drawn(seen: Array, bright: Array, colour: tuple[int, int, int]) -> bytes:
    """Draw the triangles over each other, the farthest first (the painter's algorithm). The
    triangles are so small that none lies partly before and partly behind another."""
    low, high = seen.min(axis=(0, 1)), seen.max(axis=(0, 1))
    scale = (PIXELS - 8) / max(high[0] - low[0], high[1] - low[1])
    placed = (seen[..., :2] - low[:2]) * scale + 4
    width, height = (int(n) + 8 for n in (high[:2] - low[:2]) * scale)
    image = Image.new("RGBA", (width, height))
    pen = ImageDraw.Draw(image)
    shades: Array = np.outer(bright, colour).astype(int)
    for n in np.argsort(seen[..., 2].mean(axis=1)):
        shade = (*map(int, shades[n]), 255)
        pen.polygon([(float(x), float(y)) for x, y in placed[n]], fill=shade, outline=shade)
    return png(image.resize((width // 2, height // 2), Image.Resampling.BOX))


def png(image: Image.Image) -> bytes:
    made = io.BytesIO()
    image.save(made, "PNG")
    return made.getvalue()
