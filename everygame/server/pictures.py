"""Pictures that people upload: decoded, made small, and written anew, so that nothing of the
file that came is kept but what can be seen."""

from __future__ import annotations

import io
import warnings
from typing import Final

from PIL import Image, ImageOps

from everygame.errors import BadGame

FORMATS: Final = {"png": "PNG", "jpg": "JPEG", "webp": "WEBP"}
MOST_PIXELS: Final = 16_000_000
"""Of a picture that is decoded."""
TOO_LARGE: Final = f"{{name}} has too many pixels; at most {MOST_PIXELS:,} are taken."
LONGEST: Final = 1_600
"""Pixels of the longer side that is kept."""


def clean(name: str, data: bytes) -> bytes:
    """The picture in the format that its name says. Raises BadGame."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of doubtful files, which are refused or rewritten
            return rewrite(name, data)
    except BadGame:
        raise
    except Image.DecompressionBombError:
        raise BadGame(TOO_LARGE.format(name=name)) from None
    except Exception:  # decoders meet anything, and say so in many ways
        raise BadGame(f"{name} is no picture that can be read: PNG, JPEG or WebP.") from None


def rewrite(name: str, data: bytes) -> bytes:
    kind = FORMATS[name.rpartition(".")[2]]
    with Image.open(io.BytesIO(data), formats=list(FORMATS.values())) as picture:
        width, height = picture.size
        if width * height > MOST_PIXELS:
            raise BadGame(TOO_LARGE.format(name=name))
        picture.draft("RGB", (LONGEST, LONGEST))  # a large JPEG need not be decoded in full
        shown = ImageOps.exif_transpose(picture).convert("RGB" if kind == "JPEG" else "RGBA")
    shown.thumbnail((LONGEST, LONGEST))
    bare = Image.new(shown.mode, shown.size)  # without what was written into the file besides
    bare.paste(shown)
    made = io.BytesIO()
    bare.save(made, kind, **({} if kind == "PNG" else {"quality": 88}))
    return made.getvalue()
