"""What a PDF says of itself, read by pypdfium2, which had no part in making it."""

from __future__ import annotations

import ctypes
import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as raw

POINTS = 72 / 25.4
"""Of a millimetre."""
Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Stroke:
    """The ends of a straight line, in millimetres from the lower left corner of the page."""

    start: tuple[float, float]
    end: tuple[float, float]

    @property
    def length(self) -> float:
        (x1, y1), (x2, y2) = self.start, self.end
        return ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5


def pages(data: bytes) -> list[tuple[float, float]]:
    """The sizes of the pages, in millimetres."""
    document = pdfium.PdfDocument(data)
    return [(page.get_width() / POINTS, page.get_height() / POINTS) for page in document]


def strokes(data: bytes, page: int) -> list[Stroke]:
    """All straight lines of a page, those within pictures among them."""
    found = things(pdfium.PdfDocument(data)[page], raw.FPDF_PAGEOBJ_PATH)
    return [stroke for thing, matrix in found for stroke in lines(thing, matrix)]


def things(page: pdfium.PdfPage, kind: int) -> Iterator[tuple[ctypes.c_void_p, Matrix]]:
    """All things of a kind on a page, those within pictures among them, and where they lie."""
    for n in range(raw.FPDFPage_CountObjects(page.raw)):
        for thing, matrix in walk(raw.FPDFPage_GetObject(page.raw, n), (1, 0, 0, 1, 0, 0)):
            if raw.FPDFPageObj_GetType(thing) == kind:
                yield thing, matrix


def walk(thing: ctypes.c_void_p, outer: Matrix) -> Iterator[tuple[ctypes.c_void_p, Matrix]]:
    found = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(thing, found)
    inner = (found.a, found.b, found.c, found.d, found.e, found.f)
    matrix = multiply(inner, outer)
    yield thing, matrix
    if raw.FPDFPageObj_GetType(thing) == raw.FPDF_PAGEOBJ_FORM:
        for n in range(raw.FPDFFormObj_CountObjects(thing)):
            yield from walk(raw.FPDFFormObj_GetObject(thing, n), matrix)


def lines(thing: ctypes.c_void_p, matrix: Matrix) -> Iterator[Stroke]:
    last = (0.0, 0.0)
    for n in range(raw.FPDFPath_CountSegments(thing)):
        segment = raw.FPDFPath_GetPathSegment(thing, n)
        x, y = ctypes.c_float(), ctypes.c_float()
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        here = apply(matrix, x.value, y.value)
        if raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_LINETO:
            yield Stroke(last, here)
        last = here


def multiply(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    p, q, r, s, t, u = two
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e) / POINTS, (b * x + d * y + f) / POINTS


def words(data: bytes) -> list[str]:
    """The text of each page."""
    return [page.get_textpage().get_text_range() for page in pdfium.PdfDocument(data)]


def fonts(data: bytes) -> dict[str, bool]:
    """The fonts of all texts, and whether each is in the file."""
    found: dict[str, bool] = {}
    for page in pdfium.PdfDocument(data):
        for thing, _ in things(page, raw.FPDF_PAGEOBJ_TEXT):
            font = raw.FPDFTextObj_GetFont(thing)
            name = ctypes.create_string_buffer(200)
            raw.FPDFFont_GetBaseFontName(font, name, 200)
            found[name.value.decode()] = bool(raw.FPDFFont_GetIsEmbedded(font))
    return found


STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
SIGN = re.compile(rb"\\([0-7]{1,3}|.)|([()])|[^\\()]+", re.DOTALL)
SIGNS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def glyphs(data: bytes) -> Iterator[int]:
    """The numbers of all glyphs that a PDF of Typst shows, two bytes each. The glyph 0 stands for
    letters that a font does not have."""
    for found in STREAM.finditer(data):
        with suppress(zlib.error):
            content = zlib.decompress(found[1])
            for text in strings(content) if b" Tf" in content else ():
                yield from (number for (number,) in struct.iter_unpack(">H", text))


def strings(content: bytes) -> Iterator[bytes]:
    """The texts between brackets of as many bytes as glyphs have; brackets in pairs are a part of
    a text."""
    depth, text = 0, b""
    for sign in SIGN.finditer(content):
        depth -= sign[0] == b")"
        if depth:
            text += meant(sign[1]) if sign[1] else sign[0]
        elif text:
            yield text[: len(text) // 2 * 2]
            text = b""
        depth += sign[0] == b"("


def meant(escaped: bytes) -> bytes:
    return bytes([int(escaped, 8)]) if escaped[:1].isdigit() else SIGNS.get(escaped, escaped)
