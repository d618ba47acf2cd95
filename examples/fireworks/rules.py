"""Fireworks: two to five lay cards in order together, and nobody sees their own hand."""

from random import Random

from everygame.cards import deal_out, receiver
from everygame.contract import CHANCE, OVER, TRUTH, Game, Json, State
from everygame.errors import BadPosition

COLOURS = ("red", "yellow", "green", "blue", "purple")
COPIES = (3, 2, 2, 2, 1)
"""How many cards there are of each number, in each colour."""
RANKS = len(COPIES)
KINDS = len(COLOURS) * RANKS
"""A card is colour · RANKS + number − 1."""
HINTS, FUSES, MOST = 8, 3, 5
HIDDEN = "?"
PLAY, DROP, TELL = 0, MOST, 2 * MOST
"""Actions: PLAY + place, DROP + place, TELL + seat · TOLD + colour, or 5 + number − 1."""
TOLD = len(COLOURS) + RANKS
ANY = (1 << TOLD) - 1
"""What a card may be before anything was told: a bit for each colour and each number."""


def write(card: int) -> str:
    return f"{COLOURS[card // RANKS][0]}{card % RANKS + 1}"


NAMES = {write(card): card for card in range(KINDS)}


def bits(card: int) -> int:
    """The bits of a card's colour and of its number."""
    return 1 << card // RANKS | 1 << len(COLOURS) + card % RANKS


class FireworksState(State):
    def __init__(self, players: int) -> None:
        self.hands: list[list[int]] = [[] for _ in range(players)]
        """Each is replaced, never changed, so that states can share it; the oldest card first."""
        self.known: list[list[int]] = [[] for _ in range(players)]
        """For each card in a hand: the bits of what it may be by all that was told."""
        self.heights = [0] * len(COLOURS)
        self.gone: list[int] = []
        self.hints = HINTS
        self.burnt = 0
        self.turn = 0
        self.left = players
        """The turns that are left once the last card is drawn."""
        self.place = 0
        """From which place of a hand the last card was laid, from 1; everybody saw it."""

    def players(self) -> int:
        return len(self.hands)

    def sizes(self) -> list[int]:
        return [5 if self.players() < 4 else 4] * self.players()

    def remaining(self) -> list[int]:
        """How many cards of each kind are still to be drawn."""
        counts = [COPIES[card % RANKS] for card in range(KINDS)]
        played = (c * RANKS + n for c, height in enumerate(self.heights) for n in range(height))
        for card in (*played, *self.gone, *(card for hand in self.hands for card in hand)):
            counts[card] -= 1
        return counts

    def undrawn(self) -> int:
        used = sum(self.heights) + len(self.gone) + sum(map(len, self.hands))
        return len(COLOURS) * sum(COPIES) - used

    def drawer(self) -> int:
        """Who gets the next card; −1 where nobody does."""
        return receiver(self.hands, self.sizes()) if self.undrawn() else -1

    def to_play(self) -> int:
        if self.burnt == FUSES or sum(self.heights) == KINDS or self.left == 0:
            return OVER
        return CHANCE if self.drawer() >= 0 else self.turn

    def legal_actions(self) -> list[int]:
        who = self.to_play()
        if who == OVER:
            return []
        if who == CHANCE:
            return [card for card, left in enumerate(self.remaining()) if left]
        places = range(len(self.hands[who]))
        drops = [DROP + place for place in places] if self.hints < HINTS else []
        return [PLAY + place for place in places] + drops + (self.tellings() if self.hints else [])

    def tellings(self) -> list[int]:
        """What may be told of the hands of others."""
        return [
            TELL + seat * TOLD + what
            for seat, hand in enumerate(self.hands)
            for what in range(TOLD)
            if seat != self.turn and any(bits(card) >> what & 1 for card in hand)
        ]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.to_play() != CHANCE:
            return []
        counts, all_left = self.remaining(), self.undrawn()
        return [(card, left / all_left) for card, left in enumerate(counts) if left]

    def advance(self, action: int) -> None:
        seat = self.drawer()
        if seat >= 0:
            self.hands[seat] = [*self.hands[seat], action]
            self.known[seat] = [*self.known[seat], ANY]
            return
        last = not self.undrawn()
        if action >= TELL:
            self.tell(*divmod(action - TELL, TOLD))
        else:
            self.lay(action % MOST, played=action < DROP)
        self.turn = (self.turn + 1) % self.players()
        self.left -= last

    def tell(self, seat: int, what: int) -> None:
        """All cards of that colour or number are named, and so all others are known not to be."""
        self.hints -= 1
        alike = (1 << len(COLOURS)) - 1 if what < len(COLOURS) else ANY >> len(COLOURS) << RANKS
        self.known[seat] = [
            may & ~alike | 1 << what if bits(card) >> what & 1 else may & ~(1 << what)
            for card, may in zip(self.hands[seat], self.known[seat], strict=True)
        ]

    def lay(self, place: int, played: bool) -> None:
        who, card = self.turn, self.hands[self.turn][place]
        self.place = place + 1
        self.hands[who] = self.hands[who][:place] + self.hands[who][place + 1 :]
        self.known[who] = self.known[who][:place] + self.known[who][place + 1 :]
        fits = played and self.heights[card // RANKS] == card % RANKS
        if fits:
            self.heights[card // RANKS] += 1
        else:
            self.gone = sorted([*self.gone, card])
        self.burnt += played and not fits
        if not played or (fits and card % RANKS == RANKS - 1):
            self.hints = min(HINTS, self.hints + 1)

    def returns(self) -> list[float]:
        """All play on one side, so all have the same."""
        if self.to_play() != OVER:
            return [0.0] * self.players()
        score = 0 if self.burnt == FUSES else sum(self.heights)
        return [2 * score / KINDS - 1] * self.players()

    def ending(self) -> str:
        if self.to_play() != OVER:
            return ""
        return (
            "third fuse" if self.burnt == FUSES else "last turn" if self.left == 0 else "complete"
        )

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        seat = self.drawer()
        if seat >= 0:  # a spectator sees no hands
            return HIDDEN if viewer in (seat, None) else write(action)
        if action < TELL:
            return f"{'play' if action < DROP else 'drop'}{action % MOST + 1}"
        other, what = divmod(action - TELL, TOLD)
        word = COLOURS[what] if what < len(COLOURS) else what - len(COLOURS) + 1
        return f"tell{other + 1}-{word}"

    def irrevocable(self, action: int) -> str:
        return "" if self.drawer() >= 0 else "reveals"

    def to_json(self) -> Json:
        return self.seen_by(range(self.players()))

    def seen_by(self, seats: range | list[int]) -> Json:
        """What somebody knows who sees the hands of these seats."""
        hands = [
            " ".join(write(card) if seat in seats else HIDDEN for card in hand)
            for seat, hand in enumerate(self.hands)
        ]
        return {
            "hands": hands,
            "known": [list(known) for known in self.known],
            "heights": list(self.heights),
            "gone": " ".join(map(write, self.gone)),
            "hints": self.hints,
            "burnt": self.burnt,
            "turn": self.turn,
            "left": self.left,
            "place": self.place,
        }

    def observe(self, viewer: int | None) -> Json:
        """All hands but one's own; a spectator sees none."""
        others = [] if viewer is None else [s for s in range(self.players()) if s != viewer]
        return self.seen_by(others)

    def disclose(self) -> Json:
        return self.to_json()


class Fireworks(Game):
    name = "fireworks"
    seats = (3, 2, 4, 5)
    num_actions = TELL + 5 * TOLD
    num_outcomes = KINDS
    hidden = True
    chance = True

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        self.sides = (0,) * self.players

    def initial_state(self) -> State:
        return FireworksState(self.players)

    def from_json(self, data: Json) -> State:
        state = FireworksState(self.players)
        card = "[rygbp][1-5]"
        some = f"({card}( {card})*)?"
        hands = self.read_texts(data, "hands", self.players, some)
        state.hands = [[NAMES[word] for word in hand.split()] for hand in hands]
        state.known = [
            self.read_numbers({"known": known}, "known", len(hand), 0, ANY)
            for known, hand in zip(
                self.read_list(data, "known", self.players), state.hands, strict=True
            )
        ]
        state.heights = self.read_numbers(data, "heights", len(COLOURS), 0, RANKS)
        state.gone = sorted(NAMES[word] for word in self.read_text(data, "gone", some).split())
        state.hints = self.read_number(data, "hints", 0, HINTS)
        state.burnt = self.read_number(data, "burnt", 0, FUSES)
        state.turn = self.read_number(data, "turn", 0, self.players - 1)
        state.left = self.read_number(data, "left", 0, self.players)
        state.place = self.read_number(data, "place", 0, MOST)
        self.check(state)
        return state

    def check(self, state: FireworksState) -> None:
        """Refuse cards that cannot be where they are. Raises BadPosition."""
        if min(state.remaining()) < 0:
            raise BadPosition("There are more cards of a kind than the deck has.")
        if any(len(hand) > most for hand, most in zip(state.hands, state.sizes(), strict=True)):
            raise BadPosition("A hand has too many cards.")
        for hand, known in zip(state.hands, state.known, strict=True):
            if any(bits(card) & ~may for card, may in zip(hand, known, strict=True)):
                raise BadPosition("A card is not what was told of it.")

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        """Every deal of the unseen cards in which the own hand is what was told of it."""
        own = observation["hands"][seat].split()
        blind = FireworksState(self.players)
        blind.hands = [
            [] if n == seat else [NAMES[word] for word in hand.split()]
            for n, hand in enumerate(observation["hands"])
        ]
        blind.heights = observation["heights"]
        blind.gone = [NAMES[word] for word in observation["gone"].split()]
        cards = [card for card, left in enumerate(blind.remaining()) for _ in range(left)]
        may = [*observation["known"][seat], ANY]  # the rest is the deck
        sizes = [*(1 for _ in own), len(cards) - len(own)]
        found = deal_out(cards, sizes, rng, lambda n, card: not bits(card) & ~may[n])
        hands = list(observation["hands"])
        hands[seat] = " ".join(write(dealt[0]) for dealt in found[:-1])
        return self.from_json({**observation, "hands": hands})


GAME = Fireworks
