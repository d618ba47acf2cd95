"""What a PDF says of itself, read by pypdfium2, which had no part in making it."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
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
    document = pdfium.PdfDocument(data)
    here = document[page]
    count = raw.FPDFPage_CountObjects(here.raw)
    things = [raw.FPDFPage_GetObject(here.raw, n) for n in range(count)]
    return [stroke for thing in things for stroke in walk(thing, (1, 0, 0, 1, 0, 0))]


def walk(thing: ctypes.c_void_p, outer: Matrix) -> Iterator[Stroke]:
    found = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(thing, found)
    inner = (found.a, found.b, found.c, found.d, found.e, found.f)
    matrix = multiply(inner, outer)
    kind = raw.FPDFPageObj_GetType(thing)
    if kind == raw.FPDF_PAGEOBJ_FORM:
        for n in range(raw.FPDFFormObj_CountObjects(thing)):
            yield from walk(raw.FPDFFormObj_GetObject(thing, n), matrix)
    elif kind == raw.FPDF_PAGEOBJ_PATH:
        yield from lines(thing, matrix)


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
    document = pdfium.PdfDocument(data)
    for page in document:
        things = [
            raw.FPDFPage_GetObject(page.raw, n) for n in range(raw.FPDFPage_CountObjects(page.raw))
        ]
        while things:
            thing = things.pop()
            kind = raw.FPDFPageObj_GetType(thing)
            if kind == raw.FPDF_PAGEOBJ_FORM:
                count = raw.FPDFFormObj_CountObjects(thing)
                things += [raw.FPDFFormObj_GetObject(thing, n) for n in range(count)]
            elif kind == raw.FPDF_PAGEOBJ_TEXT:
                font = raw.FPDFTextObj_GetFont(thing)
                name = ctypes.create_string_buffer(200)
                raw.FPDFFont_GetBaseFontName(font, name, 200)
                found[name.value.decode()] = bool(raw.FPDFFont_GetIsEmbedded(font))
    return found
