"""A study: what is known of games and of limits, and what people get to see."""

from __future__ import annotations

import json
import re
import shlex
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from math import inf, isclose, sqrt
from pathlib import Path
from random import Random
from statistics import correlation, fmean

import pytest

from everygame.arena import progress
from everygame.arena.number_formats import bounded, limits, percent
from everygame.arena.origin import origin
from everygame.arena.statistics import (
    Estimate,
    Friedman,
    alike,
    chance_of,
    holm,
    mean,
    mean_share,
    needed,
    strength_of,
    strength_of_all,
    tail,
)
from everygame.contract import CHANCE, OVER
from everygame.errors import BadOption
from everygame.library.registry import find_game, games
from everygame.match import Match
from everygame.search.rng import Rng
from everygame.study import command
from everygame.study import leads as leading
from everygame.study import play as play_study
from everygame.study.differences import compare, difference
from everygame.study.findings import (
    Findings,
    find,
    points,
    ratio,
    results,
    spread,
    values,
    wilson,
)
from everygame.study.leads import Leads, spread_out
from everygame.study.matches import (
    Plan,
    Sample,
    bot_plies,
    open_match,
    play_sample,
    play_samples,
)
from everygame.study.report import report as page_of
from everygame.study.text import about_differences, about_points, report
from everygame.study.walk import LONGEST, Walk
from tests.conftest import Command
from tests.toys import Heap

TOE = Plan("tictactoe", ())

RULED = [name for name, entry in games().items() if not entry.game_class().endless]
STUDIED = [(name, n) for name in RULED for n in find_game(name).game_class().seats]


def play(plan: Plan, matches: int) -> list[Sample]:
    return [sample for (sample,) in play_samples([plan], matches, 1)]


# -- tic-tac-toe, of which all is known


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    return play(TOE, 5000)


@pytest.fixture(scope="module")
def toe(samples: list[Sample]) -> Findings:
    return find(TOE, samples)


def test_uniform_random_tic_tac_toe(toe: Findings) -> None:
    """Published: 58.5, 28.8 and 12.7 of 100."""
    known = {"Crosses": 737 / 1260, "Noughts": 121 / 420, "draw": 8 / 63}
    assert [result.who for result in toe.results] == list(known)
    for result in toe.results:
        assert result.share.low < known[result.who] < result.share.high
    assert [set(result.endings) for result in toe.results] == [{"line"}, {"line"}, {"full board"}]
    share = known["Crosses"] + known["draw"] / 2
    first, second = toe.points
    assert first.share.low < share < first.share.high and second.share.low < 1 - share
    assert toe.equal is not None and toe.equal.chance < 0.001


def test_lengths_of_tic_tac_toe(toe: Findings) -> None:
    """Each length comes as often as the whole tree says, within three standard errors."""

    @cache
    def lengths(cells: str) -> dict[int, Fraction]:
        state = find_game("tictactoe").game().from_json({"cells": cells})
        found: dict[int, Fraction] = Counter()  # type: ignore[assignment]
        if state.to_play() == OVER:
            return {9 - cells.count("."): Fraction(1)}
        actions = state.legal_actions()
        for action in actions:
            for plies, chance in lengths(state.apply(action).to_json()["cells"]).items():
                found[plies] += chance / len(actions)
        return found

    exact = lengths("." * 9)
    seen = dict(toe.lengths)
    assert set(seen) == set(exact) == {5, 6, 7, 8, 9}
    for plies, chance in exact.items():
        error = sqrt(float(chance * (1 - chance)) / toe.matches)
        assert abs(seen[plies] / toe.matches - chance) < 3 * error
    mean = float(sum(plies * chance for plies, chance in exact.items()))
    assert toe.plies.mean.low < mean < toe.plies.mean.high
    assert (toe.plies.least, toe.plies.most, toe.plies.quartiles) == (5, 9, (7, 8, 9))


def test_branching_of_tic_tac_toe(toe: Findings, samples: list[Sample]) -> None:
    """Nine moves first, and one less each ply."""
    assert all(sample.choices == sum(range(9, 9 - sample.plies, -1)) for sample in samples)
    assert toe.widest == 9 and toe.turns == toe.plies
    plies = sum(sample.plies for sample in samples)
    assert isclose(toe.branching.value, sum(sample.choices for sample in samples) / plies)


# -- every game, against the match


@pytest.mark.parametrize("name", RULED)
def test_a_walk_counts_what_a_match_has(name: str) -> None:
    game = find_game(name).game()
    match = Match(game, Random(3))
    match.draw()
    while (who := match.to_play()) != OVER:
        match.play(who, match.rng.choice(match.state().legal_actions()))
    nodes = [match.nodes[node] for node in match.path(match.node)[1:]]
    mine = [node for node in nodes if node.seat != CHANCE]
    widths = [len(match.state(node.parent).legal_actions()) for node in mine]
    shown: list[int] = []
    walk = Walk(game.initial_state(), game.repetition)
    walk.go(Rng(1), [node.action for node in nodes], lambda state: shown.append(state.to_play()))
    outcome = match.outcome()
    assert outcome is not None
    assert (tuple(walk.returns), walk.ending) == (outcome.returns, outcome.ending)
    assert (walk.plies, walk.choices, walk.widest) == (len(mine), sum(widths), max(widths))
    turns = 1 + sum(a.seat != b.seat for a, b in pairwise(mine))
    assert walk.turns == turns == len(shown) - 1


def test_endings_of_ice_floes() -> None:
    found = find(Plan("icefloes", ()), play(Plan("icefloes", ()), 60))
    endings = {result.who: set(result.endings) for result in found.results}
    assert endings == {"North": {"goal"}, "South": {"goal"}, "draw": {"repetition", "max plies"}}
    assert found.plies.most == 200 and found.widest == 4 and found.leads is not None


@cache
def best(cells: str) -> float:
    """What the first seat gets by perfect play of tic-tac-toe."""
    state = find_game("tictactoe").game().from_json({"cells": cells})
    if state.to_play() == OVER:
        return state.returns()[0]
    values = [best(state.apply(action).to_json()["cells"]) for action in state.legal_actions()]
    return max(values) if state.to_play() == 0 else min(values)


def test_bots_play_on_after_a_random_turn_of_each_seat() -> None:
    """Perfect ones get what the opening is worth."""
    plan = Plan("tictactoe", (), "mcts:nodes=1000")
    game, openings = plan.open_game(), set()
    for number in range(6):
        one, two, *_ = bot_plies(plan, game, number)
        opening = game.initial_state().apply(one).apply(two).to_json()["cells"]
        assert play_sample(plan, number).returns[0] == best(opening)
        openings.add(opening)
    assert len(openings) > 3


@pytest.mark.parametrize("name", RULED)
def test_chance_and_secrets_need_no_opening(name: str) -> None:
    plan = Plan(name, (), "first")
    game = plan.open_game()
    match = open_match(plan, game, Random(1))
    seats = [match.nodes[node].seat for node in match.path(match.node)[1:]]
    mine = {seat for seat in seats if seat != CHANCE}
    assert len(mine) == (0 if game.hidden or game.chance else game.players)
    assert plan.is_opened() == bool(mine)


def test_a_match_without_end_is_given_up() -> None:
    class Endless(Heap):
        def advance(self, action: int) -> None:
            self.turn = 1 - self.turn

    walk = Walk(Endless(9), 0)
    walk.go(Rng(1), [], None)
    assert (walk.plies, walk.returns, walk.ending) == (LONGEST, [], "given up")
    sample = Sample((), "given up", LONGEST, LONGEST, 3, 3, 1, None)
    last = results([sample], ("One", "Two"))[-1]
    assert (last.who, last.matches, last.endings) == ("given up", 1, {"given up": 1})


def test_the_lead_changes_hands() -> None:
    """Not while nobody clearly leads."""
    leads = Leads(find_game("tictactoe").game())
    for worth in (0.5, 0.1, -0.1, -0.3, 0.0, 0.3):
        leads.note([worth, -worth], 0.2)
    assert leads.leaders == [0, 1, 0] and leads.changes() == 2


def test_the_result_decides_in_the_end() -> None:
    game = find_game("connectfour").game()
    leads, match = Leads(game), Match(game, Random(1))
    for move in ["a", "g", "a", "g", "b", "g", "b", "g"]:
        match.play(match.to_play(), move)
    leads.watch(match.state())
    assert match.outcome() is not None and leads.leaders == [1]


def test_random_matches_say_who_leads_where_the_game_does_not() -> None:
    """Crosses threaten to win in two places, and the move is theirs; then Noughts have won."""
    game = find_game("tictactoe").game()
    leads = Leads(game)
    for cells in ("x.x.oo...", ".........", "ooox.x.x."):
        leads.watch(game.from_json({"cells": cells}))
    assert leads.changes() == 1 and leads.leaders == [0, 0, 1]


def test_looks_are_spread_over_the_match() -> None:
    states = [Heap(n) for n in range(101)]
    assert [heap.left for heap in spread_out(states, 5)] == [0, 25, 50, 75, 100]  # type: ignore[attr-defined]
    assert spread_out(states[:3], 5) == states[:3]


@pytest.mark.parametrize(("name", "players"), STUDIED)
def test_every_game_has_lead_changes(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leading, "LOOKS", 4)
    monkeypatch.setattr(leading, "PLIES", 50)
    plan = Plan(name, (("players", str(players)),))
    leads = play_sample(plan, 0).leads
    assert (leads is None) == (players == 1) and play_sample(plan, 100).leads is None


def test_who_wins_together_and_alone() -> None:
    def made(*returns: float) -> Sample:
        return Sample(returns, "end", 5, 5, 9, 3, 1, None)

    names = ("A", "B", "C")
    played = [made(-1, 0.5, 0.5), made(0.5, -1, 0.5), made(-0.5, 1, -0.5), made(0, 0, 0)]
    three = results(played, names)
    assert [(r.who, r.matches) for r in three] == [
        ("A", 0),
        ("B", 1),
        ("C", 0),
        ("A and C", 1),
        ("B and C", 1),
        ("draw", 1),
    ]
    assert [(one.alone, one.shared) for one in points(played, names)] == [(0, 1), (1, 1), (0, 2)]
    values = [one.share.value for one in points(played, names)]
    assert values == pytest.approx([5 / 24, 11 / 24, 1 / 3])
    alone = results([made(1), made(0), made(0)], ("You",))
    assert [(r.who, r.matches) for r in alone] == [("You", 1), ("no success", 2)]


# -- limits


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)],
)
def test_limits_of_shares(hits: int, tries: int, low: float, high: float) -> None:
    """Newcombe, Statistics in Medicine 17 (1998) 857, table I, method 3."""
    found = wilson(hits, tries)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@pytest.mark.parametrize(
    ("one", "two", "low", "high"),
    [
        ((48, 80), (56, 70), 0.0524, 0.3339),
        ((3, 10), (9, 10), 0.1705, 0.8090),
        ((0, 29), (5, 56), -0.0381, 0.1926),
        ((0, 20), (0, 10), -0.1611, 0.2775),
    ],
)
def test_limits_of_differences(
    one: tuple[int, int], two: tuple[int, int], low: float, high: float
) -> None:
    """Newcombe, Statistics in Medicine 17 (1998) 873, table II, method 10."""
    found = difference(wilson(*one), wilson(*two))
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_limits_of_paired_differences() -> None:
    """Of means in pairs they are the limits of the mean difference; of shares that agree in every
    match they are far closer than those of independent ones."""
    rng = Random(1)
    luck = [rng.gauss(0, 3) for _ in range(50)]
    one, two = ([x + rng.gauss(0, 1) for x in luck] for _ in range(2))
    found = difference(mean(one), mean(two), correlation(one, two))
    wanted = mean([b - a for a, b in zip(one, two, strict=True)])
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high))
    same = wilson(30, 100)
    paired, apart = difference(same, same, 1.0), difference(same, same)
    assert paired.high - paired.low < (apart.high - apart.low) / 5


def test_matches_of_one_number_are_a_pair() -> None:
    """Two studies of the same matches differ in nothing, and that is nearly certain."""
    plan = Plan("tictactoe", ())
    played = play(plan, 20)
    study = find(plan, played)
    found = compare((study, study), (played, played))
    for one in (one for one in found if one.first.value):
        apart = difference(one.first, one.second)
        assert one.more.value == 0
        assert one.more.high - one.more.low < (apart.high - apart.low) / 2


def test_limits_of_means_hold_the_truth_in_95_of_100_cases() -> None:
    """A match of n plies has n times n legal moves here, so that long ones weigh more."""
    rng, held = Random(1), 0
    truth = fmean(n * n for n in range(1, 10)) / fmean(range(1, 10))
    for _ in range(800):
        lengths = [rng.randint(1, 9) for _ in range(60)]
        found = ratio([(n * n, n) for n in lengths])
        held += found.low <= truth <= found.high
    assert 735 <= held <= 785


@pytest.mark.parametrize(("matches", "truth"), [(10, 1 / 3), (10, 1 / 2)])
def test_limits_of_points_hold_the_truth_in_95_of_100_cases(matches: int, truth: float) -> None:
    """Of few matches too; one standard normal deviate for all numbers would hold it in 87 to 90 of
    100 cases of ten matches."""
    rng, held = Random(1), 0
    for _ in range(1000):
        found = mean_share([float(rng.random() < truth) for _ in range(matches)])
        held += found.low <= truth <= found.high
    assert held >= 935


def test_all_seats_are_tested_at_once() -> None:
    """The chi-square test of a published table of quantiles; with one winner a match it is that of
    the wins, here of a study of Crazy Eights, and shared wins are not thrown away."""
    for chi, freedom in ((3.841459, 1), (5.991465, 2), (7.814728, 3), (9.487729, 4), (11.0705, 5)):
        assert tail(chi, freedom) == pytest.approx(0.05, abs=1e-6)
    wins = [(1.0, 0.0, 0.0)] * 678 + [(0.0, 1.0, 0.0)] * 606 + [(0.0, 0.0, 1.0)] * 626
    found, third = alike(wins), (1 / 3,) * 3
    assert found.chance == pytest.approx(tail(4.339, 2), abs=1e-4) and found.freedom == 2
    assert found.chi_square == pytest.approx(4.339, abs=1e-3)
    assert alike([*wins, third]) == found and alike([third]) == Friedman(0, 2, 1)
    assert alike([(0.5, 0.5, 0.0)] * 20).chance < 0.001


def test_the_report_names_the_test_and_says_what_it_means(toe: Findings) -> None:
    """In the text, on the page and in the figure."""
    (said, _) = about_points(toe)
    tested = (
        r"Friedman’s test of whether all seats are alike: χ² = [\d.]+, 1 degree of freedom, p < "
    )
    assert re.search(tested + r"0\.001\.", said)
    assert said.endswith("so these are hardly alike: Crosses is ahead, Noughts is behind.")
    even = replace(toe, equal=Friedman(1.386294, 2, 0.5))
    (said, _) = about_points(even)
    assert "χ² = 1.39, 2 degrees of freedom, p = 0.5." in said
    assert said.endswith("50 of 100 studies, so this study does not show that any is better off.")
    (said, _) = about_points(replace(toe, equal=Friedman(0, 2, 1)))
    assert "in 100 of 100 studies" in said
    page = page_of([toe], (), origin(toe.plan.open_game(), "", {}, ()))
    drawing = re.sub(r"<[^>]*>\s*", " ", command.picture([toe]))
    assert "Friedman’s test of whether" in page and "Friedman’s test of whether" in drawing


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Estimate(0.5, 0.0, 1.0), "50.0 % (0.0 to 100.0)"),
        (Estimate(0.0002, 0.00003, 0.0011), "0.02 % (0.003 to 0.1)"),
        (Estimate(0.9996, 0.99951, 1.0), "99.96 % (99.95 to 100.0)"),
        (Estimate(1e-17, -1e-17, 1 - 1e-16), "0.0 % (0.0 to 100.0)"),
    ],
)
def test_a_limit_is_not_rounded_to_nothing_or_all(found: Estimate, said: str) -> None:
    assert bounded(found) == said


def test_a_limit_beside_0_keeps_its_side() -> None:
    assert limits(Estimate(0.01, -0.0004, 0.02), 100, "+") == "-0.04 to +2.0"
    assert limits(Estimate(0.01, 0.0004, 1.0)) == "0.0004 to 1.00"


def test_many_rows_are_corrected_for() -> None:
    """Holm's own example of four; and the chance that limits stand for."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert chance_of(Estimate(0.196, 0.0, 0.392)) == pytest.approx(0.05, abs=1e-4)
    assert chance_of(Estimate(-0.3, -0.4, -0.2)) < 1e-6 and chance_of(Estimate(0, -1, 1)) == 1


def test_how_many_matches_a_difference_needs() -> None:
    """Cohen's tables: 7.85 times the variance over the squared difference."""
    coins = wilson(50_000, 100_000)
    assert needed(coins, 100_000, 0.05, strength_of(1)) == pytest.approx(785, rel=0.001)


def test_the_test_of_all_seats_needs_more_matches_than_that_of_one() -> None:
    """Noncentralities of Haynam, Govindarajulu and Leone (1970) for a power of 0.8 at a risk of
    0.05; and a study of three seats, made up, of as many matches as its text says."""
    known = (7.849, 9.635, 10.903, 11.935, 12.828)
    assert [strength_of_all(k) for k in range(1, 6)] == pytest.approx(known, abs=1e-3)
    assert strength_of(7) > strength_of(1) == pytest.approx(known[0], abs=1e-3)
    third = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
    share = mean_share([1.0, 0.0, 0.0] * 300)
    matches = round(needed(share, 900, 0.1, strength_of_all(2)))
    rng, chances = Random(1), (1 / 3 + 0.1, 1 / 3 - 0.05, 1 / 3 - 0.05)
    found = sum(alike(rng.choices(third, chances, k=matches)).chance < 0.05 for _ in range(400))
    assert 300 <= found <= 340


def test_what_never_varied_has_no_limits() -> None:
    """0 of 20 matches leave much open: a mean of 0 is not certain."""
    for counts in ([0] * 20, [7] * 5):
        assert spread(counts).mean == Estimate(counts[0], -inf, inf)
    assert ratio([(3 * plies, plies) for plies in (7, 9, 11)]).high == inf
    plan = Plan("tictactoe", ())
    study = find(plan, [replace(one, leads=0, plies=9) for one in play(plan, 20)])
    said = report(study)
    assert "Lead changes: 0.00 (limits unknown) a match" in said
    assert re.search(r"plies +9\.00 +unknown ", said)


@pytest.mark.parametrize("wins", [4955, 5045, 35, 9965, 5000])
def test_two_seats_are_mirror_images(wins: int) -> None:
    """Of 100 % what one has the other lacks, in the digits that are shown, too."""
    shares = wins / 10_000, 1 - wins / 10_000
    one, two = (Fraction(percent(share)[:-2]) for share in shares)
    assert one + two == 100
    more, less = (percent(share - 0.5, "+") for share in shares)
    assert Fraction(more[:-2]) == -Fraction(less[:-2]) == one - 50


def test_counts_have_no_limits_below_zero() -> None:
    found = spread([0] * 19 + [1])
    assert found.mean.low == 0 and found.mean.high > 0.1


def test_quartiles() -> None:
    assert spread([4, 1, 2, 3, 5]).quartiles == (2, 3, 4)
    assert spread([7]).quartiles == (7, 7, 7)


def test_no_difference_where_there_is_none() -> None:
    plans = Plan("tictactoe", ()), Plan("tictactoe", (), seed=2)
    one, two = (play(plan, 500) for plan in plans)
    found = compare((find(plans[0], one), find(plans[1], two)), (one, two))
    assert [one.what for one in found[:3]] == ["Crosses", "Noughts", "draw"]
    assert sum(one.is_clear for one in found) <= 1


def test_other_seats_are_not_compared() -> None:
    two, four = (Plan("icefloes", (("players", n),)) for n in "24")
    played = play(two, 20), play(four, 20)
    found = compare((find(two, played[0]), find(four, played[1])), played)
    rows = {one.what: one for one in found}
    assert not {"West", "East"} & set(rows)
    assert all(rows[who].chance is None for who in ("North", "South", "draw"))
    assert rows["South, points beyond even"].chance is not None
    said = "\n".join(about_differences(found, find(two, played[0]), find(four, played[1])))
    assert "in one study only: East, West" in said or "in one study only: West, East" in said


def test_what_the_rules_fix_has_no_mark() -> None:
    """All matches of the one have 5 plies, and of the other 6."""
    plans = Plan("tictactoe", ()), Plan("tictactoe", (), seed=2)
    played = tuple([replace(one, plies=n) for one in play(plans[0], 20)] for n in (5, 6))
    both = find(plans[0], played[0]), find(plans[1], played[1])
    rows = {one.what: one for one in compare(both, (played[0], played[1]))}
    assert rows["plies, mean"].more.value == 1 and rows["plies, mean"].chance is None


def test_lead_changes_may_be_left_out(study: Command) -> None:
    """With the same matches; the command that makes the figures again leaves them out too."""
    words = ("tictactoe", "--matches", "30", "--workers", "1", "--json")
    whole, without = (json.loads(study(*words, *more)[1]) for more in ((), ("--no-leads",)))
    first, second = whole["studies"][0], without["studies"][0]
    assert first["followed"] == 20 and (second["followed"], second["leads"]) == (0, None)
    assert first["results"] == second["results"] and first["lengths"] == second["lengths"]
    assert without["origin"]["command"].endswith(" --no-leads")
    assert without["studies"][0]["plan"]["leads"] is False


def test_the_time_left_is_not_told_by_matches_that_take_longer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Twenty matches of 100 s, then of 1 s each."""
    now = 0.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    line = progress.Progress(1000, slow=20)
    for done in range(1, 101):
        now += 100 if done <= 20 else 1
        line.show(done)
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "1 of 1000 matches, at most 27 h 45 min left, as the first 20 take longer"
    assert said[-1] == "81 of 1000 matches, 15 min 19 s left"
    line = progress.Progress(20, slow=20)
    now += 100
    line.show(1)
    assert capsys.readouterr().err == "1 of 20 matches, 31 min 40 s left\n"


# -- the command


@pytest.fixture
def study(everygame: Command) -> Command:
    return partial(everygame, "study")


def test_the_same_with_any_number_of_workers(study: Command) -> None:
    words = ("tictactoe", "--matches", "25", "--seed", "4", "--json", "--workers")
    alone, together = (study(*words, workers) for workers in "12")
    assert alone == together and alone[0] == 0
    assert study(*words[:4], "5", *words[5:], "1")[1] != alone[1]


def test_all_figures_as_json(study: Command) -> None:
    words = ("icefloes", "--matches", "1", "--against", "size=9", "--json")
    data = json.loads(study(*words)[1], parse_constant=pytest.fail)
    assert [one["settings"]["size"] for one in data["studies"]] == ["7", "9"]
    assert data["studies"][0]["plies"]["mean"]["low"] is None
    assert {"what", "first", "second", "more"} <= set(data["differences"][0])


def test_the_table(study: Command) -> None:
    status, out, err = study("tictactoe", "--level", "mcts:nodes=5", "--matches", "6")
    assert (status, err) == (0, "")
    assert "Tic-tac-toe: 6 matches, mcts:nodes=5, first turns at random, seed 1" in out
    for said in ("Crosses", "Beyond even", "too few matches", "plies", "Legal moves: "):
        assert said in out


def test_what_cannot_be_studied(study: Command, tmp_path: Path) -> None:
    for words, said in (
        (["nogame"], "no game 'nogame'"),
        (["tictactoe", "--level", "deep"], "no contestant 'deep'"),
        (["icefloes", "--against", "size=8"], "not '8'"),
        (["tictactoe", "--picture", str(tmp_path / "no" / "a.svg")], "There is no folder"),
    ):
        status, out, err = study(*words)
        assert (status, out) == (1, "") and said in err and len(err.splitlines()) == 1


@pytest.mark.parametrize("against", [(), ("--against", "size=9")])
def test_what_was_stopped_is_whole_and_made_again(
    against: tuple[str, ...], study: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both studies then have the same matches, and the command that is told gives the same figures
    to the last digit."""

    def stopped(plans: Sequence[Plan], *_: int) -> Iterator[tuple[Sample, ...]]:
        yield from play_samples(plans, 7, 1)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(command, "play_samples", stopped)
        status, out, _ = study("icefloes", *against, "--json")
    assert status == 130
    cut = json.loads(out)
    assert {one["matches"] for one in cut["studies"]} == {7}
    assert cut["origin"]["doubts"] == ["The run was stopped after 7 of 1000 matches."]
    words = shlex.split(cut["origin"]["command"])
    whole = json.loads(study(*words[2:], "--json")[1])
    assert whole["origin"]["digest"] == cut["origin"]["digest"]
    assert bool(whole["differences"]) == bool(against)


def test_a_program_compares_as_the_command_does(study: Command) -> None:
    """In pairs of matches, with the same figures."""
    words = ("--matches", "12", "--seed", "4", "--workers", "1", "--json")
    told = json.loads(
        study("icefloes", "--option", "size=9", "--against", "level=diamond", *words)[1]
    )
    game = find_game("icefloes").game(size="9")
    found = play_study(game, 12, seed=4, against={"level": "diamond"})
    assert found.second.settings == found.first.settings | {"level": "diamond"}
    rows = json.loads(json.dumps([asdict(one) for one in found.differences]))
    assert rows == told["differences"] and any(row["pairing"] for row in rows)
    assert found.first == play_study(game, 12, seed=4)
    with pytest.raises(BadOption, match="no level 'circle'"):
        play_study(game, 12, against={"level": "circle"})


def test_the_picture(study: Command, tmp_path: Path) -> None:
    """An SVG in which no bar lies outside."""
    path = tmp_path / "a.svg"
    words = ("icefloes", "--matches", "30", "--against", "players=4", "--picture", str(path))
    assert study(*words)[0] == 0
    root = ET.fromstring(path.read_text("utf-8"))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    space = "{http://www.w3.org/2000/svg}"
    for box in root.iter(f"{space}rect"):
        x, y = float(box.get("x", 0)), float(box.get("y", 0))
        assert x >= 0 and x + float(box.attrib["width"]) <= width
        assert y >= 0 and y + float(box.attrib["height"]) <= height
    said = [text.text or "" for text in root.iter(f"{space}text")]
    assert {"Ice Floes", "North", "West", "draw"} <= set(said)
    assert sum(bool(re.match(r"Plies a match: ", text)) for text in said) == 2
    evens = [text for text in said if text.startswith("Points beyond even, which is ")]
    assert ["50.0" in evens[0], "25.0" in evens[1]] == [True, True]


def test_every_seat_stands_in_the_report(toe: Findings, tmp_path: Path) -> None:
    """With the verdict, on the page and in the figure."""
    path, drawing = tmp_path / "a.html", command.picture([toe])
    make = origin(toe.plan.open_game(), "everygame study tictactoe", {}, ())
    path.write_text(page_of([toe], (), make), "utf-8")
    for said in ("Crosses is ahead", "Noughts is behind"):
        assert said in path.read_text("utf-8") and said in re.sub(r"<[^>]*>\s*", " ", drawing)
    assert 'class="even"' in drawing and make.program != make.source


def test_a_text_is_not_markup(toe: Findings) -> None:
    root = ET.fromstring(command.picture([replace(toe, title="<b>&")]))
    assert "<b>&" in [text.text for text in root.iter()]


def test_wins_of_different_worth_are_told_by_value() -> None:
    """Two thirds for a gammon, a third for a win: the mean return of each seat, worked by hand."""
    sample = Sample((1 / 3, -1 / 3), "", 1, 1, 1, 1, 1, None)
    graded = [sample, replace(sample, returns=(2 / 3, -2 / 3)), replace(sample, returns=(-1, 1))]
    first, second = values([*graded, replace(sample, returns=())], 2)
    assert (first.value, second.value) == (pytest.approx(0), pytest.approx(0))
    assert (first.low, first.high) == (-1, 1)  # of three matches anything may be true
    mean = values(graded * 10, 2)[0]
    assert mean.low == pytest.approx(-mean.high) and 0.25 < mean.high < 0.3
    drawn = replace(sample, returns=(0.0, 0.0))
    assert values([sample, drawn], 2) == ()
    by_place = [replace(sample, returns=got) for got in ((1.0, 0.0, -1.0), (0.0, -1.0, 1.0))]
    assert [one.value for one in values(by_place, 3)] == [0.5, -0.5, 0]
    shared = [replace(sample, returns=got) for got in ((1.0, -0.5, -0.5), (0.5, 0.5, -1.0))]
    assert values(shared, 3) == ()
    alone = [replace(sample, returns=(got,)) for got in (0.0, 1.0, 0.0)]
    assert values(alone, 1) == ()
    assert len(values([*alone, replace(sample, returns=(0.4,))], 1)) == 1
