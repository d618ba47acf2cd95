"""Crazy Eights: lay a card of the suit or the rank on top of the pile; eights are wild; who has no
card left wins.

The stock has no order: a card is chosen at random among the cards that are neither in a hand nor
laid when it is drawn. A player may draw even with a card that could be laid, so drawing reveals
nothing."""

from __future__ import annotations

from random import Random
from typing import Final

from everygame.contract import CHANCE, OVER, TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadPosition
from everygame.games.crazyeights.cards import DECK, NAMES, SUITS, is_eight, read, write

NAMED: Final = DECK
"""Actions from here on lay an eight: NAMED + suit of the eight * 4 + the suit that it names."""
DRAW: Final = NAMED + 16
"""The action that draws a card."""
PASS: Final = DRAW + 1
"""The action that passes."""
DEALT: Final = {2: 7, 3: 5, 4: 5}
"""The number of cards that each seat is dealt, by the number of seats."""
LONGEST: Final = 500
"""The match is a draw after this many plies of players."""
NO_SUIT: Final = -1
"""The suit to follow before a card is laid."""


class CrazyEightsState(State):
    """The hands, the pile, and what the seat to play has done in its turn so far."""

    def __init__(self, players: int) -> None:
        self.hands: list[list[int]] = [[] for _ in range(players)]
        """The cards of each seat. A hand is replaced, never changed, so that states can share
        it."""
        self.laid: list[int] = []
        """The pile from the bottom; the last card lies on top."""
        self.suit = NO_SUIT
        """The suit that must be followed: the suit of the card on top, or the one that an eight has
        named."""
        self.turn = 0
        self.drawing = False
        self.drawn = False
        """Whether the seat to play has drawn a card in this turn."""
        self.passes = 0
        """How many of the last plies were passes, one after another."""
        self.plies = 0

    def stock(self) -> list[int]:
        """Return the cards that are neither in a hand nor laid."""
        gone = {card for hand in self.hands for card in hand}.union(self.laid)
        return [card for card in range(DECK) if card not in gone]

    def dealt(self) -> int:
        """Return the number of cards that each seat is dealt."""
        return DEALT[len(self.hands)]

    def receiver(self) -> int:
        """Return the seat that is dealt the next card, or -1 when all have their cards."""
        fewest = min(len(hand) for hand in self.hands)
        if self.laid or fewest >= self.dealt():
            return -1
        return next(seat for seat, hand in enumerate(self.hands) if len(hand) == fewest)

    def to_play(self) -> int:
        if self.ending():
            return OVER
        return CHANCE if self.drawing or not self.laid else self.turn

    def legal_actions(self) -> list[int]:
        who = self.to_play()
        if who == OVER:
            return []
        if who == CHANCE:
            return self.stock()
        actions = [action for card in self.hands[self.turn] for action in self.ways(card)]
        can_draw = not self.drawn and self.stock()
        return sorted([*actions, DRAW if can_draw else PASS])

    def ways(self, card: int) -> list[int]:
        """Return the actions that lay a card now; none if it cannot be laid."""
        if is_eight(card):
            return [NAMED + card % 4 * 4 + suit for suit in range(4)]
        return [card] if card % 4 == self.suit or card // 4 == self.laid[-1] // 4 else []

    def advance(self, action: int) -> None:
        if self.to_play() == CHANCE:
            return self.take(action)
        self.plies += 1
        self.passes = self.passes + 1 if action == PASS else 0
        if action == DRAW:
            self.drawing = self.drawn = True
        elif action == PASS:
            self.end_turn()
        else:
            self.lay(action)

    def take(self, card: int) -> None:
        """Move a card from the stock to the seat that draws or is dealt, or onto the table."""
        receiver = self.turn if self.drawing else self.receiver()
        self.drawing = False
        if receiver < 0:
            self.laid, self.suit = [card], card % 4
        else:
            self.hands[receiver] = sorted([*self.hands[receiver], card])

    def lay(self, action: int) -> None:
        """Lay a card by an action, and end the turn unless the hand is empty."""
        card = action if action < NAMED else EIGHTS[(action - NAMED) // 4]
        self.suit = card % 4 if action < NAMED else (action - NAMED) % 4
        self.hands[self.turn] = [other for other in self.hands[self.turn] if other != card]
        self.laid = [*self.laid, card]
        if self.hands[self.turn]:
            self.end_turn()

    def end_turn(self) -> None:
        self.turn = (self.turn + 1) % len(self.hands)
        self.drawn = False

    def returns(self) -> list[float]:
        if self.ending() in ("", "long match"):
            return [0.0] * len(self.hands)
        fewest = min(len(hand) for hand in self.hands)
        won = [len(hand) == fewest for hand in self.hands]
        others, share = len(won) - 1, (len(won) - sum(won)) / sum(won)
        return [share / others if best else -1 / others for best in won]

    def ending(self) -> str:
        if self.laid and not all(self.hands):
            return "empty hand"
        if self.passes >= len(self.hands) and not self.stock():
            return "blocked"
        return "long match" if self.plies >= LONGEST and not self.drawing else ""

    def irrevocable(self, action: int) -> str:
        return "random" if action == DRAW and self.to_play() != CHANCE else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if self.to_play() == CHANCE:
            receiver = self.turn if self.drawing else self.receiver()
            return f"d{NAMES[action]}" if viewer in (TRUTH, receiver) or receiver < 0 else "d?"
        if action >= DRAW:
            return "draw" if action == DRAW else "pass"
        if action < NAMED:
            return NAMES[action]
        suit = action - NAMED
        return f"{NAMES[EIGHTS[suit // 4]]}={SUITS[suit % 4]}"

    def to_json(self) -> Json:
        return {**self.open_part(), "hands": [write(hand) for hand in self.hands]}

    def open_part(self) -> Json:
        """Return the part of the state that everybody sees."""
        return {
            "laid": " ".join(NAMES[card] for card in self.laid),
            "suit": "" if self.suit == NO_SUIT else SUITS[self.suit],
            "turn": self.turn,
            "drawing": self.drawing,
            "drawn": self.drawn,
            "passes": self.passes,
            "plies": self.plies,
        }

    def observe(self, viewer: int | None) -> Json:
        """Return the observation of a viewer: the cards of the viewer's own hand, and only the
        number of cards in the other hands, also after the match."""
        hands = [
            write(hand) if seat == viewer else "? " * len(hand)
            for seat, hand in enumerate(self.hands)
        ]
        return {**self.open_part(), "hands": [hand.strip() for hand in hands]}

    def disclose(self) -> Json:
        return self.to_json()


EIGHTS: Final = tuple(card for card in range(DECK) if is_eight(card))


class CrazyEights(Game):
    """Crazy Eights for two, three or four players, without options."""

    name = "crazyeights"
    seats = (2, 3, 4)
    num_actions = PASS + 1
    num_outcomes = 52
    longest = LONGEST + 52  # each card is drawn once
    hidden = True
    chance = True

    def initial_state(self) -> State:
        return CrazyEightsState(self.players)

    def from_json(self, data: AnyJson) -> State:
        state = CrazyEightsState(self.players)
        hands = self.read_texts(data, "hands", self.players, ".*")
        state.hands = [sorted(read(hand)) for hand in hands]
        state.laid = read(self.read_text(data, "laid", ".*"))
        suit = self.read_text(data, "suit", f"[{SUITS}]?")
        state.suit = SUITS.index(suit) if suit else NO_SUIT
        state.turn = self.read_number(data, "turn", 0, self.players - 1)
        state.plies = self.read_number(data, "plies", 0, LONGEST)
        state.passes = self.read_number(data, "passes", 0, self.players)
        state.drawing = self.read_truth(data, "drawing")
        state.drawn = self.read_truth(data, "drawn")
        self.check(state)
        return state

    def check(self, state: CrazyEightsState) -> None:
        """Check that a match can reach the state. Raises BadPosition."""
        cards = [*state.laid, *(card for hand in state.hands for card in hand)]
        if len(set(cards)) < len(cards):
            raise BadPosition("A card is there twice.")
        sizes = [len(hand) for hand in state.hands]
        if not state.laid and (max(sizes) > state.dealt() or sizes != deal(sum(sizes), len(sizes))):
            raise BadPosition("Cards are dealt one by one, from the first seat on.")
        if sizes.count(0) > 1 and state.laid:
            raise BadPosition("Two hands are empty.")
        if (state.suit == NO_SUIT) != (not state.laid):
            raise BadPosition("A suit is to be followed as soon as a card is laid, and not before.")
        if state.laid and not is_eight(state.laid[-1]) and state.suit != state.laid[-1] % 4:
            raise BadPosition("The suit is that of the card on top, unless it is an eight.")
        if state.passes == self.players and state.stock():
            raise BadPosition("Nobody is blocked while there is a stock.")
        if state.drawing and not (state.stock() and state.drawn and state.laid):
            raise BadPosition("Nobody can be drawing a card here.")

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        """Draw a state that fits the observation: each card that the seat does not see may be in
        any other hand or in the stock."""
        known = read(observation["laid"]) + read(observation["hands"][seat])
        unseen = [card for card in range(DECK) if card not in known]
        rng.shuffle(unseen)
        hands = [
            hand if "?" not in hand else write([unseen.pop() for _ in hand.split()])
            for hand in observation["hands"]
        ]
        return self.from_json({**observation, "hands": hands})


def deal(cards: int, players: int) -> list[int]:
    """Return the number of cards of each seat after this many cards have been dealt."""
    return [cards // players + (seat < cards % players) for seat in range(players)]


GAME = CrazyEights
