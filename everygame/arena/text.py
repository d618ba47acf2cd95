"""The standing of a series as a table for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import isfinite

from everygame.arena.number_formats import bounded, limits, percent, table
from everygame.arena.series import rotations, tables
from everygame.arena.standing import ENOUGH, Pairing, Row, Standing
from everygame.arena.statistics import Estimate, Sprt, quartiles
from everygame.words import count


def summary(
    standing: Standing, who: Sequence[str], sprt: Sprt | None, doubts: Sequence[str] = ()
) -> str:
    """Return the whole standing as text. `who` describes each contestant, and `doubts` say why
    another run may give other figures."""
    names = standing.series.contestants
    lines = [
        f"{standing.title}: {standing.matches:,} matches, {how(standing)}",
        " ".join(f"{name}={value}" for name, value in standing.settings.items() if value),
        *(f"{name}: {what}" for name, what in zip(names, who, strict=True)),
        "",
    ]
    if len(names) == 2:
        lines += duel(standing, sprt)
    else:
        lines += [*ranks(standing), "", *crosses(standing)]
    told = [*warnings(standing)]
    return "\n".join([*lines, *([""] if told else []), *told, "", *balance(standing), *doubts])


def warnings(standing: Standing) -> Iterator[str]:
    """Yield sentences about why the figures may say less than they seem to."""
    if standing.is_rough:
        one = "Only {n} round was played of each pair"
        many = "Only {n} rounds were played of each pair"
        told = count(one, many, standing.rounds)
        yield f"{told}, and a round is one opening and one deal: that is too few to tell an order."
        yield f"With {needed(standing)} there are {ENOUGH} rounds."
    if standing.different < standing.matches:
        all_of_them = f"{standing.different:,} of {standing.matches:,}"
        yield f"Different matches, ply for ply: {all_of_them}."


def needed(standing: Standing) -> str:
    """Return how many matches of each pair make enough rounds, as text."""
    groups = rotations(len(standing.sides))
    return f"--matches {sum(len(groups[n % len(groups)]) for n in range(ENOUGH))}"


def how(standing: Standing) -> str:
    """Return a text about how the matches were set up."""
    series = standing.series
    opened = f"{series.opening} plies at random first, " if series.opening else ""
    rounds = count("{n} round", "{n} rounds", standing.rounds)
    return f"{opened}{rounds} of each pair, seed {series.seed}"


def duel(standing: Standing, sprt: Sprt | None) -> Iterator[str]:
    """Yield the lines about two contestants: the results, the share of the points, and the Elo
    difference."""
    pairing = standing.pairings[0]
    first, second = standing.series.contestants
    yield f"{first} against {second}: {counts(pairing)}"
    yield f"{bounded(pairing.share)} of the points, even is 50 %"
    yield f"Elo {signed(pairing.elo.value)} ({elo_limits(pairing.elo)})"
    if sprt is not None:
        yield judgement(sprt, pairing, len(standing.sides))


def counts(pairing: Pairing) -> str:
    """Return the numbers of matches that the first contestant of a pair won, drew and lost, as
    text."""
    said = f"{pairing.won} won, {pairing.drawn} drawn, {pairing.lost} lost"
    return f"{said}, margin {margin(pairing)}"


def margin(pairing: Pairing) -> str:
    """Return the mean margin of a pair with its limits, as text."""
    found = pairing.margin
    return f"{found.value:+.2f} ({limits(found, 1, '+')})"


def judgement(sprt: Sprt, pairing: Pairing, sides: int) -> str:
    """Return the verdict of the sequential probability ratio test, as text."""
    verdict = sprt.verdict(pairing.groups, tables(sides, len(pairing.groups)))
    said = "open" if verdict is None else f"Elo {verdict:+.0f} accepted"
    return f"SPRT between {sprt.low:+.0f} and {sprt.high:+.0f}: {said}"


def ranks(standing: Standing) -> Iterator[str]:
    """Yield the table of several contestants, the strongest first."""
    rows: list[tuple[str, ...]] = [
        ("Contestant", "Matches", "Points", "95 % limits", "Elo", "95 % limits")
    ]
    rows += [rank(standing, row) for row in standing.rows]
    yield from table(rows, "<>>>>>")


def rank(standing: Standing, row: Row) -> tuple[str, ...]:
    """Return the line of a contestant in the table of contestants."""
    share, elo = row.rating.share, row.rating.elo
    name = standing.series.contestants[row.contestant]
    return (
        name,
        f"{row.matches:,}",
        percent(row.points / row.matches if row.matches else 0.0),
        limits(share, 100),
        signed(elo.value),
        elo_limits(elo),
    )


def crosses(standing: Standing) -> Iterator[str]:
    """Yield the table of all pairs, with wins, draws and losses."""
    order = [row.contestant for row in standing.rows]
    names = standing.series.contestants
    rows: list[tuple[str, ...]] = [
        ("Pair", "Won", "Drawn", "Lost", "Margin (95 % limits)", "Points", "95 % limits")
    ]
    for one, other in combinations(order, 2):
        pairing = standing.pairing(one, other)
        rows.append(pair_row(f"{names[one]} – {names[other]}", pairing))
    yield from table(rows, "<>>>>>>")


def pair_row(label: str, pairing: Pairing) -> tuple[str, ...]:
    results, share = map(str, pairing.results), pairing.share
    return (label, *results, margin(pairing), percent(share.value), limits(share, 100))


def balance(standing: Standing) -> Iterator[str]:
    """Yield the lines about the game and the contestants: how balanced and how long the matches
    were, and how long the contestants thought."""
    yield first_side(standing)
    yield "Endings: " + ", ".join(f"{n} {ending}" for ending, n in standing.endings.items())
    low, middle, high = quartiles(standing.plies)
    quarters = f"{low:g} · {middle:g} · {high:g}"
    yield f"Plies a match: {quarters} (quartiles), at most {standing.plies[-1]}"
    for row in standing.rows:
        yield from thoughts(standing, row)


def first_side(standing: Standing) -> str:
    """Return the line about the first seat or side; where all seats are one side, about how well
    they did against the game."""
    first, name = bounded(standing.first_side), standing.sides[0]
    if len(standing.sides) == 1:
        return f"{name} against the game: {first} of the points, where a return of 1 is all of them"
    kind = "seat" if standing.sides == standing.seats else "side"
    return f"First {kind} ({name}): {first} of the points, even is {percent(standing.even)}"


def thoughts(standing: Standing, row: Row) -> Iterator[str]:
    """Yield the lines about how long a contestant thought and how many matches it forfeited."""
    thought, name = row.thought, standing.series.contestants[row.contestant]
    if thought.moves:
        nodes = f", {thought.nodes / thought.moves:,.0f} nodes" if thought.nodes else ""
        yield f"{name}: {1000 * thought.seconds / thought.moves:.1f} ms{nodes} a move"
    if row.forfeits:
        yield f"{name} lost {len(row.forfeits)} by forfeit: {row.forfeits[0]}"


def signed(elo: float) -> str:
    """Return an Elo number with its sign, rounded, as text."""
    return f"{round(elo):+d}" if isfinite(elo) else "beyond measure"


def elo_limits(elo: Estimate) -> str:
    """Return the confidence limits of an Elo number, as text."""
    low, high = (f"{edge:+.0f}" if isfinite(edge) else f"{edge:+}" for edge in (elo.low, elo.high))
    return f"{low} to {high}".replace("inf", "∞")
