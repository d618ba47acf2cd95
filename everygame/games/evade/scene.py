"""Draw Evade: coins on a board, each face up only if its viewer may see it.

In the memory game a player's own coins lie face down too. The picture then hides even what the
observation tells him: it shows only what lies face up on the table and, until he has moved, the
coin that he has peeked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from everygame.contract import OVER, Game, Json
from everygame.games.evade.notation import FILES, HOME_RANKS, NAMES, side_of
from everygame.games.evade.rules import QUIET
from everygame.scene import Choice, Mark, Piece, Refusal, Region, Scene, View
from everygame.words import Message, all_of, count, say

SET = "llgggg"
"""The kinds of a side's six coins: l for a leader, g for a guard."""
FACES = {"l": "♛", "g": "♜", "?": ""}
"""What is printed on a coin of each kind; nothing on a coin that lies face down."""
KINDS = {"l": say("leader"), "g": say("guard"), "?": say("coin")}
LEGEND = say("{leader} is a leader, {guard} a guard.", leader=FACES["l"], guard=FACES["g"])
SOON = 20
"""The notes warn the players when at most this many plies remain until the draw for lack of
freezes."""


OWN_LEADERS = say("Your leaders are two of your own six coins.")
PAIRED = say("A frozen pair stays; nobody enters its square.")
PEEKED = say("You have peeked, so you may not freeze this turn.")
STEP = say("A coin goes one square in any direction, to an empty one or onto an enemy coin.")
PLAIN_STEP = say("A coin goes one square in any direction, to an empty one.")
NO_FREEZE = say("In this version a leader goes to empty squares only: it cannot freeze.")


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats in turn order."""
    return NAMES


def scene(game: Game, view: View) -> Scene:
    """Draw the board with the viewer's own home row at the bottom."""
    going = not view.ending
    faces = visible_kinds(game, view)
    choices = tuple(c for move in view.moves for c in offers(view, faces, move)) if going else ()
    pieces = (*live_coins(game, view, faces), *frozen_coins(view, faces))
    return Scene(
        width=6,
        height=6,
        regions=(Region("board", say("Board"), columns=6, rows=6, look="board"),),
        pieces=pieces,
        prompt=prompt(game, view) if going else "",
        choices=choices,
        marks=goals(view),
        notes=(*(notes(game, view) if going else ()), LEGEND),
        colours=("white", "black"),
        blocked=blocked(game, view, choices) if choices else {},
        refusals=tuple(refusals(game, view)) if choices else (),
        rotate=2 if view.viewer == 1 else 0,
        over="" if going else outcome(game, view),
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """Return a ply as the list of moves shows it: a move to an empty square as in the notation, all
    other plies in words."""
    word, _, at = text.partition(":")
    if word == "leaders":
        squares = [file + HOME_RANKS[before.to_play] for file in at]
        if "?" in at:
            return say("hid two leaders")
        return say("leaders on {squares}", squares=all_of(squares))
    if word == "peek":
        return say("peeked at {at}", at=at)
    start, freezes, goal = text.partition("x")
    return say("{start} freezes {goal}", start=start, goal=goal) if freezes else text


def visible_kinds(game: Game, view: View) -> list[str]:
    """Return for each side six letters, one a coin: its kind as in the observation, or ? if the
    coin lies face down for the viewer."""
    seen, seat = view.observation, view.observation["turn"]
    kinds: list[str] = list(seen["kinds"])
    if not is_memory(game) or view.to_play == OVER or view.truth:
        return kinds
    shown = ["??????", "??????"]
    if seen["peeked"] and view.viewer == seat:
        peeked = [kind if place == seen["peeked"] else "?" for place, kind in side_of(seen, seat)]
        shown[seat] = "".join(peeked)
    return shown


# -- coins


def live_coins(game: Game, view: View, faces: list[str]) -> list[Piece]:
    """Return the coins that are not frozen."""
    seen = view.observation
    return [
        coin(seat, number, place, faces[seat][number], tags(game, view, faces, seat, number))
        for seat in (0, 1)
        for number, place in enumerate(seen["coins"][seat])
        if place is not None and place not in seen["pairs"]
    ]


def tags(game: Game, view: View, faces: list[str], seat: int, number: int) -> tuple[str, ...]:
    """Return the tags of a coin: "active" if the player has peeked at it; "seen" if a player who
    cannot see its face knows its kind nevertheless."""
    seen = view.observation
    if seen["coins"][seat][number] == seen["peeked"]:
        return ("active",)
    secret = game.values["information"] == "hidden" and all(seen["chosen"])
    known = number in seen["guards"][seat]
    follows = seat != view.viewer and faces[seat][number] != "?"
    told = view.to_play == OVER or view.truth
    return ("seen",) if secret and not told and (known or follows) else ()


def deck(game: Game) -> tuple[Piece, ...]:
    """Return the coins of both sides for the page to show at the start, when nobody knows which are
    leaders; none in the open game."""
    if game.settings["information"] == "open":
        return ()
    return tuple(coin(seat, number, "", kind) for seat in (0, 1) for number, kind in enumerate(SET))


def coin(
    seat: int, number: int, place: str, kind: str, tags: tuple[str, ...] = (), z: int = 0
) -> Piece:
    """Return a coin, face up if `kind` is known and face down if it is ?."""
    marks = {
        "frozen": "{coin}, frozen",
        "seen": "{coin}, known to both sides",
        "active": "{coin}, peeked at",
    }
    name = say("{name}'s {kind}", name=NAMES[seat], kind=KINDS[kind])
    for tag in tags:
        name = say(marks[tag], coin=name)
    return Piece(
        f"{NAMES[seat]}-{FILES[number]}",
        place,
        "coin",
        name,
        owner=seat,
        z=z,
        text=FACES[kind],
        hidden=kind == "?",
        tags=tags,
    )


def frozen_coins(view: View, faces: list[str]) -> list[Piece]:
    """Return both coins of each frozen pair; the upper one lies face up."""
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
    """Return a face-down coin of a frozen pair from a position text, which tells only that each
    side has one coin in the pair."""
    name, words = f"{NAMES[seat]}-{place}", say("{name}'s coin, frozen", name=NAMES[seat])
    return Piece(name, place, "coin", words, seat, z=seat, hidden=True, tags=("frozen",))


def goals(view: View) -> tuple[Mark, ...]:
    """Return marks for the rows that leaders must reach: for a player the enemy's home row, for a
    spectator both."""
    return tuple(
        Mark(
            "goal",
            tuple(file + HOME_RANKS[1 - seat] for file in FILES),
            say("{name}'s home row", name=NAMES[1 - seat]),
        )
        for seat in (0, 1)
        if view.viewer in (seat, None)
    )


# -- choices


def offers(view: View, faces: list[str], move: str) -> list[Choice]:
    """Return the choices that play a move. The two squares of leaders may be touched in either
    order."""
    seat = view.to_play
    if move.startswith("leaders:"):
        first, second = (file + HOME_RANKS[seat] for file in move[-2:])
        name = say("hide your leaders on {first} and {second}", first=first, second=second)
        ways = ((first, second), (second, first))
        return [Choice(move, way, name, kind="place", gesture="ask") for way in ways]
    if move.startswith("peek:"):
        name = say("peek at your coin on {move}; then you may not freeze this turn", move=move[-2:])
        look = Choice(move, (move[-2:],), name, say("Peek"), "reveal", gesture="hold")
        return [look]
    here, there = move[:2], move[3:]
    kind = faces[seat][view.observation["coins"][seat].index(here)]
    if move[2] == "x":
        name = freeze_name(kind, here, there)
        return [Choice(move, (here, there), name, kind="freeze")]
    home = there[1] == HOME_RANKS[1 - seat]
    name = say("{kind} from {here} to {there}", kind=KINDS[kind], here=here, there=there)
    return [Choice(move, (here, there), arrival(view, kind, name) if home else name)]


def freeze_name(kind: str, here: str, there: str) -> Message:
    """Return a freeze in words, with a warning if the freezing coin is or may be a leader: such a
    freeze loses the match."""
    freeze = say(
        "freeze the coin on {there} with your {kind} from {here}",
        there=there,
        kind=KINDS[kind],
        here=here,
    )
    warnings = {
        "l": "{freeze}: it is exposed and you lose",
        "?": "{freeze}; if it is a leader you lose",
    }
    return say(warnings[kind], freeze=freeze) if kind in warnings else freeze


def arrival(view: View, kind: str, move: str) -> Message:
    """Return a move onto the enemy's home row in words, with what it reveals or wins."""
    texts = {
        "l": "{move}, {enemy}'s home row: you win",
        "g": "{move}, {enemy}'s home row: this shows that it is a guard",
        "?": "{move}, {enemy}'s home row: you win if it is a leader",
    }
    return say(texts[kind], move=move, enemy=NAMES[1 - view.to_play])


def blocked(game: Game, view: View, choices: tuple[Choice, ...]) -> dict[str, Message]:
    """Return for each square that cannot be chosen now the reason why: frozen pairs, enemy coins,
    and coins without a move."""
    seen, seat = view.observation, view.to_play
    told = dict.fromkeys(seen["pairs"], PAIRED)
    starts = {choice.touch[0] for choice in choices}
    for side in (0, 1):
        for place in seen["coins"][side]:
            if place is not None and place not in seen["pairs"]:
                if side != seat:
                    told[place] = other_coin(game, view)
                elif place not in starts:
                    told[place] = say("This coin is shut in and cannot move.")
    return told


def refusals(game: Game, view: View) -> Iterator[Refusal]:
    """Yield why a chosen coin cannot go to other squares."""
    seen = view.observation
    if not all(seen["chosen"]):
        yield Refusal(OWN_LEADERS)
        return
    theirs = tuple(at for at in seen["coins"][1 - view.to_play] if at is not None)
    if seen["pairs"]:
        yield Refusal(PAIRED, goals=tuple(seen["pairs"]))
    if seen["peeked"]:
        yield Refusal(PEEKED, goals=theirs)
        yield Refusal(PLAIN_STEP)
    elif game.values["information"] == "open":
        for place, kind in side_of(seen, view.to_play):
            if kind == "l" and place is not None:
                yield Refusal(NO_FREEZE, place, tuple(at for at in theirs if is_beside(place, at)))
                yield Refusal(PLAIN_STEP, place)
    yield Refusal(STEP)


def is_beside(place: str, other: str) -> bool:
    """Whether a square is one of the eight around another."""
    (file, rank), (other_file, other_rank) = map(ord, place), map(ord, other)
    return max(abs(file - other_file), abs(rank - other_rank)) == 1


def other_coin(game: Game, view: View) -> Message:
    """Return the reason why a coin of the other side cannot be chosen now."""
    if not all(view.observation["chosen"]):
        return OWN_LEADERS
    if view.observation["peeked"]:
        return PEEKED
    if game.values["information"] == "open":
        return say("Only a guard of yours that stands beside it can freeze it.")
    return say("Only a coin of yours that stands beside it can freeze it.")


# -- sentences


def prompt(game: Game, view: View) -> Message:
    """Return what the viewer is to do now, or what the other player is doing."""
    name, mine = NAMES[view.to_play], view.viewer == view.to_play
    peeked = view.observation["peeked"]
    if not all(view.observation["chosen"]):
        if mine:
            task = say("{name}: choose the two coins that will be your leaders.", name=name)
            if is_memory(game):
                return say("{task} Remember them: they will lie face down.", task=task)
            return task
        return say("{name} chooses two leaders in secret.", name=name)
    if not mine:
        if peeked:
            return say("{name} has peeked at {peeked} and moves.", name=name, peeked=peeked)
        return say("{name} moves next.", name=name)
    if peeked:
        return say(
            "{name}: you have peeked at {peeked}. Choose a coin, then an empty square beside it.",
            name=name,
            peeked=peeked,
        )
    if is_memory(game):
        return say(
            "{name}: choose a coin, then a square beside it. You may peek at one coin first.",
            name=name,
        )
    return say(
        "{name}: choose a coin, then a square beside it. Onto an enemy coin freezes both.",
        name=name,
    )


def is_memory(game: Game) -> bool:
    """Tell whether the memory game is played, in which a player's own coins lie face down too."""
    return game.values["information"] == "memory"


def notes(game: Game, view: View) -> list[Message]:
    """Return remarks to show during the match: how many of the viewer's leaders are frozen, and how
    near a draw is."""
    told = []
    if game.values["information"] == "hidden" and view.viewer is not None:
        seen = view.observation
        places = [place for place, kind in side_of(seen, view.viewer) if kind == "l"]
        lost = sum(place is None or place in seen["pairs"] for place in places)
        words = (say("One of your leaders is frozen."), say("Both your leaders are frozen."))
        told += [words[lost - 1]] if lost else []
    left = QUIET - int(view.observation["quiet"])
    if left <= SOON:
        told.append(
            count(
                "A draw in {n} move unless a coin is frozen.",
                "A draw in {n} moves unless a coin is frozen.",
                left,
            )
        )
    return told


def outcome(game: Game, view: View) -> str:
    """Return one sentence on who has won and why, and who the leaders were; none where the match
    says it, as when a player has given up."""
    reason = how_it_ended(view)
    if not reason or not game.hidden:
        return say("{reason}.", reason=reason) if reason else ""
    white, black = (leaders(view.observation, seat) for seat in (0, 1))
    return say(
        "{reason}; the leaders were {first}'s on {white} and {second}'s on {black}.",
        reason=reason,
        first=NAMES[0],
        white=white,
        second=NAMES[1],
        black=black,
    )


def how_it_ended(view: View) -> str:
    """Return who has won and why, without a full stop; nothing for an end that is not of the
    rules."""
    if view.ending == "leaders frozen":
        return say("A draw: all four leaders are frozen")
    if view.ending == "no progress":
        return say("A draw: {quiet} moves in a row without a freeze", quiet=QUIET)
    reasons = {
        "home": "{winner} wins: a leader reached {loser}'s home row",
        "leader exposed": "{winner} wins: {loser} froze a coin with a leader, which was exposed",
        "no moves": "{winner} wins: {loser} has no move left",
    }
    if view.ending not in reasons:
        return ""
    winner, loser = NAMES if view.returns[0] > 0 else NAMES[::-1]
    return say(reasons[view.ending], winner=winner, loser=loser)


def leaders(seen: Json, seat: int) -> str:
    """Return where a seat's leaders are, as in the text: c5 and d4 (frozen). For a frozen pair of a
    position text the square is not known."""
    places = [place for place, kind in side_of(seen, seat) if kind == "l"]
    unknown = say("a frozen pair")
    return all_of(
        unknown if at is None else say("{at} (frozen)", at=at) if at in seen["pairs"] else at
        for at in places
    )
