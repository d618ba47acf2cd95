"""The findings of one study, or of two side by side, as an SVG picture: the shares of the results
and the points of the seats with their confidence limits, and the lengths of matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from math import ceil
from textwrap import wrap
from typing import Final

from everygame.arena.number_formats import bounded, percent, round_up
from everygame.arena.statistics import Estimate
from everygame.arena.svg import LEFT, WIDTH, Drawing, shorten
from everygame.study.findings import Findings
from everygame.study.text import figures, matches, whole

RIGHT: Final = 190
"""The distance from the end of the longest bar to the right edge: space for numbers."""
BAR, GAP = 18, 14
"""The height of a bar, and the distance between the bars of two results."""
AXIS: Final = LEFT + 44
"""The left edge of histograms."""
TALL: Final = 150
"""The height of a histogram."""
BINS: Final = 40
"""The most bars of a histogram."""
LETTER: Final = 8.8
"""The average width of a letter of 14 pixels, rounded up generously."""


def picture(studies: Sequence[Findings]) -> str:
    """Return the SVG document of one study, or of two studies that are compared."""
    page = Page(studies)
    page.heading()
    page.results()
    page.points()
    page.histograms()
    page.figures()
    first = studies[0]
    return page.document(f"{first.title}: how {matches(first)} went")


class Page(Drawing):
    """The picture while it is drawn."""

    def __init__(self, studies: Sequence[Findings]) -> None:
        super().__init__()
        self.studies = studies
        self.most = 1.0
        """The share at the right end of the bars."""

    # -- the parts of the picture, from the top

    def heading(self) -> None:
        """Draw the name of the game, and how each study was played, with the colour of the
        study."""
        self.y += 12
        self.text(LEFT, self.y, self.studies[0].title, "title")
        for number, study in enumerate(self.studies):
            self.y += 27
            self.legend(number, [whole(study)], 92)
            self.y -= 17
        self.y += 34

    def legend(self, number: int, said: Iterable[str], width: int) -> None:
        """Draw lines of text beside the colour of a study."""
        self.box(LEFT, self.y - 10, 11, 11, number)
        for words in (line for text in said for line in wrap(text, width)):
            self.text(LEFT + 19, self.y, words, "soft")
            self.y += 17

    def results(self) -> None:
        """Draw a bar for each result of each study, as long as its share of the matches, with the
        confidence limits."""
        shares = [{r.who: r.share for r in study.results} for study in self.studies]
        self.most = ceil(4 * max(share.high for found in shares for share in found.values())) / 4
        names = list(dict.fromkeys(who for found in shares for who in found))
        labels = [shorten(name, 28) for name in names]
        start = LEFT + LETTER * max(map(len, labels)) + 12
        self.text(LEFT, self.y, "How matches came out, with 95 % limits", "head")
        self.y += 16
        top, rulers = self.y, len(self.parts)
        for name, label in zip(names, labels, strict=True):
            drawn = [(n, found[name]) for n, found in enumerate(shares) if name in found]
            self.text(start - 12, self.y + BAR * len(drawn) / 2 + 5, label, "end")
            for number, estimate in drawn:
                self.bar(start, number, estimate)
            self.y += GAP
        self.rulers(rulers, start, top)
        self.y += 44

    def rulers(self, place: int, start: float, top: float) -> None:
        """Draw vertical lines for shares from `top` down to `y`. They are put before the parts from
        index `place` on, so that the bars cover them."""
        bars = self.parts[place:]
        del self.parts[place:]
        for part in (0.0, 0.25, 0.5, 0.75, 1.0)[: round(4 * self.most) + 1]:
            x = start + part / self.most * (WIDTH - RIGHT - start)
            self.line(x, top - 4, x, self.y - 4)
            self.text(x, self.y + 11, f"{100 * part:.0f} %", "soft mid")
        self.parts += bars

    def bar(self, start: float, number: int, share: Estimate) -> None:
        """Draw one bar, its confidence limits, and the numbers beside it."""
        long = (WIDTH - RIGHT - start) / self.most
        middle = self.y + BAR / 2
        self.box(start, self.y + 1, share.value * long, BAR - 2, number)
        low, high = start + share.low * long, start + share.high * long
        self.line(low, middle, high, middle, "limit")
        for end in (low, high):
            self.line(end, middle - 4, end, middle + 4, "limit")
        self.text(WIDTH - RIGHT + 14, middle + 5, bounded(share), "soft")
        self.y += BAR

    def points(self) -> None:
        """Draw by how much the points of each side exceed an even share, on a scale around 0 that
        ends behind the farthest limit."""
        found = [one for study in self.studies for one in study.points]
        far = max((max(abs(one.more.low), abs(one.more.high)) for one in found), default=0.0)
        end = round_up(100 * far) / 100
        for number, study in enumerate(self.studies):
            if study.points:
                even = percent(1 / len(study.sides))
                self.intervals(
                    f"Points beyond even, which is {even}, with 95 % limits",
                    [(one.side, one.more) for one in study.points],
                    (-end, -end / 2, 0, end / 2, end),
                    partial(percent, sign="+"),
                    number,
                )

    def histograms(self) -> None:
        """Draw a histogram of the numbers of plies for each study, all on the same scales."""
        least = min(study.plies.least for study in self.studies)
        most = max(study.plies.most for study in self.studies)
        width = round_up((most - least + 1) / BINS)
        starts = range(least // width * width, most + 1, width)
        bars = [binned(study, starts) for study in self.studies]
        scale = scale_to(100 * max(map(max, bars)))
        for number, study in enumerate(self.studies):
            median, longest = study.plies.quartiles[1], study.plies.most
            said = f"Plies a match: median {median:g}, longest {longest}"
            self.text(LEFT, self.y, said, "head")
            self.y += 18
            self.histogram(number, bars[number], scale)
            self.axis(starts)

    def figures(self) -> None:
        """Draw the lines of text about the first seat, the legal moves and the lead, with the
        colours of the studies."""
        for number, study in enumerate(self.studies):
            self.legend(number, figures(study), 96)
            self.y += 10
        self.y += 8

    def histogram(self, number: int, bars: list[float], scale: range) -> None:
        """Draw one histogram: the height of a bar is its share of the matches, on a scale in per
        cent."""
        for part in scale:
            y = self.y + TALL * (1 - part / scale[-1])
            self.line(AXIS, y, WIDTH - LEFT, y)
            self.text(AXIS - 8, y + 4, f"{part} %", "soft end")
        wide = (WIDTH - LEFT - AXIS) / len(bars)
        self.y += TALL
        for place, share in enumerate(bars):
            tall = TALL * 100 * share / scale[-1]
            if share:
                x = AXIS + place * wide + 0.5
                self.box(x, self.y - tall, max(wide - 1, 0.5), tall, number)

    def axis(self, starts: range) -> None:
        """Draw numbers of plies under the bars: under the middle of a bar that stands for one
        number, else under its left edge."""
        self.y += 17
        wide = (WIDTH - LEFT - AXIS) / len(starts)
        step = round_up(len(starts) * starts.step / 12)
        shift = wide / 2 if starts.step == 1 else 0.0
        for place, plies in enumerate(starts):
            if plies % step == 0:
                self.text(AXIS + place * wide + shift, self.y, str(plies), "soft mid")
        self.y += 34


def scale_to(highest: float) -> range:
    """Return the numbers beside the lines of a scale of about four steps."""
    step = round_up(highest / 4)
    return range(0, ceil(highest / step) * step + 1, step)


def binned(study: Findings, starts: range) -> list[float]:
    """Return the share of the matches in each bin."""
    bins = [0.0] * len(starts)
    for plies, times in study.lengths:
        bins[(plies - starts.start) // starts.step] += times / study.matches
    return bins
