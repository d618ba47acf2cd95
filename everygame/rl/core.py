"""Many matches of one game, stepped together in one call: the compiled part of `rl.vector`.

The core owns the memory of all arrays, which never moves; `rl.memory` shows it to numpy. Planes and
masks are bytes, 0 or 1, and eight of them are written at once, as one word of 64 bits."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final, final

from everygame.contract import CHANCE, OVER, State
from everygame.fast.arrays import i64, shared_bytes, shared_floats, shared_words, u8, vec
from everygame.fast.limits import MAX_ACTIONS
from everygame.fast.state import FULL, FastState
from everygame.rl.past import Past
from everygame.search.adapter import unwrap

ILLEGAL: Final = -3
"""What `Core.step_one` answers where the action is not legal."""
CUT_OFF: Final = -4
"""What `Core.step_one` answers where the limit of plies has cut the match off."""
NEXT_STEP: Final = 0
"""A match that is over begins again at the step after, whose action is ignored."""
SAME_STEP: Final = 1
"""A match that is over begins again at once; its last position is kept among the final arrays."""
DISABLED: Final = 2
"""A match that is over waits until it is reset."""
NOBODY: Final = -1
"""Stands in place of the viewer's seat while nobody's view is written."""

Look = Callable[[State, int], list[int]]
"""Returns what a seat may know of a state: the words of its planes, or its numbers."""


def spread_table() -> list[int]:
    """Return, for each value of eight bits, the word whose bytes in memory are these bits, the
    lowest first."""
    at = range(8) if sys.byteorder == "little" else range(7, -1, -1)
    return [sum((bits >> k & 1) << 8 * place for k, place in enumerate(at)) for bits in range(256)]


SPREAD: Final = vec[i64](spread_table())
"""The result of `spread_table` as an array."""


def random_at(key: i64, number: i64) -> i64:
    """Return random number `number` of the sequence that a key stands for, of 63 bits: splitmix64
    (Steele, Lea and Flood 2014), whose state after so many numbers is a sum, with the arithmetic of
    63 bits."""
    x = (key + (number + 1) * 0x1E3779B97F4A7C15) & FULL
    x = (x ^ x >> 30) * 0x3F58476D1CE4E5B9 & FULL
    x = (x ^ x >> 27) * 0x14D049BB133111EB & FULL
    return x ^ x >> 31


SAMPLE: Final = 0x5DEECE66D
"""Makes what actions are sampled by differ from what chance decides by."""
BYTE_OF: Final = vec[i64]([int(SPREAD[1 << bit]) for bit in range(8)])
"""For each of eight neighbouring places: the word in which its byte is 1."""
ROOM: Final = 64
"""The legal actions of a match for which there is room at first."""


@final
class Shape:
    """The sizes of what is written for each match, as a layout declares them."""

    def __init__(self, actions: int, seats: int, words: int, wide: int, numbers: int) -> None:
        self.actions: i64 = actions
        """The number of actions; a mask has as many bytes, filled up to whole words."""
        self.mask: i64 = (actions + 7) // 8
        """The words of 64 bits of a mask."""
        self.seats: i64 = seats
        self.words: i64 = words
        """The words of bits of all planes."""
        self.wide: i64 = wide
        """The words of eight bytes to which a word of bits is spread."""
        self.numbers: i64 = numbers
        """The numbers, of which the first is the viewer's seat."""


@final
class Core:
    """Steps matches and writes what happened into arrays with a row for each match."""

    def __init__(
        self,
        start: FastState,
        count: int,
        shape: Shape,
        rules: tuple[int, int, int],
        look: tuple[Look, Look] | None,
    ) -> None:
        """`rules` are the occurrence of a position that is a draw (0: none), the limit of plies (0:
        none) and the mode of resetting; `look` is what writes planes and numbers where the states
        do not do so themselves."""
        self.start = start
        self.count: i64 = count
        self.shape = shape
        self.repetition: i64 = rules[0]
        self.most: i64 = rules[1]
        self.mode: i64 = rules[2]
        self.look = look
        self.deferred = False
        """Whether views are only written where `show` or `show_all` asks for them."""
        self.states: list[FastState] = [start.blank() for _ in range(count)]
        self.pasts: list[Past] = [Past() for _ in range(count)] if rules[0] else []
        self.legal: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.weights: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.words: vec[i64] = vec[i64]([0] * (int(shape.words) + 1))
        self.few: vec[i64] = vec[i64]([0] * (int(shape.numbers) + 1))
        self.keys: vec[i64] = vec[i64]([0] * count)
        """For each match: what its chance is drawn by, made of its seed."""
        self.drawn: vec[i64] = vec[i64]([0] * count)
        """For each match: how often chance has decided since it was seeded."""
        self.sampled: vec[i64] = vec[i64]([0] * count)
        """For each match: how many actions were sampled since it was seeded."""
        self.room: i64 = ROOM
        self.held: vec[i64] = vec[i64]([0] * (count * ROOM))
        """For each match: its legal actions, in `room` places."""
        self.legal_count: vec[i64] = vec[i64]([0] * count)
        """For each match: how many actions are legal; −1 where all are allowed, because it is
        over."""
        self.chosen: vec[i64] = shared_words(count)
        """The actions sampled last."""
        self.plies: vec[i64] = shared_words(count)
        """For each match: how many actions have been played since it began."""
        self.allocate(count, shape)

    def allocate(self, count: int, shape: Shape) -> None:
        """Make the arrays that are shown."""
        planes, numbers = int(shape.words * shape.wide), int(shape.numbers)
        kept = count if self.mode == SAME_STEP else 0
        self.actions: vec[i64] = shared_words(count)
        """What is to be played next; written by the caller."""
        self.planes: vec[i64] = shared_words(count * planes)
        self.numbers: vec[i64] = shared_words(count * numbers)
        self.mask: vec[i64] = shared_words(count * int(shape.mask))
        self.seat: vec[i64] = shared_words(count)
        self.rewards: vec[float] = shared_floats(count * int(shape.seats))
        self.terminated: vec[u8] = shared_bytes(count)
        self.truncated: vec[u8] = shared_bytes(count)
        self.final_planes: vec[i64] = shared_words(kept * planes)
        self.final_numbers: vec[i64] = shared_words(kept * numbers)

    # -- beginning

    def seed(self, i: i64, seed: i64) -> None:
        """Make what chance decides in a match depend on this seed alone."""
        self.keys[i] = random_at(1, seed)
        self.drawn[i] = 0
        self.sampled[i] = 0

    def reset(self, i: i64) -> None:
        """Begin a match anew, with no rewards and neither terminated nor truncated."""
        self.clear(i)
        self.begin(i)
        self.write(i, self.states[i], self.states[i].to_play())

    def begin(self, i: i64) -> None:
        """Set a match to its start, and let chance decide what it decides there."""
        state = self.states[i]
        state.copy_from(self.start)
        self.plies[i] = 0
        if self.repetition:
            self.pasts[i].forget()
        self.run_on(i, state)

    def clear(self, i: i64) -> None:
        """Write that nothing was won and nothing ended."""
        self.pay_nothing(i)
        self.terminated[i] = u8(0)
        self.truncated[i] = u8(0)

    def pay_nothing(self, i: i64) -> None:
        """Write that a step has brought no rewards."""
        k: i64
        seats = self.shape.seats
        for k in range(i * seats, (i + 1) * seats):
            self.rewards[k] = 0.0

    # -- stepping

    def step(self) -> i64:
        """Play the actions. Return −1, or the first match whose action is not legal; then nothing
        has been played."""
        i: i64
        wrong = self.find_illegal()
        if wrong < 0:
            for i in range(self.count):
                self.step_match(i)
        return wrong

    def find_illegal(self) -> i64:
        """Return the first match whose action its mask does not allow; −1 where there is none."""
        i: i64
        for i in range(self.count):
            if not self.allows(i, self.actions[i]):
                return i
        return -1

    def allows(self, i: i64, action: i64) -> bool:
        """Whether the mask of a match allows an action."""
        if action < 0 or action >= self.shape.actions:
            return False
        return self.mask[i * self.shape.mask + (action >> 3)] & BYTE_OF[action & 7] != 0

    def step_one(self, i: i64, action: i64) -> i64:
        """Play an action in one match. Return the seat that moves then, or OVER, or CUT_OFF; or
        ILLEGAL, and then nothing has been played."""
        if not self.allows(i, action):
            return ILLEGAL
        self.actions[i] = action
        self.step_match(i)
        if self.terminated[i] != 0:
            return OVER
        return CUT_OFF if self.truncated[i] != 0 else self.seat[i]

    def step_match(self, i: i64) -> None:
        """Play one match's action; or, where the match is over, begin it again or let it wait."""
        over = self.terminated[i] != 0 or self.truncated[i] != 0
        if over and self.mode == NEXT_STEP:
            self.reset(i)
        elif over and self.mode == DISABLED:
            self.pay_nothing(i)
        else:
            if over:
                self.clear(i)
            self.play(i, self.states[i])

    def play(self, i: i64, state: FastState) -> None:
        """Play one match's action, and write what follows."""
        mover = self.seat[i]
        state.advance(self.actions[i])
        plies = self.plies[i] + 1
        self.plies[i] = plies
        who = self.run_on(i, state)
        if who == OVER:
            self.pay(i, state)
            self.terminated[i] = u8(1)
            who = mover
        elif self.most > 0 and plies >= self.most:
            self.truncated[i] = u8(1)
        else:
            self.write(i, state, who)
            return
        self.end(i, state, who)

    def end(self, i: i64, state: FastState, viewer: i64) -> None:
        """Write the last position of a match, and begin it again in the same step if it is to."""
        if self.mode == SAME_STEP:
            self.write_planes(state, viewer, self.final_planes, i)
            self.write_numbers(state, viewer, self.final_numbers, i)
            self.begin(i)
            self.write(i, state, state.to_play())
        else:
            self.seat[i] = viewer
            self.allow_all(i)
            self.write_view(i, state, viewer)

    def cut_off(self, i: i64) -> None:
        """End a match that is not over, without a result."""
        self.truncated[i] = u8(1)
        self.allow_all(i)

    def step_or_forfeit(self, seat: i64) -> None:
        """Play the actions. A match whose action is not legal is lost for this seat."""
        i: i64
        for i in range(self.count):
            if self.step_one(i, self.actions[i]) == ILLEGAL:
                self.forfeit(i, seat)

    def forfeit(self, i: i64, seat: i64) -> None:
        """End a match that this seat loses by an action that is not legal."""
        self.terminated[i] = u8(1)
        self.allow_all(i)
        self.rewards[i * self.shape.seats + seat] = -1.0

    def pay(self, i: i64, state: FastState) -> None:
        """Write the result of each seat of a match that is over; a draw by repetition is 0."""
        seat: i64
        seats = self.shape.seats
        if state.to_play() == OVER:
            for seat in range(seats):
                self.rewards[i * seats + seat] = state.return_of(seat)

    def run_on(self, i: i64, state: FastState) -> i64:
        """Let chance decide as long as it is to. Return the seat that moves then, or OVER where
        nobody does, by the rules or because the position has occurred too often."""
        while True:
            who = state.to_play()
            if who == OVER:
                return OVER
            if self.repetition and self.occurs_too_often(i, state):
                return OVER
            if who != CHANCE:
                return who
            state.advance(self.draw(i, state))

    def occurs_too_often(self, i: i64, state: FastState) -> bool:
        """Count the position of a match; return whether its repetition makes a draw."""
        return self.pasts[i].meet(state.repetition_mark()) >= self.repetition

    def draw(self, i: i64, state: FastState) -> i64:
        """Return what chance decides. The draw depends on the seed of the match and on how often
        chance has decided in it, and on nothing else."""
        k: i64
        n = state.legal_actions_into(self.legal)
        total = state.weights_into(self.weights)
        drawn = self.drawn[i]
        self.drawn[i] = drawn + 1
        left = (random_at(self.keys[i], drawn) >> 31) * total >> 32
        for k in range(n):
            left -= self.weights[k]
            if left < 0:
                return self.legal[k]
        return self.legal[n - 1]

    # -- writing

    def write(self, i: i64, state: FastState, seat: i64) -> None:
        """Write what the seat to move may know and do."""
        self.seat[i] = seat
        self.write_mask(i, state)
        self.write_view(i, state, seat)

    def write_view(self, i: i64, state: FastState, seat: i64) -> None:
        """Write what a seat may know; or, where that is deferred, only that it is not written."""
        if self.deferred:
            self.numbers[i * self.shape.numbers] = NOBODY
        else:
            self.write_planes(state, seat, self.planes, i)
            self.write_numbers(state, seat, self.numbers, i)

    def write_mask(self, i: i64, state: FastState) -> None:
        """Write the legal actions. Only the words that the last ones had set are cleared: a mask
        may be long, and nearly all of it is 0."""
        k: i64
        n = state.legal_actions_into(self.legal)
        if n > self.room:
            self.widen(n)
        self.legal_count[i] = self.write_word(i, n) if self.shape.mask == 1 else self.mark(i, n)

    def write_word(self, i: i64, n: i64) -> i64:
        """Write the first `n` of `legal` as a mask of one word; return their number."""
        k: i64
        word: i64 = 0
        legal, held, bytes_of, here = self.legal, self.held, BYTE_OF, i * self.room
        for k in range(n):
            action = legal[k]
            held[here + k] = action
            word |= bytes_of[action]
        self.mask[i] = word
        return n

    def mark(self, i: i64, n: i64) -> i64:
        """Write the first `n` of `legal` as a mask of several words; return their number."""
        k: i64
        self.clear_mask(i)
        mask, legal, held, bytes_of = self.mask, self.legal, self.held, BYTE_OF
        at, here = i * self.shape.mask, i * self.room
        for k in range(n):
            action = legal[k]
            held[here + k] = action
            mask[at + (action >> 3)] |= bytes_of[action & 7]
        return n

    def clear_mask(self, i: i64) -> None:
        """Set the mask of a match to 0."""
        k: i64
        mask, held, n, row = self.mask, self.held, self.legal_count[i], self.shape.mask
        at, here = i * row, i * self.room
        if n < 0 or row <= n:
            for k in range(at, at + row):
                mask[k] = 0
        else:
            for k in range(here, here + n):
                mask[at + (held[k] >> 3)] = 0

    def widen(self, least: i64) -> None:
        """Make room for so many legal actions of each match."""
        i: i64
        k: i64
        room = max(least, 2 * self.room)
        held = vec[i64]([0] * int(self.count * room))
        for i in range(self.count):
            for k in range(self.legal_count[i]):
                held[i * room + k] = self.held[i * self.room + k]
        self.room, self.held = room, held

    def allow_all(self, i: i64) -> None:
        """Allow every action in a match that is over: none is played, and a mask that allows
        nothing is no distribution."""
        k: i64
        shape, spread = self.shape, SPREAD
        at, left = i * shape.mask, shape.actions
        for k in range(at, at + shape.mask):
            self.mask[k] = spread[255] if left >= 8 else spread[(1 << left) - 1]
            left -= 8
        self.legal_count[i] = -1

    def write_planes(self, state: FastState, viewer: i64, out: vec[i64], i: i64) -> None:
        """Write the planes of a viewer to row `i` of `out`: eight places at once, by a table."""
        k: i64
        w: i64
        words, spread, wide = self.words, SPREAD, self.shape.wide
        if self.look is None:
            state.planes_into(words, viewer)
        else:
            self.ask(self.look[0], state, viewer, words, 0)
        at = i * self.shape.words * wide
        for k in range(self.shape.words):
            word = words[k]
            for w in range(wide):
                out[at] = spread[word & 255]
                word >>= 8
                at += 1

    def write_numbers(self, state: FastState, viewer: i64, out: vec[i64], i: i64) -> None:
        """Write the numbers of a viewer to row `i` of `out`: his seat, then those of the game."""
        k: i64
        n = self.shape.numbers
        at, few = i * n, self.few
        out[at] = viewer
        if n > 1:
            if self.look is None:
                state.numbers_into(few, viewer)
            else:
                self.ask(self.look[1], state, viewer, few, 0)
            for k in range(1, n):
                out[at + k] = few[k - 1]

    def ask(self, look: Look, state: FastState, viewer: i64, out: vec[i64], at: i64) -> None:
        """Have planes or numbers made by Python code, and write them to `out`."""
        for number in look(unwrap(state), int(viewer)):
            out[at] = number
            at += 1

    def show(self, i: i64, viewer: i64) -> None:
        """Have row `i` of planes and numbers be those of this seat, whoever is to move."""
        if self.numbers[i * self.shape.numbers] != viewer:
            self.write_planes(self.states[i], viewer, self.planes, i)
            self.write_numbers(self.states[i], viewer, self.numbers, i)

    def show_all(self, viewer: i64) -> None:
        """Do so in every match."""
        i: i64
        for i in range(self.count):
            self.show(i, viewer)

    # -- random actions

    def sample(self) -> None:
        """Write to `chosen` an action for each match, drawn evenly from the legal ones; 0 in a
        match that is over."""
        i: i64
        for i in range(self.count):
            self.chosen[i] = self.sample_one(i)

    def sample_one(self, i: i64) -> i64:
        """Return a random legal action of one match; 0 where it is over."""
        n = self.legal_count[i]
        number = (self.random_number(i) >> 31) * n >> 32
        if n <= 0:
            return 0
        return self.held[i * self.room + number]

    def random_number(self, i: i64) -> i64:
        """Return a random number of 63 bits. It depends on the match's seed and on how many numbers
        were drawn for it, and does not change what chance decides."""
        drawn = self.sampled[i]
        self.sampled[i] = drawn + 1
        return random_at(self.keys[i] ^ SAMPLE, drawn)

    def play_others(self, seat: i64) -> None:
        """Play random actions for all other seats, until this seat is to move or the match is
        over."""
        i: i64
        for i in range(self.count):
            who = self.seat[i]
            if self.terminated[i] != 0 or self.truncated[i] != 0:
                who = OVER
            while who >= 0 and who != seat:
                who = self.step_one(i, self.sample_one(i))

    def look_at(self, state: FastState, viewer: i64) -> None:
        """Write what one seat may know of any state of the game, and its legal actions if it has
        any, to row 0."""
        if state.to_play() < 0:
            self.allow_all(0)
        else:
            self.write_mask(0, state)
        self.write_view(0, state, viewer)

    def look_on(self, viewer: i64, planes: vec[i64], numbers: vec[i64]) -> None:
        """Write what one seat may know of every match, whoever is to move."""
        i: i64
        for i in range(self.count):
            self.write_planes(self.states[i], viewer, planes, i)
            self.write_numbers(self.states[i], viewer, numbers, i)

    # -- copies

    def find_legal(self) -> None:
        """Find the legal actions of all matches, whose states and flags were set from outside."""
        i: i64
        for i in range(self.count):
            self.legal_count[i] = -1
            over = self.terminated[i] != 0 or self.truncated[i] != 0
            if over and self.mode != SAME_STEP:
                self.allow_all(i)
            else:
                self.write_mask(i, self.states[i])

    def chance(self) -> list[list[int]]:
        """Return, for each match, what its chance and its samples are drawn by."""
        i: i64
        found: list[list[int]] = []
        for i in range(self.count):
            found.append([int(self.keys[i]), int(self.drawn[i]), int(self.sampled[i])])
        return found

    def set_chance(self, chances: list[list[int]]) -> None:
        """Take over what `chance` has returned."""
        i: i64
        for i in range(self.count):
            self.keys[i], self.drawn[i], self.sampled[i] = chances[int(i)]
