"""Rule sheet, tutorial, facts and reference: what they say of the game is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from everygame.contract import OVER, State, read_settings
from everygame.games.evade.rules import Evade
from everygame.games.evade.scene import scene
from everygame.scene import view

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "everygame" / "games" / "evade"
REFERENCE = (ROOT / "docs" / "games" / "evade.md").read_text("utf-8")
STEPS: list[dict[str, str]] = tomllib.loads((FOLDER / "tutorial.toml").read_text("utf-8"))["step"]


def figure(caption: str) -> tuple[Evade, State]:
    """The game and the final state of the picture with this caption."""
    text = (FOLDER / "rules.en.md").read_text("utf-8")
    blocks = re.findall(r"```scene\n(.*?)```", text, re.DOTALL)
    lines = [dict(line.split(": ", 1) for line in b.strip().split("\n")) for b in blocks]
    (found,) = [f for f in lines if f["caption"].startswith(caption)]
    game = Evade(**read_settings(found.get("options", "").split()))
    position = found.get("position")
    state = game.parse_position(position) if position else game.initial_state()
    for move in found.get("moves", "").split():
        state = state.apply(state.parse(move))
    return game, state


@pytest.mark.parametrize(
    ("caption", "ending"),
    [
        ("White has one coin left and it is shut in", "no moves"),
        ("A guard went from c5 to c6", ""),
        ("After both have chosen", ""),
    ],
)
def test_captions_tell_how_it_ends(caption: str, ending: str) -> None:
    assert figure(caption)[1].ending() == ending


def test_the_marked_squares_are_the_moves_of_the_guard() -> None:
    text = (FOLDER / "rules.en.md").read_text("utf-8")
    (marked,) = re.findall(r"marks: path (.*)\ncaption: Where the guard on c3", text)
    _, state = figure("Where the guard on c3")
    moves = [state.text(action) for action in state.legal_actions()]
    assert sorted(marked.split()) == sorted(m[3:] for m in moves if m.startswith("c3"))


def test_the_arrows_lead_home_and_the_crossed_one_loses() -> None:
    _, shown = figure("White's leader on c5 wins")
    state = Evade().parse_position(shown.position())
    ends = {move: state.apply(state.parse(move)).ending() for move in ("c5-b6", "c5-c6", "c5xd6")}
    assert ends == {"c5-b6": "home", "c5-c6": "home", "c5xd6": "leader exposed"}


def test_the_spectators_picture_shows_backs_and_the_known_guard() -> None:
    game, state = figure("After both have chosen")
    assert all(piece.hidden for piece in scene(game, view(state, None)).pieces)
    game, state = figure("A guard went from c5 to c6")
    shown = [piece for piece in scene(game, view(state, None)).pieces if not piece.hidden]
    assert [(piece.at, piece.tags) for piece in shown] == [("c6", ("seen",))]


@pytest.mark.parametrize("step", STEPS, ids=[step["move"] for step in STEPS])
def test_the_tutorial_has_one_thing_to_do_in_each_position(step: dict[str, Any]) -> None:
    assert set(step) - {"wrong"} == {"position", "options", "say", "hint", "move", "done"}
    game = Evade(**read_settings(step["options"].split()))
    state = game.parse_position(step["position"])
    assert state.position() == step["position"] and state.to_play() == 0
    after = state.apply(state.parse(step["move"]))
    ends = "you win" in step["done"] or "a draw" in step["done"]
    assert ends == (after.to_play() == OVER)
    assert {choice.move for choice in scene(game, view(state, 0)).choices} >= {step["move"]}


def test_the_tutorial_shows_the_eye_that_it_speaks_of() -> None:
    assert 5 <= len(STEPS) <= 8
    (step,) = [step for step in STEPS if "eye" in step["say"]]
    game = Evade(information="hidden")
    shown = scene(game, view(game.parse_position(step["position"]), 0))
    assert [piece.at for piece in shown.pieces if "seen" in piece.tags] == ["b1"]


def test_the_reference_lists_options_fields_endings_and_the_number_of_actions() -> None:
    (option,) = Evade.options
    values = ", ".join(f"`{choice.value}`" for choice in option.choices)
    assert f"| `{option.name}` | {values} | `{option.default}` |" in REFERENCE
    assert f"`num_actions` is {Evade.num_actions}." in REFERENCE
    for field in Evade(information="hidden").initial_state().to_json():
        assert f"| `{field}` |" in REFERENCE
    for ending in ("home", "leader exposed", "no moves", "leaders frozen", "no progress"):
        assert f"| `{ending}` |" in REFERENCE


def test_nothing_of_the_piecepack_text_is_quoted() -> None:
    """Its licence is the GFDL; a run of seven of its words would be a quotation."""
    phrases = (
        "coins are frozen and cannot move the remainder of the game",
        "you may peek at exactly one of your coins",
        "into your opponents starting row wins the game",
        "advance your leaders into your opponent's home territory",
    )
    for path in (FOLDER / "rules.en.md", FOLDER / "tutorial.toml", FOLDER / "game.toml"):
        text = path.read_text("utf-8").lower()
        assert not any(phrase in text for phrase in phrases)
