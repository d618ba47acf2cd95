"""Play that bluffs, on both builds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from math import log2
from random import Random

import pytest

from everygame.bots.level import find_level
from everygame.bots.thinker import Thinker
from everygame.contract import Game, State
from everygame.library.registry import find_game
from everygame.search.budget import Answer, Budget, cpu_clock
from everygame.search.gt_cfr import Worlds, afford, gt_cfr
from everygame.search.public_tree import PublicTree
from tests.toys import Gamble, Kuhn

pytestmark = pytest.mark.both

PAIRS = [a + b for i, a in enumerate("abcdef") for b in "abcdef"[i + 1 :]]
MANY = 10**6
"""More cells than any of these trees has."""
LATER = "leaders:bc a1-b2 b6-c5 f1-e2 c5-d4"


def play(game: Game, moves: str) -> State:
    return game.initial_state().play(moves)


def think(game: Game, state: State, secrecy: float = 0.0, seed: int = 3) -> Answer:
    seat = state.to_play()
    request = {"seat": seat, "observation": state.observe(seat)}
    thinker = Thinker(game, request, Random(seed))
    thinker.advice = replace(thinker.advice, secrecy=lambda state, seat: secrecy)
    return thinker.think(replace(find_level(game, "strong"), nodes=400, seconds=0.0), 0.0)


@pytest.mark.parametrize("moves", ["leaders:ab leaders:ab", "leaders:ab leaders:ab a1-a2"])
def test_either_seat_has_a_move_when_its_time_is_over_at_once(moves: str) -> None:
    state = play(find_game("evade").game(information="hidden"), moves)
    answer = gt_cfr(lambda: state, lambda: state, state.to_play(), Budget(seconds=1e-9))
    assert answer.action in state.legal_actions()


def test_who_is_told_to_stop_improves_no_strategy_any_more() -> None:
    """But once for each seat, without which no move is better than another."""
    tree = PublicTree([Gamble()], [1.0], [[0], [0]], 1, None, 1.0)
    stopped = Budget(stop=lambda: True)
    tree.explore(stopped, stopped, MANY)
    assert tree.time == 2.0


def test_a_tree_stops_growing_at_its_bound() -> None:
    known = [[cards[seat] for cards in DEALS] for seat in (0, 1)]
    tree = PublicTree([Kuhn(cards) for cards in DEALS], [1 / 6] * 6, known, 1, None, 1.0)
    assert tree.explore(Budget(nodes=100), Budget(nodes=100), 1) < 10


# -- Kuhn poker, whose solution is known

DEALS = [(a, b) for a in range(3) for b in range(3) if a != b]
SITUATIONS = (("", "pb"), ("p", "b"))
"""Where each seat decides."""
Strategy = dict[tuple[int, str], float]
"""How often a seat bets, by its card and the bets so far."""


def average(tree: PublicTree) -> Strategy:
    """The strategies of both seats in a whole tree."""
    found = {}
    for bets, many in (("", tree.many0), ("p", tree.many1), ("b", tree.many1), ("pb", tree.many0)):
        node = 0
        for bet in bets:
            node = int(tree.child[tree.first[node] + "pb".index(bet)])
        for card in range(3):
            passes, more = (tree.sums[tree.slot[node] + i * many + card] for i in (0, 1))
            found[card, bets] = more / (passes + more)
    return found


def worth(strategy: Strategy, cards: tuple[int, int], bets: str = "") -> float:
    """What seat 0 gets on average."""
    state = Kuhn(cards, bets)
    if not state.legal_actions():
        return state.returns()[0]
    bet = strategy[cards[state.to_play()], bets]
    return (1 - bet) * worth(strategy, cards, bets + "p") + bet * worth(strategy, cards, bets + "b")


def best_answer(strategy: Strategy, seat: int) -> float:
    """What seat 0 gets if this seat knows how the other plays."""
    places = [(card, bets) for card in range(3) for bets in SITUATIONS[seat]]
    found = []
    for bets in product((0.0, 1.0), repeat=len(places)):
        answer = strategy | dict(zip(places, bets, strict=True))
        found.append(sum(worth(answer, deal) for deal in DEALS) / len(DEALS))
    return max(found) if seat == 0 else min(found)


def test_poker_of_three_cards_is_worth_what_kuhn_found() -> None:
    """An eighteenth of the stake is lost by who begins; nobody gains by any other answer."""
    known = [[cards[seat] for cards in DEALS] for seat in (0, 1)]
    tree = PublicTree([Kuhn(cards) for cards in DEALS], [1 / 6] * 6, known, 1, None, 1.0)
    tree.explore(Budget(nodes=100), Budget(nodes=100), MANY)
    for _ in range(500):
        tree.improve()
    strategy = average(tree)
    assert best_answer(strategy, 0) == pytest.approx(-1 / 36, abs=0.001)
    assert best_answer(strategy, 1) == pytest.approx(-1 / 36, abs=0.001)
    assert strategy[2, "p"] > 0.99
    assert strategy[0, "p"] == pytest.approx(1 / 3, abs=0.05)


def deal(own: int, seed: int) -> Callable[[], State]:
    """Draws the card of who began; the second one to play, after a pass, knows his own."""
    rng = Random(seed)
    return lambda: Kuhn((rng.choice([card for card in range(3) if card != own]), own), "p")


def disguise(seed: int) -> Callable[[], State]:
    """Draws both cards."""
    rng = Random(seed)
    return lambda: Kuhn(tuple(rng.sample(range(3), 2)), "p")


@pytest.mark.parametrize(("card", "least", "most"), [(0, 100, 600), (1, 0, 0), (2, 1000, 1000)])
def test_who_has_the_worst_card_bluffs_now_and_then(card: int, least: int, most: int) -> None:
    """After a pass: the best card bets, the middle one never, the worst in a third of all cases,
    where the one who passed had any card as often as the others."""
    found = gt_cfr(deal(card, 1), disguise(2), 1, Budget(nodes=4000), exploration=1.0)
    assert least <= found.visits.get(1, 0) <= most


# -- what it may know


def test_nobody_plays_by_what_he_cannot_see() -> None:
    """Who could see the hand would gamble."""
    assert gt_cfr(Gamble, Gamble, 0, Budget(nodes=3000), 0.0, 1).action == Gamble.SAFE


def test_what_is_found_depends_on_truths_only_as_they_are_drawn() -> None:
    """Two coins may be anybody's leaders: all that is thought of is what could be drawn."""
    game = find_game("evade").game(information="hidden")
    state = play(game, f"leaders:ab {LATER}")
    seat = state.to_play()
    told = state.observe(seat)
    other = game.resample(told, seat, Random(9))
    assert state.to_json() != other.to_json()
    assert think(game, state).visits == think(game, other).visits


def test_what_seat_hides_weighs_no_more_than_anything_else_it_might_hide() -> None:
    worlds = Worlds(0, None)
    for cards in DEALS:
        worlds.add(Kuhn(cards), anew=True)
    worlds.add(Kuhn((0, 1)), anew=False)
    worlds.add(Kuhn((0, 2)), anew=False)
    assert worlds.prior() == pytest.approx([1 / 6] * 6)


def test_likely_truths_weigh_more() -> None:
    worlds = Worlds(0, lambda truth: 1.0 if truth.to_json()["cards"][1] == 2 else 0.5)
    for cards in ((0, 1), (0, 2)):
        worlds.add(Kuhn(cards), anew=True)
    assert worlds.prior() == pytest.approx([1 / 3, 2 / 3])


def test_what_others_read_alike_is_drawn_evenly() -> None:
    game = find_game("evade").game(information="hidden")
    answer = think(game, game.initial_state())
    assert set(answer.visits.values()) == {67} and len(answer.visits) == 15
    assert set(think(game, game.initial_state(), 2.0).visits.values()) == {67}
    drawn = {think(game, game.initial_state(), 2.0, seed).action for seed in range(20)}
    assert len(drawn) > 8


def told_by(secrecy: float) -> float:
    """How many bits the bot's move tells of its leaders, with five pairs as likely."""
    game = find_game("evade").game(information="hidden")
    rows = []
    for pair in PAIRS[::3]:
        state = play(game, f"leaders:{pair} {LATER}")
        found = [think(game, state, secrecy, seed).visits for seed in range(1, 4)]
        rows.append(Counter({a: n / 3000 for a, n in sum(map(Counter, found), Counter()).items()}))
    mean = sum(rows, Counter[int]())
    return sum(n * log2(5 * n / mean[a]) for row in rows for a, n in row.items()) / 5


def test_the_move_tells_little_of_what_is_hidden() -> None:
    """Where the secret is worth everything, the move is much the same for any leaders; where it is
    worth nothing, leaders have their own."""
    assert 2 * told_by(2.0) <= told_by(0.0)


def test_a_secret_is_kept_for_no_more_than_it_is_worth() -> None:
    shares, looks = {1: 0.5, 2: 0.5}, {1: "a", 2: "b", 3: "c"}
    values = {1: 0.1, 2: 0.4, 3: 0.6}
    assert afford(shares, values, looks, 0.0) == shares
    assert afford(shares, values, looks, 0.3) == {2: 1.0}
    assert afford(shares, values, looks, 0.5) == {3: 1.0}


@pytest.mark.parametrize("information", ["hidden", "memory"])
def test_a_win_is_taken(information: str) -> None:
    game = find_game("evade").game(information=information)
    moves = "leaders:ab leaders:cd a1-a2 f6-f5 a2-a3 f5-f6 a3-a4 f6-f5 a4-a5 a6-b5"
    state = play(game, moves)
    assert state.text(think(game, state, 0.1).action) == "a5-a6"


def test_what_never_helps_is_left_out_unless_there_is_nothing_else() -> None:
    game = find_game("evade").game(information="memory")
    state = play(game, "leaders:ab leaders:cd")
    peeks = {action for action in state.legal_actions() if state.text(action).startswith("peek")}
    answer = think(game, state)
    assert peeks and set(answer.values) == set(state.legal_actions()) - peeks
    answer = gt_cfr(Gamble, Gamble, 0, Budget(nodes=50), 0.0, 1, idle=lambda state, action: True)
    assert set(answer.values) == set(Gamble().legal_actions())


def test_it_is_given_the_seconds_that_the_processor_may_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`test_search` shows that a search keeps to them, `test_a_budget_has_parts` what parts get."""
    given: list[Budget] = []

    def few(deal: object, disguise: object, seat: int, budget: Budget, *_: object, **__: object):
        given.append(budget)
        return "an answer"

    monkeypatch.setattr("everygame.bots.thinker.gt_cfr", few)
    game = find_game("evade").game(information="hidden")
    state = play(game, f"leaders:ab {LATER}")
    request = {"seat": 0, "observation": state.observe(0), "cpu": True}
    level = replace(find_level(game, "strong"), nodes=0)
    assert Thinker(game, request, Random(1)).think(level, 0.5) == "an answer"
    (budget,) = given
    assert (budget.seconds, budget.pulse.clock) == (0.5, cpu_clock) and not budget.spent(10**9)


def test_a_budget_has_parts() -> None:
    part = Budget(nodes=10, seconds=4.0).part(0.5)
    assert (part.nodes, part.seconds) == (5, 2.0)
    assert Budget(nodes=1).part(0.5).nodes == 1
    assert not Budget(seconds=4.0).part(0.5).spent(10**9)
    assert Budget(stop=lambda: True).part(0.5).spent(1)
