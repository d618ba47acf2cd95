"""Decodes uploaded pictures, makes them smaller and encodes them again. So nothing of a file is
kept but what people can see: no metadata, such as the place where a photo was taken, and no data
hidden behind the picture."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from PIL import Image, ImageOps

from everygame.errors import BadGame

Result = TypeVar("Result")
FORMATS: Final = {"png": "PNG", "jpg": "JPEG", "webp": "WEBP"}
"""The name that Pillow gives to each format, by the ending of file names."""
MOST_PIXELS: Final = 16_000_000
"""The pixels of the largest picture that is decoded."""
MOST_SIDE: Final = 16_000
"""The pixels on the longer side of such a picture."""
MOST_TOGETHER: Final = 60_000_000
"""The pixels of all pictures of one table together, before they are made smaller."""
MOST_SCANS: Final = 64
"""The number of scans that a progressive JPEG may have. Each scan refines the whole picture and
takes as long to decode as the first, so a small file with many scans could keep the server busy.
Cameras and programs write about a dozen."""
SCAN: Final = b"\xff\xda"
"""The marker at the start of each scan of a JPEG."""
LONGEST: Final = 1_600
"""The pixels on the longer side after a picture was made smaller."""


def clean_all(pictures: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return all pictures of a table, encoded again, by their file names. Raises BadGame."""
    if sum(count_pixels(name, data) for name, data in pictures.items()) > MOST_TOGETHER:
        raise BadGame(
            "Its pictures have more than {most_together} pixels together.",
            most_together=format(MOST_TOGETHER, ","),
        )
    return {name: clean(name, data) for name, data in pictures.items()}


def count_pixels(name: str, data: bytes) -> int:
    """Return the number of pixels, read from the head of the file without decoding it. Raises
    BadGame."""
    return run_pillow(name, lambda: measure(name, data))


def clean(name: str, data: bytes) -> bytes:
    """Return the picture, encoded again in the format of its file name. Raises BadGame."""
    return run_pillow(name, lambda: rewrite(name, data))


def run_pillow(name: str, work: Callable[[], Result]) -> Result:
    """Call `work`, which uses Pillow, and return its result. Raises BadGame with a sentence for
    whatever goes wrong."""
    try:
        with warnings.catch_warnings():
            # Pillow warns of odd files; they are refused or rewritten.
            warnings.simplefilter("ignore")
            return work()
    except BadGame:
        raise
    except Image.DecompressionBombError:
        raise too_large(name) from None
    except Exception:  # decoders raise errors of many kinds on damaged files
        raise BadGame(
            "{name} is no picture that can be read: PNG, JPEG or WebP.", name=name
        ) from None


def too_large(name: str) -> BadGame:
    """Return the error for a picture with too many pixels."""
    return BadGame(
        "{name} has too many pixels; at most {pixels} are taken, {side} on a side.",
        name=name,
        pixels=format(MOST_PIXELS, ","),
        side=format(MOST_SIDE, ","),
    )


def measure(name: str, data: bytes) -> int:
    """Return the number of pixels. Raises BadGame where decoding the picture would take too much
    memory or time, and any error of Pillow."""
    with Image.open(io.BytesIO(data), formats=list(FORMATS.values())) as picture:
        width, height = picture.size
        if width * height > MOST_PIXELS or max(width, height) > MOST_SIDE:
            raise too_large(name)
        if picture.format == "JPEG" and data.count(SCAN) > MOST_SCANS:
            raise BadGame("{name} is drawn in too many steps; save it as a plain JPEG.", name=name)
        return width * height


def rewrite(name: str, data: bytes) -> bytes:
    """Return the picture, made smaller and encoded again. Raises BadGame and any error of
    Pillow."""
    measure(name, data)
    kind = FORMATS[name.rpartition(".")[2]]
    with Image.open(io.BytesIO(data), formats=list(FORMATS.values())) as picture:
        picture.draft("RGB", (LONGEST, LONGEST))  # lets a large JPEG be decoded at a smaller size
        has_alpha = kind != "JPEG" and picture.has_transparency_data
        shown = picture.convert("RGBA" if has_alpha else "RGB")
    shown.thumbnail((LONGEST, LONGEST))  # before the copies below, to save memory
    shown = ImageOps.exif_transpose(shown)
    bare = Image.new(shown.mode, shown.size)  # a new image has none of the metadata
    bare.paste(shown)
    made = io.BytesIO()
    bare.save(made, kind, **({} if kind == "PNG" else {"quality": 88}))
    return made.getvalue()
