"""The public tree of `gt_cfr`, in which many drawn states are played in parallel by strategies that
minimize regret."""

from __future__ import annotations

from math import log, sqrt
from typing import Final, final

from everygame.contract import State
from everygame.fast.arrays import append, i64, u8, vec
from everygame.fast.limits import MAX_ACTIONS
from everygame.fast.pulse import Pulse
from everygame.search.adapter import Evaluate, Idle, as_fast, unwrap, worth
from everygame.search.budget import Budget
from everygame.search.playouts import LONG, play_out
from everygame.search.rng import Rng

PACE: Final = 16
"""The strategies are improved each time that the tree has grown by this fraction (a sixteenth) of
its nodes."""
LAST: Final = 64
"""The most times that the strategies are improved after the tree has grown."""
TRUTHS: Final = 8
"""One node of the budget is a position of the tree in this number of drawn states, which takes
about as long as one simulation of other searches."""
DRY: Final = 50
"""The tree counts as complete after this many successive descents that all reached the end of the
match."""
PARTS: Final = 1 << 30
"""Random fractions are multiples of one part in this number."""


class Columns:
    """The columns of a public tree that is still empty, and the states drawn for it."""

    def __init__(self, worlds: list[State], prior: list[float], known: list[list[int]]) -> None:
        self.roots = [as_fast(state) for state in worlds]
        self.width: i64 = len(worlds)
        self.prior: vec[float] = vec[float](prior)
        self.known0: vec[i64] = vec[i64](known[0])
        self.known1: vec[i64] = vec[i64](known[1])
        self.many0: i64 = max(known[0]) + 1
        self.many1: i64 = max(known[1]) + 1
        # For each place: the seat to move, the first move, the number of moves, the move that leads
        # to the place, and where its part of the columns by information set begins.
        self.player: vec[i64] = vec[i64]()
        self.first: vec[i64] = vec[i64]()
        self.count: vec[i64] = vec[i64]()
        self.parent: vec[i64] = vec[i64]()
        self.slot: vec[i64] = vec[i64]()
        # For each place and drawn state: the reach probability of each seat.
        self.reach0: vec[float] = vec[float]()
        self.reach1: vec[float] = vec[float]()
        # For each move: the action, its place, the place after it (−1: none), and the visits.
        self.action: vec[i64] = vec[i64]()
        self.place: vec[i64] = vec[i64]()
        self.child: vec[i64] = vec[i64]()
        self.tries: vec[i64] = vec[i64]()
        # For each move and drawn state: the value, and 1 if the tree may grow beyond it, else 0.
        self.value: vec[float] = vec[float]()
        self.live: vec[u8] = vec[u8]()
        # For each move and information set: the regret, the current strategy, and the sum of the
        # strategies so far, from which the average follows.
        self.regret: vec[float] = vec[float]()
        self.sigma: vec[float] = vec[float]()
        self.sums: vec[float] = vec[float]()


@final
class PublicTree(Columns):
    """The public tree, as columns. A place is a node of the tree; its moves are the edges to its
    children. The moves of a place have consecutive numbers. A column with one value for each pair
    of a move and a drawn state holds the values of one move together. A column with one value for
    each pair of a move and an information set (all that a seat knows: the drawn states among which
    it cannot distinguish) begins for each place at its `slot`. Estimates are the returns of seat 0,
    which seat 1 minimizes.

    Strategies are found by regret matching+, and averaged with weights that grow with time (CFR+,
    Tammelin 2014). If the legal moves in a drawn state differ from those in the first drawn state
    of a place, the tree does not follow the former beyond this place. It follows no drawn state
    beyond a place where the other seat cannot tell all moves apart: the estimates of these moves
    stay. Moves that are `idle` are left out where there are others. If `masked`, the strategy for
    the first move must be the same for all information sets of its player."""

    def __init__(
        self,
        worlds: list[State],
        prior: list[float],
        known: list[list[int]],
        seed: int,
        evaluate: Evaluate | None,
        exploration: float,
        masked: bool = False,
        idle: Idle | None = None,
    ) -> None:
        super().__init__(worlds, prior, known)
        self.pulse = Pulse()
        self.masked = masked
        self.idle = idle
        self.nothing: vec[i64] = vec[i64]([0] * len(worlds))
        self.evaluate = evaluate
        self.exploration = exploration
        self.rng = Rng(seed)
        self.buffer: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.legal: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.way: list[int] = []
        self.state = self.roots[0].copy()
        self.after = self.roots[0].copy()
        self.time = 0.0
        # Buffers: the value of a place in each drawn state, and a gain or the reach probability in
        # each information set.
        self.mean: vec[float] = vec[float]([0.0] * len(worlds))
        self.gain: vec[float] = vec[float]([0.0] * len(worlds))

    def explore(self, growing: Budget, whole: Budget, most_cells: int) -> int:
        """Grow the tree until the budget `growing` is spent, or until it has `most_cells` pairs of
        a move and a drawn state. Then improve the strategies while the budget `whole` lasts, unless
        it is stopped, and at least once for each seat. Return the number of nodes."""
        done = self.grow(-1)
        dry: i64 = 0
        over = growing.spent(done // TRUTHS)
        while not over and dry < DRY and len(self.value) < most_cells:
            self.improve()
            more: i64 = 1 + len(self.player) // PACE
            while more > 0 and not over:
                edge = self.find_leaf()
                more -= 1
                dry = dry + 1 if edge < 0 else 0
                done += self.grow(edge) if edge >= 0 else 0
                over = growing.spent(done // TRUTHS)
        for _ in range(LAST):
            self.improve()
            late = 0.0 < whole.seconds < whole.elapsed()
            if self.time > 1.0 and (late or (whole.stop is not None and whole.stop())):
                break
        return int(done // TRUTHS)

    # -- how the tree grows

    def grow(self, edge: i64) -> i64:
        """Add the place after a move (−1: the root), with an estimate of each of its moves in each
        drawn state; return the number of estimates."""
        w: i64
        i: i64
        first: i64 = len(self.action)
        n: i64 = 0
        legal: i64 = 0
        estimates: i64 = 0
        for w in range(self.width):
            if edge >= 0 and self.live[edge * self.width + w] == 0:
                continue
            self.replay(edge, w)
            if estimates == 0:
                legal = self.state.legal_actions_into(self.legal)
                n = self.add_place(edge, self.choose_moves(legal))
            elif not self.has_moves(legal):
                if edge >= 0:
                    self.live[edge * self.width + w] = 0
                continue
            for i in range(n):
                self.after.copy_from(self.state)
                self.after.advance(self.action[first + i])
                self.estimate((first + i) * self.width + w)
            estimates += n
        if not self.all_can_see(first, n):
            for i in range(first * self.width, (first + n) * self.width):
                self.live[i] = 0
        return estimates

    def replay(self, edge: i64, w: i64) -> None:
        """Set `state` to what drawn state number `w` becomes after the moves from the root to
        `edge`."""
        self.way.clear()
        while edge >= 0:
            self.way.append(int(self.action[edge]))
            edge = self.parent[self.place[edge]]
        self.state.copy_from(self.roots[w])
        for action in reversed(self.way):
            self.state.advance(action)

    def choose_moves(self, legal: i64) -> i64:
        """Write the legal moves that are not idle, or all if all are idle, to the buffer; return
        their number."""
        i: i64
        n: i64 = 0
        for i in range(legal):
            if self.idle is None or not self.idle(unwrap(self.state), int(self.legal[i])):
                self.buffer[n] = self.legal[i]
                n += 1
        return n if n > 0 else self.state.legal_actions_into(self.buffer)

    def add_place(self, edge: i64, n: i64) -> i64:
        """Add a place with the first n moves of the buffer; return n."""
        i: i64
        node: i64 = len(self.player)
        player = self.state.to_play()
        if edge >= 0:
            self.child[edge] = node
        self.player = append(self.player, player)
        self.first = append(self.first, len(self.action))
        self.count = append(self.count, n)
        self.parent = append(self.parent, edge)
        self.slot = append(self.slot, len(self.regret))
        for i in range(self.width):
            self.reach0 = append(self.reach0, 1.0)
            self.reach1 = append(self.reach1, 1.0)
        for i in range(n):
            self.action = append(self.action, self.buffer[i])
            self.place = append(self.place, node)
            self.child = append(self.child, -1)
            self.tries = append(self.tries, 0)
        for i in range(n * self.width):
            self.value = append(self.value, 0.0)
            self.live = append(self.live, 0)
        for i in range(n * self.many(node)):
            self.regret = append(self.regret, 0.0)
            self.sigma = append(self.sigma, 1.0 / float(n))
            self.sums = append(self.sums, 0.0)
        return n

    def has_moves(self, legal: i64) -> bool:
        """Whether the state has the same legal moves as the drawn state with which the place was
        added."""
        i: i64
        if self.state.legal_actions_into(self.buffer) != legal:
            return False
        for i in range(legal):
            if self.buffer[i] != self.legal[i]:
                return False
        return True

    def estimate(self, cell: i64) -> None:
        """Estimate the return of seat 0 in the state `after`; `cell` is the index of its move and
        drawn state in `value`. Where the match is over or chance decides, the tree does not grow
        beyond this state."""
        over = self.after.to_play() < 0
        self.live[cell] = 0 if over else 1
        if not over and self.evaluate is not None:
            self.value[cell] = worth(self.evaluate, self.after, 0)
        else:
            play_out(self.after, self.rng, self.buffer, LONG)
            self.value[cell] = self.after.return_of(0)

    def all_can_see(self, first: i64, n: i64) -> bool:
        """Whether the opponent can tell the n moves from `first` on apart."""
        i: i64
        truth = unwrap(self.state)
        other = 1 - int(self.state.to_play())
        return len({truth.text(int(self.action[first + i]), other) for i in range(n)}) == n

    # -- where the tree grows

    def find_leaf(self) -> i64:
        """Descend in a random drawn state to a move without a child, and return it; −1 if the match
        ends on the way. Each move on the way is chosen by the current strategy or by UCB1, with
        equal probability."""
        w = self.any_world()
        node: i64 = 0
        while True:
            edge = self.played(node, w) if self.rng.below(2) == 0 else self.promising(node, w)
            self.tries[edge] += 1
            if self.live[edge * self.width + w] == 0:
                return -1
            if self.child[edge] < 0:
                return edge
            node = self.child[edge]

    def any_world(self) -> i64:
        """Draw the number of a drawn state by its prior."""
        w: i64
        left = float(self.rng.below(PARTS)) / float(PARTS)
        for w in range(self.width - 1):
            left -= self.prior[w]
            if left < 0.0:
                return w
        return self.width - 1

    def played(self, node: i64, w: i64) -> i64:
        """Draw a move at a place by the current strategy in drawn state `w`."""
        i: i64
        cell = self.slot[node] + self.known(node)[w]
        many = self.many(node)
        left = float(self.rng.below(PARTS)) / float(PARTS)
        for i in range(self.count[node] - 1):
            left -= self.sigma[cell + i * many]
            if left < 0.0:
                return self.first[node] + i
        return self.first[node] + self.count[node] - 1

    def promising(self, node: i64, w: i64) -> i64:
        """Return the move at a place with the greatest UCB1 score in drawn state `w`."""
        edge: i64
        sign = 1.0 if self.player[node] == 0 else -1.0
        best = self.first[node]
        end = best + self.count[node]
        tries: i64 = 2
        for edge in range(best, end):
            tries += self.tries[edge]
        wide = self.exploration * sqrt(log(float(tries)))
        best_score = -1e9
        for edge in range(best, end):
            score = sign * self.value[edge * self.width + w]
            score += wide / sqrt(float(self.tries[edge] + 1))
            if score > best_score:
                best_score = score
                best = edge
        return best

    # -- strategies

    def known(self, node: i64) -> vec[i64]:
        """Return, for each drawn state, the information set of the seat that decides at a place."""
        if self.masked and node == 0:
            return self.nothing
        return self.known0 if self.player[node] == 0 else self.known1

    def many(self, node: i64) -> i64:
        """Return the number of information sets of the seat that decides at a place."""
        if self.masked and node == 0:
            return 1
        return self.many0 if self.player[node] == 0 else self.many1

    def improve(self) -> None:
        """Do one iteration of CFR: pass the reach probabilities down the tree, then compute the
        values and the regrets of one seat from the leaves up. The seats alternate."""
        node: i64
        self.time += 1.0
        learner: i64 = int(self.time) % 2
        for node in range(len(self.player)):
            self.pulse.step()
            self.match_regret(node)
            self.pass_on(node)
        for node in range(len(self.player) - 1, -1, -1):
            self.pulse.step()
            self.weigh(node)
            if self.player[node] == learner:
                self.regret_of(node)
                self.remember(node)

    def match_regret(self, node: i64) -> None:
        """Regret matching: play each move in proportion to its regret, or all with equal
        probability where no regret is positive."""
        i: i64
        c: i64
        many = self.many(node)
        n, slot = self.count[node], self.slot[node]
        regret, sigma = self.regret, self.sigma
        even = 1.0 / float(n)
        for c in range(many):
            total = 0.0
            for i in range(n):
                total += regret[slot + i * many + c]
            for i in range(n):
                cell = slot + i * many + c
                sigma[cell] = regret[cell] / total if total > 0.0 else even

    def pass_on(self, node: i64) -> None:
        """Pass the reach probabilities of both seats on to the children of a place."""
        i: i64
        w: i64
        width, first, slot, sigma = self.width, self.first[node], self.slot[node], self.sigma
        white = self.player[node] == 0
        many = self.many(node)
        known = self.known(node)
        mine = self.reach0 if white else self.reach1
        theirs = self.reach1 if white else self.reach0
        here = node * width
        for i in range(self.count[node]):
            there = self.child[first + i] * width
            row = slot + i * many
            if there >= 0:
                for w in range(width):
                    mine[there + w] = mine[here + w] * sigma[row + known[w]]
                    theirs[there + w] = theirs[here + w]

    def weigh(self, node: i64) -> None:
        """Compute the value of a place in each drawn state under the current strategy, and store it
        as the value of the move that leads to the place."""
        i: i64
        w: i64
        width, parent = self.width, self.parent[node]
        first, slot = self.first[node], self.slot[node]
        mean, value, sigma = self.mean, self.value, self.sigma
        many = self.many(node)
        known = self.known(node)
        for w in range(width):
            mean[w] = 0.0
        for i in range(self.count[node]):
            row, cell = slot + i * many, (first + i) * width
            for w in range(width):
                mean[w] += sigma[row + known[w]] * value[cell + w]
        if parent >= 0:
            for w in range(width):
                if self.live[parent * width + w] != 0:
                    value[parent * width + w] = mean[w]

    def regret_of(self, node: i64) -> None:
        """Add to the regret of each move what it gains over the strategy, weighted by the reach
        probability of the opponent, and keep the regret from falling below 0 (regret matching+)."""
        i: i64
        c: i64
        w: i64
        width, parent = self.width, self.parent[node]
        first, slot = self.first[node], self.slot[node]
        mean, gain, value, regret = self.mean, self.gain, self.value, self.regret
        white = self.player[node] == 0
        many = self.many(node)
        known = self.known(node)
        theirs = self.reach1 if white else self.reach0
        sign = 1.0 if white else -1.0
        for i in range(self.count[node]):
            row, cell = slot + i * many, (first + i) * width
            for c in range(many):
                gain[c] = 0.0
            for w in range(width):
                if parent < 0 or self.live[parent * width + w] != 0:
                    chance = sign * self.prior[w] * theirs[node * width + w]
                    gain[known[w]] += chance * (value[cell + w] - mean[w])
            for c in range(many):
                regret[row + c] = max(0.0, regret[row + c] + gain[c])

    def remember(self, node: i64) -> None:
        """Add the current strategy to the average strategy, weighted by the number of the
        iteration."""
        i: i64
        c: i64
        w: i64
        slot, gain, sums, sigma = self.slot[node], self.gain, self.sums, self.sigma
        white = self.player[node] == 0
        many = self.many(node)
        known = self.known(node)
        mine = self.reach0 if white else self.reach1
        for w in range(self.width):
            gain[known[w]] = mine[node * self.width + w]
        for i in range(self.count[node]):
            row = slot + i * many
            for c in range(many):
                sums[row + c] += self.time * gain[c] * sigma[row + c]

    # -- the results

    def shares(self) -> dict[int, float]:
        """Return the average strategy at the root for information set 0, not scaled to a sum of
        1."""
        i: i64
        many = self.many(0)
        return {int(self.action[i]): self.sums[i * many] for i in range(self.count[0])}

    def values(self, seat: int) -> dict[int, float]:
        """Return the value of each first move for the seat, in its information set 0."""
        i: i64
        w: i64
        known = self.known0 if seat == 0 else self.known1
        fits = [int(w) for w in range(self.width) if known[w] == 0]
        total = sum([self.prior[w] for w in fits])
        sign = 1.0 if seat == 0 else -1.0
        return {
            int(self.action[i]): sign
            * sum([self.prior[w] * self.value[i * self.width + w] for w in fits])
            / total
            for i in range(self.count[0])
        }
