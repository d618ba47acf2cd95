"""The checker holds what a state writes for programs that learn to its picture and its secrets."""

import pytest

from everygame.check import conform
from everygame.contract import CHANCE, Game, State
from everygame.errors import BadGame
from everygame.fast.arrays import i64, vec
from everygame.fast.state import FastState, hash_key
from everygame.scene import Artist, Choice, Piece, Region, Scene, View
from everygame.tensors.layout import Layout, Number, Plane
from tests.toys import Said, SaidState


class Quick(SaidState, FastState):
    """A state that writes its planes itself: whether the card is high, for the seat that has it."""

    def blank(self) -> "Quick":
        return type(self)()

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Quick)
        self.card, self.said = other.card, other.said

    def legal_actions_into(self, out: vec[i64]) -> int:
        for n, action in enumerate(self.legal_actions()):
            out[n] = action
        return len(self.legal_actions())

    def return_of(self, seat: int) -> float:
        return 0.0

    def planes_into(self, out: vec[i64], viewer: int) -> None:
        out[0] = int(self.card >= 2 and viewer == 0)

    def numbers_into(self, out: vec[i64], viewer: int) -> None:
        out[0] = self.said + 1

    def repetition_mark(self) -> int:
        return hash_key(self.key())


class PlanesTell(Quick):
    def planes_into(self, out: vec[i64], viewer: int) -> None:
        out[0] = int(self.card >= 2)


class NumbersTell(Quick):
    def numbers_into(self, out: vec[i64], viewer: int) -> None:
        out[0] = self.said + 1 if self.to_play() == CHANCE else self.card


class PlanesMiss(Quick):
    def planes_into(self, out: vec[i64], viewer: int) -> None:
        out[0] = 0


class MarksAlike(Quick):
    def repetition_mark(self) -> int:
        return 5


def rules_of(kind: type[Quick]) -> Game:
    class Rules(Said):
        repetition = 3

        def initial_state(self) -> State:
            return kind()

        def from_json(self, data: object) -> State:
            state = super().from_json(data)
            assert isinstance(state, SaidState)
            return kind(state.card, state.said)

    return Rules()


def scene(game: Game, view: View) -> Scene:
    high = view.observation["card"] in (2, 3)
    return Scene(
        width=1,
        height=1,
        regions=(Region("board", "Board"),),
        pieces=(Piece("card", "a1", "disc", "a high card"),) if high else (),
        choices=tuple(Choice(move, (), move, move) for move in view.moves),
    )


def layout(game: Game) -> Layout:
    said = Number("said", 2, lambda seen, viewer: int(seen["said"]) + 1)
    return Layout((Plane("high card", "disc"),), 1, 1, (said,))


ARTIST = Artist(scene, lambda game: ("One", "Two"))


def test_a_state_that_writes_what_its_picture_shows_conforms() -> None:
    assert conform(rules_of(Quick), 20, 1, ARTIST, layout=layout).plies == 40


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        (PlanesTell, "planes_into tells seat 1 a secret: high card"),
        (NumbersTell, "numbers_into tells seat 1 a secret"),
        (PlanesMiss, "planes_into shows seat 0 other high card than its picture does"),
        (MarksAlike, "repetition_mark tells two equal positions apart, or takes two for the same"),
    ],
)
def test_a_fault_names_the_method(kind: type[Quick], fault: str) -> None:
    with pytest.raises(BadGame, match=fault):
        conform(rules_of(kind), 40, 1, ARTIST, layout=layout)
