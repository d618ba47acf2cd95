"""What is drawn of Freeze Tag, and what is said."""

import pytest

from everygame.contract import State
from everygame.games.freezetag import scene as artist
from everygame.games.freezetag.rules import FreezeTag
from everygame.scene import Choice, Scene, view
from tests.games.freezetag.test_oracle import TABLES
from tests.games.freezetag.test_rules import at
from tests.games.shared import look

MIDDLE = "1 Nl Nm^Nm Ns 1 / 3 Ns 1 / 1 Sm^Ss 2 Sl / 2 Nl 2 / 1 Ss Sm Sl 1 ; S:sl ; S0 N0"


def drawn(state: State, viewer: int | None = 0) -> Scene:
    return look(artist.scene, state, viewer)


def offered(scene: Scene, move: str) -> Choice:
    return next(choice for choice in scene.choices if choice.move == move)


def test_pyramids_stack_and_the_lower_one_is_frozen() -> None:
    stack = [piece for piece in drawn(at(MIDDLE)).pieces if piece.at == "b3"]
    assert [(p.shape, p.size, p.z, p.owner, p.tags, p.name) for p in stack] == [
        ("pyramid", 2, 0, 0, ("frozen",), "South's medium, frozen"),
        ("pyramid", 1, 1, 0, (), "South's small"),
    ]


def test_an_untouched_piece_keeps_its_id_and_a_moved_one_changes_nothing_but_its_place() -> None:
    before, later = drawn(at(MIDDLE)), drawn(at(MIDDLE, "b3-a4"))
    old, new = ({piece.id for piece in scene.pieces} for scene in (before, later))
    assert (old - new, new - old) == ({"Ss-b3-1"}, {"Ss-a4-0"})


def test_the_die_shows_what_is_still_to_be_moved() -> None:
    dice = [piece for piece in drawn(at(MIDDLE, "b1-a1")).pieces if piece.shape == "die"]
    assert [(die.text, die.tags, die.name) for die in dice] == [
        ("S", ("dim",), "small, used"),
        ("L", (), "large, still to be moved"),
    ]


CHOICES = [
    ("", "b1-a1", "b1 a1", "move", "move the small from b1 to a1"),
    ("", "b1^c1", "b1 c1", "freeze", "freeze your own medium on c1 with the small from b1"),
    ("", "b1^c2", "b1 c2", "freeze", "freeze North's large on c2 with the small from b1"),
    ("", "e3xd4", "e3 d4", "capture", "capture North's small on d4 with the large from e3"),
    ("e3xd4", ">a1", "hand a1", "place", "place North's small on a1"),
    ("e3xd4", ">^d4", "hand d4", "freeze", "freeze your own large on d4 with North's small"),
    ("e3xd4", ">^d5", "hand d5", "freeze", "freeze North's small on d5 with North's small"),
]


@pytest.mark.parametrize(("moves", "move", "touch", "kind", "name"), CHOICES)
def test_a_choice_says_where_to_touch_and_what_it_does(
    moves: str, move: str, touch: str, kind: str, name: str
) -> None:
    choice = offered(drawn(at(MIDDLE, moves)), move)
    assert (" ".join(choice.touch), choice.kind, choice.name) == (touch, kind, name)


def test_a_captured_piece_waits_in_the_hand_to_be_placed() -> None:
    scene = drawn(at(MIDDLE, "e3xd4"))
    assert [piece.id for piece in scene.pieces if piece.at == "hand"] == ["Ns-hand-0"]
    assert {choice.touch[0] for choice in scene.choices} == {"hand"}


@pytest.mark.parametrize(("letter", "square"), [("S", "a5"), ("W", "e5"), ("N", "e1"), ("E", "a1")])
def test_each_viewer_has_the_way_out_at_the_top(letter: str, square: str) -> None:
    """Turned for the viewer, the leftmost exit of each lies where South's does."""
    seat = "SWNE".index(letter)
    scene = drawn(FreezeTag(players="4").initial_state(), seat)
    assert scene.rotate == {"S": 0, "E": 1, "N": 2, "W": 3}[letter]
    region = next(region for region in scene.regions if region.id == "exit")
    cell = next(cell for cell in region.cells if cell.id == f"off-{square}")
    assert turned(scene, region.x + cell.x, region.y + cell.y) == pytest.approx((0.8, 0.5))
    board = next(region for region in scene.regions if region.id == "board")
    assert turned(scene, board.x + 2.5, board.y + 2.5) == pytest.approx((2.8, 3.75))


def turned(scene: Scene, x: float, y: float) -> tuple[float, float]:
    """A point after the scene's quarter turns, clockwise, as the page does it."""
    width, height = scene.width, scene.height
    for _ in range(scene.rotate):
        x, y, width, height = height - y, x, height, width
    return x, y


def test_leaving_is_a_touch_on_the_square_straight_beyond() -> None:
    scene = drawn(at("1 Ss 3 / 5 / 5 / 5 / 5 ; S:s ; S1 N0"))
    choice = offered(scene, "b5-off")
    assert (choice.touch, choice.kind) == (("b5", "off-b5"), "end")
    assert choice.name == "move the small from b5 off the board"


PROMPTS = [
    ("", 0, "South rolls the die."),
    ("roll:sl", 0, "South rolled small and large. Choose a small or a large, then where it goes."),
    ("roll:sl b1-a1", 0, "South rolled small and large. Now choose a large, then where it goes."),
    ("roll:sl", 1, "South rolled small and large."),
    ("roll:l e3xd4", 0, "Choose a square for North's small, which was captured."),
]


@pytest.mark.parametrize(("moves", "viewer", "said"), PROMPTS)
def test_the_prompt_explains_the_step(moves: str, viewer: int, said: str) -> None:
    assert drawn(at(MIDDLE.replace("S:sl", "S"), moves), viewer).prompt == said


def test_the_prompt_says_that_a_size_cannot_move_yet() -> None:
    state = at("5 / 5 / 5 / Sm^Ss 4 / 4 Nm ; S ; S0 N0", "roll:sm")
    said = (
        "South rolled small and medium. Choose a small, then where it goes. No medium can move yet."
    )
    assert drawn(state).prompt == said


LOST = "5 / 5 / 5 / Sm^Nm 4 / Ss 4 ; S ; S0 N0"
SAID = [
    (LOST, "", "roll:sm", "rolled small and medium"),
    (LOST, "", "roll:m", "South rolled medium and could not move."),
    (LOST, "", "roll:ml", "South rolled medium and large and could not move."),
    (LOST, "roll:sm", "a1-b1", "a1-b1; no medium could move"),
    (LOST, "roll:s", "a1-b1", "a1-b1"),
    (
        "5 / 5 / 5 / Sm^Nm 4 / Sl Ns 3 ; S ; S0 N0",
        "roll:ml a1xb1",
        ">c1",
        "captured to c1; no medium could move",
    ),
]


@pytest.mark.parametrize(("text", "moves", "ply", "said"), SAID)
def test_what_was_rolled_and_could_not_move_is_said(
    text: str, moves: str, ply: str, said: str
) -> None:
    before = at(text, moves)
    views = [view(state, 0) for state in (before, before.play(ply))]
    assert artist.in_words(before.game, views[0], ply, views[1]) == said


BLOCKED = [
    (
        "5 / 5 / 5 / Sm^Ns 4 / Sm 4 ; S:m ; S0 N0",
        "a2",
        "Your medium is frozen under North's small.",
    ),
    ("5 / 5 / 5 / Ss 4 / Sm 4 ; S:m ; S0 N0", "a2", "your medium may not land on your smaller"),
    ("5 / 5 / 5 / Sl 4 / Sm 4 ; S:m ; S0 N0", "a2", "No large is to be moved now."),
    ("5 / 5 / 5 / Nl^Nl Nm^Nm 3 / Sm Ns^Ns 2 Sm ; S:m ; S0 N0", "a1", "nowhere to go."),
]


@pytest.mark.parametrize(("text", "square", "why"), BLOCKED)
def test_what_cannot_be_chosen_says_why(text: str, square: str, why: str) -> None:
    assert why in drawn(at(text)).blocked[square]


def test_where_a_captured_piece_cannot_be_placed_says_why() -> None:
    state = at("Ns 3 Nl^Ss / 5 / 5 / Nm 4 / 1 Sl 3 ; S ; S0 N0", "roll:l b1xa2")
    blocked = drawn(state).blocked
    assert blocked == {
        "a5": "North's medium may not land on a smaller piece of its own colour.",
        "e5": "Two pyramids stand there; stacks are never higher.",
    }


def test_scores_and_the_end_are_said() -> None:
    state = at("Ss 4 / 5 / 5 / 5 / 5 ; S ; S2 N1", "roll:s")
    assert drawn(state).scores == ("2 of 3 home", "1 of 3 home")
    over = drawn(state.play("a5-off"))
    assert over.over == "South has three pyramids off the board and wins."
    assert over.prompt == ""


def test_seats_are_called_by_where_they_sit() -> None:
    names = [artist.seat_names(FreezeTag(**options)) for options in TABLES]
    assert names == [
        ("South", "North"),
        ("South", "West"),
        ("South", "West", "North"),
        ("South", "West", "North", "East"),
    ]
