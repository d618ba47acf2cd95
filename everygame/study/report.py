"""The report of a study, or of two that are compared, as one HTML page (`arena.html_page`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from everygame.arena.html_page import again, document, figure, grid, tile
from everygame.arena.number_formats import percent
from everygame.arena.origin import Origin
from everygame.study import text
from everygame.study.differences import Difference
from everygame.study.findings import Findings
from everygame.study.picture import picture

NOTES = (
    "Limits hold the truth in 95 of 100 cases and take matches, not plies, as independent: those of"
    " shares are Wilson’s, those of means Student’s, cut at what is possible. Points divide a match"
    " among its sides: 1 for the only winner, an even share for a draw; their variance is that of"
    " one match more, half of it won and half of it lost.",
)
PAIRED = (
    "Matches with the same number have the same seed under both options, so that they begin with"
    " the same luck. Limits of differences follow from those of the two numbers and from how alike"
    " the pairs are (Newcombe 1998; Zou and Donner 2008).",
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


def section(study: Findings) -> Iterator[str]:
    """Yield the section of one study."""
    yield f"<section><h2>{escape(text.settings(study) or study.title)}</h2>"
    if study.points:
        best = max(study.points, key=lambda one: one.share.value)
        yield '<dl class="tiles">'
        yield tile(f"Points of {best.side}", percent(best.share.value))
        yield tile("Plies, median", f"{study.plies.quartiles[1]:g}")
        yield tile("Legal moves, mean", f"{study.branching.value:.1f}")
        yield "</dl><h3>Points</h3>"
        yield from grid(text.point_rows(study))
        yield from notes(text.about_points(study))
    yield "<h3>Results</h3>"
    yield from grid(text.result_rows(study))
    yield from notes([text.SHARED] if text.has_several(study) else [])
    yield "<h3>Lengths</h3>"
    yield from grid(text.length_rows(study))
    yield from notes((*text.values(study), text.branching(study), *text.leads(study)))
    yield from notes((*text.repeats(study), *NOTES))
    yield "</section>"


def notes(lines: Iterable[str]) -> Iterator[str]:
    """Yield a paragraph for each line that is not empty."""
    yield from (f"<p class='note'>{escape(line)}</p>" for line in lines if line)


def differences(found: Sequence[Difference], studies: Sequence[Findings]) -> Iterator[str]:
    """Yield the section that compares two studies."""
    yield f"<section><h2>{escape(text.changed(*studies))}</h2>"
    yield from grid(text.difference_rows(found))
    yield from notes((*text.about_differences(found, *studies), *PAIRED))
    yield "</section>"
