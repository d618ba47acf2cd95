"""The report of a series: its standing as one HTML page (`page`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from html import escape
from math import ceil, floor

from everygame.arena.html_page import again, document, facts, figure, tile
from everygame.arena.number_formats import bounded, percent, round_up
from everygame.arena.origin import Origin
from everygame.arena.picture import picture
from everygame.arena.standing import Row, Standing
from everygame.arena.statistics import Estimate, Sprt, quartiles
from everygame.arena.text import elo_limits, judgement, margin, signed, warnings
from everygame.contract import Json

BINS = 36
"""The most bars of the histogram."""


def report(
    standing: Standing,
    who: Sequence[str],
    sessions: Sequence[Json],
    sprt: Sprt | None,
    origin: Origin,
) -> str:
    """Return the HTML page. `who` describes each contestant, and `sessions` are those of the
    log."""
    parts = [
        *heading(standing, sprt),
        *standings(standing, who),
        *(crosses(standing) if len(who) > 2 else duel(standing)),
        *matches(standing),
        *thoughts(standing),
        *settings(standing, sessions),
        *figures(standing),
        *again(origin),
    ]
    return document(f"{standing.title}: arena", parts)


# -- the sections of the page, from the top


def heading(standing: Standing, sprt: Sprt | None) -> Iterator[str]:
    """Yield the head of the page: the game, the result in one sentence, and four numbers."""
    yield "<header>"
    yield f'<p class="kind">Arena</p><h1>{escape(standing.title)}</h1>'
    yield f'<p class="verdict">{verdict(standing)}</p>'
    yield from (f"<p class='note'>{escape(said)}</p>" for said in warnings(standing))
    if sprt is not None:
        yield f"<p>{escape(judgement(sprt, standing.pairings[0], len(standing.sides)))}</p>"
    yield '<dl class="tiles">'
    yield tile("Matches", f"{standing.matches:,}")
    yield tile("Rounds of each pair", f"{standing.rounds:,}")
    yield tile("Drawn", percent(standing.drawn))
    yield tile("Plies, median", f"{quartiles(standing.plies)[1]:g}")
    yield tile(kind_of_first(standing), percent(standing.first_side.value))
    yield "</dl></header>"


def kind_of_first(standing: Standing) -> str:
    """Return the name of the number about the first seat."""
    if len(standing.sides) == 1:
        return "Against the game"
    return "First seat" if standing.sides == standing.seats else "First side"


def verdict(standing: Standing) -> str:
    """Return a sentence that says which contestant is stronger, or that it is not known."""
    first, second = standing.rows[:2]
    pairing = standing.pairing(first.contestant, second.contestant)
    one, two = (name(standing, row.contestant) for row in (first, second))
    if standing.is_rough:
        return f"Too few rounds to tell an order: {one} got {bounded(pairing.share)} of the points."
    if pairing.share.low > 0.5:
        return f"{one} is stronger than {two}: {bounded(pairing.share)} of the points."
    return f"{one} and {two} may be equally strong: {bounded(pairing.share)} of the points."


def name(standing: Standing, contestant: int) -> str:
    """Return the name of a contestant, with possible line breaks for narrow screens."""
    text = escape(standing.series.contestants[contestant])
    return f"<b>{text.replace(':', ':<wbr>').replace(',', ',<wbr>')}</b>"


def standings(standing: Standing, who: Sequence[str]) -> Iterator[str]:
    """Yield the list of all contestants, the strongest first, with their Elo ratings on a common
    scale."""
    scale = elo_scale(standing.rows)
    yield "<section><h2>Standing</h2><ol class='ranks'>"
    for row in standing.rows:
        share, elo = row.rating.share, row.rating.elo
        yield f"<li><div>{name(standing, row.contestant)}"
        yield f"<p>{escape(who[row.contestant])}</p></div>"
        yield f"<div class='elo'><span>Elo {minus(signed(elo.value))}</span>"
        yield f"<span class='soft'>{minus(elo_limits(elo))}</span>"
        yield interval(elo, *scale, 0.0)
        yield f"<span class='soft'>{bounded(share)} of the points</span></div></li>"
    yield "</ol>"
    yield f"<p class='note'>Elo beside the mean of all, from −{scale[1]} to +{scale[1]}."
    yield " The line is 0; bars hold the truth in 95 of 100 cases.</p></section>"


def minus(text: str) -> str:
    """Return the text with minus signs, which are as wide as digits, instead of hyphens."""
    return text.replace("-", "−")


def elo_scale(rows: Sequence[Row]) -> tuple[int, int]:
    """Return the ends of the Elo scale: a round number below 0, and the same above."""
    edges = [abs(edge) for row in rows for edge in (row.rating.elo.low, row.rating.elo.high)]
    most = max(100, ceil(max(edges) / 100) * 100)
    return -most, most


def interval(found: Estimate, low: float, high: float, even: float) -> str:
    """Return a drawing of an estimate on a scale from `low` to `high`: a dot, a bar for the
    confidence interval, and a mark at `even`, the value at which all contestants are equal."""

    def place(value: float) -> float:
        return 100 * min(1.0, max(0.0, (value - low) / (high - low)))

    left, right = place(found.low), place(found.high)
    return (
        f'<span class="track"><i class="even" style="left:{place(even):.2f}%"></i>'
        f'<i class="reach" style="left:{left:.2f}%;width:{right - left:.2f}%"></i>'
        f'<i class="dot" style="left:{place(found.value):.2f}%"></i></span>'
    )


def duel(standing: Standing) -> Iterator[str]:
    """Yield the results of two contestants, won, drawn and lost, as one bar."""
    first, second = (row.contestant for row in standing.rows)
    pairing = standing.pairing(first, second)
    yield f"<section><h2>Won, drawn, lost</h2><p>As {name(standing, first)} sees it,"
    yield f" by a margin of {minus(margin(pairing))} in the mean of all matches:</p>"
    yield '<div class="result">'
    for kind, count in zip(("won", "drawn", "lost"), pairing.results, strict=True):
        if count:
            part = 100 * count / pairing.matches
            yield f'<span class="{kind}" style="flex-grow:{part:.2f}">{count} {kind}</span>'
    yield "</div></section>"


def crosses(standing: Standing) -> Iterator[str]:
    """Yield the table of all pairs: what the contestant of the row got against the contestant of
    the column."""
    order = [row.contestant for row in standing.rows]
    yield "<section><h2>Each against each</h2><div class='wide'><table class='cross'><thead><tr>"
    yield "<th></th>" + "".join(f"<th>{n}</th>" for n in range(1, len(order) + 1)) + "</tr></thead>"
    for number, one in enumerate(order, 1):
        cells = "".join(cell(standing, one, other) for other in order)
        yield f"<tr><th scope='row'>{number}. {name(standing, one)}</th>{cells}</tr>"
    yield "</table></div><p class='note'>The share of the points that the row got from the column;"
    yield " below it won, drawn and lost, and the margin with its limits: half of what a side of"
    yield " the row got more than one of the column on the same deals. A stronger colour is further"
    yield " from even.</p></section>"


def cell(standing: Standing, one: int, other: int) -> str:
    """Return one cell of the table of all pairs."""
    if one == other:
        return "<td class='self'></td>"
    pairing = standing.pairing(one, other)
    lead = pairing.share.value - 0.5
    colour = "--good" if lead > 0 else "--bad"
    style = f"background:color-mix(in srgb,var({colour}) {round(abs(lead) * 120)}%,var(--paper))"
    won, drawn, lost = pairing.results
    return (
        f'<td style="{style}">{percent(pairing.share.value)}'
        f"<small>+{won} ={drawn} −{lost}</small><small>{minus(margin(pairing))}</small></td>"
    )


def matches(standing: Standing) -> Iterator[str]:
    """Yield what the matches say about the game: the balance of the seats, the endings, and the
    lengths."""
    yield "<section><h2>How matches went</h2><div class='columns'><div>"
    yield f"<h3>{kind_of_first(standing)}: {escape(standing.sides[0])}</h3>"
    even = f"; even is {percent(standing.even)}" if len(standing.sides) > 1 else ""
    yield f"<p>{bounded(standing.first_side)} of the points{even}.</p>"
    yield interval(standing.first_side, 0, 1, min(0.5, standing.even))
    yield "<h3>Who won</h3>"
    yield from bars(standing.results, standing.matches)
    yield "</div><div><h3>How they ended</h3>"
    yield from bars(standing.endings, standing.matches)
    yield "</div></div><h3>How long they were</h3>"
    yield from histogram(standing.plies)
    yield "</section>"


def bars(counts: dict[str, int], of: int) -> Iterator[str]:
    """Yield a bar for each label, whose length is its count as a part of `of`."""
    yield '<dl class="bars">'
    for label, count in counts.items():
        part = count / of
        yield f"<dt>{escape(label)}</dt>"
        yield f'<dd><span><i style="width:{100 * part:.2f}%"></i></span>'
        yield f"<span>{count:,} · {percent(part)}</span></dd>"
    yield "</dl>"


def histogram(plies: Sequence[int]) -> Iterator[str]:
    """Yield a bar for each range of match lengths, whose height is the number of matches."""
    width = round_up((plies[-1] - plies[0] + 1) / BINS)
    start = floor(plies[0] / width) * width
    bins = [0] * ((plies[-1] - start) // width + 1)
    for length in plies:
        bins[(length - start) // width] += 1
    said = ", ".join(f"{start + i * width}: {n}" for i, n in enumerate(bins) if n)
    yield f'<div class="lengths" role="img" aria-label="Matches by plies. {said}">'
    yield from (f'<i style="height:{100 * n / max(bins):.1f}%"></i>' for n in bins)
    yield "</div>"
    last = start + len(bins) * width - 1
    yield f'<p class="axis"><span>{start}</span><span>plies</span><span>{last}</span></p>'
    span = "1 ply" if width == 1 else f"{width} plies"
    yield f"<p class='note'>A bar is {span} wide; the highest stands for {max(bins)} matches.</p>"


def thoughts(standing: Standing) -> Iterator[str]:
    """Yield the table of how long each contestant thought, and the matches that it forfeited."""
    yield "<section><h2>Thinking</h2><div class='wide'><table><thead><tr><th>Contestant</th>"
    yield "<th>Moves</th><th>A move</th><th>Nodes a move</th><th>Forfeits</th></tr></thead>"
    for row in standing.rows:
        thought, moves = row.thought, max(row.thought.moves, 1)
        nodes = f"{thought.nodes / moves:,.0f}" if thought.nodes else "–"
        cells = (f"{thought.moves:,}", time(thought.seconds / moves), nodes, len(row.forfeits))
        yield f"<tr><th scope='row'>{name(standing, row.contestant)}</th>"
        yield "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    yield "</table></div>"
    for row in standing.rows:
        if row.forfeits:
            said = escape(row.forfeits[0])
            yield f"<p>{name(standing, row.contestant)} lost by forfeit; the first time: {said}</p>"
    yield "</section>"


def time(seconds: float) -> str:
    """Return a time as text, in seconds or milliseconds."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def figures(standing: Standing) -> Iterator[str]:
    """Yield the figure for a paper."""
    yield "<section><h2>Figure</h2>"
    yield from figure(picture(standing), "Means of rounds, each with its 95 % confidence interval.")
    yield "</section>"


def settings(standing: Standing, sessions: Sequence[Json]) -> Iterator[str]:
    """Yield how the series was set up, when and where it was played, and how it was counted."""
    series = standing.series
    told = {
        **{key: value for key, value in standing.settings.items() if value},
        "opening": f"{series.opening} plies at random",
        "seed": str(series.seed),
    }
    yield "<section><h2>Settings</h2>"
    yield from facts(told)
    for session in sessions:
        began = datetime.fromisoformat(session["began"])
        place = [session[key] for key in ("build", "machine", "where")]
        when = f"{began.day} {began:%B %Y, %H:%M} UTC"
        yield f"<p class='soft'>{escape(' · '.join([when, *place]))}</p>"
    yield "<p class='note'>A round of a pair is one opening and one deal, played in a rotation of"
    yield " seats and with the two exchanged, so that nobody has the better seat. Limits hold"
    yield " the truth in 95 of 100 cases and take rounds, not matches, as independent. A win is"
    yield " 1 point, a draw an even share for each side. Seconds are those that a bot thought; a"
    yield " program from outside is timed by the clock on the wall.</p></section>"
