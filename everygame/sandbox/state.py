"""A position of a table without rules: which actions are legal in it, and what they change.

The player to move may move, turn over, turn round, shuffle, deal, roll and count everything that
does not lie in another player's hand. A turn ends by an action of its own, or with each move. A
*token* is a thing on the table that the players can follow with their eyes, and a *piece* is what
it shows when it is face up. Which piece a token is may be known to all, known to some, or
undecided. The tokens of a shuffled deck share a *pool* of pieces, and when a player first sees such
a token, a chance ply draws its piece from the pool. So neither the record nor the program reveals a
card that nobody has seen.

A match ends when one player claims that a seat has won, or that nobody has, and all others agree.
"""

from __future__ import annotations

from typing import Final

from everygame.contract import CHANCE, OVER, TRUTH, Json, State
from everygame.errors import IllegalMove, InvalidMove
from everygame.sandbox.actions import DEALS, PLACE_VERBS, STEPS, TABLE_VERBS, TableActions
from everygame.sandbox.definition import read_counter

PUBLIC: Final = ("stacks", "pool", "up", "seen", "turn", "value", "seat", "more", "pending")
PHASE: Final = ("mixing", "phase", "winner", "asked", "over")


class TableState(State):
    """One position. Each list has an entry for each token or for each place. An entry is replaced
    and never changed in place, so that copies of a state may share it. Saved matches contain the
    names of these attributes, because `to_json` uses them."""

    game: TableActions

    def __init__(self, game: TableActions) -> None:
        self.game = game
        setting = game.setting
        count = len(setting.pieces)
        self.stacks: list[tuple[int, ...]] = [() for _ in setting.places]
        """For each place: the tokens there, the lowest first."""
        self.piece = list(range(count))
        """For each token: its piece, or -1 while the piece is undecided."""
        self.pool = [-1] * count
        """For each token: the pool that its piece will be drawn from, or -1 where the piece is
        decided."""
        self.pools: list[tuple[int, ...]] = []
        """For each pool: its pieces, in ascending order."""
        self.up = [1] * count
        """For each token: 1 where it lies face up, otherwise 0."""
        self.seen = [game.everybody] * count
        """For each token: who knows its piece, as a bit for each seat and the highest bit for
        spectators."""
        self.turn = [0] * count
        """For each token: how often a player has turned it round."""
        self.value = [0] * count
        """For each token: the side of a die, or the number of a counter."""
        self.seat = 0
        self.more = False
        """True where the turn goes on after the next move."""
        self.pending: list[int] = []
        """The tokens that chance still has to decide, in this order."""
        self.mixing = -1
        """The place that is shuffled as soon as no token is pending; -1 for none."""
        self.phase = ""
        """ "finish" while the player to move says who has won; "agree" while the other players are
        asked whether they agree; otherwise empty."""
        self.winner = -1
        """The seat that has won according to that player; -1 for none."""
        self.asked: list[int] = []
        """The seats that still have to agree."""
        self.over = False

    # -- the present state

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
        return {**self.listed("piece", "pools", *PUBLIC, *PHASE), "pools": lists(self.pools)}

    def listed(self, *names: str) -> Json:
        """Return attributes by their names, with lists that nobody else has."""
        found = {name: getattr(self, name) for name in names}
        found |= {name: list(found[name]) for name in found if isinstance(found[name], list)}
        return {**found, "stacks": lists(self.stacks)}

    def observe(self, viewer: int | None) -> Json:
        if not self.game.hidden:
            return self.to_json()
        bit = 1 << (self.game.players if viewer is None else viewer)
        known = [
            p if p < 0 or s & bit else None for p, s in zip(self.piece, self.seen, strict=True)
        ]
        return {**self.listed(*PUBLIC, *PHASE), "piece": known}

    def disclose(self) -> Json:
        return {**self.observe(None), "piece": list(self.piece)}

    # -- legal actions

    def legal_actions(self) -> list[int]:
        who = self.to_play()
        if who == OVER:
            return []
        if who == CHANCE:
            return self.outcomes()
        if self.phase:
            return self.answers()
        acts = [*self.moves(who), *self.place_actions(who), *self.table_actions()]
        return [*acts, *self.deals(who)]

    def outcomes(self) -> list[int]:
        token = self.pending[0]
        sides = self.game.kind(token).sides
        return list(range(len(sides))) if sides else list(self.pools[self.pool[token]])

    def answers(self) -> list[int]:
        game = self.game
        if self.phase == "agree":
            return [game.table_action("agree"), game.table_action("back")]
        won = [game.won_action(seat) for seat in range(game.players)]
        return [game.table_action("nobody"), game.table_action("back"), *won]

    def moves(self, who: int) -> list[int]:
        """Return all moves of a piece from one place to another."""
        size = range(len(self.stacks))
        goals = [place for place in size if not self.game.setting.places[place].track]
        froms = [place for place in size if self.is_movable(place, who)]
        return [place * len(self.stacks) + to for place in froms for to in goals if to != place]

    def is_movable(self, place: int, who: int) -> bool:
        stack = self.stacks[place]
        hand = self.game.setting.places[place].hand
        return bool(stack) and hand in (-1, who) and self.game.kind(stack[-1]).counter is None

    def place_actions(self, who: int) -> list[int]:
        """Return all actions at a single place."""
        game = self.game
        found = [
            game.place_action(verb, place)
            for place, stack in enumerate(self.stacks)
            if game.setting.places[place].hand in (-1, who)
            for verb in self.verbs(place, stack)
        ]
        return sorted(found)

    def verbs(self, place: int, stack: tuple[int, ...]) -> list[int]:
        found = self.stack_verbs(stack) if stack else []
        return [*found, PLACE_VERBS.index("gather")] if self.can_gather(place, stack) else found

    def stack_verbs(self, stack: tuple[int, ...]) -> list[int]:
        """Return what can be done with a stack, in the order of PLACE_VERBS."""
        game, top = self.game, stack[-1]
        kind = game.kind(top)
        checks = (
            bool(game.setting.back[top]),
            bool(kind.degrees),
            self.is_deck(stack),
            False,
            self.can_deal(stack, 1),
            bool(kind.sides),
            kind.counter is not None and self.value[top] != kind.counter.get("start", 0),
            game.is_mixed(stack),
        )
        return [verb for verb, yes in enumerate(checks) if yes] + self.counts(top)

    def counts(self, token: int) -> list[int]:
        """Return the place verbs by which a counter may go up or down now."""
        counter = self.game.kind(token).counter
        if counter is None:
            return []
        least, _, most = read_counter(counter)
        found = []
        for number, step in enumerate(counter.get("steps", [1])):
            up, down = len(PLACE_VERBS) + number, len(PLACE_VERBS) + STEPS + number
            found += [up] * (self.value[token] + step <= most)
            found += [down] * (self.value[token] - step >= least)
        return found

    def is_deck(self, stack: tuple[int, ...]) -> bool:
        """Whether the tokens can be shuffled, because they all have the same back."""
        backs = {self.game.setting.back[token] for token in stack}
        return len(stack) > 1 and len(backs) == 1 and all(self.game.kind(t).deck for t in stack)

    def deals(self, who: int) -> list[int]:
        """Return the actions that deal several tokens to each seat."""
        game = self.game
        return [
            game.deal_action(number, place)
            for number, many in enumerate(DEALS)
            for place, stack in enumerate(self.stacks)
            if game.setting.places[place].hand in (-1, who) and self.can_deal(stack, many)
        ]

    def can_deal(self, stack: tuple[int, ...], many: int) -> bool:
        """Whether so many tokens of a stack can be dealt to each seat: the stack has them, and each
        hand has room for them."""
        game = self.game
        if len(stack) < many * game.players or not game.setting.back[stack[-1]]:
            return False
        return all(sum(not self.stacks[at] for at in hand) >= many for hand in game.hands)

    def free_place(self, places: tuple[int, ...]) -> int:
        """Return the first empty one of these places; -1 where none is empty."""
        return next((place for place in places if not self.stacks[place]), -1)

    def can_gather(self, place: int, stack: tuple[int, ...]) -> bool:
        home = self.game.homes.get(place, ())
        return not set(home) <= set(stack) and self.is_deck((*set(home) | set(stack),))

    def table_actions(self) -> list[int]:
        game = self.game
        several = game.players > 1
        may = {
            "end": several,
            "more": several and game.definition.turns == "move" and not self.more,
            "rollall": len(game.dice) > 1,
            "finish": True,
        }
        return [game.table_action(name) for name, yes in may.items() if yes]

    # -- what an action does

    def advance(self, action: int) -> None:
        game, size = self.game, len(self.stacks)
        if self.pending:
            self.decide(action)
        elif action < size * size:
            self.carry(*divmod(action, size))
        elif action < game.table_action("end"):
            verb, place = divmod(action - size * size, size)
            self.do_at_place(verb, place)
        elif action < game.deal_action(0, 0):
            self.do_at_table(action - game.table_action("end"))
        else:
            number, place = divmod(action - game.deal_action(0, 0), size)
            self.deal(place, DEALS[number])
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
        """Move the pieces at a place to the places for taken pieces."""
        boxes = self.game.setting.taken
        if boxes:
            free = self.free_place(boxes)
            box = boxes[-1] if free < 0 else free
            self.stacks[box] = (*self.stacks[box], *self.stacks[place])
            self.stacks[place] = ()

    def settle(self, token: int, hand: int, goal: int) -> None:
        """Turn a token up or down as its new place demands. `hand` is the seat from whose hand it
        comes, -1 for none."""
        place = self.game.setting.places[goal]
        self.up[token] = int(self.lies_up(token, hand, goal))
        if self.up[token]:
            self.show(token, self.game.everybody)
        elif place.hand >= 0:
            self.show(token, 1 << place.hand)

    def lies_up(self, token: int, hand: int, goal: int) -> bool:
        """Whether a token that comes from the hand of a seat lies face up at its new place."""
        place = self.game.setting.places[goal]
        if self.game.setting.back[token]:
            if place.face:
                return place.face == "up"
            if place.hand >= 0 or hand >= 0:
                return place.hand < 0
        return bool(self.up[token])

    def show(self, token: int, who: int) -> None:
        """Let the seats in the bit mask `who` see a token; where its piece is undecided, chance
        decides it next."""
        self.seen[token] |= who
        if self.pool[token] >= 0 and token not in self.pending:
            self.pending = [*self.pending, token]

    def do_at_place(self, verb: int, place: int) -> None:
        stack = self.stacks[place]
        name = PLACE_VERBS[verb] if verb < len(PLACE_VERBS) else ""
        if name == "gather":
            self.gather(place)
        elif name == "shuffle":
            self.shuffle(place)
        elif name == "deal":
            self.deal(place, 1)
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
            self.count(stack[-1], verb - len(PLACE_VERBS))
            self.walk(place)

    def count(self, token: int, number: int) -> None:
        counter = self.game.kind(token).counter or {}
        if number < 0:
            self.value[token] = counter.get("start", 0)
        else:
            step = counter.get("steps", [1])[number % STEPS]
            self.value[token] += step if number < STEPS else -step

    def walk(self, place: int) -> None:
        """Move a counter to the spot of its track with the counter's number, or back to its first
        place where the track has no such spot."""
        *rest, token = self.stacks[place]
        setting, track = self.game.setting, self.game.kind(token).track
        if track:
            home = setting.pieces[token].place
            goal = setting.index.get(f"{track}.{self.value[token]}", home)
            self.stacks[place] = tuple(rest)
            self.stacks[goal] = (*self.stacks[goal], token)

    def deal(self, place: int, many: int) -> None:
        """Deal so many tokens from the top to each hand, in rounds that begin with the player to
        move."""
        for seat in [self.seat, *self.game.after(self.seat)][: self.game.players] * many:
            token = self.stacks[place][-1]
            self.stacks[place] = self.stacks[place][:-1]
            goal = self.free_place(self.game.hands[seat])
            self.stacks[goal] = (token,)
            if self.game.setting.back[token]:  # a counter under a card has one side
                self.up[token] = 0
            self.settle(token, -1, goal)

    def gather(self, place: int) -> None:
        """Bring back all tokens of the deck that lay here at the start, and shuffle them."""
        home = set(self.game.homes[place])
        self.stacks = [tuple(t for t in stack if t not in home) for stack in self.stacks]
        self.stacks[place] = (*self.stacks[place], *sorted(home))
        self.shuffle(place)

    def shuffle(self, place: int) -> None:
        """Make all tokens of a stack undecided. Where tokens elsewhere share their pools, chance
        first decides the pieces of those tokens, unseen by everybody. The remaining pieces can then
        form one pool with the pieces of this stack."""
        inside = set(self.stacks[place])
        for token in inside:
            self.up[token] = self.turn[token] = self.seen[token] = 0
        pools = {self.pool[token] for token in inside}
        if pools != {-1} and len(pools) == 1:
            return  # they share one pool already
        outside = [t for t in range(len(self.pool)) if t not in inside]
        self.pending = [t for t in outside if self.pool[t] >= 0 and self.pool[t] in pools]
        self.mixing = place

    def mix(self) -> None:
        """Put the pieces of a stack into one new pool; no token elsewhere shares its pools any
        more."""
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

    def do_at_table(self, word: int) -> None:
        """Take an action at no place: end the turn, roll all dice, or take a step towards the end
        of the match."""
        name = TABLE_VERBS[word] if word < len(TABLE_VERBS) else "won"
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
            self.winner = word - len(TABLE_VERBS) if name == "won" else -1
            self.ask([seat for seat in self.game.after(self.seat) if seat != self.seat])

    def ask(self, seats: list[int]) -> None:
        """Ask these seats whether they agree; where no seat is left to ask, the match is over."""
        self.asked = seats
        self.phase = "agree" if seats else ""
        self.over = not seats

    def irrevocable(self, action: int) -> str:
        size = len(self.stacks)
        if self.pending:
            return ""
        if action < size * size:
            return self.effect_of_move(*divmod(action, size))
        word, _, at = self.game.text(action).partition(":")
        if word in ("roll", "rollall", "shuffle", "gather") or word.startswith("deal"):
            return "random"
        if word != "flip":
            return ""
        token = self.stacks[self.game.setting.index[at]][-1]
        return "" if self.up[token] else self.effect_of_showing(token, self.game.everybody)

    def effect_of_move(self, start: int, goal: int) -> str:
        """Say why a move of a piece cannot be taken back, as `irrevocable` does; return an empty
        text where it can."""
        token, setting = self.stacks[start][-1], self.game.setting
        there = setting.places[goal]
        if not setting.back[token] or (self.up[token] and not self.game.hidden):
            return ""
        if self.lies_up(token, setting.places[start].hand, goal):
            return self.effect_of_showing(token, self.game.everybody)
        return self.effect_of_showing(token, 1 << there.hand) if there.hand >= 0 else ""

    def effect_of_showing(self, token: int, who: int) -> str:
        """Say why it cannot be taken back that the seats in the bit mask `who` see a token; return
        an empty text where it can."""
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
