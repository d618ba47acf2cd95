"""The standing of a series as an SVG figure: the contestants by Elo, and each pair by its share of
the points and by its margin, all with their 95 % limits."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isfinite

from everygame.arena.number_formats import percent
from everygame.arena.standing import Pairing, Standing
from everygame.arena.svg import LEFT, Drawing
from everygame.arena.text import how, signed

LEAST: float = 100
"""The least end of the Elo scale."""


def picture(standing: Standing) -> str:
    """Return the SVG document."""
    drawing = Drawing()
    heading(drawing, standing)
    ratings(drawing, standing)
    names = standing.series.contestants
    met = standing.pairings
    labels = [f"{names[one.first]} – {names[one.second]}" for one in met]
    drawing.intervals(
        "Share of the points of the first of each pair, with 95 % limits",
        [(label, one.share) for label, one in zip(labels, met, strict=True)],
        (0, 0.25, 0.5, 0.75, 1),
        percent,
    )
    margins(drawing, labels, met)
    return drawing.document(f"{standing.title}: {', '.join(names)}")


def heading(drawing: Drawing, standing: Standing) -> None:
    drawing.y += 12
    drawing.text(LEFT, drawing.y, standing.title, "title")
    drawing.y += 22
    drawing.text(LEFT, drawing.y, f"{standing.matches:,} matches, {how(standing)}", "soft")
    drawing.y += 34


def ratings(drawing: Drawing, standing: Standing) -> None:
    """Draw the Elo rating of each contestant, the strongest first."""
    names = standing.series.contestants
    rows = [(names[row.contestant], row.rating.elo) for row in standing.rows]
    edges = [abs(edge) for _, elo in rows for edge in (elo.low, elo.high) if isfinite(edge)]
    most = ceil(max([LEAST, *edges]) / 100) * 100
    head = "Elo beside the mean of all, with 95 % limits"
    drawing.intervals(head, rows, (-most, -most / 2, 0, most / 2, most), signed)


def margins(drawing: Drawing, labels: Sequence[str], met: Sequence[Pairing]) -> None:
    """Draw the mean margin of each pair: the paired difference of returns, halved."""
    rows = [(name, one.margin) for name, one in zip(labels, met, strict=True)]
    edges = [abs(edge) for _, found in rows for edge in (found.low, found.high) if isfinite(edge)]
    most = 1.0 if max(edges, default=1) > 0.5 else 0.5
    head = "Margin of the first of each pair: half the difference of returns on the same deals"
    drawing.intervals(head, rows, (-most, -most / 2, 0, most / 2, most), "{:+.2f}".format)
