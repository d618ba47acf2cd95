"""Hand on: four cards each, two of them go to the left at the same time; most tricks win."""

from random import Random

from everygame.cards import (
    PIQUET,
    backs,
    complete,
    conceal,
    face,
    fan,
    following,
    hand,
    lacks_after,
    laid,
    places,
    receiver,
    taker,
    undealt,
)
from everygame.contract import CHANCE, OVER, TRUTH, Game, Json, State
from everygame.scene import Cell, Choice, Mark, Region, Scene, View
from everygame.words import say

CARDS, PASSED = 4, 2
NAMES = ("South", "West", "North", "East")


class HandOnState(State):
    def __init__(self, players: int) -> None:
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.gifts: list[list[int]] = [[] for _ in range(players)]
        """What each has chosen to pass, and remembers to have passed."""
        self.stage = "deal"
        self.lacks = [""] * players
        self.won = [0] * players
        self.lead = 0
        self.trick: list[int] = []
        self.laid: list[int] = []

    def players(self) -> int:
        return len(self.hands)

    def dealt_to(self) -> int:
        """Who gets the next card; −1 when all have theirs."""
        return receiver(self.hands, [CARDS] * self.players())

    def giver(self) -> int:
        """Who chooses the next card to pass; −1 when all have chosen."""
        return receiver(self.gifts, [PASSED] * self.players())

    def to_play(self) -> int:
        if sum(self.won) == CARDS:
            return OVER
        if self.stage == "deal":
            return CHANCE
        if self.stage == "pass":
            return self.giver()
        return (self.lead + len(self.trick)) % self.players()

    def legal_actions(self) -> list[int]:
        who = self.to_play()
        if who == OVER:
            return []
        if who == CHANCE:
            return undealt(PIQUET, *self.hands)
        if self.stage == "pass":
            return [card for card in self.hands[who] if card not in self.gifts[who]]
        return following(PIQUET, self.hands[who], self.trick)

    def advance(self, action: int) -> None:
        who = self.to_play()
        if who == CHANCE:
            seat = self.dealt_to()
            self.hands[seat] = sorted([*self.hands[seat], action])
            self.stage = "pass" if self.dealt_to() < 0 else "deal"
        elif self.stage == "pass":
            self.gifts[who] = sorted([*self.gifts[who], action])
            if self.giver() < 0:
                self.hand_on()
        else:
            self.play_card(who, action)

    def hand_on(self) -> None:
        """All have chosen: each gets what the one before has passed."""
        self.stage = "play"
        for seat, gift in enumerate(self.gifts):
            left = (seat + 1) % self.players()
            kept = [card for card in self.hands[left] if card not in self.gifts[left]]
            self.hands[left] = sorted([*kept, *gift])

    def play_card(self, who: int, card: int) -> None:
        self.lacks = lacks_after(PIQUET, self.lacks, who, self.trick, card)
        self.hands[who] = [other for other in self.hands[who] if other != card]
        self.trick.append(card)
        self.laid.append(card)
        if len(self.trick) == self.players():
            self.lead = (self.lead + taker(PIQUET, self.trick)) % self.players()
            self.won[self.lead] += 1
            self.trick = []

    def returns(self) -> list[float]:
        return places(self.won) if self.to_play() == OVER else [0.0] * self.players()

    def ending(self) -> str:
        return "last trick" if self.to_play() == OVER else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        reader = self.dealt_to() if self.stage == "deal" else self.giver()
        seen = self.stage == "play" or viewer in (TRUTH, reader)
        return PIQUET.names[action] if seen else "?"

    def irrevocable(self, action: int) -> str:
        """With the last card that is chosen, each sees what comes."""
        last = self.stage == "pass" and self.apply(action).stage == "play"
        return "reveals" if last else ""

    def to_json(self) -> Json:
        hands, gifts = map(PIQUET.write, self.hands), map(PIQUET.write, self.gifts)
        return {**self.open_part(), "hands": list(hands), "gifts": list(gifts)}

    def open_part(self) -> Json:
        cards = {"trick": PIQUET.write(self.trick), "laid": PIQUET.write(self.laid)}
        rest = {"stage": self.stage, "lacks": self.lacks, "won": self.won, "lead": self.lead}
        return {**rest, **cards}

    def observe(self, viewer: int | None) -> Json:
        hands = [conceal(PIQUET, h, self.known(s, viewer)) for s, h in enumerate(self.hands)]
        gifts = [self.gift(s, viewer) for s in range(self.players())]
        return {**self.open_part(), "hands": hands, "gifts": gifts}

    def gift(self, seat: int, viewer: int | None) -> str:
        """Of others one sees how many they have chosen, and later nothing."""
        gift = self.gifts[seat]
        if viewer == seat:
            return PIQUET.write(gift)
        return conceal(PIQUET, gift) if self.stage == "pass" else ""

    def known(self, seat: int, viewer: int | None) -> list[int]:
        """What a viewer knows of a hand: all of its own, and what it has passed to the left."""
        if viewer == seat:
            return self.hands[seat]
        if self.stage != "play" or viewer is None or (viewer + 1) % self.players() != seat:
            return []
        return self.gifts[viewer]

    def disclose(self) -> Json:
        return self.to_json()


class HandOn(Game):
    name = "handon"
    seats = (4, 3)
    num_actions = len(PIQUET)
    num_outcomes = len(PIQUET)
    hidden = True
    chance = True

    def initial_state(self) -> State:
        return HandOnState(self.players)

    def from_json(self, data: Json) -> State:
        many, state = self.players, HandOnState(self.players)
        state.hands = [PIQUET.read(text) for text in self.read_texts(data, "hands", many, ".*")]
        state.gifts = [PIQUET.read(text) for text in self.read_texts(data, "gifts", many, ".*")]
        state.stage = self.read_text(data, "stage", "deal|pass|play")
        state.lacks = self.read_texts(data, "lacks", many, "c?d?s?h?|[cdsh]{2,4}")
        state.won = self.read_numbers(data, "won", many, 0, CARDS)
        state.lead = self.read_number(data, "lead", 0, many - 1)
        state.trick = PIQUET.read(self.read_text(data, "trick", ".*"))
        state.laid = PIQUET.read(self.read_text(data, "laid", ".*"))
        return state

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        gone = PIQUET.read(observation["laid"])
        hands = complete(PIQUET, observation["hands"], rng, gone, observation["lacks"])
        gifts = [
            PIQUET.write(rng.sample(cards, gift.count("?"))) if "?" in gift else gift
            for cards, gift in zip(hands, observation["gifts"], strict=True)
        ]
        words = [PIQUET.write(cards) for cards in hands]
        return self.from_json({**observation, "hands": words, "gifts": gifts})


def seat_names(game: Game) -> tuple[str, ...]:
    return NAMES[: game.players]


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """A card by its name; with the last card that is chosen, also what comes to the viewer. Of the
    deal only that it is done."""
    if before.to_play == CHANCE:
        return "" if after.to_play == CHANCE else "The cards are dealt."
    stages, viewer = [view.observation["stage"] for view in (before, after)], after.viewer
    if stages != ["pass", "play"] or viewer is None:
        return text
    had, has = (view.observation["hands"][viewer].split() for view in (before, after))
    came = " ".join(card for card in has if card not in had)
    return say("{card}; {name} gets {came}", card=text, name=NAMES[viewer], came=came)


def scene(game: Game, view: View) -> Scene:
    eyes, seen = view.viewer or 0, view.observation
    own = seen["hands"][eyes].split()
    regions = [trick(game.players), hand(NAMES[eyes], len(own), 0, 3, 6)]
    pieces = list(laid(PIQUET, seen["hands"][eyes], "own", NAMES[eyes]))
    for n in range(1, game.players):
        seat = (eyes + n) % game.players
        regions.append(fan(f"h{seat}-", NAMES[seat], 2 * n - 2, 0.4, 2, CARDS, NAMES[seat]))
        pieces += backs(PIQUET, seen["hands"][seat], f"h{seat}-", NAMES[seat], CARDS)
    for n, card in enumerate(seen["trick"].split()):
        pieces.append(face(PIQUET, PIQUET.numbers[card], f"t{(seen['lead'] + n) % game.players}"))
    choices = tuple(Choice(move, (f"own{own.index(move)}",), move) for move in view.moves)
    ask = "Pass two cards to the left." if seen["stage"] == "pass" else "Play a card."
    given = seen["gifts"][eyes].split() if seen["stage"] == "pass" else []
    marks = tuple(Mark("last", (f"own{own.index(card)}",)) for card in given)
    prompt = ask if choices else ""
    return Scene(6, 4, tuple(regions), tuple(pieces), prompt, choices, marks=marks)


def trick(players: int) -> Region:
    cells = tuple(Cell(f"t{n}", 1.5 * n + 0.75, 0.5, "bare", NAMES[n]) for n in range(players))
    return Region("trick", "Trick", 0, 1.6, 6, 1, "spots", cells, "table")


GAME = HandOn
