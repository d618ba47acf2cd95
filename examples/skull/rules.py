"""Skull: discs face down, a bid, and whoever bids must turn up flowers alone."""

from random import Random

from everygame.contract import CHANCE, OVER, TRUTH, Game, Json, State
from everygame.errors import BadPosition

DISCS, GOAL = 4, 2
LOST, HAND = -1, DISCS
"""Where a skull is that lies in no pile; in a pile it is how many discs lie below it."""
HIDDEN = "?"
FLOWER, SKULL, PASS, BID = 0, 1, 2, 2
KINDS = ("flower", "skull")
MOST = 6
TURN = BID + MOST * DISCS + 1
"""Actions: a disc is laid or lost by its kind, a bid of n is BID + n, seat s's top is TURN + s."""


class SkullState(State):
    def __init__(self, players: int) -> None:
        self.stage = "lay"
        """"lay" one disc each, then "bid" (or lay another), "turn" up, and "lose" a disc."""
        self.turn = 0
        self.discs = [DISCS] * players
        self.piles = [0] * players
        self.shown = [0] * players
        """How many discs of each pile are turned up, from its top."""
        self.skulls = [HAND] * players
        self.known = ["skull"] * players
        """What all know each seat to have: its "skull", only "flower"s, or "" for either."""
        self.points = [0] * players
        self.bid = 0
        self.bidder = 0
        self.passed = [0] * players

    def copy(self) -> "SkullState":
        other = SkullState(len(self.discs))
        other.stage, other.turn, other.bid, other.bidder = (
            self.stage,
            self.turn,
            self.bid,
            self.bidder,
        )
        other.discs, other.piles, other.shown = self.discs[:], self.piles[:], self.shown[:]
        other.skulls, other.known = self.skulls[:], self.known[:]
        other.points, other.passed = self.points[:], self.passed[:]
        return other

    # -- who decides, and what

    def winner(self) -> int:
        """The seat with points enough, or the only one that has a disc; −1 while there is none."""
        left = [seat for seat, discs in enumerate(self.discs) if discs]
        return self.points.index(GOAL) if GOAL in self.points else left[0] if len(left) == 1 else -1

    def to_play(self) -> int:
        if self.winner() >= 0:
            return OVER
        return CHANCE if self.stage == "lose" and not self.hit_own() else self.turn

    def hit_own(self) -> bool:
        """Whose own skull was turned up chooses what to lose; else it is drawn."""
        return self.is_turned(self.turn)

    def is_turned(self, seat: int) -> bool:
        return self.piles[seat] - self.shown[seat] <= self.skulls[seat] < self.piles[seat]

    def legal_actions(self) -> list[int]:
        who = self.turn
        if self.winner() >= 0:
            return []
        if self.stage == "lose":
            return self.kinds(self.discs[who], self.skulls[who] != LOST)
        if self.stage == "turn":
            return [TURN + seat for seat in range(len(self.discs)) if self.may_turn(seat)]
        laid = self.kinds(self.discs[who] - self.piles[who], self.skulls[who] == HAND)
        if self.stage == "lay":
            return laid
        bids = [BID + number for number in range(self.bid + 1, sum(self.piles) + 1)]
        return [PASS, *bids] if self.bid else [*laid, *bids]

    def kinds(self, discs: int, skull: bool) -> list[int]:
        """Of so many discs, one of which is the skull or not."""
        return [FLOWER] * (discs > skull) + [SKULL] * skull

    def may_turn(self, seat: int) -> bool:
        return seat != self.turn and self.shown[seat] < self.piles[seat]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Which of the discs of the seat is lost."""
        discs, skull = self.discs[self.turn], self.skulls[self.turn] != LOST
        shares = {FLOWER: (discs - skull) / discs, SKULL: skull / discs}
        return [(kind, shares[kind]) for kind in self.legal_actions()]

    # -- what happens

    def advance(self, action: int) -> None:
        if self.stage == "lose":
            self.lose(action)
        elif self.stage == "turn":
            self.turn_up(action - TURN)
        elif action < PASS:
            self.lay(action)
        else:
            self.say(action - BID)

    def lay(self, kind: int) -> None:
        if kind == SKULL:
            self.skulls[self.turn] = self.piles[self.turn]
        self.piles[self.turn] += 1
        self.turn = self.after(self.turn)
        if self.stage == "lay" and self.piles[self.turn]:
            self.stage = "bid"

    def after(self, seat: int) -> int:
        """The next to the left who has discs and has not passed."""
        seats = [(seat + n) % len(self.discs) for n in range(1, len(self.discs) + 1)]
        return next(one for one in seats if self.discs[one] and not self.passed[one])

    def say(self, number: int) -> None:
        """A bid, or 0 to pass; who is alone with his bid, or bids all there are, turns them up."""
        if number:
            self.bid, self.bidder = number, self.turn
        else:
            self.passed[self.turn] = 1
        self.turn = self.after(self.turn)
        if self.turn == self.bidder or self.bid == sum(self.piles):
            self.turn, self.stage = self.bidder, "turn"
            while self.stage == "turn" and self.shown[self.turn] < self.piles[self.turn]:
                self.turn_up(self.turn)

    def turn_up(self, seat: int) -> None:
        """The top disc of a pile."""
        self.shown[seat] += 1
        if self.is_turned(seat):
            self.known[seat], self.stage = "skull", "lose"
        elif self.shown[seat] == self.discs[seat]:
            self.known[seat] = "flower"
        if self.stage == "turn" and sum(self.shown) == self.bid:
            self.points[self.turn] += 1
            self.begin(self.turn)

    def lose(self, kind: int) -> None:
        """One disc less, and nobody else knows which."""
        who = self.turn
        hit = next(seat for seat in range(len(self.discs)) if self.is_turned(seat))
        self.discs[who] -= 1
        if kind == SKULL:
            self.skulls[who] = LOST
        if self.known[who] == "skull" or not self.discs[who]:
            self.known[who] = "" if self.discs[who] else "flower"
        self.begin(who if self.discs[who] else hit)

    def begin(self, seat: int) -> None:
        """All take their discs back; a seat begins, or the next one that has any."""
        everybody = range(len(self.discs))
        self.skulls = [LOST if skull == LOST else HAND for skull in self.skulls]
        self.piles, self.shown, self.passed = ([0 for _ in everybody] for _ in range(3))
        self.stage, self.bid, self.bidder = "lay", 0, 0
        self.turn = seat if self.discs[seat] else self.after(seat)

    def returns(self) -> list[float]:
        players, winner = len(self.discs), self.winner()
        if winner < 0:
            return [0.0] * players
        return [1.0 if seat == winner else -1 / (players - 1) for seat in range(players)]

    def ending(self) -> str:
        if self.winner() < 0:
            return ""
        return "two bids won" if GOAL in self.points else "the others have no disc"

    # -- words, and who may know what

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if self.stage == "turn":
            return f"turn{action - TURN + 1}"
        if self.stage != "lose" and action >= PASS:
            return f"bid{action - BID}" if action > PASS else "pass"
        kind = KINDS[action] if viewer in (TRUTH, self.turn) else HIDDEN
        return f"lose-{kind}" if self.stage == "lose" else kind

    def irrevocable(self, action: int) -> str:
        """A bid or a pass after which the bidder turns up the own discs reveals them."""
        after = self.apply(action)
        turns_up = self.stage == "turn" or after.stage in ("turn", "lose")
        return "reveals" if turns_up or after.points != self.points else ""

    def to_json(self) -> Json:
        return {
            "stage": self.stage,
            "turn": self.turn,
            "discs": self.discs,
            "piles": self.piles,
            "shown": self.shown,
            "skulls": self.skulls,
            "known": self.known,
            "points": self.points,
            "bid": self.bid,
            "bidder": self.bidder,
            "passed": self.passed,
        }

    def observe(self, viewer: int | None) -> Json:
        skulls = [self.seen(seat, viewer) for seat in range(len(self.discs))]
        return {**self.to_json(), "skulls": skulls}

    def seen(self, seat: int, viewer: int | None) -> int | str:
        """Where a viewer knows the skull of a seat to be."""
        if seat == viewer or self.is_turned(seat) or self.known[seat] == "flower":
            return self.skulls[seat]
        return HIDDEN

    def disclose(self) -> Json:
        return self.to_json()


class Skull(Game):
    name = "skull"
    seats = (4, 3, 5, 6)
    num_actions = TURN + MOST
    num_outcomes = len(KINDS)
    hidden = True
    chance = True

    def initial_state(self) -> State:
        return SkullState(self.players)

    def from_json(self, data: Json) -> State:
        many, state = self.players, SkullState(self.players)
        state.stage = self.read_text(data, "stage", "lay|bid|turn|lose")
        state.turn = self.read_number(data, "turn", 0, many - 1)
        state.discs = self.read_numbers(data, "discs", many, 0, DISCS)
        state.piles = self.read_numbers(data, "piles", many, 0, DISCS)
        state.shown = self.read_numbers(data, "shown", many, 0, DISCS)
        state.skulls = self.read_numbers(data, "skulls", many, LOST, HAND)
        state.known = self.read_texts(data, "known", many, "(skull|flower)?")
        state.points = self.read_numbers(data, "points", many, 0, GOAL)
        state.bid = self.read_number(data, "bid", 0, many * DISCS)
        state.bidder = self.read_number(data, "bidder", 0, many - 1)
        state.passed = self.read_numbers(data, "passed", many, 0, 1)
        for discs, pile, shown in zip(state.discs, state.piles, state.shown, strict=True):
            if not shown <= pile <= discs:
                raise BadPosition("More discs lie or are turned up than there are.")
        return state

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        """A skull is at each place where it may be as likely as at any other."""
        skulls = [
            rng.choice(places(observation, one)) if skull == HIDDEN else skull
            for one, skull in enumerate(observation["skulls"])
        ]
        return self.from_json({**observation, "skulls": skulls})


def places(seen: Json, seat: int) -> list[int]:
    """Where a skull may be that nobody sees: under what is turned up, in the hand, or lost."""
    discs, pile, known = seen["discs"][seat], seen["piles"][seat], seen["known"][seat]
    lost = 0 if known == "skull" else DISCS - discs
    return [*range(pile - seen["shown"][seat]), *[HAND] * (discs - pile), *[LOST] * lost]


GAME = Skull
