"""What may be done at a table without rules.

Whoever's turn it is may move, turn over, turn round, shuffle, deal, roll and count anything but
what lies in the hands of others; a turn ends by a tap, or by each move. What nobody has seen has
no identity yet: the cards of a shuffled deck form a *pool*, and which one a card is, is a chance
ply when somebody first sees it. Things on the table are *tokens*, which eyes can follow; which
piece a token is, is known, or known to some, or undetermined.

A match ends when one seat says who has won, or that nobody has, and all others agree.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any, Final
from zlib import crc32

from everygame.contract import CHANCE, OVER, Game, Json, State
from everygame.errors import BadPosition, IllegalMove, InvalidMove
from everygame.table.definition import SIDES, Definition, Kind, Setting, read_counter

VERBS: Final = ("flip", "turn", "shuffle", "gather", "deal", "roll", "zero")
"""What is done with a place."""
STEPS: Final = 6
"""Numbers by which a counter goes up, and down."""
WORDS: Final = ("end", "more", "rollall", "finish", "nobody", "agree", "back")
"""What is done with the table."""
PUBLIC: Final = ("stacks", "pool", "up", "seen", "turn", "value", "seat", "more", "pending")
PHASE: Final = ("mixing", "phase", "winner", "asked", "over")


class TableState(State):
    """One position. Lists go by token or by place; what is in them is never changed in place."""

    def __init__(self, game: TableGame) -> None:
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
        froms = [place for place in size if self.is_movable(place, who)]
        return [place * len(self.stacks) + to for place in froms for to in size if to != place]

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
        elif name == "flip":
            self.up[stack[-1]] ^= 1
            if self.up[stack[-1]]:
                self.show(stack[-1], self.game.everybody)
        elif name == "turn":
            kind = self.game.kind(stack[-1])
            self.turn[stack[-1]] = (self.turn[stack[-1]] + 1) % (360 // kind.degrees)
        else:
            self.count(stack[-1], verb - len(VERBS))

    def count(self, token: int, number: int) -> None:
        counter = self.game.kind(token).counter or {}
        if number < 0:
            self.value[token] = counter.get("start", 0)
        else:
            step = counter.get("steps", [1])[number % STEPS]
            self.value[token] += step if number < STEPS else -step

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

    # -- texts

    def text(self, action: int, viewer: int | None = CHANCE) -> str:
        if not self.pending:
            return self.game.text(action)
        token = self.pending[0]
        sides = self.game.kind(token).sides
        if sides:
            return sides[action]
        if viewer != CHANCE:
            bit = 1 << (self.game.players if viewer is None else viewer)
            if not self.seen[token] & bit:
                return "?"
        return self.game.setting.names[action]

    def parse(self, text: str) -> int:
        if self.pending:
            return super().parse(text)
        action = self.game.find_action(text)
        if action is None:
            raise InvalidMove(f"{text!r} is no move at this table.")
        if action not in self.legal_actions():
            raise IllegalMove(f"{text!r} is not possible now.")
        return action


def lists(found: list[tuple[int, ...]]) -> list[list[int]]:
    return [list(one) for one in found]


class TableGame(Game):
    """A table for a number of players. A class of its own is made for each definition."""

    definition: Definition
    endless = True

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        self.setting: Setting = self.definition.setting(self.players)
        self.everybody = (1 << (self.players + 1)) - 1
        self.deeds = len(VERBS) + 2 * STEPS
        decks = [piece for piece in self.setting.pieces if self.setting.kinds[piece.kind].deck]
        self.hidden = len(decks) > 1
        tokens = range(len(self.setting.pieces))
        self.dice = [token for token in tokens if self.kind(token).sides]
        self.chance = bool(decks or self.dice)
        self.num_actions = self.word("end") + len(WORDS) + self.players

    def kind(self, token: int) -> Kind:
        """The kind of a token; tokens that can be mistaken for each other are of one kind or
        look alike from behind."""
        return self.setting.kinds[self.setting.pieces[token].kind]

    def after(self, seat: int) -> list[int]:
        """The other seats, clockwise from this one; who sits alone comes after itself."""
        sides = [list(SIDES).index(s.get("side", "bottom")) for s in self.definition.seats]
        order = sorted(range(self.players), key=lambda one: sides[one])
        at = order.index(seat)
        return [*order[at + 1 :], *order[:at]] or [seat]

    def deed(self, verb: int, place: int) -> int:
        """The action that does something with a place."""
        size = len(self.setting.places)
        return size * size + verb * size + place

    def word(self, name: str) -> int:
        """The action of a word."""
        return self.deed(self.deeds, 0) + WORDS.index(name)

    @cached_property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The places of each seat's hand."""
        places = list(enumerate(self.setting.places))
        seats = range(self.players)
        return tuple(tuple(n for n, place in places if place.hand == seat) for seat in seats)

    @cached_property
    def homes(self) -> dict[int, tuple[int, ...]]:
        """The tokens of decks by the place where they begin."""
        found: dict[int, tuple[int, ...]] = {}
        for token, piece in enumerate(self.setting.pieces):
            if self.setting.kinds[piece.kind].deck:
                found[piece.place] = (*found.get(piece.place, ()), token)
        return {place: home for place, home in found.items() if len(home) > 1}

    @cached_property
    def texts(self) -> list[str]:
        """The texts of all actions of a seat but the moves of pieces, which come before them."""
        verbs = [*VERBS, *(f"up{n}" for n in range(STEPS)), *(f"down{n}" for n in range(STEPS))]
        won = [f"won:{seat + 1}" for seat in range(self.players)]
        deeds = [f"{verb}:{place.id}" for verb in verbs for place in self.setting.places]
        return [*deeds, *WORDS, *won]

    @cached_property
    def actions(self) -> dict[str, int]:
        """The action of each of these texts."""
        size = len(self.setting.places)
        return {text: action for action, text in enumerate(self.texts, size * size)}

    def text(self, action: int) -> str:
        places = self.setting.places
        if action >= len(places) ** 2:
            return self.texts[action - len(places) ** 2]
        start, goal = divmod(action, len(places))
        return f"{places[start].id}-{places[goal].id}"

    def find_action(self, text: str) -> int | None:
        """The action of a seat that has this text."""
        index = self.setting.index
        start, _, goal = text.partition("-")
        if start in index and goal in index and start != goal:
            return index[start] * len(index) + index[goal]
        return self.actions.get(text)

    def initial_state(self) -> TableState:
        state = TableState(self)
        setting = self.setting
        pools: dict[str, list[int]] = {}
        for token, piece in enumerate(setting.pieces):
            kind = setting.kinds[piece.kind]
            state.stacks[piece.place] = (*state.stacks[piece.place], token)
            state.value[token] = (kind.counter or {}).get("start", 0)
            state.up[token] = int(not (kind.deck or kind.data.get("down")))
            if kind.deck:
                pools.setdefault(setting.back[token], []).append(token)
        for tokens in pools.values():
            for token in tokens:
                state.pool[token], state.piece[token] = len(state.pools), -1
                state.seen[token] = 0
            state.pools.append(tuple(tokens))
        for hand, places in enumerate(self.hands):
            for place in places:
                for token in state.stacks[place]:
                    state.show(token, 1 << hand)
        return state

    def from_json(self, data: Any) -> TableState:
        state = TableState(self)
        try:
            given = {name: data[name] for name in state.to_json()}
            given["stacks"] = [tuple(stack) for stack in given["stacks"]]
            given["pools"] = [tuple(pool) for pool in given["pools"]]
            vars(state).update({n: list(v) if isinstance(v, list) else v for n, v in given.items()})
            sound = self.is_sound(state)
        except (TypeError, KeyError, IndexError, ValueError, AttributeError):
            sound = False
        if not sound:
            raise BadPosition(f"This is no position of {self.definition.facts['title']}.")
        return state

    def is_sound(self, state: TableState) -> bool:
        """Every token and every piece is in exactly one place, and all else is possible."""
        count, seats = len(self.setting.pieces), range(self.players)
        tokens = [token for stack in state.stacks for token in stack]
        known = [piece for piece in state.piece if piece != -1]
        open_pools = sorted(pool for pool in state.pool if pool != -1)
        sizes = sorted(n for n, pool in enumerate(state.pools) for _ in pool)
        same = all(
            list(pool) == sorted(pool)
            and {self.setting.back[p] for p in pool} == {self.setting.back[t] for t in owners}
            for n, pool in enumerate(state.pools)
            if (owners := [t for t in range(count) if state.pool[t] == n]) or pool
        )
        return (
            all(are_ints(values) for values in (tokens, known, open_pools, sizes))
            and all(are_ints(v) for v in (state.up, state.seen, state.turn, state.value))
            and len(state.stacks) == len(self.setting.places)
            and sorted(tokens) == list(range(count))
            and sorted([*known, *(p for pool in state.pools for p in pool)]) == list(range(count))
            and len(state.piece) == len(state.pool) == count
            and all((a == -1) != (b == -1) for a, b in zip(state.piece, state.pool, strict=True))
            and open_pools == sizes
            and same
            and all(self.is_sound_token(state, token) for token in range(count))
            and len(state.up) == len(state.seen) == len(state.turn) == len(state.value) == count
            and self.is_sound_phase(state, seats)
        )

    def is_sound_token(self, state: TableState, token: int) -> bool:
        kind, setting = self.kind(token), self.setting
        piece, value = state.piece[token], state.value[token]
        if kind.counter is not None:
            least, _, most = read_counter(kind.counter)
            fits = least <= value <= most
        else:
            fits = 0 <= value < max(1, len(kind.sides))
        alike = piece == -1 or setting.back[piece] == setting.back[token]
        own = kind.deck or piece == token
        open_face = state.up[token] == 0 or token in state.pending or state.pool[token] == -1
        return (
            fits
            and alike
            and own
            and open_face
            and (kind.deck or state.seen[token] == self.everybody)
            and state.up[token] in ((0, 1) if setting.back[token] else (1,))
            and 0 <= state.seen[token] <= self.everybody
            and (not state.up[token] or state.seen[token] == self.everybody)
            and 0 <= state.turn[token] < (360 // kind.degrees if kind.degrees else 1)
        )

    def is_sound_phase(self, state: TableState, seats: range) -> bool:
        places = len(self.setting.places)
        pending = list(state.pending)
        drawn = all(
            self.kind(t).sides or state.pool[t] >= 0 for t in pending if 0 <= t < len(state.pool)
        )
        asked = (
            [s for s in self.after(state.seat) if s != state.seat] if state.seat in seats else []
        )
        rest = list(state.asked)
        return (
            are_ints([*pending, *rest, state.seat, state.winner, state.mixing])
            and all(0 <= token < len(state.pool) for token in pending)
            and drawn
            and len(set(pending)) == len(pending)
            and state.seat in seats
            and isinstance(state.more, bool)
            and isinstance(state.over, bool)
            and state.phase in ("", "finish", "agree")
            and -1 <= state.winner < len(seats)
            and rest == asked[len(asked) - len(rest) :]
            and bool(rest) == (state.phase == "agree")
            and (state.winner == -1 or state.over or state.phase == "agree")
            and (not state.over or not (state.phase or pending))
            and (state.mixing == -1 or (bool(pending) and 0 <= state.mixing < places))
            and (state.mixing == -1 or state.is_deck(state.stacks[state.mixing]))
            and not (state.phase and pending)
        )

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        if not self.hidden:
            return self.from_json(observation)
        piece = list(observation["piece"])
        hidden = set(range(len(piece))) - {p for p in piece if p is not None and p >= 0}
        pools: list[list[int]] = [[] for _ in range(max([*observation["pool"], -1]) + 1)]
        for back in sorted({self.setting.back[token] for token in hidden}):
            left = sorted(p for p in hidden if self.setting.back[p] == back)
            rng.shuffle(left)
            for token, at in enumerate(piece):
                if self.setting.back[token] != back:
                    continue
                if at is None:
                    piece[token] = left.pop()
                elif at < 0:
                    pools[observation["pool"][token]].append(left.pop())
        found = [sorted(pool) for pool in pools]
        return self.from_json({**observation, "piece": piece, "pools": found})


def are_ints(values: list[Any]) -> bool:
    return all(type(value) is int for value in values)


def game_of(name: str, definition: Definition) -> type[TableGame]:
    """The class of a table's game."""
    most = len(definition.seats)
    seats = tuple(range(definition.fewest, most + 1))
    facts = {"name": name, "seats": seats, "definition": definition, "__doc__": TableGame.__doc__}
    return type("Table", (TableGame,), {**facts, "version": version_of(definition)})


def version_of(definition: Definition) -> int:
    """Another number where an old match would replay differently, not where only looks differ."""
    found = definition.setting(len(definition.seats))
    sides = [seat.get("side") for seat in definition.seats]
    kinds = [[kind.sides, kind.counter, kind.degrees, kind.deck] for kind in found.kinds]
    facts = [definition.turns, definition.fewest, sides, found.places, found.pieces, kinds]
    return crc32(repr([*facts, found.names, found.back]).encode())
