"""How backgammon looks: four tables of six points, the bar between them, a tray for men that are
off. White's points 1 to 6 lie below on the right, whoever looks."""

from collections.abc import Iterator

from everygame.contract import CHANCE, OVER, Game, Json
from everygame.scene import Cell, Choice, Piece, Region, Scene, View
from everygame.words import all_of, say

NAMES = ("White", "Black")
COLOURS = ("white", "black")
BAR, MEN = 24, 15
WIDE, HIGH = 14, 10
POINT = ((-0.5, -0.5), (0.5, -0.5), (0.14, 3.8), (-0.14, 3.8))
"""The outline of a point from its broad end, above; below it is mirrored."""
TRAY = ((-0.45, -0.5), (0.45, -0.5), (0.45, 3.8), (-0.45, 3.8))


def seat_names(game: Game) -> tuple[str, ...]:
    return NAMES


def place(seat: int, start: int) -> str:
    """The cell of a point as a seat counts it, or of its bar or its tray."""
    if start == BAR:
        return f"bar{seat}"
    return f"off{seat}" if start < 0 else f"p{start + 1 if seat == 0 else 24 - start}"


def cells() -> Iterator[Cell]:
    for point in range(24):
        side, step = divmod(point, 6)
        column = (12 - step, 5 - step, step, 7 + step)[side]
        look = "tray" if point % 2 else "box"
        yield tall(f"p{point + 1}", column + 0.5, side > 1, look, POINT)
    for seat, name in enumerate(NAMES):
        tray, bar = say("{name}'s tray", name=name), say("{name}'s bar", name=name)
        yield tall(f"off{seat}", 13.5, seat == 1, "tray", TRAY, tray)
        yield tall(f"bar{seat}", 6.5, seat == 0, "tray", TRAY, bar)
    for number in range(4):
        yield Cell(f"die{number}", 8 + 1.1 * number, 5, "bare", "a die")


def tall(
    key: str,
    x: float,
    above: bool,
    terrain: str,
    outline: tuple[tuple[float, float], ...],
    name: str = "",
) -> Cell:
    """A long cell that hangs from the upper edge, or stands on the lower one."""
    turned = outline if above else tuple((x, -y) for x, y in outline)
    return Cell(key, x, 0.5 if above else HIGH - 0.5, terrain, name, outline=turned)


def scene(game: Game, view: View) -> Scene:
    board = Region("board", "Board", 0, 0, WIDE, HIGH, "spots", tuple(cells()), "wood")
    men = view.observation["men"]
    return Scene(
        WIDE,
        HIGH,
        (board,),
        (*pieces(men), *dice(view.observation)),
        prompt(view),
        tuple(choice(view, move) for move in view.moves),
        scores=tuple(f"{pips(row)} pips" for row in men),
        colours=COLOURS,
        over=outcome(view) if view.to_play == OVER else "",
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """ "3 and 1" for a roll; steps are as players write them."""
    if text.startswith("d"):
        return f"{text[1]} and {text[2]}"
    return text.rstrip("123456") if "off" in text else text


def pieces(men: list[list[int]]) -> Iterator[Piece]:
    """One disc for all men of a point, with their number."""
    for seat, row in enumerate(men):
        stacks = [(place(seat, start), number) for start, number in enumerate(row)]
        for cell, number in [*stacks, (f"off{seat}", MEN - sum(row))]:
            if number:
                said = f"{number} {COLOURS[seat]} {'man' if number == 1 else 'men'}"
                shown = str(number) if number > 1 else ""
                yield Piece(f"{cell}-{seat}", cell, "disc", said, seat, text=shown)


def dice(seen: Json) -> Iterator[Piece]:
    """Those that are still to be played."""
    for number, die in enumerate(seen["dice"]):
        yield Piece(f"die{number}!", f"die{number}", "die", f"a {die}", text=str(die))


def choice(view: View, move: str) -> Choice:
    seat = view.to_play
    if move == "pass":
        return Choice(move, (), "no step is possible", "Pass", kind="end")
    start, _, goal = move.partition("-")
    begin = BAR if start == "bar" else int(start) - 1
    ends = ("off", goal[3:]) if goal.startswith("off") else (goal, "")
    end = place(seat, -1 if ends[1] else int(goal) - 1)
    label = f"With the {ends[1]}" if ends[1] else ""
    return Choice(move, (place(seat, begin), end), f"from {start} to {ends[0]}", label)


def pips(men: list[int]) -> int:
    """How far all men still have to go."""
    return sum((start + 1) * number for start, number in enumerate(men))


def prompt(view: View) -> str:
    if view.to_play in (OVER, CHANCE) or view.viewer != view.to_play:
        return ""
    if view.moves == ("pass",):
        return "None of your men can take a step."
    return f"Play {all_of(view.observation['dice'])}: choose a man, and then where it goes."


def outcome(view: View) -> str:
    winner = NAMES[int(view.returns[1] > 0)]
    text = {
        "won": "{name} has all men off and wins.",
        "gammon": "{name} has all men off and wins, a gammon.",
        "backgammon": "{name} has all men off and wins, a backgammon.",
    }[view.ending]
    return say(text, name=winner)
