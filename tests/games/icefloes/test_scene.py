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
from everygame.scene import Scene, View, check, view
from tests.games.icefloes.boards import random_board

pytestmark = pytest.mark.both


def look(text: str, players: int = 2, viewer: int | None = -1, **told: Any) -> Scene:
    """The scene of a position for the seat to play, or for a viewer; `told` by the match."""
    game = IceFloes(players=str(players))
    state = game.parse_position(text)
    seen = view(state, state.to_play() if viewer == -1 and state.to_play() != OVER else viewer)
    return scene(game, replace(seen, **told))


def test_seats_are_called_by_the_points_of_the_compass() -> None:
    names = {n: seat_names(IceFloes(players=str(n))) for n in (1, 2, 3, 4)}
    assert names[1] == ("You",) and names[2] == ("North", "South")
    assert names[3] == ("North", "West", "South")
    assert names[4] == ("North", "West", "South", "East")


def test_pieces_are_floes_and_penguins() -> None:
    shown = look("P..../...../...../...../....Q ; P")
    assert {(p.id, p.at, p.shape, p.owner, p.name) for p in shown.pieces} == {
        ("floe-a5", "a5", "floe", None, "floe"),
        ("P", "a5", "pawn", 0, "North, a penguin"),
        ("floe-e1", "e1", "floe", None, "floe"),
        ("Q", "e1", "pawn", 1, "South, a penguin"),
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
    start = IceFloes().initial_state().position()
    how = "choose which way to go."
    assert look(start).prompt == f"North: {how}"
    assert look(start, viewer=1).prompt == look(start, viewer=None).prompt == "North moves next."
    alone = look("P..../..*../...../...../....* ; P", 1)
    assert alone.prompt == f"Come to rest on the star in the middle: {how}"


def test_nobody_else_is_offered_a_choice() -> None:
    start = IceFloes().initial_state().position()
    for viewer in (1, None):
        shown = look(start, viewer=viewer)
        assert shown.choices == () and shown.blocked == {}


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
    assert {p.id for p in shown.pieces if p.shape == "pawn"} == {"P", "S"}


def test_the_draw_by_length_is_announced() -> None:
    game = IceFloes(max_plies="30")
    state = game.initial_state()
    notes = {}
    for ply in range(30):
        notes[ply] = scene(game, view(state, None)).notes
        state = state.apply(state.legal_actions()[-1])
    assert notes[9] == () and notes[10][0].startswith("A draw in 20 moves unless")
    assert notes[29][0].startswith("A draw in 1 move unless")


def alone(level: str, *moves: str) -> Scene:
    game = IceFloes(players="1", level=level)
    state = game.initial_state()
    for move in moves:
        state = state.apply(state.parse(move))
    return scene(game, view(state, 0))


def test_a_puzzle_tells_its_length_and_the_moves_made() -> None:
    assert alone("eleven").notes == ("The shortest solution has 11 moves.",)
    made = alone("eleven", "down", "up")
    assert made.notes == ("The shortest solution has 11 moves; you have made 2.",)


def test_a_puzzle_tells_when_the_goal_is_out_of_reach() -> None:
    lost = alone("three", "right", "down", "left", "right")
    assert lost.notes[0] == "The shortest solution has 3 moves; you have made 4."
    out = alone("...../P*.../...*./...../.....", "down")
    assert out.notes == (
        "The shortest solution has 5 moves; you have made 1.",
        "The goal is out of reach from here: take moves back.",
    )
    never = alone("P..../...../...../...../.....")
    assert never.notes == ("Nobody can ever reach the goal from this start.",)


def test_a_puzzle_too_large_tells_only_what_is_known() -> None:
    level = "/".join(["P" + "*" * 5 + "." * 7, *["." * 13] * 12])
    assert alone(level).notes[0].startswith("A solution has at least ")


def test_a_puzzle_that_starts_from_a_position_is_measured_from_there() -> None:
    game = IceFloes(players="1")
    state = game.parse_position("P..../..*../...../...../....* ; P")
    state = state.apply(state.parse("down"))
    state = game.from_json(state.to_json())
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
    board = "P..../...../...../...../....Q ; P"
    assert look("..Q../...../..P../...../..... ; Q").over == (
        "North came to rest on the goal and won."
    )
    draw: dict[str, Any] = {"returns": (0.0, 0.0)}
    assert look(board, ending="repetition", **draw).over == (
        "A draw: the same position came up for the third time."
    )
    assert look(board, ending="max plies", **draw).over == (
        "A draw: after 200 moves nobody has won."
    )
    assert look(board, ending="agreement", **draw).over == "A draw: agreement."
    for word in ("resigned", "resignation"):
        assert look(board, ending=word, returns=(-1.0, 1.0)).over == "North gave up: South won."
    assert look(board, ending="time", returns=(-1.0, 1.0)).over == "South won: time."
    four = look(
        "P...R/...../...../...../S...Q ; P",
        4,
        ending="resignation",
        returns=(1 / 3, -1, 1 / 3, 1 / 3),
    )
    assert four.over == "West gave up: North, South and East won."
    solo = look("P..../...../...../...../....* ; P", 1, ending="resignation", returns=(0.0,))
    assert solo.over == "Given up after 0 moves."


def test_at_the_end_nothing_is_offered_though_the_rules_would_go_on() -> None:
    shown = look(IceFloes().initial_state().position(), ending="repetition", returns=(0.0, 0.0))
    assert (shown.choices, shown.prompt, shown.notes, shown.blocked) == ((), "", (), {})


def test_a_view_is_plain_data() -> None:
    """Nothing but the observation reaches the scene."""
    state = IceFloes().initial_state()
    made = View(None, 0, state.observe(None), (), (0.0, 0.0), "")
    assert scene(IceFloes(), made) == scene(IceFloes(), view(state, None))
