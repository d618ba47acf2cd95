"""Matches stepped one at a time by `State.apply`, as a second way to what a vector does."""

from __future__ import annotations

from collections import Counter
from typing import Any

from everygame.contract import CHANCE, OVER, Game, State
from everygame.rl import Vector


class OneByOne:
    """One match, begun again in the same step in which it ends."""

    def __init__(self, game: Game, seed: int, max_steps: int = 0) -> None:
        self.game = game
        self.seed = seed
        self.max_steps = max_steps
        self.drawn = 0
        self.rewards = [0.0] * game.players
        self.terminated = self.truncated = False
        self.begin()

    def begin(self) -> None:
        self.state = self.game.initial_state()
        self.steps = 0
        self.met: Counter[Any] = Counter()
        self.run_on()

    def run_on(self) -> bool:
        """Let chance decide; return whether the match is over."""
        while self.state.to_play() != OVER:
            self.met[self.state.key()] += 1
            if 0 < self.game.repetition <= self.met[self.state.key()]:
                return True
            if self.state.to_play() != CHANCE:
                return False
            self.state = self.state.apply(self.draw())
        return True

    def draw(self) -> int:
        share = (splitmix(splitmix(1, self.seed), self.drawn) >> 31) / 2**32
        self.drawn += 1
        sum_of = 0.0
        for action, probability in self.state.chance_outcomes():
            sum_of += probability
            if sum_of > share + 1e-13:
                return action
        return action

    def step(self, action: int) -> None:
        assert action in self.state.legal_actions()
        self.state = self.state.apply(action)
        self.steps += 1
        self.terminated = self.run_on()
        self.truncated = not self.terminated and 0 < self.max_steps <= self.steps
        self.rewards = self.state.returns()
        if self.terminated or self.truncated:
            self.begin()

    def compare(self, vector: Vector, i: int, pictures: bool) -> None:
        """Require that match `i` of a vector stands where this one does."""
        assert vector.seat[i] == self.state.to_play()
        assert list(vector.mask[i].nonzero()[0]) == self.state.legal_actions()
        assert list(vector.rewards[i]) == self.rewards
        ended = bool(vector.terminated[i]), bool(vector.truncated[i])
        assert ended == (self.terminated, self.truncated)
        assert vector.plies[i] == self.steps
        if pictures:
            compare_planes(vector, i, self.state)


def splitmix(key: int, number: int) -> int:
    """Return number `number` of a sequence of splitmix64, with 63 bits in place of 64."""
    x = key + (number + 1) * 0x9E3779B97F4A7C15
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        x %= 1 << 63
        x = (x ^ x >> shift) * factor
    return x


def compare_planes(vector: Vector, i: int, state: State) -> None:
    """Require that a vector shows the seat to move what its picture shows."""
    tensors, seat = vector.tensors, int(vector.seat[i])
    assert list(vector.numbers[i]) == [seat, *tensors.encoder.numbers(state, seat)]
    words, layout = tensors.encoder.planes(state, seat), tensors.layout
    for number, name in enumerate(tensors.plane_names):
        for row, column in [(y, x) for y in range(layout.rows) for x in range(layout.columns)]:
            cell = layout.places[column] if layout.places else f"{chr(97 + column)}{row + 1}"
            word, bit = layout.cells[cell]
            shown = words[number * layout.word_count + word] >> bit & 1
            assert vector.planes[i, number, row, column] == shown, (name, cell)
