"""Oh Hell: say how many tricks you will take, and take just as many."""

from random import Random

from everygame.cards import (
    FRENCH,
    complete,
    conceal,
    following,
    lacks_after,
    places,
    receiver,
    taker,
    totals,
    undealt,
)
from everygame.contract import CHANCE, OVER, TRUTH, Choice, Game, Json, Option, State
from everygame.errors import BadPosition

MOST = 10
"""Cards that each gets at most."""
BID = len(FRENCH)
"""Actions from here are bids: BID + tricks."""
OPEN = -1
"""A seat has not bid yet; no card is turned up yet."""


class OhHellState(State):
    def __init__(self, players: int, cards: int) -> None:
        self.dealer = players - 1
        self.sheet: list[list[int]] = []
        """A row for each deal that is over: what each seat got."""
        self.last: list[int] = []
        """The trick before, for people who have looked away."""
        self.led = 0
        """Who led it."""
        self.begin_deal(players, cards)

    def begin_deal(self, players: int, cards: int) -> None:
        self.size = cards
        """Cards of each in this deal; the next one has one less."""
        self.hands: list[list[int]] = [[] for _ in range(players)]
        """Each is replaced, never changed, so that states can share it."""
        self.turned = OPEN
        """The card whose suit is trump."""
        self.bids = [OPEN] * players
        self.won = [0] * players
        self.lead = (self.dealer + 1) % players
        self.trick: list[int] = []
        self.laid: list[int] = []
        """All cards that have been played in this deal."""
        self.lacks = [""] * players
        """Suits of which everybody knows that a seat has none."""

    def players(self) -> int:
        return len(self.hands)

    def to_play(self) -> int:
        if not self.size:
            return OVER
        if self.turned == OPEN:
            return CHANCE
        if OPEN in self.bids:
            return self.bidder()
        return (self.lead + len(self.trick)) % self.players()

    def bidder(self) -> int:
        """Whoever sits after the dealer bids first, the dealer last."""
        order = [(self.dealer + 1 + n) % self.players() for n in range(self.players())]
        return next(seat for seat in order if self.bids[seat] == OPEN)

    def legal_actions(self) -> list[int]:
        who = self.to_play()
        if who == OVER:
            return []
        if who == CHANCE:
            return undealt(FRENCH, *self.hands)
        if OPEN in self.bids:
            return [BID + tricks for tricks in range(self.size + 1) if tricks != self.barred()]
        return following(FRENCH, self.hands[who], self.trick)

    def barred(self) -> int:
        """The bid that the dealer may not make: not all may come out right."""
        last = self.bids.count(OPEN) == 1
        return self.size - sum(bid for bid in self.bids if bid != OPEN) if last else OPEN

    def advance(self, action: int) -> None:
        who = self.to_play()
        if who == CHANCE:
            self.deal(action)
        elif action >= BID:
            self.bids[who] = action - BID
        else:
            self.play_card(who, action)

    def deal(self, card: int) -> None:
        sizes = [self.size] * self.players()
        seat = receiver(self.hands, sizes, (self.dealer + 1) % self.players())
        if seat < 0:
            self.turned = card
        else:
            self.hands[seat] = sorted([*self.hands[seat], card])

    def play_card(self, who: int, card: int) -> None:
        self.lacks = lacks_after(FRENCH, self.lacks, who, self.trick, card)
        self.hands[who] = [other for other in self.hands[who] if other != card]
        self.trick.append(card)
        self.laid.append(card)
        if len(self.trick) == self.players():
            self.take_trick()

    def take_trick(self) -> None:
        place = taker(FRENCH, self.trick, FRENCH.suit(self.turned))
        self.led, self.last, self.trick = self.lead, self.trick, []
        self.lead = (self.lead + place) % self.players()
        self.won[self.lead] += 1
        if not any(self.hands):
            self.score()

    def score(self) -> None:
        """Ten and a point for each trick, for those who took what they bid; then the next deal."""
        pairs = zip(self.bids, self.won, strict=True)
        self.sheet.append([10 + bid if bid == won else 0 for bid, won in pairs])
        self.dealer = (self.dealer + 1) % self.players()
        self.begin_deal(self.players(), self.size - 1)

    def returns(self) -> list[float]:
        if self.size:
            return [0.0] * self.players()
        return places(totals(self.sheet, self.players()))

    def ending(self) -> str:
        return "" if self.size else "last deal"

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if action >= BID:
            return f"bid{action - BID}"
        if self.turned != OPEN:
            return FRENCH.names[action]
        seat = receiver(self.hands, [self.size] * self.players(), self.lead)
        return f"d{FRENCH.names[action]}" if viewer in (TRUTH, seat) or seat < 0 else "d?"

    def to_json(self) -> Json:
        return {**self.open_part(), "hands": [FRENCH.write(hand) for hand in self.hands]}

    def open_part(self) -> Json:
        """What everybody sees."""
        return {
            "size": self.size,
            "dealer": self.dealer,
            "turned": "" if self.turned == OPEN else FRENCH.names[self.turned],
            "bids": list(self.bids),
            "won": list(self.won),
            "lead": self.lead,
            "trick": FRENCH.write(self.trick),
            "last": FRENCH.write(self.last),
            "led": self.led,
            "laid": FRENCH.write(self.laid),
            "lacks": list(self.lacks),
            "sheet": [list(row) for row in self.sheet],
        }

    def observe(self, viewer: int | None) -> Json:
        hands = [
            FRENCH.write(hand) if seat == viewer else conceal(FRENCH, hand)
            for seat, hand in enumerate(self.hands)
        ]
        return {**self.open_part(), "hands": hands}

    def disclose(self) -> Json:
        return self.to_json()


class OhHell(Game):
    name = "ohhell"
    num_actions = BID + MOST + 1
    num_outcomes = len(FRENCH)
    hidden = True
    chance = True
    seats = (4, 3, 5)
    options = (
        Option(
            "cards",
            "7",
            "First deal",
            "Every deal has a card less than the one before.",
            choices=tuple(Choice(n, f"{n} cards each") for n in ("3", "5", "7", "10")),
        ),
    )

    def initial_state(self) -> State:
        return OhHellState(self.players, int(self.values["cards"]))

    def from_json(self, data: Json) -> State:
        size = self.read_number(data, "size", 0, int(self.values["cards"]))
        state = OhHellState(self.players, size)
        state.dealer = self.read_number(data, "dealer", 0, self.players - 1)
        state.lead = self.read_number(data, "lead", 0, self.players - 1)
        state.led = self.read_number(data, "led", 0, self.players - 1)
        state.bids = self.read_numbers(data, "bids", self.players, OPEN, size)
        state.won = self.read_numbers(data, "won", self.players, 0, size)
        hands = self.read_texts(data, "hands", self.players, ".*")
        state.hands = [sorted(FRENCH.read(text)) for text in hands]
        state.lacks = self.read_texts(data, "lacks", self.players, "c?d?s?h?|[cdsh]{2,4}")
        cards = [FRENCH.read(self.read_text(data, key, ".*")) for key in ("trick", "last", "laid")]
        state.trick, state.last, state.laid = cards
        turned = FRENCH.read(self.read_text(data, "turned", r"\S*"))
        state.turned = turned[0] if turned else OPEN
        state.sheet = [
            self.read_numbers({"row": row}, "row", self.players, 0, 10 + MOST)
            for row in self.read_list(data, "sheet", int(self.values["cards"]) - size)
        ]
        self.check(state)
        return state

    def check(self, state: OhHellState) -> None:
        """Raises BadPosition for what no match comes to."""
        cards = [*state.laid, *(card for hand in state.hands for card in hand)]
        cards += [] if state.turned == OPEN else [state.turned]
        if len(set(cards)) < len(cards):
            raise BadPosition("A card is there twice.")
        tricks, rest = divmod(len(state.laid), self.players)
        if sum(state.won) != tricks or state.laid[len(state.laid) - rest :] != state.trick:
            raise BadPosition("The tricks do not suit the cards that have been played.")
        if state.turned == OPEN and (state.laid or set(state.bids) != {OPEN}):
            raise BadPosition("Nobody bids or plays before a card is turned up.")
        if OPEN in state.bids and state.laid:
            raise BadPosition("Nobody plays before all have bid.")
        order = [(state.dealer + 1 + n) % self.players for n in range(self.players)]
        bidden = [state.bids[seat] != OPEN for seat in order]
        if bidden != sorted(bidden, reverse=True) or (
            all(bidden) and sum(state.bids) == state.size > 0
        ):
            raise BadPosition("These bids cannot have been made one after the other.")
        sizes = [len(state.hands[seat]) for seat in order]
        if state.turned == OPEN:
            given = sum(sizes)
            wanted = [given // len(sizes) + (n < given % len(sizes)) for n in range(len(sizes))]
            if sizes != wanted or given > state.size * len(sizes):
                raise BadPosition("Cards are dealt one by one, from the seat after the dealer on.")
            return
        played = [(seat - state.lead) % self.players < rest for seat in order]
        if sizes != [state.size - tricks - one for one in played]:
            raise BadPosition("The hands do not have as many cards as they must have.")

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        """Every deal of the unseen cards in which nobody has a suit that he did not follow."""
        gone = FRENCH.read(f"{observation['laid']} {observation['turned']}")
        hands = complete(FRENCH, observation["hands"], rng, gone, observation["lacks"])
        return self.from_json({**observation, "hands": [FRENCH.write(hand) for hand in hands]})


GAME = OhHell
