"""Whist: two against two, thirteen tricks; partners do not see each other's cards."""

from random import Random

from everygame.cards import (
    FRENCH,
    complete,
    conceal,
    following,
    lacks_after,
    receiver,
    taker,
    undealt,
)
from everygame.contract import CHANCE, OVER, TRUTH, Game, Json, State
from everygame.errors import BadPosition

SEATS, CARDS, BOOK = 4, 13, 6
"""A side scores for each trick above the book."""
DEALER = SEATS - 1
NOTHING = -1


class WhistState(State):
    def __init__(self) -> None:
        self.hands: list[list[int]] = [[] for _ in range(SEATS)]
        """Each is replaced, never changed, so that states can share it."""
        self.turned = NOTHING
        """The last card that was dealt; its suit is trump."""
        self.lead = 0
        self.trick: list[int] = []
        self.last: list[int] = []
        """The trick before, for people who have looked away."""
        self.led = 0
        """Who led it."""
        self.laid: list[int] = []
        """All cards that have been played."""
        self.lacks = [""] * SEATS
        """Suits of which everybody knows that a seat has none."""
        self.won = [0, 0]
        """The tricks of each side."""

    def dealt_to(self) -> int:
        return receiver(self.hands, [CARDS] * SEATS)

    def to_play(self) -> int:
        if sum(self.won) == CARDS:
            return OVER
        if self.turned == NOTHING:
            return CHANCE
        return (self.lead + len(self.trick)) % SEATS

    def legal_actions(self) -> list[int]:
        who = self.to_play()
        if who == OVER:
            return []
        if who == CHANCE:
            return undealt(FRENCH, *self.hands)
        return following(FRENCH, self.hands[who], self.trick)

    def advance(self, action: int) -> None:
        if self.turned != NOTHING:
            self.play_card(self.to_play(), action)
            return
        seat = self.dealt_to()
        self.hands[seat] = sorted([*self.hands[seat], action])
        if self.dealt_to() < 0:
            self.turned = action

    def play_card(self, who: int, card: int) -> None:
        self.lacks = lacks_after(FRENCH, self.lacks, who, self.trick, card)
        self.hands[who] = [other for other in self.hands[who] if other != card]
        self.trick.append(card)
        self.laid.append(card)
        if len(self.trick) == SEATS:
            place = taker(FRENCH, self.trick, FRENCH.suit(self.turned))
            self.led, self.last, self.trick = self.lead, self.trick, []
            self.lead = (self.lead + place) % SEATS
            self.won[self.lead % 2] += 1

    def returns(self) -> list[float]:
        """Both of a side get the same: a seventh for each trick above six."""
        if self.to_play() != OVER:
            return [0.0] * SEATS
        above = max(self.won) - BOOK
        points = [above if won == max(self.won) else -above for won in self.won]
        return [points[seat % 2] / (CARDS - BOOK) for seat in range(SEATS)]

    def ending(self) -> str:
        return "last trick" if self.to_play() == OVER else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if self.turned != NOTHING:
            return FRENCH.names[action]
        last = sum(map(len, self.hands)) == SEATS * CARDS - 1
        seen = last or viewer in (TRUTH, self.dealt_to())
        return f"d{FRENCH.names[action]}" if seen else "d?"

    def to_json(self) -> Json:
        return {**self.open_part(), "hands": [FRENCH.write(hand) for hand in self.hands]}

    def open_part(self) -> Json:
        """What everybody sees."""
        return {
            "turned": "" if self.turned == NOTHING else FRENCH.names[self.turned],
            "lead": self.lead,
            "trick": FRENCH.write(self.trick),
            "last": FRENCH.write(self.last),
            "led": self.led,
            "laid": FRENCH.write(self.laid),
            "lacks": list(self.lacks),
            "won": list(self.won),
        }

    def observe(self, viewer: int | None) -> Json:
        """One's own hand, not the partner's, and the card that was turned up."""
        hands = [
            FRENCH.write(hand)
            if seat == viewer
            else conceal(FRENCH, hand, [card for card in hand if card == self.turned])
            for seat, hand in enumerate(self.hands)
        ]
        return {**self.open_part(), "hands": hands}

    def disclose(self) -> Json:
        return self.to_json()


class Whist(Game):
    name = "whist"
    seats = (SEATS,)
    sides = (0, 1, 0, 1)
    num_actions = len(FRENCH)
    num_outcomes = len(FRENCH)
    longest = 2 * len(FRENCH)
    hidden = True
    chance = True

    def initial_state(self) -> State:
        return WhistState()

    def from_json(self, data: Json) -> State:
        state = WhistState()
        hands = self.read_texts(data, "hands", SEATS, ".*")
        state.hands = [sorted(FRENCH.read(text)) for text in hands]
        turned = FRENCH.read(self.read_text(data, "turned", r"\S*"))
        state.turned = turned[0] if turned else NOTHING
        state.lead = self.read_number(data, "lead", 0, DEALER)
        state.led = self.read_number(data, "led", 0, DEALER)
        cards = [FRENCH.read(self.read_text(data, key, ".*")) for key in ("trick", "last", "laid")]
        state.trick, state.last, state.laid = cards
        state.lacks = self.read_texts(data, "lacks", SEATS, "c?d?s?h?|[cdsh]{2,4}")
        state.won = self.read_numbers(data, "won", 2, 0, CARDS)
        self.check(state)
        return state

    def check(self, state: WhistState) -> None:
        """Refuse what no deal leads to. Raises BadPosition."""
        sizes, tricks = [len(hand) for hand in state.hands], sum(state.won)
        known = [card for hand in state.hands for card in hand] + state.laid
        if len(known) != len(set(known)):
            raise BadPosition("A card of this position is there twice.")
        if len(state.laid) != SEATS * tricks + len(state.trick) or len(state.trick) >= SEATS:
            raise BadPosition("As many cards must have been played as are in the tricks.")
        if state.turned == NOTHING:
            given = sum(sizes)
            if state.laid or sizes != [(given + DEALER - seat) // SEATS for seat in range(SEATS)]:
                raise BadPosition("Cards are dealt one by one, from South on.")
            return
        gone = [(seat - state.lead) % SEATS < len(state.trick) for seat in range(SEATS)]
        if sizes != [CARDS - tricks - one for one in gone]:
            raise BadPosition("The hands do not have as many cards as they must have.")

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        """Every deal of the unseen cards in which nobody has a suit that he did not follow."""
        gone = FRENCH.read(observation["laid"])
        hands = complete(FRENCH, observation["hands"], rng, gone, observation["lacks"])
        return self.from_json({**observation, "hands": [FRENCH.write(hand) for hand in hands]})


GAME = Whist
