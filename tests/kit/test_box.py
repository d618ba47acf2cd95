"""What is in the box: in number, against the start of the game and against the rules in print."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from everygame.errors import BadGame
from everygame.kit.box import Box, find_board, pack
from everygame.kit.contents_list import lines_of
from everygame.kit.nets import Paper, cut_out, picture_of
from everygame.library.kit_file import read_kit
from everygame.library.registry import find_folder, find_game, games
from everygame.scene import depict, view
from everygame.words import Message
from gate import ROOT

EXAMPLES = ROOT / "examples"
PAPER = Paper(25.0, lambda name: name)


def boxed(name: str, **options: str) -> Box:
    entry = find_game(name)
    return pack(entry, entry.game(**options))


def numbers(box: Box) -> Counter[str]:
    """How many there are of each shape and text."""
    found: Counter[str] = Counter()
    for part in box.parts:
        found[f"{part.front.shape} {part.front.text}".strip()] += part.count
    return found


@pytest.mark.parametrize("name", list(games()))
def test_what_the_start_needs_is_there(name: str) -> None:
    entry = find_game(name)
    kind = entry.game_class()
    games = [kind(players=str(n)) for n in kind.seats]
    for option in kind.options:
        for choice in option.choices:
            players = (choice.players or option.players or kind.seats)[0]
            games.append(kind(players=str(players), **{option.name: choice.value}))
    for game in games:
        scene = depict(entry.artist(), game, view(game.initial_state(), None))
        box = pack(entry, game)
        for piece in scene.pieces:
            same = [p for p in scene.pieces if (p.shape, p.size) == (piece.shape, piece.size)]
            there = [p for p in box.parts if p.front.shape == piece.shape]
            there = [p for p in there if p.front.size == piece.size]
            assert sum(p.count for p in there) >= sum(p.count for p in same)
            if piece.owner is not None:
                seats = {p.front.owner for p in there} | {p.back.owner for p in there}
                assert piece.owner in seats


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("freez", {}, {"disc": 16}),
        ("freez", {"size": "6"}, {"disc": 12}),
        ("freezetag", {"players": "2"}, {"pyramid": 12, "die": 1}),
        ("freezetag", {"players": "3"}, {"pyramid": 18, "die": 1}),
        ("freezetag", {"players": "4"}, {"pyramid": 24, "die": 1}),
        ("icefloes", {"players": "2"}, {"floe": 12, "penguin": 2}),
        ("icefloes", {"players": "4"}, {"floe": 12, "penguin": 4}),
        ("icefloes", {"level": "classic"}, {"floe": 4, "penguin": 2}),
        ("evade", {}, {"coin ♛": 4, "coin ♜": 8}),
        ("evade", {"information": "open"}, {"coin ♛": 4, "coin ♜": 8}),
        ("connectfour", {}, {"disc": 42}),
        ("reversi", {}, {"disc": 64}),
        ("go", {"size": "19"}, {"disc": 361}),
        ("draughts", {}, {"disc": 24}),
        ("ur", {}, {"disc": 14, "die": 4}),
    ],
)
def test_numbers_as_rules_in_print_have_them(
    name: str, options: dict[str, str], expected: dict[str, int]
) -> None:
    assert numbers(boxed(name, **options)) == expected


@pytest.mark.parametrize("name", list(games()))
def test_what_is_said_of_things_can_be_translated(name: str) -> None:
    """But for the letters on a card, by which it is called."""
    for item in lines_of(boxed(name), PAPER):
        for text in (item.name, item.how, item.instead):
            assert isinstance(text, Message) or not re.search(r"[A-Za-z]{2}", text), text


def test_decks_are_whole() -> None:
    for deck, total, some in (
        ("alpha", 74, {"card T": 3, "card Z": 1, "card J": 1, "card A/E": 3, "card": 2}),
        ("tiles", 100, {"card E": 12, "card Z": 1, "card": 2}),
    ):
        found = numbers(boxed("coldspell", deck=deck))
        assert {key: found[key] for key in some} == some
        assert sum(n for key, n in found.items() if key.startswith("card")) == total
        assert found["pyramid"] == 15
    for name in ("crazyeights", "playingcards", "cribbage"):
        cards = [part for part in boxed(name).parts if part.front.shape == "card"]
        assert [part.count for part in cards] == [1] * 52
        assert len({part.front.text for part in cards}) == 52
    assert len(boxed("dominoes").parts) == 28


@pytest.mark.parametrize("name", ["evade", "coldspell", "crazyeights", "dominoes", "cribbage"])
def test_a_back_tells_nothing(name: str) -> None:
    backs: dict[object, set[tuple[str, float, float]]] = {}
    for part in boxed(name).parts:
        if part.back.hidden:
            drawn, cut = picture_of(part.back, part.back_colour, PAPER), cut_out(part, PAPER)
            key = part.front.shape, part.front.owner
            backs.setdefault(key, set()).add((drawn, cut.width, cut.height))
    assert backs and all(len(looks) == 1 for looks in backs.values())


def test_things_have_two_sides_where_the_game_says_so() -> None:
    (disc,) = boxed("reversi").parts
    assert (disc.colour, disc.back_colour) == ("black", "white")
    assert all("king" in part.back.tags for part in boxed("draughts").parts)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("plastic = 3", "kit.toml, plastic: it is true or false, not 3"),
        ("[[part]]\nform = 'flat'", "kit.toml, part[0]"),
        ("= 1", "kit.toml cannot be read"),
    ],
)
def test_a_faulty_description_is_one_sentence(tmp_path: Path, text: str, why: str) -> None:
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "kit.toml").write_text(text, "utf-8")
    with pytest.raises(BadGame) as caught:
        read_kit("toy", find_folder(folder).folder)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("name", "lacking"),
    [("whist", "card × 52"), ("hex", "disc × "), ("backgammon", "die × 4 and disc × ")],
)
def test_a_box_that_would_lack_things_is_refused_before_anything_is_drawn(
    name: str, lacking: str
) -> None:
    entry = find_folder(EXAMPLES / name)
    with pytest.raises(BadGame) as caught:
        pack(entry, entry.game())
    assert lacking in str(caught.value) and "deck(game)" in str(caught.value)


def test_cells_of_their_own_form_are_a_board() -> None:
    entry = find_folder(EXAMPLES / "hex")
    scene = depict(entry.artist(), entry.game(), view(entry.game().initial_state(), None))
    assert [region.id for region in find_board(entry.kit(), scene)] == ["board"]


def test_the_markers_of_crazy_eights_are_there() -> None:
    found = numbers(boxed("crazyeights"))
    assert sum(count for thing, count in found.items() if thing.startswith("token")) == 4
    assert sum(found.values()) == 56
