"""The searches, against brute force, theory and published counts, on both builds."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import count
from math import isclose
from random import Random
from threading import Event
from time import perf_counter
from typing import Any

import pytest

from everygame.contract import CHANCE, OVER, State
from everygame.errors import BadGame
from everygame.fast.pulse import Pulse
from everygame.library.registry import find_game
from everygame.search.adapter import DRAWS, Noisy, PlainState, as_fast
from everygame.search.alphabeta import alphabeta
from everygame.search.baseline import baseline
from everygame.search.budget import Answer, Budget, cpu_clock
from everygame.search.greedy import Idea, greedy
from everygame.search.guidance import Guidance
from everygame.search.ismcts import ismcts
from everygame.search.mcts import Tree, mcts
from everygame.search.playouts import playouts
from everygame.search.solve import Numbers, Solution, solve
from tests.floes import classic, four_floes
from tests.toys import Doom, Feast, Gamble, Heap, Tangle, brute_force

pytestmark = pytest.mark.both


def open_ismcts(state: State, *arguments: Any, **settings: Any) -> Answer:
    """ISMCTS in a game without secrets."""
    return ismcts(lambda: state, state.to_play(), *arguments, **settings)


SEARCHES = (mcts, alphabeta, open_ismcts)

# -- budgets


def test_a_budget_of_nodes_is_kept_exactly() -> None:
    state = find_game("icefloes").game().initial_state()
    assert mcts(state, Budget(nodes=57)).nodes == 57
    assert open_ismcts(state, Budget(nodes=57)).nodes == 57
    assert abs(alphabeta(state, Budget(nodes=570)).nodes - 570) <= 2


@pytest.mark.parametrize("search", [mcts, alphabeta])
def test_a_budget_of_seconds_ends_the_search(search: type) -> None:
    """By its own clock: here a hundredth of a second passes from one look to the next."""
    state, looks = find_game("icefloes").game().initial_state(), count()
    budget = Budget(seconds=1.0)
    budget.pulse.clock = lambda: next(looks) / 100
    answer = search(state, budget)
    assert 1.0 <= answer.seconds < 1.1 and answer.nodes >= 90


def test_seconds_of_the_processor_pass_only_while_it_works() -> None:
    """Its clock is that of this thread, which stands still where the thread waits."""
    assert Budget(seconds=0.1, cpu=True).pulse.clock is cpu_clock
    assert Budget(seconds=0.1, cpu=True).part(0.5).pulse.clock is cpu_clock
    assert Budget(seconds=0.1).pulse.clock is perf_counter


def test_a_flag_ends_the_search_at_once() -> None:
    stop = Event()
    stop.set()
    state = find_game("icefloes").game().initial_state()
    for search in SEARCHES:
        answer = search(state, Budget(stop=stop.is_set))
        assert answer.nodes <= 1
        assert answer.action in state.legal_actions()


def test_a_budget_must_end() -> None:
    with pytest.raises(ValueError):
        Budget()


# -- plain states


def test_a_search_does_not_change_the_state() -> None:
    for state in (Heap(9), Tangle(3, True), find_game("icefloes").game().initial_state()):
        before = state.to_json()
        for search in SEARCHES:
            search(state, Budget(nodes=100))
            assert state.to_json() == before


def test_a_wrapped_state_is_copied_when_a_step_would_change_a_shared_one() -> None:
    root = as_fast(Heap(9))
    first, second = root.blank(), root.blank()
    first.copy_from(root)
    first.advance(1)
    second.copy_from(first)
    second.advance(2)
    first.advance(3)
    assert isinstance(root, PlainState) and isinstance(first, PlainState)
    assert isinstance(second, PlainState)
    assert (root.state.left, first.state.left, second.state.left) == (9, 5, 6)


def test_a_wrapped_state_says_what_the_plain_one_says() -> None:
    state = Tangle(11, True)
    while state.to_play() != CHANCE:
        state = state.apply(state.legal_actions()[-1])
    wrapped = as_fast(state)
    assert wrapped.to_play() == CHANCE and wrapped.seat_count() == 2
    assert wrapped.legal_actions() == state.legal_actions()
    for (action, p), (wanted, q) in zip(
        wrapped.chance_outcomes(), state.chance_outcomes(), strict=True
    ):
        assert action == wanted and isclose(p, q, abs_tol=1e-8)
    assert as_fast(state).fingerprint() == wrapped.fingerprint()
    assert as_fast(state.apply(0)).fingerprint() != wrapped.fingerprint()


class Crowd(Heap):
    def legal_actions(self) -> list[int]:
        return list(range(5000))


def test_too_many_actions_are_refused_in_a_sentence() -> None:
    with pytest.raises(BadGame, match="5000 legal actions"):
        mcts(Crowd(3), Budget(nodes=3))


# -- simulated matches


@pytest.mark.parametrize("left", [left for left in range(1, 14) if left % 4])
def test_uct_finds_and_proves_the_winning_move(left: int) -> None:
    answer = mcts(Heap(left), Budget(nodes=3000), seed=left)
    assert (answer.action, answer.value, answer.proven) == (left % 4, 1.0, True)


def test_uct_proves_a_loss() -> None:
    answer = mcts(Heap(8), Budget(nodes=3000))
    assert (answer.value, answer.proven) == (-1.0, True)


@pytest.mark.parametrize("search", [mcts, alphabeta])
def test_who_is_lost_holds_out_as_long_as_can_be(search: type) -> None:
    """And does not run into the short end that took more trouble to prove."""
    answer = search(Doom(), Budget(nodes=20_000))
    assert (answer.action, answer.value, answer.proven) == (Doom.LONG, -1.0, True)
    assert len(answer.line) == 7


def test_uct_takes_the_quicker_of_two_wins(four_floes_solved: Solution) -> None:
    """A win at once, whatever else it has proven; and it is what it says it expects."""
    rng = Random(9)
    for text in rng.sample(list(four_floes()), 300):
        state = classic().parse_position(text)
        if four_floes_solved.find(state) == (1, 1):
            answer = mcts(state, Budget(nodes=300))
            assert state.apply(answer.action).to_play() == OVER, text


@pytest.mark.parametrize(
    ("proofs", "found"), [([(0, 5), (1, 9), (0, 3)], (0, 4)), ([(1, 5), (1, 9), (1, 3)], (1, 10))]
)
def test_a_proof_counts_the_plies_of_the_quickest_win_and_of_the_longest_loss(
    proofs: list[tuple[int, int]], found: tuple[int, int]
) -> None:
    root = as_fast(Heap(7))
    tree = Tree(root, 0, 1.4, True, 100, Guidance(None, None, None, None))
    assert tree.expand(0, root)
    for child, (winner, plies) in enumerate(proofs, 1):
        tree.proven[child], tree.plies[child] = winner, plies
    assert tree.settled(0) and (tree.proven[0], tree.plies[0]) == found


def test_uct_without_the_solver_prefers_the_winning_move() -> None:
    answer = mcts(Heap(7), Budget(nodes=3000), solver=False)
    assert answer.action == 3 and not answer.proven
    assert sum(answer.visits.values()) == answer.nodes == 3000


def test_uct_for_three_seats() -> None:
    assert mcts(Heap(3, seats=3), Budget(nodes=300)).action == 3
    # Of 4, a seat that leaves 3, 2 or 1 lets the next one take all.
    answer = mcts(Heap(4, seats=3), Budget(nodes=300))
    assert answer.proven and answer.value == -0.5


def max_n(state: State) -> list[float]:
    """What every seat gets if each does the best for itself."""
    if state.to_play() == OVER:
        return state.returns()
    outcomes = [max_n(state.apply(action)) for action in state.legal_actions()]
    return max(outcomes, key=lambda gains: gains[state.to_play()])


@pytest.mark.parametrize("search", [mcts, baseline])
def test_each_of_three_seats_does_the_best_for_itself(search: type) -> None:
    """Where it matters: who takes the others for one enemy would choose otherwise."""
    for seed in (12, 19, 27, 32, 34, 35, 36):
        answer = search(Feast(seed), Budget(nodes=1500), seed)
        assert max_n(Feast(seed).apply(answer.action)) == max_n(Feast(seed))


def best_first(state: State, actions: list[int]) -> list[float]:
    """What is known of heaps, as priors."""
    assert isinstance(state, Heap)
    return [8.0 if state.left % 4 == action else 1.0 for action in actions]


def worst_first(state: State, actions: list[int]) -> list[float]:
    return [1.0 / share for share in best_first(state, actions)]


@pytest.mark.parametrize("left", [5, 6, 7, 9])
def test_priors_lead_but_do_not_blind(left: int) -> None:
    state = Heap(left)
    led = mcts(state, Budget(nodes=400), solver=False, priors=best_first)
    alone = mcts(state, Budget(nodes=400), solver=False)
    misled = mcts(state, Budget(nodes=4000), priors=worst_first)
    assert led.action == misled.action == left % 4
    assert led.visits[left % 4] > alone.visits[left % 4]
    for priors in (best_first, worst_first):
        known = alphabeta(state, Budget(nodes=5000), priors=priors)
        assert (known.action, known.value) == (left % 4, 1.0)
        hidden = open_ismcts(state, Budget(nodes=3000), priors=priors)
        assert hidden.action == left % 4


def test_what_a_prior_rules_out_is_not_tried() -> None:
    def only_two(state: State, actions: list[int]) -> list[float]:
        return [float(action == 2) for action in actions]

    for answer in (
        mcts(Heap(9), Budget(nodes=300), solver=False, priors=only_two),
        open_ismcts(Heap(9), Budget(nodes=300), priors=only_two),
    ):
        assert answer.action == 2 and answer.visits.get(1, 0) == 0 and list(answer.values) == [2]


@pytest.mark.parametrize("wrong", [[], [1.0], [1.0, -1.0, 1.0]])
def test_priors_that_are_none_are_refused_in_a_sentence(wrong: list[float]) -> None:
    for search in (mcts, alphabeta):
        with pytest.raises(BadGame, match="Priors must be 3 numbers"):
            search(Heap(9), Budget(nodes=30), priors=lambda state, actions: wrong)


def test_a_playout_goes_as_the_game_wants() -> None:
    """Who plays heaps by rote after the first ply gets what best play gets."""

    def by_rote(state: State, dice: int) -> int:
        assert isinstance(state, Heap) and 0 <= dice < DRAWS
        actions = state.legal_actions()
        return state.left % 4 if state.left % 4 in actions else actions[dice % len(actions)]

    for answer in (
        mcts(Heap(30), Budget(nodes=3), solver=False, policy=by_rote),
        open_ismcts(Heap(30), Budget(nodes=3), policy=by_rote),
    ):
        assert answer.values == {1: -1.0, 2: 1.0, 3: -1.0}
    with pytest.raises(BadGame, match="not legal"):
        mcts(Heap(30), Budget(nodes=3), policy=lambda state, dice: 7)
    with pytest.raises(BadGame, match="not legal"):
        mcts(Heap(30), Budget(nodes=3), policy=lambda state, dice: 7, shared_actions=4)


def test_uct_for_one_seat() -> None:
    answer = mcts(Heap(5, seats=1), Budget(nodes=300))
    assert answer.value == 1.0 and answer.proven


def test_uct_with_chance_estimates_the_mean() -> None:
    for seed in range(4):
        root = Tangle(seed, True)
        answer = mcts(root, Budget(nodes=2000), seed=seed, exploration=0.7)
        exact = brute_force(root, 99, root.to_play())
        assert abs(answer.value - exact) < 0.15


def test_the_tree_stays_within_its_bounds_and_plays_on() -> None:
    state = find_game("icefloes").game().initial_state()
    answer = mcts(state, Budget(nodes=400), most_nodes=40)
    assert answer.nodes == 400 and answer.action in state.legal_actions()
    tiny = mcts(Heap(12), Budget(nodes=50), most_nodes=4)
    assert tiny.action in (1, 2, 3)


def test_playouts_of_a_game_without_an_end_are_cut() -> None:
    game = find_game("icefloes").game(players="1", level="P..../...../...../...../.....")
    assert mcts(game.initial_state(), Budget(nodes=3)).value == 0.0


# -- what all searches tell


def test_answers_tell_of_all_moves_and_of_best_play() -> None:
    for left in (6, 7, 9):
        for search in (*SEARCHES, partial(mcts, solver=False)):
            answer = search(Heap(left), Budget(nodes=2000))
            assert set(answer.values) <= {1, 2, 3}
            assert answer.values[answer.action] == answer.value == max(answer.values.values())
            assert answer.line[0] == answer.action
            state: State = Heap(left)
            for action in answer.line:
                assert action in state.legal_actions()
                state = state.apply(action)


def test_the_line_of_an_open_game_goes_to_its_end() -> None:
    for answer in (mcts(Heap(9), Budget(nodes=2000)), alphabeta(Heap(9), Budget(nodes=2000))):
        assert sum(answer.line) == 9


# -- secrets


def test_nobody_guesses_what_he_cannot_see() -> None:
    """The guess is over truths dealt at random; peeking would make it worth 1."""
    deal = Random(5)
    answer = ismcts(lambda: Gamble(1, deal.randrange(2)), 0, Budget(nodes=2000), seed=1)
    assert abs(answer.value) < 0.15


def test_a_ply_that_is_hidden_does_not_split_what_its_observer_knows() -> None:
    answer = ismcts(Gamble, 0, Budget(nodes=3000), seed=1)
    assert answer.action == Gamble.SAFE


def test_without_secrets_it_is_uct() -> None:
    for left in (5, 6, 7, 9):
        assert open_ismcts(Heap(left), Budget(nodes=2000)).action == left % 4


def test_a_full_tree_of_secrets_plays_on() -> None:
    answer = open_ismcts(Heap(20), Budget(nodes=300), most_nodes=10)
    assert answer.nodes == 300 and answer.action in (1, 2, 3)


# -- solving


def test_four_floes_are_solved(four_floes_solved: Solution) -> None:
    """The counts of an independent analysis of 139,656 positions."""
    won, drawn, lost = four_floes_solved.counts(0)
    total = won + drawn + lost
    assert total == 139_656
    shares = [round(100 * part / total, 1) for part in (won, lost, drawn)]
    assert shares == [11.0, 6.6, 82.4]
    assert four_floes_solved.longest() == 11


def test_tic_tac_toe_is_solved() -> None:
    game = find_game("tictactoe").game()
    solution = solve([game.initial_state()])
    assert len(solution.who) == 5_478
    assert solution.find(game.initial_state()) == (0, 0)
    assert solution.find(game.from_json({"cells": "xx.oo...."})) == (1, 1)
    assert solution.find(game.from_json({"cells": "xxxoo...."})) is None


def test_each_position_has_one_number_and_a_growing_table_looks_up() -> None:
    pulse = Pulse()
    numbers, marks = Numbers(pulse), [n << 40 for n in range(3_000)]
    assert [numbers.add(mark) for mark in marks] == [*range(3_000)]
    assert [numbers.find(mark) for mark in [*marks, 7]] == [*range(3_000), -1]
    assert pulse.steps > 3_000, "or Ctrl+C waits until millions have a new place"


def test_heaps_are_solved() -> None:
    solution = solve([Heap(20)])
    for left in range(1, 21):
        value, _ = solution.find(Heap(left, turn=left % 2)) or (0, 0)
        assert value == (1 if left % 4 else -1) or solution.find(Heap(left, turn=left % 2)) is None
    assert solution.find(Heap(20)) == (-1, 10)


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(BadGame, match="without chance"):
        solve([Heap(4, seats=3)])
    with pytest.raises(BadGame, match="more than 3 positions"):
        solve([Heap(20)], most=3)
    with pytest.raises(BadGame, match="plain win"):
        solve([Gamble()])


# -- the same everywhere


def test_the_same_seed_gives_the_same_answer() -> None:
    state = find_game("icefloes").game().initial_state()
    for search in SEARCHES:
        first, again = (search(state, Budget(nodes=200), seed=3) for _ in range(2))
        assert replace(first, seconds=0.0) == replace(again, seconds=0.0)


def test_both_builds_give_these_numbers() -> None:
    """Made by one build and demanded of both: this test runs compiled and interpreted."""
    state = find_game("icefloes").game().initial_state()
    assert playouts(as_fast(state), 30, 7) == (GOLDEN_PLIES, GOLDEN_RETURNS)
    assert mcts(state, Budget(nodes=300), 3).visits == GOLDEN_VISITS
    assert open_ismcts(state, Budget(nodes=300), 3).visits == GOLDEN_SECRET_VISITS
    answer = alphabeta(state, Budget(nodes=5000), 3, repetition=3, table_bits=8)
    assert (answer.action, answer.depth, answer.nodes) == GOLDEN_ALPHABETA
    tangle = mcts(Tangle(5, True), Budget(nodes=500), 9)
    assert tangle.visits == GOLDEN_TANGLE
    assert as_fast(state).fingerprint() == GOLDEN_FINGERPRINT


def test_both_builds_use_what_a_game_knows_alike() -> None:
    """Likewise: priors, noisy moves and playouts of the game's own."""

    def first(state: State, dice: int) -> int:
        actions = state.legal_actions()
        return actions[dice % len(actions)] if dice & 1 else actions[0]

    def steep(state: State, actions: list[int]) -> list[float]:
        return [1.0 / (1 + place) for place in range(len(actions))]

    state = find_game("icefloes").game().initial_state()
    assert mcts(state, Budget(nodes=300), 3, priors=steep, policy=first).visits == GOLDEN_LED
    assert mcts(state, Budget(nodes=300), 3, policy=first, shared_actions=4).visits == GOLDEN_RAVE
    assert (
        mcts(Tangle(5, True), Budget(nodes=300), 9, shared_actions=9).visits == GOLDEN_TANGLE_RAVE
    )
    hidden = open_ismcts(state, Budget(nodes=300), 3, priors=steep, policy=first)
    assert hidden.visits == GOLDEN_SECRET_LED
    answer = alphabeta(
        Tangle(5, True), Budget(nodes=300), 3, Tangle.seems, priors=steep, noisy=lambda s, a: a == 0
    )
    assert (answer.action, answer.nodes, round(answer.value, 6)) == GOLDEN_LOUD


GOLDEN_LED = {0: 67, 1: 48, 2: 30, 3: 155}
GOLDEN_RAVE = {0: 0, 1: 5, 2: 118, 3: 177}
GOLDEN_TANGLE_RAVE = {0: 299, 1: 1, 2: 0}
GOLDEN_SECRET_LED = {0: 76, 1: 64, 2: 79, 3: 81}
GOLDEN_LOUD = (1, 209, 0.461117)
GOLDEN_PLIES, GOLDEN_RETURNS = 4382, [10.0, -10.0]
GOLDEN_VISITS = {0: 84, 1: 59, 2: 37, 3: 120}
GOLDEN_SECRET_VISITS = {0: 103, 1: 66, 2: 59, 3: 72}
GOLDEN_ALPHABETA = (3, 11, 5000)
GOLDEN_TANGLE = {0: 130, 1: 160, 2: 210}
GOLDEN_FINGERPRINT = 6930093272058069536


# -- a beginner


def test_a_beginner_wins_then_avoids_what_loses_at_once_then_follows_its_idea() -> None:
    game = find_game("tictactoe").game()

    def reply(moves: str, idea: Idea | None = None, seed: int = 1) -> str:
        state = game.initial_state().play(moves)
        return state.text(greedy(state, idea, Random(seed)).action)

    def likes_c3(state: State, seat: int) -> float:
        assert state.to_play() != seat
        return float("c3" not in state.legal_moves())

    assert reply("a1 a2 b1 b2", likes_c3) == "c1", "wins, though the other threatens too"
    assert reply("a1 b2 b1", likes_c3) == "c1", "or the other would win there"
    assert reply("a1 b2", likes_c3) == "c3"
    assert len({reply("a1 b2", None, seed) for seed in range(40)}) == 7, "else just any"
    found = greedy(game.initial_state(), None, Random(1))
    assert (found.value, found.nodes) == (0.0, 9)


def test_a_beginner_judges_what_is_left_when_captures_are_done_that_must_be() -> None:
    entry = find_game("draughts")
    state = entry.game().parse_position("B:W19,32:B11,12")

    def pieces(after: State, seat: int) -> float:
        men, others = ("bw", "wb")[seat]
        return float(after.to_json()["board"].count(men) - after.to_json()["board"].count(others))

    def replies(noisy: Noisy | None) -> set[str]:
        return {state.text(greedy(state, pieces, Random(n), noisy).action) for n in range(30)}

    assert replies(None) == {"11-15", "11-16", "12-16"}
    assert replies(entry.advice().noisy) == {"11-16"}, "each of the others loses a man"
