"""Draws the figures of reports: an SVG document to which a program adds rows from the top
downwards. It has a white background on every page, and uses the fonts of the system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from everygame.arena.statistics import Estimate

WIDTH: Final = 760
"""The width of a figure, in pixels, as are all lengths here."""
LEFT: Final = 28
"""The left margin."""
COLOURS: Final = ("#3d88aa", "#c57f3a")
"""The colours of two studies. Colour-blind eyes can tell them apart too, and the lines of
confidence limits are visible on both."""
STYLE: Final = (
    ".figure text{font:14px system-ui,sans-serif;fill:#0f2433}"
    ".figure .title{font-size:19px;font-weight:650}"
    ".figure .head{font-weight:650}"
    ".figure .soft{fill:#4a6172;font-size:12.5px}"
    ".figure .end{text-anchor:end}"
    ".figure .mid{text-anchor:middle}"
    ".figure .line{stroke:#cfdde7}"
    ".figure .even{stroke:#4a6172;stroke-dasharray:4 3}"
    ".figure .limit{stroke:#0f2433;stroke-width:1.5}"
)
"""Only elements in a figure have these styles, also where it stands in an HTML page."""


class Drawing:
    """A figure while it is drawn, from the top downwards; `y` is where the next part begins."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = 20.0

    def document(self, title: str) -> str:
        """Return the whole SVG document."""
        size = f'width="{WIDTH}" height="{self.y:g}" viewBox="0 0 {WIDTH} {self.y:g}"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" class="figure">',
                f"<title>{escape(title)}</title>",
                f"<style>{STYLE}</style>",
                f'<rect width="{WIDTH}" height="{self.y:g}" fill="#fff"/>',
                *self.parts,
                "</svg>\n",
            ]
        )

    def text(self, x: float, y: float, said: str, style: str = "") -> None:
        """Draw a text at x, y."""
        kind = f' class="{style}"' if style else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}"{kind}>{escape(said)}</text>')

    def box(self, x: float, y: float, width: float, height: float, number: int) -> None:
        """Draw a rectangle in colour `number`."""
        self.parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
            f' fill="{COLOURS[number]}"/>'
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, style: str = "line") -> None:
        """Draw a line."""
        self.parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{style}"/>'
        )

    def intervals(
        self,
        head: str,
        rows: Sequence[tuple[str, Estimate]],
        marks: Sequence[float],
        show: Callable[[float], str],
        colour: int = 0,
    ) -> None:
        """Draw estimates with their limits on one scale: a dot and a line for each, under its
        name, with the numbers on the right. The scale has the `marks`, in ascending order; where 0
        is inside, its line is dark."""
        self.text(LEFT, self.y, head, "head")
        self.y += 24
        top, end = self.y, WIDTH - 200.0
        wide = (end - LEFT) / (marks[-1] - marks[0])
        first = len(self.parts)
        for name, found in rows:
            self.text(LEFT, self.y, shorten(name, 76), "soft")
            self.interval(found, marks, wide, show, colour)
        bars, self.parts[first:] = self.parts[first:], []
        for mark in marks:
            x = LEFT + (mark - marks[0]) * wide
            is_middle = mark == 0 and marks[0] < 0
            self.line(x, top - 12, x, self.y - 12, "even" if is_middle else "line")
            self.text(x, self.y + 4, show(mark), "soft mid")
        self.parts += bars
        self.y += 40

    def interval(
        self,
        found: Estimate,
        marks: Sequence[float],
        wide: float,
        show: Callable[[float], str],
        colour: int,
    ) -> None:
        """Draw one estimate; what lies outside the scale is drawn at its end."""
        low, value, high = (
            LEFT + (min(marks[-1], max(marks[0], number)) - marks[0]) * wide
            for number in (found.low, found.value, found.high)
        )
        self.y += 13
        self.line(low, self.y, high, self.y, "limit")
        for edge in (low, high):
            self.line(edge, self.y - 4, edge, self.y + 4, "limit")
        self.box(value - 4, self.y - 4, 8, 8, colour)
        said = f"{show(found.value)}  ({show(found.low)} to {show(found.high)})"
        self.text(WIDTH - 186, self.y + 4, said, "soft")
        self.y += 27


def shorten(name: str, most: int) -> str:
    """Return a name, cut to a number of letters."""
    return name if len(name) <= most else name[: most - 1] + "…"
