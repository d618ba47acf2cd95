"""What may be done at a table without rules.

Whoever's turn it is may move, turn over, turn round, shuffle, deal, roll and count anything but
what lies in the hands of others; a turn ends by a tap, or by each move. What nobody has seen has
no identity yet: the cards of a shuffled deck form a *pool*, and which one a card is, is a chance
ply when somebody first sees it. Things on the table are *tokens*, which eyes can follow; which
piece a token is, is known, or known to some, or undetermined.

A match ends when one seat says who has won, or that nobody has, and all others agree.
"""

from __future__ import annotations

from typing import Final

from everygame.contract import CHANCE, OVER, TRUTH, Json, State
from everygame.errors import IllegalMove, InvalidMove
from everygame.sandbox.actions import STEPS, VERBS, WORDS, TableActions
from everygame.sandbox.definition import read_counter

PUBLIC: Final = ("stacks", "pool", "up", "seen", "turn", "value", "seat", "more", "pending")
PHASE: Final = ("mixing", "phase", "winner", "asked", "over")


class TableState(State):
    """One position. Lists go by token or by place; what is in them is never changed in place."""

    game: TableActions

    def __init__(self, game: TableActions) -> None:
        self.game = game
        setting = game.setting
        count = len(setting.pieces)
        self.stacks: list[tuple[int, ...]] = [() for _ in setting.places]
        """The tokens at each place, the lowest first."""
        self.piece = list(range(count))
        """Which piece a token is; -1 where nothing has decided it."""
        self.pool = [-1] * count
        """Which pool an undecided token draws from."""
        self.pools: list[tuple[int, ...]] = []
        """The pieces of each pool, ascending."""
        self.up = [1] * count
        """Face up, 0 or 1."""
        self.seen = [game.everybody] * count
        """Who knows the face, a bit a seat; the highest bit is everybody else."""
        self.turn = [0] * count
        """How often it was turned round."""
        self.value = [0] * count
        """The side of a die, the number of a counter."""
        self.seat = 0
        self.more = False
        """The turn goes on after a move."""
        self.pending: list[int] = []
        """Tokens that chance decides, one after the other."""
        self.mixing = -1
        """The place that is shuffled when chance has decided."""
        self.phase = ""
        """"finish": the seat says who won; "agree": the others are asked."""
        self.winner = -1
        self.asked: list[int] = []
        self.over = False

    # -- what is

    def to_play(self) -> int:
        if self.over:
            return OVER
        if self.pending:
            return CHANCE
        return self.asked[0] if self.phase == "agree" else self.seat

    def returns(self) -> list[float]:
        players = self.game.players
        if not self.over or self.winner < 0:
            return [0.0] * players
        rest = -1 / (players - 1) if players > 1 else 0.0
        return [1.0 if seat == self.winner else rest for seat in range(players)]

    def ending(self) -> str:
        return "agreement" if self.over else ""

    def to_json(self) -> Json:
        found = {name: getattr(self, name) for name in ("piece", "pools", *PUBLIC, *PHASE)}
        found |= {name: list(found[name]) for name in found if isinstance(found[name], list)}
        return {**found, "stacks": lists(self.stacks), "pools": lists(self.pools)}

    def observe(self, viewer: int | None) -> Json:
        if not self.game.hidden:
            return self.to_json()
        bit = 1 << (self.game.players if viewer is None else viewer)
        found = {name: getattr(self, name) for name in (*PUBLIC, *PHASE)}
        found |= {name: list(found[name]) for name in found if isinstance(found[name], list)}
        known = [
            p if p < 0 or s & bit else None for p, s in zip(self.piece, self.seen, strict=True)
        ]
        return {**found, "stacks": lists(self.stacks), "piece": known}

    def disclose(self) -> Json:
        return {**self.observe(None), "piece": list(self.piece)}

    # -- what may be done

    def legal_actions(self) -> list[int]:
        who = self.to_play()
        if who == OVER:
            return []
        if who == CHANCE:
            return self.outcomes()
        if self.phase:
            return self.answers()
        return [*self.carries(who), *self.deeds(who), *self.words()]

    def outcomes(self) -> list[int]:
        token = self.pending[0]
        sides = self.game.kind(token).sides
        return list(range(len(sides))) if sides else list(self.pools[self.pool[token]])

    def answers(self) -> list[int]:
        game = self.game
        if self.phase == "agree":
            return [game.word("agree"), game.word("back")]
        won = [game.word("finish") + 4 + seat for seat in range(game.players)]
        return [game.word("nobody"), game.word("back"), *won]

    def carries(self, who: int) -> list[int]:
        """All moves of a piece from a place to another."""
        size = range(len(self.stacks))
        goals = [place for place in size if not self.game.setting.places[place].track]
        froms = [place for place in size if self.is_movable(place, who)]
        return [place * len(self.stacks) + to for place in froms for to in goals if to != place]

    def is_movable(self, place: int, who: int) -> bool:
        stack = self.stacks[place]
        hand = self.game.setting.places[place].hand
        return bool(stack) and hand in (-1, who) and self.game.kind(stack[-1]).counter is None

    def deeds(self, who: int) -> list[int]:
        """All that may be done with what lies at one place."""
        game = self.game
        found = [
            game.deed(verb, place)
            for place, stack in enumerate(self.stacks)
            if game.setting.places[place].hand in (-1, who)
            for verb in self.verbs(place, stack)
        ]
        return sorted(found)

    def verbs(self, place: int, stack: tuple[int, ...]) -> list[int]:
        game, found = self.game, []
        if stack:
            top = stack[-1]
            kind = game.kind(top)
            checks = (
                bool(game.setting.back[top]),
                bool(kind.degrees),
                self.is_deck(stack),
                False,
                self.can_deal(stack),
                bool(kind.sides),
                kind.counter is not None and self.value[top] != kind.counter.get("start", 0),
                game.is_mixed(stack),
            )
            found = [verb for verb, yes in enumerate(checks) if yes] + self.counts(top)
        return [*found, VERBS.index("gather")] if self.can_gather(place, stack) else found

    def counts(self, token: int) -> list[int]:
        """The verbs that count a counter up and down."""
        counter = self.game.kind(token).counter
        if counter is None:
            return []
        least, _, most = read_counter(counter)
        found = []
        for number, step in enumerate(counter.get("steps", [1])):
            up, down = len(VERBS) + number, len(VERBS) + STEPS + number
            found += [up] * (self.value[token] + step <= most)
            found += [down] * (self.value[token] - step >= least)
        return found

    def is_deck(self, stack: tuple[int, ...]) -> bool:
        """These tokens can be shuffled: they look alike from behind."""
        backs = {self.game.setting.back[token] for token in stack}
        return len(stack) > 1 and len(backs) == 1 and all(self.game.kind(t).deck for t in stack)

    def can_deal(self, stack: tuple[int, ...]) -> bool:
        game = self.game
        if len(stack) < game.players or not game.setting.back[stack[-1]]:
            return False
        return all(self.free_place(hand) >= 0 for hand in game.hands)

    def free_place(self, places: tuple[int, ...]) -> int:
        """The first of these places where nothing lies; -1 if there is none."""
        return next((place for place in places if not self.stacks[place]), -1)

    def can_gather(self, place: int, stack: tuple[int, ...]) -> bool:
        home = self.game.homes.get(place, ())
        return not set(home) <= set(stack) and self.is_deck((*set(home) | set(stack),))

    def words(self) -> list[int]:
        game = self.game
        several = game.players > 1
        may = {
            "end": several,
            "more": several and game.definition.turns == "move" and not self.more,
            "rollall": len(game.dice) > 1,
            "finish": True,
        }
        return [game.word(name) for name, yes in may.items() if yes]

    # -- doing it

    def advance(self, action: int) -> None:
        game, size = self.game, len(self.stacks)
        if self.pending:
            self.decide(action)
        elif action < size * size:
            self.carry(*divmod(action, size))
        elif action < game.word("end"):
            verb, place = divmod(action - size * size, size)
            self.do(verb, place)
        else:
            self.say(action - game.word("end"))
        if self.mixing >= 0 and not self.pending:
            self.mix()

    def decide(self, outcome: int) -> None:
        token = self.pending[0]
        self.pending = self.pending[1:]
        if self.game.kind(token).sides:
            self.value[token] = outcome
            return
        pool = self.pool[token]
        self.piece[token], self.pool[token] = outcome, -1
        self.pools[pool] = tuple(piece for piece in self.pools[pool] if piece != outcome)

    def carry(self, start: int, goal: int) -> None:
        token = self.stacks[start][-1]
        self.stacks[start] = self.stacks[start][:-1]
        places = self.game.setting.places
        if places[goal].single and self.stacks[goal]:
            self.take(goal)
        self.stacks[goal] = (*self.stacks[goal], token)
        self.settle(token, places[start].hand, goal)
        if self.game.definition.turns == "move" and not self.more:
            self.pass_turn()

    def take(self, place: int) -> None:
        """What stands here goes to where taken pieces go."""
        boxes = self.game.setting.taken
        if boxes:
            free = self.free_place(boxes)
            box = boxes[-1] if free < 0 else free
            self.stacks[box] = (*self.stacks[box], *self.stacks[place])
            self.stacks[place] = ()

    def settle(self, token: int, hand: int, goal: int) -> None:
        """How a token lies at its new place, coming from the hand of a seat (-1: from none)."""
        place = self.game.setting.places[goal]
        if self.game.setting.back[token]:
            if place.face:
                self.up[token] = int(place.face == "up")
            elif place.hand >= 0 or hand >= 0:
                self.up[token] = int(place.hand < 0)
        if self.up[token]:
            self.show(token, self.game.everybody)
        elif place.hand >= 0:
            self.show(token, 1 << place.hand)

    def show(self, token: int, who: int) -> None:
        """Let some see the face; what nobody has decided yet, chance decides now."""
        self.seen[token] |= who
        if self.pool[token] >= 0 and token not in self.pending:
            self.pending = [*self.pending, token]

    def do(self, verb: int, place: int) -> None:
        stack = self.stacks[place]
        name = VERBS[verb] if verb < len(VERBS) else ""
        if name == "gather":
            self.gather(place)
        elif name == "shuffle":
            self.shuffle(place)
        elif name == "deal":
            self.deal(place)
        elif name == "roll":
            self.pending = [stack[-1]]
        elif name == "raise":
            self.stacks[place] = (*stack[1:], stack[0])
        elif name == "flip":
            self.up[stack[-1]] ^= 1
            if self.up[stack[-1]]:
                self.show(stack[-1], self.game.everybody)
        elif name == "turn":
            kind = self.game.kind(stack[-1])
            self.turn[stack[-1]] = (self.turn[stack[-1]] + 1) % (360 // kind.degrees)
        else:
            self.count(stack[-1], verb - len(VERBS))
            self.walk(place)

    def count(self, token: int, number: int) -> None:
        counter = self.game.kind(token).counter or {}
        if number < 0:
            self.value[token] = counter.get("start", 0)
        else:
            step = counter.get("steps", [1])[number % STEPS]
            self.value[token] += step if number < STEPS else -step

    def walk(self, place: int) -> None:
        """A counter stands on the spot of its track that has its number, or where it began."""
        *rest, token = self.stacks[place]
        setting, track = self.game.setting, self.game.kind(token).track
        if track:
            home = setting.pieces[token].place
            goal = setting.index.get(f"{track}.{self.value[token]}", home)
            self.stacks[place] = tuple(rest)
            self.stacks[goal] = (*self.stacks[goal], token)

    def deal(self, place: int) -> None:
        """One from the top to each hand, beginning with the seat whose turn it is."""
        for seat in [self.seat, *self.game.after(self.seat)][: self.game.players]:
            token = self.stacks[place][-1]
            self.stacks[place] = self.stacks[place][:-1]
            goal = self.free_place(self.game.hands[seat])
            self.stacks[goal] = (token,)
            self.up[token] = 0
            self.settle(token, -1, goal)

    def gather(self, place: int) -> None:
        """All that began here comes back, and is shuffled."""
        home = set(self.game.homes[place])
        self.stacks = [tuple(t for t in stack if t not in home) for stack in self.stacks]
        self.stacks[place] = (*self.stacks[place], *sorted(home))
        self.shuffle(place)

    def shuffle(self, place: int) -> None:
        """Nobody knows any more which of these is which. Where some of a pool lie elsewhere,
        chance first decides what those are, unseen, so that the rest can be mixed with others."""
        inside = set(self.stacks[place])
        for token in inside:
            self.up[token] = self.turn[token] = self.seen[token] = 0
        pools = {self.pool[token] for token in inside}
        if pools != {-1} and len(pools) == 1:
            return  # they are one pool, and stay it
        outside = [t for t in range(len(self.pool)) if t not in inside]
        self.pending = [t for t in outside if self.pool[t] >= 0 and self.pool[t] in pools]
        self.mixing = place

    def mix(self) -> None:
        """Make one pool of a stack whose pools have nothing elsewhere."""
        stack, self.mixing = self.stacks[self.mixing], -1
        pieces = {self.piece[token] for token in stack if self.pool[token] < 0}
        for pool in {self.pool[token] for token in stack} - {-1}:
            pieces |= set(self.pools[pool])
            self.pools[pool] = ()
        self.pools = [*self.pools, ()] if () not in self.pools else self.pools
        fresh = self.pools.index(())
        self.pools[fresh] = tuple(sorted(pieces))
        for token in stack:
            self.piece[token], self.pool[token] = -1, fresh

    def pass_turn(self) -> None:
        self.seat = self.game.after(self.seat)[0]
        self.more = False

    def say(self, word: int) -> None:
        """End of the turn, all dice, and how a match is ended."""
        name = WORDS[word] if word < len(WORDS) else "won"
        if name == "end":
            self.pass_turn()
        elif name == "more":
            self.more = True
        elif name == "rollall":
            self.pending = list(self.game.dice)
        elif name == "finish":
            self.phase = "finish"
        elif name == "back":
            self.phase, self.winner, self.asked = "", -1, []
        elif name == "agree":
            self.ask(self.asked[1:])
        else:
            self.winner = word - len(WORDS) if name == "won" else -1
            self.ask([seat for seat in self.game.after(self.seat) if seat != self.seat])

    def ask(self, seats: list[int]) -> None:
        """These have still to agree."""
        self.asked = seats
        self.phase = "agree" if seats else ""
        self.over = not seats

    def irrevocable(self, action: int) -> str:
        size = len(self.stacks)
        if self.pending:
            return ""
        if action < size * size:
            return self.carry_tells(*divmod(action, size))
        word, _, at = self.game.text(action).partition(":")
        if word in ("roll", "rollall", "deal", "shuffle", "gather"):
            return "random"
        if word != "flip":
            return ""
        token = self.stacks[self.game.setting.index[at]][-1]
        return "" if self.up[token] else self.news(token, self.game.everybody)

    def carry_tells(self, start: int, goal: int) -> str:
        """What it means that a piece goes from a place to another."""
        token, setting = self.stacks[start][-1], self.game.setting
        here, there = setting.places[start], setting.places[goal]
        up = bool(self.up[token])
        if not setting.back[token] or (up and not self.game.hidden):
            return ""
        if there.face:
            up = there.face == "up"
        elif there.hand >= 0 or here.hand >= 0:
            up = there.hand < 0
        if up:
            return self.news(token, self.game.everybody)
        return self.news(token, 1 << there.hand) if there.hand >= 0 else ""

    def news(self, token: int, who: int) -> str:
        """What it means for a face to be seen by these."""
        if self.pool[token] >= 0:
            return "random"
        return "reveals" if who & ~self.seen[token] else ""

    # -- texts

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if not self.pending:
            return self.game.text(action)
        token = self.pending[0]
        sides = self.game.kind(token).sides
        if sides:
            return sides[action]
        if viewer != TRUTH:
            bit = 1 << (self.game.players if viewer is None else viewer)
            if not self.seen[token] & bit:
                return "?"
        return self.game.setting.names[action]

    def parse(self, text: str) -> int:
        if self.pending:
            return super().parse(text)
        action = self.game.find_action(text)
        if action is None:
            raise InvalidMove("{text} is no move at this table.", text=repr(text))
        if action not in self.legal_actions():
            raise IllegalMove("{text} is not possible now.", text=repr(text))
        return action


def lists(found: list[tuple[int, ...]]) -> list[list[int]]:
    return [list(one) for one in found]
