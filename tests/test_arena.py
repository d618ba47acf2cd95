"""The arena: fair seats, a log that can be resumed and replayed, honest error bars."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations, product
from math import inf, isclose, log10
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis.strategies import floats, lists

from everygame.arena.contestant import parse_contestant
from everygame.arena.ratings import rate
from everygame.arena.report import verdict
from everygame.arena.series import (
    Played,
    Series,
    Thought,
    arrangements,
    play_match,
    rotations,
    rounds_of,
    tables,
)
from everygame.arena.standing import Standing, stand
from everygame.arena.statistics import Sprt, elo, expected, mean_share, shares, student
from everygame.arena.text import warnings
from everygame.errors import BadGame, BadOption
from everygame.library.registry import find_game, games
from everygame.record import from_json, replay

FAST = Series("tictactoe", {}, ("mcts:nodes=60", "random"), opening=1)


def test_a_share_is_between_nothing_and_all() -> None:
    assert shares((1.0, -1.0)) == [1.0, 0.0] and shares((0.5, -0.5)) == [0.75, 0.25]
    assert shares((1.0, -1 / 3, -1 / 3, -1 / 3)) == [1.0, 0.0, 0.0, 0.0]
    assert shares((0.0,) * 4) == [0.25] * 4
    assert shares((1.0, 0.0, -1.0)) == [2 / 3, 1 / 3, 0.0]
    assert shares((0.5, -1.0, 0.5)) == [0.5, 0.0, 0.5]
    assert [shares((r,)) for r in (1.0, 0.0, -1.0)] == [[1.0], [0.5], [0.0]]


@given(lists(floats(-1, 1), min_size=2, max_size=6))
def test_shares_are_parts_of_one_whole(numbers: list[float]) -> None:
    """They lie in [0, 1], sum to 1, and are in the order of the returns."""
    middle = fmean(numbers)
    returns = [(number - middle) / 2 for number in numbers]
    found = shares(returns)
    assert all(0 <= one <= 1 for one in found) and isclose(sum(found), 1)
    assert all(
        a <= b + 1e-12
        for (r, a), (s, b) in product(zip(returns, found, strict=True), repeat=2)
        if r <= s
    )


@given(lists(floats(0, 1), min_size=1, max_size=12))
def test_a_share_lies_within_its_limits_and_these_within_nothing_and_all(
    groups: list[float],
) -> None:
    found = mean_share(groups)
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_quantiles_of_student() -> None:
    """Against scipy.stats.t.ppf(0.975, freedom) of SciPy 1.15."""
    known = {
        1: 12.706204736, 2: 4.302652730, 3: 3.182446305, 4: 2.776445105, 5: 2.570581836,
        9: 2.262157163, 19: 2.093024054, 99: 1.984216952, 999: 1.962341461,
    }  # fmt: skip
    for freedom, quantile in known.items():
        assert abs(student(freedom) - quantile) < (0.004 if freedom == 3 else 0.001)


def test_elo() -> None:
    assert elo(0.5) == 0 and round(elo(0.75)) == 191 and round(elo(10 / 11)) == 400
    assert (elo(1.0), elo(0.0)) == (inf, -inf)
    assert all(isclose(elo(expected(d)), d) for d in (-300, -20, 5, 700))


def rounds(rng: Random, count: int, win: float, draw: float) -> list[float]:
    """Mean shares of rounds of two independent matches."""
    kinds, weights = (1.0, 0.5, 0.0), (win, draw, 1 - win - draw)
    return [fmean(rng.choices(kinds, weights, k=2)) for _ in range(count)]


def test_intervals_hold_the_truth_in_95_of_100_cases() -> None:
    rng = Random(1)
    held = 0
    for _ in range(1000):
        estimate = mean_share(rounds(rng, 40, 0.5, 0.3))
        held += estimate.low <= 0.65 <= estimate.high
    assert 925 <= held <= 985


def test_a_clean_sweep_is_not_certain() -> None:
    assert mean_share([1.0] * 10).low < 0.95
    assert Sprt(0, 20).verdict([1.0]) is None


def decide(rng: Random, sprt: Sprt, win: float, draw: float) -> float:
    groups: list[float] = []
    while (verdict := sprt.verdict(groups)) is None:
        groups += rounds(rng, 4, win, draw)
    return verdict


def test_sprt_errs_as_rarely_as_it_says() -> None:
    """Equal players are called better, and players better by 80 equal, in about 5 of 100 cases."""
    rng = Random(2)
    sprt = Sprt(0, 80)
    better = expected(80)
    wrong = sum(decide(rng, sprt, 0.35, 0.3) == 80 for _ in range(150))
    missed = sum(decide(rng, sprt, better - 0.15, 0.3) == 0 for _ in range(150))
    assert wrong <= 15 and missed <= 15


def test_contestants() -> None:
    game = find_game("tictactoe").game()
    level = parse_contestant("strong:seconds=0.25,slip=0.5", game)
    assert (level.name, level.seconds, level.slip) == ("strong", 0.25, 0.5)
    assert parse_contestant("baseline:nodes=30", game).search == "baseline"
    for text, said in (
        ("deep", "no contestant 'deep'"),
        ("mcts", "needs a budget"),
        ("mcts:nodes=many", "'nodes=many' is not a setting"),
        ("mcts:depth=3", "'depth=3' is not a setting"),
        ("strong:seconds=-1", "'seconds=-1' is not a setting"),
    ):
        with pytest.raises(BadOption, match=said):
            parse_contestant(text, game)


# -- the matches of a series


def test_every_arrangement_of_two_and_its_mirror() -> None:
    assert [len(arrangements(seats)) for seats in (2, 3, 4)] == [2, 6, 14]
    for seats in (2, 3, 4):
        mirrored = [tuple(1 - who for who in table) for table in arrangements(seats)]
        assert sorted(mirrored) == sorted(arrangements(seats))


def test_each_meets_each_in_every_round() -> None:
    series = Series("tictactoe", {}, ("random", "first", "steady"))
    game = series.open_game()
    found = [series.fixture(number, game) for number in range(series.length(2, game))]
    assert Counter(one.seats for one in found) == dict.fromkeys(permutations(range(3), 2), 2)
    assert [one.round for one in found] == [0] * 6 + [1] * 6


def test_seats_are_swapped_and_openings_shared() -> None:
    played = [play_match(FAST, number) for number in range(4)]
    assert [p.seats for p in played] == [(0, 1), (1, 0)] * 2
    first_moves = [p.record["plies"][0] for p in played]
    assert first_moves[0] == first_moves[1] and first_moves[2] == first_moves[3]
    for one in played:
        names = [seat["name"] for seat in one.record["seats"]]
        assert names == [FAST.contestants[who] for who in one.seats]


RULED = [name for name, entry in games().items() if not entry.game_class().endless]


@pytest.mark.parametrize("name", ["tictactoe", "crazyeights", "freezetag", "coldspell"])
def test_games_can_be_played(name: str) -> None:
    """With chance and secrets, too; `test_bots` has bots choose moves in every game."""
    played = play_match(Series(name, {}, ("random", "random")), 1)
    assert played.seats == (1, 0) and played.ending
    game = find_game(name).game()
    match = replay(from_json(played.record), game, Random(0))
    outcome = match.outcome()
    assert outcome is not None and outcome.returns == played.returns


def test_a_search_that_does_not_fit_is_refused() -> None:
    with pytest.raises(BadOption, match="secrets"):
        play_match(Series("evade", {}, ("mcts:nodes=5", "random")), 0)
    with pytest.raises(BadOption, match="for 4"):
        play_match(Series("icefloes", {"players": "4"}, ("alphabeta:nodes=5", "random")), 0)
    with pytest.raises(BadOption, match="for two players or more"):
        play_match(Series("icefloes", {"players": "1"}, ("random", "first")), 0)


def test_a_table_without_rules_is_refused() -> None:
    for name in set(games()) - set(RULED):
        with pytest.raises(BadGame, match="without rules"):
            play_match(Series(name, {}, ("random", "random")), 0)


def made(number: int, series: Series, returns: tuple[float, ...], **more: object) -> Played:
    """A match that came out so."""
    game = series.open_game()
    fixture = series.fixture(number, game)
    thought = (Thought(2, 0.5, 10), Thought(1, 0.1, 3))
    played = Played(
        number, fixture.both, fixture.seats, returns, "end", 7, thought, {"plies": [number]},
        sides=game.sides,
    )  # fmt: skip
    return replace(played, **more)  # type: ignore[arg-type]


def test_the_points_of_a_match_go_to_who_sits_in_its_seats() -> None:
    series = Series("icefloes", {"players": "4"}, ("random", "first"))
    won = (1.0, -1 / 3, -1 / 3, -1 / 3)
    played = [made(number, series, won) for number in range(14)]
    assert [round(one.share) for one in played] == [one.seats[0] == 0 for one in played]
    assert isclose(fmean(one.share for one in played), 0.5)
    drawn = [made(number, series, (0.0,) * 4).share for number in range(14)]
    assert isclose(max(drawn), 0.75) and isclose(fmean(drawn), 0.5)


def test_who_got_most_has_won_however_much_it_was() -> None:
    """Also where a win is not 1: a small win is no draw."""
    found = standing((0.25, -0.25), (0.5, -0.5), (0.0, 0.0), (-0.75, 0.75))
    (pairing,) = found.pairings
    assert (pairing.won, pairing.drawn, pairing.lost) == (2, 1, 1)
    other = found.pairing(1, 0)
    assert pairing.margin and isclose(pairing.margin.value, (0.25 - 0.5 + 0.0 + 0.75) / 4)
    assert other.margin and isclose(other.margin.value, -pairing.margin.value)
    assert isclose(other.margin.low, -pairing.margin.high)


def test_of_four_seats_the_best_one_counts() -> None:
    series = Series("icefloes", {"players": "4"}, ("random", "first"))
    number = next(n for n in range(14) if made(n, series, (0.0,) * 4).seats == (0, 0, 0, 1))
    match = made(number, series, (0.5, 0.1, -0.2, -0.4))  # the last seat is the other's
    assert match.seats == (0, 0, 0, 1) and match.winner == 0
    assert isclose(match.margin, (0.4 / 3 + 0.4) / 2)
    assert made(number, series, (0.5, 0.1, -1.1, 0.5)).winner is None


@pytest.mark.parametrize(("sides", "sizes"), [(1, [2]), (2, [2]), (3, [6]), (4, [2, 4, 8])])
def test_a_round_is_a_rotation_of_seats(sides: int, sizes: list[int]) -> None:
    """Each contestant has each seat equally often, and all arrangements come once."""
    groups = rotations(sides)
    assert [len(group) for group in groups] == sizes
    assert sorted(table for group in groups for table in group) == arrangements(sides)
    for group in groups:
        assert all(2 * sum(who) == len(group) for who in zip(*group, strict=True))
        turned = {table[1:] + table[:1] for table in group}
        assert turned == set(group) == {tuple(1 - who for who in table) for table in group}


def test_each_round_of_a_pair_has_a_deal_of_its_own() -> None:
    series = Series("crazyeights", {"players": "3"}, ("random",) * 3, opening=0)
    played = [play_match(series, number) for number in range(24)]
    deals: dict[tuple[object, ...], set[str]] = {}
    for one in played:
        fixture = series.fixture(one.number, series.open_game())
        dealt = str(one.record["plies"][:15])
        deals.setdefault((fixture.round, fixture.pair), set()).add(dealt)
    assert [len(found) for found in deals.values()] == [1] * 4
    assert len(set().union(*deals.values())) == 4


def test_limits_come_from_rounds() -> None:
    """Twenty matches of two deals, and all of a deal alike, say no more than two matches."""
    series = Series("icefloes", {"players": "4"}, ("random", "first"))
    won = (1.0, -1 / 3, -1 / 3, -1 / 3)
    played = [made(number, series, won) for number in range(28)]
    found = stand(series, series.open_game(), played)
    assert found is not None and found.rounds == 6 and found.is_rough
    assert all(isclose(group, 0.5) for group in found.pairings[0].groups)
    assert found.pairings[0].share == mean_share(found.pairings[0].groups)


def test_few_rounds_are_told() -> None:
    few, many = standing(*[WIN, LOSS] * 9), standing(*[WIN, LOSS] * 10)
    assert any("9 rounds" in said for said in warnings(few))
    assert not list(warnings(many))
    assert "Too few" in verdict(few) and "Too few" not in verdict(many)


def test_a_round_counts_when_all_before_it_are_complete() -> None:
    played = [made(number, FAST, (1.0, -1.0)) for number in (0, 1, 3, 4, 5)]
    assert [
        [one.number for one in round] for round in rounds_of(played, FAST, FAST.open_game(), 0)
    ] == [[0, 1]]


# -- what they say


def standing(*returns: tuple[float, float], contestants: int = 2) -> Standing:
    """Of a series of tic-tac-toe that came out so."""
    series = replace(FAST, contestants=("random", "first", "steady")[:contestants])
    played = [made(number, series, one) for number, one in enumerate(returns)]
    found = stand(series, series.open_game(), played)
    assert found is not None
    return found


WIN, DRAW, LOSS = (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)


def test_a_standing() -> None:
    found = standing(WIN, LOSS, WIN, DRAW, DRAW, WIN)
    (pairing,) = found.pairings
    assert (pairing.won, pairing.drawn, pairing.lost) == (3, 2, 1)
    assert pairing.groups == (1.0, 0.75, 0.25) and found.matches == 6 and found.drawn == 2 / 6
    assert isclose(found.first_side.value, 4 / 6) and found.even == 0.5
    assert found.results == {"Crosses": 3, "Noughts": 1, "drawn or shared": 2}
    assert [row.points for row in found.rows] == [4.0, 2.0]
    other = found.pairing(1, 0)
    assert (other.won, other.lost) == (1, 3) and other.share and pairing.share
    assert isclose(other.share.low, 1 - pairing.share.high)


def test_no_complete_round_is_no_standing() -> None:
    assert stand(FAST, FAST.open_game(), [made(0, FAST, WIN)]) is None


def test_ratings_of_two_are_their_elo() -> None:
    groups = [1.0] * 30 + [0.5] * 40 + [0.0] * 10
    one, two = rate(2, [(0, 1, groups)])
    share = mean_share(groups)
    assert abs(one.elo.value - two.elo.value - elo(share.value)) < 0.1
    assert abs(one.elo.high - one.elo.low - (elo(share.high) - elo(share.low)) / 2) < 12


def test_ratings_find_known_strengths() -> None:
    """Also of who never met."""
    known = (150.0, 0.0, -150.0)
    meetings = [(a, b, [expected(known[a] - known[b])] * 200) for a, b in ((0, 1), (1, 2))]
    found = rate(3, meetings)
    assert all(abs(r.elo.value - k) < 3 for r, k in zip(found, known, strict=True))
    assert all(r.elo.low < k < r.elo.high for r, k in zip(found, known, strict=True))


@pytest.mark.parametrize(("sides", "share"), [(3, 7 / 9), (4, 0.7824)])
def test_a_side_is_as_strong_at_every_table(sides: int, share: float) -> None:
    """Where a side of the one wins four times as often as a side of the other, it is better by 241
    Elo, however many sit there. With three it has 4/6 of the points alone and 8/9 as two."""
    seated = tables(sides, 30)
    known = 400 * log10(4)
    assert isclose(expected(known, seated), share, abs_tol=1e-4)
    assert isclose(elo(share, seated), known, abs_tol=0.2)
    one, two = rate(2, [(0, 1, [share] * 30)], seated)
    assert isclose(one.elo.value - two.elo.value, known, abs_tol=0.2)
    assert Sprt(0, known).verdict([share] * 30, seated) == known
    middle = (0.5 + expected(2 * known, seated)) / 2
    assert isclose(Sprt(0, 2 * known).ratio([middle] * 30, seated), 0, abs_tol=1e-6)


def test_four_sides_that_win_by_strength_are_rated_by_it() -> None:
    """Drawn match by match from the model, at the tables of the rounds."""
    rng, seated, ratio = Random(1), tables(4, 600), 10 ** (200 / 400)
    groups = []
    for number in range(600):
        group = rotations(4)[number % 3]
        winners = [
            rng.choices(table, [(1, ratio)[who == 0] for who in table])[0] for table in group
        ]
        groups.append(winners.count(0) / len(group))
    one, two = rate(2, [(0, 1, groups)], seated)
    assert one.elo.low - two.elo.value < 200 < one.elo.high - two.elo.value
    assert abs(one.elo.value - two.elo.value - 200) < 15


def test_limits_of_ratings_hold_the_truth_in_95_of_100_cases() -> None:
    rng, held = Random(3), 0
    known = (100.0, 0.0, -100.0)
    for _ in range(50):
        meetings = [
            (a, b, rounds(rng, 40, expected(known[a] - known[b]) - 0.1, 0.2))
            for a, b in ((0, 1), (0, 2), (1, 2))
        ]
        found = rate(3, meetings)
        held += sum(r.elo.low < k < r.elo.high for r, k in zip(found, known, strict=True))
    assert held >= 133
