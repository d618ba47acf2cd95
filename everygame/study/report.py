"""The report of a study, or of two that are compared, as one HTML page (`arena.page`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from everygame.arena.html_page import again, document, figure, grid, tile
from everygame.arena.number_formats import bounded, percent
from everygame.arena.origin import Origin
from everygame.study import text
from everygame.study.findings import Difference, Findings, beyond
from everygame.study.picture import picture

NOTES = (
    "Limits hold the truth in 95 of 100 cases and take matches, not plies, as independent: those of"
    " shares are Wilson’s, those of means Student’s. Points divide a match among its sides: 1 for"
    " the only winner, an even share for a draw.",
)
PAIRED = (
    "Matches with the same number have the same seed under both options, so that they begin with"
    " the same luck. Limits of differences follow from those of the two numbers and from how alike"
    " the pairs are (Newcombe 1998; Zou and Donner 2008). Of many rows, one ● may be chance.",
)


def report(studies: Sequence[Findings], found: Sequence[Difference], origin: Origin) -> str:
    """Return the HTML page; `found` is empty for one study."""
    first = studies[0]
    parts = [
        "<header>",
        f'<p class="kind">Study</p><h1>{escape(first.title)}</h1>',
        *(f"<p>{escape(text.whole(one))}</p>" for one in studies),
        "</header>",
        *(part for one in studies for part in section(one)),
        *(differences(found, studies) if found else ()),
        "<section><h2>Figure</h2>",
        *figure(picture(studies), "Shares of results with 95 % limits, and lengths of matches."),
        "</section>",
        *again(origin),
    ]
    return document(f"{first.title}: study", parts)


def tiles(study: Findings) -> Iterator[str]:
    """Yield the three most important numbers of a study, where the points of its first side are
    known."""
    if study.first is not None and (ahead := beyond(study)) is not None:
        yield '<dl class="tiles">'
        yield tile(f"Points of {study.sides[0]}", percent(study.first.value))
        yield tile("Plies, median", f"{study.plies.quartiles[1]:g}")
        yield tile("Legal moves, mean", f"{study.branching.value:.1f}")
        yield "</dl><p class='note'>"
        yield f"{escape(text.first_points(study, study.first))}: {bounded(ahead, '+')} beyond.</p>"


def section(study: Findings) -> Iterator[str]:
    """Yield the section of one study."""
    yield f"<section><h2>{escape(text.settings(study) or study.title)}</h2>"
    yield from tiles(study)
    yield "<h3>Results</h3>"
    yield from grid(text.result_rows(study))
    yield "<h3>Lengths</h3>"
    yield from grid(text.length_rows(study))
    for line in (*text.values(study), text.branching(study), *text.leads(study)):
        yield f"<p class='note'>{escape(line)}</p>" if line else ""
    yield from (f"<p class='note'>{escape(line)}</p>" for line in (*text.repeats(study), *NOTES))
    yield "</section>"


def differences(found: Sequence[Difference], studies: Sequence[Findings]) -> Iterator[str]:
    """Yield the section that compares two studies."""
    yield f"<section><h2>{escape(text.changed(*studies))}</h2>"
    yield from grid(text.difference_rows(found))
    yield from (f"<p class='note'>{escape(line)}</p>" for line in (text.CLEARLY, *PAIRED))
    yield "</section>"
