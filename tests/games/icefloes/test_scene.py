"""What is shown and said: names, prompts, choices with their ways, notes and ends."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from everygame.contract import OVER, State
from everygame.errors import BadPosition
from everygame.games.icefloes.rules import IceFloes
from everygame.games.icefloes.scene import scene, seat_names
from everygame.scene import Scene, check, view
from tests.games.icefloes.boards import random_board
from tests.games.shared import play

pytestmark = pytest.mark.both


def look(text: str, players: int = 2, viewer: int | None = -1, **told: Any) -> Scene:
    """The scene of a position for the seat to play, or for a viewer; `told` by the match."""
    game = IceFloes(players=str(players))
    state = game.parse_position(text)
    if viewer == -1:
        viewer = None if state.to_play() == OVER else state.to_play()
    seen = view(state, viewer)
    return scene(game, replace(seen, **told))


@pytest.mark.parametrize(
    "names",
    [
        ("You",),
        ("North", "South"),
        ("North", "West", "South"),
        ("North", "West", "South", "East"),
    ],
)
def test_seats_are_called_by_the_points_of_the_compass(names: tuple[str, ...]) -> None:
    assert seat_names(IceFloes(players=str(len(names)))) == names


def test_pieces_are_floes_and_penguins() -> None:
    shown = look("P..../...../...../...../....Q ; P")
    assert {(p.id, p.at, p.shape, p.owner, p.name) for p in shown.pieces} == {
        ("floe-a5", "a5", "floe", None, "floe"),
        ("P", "a5", "penguin", 0, "North, a penguin"),
        ("floe-e1", "e1", "floe", None, "floe"),
        ("Q", "e1", "penguin", 1, "South, a penguin"),
    }
    assert [(c.id, c.terrain, c.name) for c in shown.regions[0].cells] == [
        ("c3", "goal", "c3, the goal")
    ]


def test_choices_say_where_they_lead() -> None:
    shown = look("..P*./...../...../...../..Q.. ; P")
    assert {c.move: (c.touch, c.name, c.key, c.kind) for c in shown.choices} == {
        "down": (("c5", "c2"), "glide down to c2, past the goal", "ArrowDown", "move"),
        "left": (("c5", "a5"), "glide left to a5", "ArrowLeft", "move"),
        "right": (("c5", "d5"), "step right to d5", "ArrowRight", "move"),
    }
    assert shown.choices[0].path == ("c5", "c4", "c3", "c2")
    winning = look("..P../...../...../..*../....Q ; P").choices[0]
    assert winning.name == "glide down to c3, the goal"


def test_ways_end_where_the_rules_end() -> None:
    """On random boards the last place of each way is where the player is after the ply."""
    for number in range(200):
        rng = Random(f"scene/{number}")
        players = rng.choice((1, 2, 3, 4))
        game = IceFloes(players=str(players))
        try:
            state: State = game.parse_position(random_board(rng, players) + " ; P")
        except BadPosition:
            continue
        shown = scene(game, view(state, 0))
        assert check(shown) == []
        for choice in shown.choices:
            after = state.apply(state.parse(choice.move))
            at = {p.id: p.at for p in scene(game, view(after, None)).pieces}
            assert at["P"] == choice.path[-1] == choice.touch[-1]


def test_prompts_say_what_to_do_or_whose_turn_it_is() -> None:
    """Nobody but the player to move is offered a choice."""
    start = IceFloes().initial_state().position()
    how = "choose which way to go."
    assert look(start).prompt == f"North: {how}"
    alone = look("P..../..*../...../...../....* ; P", 1)
    assert alone.prompt == f"Come to rest on the star in the middle: {how}"
    for viewer in (1, None):
        shown = look(start, viewer=viewer)
        assert (shown.prompt, shown.choices, shown.blocked) == ("North moves next.", (), {})


def test_what_cannot_be_chosen_says_why() -> None:
    told = look("..P.*/...../...../...../Q.... ; P").blocked
    assert told["a1"] == "South stands there."
    assert told["e5"].startswith("Floes lie still")
    assert told["c3"] == "You would glide past the goal without coming to rest."


def test_a_goal_under_a_floe_is_marked() -> None:
    assert look("..P../...../..*../...../..Q.. ; P").marks[0].cells == ("c3",)
    assert look("..P../...../...../...../..Q.. ; P").marks == ()


def test_the_eliminated_are_told() -> None:
    shown = look("*P.../...../...../...../....S ; P", 4)
    assert shown.notes == ("West was trapped and is out.", "South was trapped and is out.")
    assert sorted(shown.scores) == ["", "", "out", "out"]
    assert {p.id for p in shown.pieces if p.shape == "penguin"} == {"P", "S"}


def test_the_draw_by_length_is_announced() -> None:
    game = IceFloes(max_plies="30")
    data = game.initial_state().to_json()
    for ply, told in ((9, None), (10, "A draw in 20 moves"), (29, "A draw in 1 move")):
        notes = scene(game, view(game.from_json({**data, "ply": ply}), None)).notes
        assert notes == ((f"{told} unless somebody comes to rest on the goal.",) if told else ())


def alone(level: str, *moves: str) -> Scene:
    game = IceFloes(players="1", level=level)
    return scene(game, view(play(game.initial_state(), *moves), 0))


NEVER = "Nobody can ever reach the goal from this start."
OUT = "The goal is out of reach from here: take moves back."
LARGE = "/".join(["P" + "*" * 5 + "." * 7, *["." * 13] * 12])


@pytest.mark.parametrize(
    ("level", "moves", "notes"),
    [
        ("eleven", "", ["The shortest solution has 11 moves."]),
        ("eleven", "down up", ["The shortest solution has 11 moves; you have made 2."]),
        (
            "...../P*.../...*./...../.....",
            "down",
            ["The shortest solution has 5 moves; you have made 1.", OUT],
        ),
        ("P..../...../...../...../.....", "", [NEVER]),
        (LARGE, "", ["A solution has at least 51 moves."]),
    ],
)
def test_notes_of_a_puzzle(level: str, moves: str, notes: list[str]) -> None:
    assert list(alone(level, *moves.split()).notes) == notes


def test_a_puzzle_that_starts_from_a_position_is_measured_from_there() -> None:
    game = IceFloes(players="1")
    state = game.parse_position("P..../..*../...../...../....* ; P")
    state = game.from_json(play(state, "down").to_json())
    told = scene(game, view(state, 0)).notes[0]
    assert told == "The shortest solution has 8 moves; you have made 1."


def test_a_solved_puzzle_is_compared_with_the_shortest_solution() -> None:
    best = alone("three", "down", "down", "right")
    assert (best.over, best.prompt, best.notes) == (
        "Solved in 3 moves, the fewest possible!",
        "",
        (),
    )
    longer = alone("three", "right", "left", "down", "down", "right")
    assert longer.over == "Solved in 5 moves; the shortest solution has 3."


def test_ends_are_sentences() -> None:
    """Of other ends than those of the rules the match tells."""
    assert look("..Q../...../..P../...../..... ; Q").over == (
        "North came to rest on the goal and won."
    )
    board = "P..../...../...../...../....Q ; P"
    draw = look(board, ending="max plies", returns=(0.0, 0.0))
    assert draw.over == "A draw: after 200 moves nobody has won."
    shown = look(board, ending="repetition", returns=(0.0, 0.0))
    assert (shown.over, shown.choices, shown.prompt, shown.notes) == ("", (), "", ())
