"""How Kuhn poker looks: two cards, the chips between them, and buttons."""

from everygame.contract import OVER, Game
from everygame.scene import Cell, Choice, Piece, Region, Scene, View
from everygame.words import list_of, say

NAMES = ("First", "Second")
WORDS = {"J": "a jack", "Q": "a queen", "K": "a king", "?": "a card face down"}


def seat_names(game: Game) -> tuple[str, ...]:
    return NAMES


def scene(game: Game, view: View) -> Scene:
    seen = view.observation
    words = [say("{name}'s card", name=name) for name in NAMES]
    cells = tuple(Cell(f"hand{s}", 0.5, 2.5 - 2 * s, name=words[s]) for s in (0, 1))
    table = Region("table", "Table", 1, 0, 1, 3, "spots", cells, look="table")
    pot = Region("pot", "Pot", 2.5, 1, 1, 1, "spots", (Cell("pot", 0.5, 0.5, name="the pot"),))
    chips = 2 + seen["bets"].count("b")
    coin = Piece("chips", "pot", "coin", f"{chips} chips", text=str(chips))
    cards = [card(seat, face) for seat, face in enumerate(seen["cards"])]
    notes = (told(seen["bets"]),) if seen["bets"] else ()
    return Scene(
        4, 3, (table, pot), (*cards, coin), prompt(view), choices(view), notes=notes, over=end(view)
    )


def card(seat: int, face: str) -> Piece:
    name = f"{NAMES[seat]}: {WORDS[face]}"
    shown = "" if face == "?" else face
    return Piece(f"card{seat}", f"hand{seat}", "card", name, seat, text=shown, hidden=not shown)


def choices(view: View) -> tuple[Choice, ...]:
    facing = view.observation["bets"].endswith("b")
    labels = {"p": "Fold" if facing else "Pass", "b": "Call" if facing else "Bet"}
    return tuple(Choice(move, name=labels[move], label=labels[move]) for move in view.moves)


def prompt(view: View) -> str:
    if not view.moves:
        return ""
    facing = view.observation["bets"].endswith("b")
    return "Call with another chip, or fold." if facing else "Bet a chip, or pass."


def told(bets: str) -> str:
    """What happened so far: "First passed, Second bet"."""
    first = {"p": "{name} passed", "b": "{name} bet"}
    answer = {"p": "{name} folded", "b": "{name} called"}
    facing = ["", *bets]
    told = [
        say((answer if facing[i] == "b" else first)[bet], name=NAMES[i % 2])
        for i, bet in enumerate(bets)
    ]
    return say("{told}.", told=list_of(told))


def end(view: View) -> str:
    if view.to_play != OVER:
        return ""
    winner = int(view.returns[1] > 0)
    two = max(view.returns) == 1
    return say("{name} wins two chips." if two else "{name} wins one chip.", name=NAMES[winner])
