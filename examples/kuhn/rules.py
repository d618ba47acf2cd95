"""Kuhn poker: three cards, one bet, and secrets (H. W. Kuhn, 1950)."""

from random import Random

from everygame.contract import CHANCE, OVER, TRUTH, Game, Json, State

RANKS = "JQK"
PASS, BET = 0, 1
ENDS = {"pp": 0, "bp": 0, "pbp": 1, "bb": 0, "pbb": 0}
"""How betting may end; where somebody folds, the seat that bet."""


class KuhnState(State):
    def __init__(self, cards: str, bets: str) -> None:
        self.cards = cards  # as dealt: the first player's, then the second's
        self.bets = bets

    def to_play(self) -> int:
        if len(self.cards) < 2:
            return CHANCE
        return OVER if self.bets in ENDS else len(self.bets) % 2

    def legal_actions(self) -> list[int]:
        if len(self.cards) < 2:
            return [card for card in range(3) if RANKS[card] not in self.cards]
        return [] if self.bets in ENDS else [PASS, BET]

    def advance(self, action: int) -> None:
        if len(self.cards) < 2:
            self.cards += RANKS[action]
        else:
            self.bets += "pb"[action]

    def is_shown(self) -> bool:
        return self.bets in ("pp", "bb", "pbb")

    def returns(self) -> list[float]:
        if self.bets not in ENDS:
            return [0.0, 0.0]
        first, second = map(RANKS.index, self.cards)
        winner = int(first < second) if self.is_shown() else ENDS[self.bets]
        won = 1.0 if self.bets.endswith("bb") else 0.5
        return [won, -won] if winner == 0 else [-won, won]

    def ending(self) -> str:
        return "" if self.bets not in ENDS else "showdown" if self.is_shown() else "fold"

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if len(self.cards) < 2:
            return f"d{RANKS[action]}" if viewer in (TRUTH, len(self.cards)) else "d?"
        return "pb"[action]

    def to_json(self) -> Json:
        return {"cards": self.cards, "bets": self.bets}

    def observe(self, viewer: int | None) -> Json:
        cards = [
            card if seat == viewer or self.is_shown() else "?"
            for seat, card in enumerate(self.cards)
        ]
        return {"cards": "".join(cards), "bets": self.bets}

    def disclose(self) -> Json:
        return self.to_json()


class Kuhn(Game):
    name = "kuhn"
    num_actions = 2
    num_outcomes = len(RANKS)
    longest = 5
    hidden = True
    chance = True

    def initial_state(self) -> State:
        return KuhnState("", "")

    def from_json(self, data: Json) -> State:
        cards = self.read_text(data, "cards", r"([JQK])?((?!\1)[JQK])?")
        return KuhnState(cards, self.read_text(data, "bets", "p?b?|p?b[pb]|pp"))

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        cards = observation["cards"]
        unseen = [rank for rank in RANKS if rank not in cards]
        rng.shuffle(unseen)
        drawn = [unseen.pop() if card == "?" else card for card in cards]
        return self.from_json({**observation, "cards": "".join(drawn)})


GAME = Kuhn
