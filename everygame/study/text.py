"""The findings of a study as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from everygame.arena.number_formats import bounded, limits, percent, table
from everygame.arena.statistics import Estimate
from everygame.study.findings import Difference, Findings, Spread, beyond

CLEARLY: Final = "● chance alone explains it in less than 5 of 100 cases"


def report(study: Findings) -> str:
    """Return the whole text about one study."""
    lines = [
        f"{study.title}: {matches(study)}, {study.how()}",
        settings(study),
        "",
        *results(study),
        "",
        *first_seat(study),
        *values(study),
        *lengths(study),
        branching(study),
        *leads(study),
        *repeats(study),
    ]
    return "\n".join(lines)


def matches(study: Findings) -> str:
    """Return the number of matches, as text."""
    return "1 match" if study.matches == 1 else f"{study.matches:,} matches"


def whole(study: Findings) -> str:
    """Return how many matches of what were played and how, as text."""
    return f"{matches(study)}, {study.how()}; {settings(study)}"


def settings(study: Findings) -> str:
    """Return the options of the game, as text."""
    return " ".join(f"{name}={value}" for name, value in study.settings.items() if value)


def results(study: Findings) -> Iterator[str]:
    """Return the lines of the table of results."""
    return table(result_rows(study), "<>>><")


def result_rows(study: Findings) -> list[tuple[str, ...]]:
    """Return the table of results, its head first."""
    rows: list[tuple[str, ...]] = [("Result", "Matches", "Share", "95 % limits", "Endings")]
    rows += [
        (
            result.who,
            f"{result.matches:,}",
            percent(result.share.value),
            f"{100 * result.share.low:.1f} to {100 * result.share.high:.1f}",
            ", ".join(f"{count:,} {ending}" for ending, count in result.endings.items()),
        )
        for result in study.results
    ]
    return rows


def first_seat(study: Findings) -> Iterator[str]:
    """Yield the lines about the advantage of the first seat."""
    found = beyond(study)
    if found is None or study.first is None:
        return
    said = "ahead" if found.low > 0 else "behind" if found.high < 0 else "nothing certain"
    yield first_points(study, study.first)
    yield f"  {bounded(found, '+')}: {said}"
    yield ""


def values(study: Findings) -> Iterator[str]:
    """Yield the lines about the mean return of each side, where not all wins give the same
    return."""
    for seat, found in zip(study.sides, study.values, strict=False):
        yield f"Mean return of {seat}: {found.value:+.3f} ({found.low:+.3f} to {found.high:+.3f})"
    if study.values:
        yield ""


def first_points(study: Findings, found: Estimate) -> str:
    """Return the line about the first side's share of the points."""
    even, kind = percent(1 / len(study.sides)), "seat" if study.sides == study.seats else "side"
    return f"First {kind} ({study.sides[0]}): {bounded(found)} of the points, even is {even}"


def figures(study: Findings) -> Iterator[str]:
    """Yield the lines about the first seat, the legal moves and the lead."""
    if study.first is not None:
        yield first_points(study, study.first)
    yield branching(study)
    yield from leads(study)


def branching(study: Findings) -> str:
    """Return the line about the numbers of legal moves."""
    return f"Legal moves: {number(study.branching)} a ply, at most {study.widest}"


def lengths(study: Findings) -> Iterator[str]:
    """Yield the lines of the table of match lengths."""
    yield from table(length_rows(study), "<>>>>>")
    yield ""


def length_rows(study: Findings) -> list[tuple[str, ...]]:
    """Return the table of match lengths, its head first."""
    rows: list[tuple[str, ...]] = [
        ("Length", "Mean", "95 % limits", "Quartiles", "Shortest", "Longest"),
        ("plies", *spread(study.plies)),
    ]
    if study.turns and study.turns != study.plies:
        rows.append(("turns", *spread(study.turns)))
    return rows


def spread(found: Spread) -> tuple[str, str, str, str, str]:
    """Return a distribution as the cells of a table: mean, confidence limits, quartiles, least and
    greatest number."""
    quartiles = " · ".join(f"{quartile:g}" for quartile in found.quartiles)
    mean = found.mean
    return f"{mean.value:.2f}", limits(mean), quartiles, f"{found.least}", f"{found.most}"


def leads(study: Findings) -> Iterator[str]:
    """Yield the line about changes of the lead."""
    if study.leads:
        yield (
            f"Lead changes: {number(study.leads.mean)} a match, at most {study.leads.most}"
            f" (by {study.judge}, in the first {study.followed} matches)"
        )


def repeats(study: Findings) -> Iterator[str]:
    """Yield the line about the number of different matches, if some were the same."""
    if study.different < study.matches:
        yield f"Different matches, ply for ply: {study.different:,} of {study.matches:,}"


def differences(found: Sequence[Difference], first: Findings, second: Findings) -> str:
    """Return the table of differences between two studies of the same game under different options,
    as text."""
    lines = table(difference_rows(found), "<>>>>>")
    return "\n".join([changed(first, second), "", *lines, CLEARLY])


def difference_rows(found: Sequence[Difference]) -> list[tuple[str, ...]]:
    """Return the table of differences, its head first; ● marks those that chance alone hardly
    explains."""
    rows: list[tuple[str, ...]] = [
        ("Difference", "First", "Second", "Second − first", "95 % limits", "")
    ]
    return rows + [difference_row(one) for one in found]


def difference_row(one: Difference) -> tuple[str, ...]:
    return (
        one.what,
        show(one.first.value, one.is_share),
        show(one.second.value, one.is_share),
        show(one.more.value, one.is_share, "+"),
        limits(one.more, 100 if one.is_share else 1, "+"),
        "●" if one.is_clear else "",
    )


def changed(first: Findings, second: Findings) -> str:
    """Return the options that two studies do not have in common, as text."""
    found = [
        f"{name}: {first.settings.get(name, '')} → {value}"
        for name, value in second.settings.items()
        if first.settings.get(name) != value
    ]
    return ", ".join(found)


# -- numbers as text


def show(value: float, is_share: bool, sign: str = "") -> str:
    """Return a number as text, in per cent if it is a share."""
    return percent(value, sign) if is_share else f"{value:{sign}.2f}"


def number(found: Estimate) -> str:
    """Return an estimate with its confidence limits, as text."""
    return f"{found.value:.2f} ({limits(found)})"
