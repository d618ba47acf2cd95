"""Play that keeps a secret, for games whose moves would tell others what a seat hides.

A search that looks only at what the seat knows lets each move serve what it hides, and lets the
others in the tree know it too. Here every seat has a tree of its own, as in MO-ISMCTS (Cowling,
Powley and Whitehouse 2012), which starts from what that seat knows: so nobody in it plays by what
he cannot know. The first half of the budget looks at the seat as the others do, its own secrets
drawn anew for each simulated match and one first move for all of them: what it likes cannot depend
on the secret. The second half looks with what the seat knows. The first one's move is played unless
by the second it loses more than the secret is worth. Moves that the others cannot tell apart are
drawn evenly.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import log, sqrt
from random import Random
from typing import Final, final

from everygame.contract import CHANCE, OVER, State
from everygame.fast.arrays import append, i64, vec
from everygame.fast.state import MAX_ACTIONS, FastState
from everygame.search.adapter import Evaluate, as_fast, inner, worth
from everygame.search.budget import Answer, Budget
from everygame.search.playouts import LONG, pick, play_out
from everygame.search.rng import Rng

NEARLY: Final = 0.5
"""Moves tried at least so often as the favourite are as good as that."""
MOST_WORLDS: Final = 400
"""Truths drawn once and used again and again."""
WORLDS_SQUARED: Final = 4
"""By matches simulated: drawing takes little of a long look, and a short one sees enough."""
TRIES: Final = 200
"""Truths that are looked at to find a likely one."""
PARTS: Final = 1 << 20
"""In these it is counted how likely a truth is."""

Likely = Callable[[State], float]
"""How likely a truth is that the seat cannot rule out, from almost 0 to 1 for the likeliest. What
the others did says so, never what the seat itself hides."""
Place = tuple[int, str, str]
"""Where a seat decides: its last own move, what it saw since, and what it knew at the start."""


def mo_ismcts(
    deal: Callable[[], State],
    disguise: Callable[[], State],
    seat: int,
    budget: Budget,
    secrecy: float,
    seed: int = 0,
    evaluate: Evaluate | None = None,
    exploration: float = 1.4,
    most_nodes: int = 200_000,
    likely: Likely | None = None,
) -> Answer:
    """The action of `seat`. `deal` draws a truth that the seat cannot rule out, `disguise` one that
    another seat cannot rule out, as far as the seat can know; both with the same seat to play.
    `secrecy` is what the seat gives up of its return rather than show what it knows. A new position
    counts what `evaluate` says of it, or what a random playout from it brings. Truths that are more
    `likely` are simulated more often. `visits` of the answer are the shares, in thousandths, by
    which the action was drawn."""
    budget.restart()
    trees = Trees(seat, seed, evaluate, exploration, most_nodes, likely)
    simulations = trees.explore(disguise, budget.part(0.5), False)
    masked = trees.root_visits()
    trees.forget_root()
    simulations += trees.explore(deal, budget.part(0.5), True)
    values = trees.root_values()
    known = trees.root_visits()
    best = max(sorted(values), key=known.__getitem__)
    truth = deal()
    other = (seat + 1) % len(truth.returns())
    looks = {action: truth.text(action, other) for action in values}
    least = values[best] - secrecy
    worthy = {looks[action] for action, value in values.items() if value >= least}
    affordable = {action for action in values if looks[action] in worthy}
    shares = keep(alike(masked, looks), affordable) or alike(known, looks)
    action = Random(seed).choices(list(shares), list(shares.values()))[0]
    return Answer(
        action=action,
        value=values[action],
        nodes=simulations,
        seconds=budget.elapsed(),
        line=(action,),
        visits={a: round(1000 * share) for a, share in sorted(shares.items())},
        values=values,
    )


def alike(tries: dict[int, int], looks: dict[int, str]) -> dict[int, float]:
    """Shares of the good actions; those that look the same to others are as good as each other."""
    groups: dict[str, list[int]] = {}
    for action in tries:
        groups.setdefault(looks[action], []).append(action)
    sums = {text: sum(tries[a] for a in group) for text, group in groups.items()}
    least = NEARLY * max(sums.values())
    good = {text: n for text, n in sums.items() if n >= least}
    total = sum(good.values())
    return {a: n / total / len(groups[text]) for text, n in good.items() for a in groups[text]}


def keep(shares: dict[int, float], actions: set[int]) -> dict[int, float]:
    """The shares of these actions alone, made whole again."""
    total = sum(share for action, share in shares.items() if action in actions)
    return {a: share / total for a, share in shares.items() if a in actions}


@final
class World:
    """A truth, what each seat knows in it, and how likely it is."""

    def __init__(self, truth: State, likely: Likely | None) -> None:
        self.state = as_fast(truth)
        self.chance: i64 = PARTS if likely is None else int(likely(truth) * PARTS)
        seats = range(len(truth.returns()))
        self.knows = [json.dumps(truth.observe(seat), sort_keys=True) for seat in seats]


@final
class Trees:
    """A tree for each seat and each thing that it may know. A node is a place where a seat decides;
    its moves are neighbours in the columns."""

    def __init__(
        self,
        seat: int,
        seed: int,
        evaluate: Evaluate | None,
        exploration: float,
        most_nodes: int,
        likely: Likely | None,
    ) -> None:
        self.likely = likely
        self.seat: i64 = seat
        self.rng = Rng(seed)
        self.evaluate = evaluate
        self.exploration = exploration
        self.most: i64 = most_nodes
        self.buffer: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.nodes: dict[Place, int] = {}
        self.first: vec[i64] = vec[i64]()
        self.count: vec[i64] = vec[i64]()
        self.action: vec[i64] = vec[i64]()
        self.visits: vec[i64] = vec[i64]()
        self.total: vec[float] = vec[float]()
        self.path: list[tuple[int, int]] = []
        """The moves made, each with its seat."""
        self.worlds: dict[str, World] = {}
        """Those drawn before, by their truth."""

    def explore(self, draw: Callable[[], State], budget: Budget, sure: bool) -> int:
        """Simulate matches in truths that are drawn, until the budget is spent; return how many.
        If `sure`, these fit what the seat knows, and the others learn nothing from them."""
        worlds = [self.world(draw())]
        state = worlds[0].state.copy()
        done: i64 = 0
        while done == 0 or not budget.spent(done):
            drawn = len(worlds)
            if drawn * drawn <= done * WORLDS_SQUARED and drawn < MOST_WORLDS:
                worlds.append(self.world(draw()))
            world = self.any_of(worlds)
            state.copy_from(world.state)
            self.simulate(state, world, sure)
            done += 1
        return int(done)

    def any_of(self, worlds: list[World]) -> World:
        """One of them, the likelier the more often."""
        tries: i64
        world = worlds[self.rng.below(len(worlds))]
        for tries in range(TRIES):
            if world.chance >= PARTS or self.rng.below(PARTS) < world.chance:
                break
            world = worlds[self.rng.below(len(worlds))]
        return world

    def world(self, truth: State) -> World:
        """The truth with what is known in it, worked out once."""
        text = json.dumps(truth.to_json())
        if text not in self.worlds:
            self.worlds[text] = World(truth, self.likely)
        return self.worlds[text]

    def simulate(self, state: FastState, world: World, sure: bool) -> None:
        """One match: down the trees of all seats to a move that is new, and back up."""
        seats = len(world.knows)
        last = [-1] * seats
        seen = [""] * seats
        self.path.clear()
        fresh = False
        who = state.to_play()
        while not fresh and who != OVER:
            if who == CHANCE:
                action = self.draw(state)
            else:
                learns = not sure or who == self.seat
                place = (last[who], seen[who], self.known(world, last, who))
                move = self.decide(state, place, learns)
                if move < 0:
                    break
                fresh = self.visits[move] == 0
                if learns:
                    self.path.append((int(move), int(who)))
                action = self.action[move]
                last[who], seen[who] = int(move), ""
            tell(state, action, who, seen)
            state.advance(action)
            who = state.to_play()
        self.back_up(state)

    def known(self, world: World, last: list[int], who: i64) -> str:
        """What the seat knew at the start; but its first move must do for all that it may hide."""
        return "" if who == self.seat and last[who] < 0 else world.knows[who]

    def draw(self, state: FastState) -> i64:
        """What chance does."""
        chosen = pick(state, self.rng, self.buffer)
        state.legal_actions_into(self.buffer)
        return self.buffer[chosen]

    def decide(self, state: FastState, place: Place, learns: bool) -> i64:
        """The move that a seat tries at this place; −1 if nothing is known there and nothing may
        be learnt, or there is no more room."""
        node = self.nodes.get(place)
        if node is None:
            if not learns or len(self.nodes) >= self.most:
                return -1
            node = self.grow(state, place)
        return self.promising(node) if learns else self.usual(node)

    def grow(self, state: FastState, place: Place) -> int:
        """A node with its moves."""
        i: i64
        node = len(self.nodes)
        self.nodes[place] = node
        n = state.legal_actions_into(self.buffer)
        self.first = append(self.first, len(self.action))
        self.count = append(self.count, n)
        for i in range(n):
            self.action = append(self.action, self.buffer[i])
            self.visits = append(self.visits, 0)
            self.total = append(self.total, 0.0)
        return node

    def promising(self, node: i64) -> i64:
        """UCB1; moves never tried come first, at random."""
        i: i64
        first, end = self.first[node], self.first[node] + self.count[node]
        untried: i64 = 0
        tries: i64 = 0
        for i in range(first, end):
            tries += self.visits[i]
            untried += 1 if self.visits[i] == 0 else 0
        if untried > 0:
            return self.untried(first, self.rng.below(untried))
        wide = self.exploration * sqrt(log(float(tries)))
        best = first
        best_score = -1e9
        for i in range(first, end):
            n = float(self.visits[i])
            score = self.total[i] / n + wide / sqrt(n)
            if score > best_score:
                best_score = score
                best = i
        return best

    def usual(self, node: i64) -> i64:
        """A move by how often it was tried. A fixed one would be an opponent who never mixes."""
        i: i64
        first, end = self.first[node], self.first[node] + self.count[node]
        tries: i64 = 0
        for i in range(first, end):
            tries += self.visits[i]
        left = self.rng.below(tries) if tries else -1
        for i in range(first, end):
            left -= self.visits[i]
            if left < 0:
                return i if tries else -1
        return -1

    def untried(self, move: i64, skip: i64) -> i64:
        """The next move from here that was never tried, after so many others."""
        while self.visits[move] > 0 or skip > 0:
            skip -= 1 if self.visits[move] == 0 else 0
            move += 1
        return move

    def back_up(self, state: FastState) -> None:
        """Count what each seat got, or may expect."""
        if self.evaluate is None:
            play_out(state, self.rng, self.buffer, LONG)
        over = state.to_play() == OVER
        for move, who in self.path:
            self.visits[move] += 1
            self.total[move] += state.return_of(who) if over else worth(self.evaluate, state, who)

    # -- the first move

    def root_visits(self) -> dict[int, int]:
        """How often each first move was tried."""
        i: i64
        moves = range(self.first[0], self.first[0] + self.count[0])
        return {int(self.action[i]): int(self.visits[i]) for i in moves}

    def root_values(self) -> dict[int, float]:
        """What each first move brought on average; −1 for one that was not tried."""
        i: i64
        return {
            int(self.action[i]): self.total[i] / float(self.visits[i]) if self.visits[i] else -1.0
            for i in range(self.first[0], self.first[0] + self.count[0])
        }

    def forget_root(self) -> None:
        """Begin anew with the first move, knowing what may come after it."""
        i: i64
        for i in range(self.first[0], self.first[0] + self.count[0]):
            self.visits[i] = 0
            self.total[i] = 0.0


def tell(state: FastState, action: i64, who: i64, seen: list[str]) -> None:
    """What the other seats see of an action."""
    truth = inner(state)
    for seat in range(len(seen)):
        if seat != who:
            seen[seat] += truth.text(int(action), seat) + " "
