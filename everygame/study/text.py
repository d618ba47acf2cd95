"""The findings of a study as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from everygame.arena.number_formats import bounded, decimal, limits, percent, rounded, table
from everygame.arena.statistics import (
    RISK,
    Estimate,
    Friedman,
    chance_of,
    needed,
    strength_of,
    strength_of_all,
)
from everygame.study.differences import Difference
from everygame.study.findings import Findings, Points, Spread

ENOUGH: Final = 10
"""The fewest matches from which it is told who is ahead."""
SEARCHED: Final = 0.02
"""The difference of shares for which a report says how many matches show it."""
SELDOM: Final = 0.001
"""A chance below this is told as less than this."""
SHARED: Final = (
    "Names with “and” won together. In a draw nobody won, or all did: nobody got more than 0."
)


def report(study: Findings) -> str:
    """Return the whole text about one study."""
    lines = [
        f"{study.title}: {matches(study)}, {study.how()}",
        settings(study),
        "",
        *results(study),
        *([SHARED] if has_several(study) else []),
        "",
        *points(study),
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
            limits(result.share, 100),
            ", ".join(f"{count:,} {ending}" for ending, count in result.endings.items()),
        )
        for result in study.results
    ]
    return rows


def has_several(study: Findings) -> bool:
    """Whether some sides of a match can win together without the others."""
    return len(study.sides) > 2


def points(study: Findings) -> Iterator[str]:
    """Yield the lines about the points of each side."""
    if study.points:
        yield from table(point_rows(study), "<>>>><")
        yield from about_points(study)
        yield ""


def point_rows(study: Findings) -> list[tuple[str, ...]]:
    """Return the table of points, its head first."""
    kind = "Seat" if study.sides == study.seats else "Side"
    rows: list[tuple[str, ...]] = [
        (kind, "Won alone", "Shared", "Points", "95 % limits", "Beyond even")
    ]
    rows += [
        (
            one.side,
            f"{one.alone:,}",
            f"{one.shared:,}",
            percent(one.share.value),
            limits(one.share, 100),
            bounded(one.more, "+"),
        )
        for one in study.points
    ]
    return rows


def about_points(study: Findings) -> Iterator[str]:
    """Yield sentences about the points: what is even, who is ahead, and how sure that is."""
    kind = "seats" if study.sides == study.seats else "sides"
    yield f"Even is {percent(1 / len(study.sides))}. {verdict(study, kind)}"
    if study.matches >= ENOUGH:
        strength = strength_of_all(len(study.sides) - 1)
        matches = max(needed(one.share, study.matches, SEARCHED, strength) for one in study.points)
        yield (
            f"To find in 4 of 5 studies that {kind} are not alike, where one is {percent(SEARCHED)}"
            f" beyond even, takes about {rounded(matches)} matches."
        )


def verdict(study: Findings, kind: str) -> str:
    """Return the sentences on the test of all sides together, and on which sides are ahead and
    behind: those whose limits exclude even by enough, if the test says that the sides are not
    alike. Then at least two sides are not even, so that among k sides at most k − 2 can look uneven
    by chance (Shaffer 1986)."""
    if study.equal is None or study.matches < ENOUGH:
        return "These are too few matches to tell who is ahead."
    chance = study.equal.chance
    seen = (
        f"{tested(study.equal, kind)} {kind.title()} that are alike would differ at least so much"
        f" in {often(chance)} studies"
    )
    if chance >= RISK:
        return f"{seen}, so this study does not show that any is better off."
    most = RISK / max(1, len(study.sides) - 2)
    told = [how_far(one) for one in study.points if chance_of(one.more) < most]
    return f"{seen}, so these are hardly alike{': ' if told else ''}{', '.join(told)}."


def tested(test: Friedman, kind: str) -> str:
    """Return the name of the test with its numbers, as a sentence."""
    degrees = "1 degree" if test.freedom == 1 else f"{test.freedom} degrees"
    chance = "p < 0.001" if test.chance < SELDOM else f"p = {test.chance:.2g}"
    return (
        f"Friedman’s test of whether all {kind} are alike: χ² = {decimal(test.chi_square, 2)},"
        f" {degrees} of freedom, {chance}."
    )


def how_far(one: Points) -> str:
    return f"{one.side} is {'ahead' if one.more.value > 0 else 'behind'}"


def often(share: float) -> str:
    """Return a share as text such as "11 of 100"."""
    return "less than 1 of 1,000" if share < SELDOM else f"{float(f'{100 * share:.2g}'):g} of 100"


def values(study: Findings) -> Iterator[str]:
    """Yield the lines about the mean return of each side, where the number of winners does not say
    what each side gets."""
    for seat, found in zip(study.sides, study.values, strict=False):
        yield f"Mean return of {seat}: {found.value:+.3f} ({found.low:+.3f} to {found.high:+.3f})"
    if study.values:
        yield ""


def figures(study: Findings) -> Iterator[str]:
    """Yield the lines about the points, the legal moves and the lead."""
    if study.points:
        yield from about_points(study)
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
            f" (by {study.judge}, in {followed(study)})"
        )


def followed(study: Findings) -> str:
    """Return in which matches the lead was followed, as text."""
    if study.followed == study.matches:
        return "every match" if study.matches > 1 else "the match"
    return "the first match" if study.followed == 1 else f"the first {study.followed} matches"


def repeats(study: Findings) -> Iterator[str]:
    """Yield the line about the number of different matches, if some were the same."""
    if study.different < study.matches:
        yield f"Different matches, ply for ply: {study.different:,} of {study.matches:,}"


def differences(found: Sequence[Difference], first: Findings, second: Findings) -> str:
    """Return the table of differences between two studies of the same game under different options,
    as text."""
    lines = table(difference_rows(found), "<>>>>>>")
    return "\n".join([changed(first, second), "", *lines, *about_differences(found, first, second)])


def difference_rows(found: Sequence[Difference]) -> list[tuple[str, ...]]:
    """Return the table of differences, its head first; ● marks those that chance alone hardly
    explains."""
    rows: list[tuple[str, ...]] = [
        ("Difference", "First", "Second", "Second − first", "95 % limits", "", "Pairs")
    ]
    rows += [
        (
            one.what,
            show(one.first.value, one.is_share),
            show(one.second.value, one.is_share),
            show(one.more.value, one.is_share, "+"),
            limits(one.more, 100 if one.is_share else 1, "+"),
            "●" if one.is_clear else "",
            f"{one.pairing:+.2f}",
        )
        for one in found
    ]
    return rows


def about_differences(
    found: Sequence[Difference], first: Findings, second: Findings
) -> Iterator[str]:
    """Yield sentences about the table of differences: its marks, its pairs, and what it leaves
    out."""
    judged = sum(one.chance is not None for one in found)
    yield (
        f"● Chance alone marks one of these {judged} rows in less than 5 of 100 such tables (Holm’s"
        " correction)."
    )
    yield "Pairs: the correlation of matches with the same number, from −1 to +1."
    if len(first.sides) != len(second.sides):
        yield "The numbers of sides differ, so results have no ●: compare points beyond even."
    if lone := [*first_only(first, second), *first_only(second, first)]:
        yield f"Sides are compared by name; these are in one study only: {', '.join(lone)}."
    strength = strength_of(max(1, judged))
    sizes = [
        needed(one.more, first.matches, SEARCHED, strength) for one in found if "points" in one.what
    ]
    if sizes and first.matches == second.matches >= ENOUGH:
        yield (
            f"To mark points that differ by {percent(SEARCHED)} in 4 of 5 comparisons takes about"
            f" {rounded(max(sizes))} matches of each."
        )


def first_only(one: Findings, other: Findings) -> Iterator[str]:
    """Yield the sides of a study that another study does not have."""
    yield from (side for side in one.sides if side not in other.sides)


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
    known = limits(found)
    return f"{found.value:.2f} ({'limits unknown' if known == 'unknown' else known})"
