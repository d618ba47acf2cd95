"""Tiny games that searches are tested on. Plain states, as an author may write them."""

from __future__ import annotations

import zlib
from random import Random
from typing import Any

from everygame.contract import CHANCE, OVER, TRUTH, Game, Json, State


class Trail(State):
    """A state that is nothing but the way to it."""

    def __init__(self, path: tuple[int, ...] = ()) -> None:
        self.path = path

    def advance(self, action: int) -> None:
        self.path += (action,)

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        return str(action)

    def to_json(self) -> Json:
        return {"path": list(self.path)}


class Duel(State):
    """What one of two seats gets the other loses."""

    def returns(self) -> list[float]:
        won = self.won() if self.to_play() == OVER else 0.0
        return [won, -won]

    def won(self) -> float:
        """What the first seat gets at the end."""
        raise NotImplementedError


class Heap(State):
    """Take one to three from a heap; who takes the last one wins. With two seats a heap that four
    divides is lost for the seat to play, and all others are won."""

    def __init__(self, left: int, seats: int = 2, turn: int = 0) -> None:
        self.left, self.seats, self.turn = left, seats, turn

    def to_play(self) -> int:
        return self.turn if self.left else OVER

    def legal_actions(self) -> list[int]:
        return list(range(1, min(3, self.left) + 1))

    def advance(self, action: int) -> None:
        self.left -= action
        if self.left:
            self.turn = (self.turn + 1) % self.seats

    def returns(self) -> list[float]:
        others = -1.0 / max(self.seats - 1, 1)
        return [
            0.0 if self.left else 1.0 if seat == self.turn else others for seat in range(self.seats)
        ]

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        return str(action)

    def to_json(self) -> Json:
        return {"left": self.left, "turn": self.turn}


class Pacer(State):
    """One player walks to and fro between a and b, as many plies a turn as he likes."""

    def __init__(self, at: str = "a") -> None:
        self.at = at

    def to_play(self) -> int:
        return 0

    def legal_actions(self) -> list[int]:
        return [0]

    def advance(self, action: int) -> None:
        self.at = self.text(action)

    def returns(self) -> list[float]:
        return [0.0]

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        return "b" if self.at == "a" else "a"

    def to_json(self) -> Json:
        return {"at": self.at}


class Walk(Game):
    """Of one who walks to and fro, until a place is reached for the third time."""

    name = "walk"
    seats = (1,)
    num_actions = 1
    repetition = 3

    def initial_state(self) -> Pacer:
        return Pacer()

    def from_json(self, data: Json) -> Pacer:
        return Pacer(data["at"])


class Tangle(Duel, Trail):
    """A tree of plies made up from its seed: who decides, how many ways lead on, where it ends and
    what a state seems to be worth. No two ways meet."""

    def __init__(self, seed: int, chance: bool) -> None:
        super().__init__()
        self.seed, self.chance = seed, chance

    def dice(self, salt: str) -> Random:
        return Random(zlib.crc32(f"{self.seed} {self.path} {salt}".encode()))

    def to_play(self) -> int:
        if len(self.path) == 6 or (len(self.path) > 1 and self.dice("end").random() < 0.2):
            return OVER
        return self.dice("who").choice([0, 1, CHANCE] if self.chance and self.path else [0, 1])

    def legal_actions(self) -> list[int]:
        return [] if self.to_play() == OVER else list(range(self.dice("ways").randint(1, 4)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = [self.dice(f"weight {a}").randint(1, 5) for a in self.legal_actions()]
        return [(a, w / sum(weights)) for a, w in zip(self.legal_actions(), weights, strict=True)]

    def won(self) -> float:
        return self.dice("returns").choice([-1.0, -0.5, 0.0, 0.5, 1.0])

    def seems(self, seat: int) -> float:
        worth = self.dice("worth").uniform(-0.9, 0.9)
        return worth if seat == 0 else -worth


class Gamble(Duel):
    """Seat 0 takes a sure 0.3, or lets seat 1 hide a coin in a hand and then guesses the hand for
    all or nothing. Who could see the hand would gamble; nobody can, so a gamble is worth 0."""

    SAFE, GAMBLE = 0, 1

    def __init__(self, first: int = -1, hidden: int = -1, guess: int = -1) -> None:
        self.first, self.hidden, self.guess = first, hidden, guess

    def to_play(self) -> int:
        if self.first == self.SAFE or self.guess >= 0:
            return OVER
        return 1 if self.first == self.GAMBLE and self.hidden < 0 else 0

    def legal_actions(self) -> list[int]:
        return [] if self.to_play() == OVER else [0, 1]

    def advance(self, action: int) -> None:
        if self.first < 0:
            self.first = action
        elif self.hidden < 0:
            self.hidden = action
        else:
            self.guess = action

    def won(self) -> float:
        return 0.3 if self.first == self.SAFE else 1.0 if self.guess == self.hidden else -1.0

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if self.first < 0:
            return ("safe", "gamble")[action]
        if self.hidden < 0 and viewer in (0, None):
            return "hides"
        return ("left", "right")[action]

    def to_json(self) -> Json:
        return {"first": self.first, "hidden": self.hidden, "guess": self.guess}


class Kuhn(Duel):
    """Poker of three cards (Kuhn 1950), after the deal: each seat has put in half a point and may
    pass (0) or bet as much again (1)."""

    def __init__(self, cards: tuple[int, ...], bets: str = "") -> None:
        self.cards, self.bets = cards, bets

    def to_play(self) -> int:
        return OVER if self.bets in ("pp", "bp", "bb", "pbp", "pbb") else len(self.bets) % 2

    def legal_actions(self) -> list[int]:
        return [] if self.to_play() == OVER else [0, 1]

    def advance(self, action: int) -> None:
        self.bets += "pb"[action]

    def won(self) -> float:
        better = 1.0 if self.cards[0] > self.cards[1] else -1.0
        if self.bets.endswith("bb"):
            return better
        return {"pp": 0.5 * better, "bp": 0.5, "pbp": -0.5}[self.bets]

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        return ("pass", "bet")[action]

    def to_json(self) -> Json:
        return {"cards": list(self.cards), "bets": self.bets}

    def observe(self, viewer: int | None) -> Json:
        seen = [card if viewer == seat else None for seat, card in enumerate(self.cards)]
        return {"cards": seen, "bets": self.bets}


class SaidState(State):
    """The first seat draws a card from 0 … 3, which the other does not see, and says truly whether
    it is low or high."""

    def __init__(self, card: int = -1, said: int = -1) -> None:
        self.card, self.said = card, said

    def to_play(self) -> int:
        return CHANCE if self.card < 0 else 0 if self.said < 0 else OVER

    def legal_actions(self) -> list[int]:
        if self.card < 0:
            return [0, 1, 2, 3]
        return [self.card // 2] if self.said < 0 else []

    def advance(self, action: int) -> None:
        if self.card < 0:
            self.card = action
        else:
            self.said = action

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def ending(self) -> str:
        return "said" if self.to_play() == OVER else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if self.card < 0:
            return f"d{action}" if viewer in (TRUTH, 0) else "d?"
        return ("low", "high")[action]

    def to_json(self) -> Json:
        return {"card": self.card, "said": self.said}

    def observe(self, viewer: int | None) -> Json:
        seen = self.card if viewer == 0 or self.card < 0 else "?"
        return {"card": seen, "said": self.said}


class Said(Game):
    name, num_actions, hidden, chance = "said", 2, True, True
    heeds = True

    def initial_state(self) -> State:
        return SaidState()

    def from_json(self, data: Any) -> State:
        return SaidState(
            self.read_number(data, "card", -1, 3), self.read_number(data, "said", -1, 1)
        )

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        said, card = observation["said"], observation["card"]
        if card == "?":
            fits = [one for one in range(4) if said in (-1, one // 2) or not self.heeds]
            card = rng.choice(fits)
        return self.from_json({"card": card, "said": said})


class HuntState(State):
    """The first seat hides in one of six rooms, which the other does not see. The other looks into
    rooms: one where nobody is may be looked into again."""

    def __init__(self, room: int = -1, looked: str = "", found: bool = False) -> None:
        self.room, self.looked, self.found = room, looked, found

    def to_play(self) -> int:
        if self.room < 0:
            return 0
        return OVER if self.found or len(self.looked) == 3 else 1

    def legal_actions(self) -> list[int]:
        return [] if self.to_play() == OVER else list(range(6))

    def advance(self, action: int) -> None:
        if self.room < 0:
            self.room = action
        else:
            self.looked += str(action)
            self.found = action == self.room

    def returns(self) -> list[float]:
        won = 0.0 if self.to_play() != OVER else -1.0 if self.found else 1.0
        return [won, -won]

    def ending(self) -> str:
        return "" if self.to_play() != OVER else "found" if self.found else "hidden"

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if self.room < 0:
            return f"to{action}" if viewer in (TRUTH, 0) else "to?"
        return f"in{action}"

    def irrevocable(self, action: int) -> str:
        game = self.game
        assert isinstance(game, Hunt)
        return "reveals" if self.room >= 0 and game.final else ""

    def to_json(self) -> Json:
        return {"room": self.room, "looked": self.looked, "found": self.found}

    def observe(self, viewer: int | None) -> Json:
        seen = viewer == 0 or self.room < 0 or self.to_play() == OVER
        return {**self.to_json(), "room": self.room if seen else "?"}


class Hunt(Game):
    name, num_actions, hidden = "hunt", 6, True
    heeds, final = True, True

    def initial_state(self) -> State:
        return HuntState()

    def from_json(self, data: Any) -> State:
        looked = self.read_text(data, "looked", "[0-5]{0,3}")
        return HuntState(
            self.read_number(data, "room", -1, 5), looked, self.read_truth(data, "found")
        )

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        room, looked = observation["room"], observation["looked"]
        if room == "?":
            room = rng.choice([n for n in range(6) if not self.heeds or str(n) not in looked])
        return self.from_json({**observation, "room": room})


class TakenState(State):
    """A card from 0 … 5 is turned up. The first seat takes it into the hand, or leaves it and draws
    another one that nobody else sees; then the other seat nods."""

    def __init__(self, shown: int = -1, hand: int = -1, step: str = "turn") -> None:
        self.shown, self.hand, self.step = shown, hand, step

    def to_play(self) -> int:
        return {"turn": CHANCE, "choose": 0, "draw": CHANCE, "nod": 1, "over": OVER}[self.step]

    def legal_actions(self) -> list[int]:
        left = [card for card in range(6) if card != self.shown]
        return {"choose": [0, 1], "nod": [0], "over": []}.get(self.step, left)

    def advance(self, action: int) -> None:
        if self.step == "turn":
            self.shown, self.step = action, "choose"
        elif self.step == "choose":
            self.step = "draw" if action else "nod"
            if not action:
                self.shown, self.hand = -1, self.shown
        elif self.step == "draw":
            self.hand, self.step = action, "nod"
        else:
            self.step = "over"

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def ending(self) -> str:
        return "nodded" if self.step == "over" else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if self.step == "draw":
            return f"d{action}" if viewer in (TRUTH, 0) else "d?"
        return {"turn": f"t{action}", "choose": ("take", "leave")[action % 2]}.get(self.step, "nod")

    def to_json(self) -> Json:
        return {"shown": self.shown, "hand": self.hand, "step": self.step}

    def observe(self, viewer: int | None) -> Json:
        game = self.game
        assert isinstance(game, Taken)
        taken = self.shown < 0 and self.hand >= 0
        known = viewer == 0 or self.hand < 0 or (game.heeds and taken)
        return {**self.to_json(), "hand": self.hand if known else "?"}


class Taken(Game):
    name, num_actions, hidden, chance = "taken", 2, True, True
    heeds = True

    def initial_state(self) -> State:
        return TakenState()

    def from_json(self, data: Any) -> State:
        return TakenState(
            self.read_number(data, "shown", -1, 5),
            self.read_number(data, "hand", -1, 5),
            self.read_text(data, "step", "turn|choose|draw|nod|over"),
        )

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        hand = observation["hand"]
        if hand == "?":
            hand = rng.choice([card for card in range(6) if card != observation["shown"]])
        return self.from_json({**observation, "hand": hand})


class Feast(Trail):
    """Three seats share a feast: each in turn goes one of three ways, and what they then get was
    drawn for this path. Nobody's gain is just another's loss."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed

    def to_play(self) -> int:
        return OVER if len(self.path) == 3 else len(self.path)

    def legal_actions(self) -> list[int]:
        return [] if len(self.path) == 3 else [0, 1, 2]

    def returns(self) -> list[float]:
        if self.to_play() != OVER:
            return [0.0, 0.0, 0.0]
        dice = Random(zlib.crc32(f"{self.seed} {self.path}".encode()))
        first = dice.uniform(-1.0, 1.0)
        second = dice.uniform(max(-1.0, -1.0 - first), min(1.0, 1.0 - first))
        return [first, second, -first - second]


class Trade(Duel, Trail):
    """Seat 0 may take a pawn (1), which seat 1 may answer by taking a queen (1), or rest (0); then
    seat 1 always rests once more. What counts at sight is what has been taken."""

    def to_play(self) -> int:
        return OVER if len(self.path) == 3 else (0, 1, 1)[len(self.path)]

    def legal_actions(self) -> list[int]:
        return [0] if len(self.path) == 2 or self.path == (0,) else [0, 1]

    def takes(self, action: int) -> bool:
        return action == 1

    def seems(self, seat: int) -> float:
        taken = 0.1 * (self.path[:1] == (1,)) - 0.9 * (self.path[:2] == (1, 1))
        return taken if seat == 0 else -taken

    def won(self) -> float:
        return self.seems(0)


class Doom(Duel, Trail):
    """Seat 0 is lost and chooses how: straight on for seven plies, or within three plies on which
    each side may do nine things that change nothing."""

    LONG, SHORT = 0, 1

    def to_play(self) -> int:
        plies = 3 if self.path[:1] == (self.SHORT,) else 7
        return OVER if len(self.path) == plies else len(self.path) % 2

    def legal_actions(self) -> list[int]:
        if not self.path:
            return [self.LONG, self.SHORT]
        return list(range(9 if self.path[0] == self.SHORT else 1))

    def won(self) -> float:
        return -1.0


def brute_force(state: State, depth: int, seat: int) -> float:
    """What a state is worth to a seat, from the definition alone: no bounds, no table."""
    who = state.to_play()
    if who == OVER:
        return state.returns()[seat]
    if depth == 0:
        assert isinstance(state, Tangle)
        return state.seems(seat)
    if who == CHANCE:
        after = [(state.apply(action), p) for action, p in state.chance_outcomes()]
        return sum(p * brute_force(s, depth - 1, seat) for s, p in after)
    best = max(brute_force(state.apply(a), depth - 1, who) for a in state.legal_actions())
    return best if who == seat else -best


class Weave(Duel):
    """Ways that part and meet again: few places, many ways to each, and often the same return."""

    def __init__(self, seed: int, place: int = 0, left: int = 8) -> None:
        self.seed, self.place, self.left = seed, place, left

    def to_play(self) -> int:
        return self.left % 2 if self.left else OVER

    def legal_actions(self) -> list[int]:
        return [0, 1, 2] if self.left else []

    def advance(self, action: int) -> None:
        self.left -= 1
        self.place = (3 * self.place + action * (self.seed % 5 + 1)) % 8

    def won(self) -> float:
        return Random(8 * self.seed + self.place).choice((-1.0, -0.5, 0.0, 0.5, 1.0))

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        return str(action)

    def to_json(self) -> Json:
        return {"seed": self.seed, "place": self.place, "left": self.left}
