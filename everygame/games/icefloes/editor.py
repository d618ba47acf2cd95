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

from dataclasses import replace
from random import Random

from everygame.contract import Game
from everygame.errors import BadOption, BadPosition, IllegalMove
from everygame.games.icefloes.generator import make_level
from everygame.games.icefloes.levels import (
    LEAST,
    LETTERS,
    MOST,
    find_level,
    read_level,
    seat_players,
)
from everygame.games.icefloes.rules import MOST_PLIES
from everygame.games.icefloes.scene import NAMES, board, covered_goal, find, moves, penguin, pieces
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
    level = draw_level(value, size, players)
    if move is not None:
        if move not in {choice.move for choice in choices(level, players)}:
            raise IllegalMove("{move} is no edit of this level.", move=repr(move))
        value = level = changed(level, move)
        level = draw_level(value, size, players)
    faults = find_faults(game_class, {**options, option: value}, level, players)
    notes, hopeless = ((), False) if faults else judge(game_class, {**options, option: value})
    return value, picture(level, players), (*faults, *notes), not faults and not hopeless


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
    others = {name: text for name, text in options.items() if name != option}
    game = game_class(**others, **({"level": "standard"} if option == "level" else {}))
    return game.players, game.values["size"]


def draw_level(value: str, size: str, players: int) -> str:
    """Return the rows of the level that `value` names or spells out; players may be missing from
    it. Raises BadOption."""
    letters = LETTERS[players]
    try:
        return read_level(seat_players(find_level(value, size), letters), letters)
    except BadPosition as error:
        raise BadOption("This level cannot be drawn: {error}", error=error) from None


# -- edits


def changed(level: str, move: str) -> str:
    """Return the level after an edit, which must be one of `choices`."""
    if move == "standard":
        return move
    if move == "clear":
        return level.replace("*", ".")
    if move.startswith("size:"):
        return resized(level.split("/"), int(move.removeprefix("size:")))
    if move.endswith("-"):
        return level.replace(move[0], "*")
    if "@" in move:
        letter, at = move.split("@")
        return moved(level, letter, at)
    return with_square(level, move[:-1], move[-1])


def resized(rows: list[str], size: int) -> str:
    """Return a level of `size` squares a side: rings of water are added around it, or outer rings
    are removed with all that lies on them, so that the goal stays in the middle."""
    ring = (size - len(rows)) // 2
    if ring < 0:
        return "/".join(row[-ring:ring] for row in rows[-ring:ring])
    water = ["." * size] * ring
    return "/".join([*water, *("." * ring + row + "." * ring for row in rows), *water])


def moved(level: str, letter: str, at: str) -> str:
    """Return the level after a player was put on the square `at`. His old floe stays behind if he
    now stands on another; else it goes with him."""
    onto_floe = level[index(level, at)] == "*"
    level = level.replace(letter, "*" if onto_floe else ".")
    return with_square(level, at, letter)


def with_square(level: str, at: str, mark: str) -> str:
    """Return the level with `mark` on the square `at`."""
    i = index(level, at)
    return level[:i] + mark + level[i + 1 :]


def index(level: str, at: str) -> int:
    """Return where a square stands in the text of a level."""
    size = level.index("/")
    return (size - int(at[1:])) * (size + 1) + ord(at[0]) - ord("a")


# -- the picture and its choices


def picture(level: str, players: int) -> Scene:
    """Draw the board, and below it a tray with floes and with the penguins that are not on the
    board."""
    rows, letters = level.split("/"), LETTERS[players]
    size = len(rows)
    spots = [Cell("box-floe", 0.5, 0.5, "tray", say("Tray for floes"))]
    for place, letter in enumerate(letters, 1):
        name = say("Tray for {called}", called=called(letter, players))
        spots.append(Cell(f"box-{letter}", place + 0.5, 0.5, "tray", name))
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
        choices=tuple(choices(level, players)),
        marks=covered_goal(rows),
    )


def called(letter: str, players: int) -> Message:
    """Return a player's penguin in words."""
    return say("your penguin") if players == 1 else say("{name}'s penguin", name=NAMES[letter])


def choices(level: str, players: int) -> list[Choice]:
    """Return all edits of a level as choices; a floe can be put on water by a tap or by dragging it
    from the tray."""
    rows, offered = level.split("/"), []
    squares = [
        (square(x, y, len(rows)), rows[y][x]) for y in range(len(rows)) for x in range(len(rows))
    ]
    for at, mark in squares:
        if mark == ".":
            offered.append(Choice(f"{at}*", (at,), say("floe on {at}", at=at), kind="place"))
            offered.append(
                Choice(f"{at}*", ("box-floe", at), say("floe on {at}", at=at), kind="place")
            )
        elif mark == "*":
            offered.append(Choice(f"{at}.", (at,), say("water on {at}", at=at), kind="end"))
    free = [at for at, mark in squares if mark in ".*"]
    for letter in LETTERS[players]:
        offered += player_choices(rows, letter, free, called(letter, players))
    return offered + buttons(len(rows))


def player_choices(rows: list[str], letter: str, free: list[str], name: str) -> list[Choice]:
    """Return the edits that put a player's penguin on each of the squares `free`, or back into the
    tray."""
    box = here = f"box-{letter}"
    if any(letter in row for row in rows):
        y, x = find(rows, letter)
        here = square(x, y, len(rows))
    offered = [
        Choice(f"{letter}@{at}", (here, at), say("{name} to {at}", name=name, at=at), kind="place")
        for at in free
    ]
    if here != box:
        offered.append(
            Choice(f"{letter}-", (here, box), say("{name} off the board", name=name), kind="end")
        )
    return offered


def buttons(size: int) -> list[Choice]:
    """Return the edits that change the whole board; `size` is its present number of squares a
    side."""
    offered = [
        Choice(
            f"size:{other}",
            (),
            say("make the board {other} × {other}", other=other),
            label,
            kind="end",
        )
        for other, label in ((size + 2, say("Larger")), (size - 2, say("Smaller")))
        if other in range(LEAST, MOST + 1)
    ]
    offered.append(Choice("clear", (), say("take all loose floes away"), say("Clear"), kind="end"))
    return [
        *offered,
        Choice("standard", (), say("back to the standard level"), say("Standard"), kind="end"),
    ]


# -- remarks on a level


def find_faults(
    game_class: type[Game], options: dict[str, str], level: str, players: int
) -> tuple[str, ...]:
    """Return sentences on why a match cannot start from the level; none if it can."""
    missing = [letter for letter in LETTERS[players] if letter not in level]
    if missing:
        names = [say("Your penguin") if players == 1 else NAMES[letter] for letter in missing]
        return tuple(say("{name} is missing.", name=name) for name in names)
    try:
        game_class(**options)
    except BadOption as error:
        return (error.message,)
    return ()


def judge(game_class: type[Game], options: dict[str, str]) -> tuple[tuple[str, ...], bool]:
    """Search a level from which a match can start. Return remarks on its solution, and whether
    nobody can ever reach the goal."""
    game = game_class(**{**options, "max_plies": str(MOST_PLIES)})
    state = game.initial_state()
    never = (say("Nobody can ever reach the goal."),)
    if game.players > 1:
        hopeless = can_be_won(state, GLANCE) is False
        return (never if hopeless else ()), hopeless
    answer = solve(state.to_json()["level"])
    if answer.solvable is False:
        return never, True
    if answer.solvable:
        return (say("It can be solved in {moves}.", moves=moves(answer.least)),), False
    return (
        say(
            "If it can be solved at all, then in no fewer than {moves}.",
            moves=moves(answer.least),
        ),
    ), False
