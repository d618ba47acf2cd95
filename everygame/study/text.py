"""The findings of a study as a table for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from everygame.arena.figures import limits, percent, table
from everygame.arena.statistics import Estimate
from everygame.study.findings import Difference, Findings, Spread


def report(study: Findings) -> str:
    """All of one study."""
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
    return "1 match" if study.matches == 1 else f"{study.matches:,} matches"


def settings(study: Findings) -> str:
    return " ".join(f"{name}={value}" for name, value in study.settings.items() if value)


def results(study: Findings) -> Iterator[str]:
    rows = [("Result", "Matches", "Share", "95 % limits", "Endings")]
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
    return table(rows, "<>>><")


def first_seat(study: Findings) -> Iterator[str]:
    found = study.advantage
    if found is None:
        return
    said = "ahead" if found.low > 0 else "behind" if found.high < 0 else "nothing certain"
    yield first_points(study, found)
    yield f"  {points_more(found)}: {said}"
    yield ""


def values(study: Findings) -> Iterator[str]:
    """What seats got in the mean, where not all wins are worth the same."""
    for seat, found in zip(study.seats, study.values, strict=False):
        yield f"Mean return of {seat}: {found.value:+.3f} ({found.low:+.3f} to {found.high:+.3f})"
    if study.values:
        yield ""


def first_points(study: Findings, found: Estimate) -> str:
    even = 1 / len(study.seats)
    points = Estimate(found.value + even, found.low + even, found.high + even)
    return f"First seat ({study.seats[0]}): {share(points)} of the points, even is {percent(even)}"


def figures(study: Findings) -> Iterator[str]:
    """What is one number, a line each."""
    if study.advantage is not None:
        yield first_points(study, study.advantage)
    yield branching(study)
    yield from leads(study)


def branching(study: Findings) -> str:
    return f"Legal moves: {number(study.branching)} a ply, at most {study.widest}"


def lengths(study: Findings) -> Iterator[str]:
    rows = [("Length", "Mean", "95 % limits", "Quartiles", "Shortest", "Longest")]
    rows.append(("plies", *spread(study.plies)))
    if study.turns and study.turns != study.plies:
        rows.append(("turns", *spread(study.turns)))
    yield from table(rows, "<>>>>>")
    yield ""


def spread(found: Spread) -> tuple[str, str, str, str, str]:
    quartiles = " · ".join(f"{quartile:g}" for quartile in found.quartiles)
    mean = found.mean
    return f"{mean.value:.2f}", limits(mean), quartiles, f"{found.least}", f"{found.most}"


def leads(study: Findings) -> Iterator[str]:
    if study.leads:
        yield (
            f"Lead changes: {number(study.leads.mean)} a match, at most {study.leads.most}"
            f" (by {study.judge}, in the first {study.followed} matches)"
        )


def repeats(study: Findings) -> Iterator[str]:
    if study.different < study.matches:
        yield f"Different matches, ply for ply: {study.different:,} of {study.matches:,}"


def differences(found: Sequence[Difference], first: Findings, second: Findings) -> str:
    """What the other option changes, as a table; ● marks what chance alone hardly explains."""
    rows = [("Difference", "First", "Second", "Second − first", "95 % limits", "")]
    rows += [
        (
            one.what,
            show(one.first.value, one.is_share),
            show(one.second.value, one.is_share),
            show(one.more.value, one.is_share, "+"),
            limits(one.more, 100 if one.is_share else 1, "+"),
            "●" if one.is_clear else "",
        )
        for one in found
    ]
    changed = [
        f"{name}: {first.settings.get(name, '')} → {value}"
        for name, value in second.settings.items()
        if first.settings.get(name) != value
    ]
    note = "● chance alone explains it in less than 5 of 100 cases"
    return "\n".join([", ".join(changed), "", *table(rows, "<>>>>>"), note])


# -- figures


def show(value: float, is_share: bool, sign: str = "") -> str:
    return percent(value, sign) if is_share else f"{value:{sign}.2f}"


def number(found: Estimate) -> str:
    return f"{found.value:.2f} ({limits(found)})"


def share(found: Estimate) -> str:
    return f"{percent(found.value)} ({limits(found, 100)})"


def points_more(found: Estimate) -> str:
    return f"{percent(found.value, '+')} ({limits(found, 100, '+')})"
