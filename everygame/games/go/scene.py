"""The pictures of go: stones on the crossings of a wooden board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from everygame.contract import OVER, Game
from everygame.scene import Cell, Choice, Piece, Region, Scene, View, grid, square
from everygame.words import Message, say

NAMES: Final = (say("Black"), say("White"))
"""The names of the seats, in turn order."""
WIDE: Final = 13
"""From this size on, the star points near the corners are on the fourth line; on smaller boards
they are on the third."""


SMALL: Final = 8
"""The smallest board with star points near its corners."""
LARGE: Final = 15
"""The smallest board with star points at the middle of its sides."""


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats, in turn order."""
    return NAMES


def scene(game: Game, view: View) -> Scene:
    """Return the picture of a position, with the score if the match ended now, and a button to
    pass."""
    rows = view.observation["rows"]
    size = len(rows.split("/"))
    signs = dict(zip(grid(size, size, False), rows.replace("/", ""), strict=True))
    komi = float(game.values["komi"])
    going = view.to_play != OVER
    board = Region("board", say("Board"), 0, 0, size, size, cells=stars(size), look="crossings")
    return Scene(
        width=size,
        height=size,
        regions=(board,),
        pieces=tuple(stone(at, sign) for at, sign in signs.items() if sign != "."),
        prompt=prompt(view) if going else "",
        choices=tuple(choices(size, view)),
        notes=(standing(signs, komi),) if going and set(rows) != {".", "/"} else (),
        colours=("black", "white"),
        blocked=blocked(signs, view) if view.moves else {},
        over="" if going else outcome(signs, komi, view),
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """Return a move as in the notation, and a pass in words."""
    return say("passed") if text == "pass" else text


def stars(size: int) -> tuple[Cell, ...]:
    """Return the star points, which help players to find their way on the board."""
    edge, middle = (3 if size >= WIDE else 2), size // 2
    corners = [(x, y) for y in (edge, size - 1 - edge) for x in (edge, size - 1 - edge)]
    sides = [(edge, middle), (size - 1 - edge, middle), (middle, edge), (middle, size - 1 - edge)]
    places = corners if size >= SMALL else []
    places += [(middle, middle)] if size % 2 else []
    places += sides if size % 2 and size >= LARGE else []
    return tuple(Cell(square(x, y, size), terrain="star") for x, y in places)


def stone(at: str, sign: str) -> Piece:
    """Return a stone. It never moves, so the name of its point is part of its id."""
    seat = "xo".index(sign)
    return Piece(f"{sign}-{at}", at, "disc", say("{name} stone", name=NAMES[seat]), seat, size=3)


def choices(size: int, view: View) -> Iterator[Choice]:
    """Yield, for each move, a point for a stone, or a button to pass."""
    for move in view.moves:
        if move == "pass":
            ends = view.observation["passes"] == 1
            name = say("pass, which ends the match") if ends else say("pass")
            yield Choice("pass", (), name, label=say("Pass"), kind="end", key="p")
        else:
            yield Choice(move, (move,), say("a stone on {move}", move=move), kind="place")


def blocked(signs: dict[str, str], view: View) -> dict[str, Message]:
    """Return, for each empty point where no stone may be put, a sentence that says why."""
    allowed = set(view.moves)
    empty = [at for at, sign in signs.items() if sign == "." and at not in allowed]
    ko = say("Ko: that would take back at once what was just taken, and repeat the position.")
    alone = say("A stone there would have no liberty and take none.")
    return {at: ko if at == view.observation["ko"] else alone for at in empty}


def areas(signs: dict[str, str]) -> tuple[int, int]:
    """Return, for Black and for White, the number of stones and of the empty points that this side
    alone surrounds."""
    counts = Counter(signs.values())
    seen: set[str] = set()
    for at, sign in signs.items():
        if sign == "." and at not in seen:
            region, colours = surround(at, signs)
            seen |= region
            if len(colours) == 1:
                counts[colours.pop()] += len(region)
    return counts["x"], counts["o"]


def surround(start: str, signs: dict[str, str]) -> tuple[set[str], set[str]]:
    """Return the empty region around a point, and the colours at its edge."""
    region, colours, new = {start}, set(), [start]
    while new:
        at = new.pop()
        file, rank = ord(at[0]), int(at[1:])
        for x, y in ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)):
            beside = f"{chr(x)}{y}"
            sign = signs.get(beside, "")
            if sign == "." and beside not in region:
                region.add(beside)
                new.append(beside)
            elif sign in ("x", "o"):
                colours.add(sign)
    return region, colours


def spoken(points: float) -> str:
    """Return a number of points as people write it, such as 7½."""
    sign, whole = "−" if points < 0 else "", int(abs(points))
    return f"{sign}{whole or ''}½" if abs(points) != whole else f"{sign}{whole}"


def standing(signs: dict[str, str], komi: float) -> Message:
    """Return the score of both sides if the match ended now, in one sentence."""
    text = "On the board now: {first} {black}, {second} {white} and komi {komi}."
    return say(text, **score(signs, komi))


def score(signs: dict[str, str], komi: float) -> dict[str, str | int]:
    """Return the names of both sides and what they have, as the arguments of a sentence."""
    black, white = areas(signs)
    names = {"first": NAMES[0], "second": NAMES[1]}
    return {**names, "black": black, "white": white, "komi": spoken(komi)}


def prompt(view: View) -> Message:
    """Return what the viewer must do now, or who is to play."""
    name = NAMES[view.to_play]
    if view.viewer != view.to_play:
        return say("{name} is to play.", name=name)
    if view.observation["passes"]:
        return say(
            "{other} passed. {name}: place a stone, or pass to end the match.",
            other=NAMES[1 - view.to_play],
            name=name,
        )
    return say("{name}: place a stone, or pass.", name=name)


def outcome(signs: dict[str, str], komi: float, view: View) -> str:
    """Return who won and by how much, in one sentence; an empty text where the rules have not ended
    the match."""
    black, white = areas(signs)
    lead = black - white - komi
    count = say("{first} has {black}, {second} {white} and komi {komi}", **score(signs, komi))
    name, by = NAMES[lead < 0], spoken(abs(lead))
    told = say("{count}: {name} wins by {lead}.", count=count, name=name, lead=by)
    if lead == 0:
        told = say("{count}: a draw.", count=count)
    late = say("The match has lasted too long. {result}", result=told)
    return {"both passed": told, "long match": late}.get(view.ending, "")
