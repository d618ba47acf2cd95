"""The arena: fair seats, a log that can be resumed and replayed, honest error bars."""

from __future__ import annotations

from math import inf, isclose
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from everygame.arena.__main__ import main
from everygame.arena.contestant import parse_contestant
from everygame.arena.series import Log, Series, play_match
from everygame.arena.statistics import Sprt, elo, expected, mean_share, share
from everygame.errors import BadOption, BadRecord
from everygame.record import from_json, replay
from everygame.registry import find_game, games

FAST = Series("tictactoe", {}, "mcts:nodes=60", "random", opening=1)


def test_a_share_is_between_nothing_and_all() -> None:
    assert [share(r, 2) for r in (1.0, 0.0, -1.0)] == [1.0, 0.5, 0.0]
    assert [share(r, 4) for r in (1.0, 0.0, -1 / 3)] == [1.0, 0.25, 0.0]


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
    assert parse_contestant("yardstick:nodes=30", game).search == "yardstick"
    for text, said in (
        ("deep", "no contestant 'deep'"),
        ("mcts", "needs a budget"),
        ("mcts:nodes=many", "'nodes=many' is not a setting"),
        ("mcts:depth=3", "'depth=3' is not a setting"),
        ("strong:seconds=-1", "'seconds=-1' is not a setting"),
    ):
        with pytest.raises(BadOption, match=said):
            parse_contestant(text, game)


def test_seats_are_swapped_and_openings_shared() -> None:
    played = [play_match(FAST, number) for number in range(4)]
    assert [p.seat for p in played] == [0, 1, 0, 1]
    first_moves = [p.record["plies"][0] for p in played]
    assert first_moves[0] == first_moves[1] and first_moves[2] == first_moves[3]
    assert all(p.record["seats"][p.seat]["name"] == FAST.first for p in played)


def test_a_match_is_the_same_whenever_it_is_played() -> None:
    assert play_match(FAST, 5).record == play_match(FAST, 5).record


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_can_be_played(name: str) -> None:
    played = play_match(Series(name, {}, "random", "random"), 1)
    assert played.seat == 1 and played.ending
    game = find_game(name).game()
    match = replay(from_json(played.record), game, Random(0))
    outcome = match.outcome()
    assert outcome is not None and outcome.returns == played.returns


def test_a_search_that_does_not_fit_is_refused() -> None:
    with pytest.raises(BadOption, match="secrets"):
        play_match(Series("evade", {}, "mcts:nodes=5", "random"), 0)
    with pytest.raises(BadOption, match="for 4"):
        play_match(Series("icefloes", {"players": "4"}, "alphabeta:nodes=5", "random"), 0)


def test_a_series_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log"
    words = ["tictactoe", FAST.first, FAST.second, "--opening", "1", "--workers", "1"]
    words += ["--log", str(path)]
    assert main([*words, "--matches", "3"]) == 0
    text = path.read_text()
    path.write_text(text + '{"number": 3, "se')
    assert main([*words, "--matches", "6"]) == 0
    assert path.read_text().startswith(text)
    assert [*Log(FAST, path).played] == [*range(6)]
    assert "6 matches" in capsys.readouterr().out
    assert main([*words, "--seed", "2"]) == 1
    assert "the log of another series" in capsys.readouterr().err


def test_a_log_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "log"
    Log(FAST, path)
    path.write_text(path.read_text() + "{}\n")
    with pytest.raises(BadRecord, match="line 2 is not a match"):
        Log(FAST, path)


def test_sprt_stops_a_series(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tictactoe", "mcts:nodes=200", "random", "--workers", "1", "--opening", "1"]
    assert main([*words, "--matches", "200", "--sprt", "0", "100"]) == 0
    out = capsys.readouterr().out
    assert "Elo +100 accepted" in out and " 200 matches" not in out
