"""What the history hides, no observation tells: `check` finds it though `resample` copies what it
was shown."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from everygame.check import conform
from everygame.contract import OVER, TRUTH, Game, Json, State
from everygame.errors import BadGame
from everygame.scene import Artist, Choice, Region, Scene, View
from everygame.words import say

MOST = 3


class BidsState(State):
    """Each of three seats bids 1 to 3, and nobody reads the bids of the others. The last one turns
    all up; after two rounds, whoever alone made the highest bid of the last round wins."""

    leak = ""
    """What this game does wrong; empty: nothing."""

    def __init__(self, bids: list[int], last: list[int], rounds: int) -> None:
        self.bids, self.last, self.rounds = bids, last, rounds

    def to_play(self) -> int:
        return OVER if self.rounds == 2 else len(self.bids)

    def legal_actions(self) -> list[int]:
        if self.rounds == 2:
            return []
        raised = self.leak == "legal_actions" and len(self.bids) == 2 and self.bids[0] == MOST
        return [2, 3] if raised else [1, 2, 3]

    def advance(self, action: int) -> None:
        self.bids.append(action)
        if len(self.bids) == 3:
            self.last, self.bids, self.rounds = self.bids, [], self.rounds + 1

    def returns(self) -> list[float]:
        best = max(self.last, default=0)
        if self.rounds < 2 or self.last.count(best) > 1:
            return [0.0] * 3
        return [1.0 if bid == best else -0.5 for bid in self.last]

    def ending(self) -> str:
        return "two rounds" if self.rounds == 2 else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        ends = len(self.bids) == 2
        if viewer != TRUTH and ends and self.leak not in ("untold", "words"):
            return "bids" + "".join(map(str, [*self.bids, action]))
        return f"bid{action}" if viewer in (TRUTH, len(self.bids)) else "bid?"

    def irrevocable(self, action: int) -> str:
        return "reveals" if len(self.bids) == 2 and self.leak != "revocable" else ""

    def to_json(self) -> Json:
        return {"bids": self.bids, "last": self.last, "rounds": self.rounds}

    def observe(self, viewer: int | None) -> Json:
        shown = self.leak == "observe" or (self.leak == "late" and len(self.bids) == 2)
        seen = [b if shown or viewer == seat else "?" for seat, b in enumerate(self.bids)]
        more = {"best": max(self.bids, default=0)} if self.leak == "best" else {}
        if self.leak == "legal_actions":
            more = {"raised": len(self.bids) == 2 and self.bids[0] == MOST}
        return {**self.to_json(), "bids": seen, **more}


class Bids(Game):
    name, seats, num_actions, hidden = "bids", (3,), MOST + 1, True
    kind: type[BidsState] = BidsState

    def initial_state(self) -> State:
        return self.kind([], [], 0)

    def from_json(self, data: Any) -> State:
        many = {len(data["bids"])} & {0, 1, 2} if isinstance(data.get("bids"), list) else set()
        bids = self.read_numbers(data, "bids", many.pop() if many else 0, 1, MOST)
        last = data.get("last") and self.read_numbers(data, "last", 3, 1, MOST)
        return self.kind(bids, last or [], self.read_number(data, "rounds", 0, 2))

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        """Copy what is shown, however wrongly, and heed everything else that is known."""
        while True:
            bids = [rng.randint(1, MOST) if bid == "?" else bid for bid in observation["bids"]]
            truth = self.from_json({**observation, "bids": bids})
            if truth.observe(seat) == observation:
                return truth


def scene(game: Game, view: View) -> Scene:
    table = Region("table", "Table", 0, 0, 3, 1, "spots")
    return Scene(
        3, 1, (table,), (), choices=tuple(Choice(move, (), move, move) for move in view.moves)
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    bids = after.observation["last"]
    turned_up = bids and bids != before.observation["last"]
    return say("{text}: {bids}", text=text, bids=str(bids)) if turned_up else text


@pytest.mark.parametrize(
    ("leak", "told"),
    [
        ("observe", "(a spectator|seat .) sees a secret. See observe in .* After 'bid.' bids"),
        (
            "late",
            r"bids\[.\] is . in the one and . in the other, of two matches whose histories ",
        ),
        ("best", "sees a secret. See observe in .*best is . in the one"),
        ("legal_actions", "sees a secret. .*raised is"),
        ("untold", "'bid.' turns up something, and the history does not tell it to .* See text"),
        ("revocable", "'bids...' tells .* what was hidden .* irrevocable does not answer"),
    ],
)
def test_a_leak_is_told_though_resample_copies_it(leak: str, told: str) -> None:
    Leaky = type("Leaky", (BidsState,), {"leak": leak})
    with pytest.raises(BadGame, match=told):
        conform(type("LeakyBids", (Bids,), {"kind": Leaky})(), 20, 1)


def test_what_a_ply_turns_up_its_text_tells() -> None:
    assert conform(Bids(), 40, 1).plies == 240


def test_what_a_ply_turns_up_its_words_tell() -> None:
    Told = type("Told", (BidsState,), {"leak": "words"})
    artist = Artist(scene, lambda game: ("A", "B", "C"), in_words)
    assert conform(type("ToldBids", (Bids,), {"kind": Told})(), 20, 1, artist).plies == 120
