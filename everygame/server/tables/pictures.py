"""Pictures that people upload: decoded, made small, and written anew, so that nothing of the
file that came is kept but what can be seen."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from PIL import Image, ImageOps

from everygame.errors import BadGame

Result = TypeVar("Result")
FORMATS: Final = {"png": "PNG", "jpg": "JPEG", "webp": "WEBP"}
MOST_PIXELS: Final = 16_000_000
"""Of a picture that is decoded."""
MOST_SIDE: Final = 16_000
"""Pixels of a side."""
MOST_TOGETHER: Final = 60_000_000
"""Pixels of all pictures of a table, as they come."""
MOST_SCANS: Final = 64
"""How often a JPEG may go over the whole picture, to make it clearer: each time costs as much as
the first; cameras and programs write a dozen."""
SCAN: Final = b"\xff\xda"
"""Begins each of them."""
TOO_LARGE: Final = (
    f"{{name}} has too many pixels; at most {MOST_PIXELS:,} are taken, {MOST_SIDE:,} on a side."
)
LONGEST: Final = 1_600
"""Pixels of the longer side that is kept."""


def clean_all(pictures: Mapping[str, bytes]) -> dict[str, bytes]:
    """All pictures of a table. Raises BadGame."""
    if sum(pixels(name, data) for name, data in pictures.items()) > MOST_TOGETHER:
        raise BadGame(
            "Its pictures have more than {most_together} pixels together.",
            most_together=format(MOST_TOGETHER, ","),
        )
    return {name: clean(name, data) for name, data in pictures.items()}


def pixels(name: str, data: bytes) -> int:
    """How many the picture has, as its first bytes say. Raises BadGame."""
    return attempt(name, lambda: measure(name, data))


def clean(name: str, data: bytes) -> bytes:
    """The picture in the format that its name says. Raises BadGame."""
    return attempt(name, lambda: rewrite(name, data))


def attempt(name: str, work: Callable[[], Result]) -> Result:
    """What Pillow makes of a picture. Raises BadGame."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of doubtful files, which are refused or rewritten
            return work()
    except BadGame:
        raise
    except Image.DecompressionBombError:
        raise BadGame(TOO_LARGE.format(name=name)) from None
    except Exception:  # decoders meet anything, and say so in many ways
        raise BadGame(
            "{name} is no picture that can be read: PNG, JPEG or WebP.", name=name
        ) from None


def measure(name: str, data: bytes) -> int:
    with Image.open(io.BytesIO(data), formats=list(FORMATS.values())) as picture:
        width, height = picture.size
        if width * height > MOST_PIXELS or max(width, height) > MOST_SIDE:
            raise BadGame(TOO_LARGE.format(name=name))
        if picture.format == "JPEG" and data.count(SCAN) > MOST_SCANS:
            raise BadGame("{name} is drawn in too many steps; save it as a plain JPEG.", name=name)
        return width * height


def rewrite(name: str, data: bytes) -> bytes:
    measure(name, data)
    kind = FORMATS[name.rpartition(".")[2]]
    with Image.open(io.BytesIO(data), formats=list(FORMATS.values())) as picture:
        picture.draft("RGB", (LONGEST, LONGEST))  # a large JPEG need not be decoded in full
        clear = kind != "JPEG" and picture.has_transparency_data
        shown = picture.convert("RGBA" if clear else "RGB")
    shown.thumbnail((LONGEST, LONGEST))  # before it is copied again
    shown = ImageOps.exif_transpose(shown)
    bare = Image.new(shown.mode, shown.size)  # without what was written into the file besides
    bare.paste(shown)
    made = io.BytesIO()
    bare.save(made, kind, **({} if kind == "PNG" else {"quality": 88}))
    return made.getvalue()
