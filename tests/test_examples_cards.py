"""Oh Hell, the example of the card kit, against a referee that knows nothing of it but texts."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from everygame.cli import main
from everygame.contract import OVER, Game
from everygame.library.registry import find_game
from everygame.match import Match
from everygame.search.game_advice import Level
from tests.test_examples_backgammon import is_first

ROOT = Path(__file__).parents[1]
ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"]

LEVEL = Level("test", "", "", 60, nodes=60, horizon=28)


@pytest.fixture
def game(games_home: Path) -> Game:
    shutil.copytree(ROOT / "examples" / "ohhell", games_home / "ohhell")
    return find_game("ohhell").game(cards="3")


def wins(cards: list[str], trump: str) -> int:
    """The place of the card that takes a trick, by comparing each with the best so far."""
    best = 0
    for place, card in enumerate(cards):
        suit, leader = card[-1], cards[best][-1]
        higher = ORDER.index(card[:-1]) > ORDER.index(cards[best][:-1])
        if (suit == leader and higher) or (suit == trump != leader):
            best = place
    return best


class Referee:
    """A deal as people at a table would follow it: who holds what, who is next, who gets what."""

    def __init__(self, size: int, dealer: int) -> None:
        self.size, self.dealer, self.first = size, dealer, (dealer + 1) % 4
        self.hands: list[set[str]] = [set() for _ in range(4)]
        self.trump, self.bids, self.trick, self.took = "", [], [], [0] * 4  # type: ignore[var-annotated]
        self.dealt = 0

    def hear(self, text: str) -> list[int] | None:
        """The next ply; what each gets when the deal is over."""
        if self.dealt < 4 * self.size:
            self.hands[(self.dealer + 1 + self.dealt) % 4].add(text[1:])
            self.dealt += 1
        elif not self.trump:
            self.trump = text[-1]
        elif len(self.bids) < 4:
            self.bids.append(int(text[3:]))
            assert len(self.bids) < 4 or sum(self.bids) != self.size
        else:
            return self.card(text)
        return None

    def card(self, text: str) -> list[int] | None:
        hand = self.hands[(self.first + len(self.trick)) % 4]
        led = self.trick[0][-1] if self.trick else text[-1]
        assert text in hand and (text[-1] == led or led not in {card[-1] for card in hand})
        hand.remove(text)
        self.trick.append(text)
        if len(self.trick) == 4:
            self.first = (self.first + wins(self.trick, self.trump)) % 4
            self.took[self.first] += 1
            self.trick = []
        if any(self.hands):
            return None
        bids = [self.bids[(seat - self.dealer - 1) % 4] for seat in range(4)]
        return [10 + b if b == t else 0 for b, t in zip(bids, self.took, strict=True)]


def test_matches_are_as_a_referee_follows_them(game: Game) -> None:
    for seed in range(40):
        match, scores, size = Match(game, Random(seed)), [0] * 4, 3
        referee, rng = Referee(3, 3), Random(seed)
        while (state := match.state()).to_play() != OVER:
            action = rng.choice(state.legal_actions())
            got = referee.hear(state.text(action))
            match.apply_event({"type": "play", "at": match.node, "move": state.text(action)})
            if got is not None:
                scores = [had + new for had, new in zip(scores, got, strict=True)]
                size -= 1
                referee = Referee(size, (referee.dealer + 1) % 4)
        assert (
            size == 0
            and [sum(seat) for seat in zip(*state.to_json()["sheet"], strict=True)] == scores
        )
        best = [value == max(state.returns()) for value in state.returns()]
        assert best == [score == max(scores) for score in scores]


def test_it_keeps_the_contract(game: Game) -> None:
    arguments = ("--option", "cards=3", "--matches", "2")
    assert main(["check", str(ROOT / "examples" / "ohhell"), *arguments]) == 0
    assert main(["check", "ohhell", "--option", "players=5", *arguments]) == 0


def test_what_somebody_lacks_is_never_dealt_to_them(game: Game) -> None:
    """Who did not follow suit has none in any truth that another seat thinks about."""
    told = 0
    for seed in range(30):
        rng, state = Random(seed), game.initial_state()
        while state.to_play() != OVER:
            state = state.apply(rng.choice(state.legal_actions()))
            seen = state.observe(0)
            if state.to_play() < 0 or not any(seen["lacks"][1:]):
                continue
            told += 1
            hands = game.resample(seen, 0, rng).to_json()["hands"]
            assert [
                (seat, card)
                for seat in (1, 2, 3)
                for card in hands[seat].split()
                if card[-1] in seen["lacks"][seat]
            ] == []
    assert told > 20


def test_bots_beat_random_play(game: Game) -> None:
    """One bot that looks at 60 simulated matches a card against three that play anything, sitting
    everywhere: it is first, alone or not, in nine matches of ten."""
    assert sum(is_first(game, LEVEL, seed) for seed in range(10)) >= 9
