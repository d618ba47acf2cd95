"""How Evade looks: coins on a board, each face as far as its viewer may see it.

In the memory game a player knows his own leaders, but his coins lie face down: the picture then
shows only what lies open on the table and, until he has moved, the coin that he peeked at.
"""

from __future__ import annotations

from everygame.contract import OVER, Game, Json
from everygame.games.evade.notation import FILES, HOME_RANKS, NAMES
from everygame.games.evade.rules import QUIET
from everygame.scene import Choice, Mark, Piece, Region, Scene, View

FACES = {"l": "♛", "g": "♜", "?": ""}
KINDS = {"l": "leader", "g": "guard", "?": "coin"}
LEGEND = f"{FACES['l']} is a leader, {FACES['g']} a guard."
SOON = 20
"""So many plies before the draw without a freeze, the players are told."""


def seat_names(game: Game) -> tuple[str, ...]:
    """What the seats are called, in turn order."""
    return NAMES


def scene(game: Game, view: View) -> Scene:
    """The board with the viewer's own home row at the bottom."""
    going = not view.ending
    faces = visible_kinds(game, view)
    choices = tuple(c for move in view.moves for c in offers(view, faces, move)) if going else ()
    pieces = (*live_coins(game, view, faces), *frozen_coins(view, faces))
    legend = (LEGEND,) if any(piece.text for piece in pieces) else ()
    return Scene(
        width=6,
        height=6,
        regions=(Region("board", "Board", columns=6, rows=6, look="board"),),
        pieces=pieces,
        prompt=prompt(game, view) if going else "",
        choices=choices,
        marks=goals(view),
        notes=(*(notes(game, view) if going else ()), *legend),
        colours=("white", "black"),
        blocked=blocked(game, view, choices) if choices else {},
        rotate=2 if view.viewer == 1 else 0,
        over="" if going else outcome(game, view),
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """Moves read as they are written; what else is done does not."""
    word, _, at = text.partition(":")
    if word == "leaders":
        squares = [file + HOME_RANKS[before.to_play] for file in at]
        return "hid two leaders" if "?" in at else f"leaders on {' and '.join(squares)}"
    if word == "peek":
        return f"peeked at {at}"
    return text.replace("x", " freezes ")


def visible_kinds(game: Game, view: View) -> list[str]:
    """For each side six letters as in the observation, ? where the coin lies face down."""
    seen = view.observation
    kinds: list[str] = list(seen["kinds"])
    if not is_memory(game) or view.to_play == OVER or view.truth:
        return kinds
    shown = ["??????", "??????"]
    if seen["peeked"] and view.viewer == seen["turn"]:
        side = seen["coins"][seen["turn"]]
        shown[seen["turn"]] = "".join(
            kind if place == seen["peeked"] else "?"
            for place, kind in zip(side, kinds[seen["turn"]], strict=True)
        )
    return shown


# -- coins


def live_coins(game: Game, view: View, faces: list[str]) -> list[Piece]:
    """The coins that can still move."""
    seen = view.observation
    return [
        coin(seat, number, place, faces[seat][number], tags(game, view, faces, seat, number))
        for seat in (0, 1)
        for number, place in enumerate(seen["coins"][seat])
        if place is not None and place not in seen["pairs"]
    ]


def tags(game: Game, view: View, faces: list[str], seat: int, number: int) -> tuple[str, ...]:
    """ "active": peeked at; "seen": one who does not see the face knows what it is."""
    seen = view.observation
    if seen["coins"][seat][number] == seen["peeked"]:
        return ("active",)
    secret = game.values["information"] == "hidden" and all(seen["chosen"])
    known = number in seen["guards"][seat]
    follows = seat != view.viewer and faces[seat][number] != "?"
    told = view.to_play == OVER or view.truth
    return ("seen",) if secret and not told and (known or follows) else ()


def coin(
    seat: int, number: int, place: str, kind: str, tags: tuple[str, ...] = (), z: int = 0
) -> Piece:
    """A coin, face up where its kind is told."""
    marks = {"frozen": ", frozen", "seen": ", known to both sides", "active": ", peeked at"}
    words = "".join(marks[tag] for tag in tags)
    return Piece(
        f"{NAMES[seat]}-{FILES[number]}",
        place,
        "coin",
        f"{NAMES[seat]}'s {KINDS[kind]}{words}",
        owner=seat,
        z=z,
        text=FACES[kind],
        hidden=kind == "?",
        tags=tags,
    )


def frozen_coins(view: View, faces: list[str]) -> list[Piece]:
    """Both coins of each pair; the upper one shows its face for good."""
    found = []
    for place, top in view.observation["pairs"].items():
        for seat in (0, 1):
            if top is None:
                found.append(untold_coin(seat, place))
            else:
                number = view.observation["coins"][seat].index(place)
                kind = faces[seat][number]
                shown = "g" if seat == top and kind == "?" else kind
                found.append(coin(seat, number, place, shown, ("frozen",), int(seat == top)))
    return found


def untold_coin(seat: int, place: str) -> Piece:
    """A coin of a pair from a position text, which tells only that there is one of each side."""
    name, words = f"{NAMES[seat]}-{place}", f"{NAMES[seat]}'s coin, frozen"
    return Piece(name, place, "coin", words, seat, z=seat, hidden=True, tags=("frozen",))


def goals(view: View) -> tuple[Mark, ...]:
    """The rows that leaders must reach: the viewer's own, or both."""
    return tuple(
        Mark("goal", tuple(file + HOME_RANKS[1 - seat] for file in FILES), home_name(1 - seat))
        for seat in (0, 1)
        if view.viewer in (seat, None)
    )


def home_name(seat: int) -> str:
    """ "Black's home row"."""
    return f"{NAMES[seat]}'s home row"


# -- what may be done


def offers(view: View, faces: list[str], move: str) -> list[Choice]:
    """The choices for a move: leaders may be touched in either order."""
    seat = view.to_play
    if move.startswith("leaders:"):
        first, second = (file + HOME_RANKS[seat] for file in move[-2:])
        name = f"hide your leaders on {first} and {second}"
        ways = ((first, second), (second, first))
        return [Choice(move, touch=way, name=name, kind="place") for way in ways]
    if move.startswith("peek:"):
        name = f"peek at your coin on {move[-2:]}; then you may not freeze this turn"
        look = Choice(move, (move[-2:],), name, "Peek", "reveal", gesture="hold")
        return [look]
    here, there = move[:2], move[3:]
    kind = faces[seat][view.observation["coins"][seat].index(here)]
    if move[2] == "x":
        name = freeze_name(view, kind, here, there)
        return [Choice(move, (here, there), name, kind="freeze")]
    home = there[1] == HOME_RANKS[1 - seat]
    name = f"{KINDS[kind]} from {here} to {there}{arrival(view, kind) if home else ''}"
    return [Choice(move, (here, there), name)]


def freeze_name(view: View, kind: str, here: str, there: str) -> str:
    """A freeze by a leader is legal where leaders are secret, and loses."""
    danger = {"l": ": it is exposed and you lose", "?": "; if it is a leader you lose"}
    return f"freeze the coin on {there} with your {KINDS[kind]} from {here}{danger.get(kind, '')}"


def arrival(view: View, kind: str) -> str:
    """What a coin shows by resting on the enemy's home row."""
    enemy = NAMES[1 - view.to_play]
    if kind == "l":
        return f", {enemy}'s home row: you win"
    shows = "this shows that it is a guard" if kind == "g" else "you win if it is a leader"
    return f", {enemy}'s home row: {shows}"


def blocked(game: Game, view: View, choices: tuple[Choice, ...]) -> dict[str, str]:
    """Why pairs, the other side's coins and coins that are shut in cannot be chosen."""
    seen, seat = view.observation, view.to_play
    told = dict.fromkeys(seen["pairs"], "A frozen pair stays; nobody enters its square.")
    starts = {choice.touch[0] for choice in choices}
    for side in (0, 1):
        for place in seen["coins"][side]:
            if place is not None and place not in seen["pairs"]:
                if side != seat:
                    told[place] = other_coin(game, view)
                elif place not in starts:
                    told[place] = "This coin is shut in and cannot move."
    return told


def other_coin(game: Game, view: View) -> str:
    """Why a coin of the other side cannot be chosen now."""
    if not all(view.observation["chosen"]):
        return "Your leaders are two of your own six coins."
    if view.observation["peeked"]:
        return "You have peeked, so you may not freeze this turn."
    freezer = "guard" if game.values["information"] == "open" else "coin"
    return f"Only a {freezer} of yours that stands beside it can freeze it."


# -- words


def prompt(game: Game, view: View) -> str:
    """What is to be done, or who does it."""
    name, mine = NAMES[view.to_play], view.viewer == view.to_play
    peeked = view.observation["peeked"]
    if not all(view.observation["chosen"]):
        if mine:
            later = " Remember them: they will lie face down." if is_memory(game) else ""
            return f"{name}: tap the two coins that will be your leaders.{later}"
        return f"{name} chooses two leaders in secret."
    if not mine:
        return f"{name} has peeked at {peeked} and moves." if peeked else f"{name} moves next."
    if peeked:
        return f"{name}: you have peeked at {peeked}. Tap a coin, then an empty square beside it."
    if is_memory(game):
        return f"{name}: tap a coin, then a square beside it. To peek at a coin first, hold it."
    return f"{name}: tap a coin, then a square beside it. Onto an enemy coin freezes both."


def is_memory(game: Game) -> bool:
    """One's own coins lie face down, too."""
    return game.values["information"] == "memory"


def notes(game: Game, view: View) -> list[str]:
    """Facts worth showing while the match goes on."""
    told = []
    if game.values["information"] == "hidden" and view.viewer is not None:
        lost = sum(kind == "l" for kind in frozen_kinds(view.observation, view.viewer))
        words = ("", "One of your leaders is frozen.", "Both your leaders are frozen.")
        told += [words[lost]] if lost else []
    left = QUIET - int(view.observation["quiet"])
    if left <= SOON:
        told.append(f"A draw in {left} move{'s' * (left > 1)} unless a coin is frozen.")
    return told


def frozen_kinds(seen: Json, seat: int) -> list[str]:
    """The kinds of a side's frozen coins, as far as they are known."""
    side = zip(seen["coins"][seat], seen["kinds"][seat], strict=True)
    return [kind for place, kind in side if place is None or place in seen["pairs"]]


def outcome(game: Game, view: View) -> str:
    """What happened and why, and who was who, in one sentence."""
    if view.to_play != OVER or not game.hidden:
        return f"{reason(view)}."
    white, black = (leaders(view.observation, seat) for seat in (0, 1))
    return f"{reason(view)}; the leaders were White's on {white} and Black's on {black}."


def reason(view: View) -> str:
    """Why it is over."""
    winner = next((NAMES[seat] for seat in (0, 1) if view.returns[seat] > 0), "")
    loser = next((NAMES[seat] for seat in (0, 1) if view.returns[seat] < 0), "")
    reasons = {
        "home": f"{winner} wins: its leader reached {loser}'s home row",
        "leader exposed": f"{winner} wins: {loser} froze a coin with a leader, which was exposed",
        "no moves": f"{winner} wins: {loser} has no move left",
        "leaders frozen": "A draw: all four leaders are frozen",
        "no progress": f"A draw: {QUIET} moves in a row without a freeze",
        "repetition": "A draw: the same position came up for the third time",
        "resignation": f"{winner} wins: {loser} gave up",
    }
    return reasons.get(view.ending, f"{winner} wins" if winner else "A draw")


def leaders(seen: Json, seat: int) -> str:
    """ "c5 and d4 (frozen)"; a pair of a position text does not tell which coins it holds."""
    side = zip(seen["coins"][seat], seen["kinds"][seat], strict=True)
    places = [place for place, kind in side if kind == "l"]
    told = [f"{p} (frozen)" if p in seen["pairs"] else p or "a frozen pair" for p in places]
    return " and ".join(told)
