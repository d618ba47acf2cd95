"""Alpha-beta against brute force, theory and a solved game, on both builds; and its table."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.contract import OVER, State
from everygame.games.freezetag.bots import lead
from everygame.library.registry import find_game
from everygame.search.alphabeta import alphabeta
from everygame.search.budget import Budget
from everygame.search.solve import Solution
from everygame.search.transpositions import ATLEAST, ATMOST, EXACT, TranspositionTable
from tests.floes import classic, four_floes
from tests.toys import Heap, Tangle, Trade, brute_force

pytestmark = pytest.mark.both


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.booleans(), st.integers(1, 5))
def test_alphabeta_is_minimax(seed: int, chance: bool, depth: int) -> None:
    root = Tangle(seed, chance)
    who = root.to_play()
    answer = alphabeta(root, Budget(nodes=10**6), seed, evaluate=Tangle.seems, deepest=depth)
    wanted = brute_force(root, depth, who)
    assert answer.value == pytest.approx(wanted, abs=1e-3)
    chosen = root.apply(answer.action)
    assert brute_force(chosen, depth - 1, who) == pytest.approx(wanted, abs=1e-3)


def test_outcomes_of_dice_that_cannot_matter_are_not_looked_at() -> None:
    """The same answer from fewer positions than there are."""
    looked = there = 0
    for seed in range(12):
        root = Tangle(seed, True)
        answer = alphabeta(root, Budget(nodes=10**6), seed, evaluate=Tangle.seems)
        assert answer.value == pytest.approx(brute_force(root, 9, root.to_play()), abs=1e-3)
        looked += alphabeta(root, Budget(nodes=10**6), seed, deepest=6).nodes
        there += sum(positions(root, depth) for depth in range(2, 8))
    assert looked < there / 2


def test_one_reply_to_a_roll_may_be_enough() -> None:
    """The same answer from fewer positions than without a look at replies: 16,140."""
    text = "1 Sm 1 Ns 1 / 2 Nm 2 / Sl^Ns Ss Ss 2 / Nm Nl Sm 2 / 1 Sl 3 ; N:sm ; S0 N0"
    state = find_game("freezetag").game().parse_position(text)
    answer = alphabeta(state, Budget(nodes=10**6), 1, lead, deepest=4)
    assert answer.value == pytest.approx(0.122807)
    assert answer.nodes < 10_000


def positions(state: State, depth: int) -> int:
    """How many there are within so many plies."""
    if depth == 0 or state.to_play() == OVER:
        return 0
    return 1 + sum(positions(state.apply(action), depth - 1) for action in state.legal_actions())


def test_a_loud_move_is_not_taken_at_its_face_value() -> None:
    face = alphabeta(Trade(), Budget(nodes=100), evaluate=Trade.seems, deepest=1)
    assert (face.action, face.value) == (1, pytest.approx(0.1))
    thought = alphabeta(
        Trade(), Budget(nodes=100), evaluate=Trade.seems, deepest=1, noisy=Trade.takes
    )
    assert (thought.action, thought.value) == (0, 0.0)
    assert thought.values[1] <= 0.0


def test_no_estimate_is_made_in_the_middle_of_an_exchange() -> None:
    """A state that is not quiet is followed on, by all of its moves."""
    found = alphabeta(
        Trade(),
        Budget(nodes=100),
        evaluate=Trade.seems,
        deepest=1,
        quiet=lambda state: len(vars(state)["path"]) != 1,
    )
    assert (found.action, found.value) == (0, 0.0)
    assert found.values[1] <= 0.0


def test_loud_moves_do_not_bind(four_floes_solved: Solution) -> None:
    """With every move noisy, what is certain is still right."""
    rng = Random(5)
    for text in rng.sample(list(four_floes()), 5):
        state = classic().parse_position(text)
        value, plies = four_floes_solved.find(state) or (None, None)
        answer = alphabeta(state, Budget(nodes=10**6), deepest=6, noisy=lambda state, action: True)
        if answer.proven or (plies and plies <= 6):
            assert answer.value == value, text


def test_alphabeta_knows_when_all_is_known() -> None:
    answer = alphabeta(find_game("tictactoe").game().initial_state(), Budget(nodes=10**6))
    assert (answer.value, answer.proven, answer.depth) == (0.0, True, 9)
    assert len(answer.line) == 9


def test_alphabeta_agrees_with_the_solution_and_hurries(four_floes_solved: Solution) -> None:
    rng = Random(4)
    for text in rng.sample(list(four_floes()), 40):
        state = classic().parse_position(text)
        value, plies = four_floes_solved.find(state) or (None, None)
        answer = alphabeta(state, Budget(nodes=10**7), evaluate=None, deepest=12)
        assert (answer.value, answer.plies) == (value, plies), text
        assert value == 0 or answer.proven


def test_a_lost_side_holds_out(four_floes_solved: Solution) -> None:
    lost = []
    for text in four_floes():
        state = classic().parse_position(text)
        found = four_floes_solved.find(state)
        if found is not None and found[0] == -1 and found[1] >= 8:
            lost.append((state, found[1]))
            if len(lost) == 5:
                break
    for state, plies in lost:
        after = state.apply(alphabeta(state, Budget(nodes=10**6), deepest=12).action)
        assert four_floes_solved.find(after) == (1, plies - 1)


def test_alphabeta_solves_a_puzzle_in_the_fewest_moves() -> None:
    state = find_game("icefloes").game(players="1", level="sixteen").initial_state()
    answer = alphabeta(state, Budget(nodes=10**6))
    assert (answer.value, answer.plies, len(answer.line)) == (1.0, 16, 16)
    for action in answer.line:
        state = state.apply(action)
    assert state.returns() == [1.0]


class Corridor(Heap):
    """Seat 0 walks up (1) or down (2) a corridor of five places; seat 1 only waits."""

    def legal_actions(self) -> list[int]:
        return [0] if self.turn else [1, 2]

    def advance(self, action: int) -> None:
        self.left = max(1, min(5, self.left + (0, 1, -1)[action]))
        self.turn = 1 - self.turn

    def seems(self, seat: int) -> float:
        return self.left / 10 * (1 - 2 * seat)


def test_a_repetition_counts_as_a_draw_also_with_what_came_before() -> None:
    """Standing still at the end of the corridor would be best, but is a repetition."""
    root = Corridor(5)

    def value(**settings: object) -> float:
        budget = Budget(nodes=10**5)
        return alphabeta(root, budget, 0, Corridor.seems, deepest=4, **settings).value

    assert value() == 0.5
    assert value(repetition=3) == pytest.approx(0.3)
    assert value(repetition=3, before=[Corridor(4, turn=1)], contempt=0.2) == -0.2


def test_a_win_through_a_position_of_the_match_is_a_win(four_floes_solved: Solution) -> None:
    """Once only: where all that can follow has stood there twice, any move is a draw."""
    rng = Random(6)
    won = 0
    for text in rng.sample(list(four_floes()), 400):
        state = classic().parse_position(text)
        value, plies = four_floes_solved.find(state) or (0, 0)
        if value == 1 and plies >= 5:
            won += 1
            after = [state.apply(action) for action in state.legal_actions()]
            settings = {"repetition": 3, "contempt": 0.1, "deepest": 12}
            once = alphabeta(state, Budget(nodes=10**6), before=after, **settings)
            assert (once.value, once.plies) == (1.0, plies), text
            twice = alphabeta(state, Budget(nodes=10**6), before=after * 2, **settings)
            assert (twice.value, twice.plies) == (-0.1, 0), text
    assert won > 5


def test_alphabeta_refuses_three_seats() -> None:
    with pytest.raises(ValueError):
        alphabeta(Heap(5, seats=3), Budget(nodes=5))


def test_the_table_gives_back_what_it_was_given() -> None:
    table = TranspositionTable(4)
    limits = (0, -1, 1, 1_001_000, -1_001_000)
    for number, value in enumerate(limits):
        for depth, bound, move in ((0, EXACT, 0), (7, ATLEAST, 2**31 - 1), (100, ATMOST, 12)):
            key = (number << 40) + (depth << 20) + 5
            table.keep(key, value, depth, bound, move, depth == 7)
            assert table.find(key) and table.settled == (depth == 7)
            assert (table.value, table.depth, table.bound, table.move) == (
                value,
                depth,
                bound,
                move,
            )
            assert not table.find(key + (1 << 30))
    assert len(table.keys) == len(table.data) == 16


def test_the_table_doubles_up_to_its_bound() -> None:
    """Also for keys that end alike."""
    table = TranspositionTable(14)
    assert len(table.keys) == 1 << 12
    for number in range(20_000):
        table.keep(number << 40, number, 3, EXACT, number)
        assert table.find(number << 40) and table.value == number
    assert len(table.keys) == len(table.data) == 1 << 14
    kept = [number for number in range(20_000) if table.find(number << 40)]
    assert len(kept) > 9_000 and table.used == len(kept)


def test_the_table_keeps_the_deeper_look() -> None:
    table = TranspositionTable(1)
    table.keep(9, 100, 5, EXACT, 1)
    table.keep(9, 200, 4, EXACT, 2)
    assert table.find(9) and table.value == 100
    table.keep(13, 300, 0, EXACT, 3, settled=True)
    assert table.find(9) and table.find(13)
    table.keep(5, 400, 0, EXACT, 3)
    assert table.find(9) and table.find(5) and not table.find(13)
