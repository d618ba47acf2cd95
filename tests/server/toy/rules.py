"""A small game with all that is hard at a table: secrets, a die, and turns of several steps.

Each seat hides a coin in box a, b or c. Then in turn: the die says how many steps may come before
the guess; a step lifts a finger (`wink`, of no effect) or looks into a box (`peek:a`, once);
`guess:b` wins if the next seat's coin lies there.
"""

from __future__ import annotations

from random import Random

from everygame.contract import CHANCE, OVER, TRUTH, Choice, Game, Json, Option, State
from everygame.errors import BadPosition

BOXES = "abc"
TEXTS = [*(f"hide:{b}" for b in BOXES), *(f"peek:{b}" for b in BOXES)]
TEXTS += [*(f"guess:{b}" for b in BOXES), "wink"]
WINK = 9


class ToyState(State):
    def __init__(self, players: int, turns: int) -> None:
        self.players = players
        self.turns = turns
        self.coins: list[str] = []
        self.turn = 0
        self.steps = -1  # before the roll
        self.peeked: list[str] = [""] * players
        self.missed = [""] * players  # the boxes where a seat's coin was sought in vain
        self.winks = 0
        self.played = 0
        self.winner = -1

    def to_play(self) -> int:
        if self.winner >= 0 or self.played >= self.turns:
            return OVER
        if len(self.coins) < self.players:
            return len(self.coins)
        return CHANCE if self.steps < 0 else self.turn

    def legal_actions(self) -> list[int]:
        seat = self.to_play()
        if seat == OVER:
            return []
        if seat == CHANCE or len(self.coins) < self.players:
            return [0, 1, 2]
        guesses = [6, 7, 8]
        if not self.steps:
            return guesses
        return [*([] if self.peeked[seat] else [3, 4, 5]), *guesses, WINK]

    def advance(self, action: int) -> None:
        if self.steps < 0 and len(self.coins) == self.players:
            self.steps = action
        elif action < 3:
            self.coins.append(BOXES[action])
        elif action < 6:
            self.peeked[self.turn] = BOXES[action - 3]
            self.steps -= 1
        elif action == WINK:
            self.winks += 1
            self.steps -= 1
        else:
            self.guess(BOXES[action - 6])

    def guess(self, box: str) -> None:
        sought = (self.turn + 1) % self.players
        if self.coins[sought] == box:
            self.winner = self.turn
        else:
            self.missed[sought] = "".join(sorted({*self.missed[sought], box}))
        self.turn = sought
        self.steps = -1
        self.played += 1

    def returns(self) -> list[float]:
        if self.winner < 0:
            return [0.0] * self.players
        rest = -1 / (self.players - 1)
        return [1.0 if seat == self.winner else rest for seat in range(self.players)]

    def ending(self) -> str:
        return ("found" if self.winner >= 0 else "tired") if self.to_play() == OVER else ""

    def irrevocable(self, action: int) -> str:
        if self.to_play() == CHANCE:
            return ""
        word = TEXTS[action].partition(":")[0]
        return {"peek": "reveals", "guess": "random"}.get(word, "")

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if self.to_play() == CHANCE:
            return f"roll:{action}"
        secret = len(self.coins) < self.players and viewer not in (TRUTH, self.to_play())
        return "hide:?" if secret else TEXTS[action]

    def to_json(self) -> Json:
        return {**vars(self), **self.lists()}

    def lists(self) -> Json:
        return {name: list(vars(self)[name]) for name in ("coins", "peeked", "missed")}

    def observe(self, viewer: int | None) -> Json:
        seen = {name: getattr(self, name) for name in ("players", "turns", "turn", "steps")}
        seen |= {name: getattr(self, name) for name in ("winks", "played", "winner")}
        seen |= {"peeked": list(self.peeked), "missed": list(self.missed)}
        over = self.to_play() == OVER
        seen["coins"] = [
            coin if over or seat == viewer else "?" for seat, coin in enumerate(self.coins)
        ]
        if viewer is not None and self.peeked[viewer]:
            box = self.peeked[viewer]
            seen["saw"] = [s for s, coin in enumerate(self.coins) if coin == box and s != viewer]
        return seen

    def disclose(self) -> Json:
        return {**self.observe(None), "coins": list(self.coins)}


class Toy(Game):
    name = "toy"
    seats = (2, 3)
    options = (
        Option("turns", "6", "Turns", choices=(Choice("6", "Six"), Choice("2", "Two"))),
        Option("face", "x", "Face", free=True, editable=True, lengths=(1, 5)),
    )
    num_actions = len(TEXTS)
    hidden = True
    chance = True

    def initial_state(self) -> State:
        return ToyState(self.players, int(self.values["turns"]))

    def from_json(self, data: Json) -> ToyState:
        state = ToyState(self.players, int(self.values["turns"]))
        self.read_number(data, "players", self.players, self.players)
        if any(type(data.get(name)) is not type(value) for name, value in vars(state).items()):
            raise BadPosition("A toy position has what it has.")
        vars(state).update({name: data[name] for name in vars(state)})
        vars(state).update(state.lists())
        return state

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        while True:
            coins = [rng.choice(BOXES) if c == "?" else c for c in observation["coins"]]
            state = self.from_json({**observation, "coins": coins})
            missed = any(coin in boxes for coin, boxes in zip(coins, state.missed, strict=False))
            if state.observe(seat) == observation and not missed:
                return state


GAME = Toy
