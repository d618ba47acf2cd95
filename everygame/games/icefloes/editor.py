"""Let a player draw a level of Ice Floes, or have one generated, on the page where a match is set
up.

The page draws the level as a scene whose choices are edits instead of moves:

e3*      put a floe on e3: tap the water, or drag a floe from the tray
e3.      remove the floe from e3: tap it
P@e3     put player P on e3: drag the penguin. As in the game, a penguin that goes to another
         floe leaves its own behind, and one that goes to water takes its floe with it
P-       take player P off the board: drag the penguin to the tray; its floe stays
size:9   add or remove rings of water around the board, until it has 9 squares a side
clear    remove all floes but those under players
standard restore the standard level
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from everygame.contract import Game
from everygame.errors import BadOption, BadPosition, IllegalMove
from everygame.games.icefloes.generator import make_level
from everygame.games.icefloes.levels import LEAST, LETTERS, MOST, draw_level
from everygame.games.icefloes.rules import MOST_PLIES
from everygame.games.icefloes.scene import NAMES, board, covered_goal, moves, penguin, pieces
from everygame.games.icefloes.solver import can_be_won, solve
from everygame.scene import Cell, Choice, Piece, Region, Scene, square
from everygame.words import Message, say

GLANCE = 2_000
"""How many states an edit may search, with several players, for a way to the goal. It keeps an edit
quick."""


def edit(
    game_class: type[Game], options: dict[str, str], option: str, value: str, move: str | None
) -> tuple[str, Scene, tuple[str, ...], bool]:
    """Apply the edit `move` to the value of an option; without a move (None) the value stays as it
    is. Return the new value, a scene whose choices are the possible next edits, remarks on the
    level, and whether a match can be played on it. Raises BadOption, IllegalMove."""
    players, size = read_settings(game_class, options, option)
    level = read_drawn(value, size, players)
    if move is not None:
        after = {choice.move: drawn for choice, drawn in edits(level, players)}
        if move not in after:
            raise IllegalMove("{move} is no edit of this level.", move=repr(move))
        value = after[move]
        level = read_drawn(value, size, players)
    remarks, playable = judge(game_class, {**options, option: value}, level, players)
    return value, picture(level, players), remarks, playable


def generate(
    game_class: type[Game],
    options: dict[str, str],
    option: str,
    length: int,
    rng: Random,
    seconds: float,
) -> str:
    """Return a new level for one player whose shortest solution has exactly `length` moves. Raises
    BadOption, also if none was found within `seconds`."""
    players, _ = read_settings(game_class, options, option)
    least, most = next(o.lengths or (1, 0) for o in game_class.options if o.name == option)
    if players != 1:
        raise BadOption("New levels are made for one player.")
    if length not in range(least, most + 1):
        raise BadOption(
            "New levels have from {least} to {most} moves, not {length}.",
            least=least,
            most=most,
            length=length,
        )
    level = make_level(length, rng, seconds)
    if level is None:
        raise BadOption(
            "No level of {moves} was found in time; try once more.", moves=moves(length)
        )
    return level


def read_settings(game_class: type[Game], options: dict[str, str], option: str) -> tuple[int, str]:
    """Return the number of players and the value of the option `size`, the size of the standard
    level. Raises BadOption."""
    if option not in [o.name for o in game_class.options if o.editable]:
        raise BadOption("The option {option} cannot be drawn.", option=repr(option))
    game = game_class(**{name: text for name, text in options.items() if name != option})
    return game.players, game.values["size"]


def read_drawn(value: str, size: str, players: int) -> str:
    """Return the rows of the level that `value` names or spells out; players may be missing from
    it. Raises BadOption."""
    try:
        return draw_level(value, size, LETTERS[players])
    except BadPosition as error:
        raise BadOption("This level cannot be drawn: {error}", error=error) from None


# -- the picture and its choices


def picture(level: str, players: int) -> Scene:
    """Draw the board, and below it a tray with floes and with the penguins that are not on the
    board."""
    rows, letters = level.split("/"), LETTERS[players]
    size = len(rows)
    boxes = {"box-floe": say("Tray for floes")}
    for letter in letters:
        boxes[f"box-{letter}"] = say("Tray for {called}", called=called(letter, players))
    spots = [Cell(box, i + 0.5, 0.5, "tray", name) for i, (box, name) in enumerate(boxes.items())]
    tray = Region(
        "tray",
        say("Tray"),
        0,
        size + 1,
        len(spots),
        1,
        "spots",
        tuple(spots),
        title=say("To place"),
    )
    loose = [penguin(letter, f"box-{letter}", players) for letter in letters if letter not in level]
    floe = Piece("new-floe", "box-floe", "floe", say("as many floes as you like"))
    width = max(size, len(spots))
    return Scene(
        width=width,
        height=size + 2,
        regions=(replace(board(size), x=(width - size) / 2), tray),
        pieces=(*pieces(rows, players), floe, *loose),
        prompt=say("Tap the water for a floe, tap a floe to melt it, drag the penguins."),
        choices=tuple(choice for choice, _ in edits(level, players)),
        marks=covered_goal(rows),
    )


def called(letter: str, players: int) -> Message:
    """Return a player's penguin in words."""
    return say("your penguin") if players == 1 else say("{name}'s penguin", name=NAMES[letter])


# -- edits


def edits(level: str, players: int) -> Iterator[tuple[Choice, str]]:
    """Yield each edit of a level as a choice, with the value of the option after it. A floe can be
    put on water by a tap or by dragging it from the tray."""
    size = level.index("/")
    places = {
        square(i % (size + 1), i // (size + 1), size): i
        for i, mark in enumerate(level)
        if mark != "/"
    }
    for at, i in places.items():
        if level[i] == ".":
            for touch in ((at,), ("box-floe", at)):
                choice = Choice(f"{at}*", touch, say("floe on {at}", at=at), kind="place")
                yield choice, put(level, i, "*")
        elif level[i] == "*":
            choice = Choice(f"{at}.", (at,), say("water on {at}", at=at), kind="end")
            yield choice, put(level, i, ".")
    for letter in LETTERS[players]:
        yield from penguin_edits(level, letter, called(letter, players), places)
    yield from board_edits(level)


def put(level: str, i: int, mark: str) -> str:
    """Return the level with `mark` in place i of its text."""
    return level[:i] + mark + level[i + 1 :]


def penguin_edits(
    level: str, letter: str, name: str, places: dict[str, int]
) -> Iterator[tuple[Choice, str]]:
    """Yield the edits that put a player's penguin on a square without a player, or back into the
    tray. `places` says where each square stands in the text of the level."""
    box = f"box-{letter}"
    here = next((at for at, i in places.items() if level[i] == letter), box)
    for at, i in places.items():
        if level[i] in ".*":
            words = say("{name} to {at}", name=name, at=at)
            # The contents of both squares are exchanged: a penguin who goes to a floe leaves his
            # own behind, and one who goes to water takes his own along.
            after = put(level.replace(letter, level[i]), i, letter)
            yield Choice(f"{letter}@{at}", (here, at), words, kind="place"), after
    if here != box:
        words = say("{name} off the board", name=name)
        yield Choice(f"{letter}-", (here, box), words, kind="end"), level.replace(letter, "*")


def board_edits(level: str) -> Iterator[tuple[Choice, str]]:
    """Yield the edits that change the whole board."""
    rows = level.split("/")
    for size, label in ((len(rows) + 2, say("Larger")), (len(rows) - 2, say("Smaller"))):
        if size in range(LEAST, MOST + 1):
            words = say("make the board {other} × {other}", other=size)
            yield Choice(f"size:{size}", (), words, label, kind="end"), resized(rows, size)
    words = say("take all loose floes away")
    yield Choice("clear", (), words, say("Clear"), kind="end"), level.replace("*", ".")
    words = say("back to the standard level")
    yield Choice("standard", (), words, say("Standard"), kind="end"), "standard"


def resized(rows: list[str], size: int) -> str:
    """Return a level of `size` squares a side: rings of water are added around it, or outer rings
    are removed with all that lies on them, so that the goal stays in the middle."""
    ring = (size - len(rows)) // 2
    if ring < 0:
        return "/".join(row[-ring:ring] for row in rows[-ring:ring])
    water = ["." * size] * ring
    return "/".join([*water, *("." * ring + row + "." * ring for row in rows), *water])


# -- remarks on a level


def judge(
    game_class: type[Game], options: dict[str, str], level: str, players: int
) -> tuple[tuple[str, ...], bool]:
    """Return remarks on a level, and whether a match can be played on it: no player is missing, the
    game allows it, and somebody can reach the goal."""
    missing = [letter for letter in LETTERS[players] if letter not in level]
    if missing:
        names = [say("Your penguin") if players == 1 else NAMES[letter] for letter in missing]
        return tuple(say("{name} is missing.", name=name) for name in names), False
    try:
        game = game_class(**{**options, "max_plies": str(MOST_PLIES)})
    except BadOption as error:
        return (error.message,), False
    answer = solve(level) if players == 1 else None
    reached = answer.solvable if answer else can_be_won(game.initial_state(), GLANCE)
    if reached is False:
        return (say("Nobody can ever reach the goal."),), False
    if answer is None:
        return (), True
    length = moves(answer.least)
    if reached:
        return (say("It can be solved in {moves}.", moves=length),), True
    text = "If it can be solved at all, then in no fewer than {moves}."
    return (say(text, moves=length),), True
