"""Check the JSON of an Evade state (described in `notation`) for everything that no match can lead
to."""

from __future__ import annotations

import re
from typing import Final

from everygame.contract import AnyJson, Json
from everygame.games.evade.notation import HOME_RANKS, NAMES, brief, require, start

FIELDS: Final = ("turn", "chosen", "peeked", "quiet", "coins", "kinds", "guards", "pairs")


def check_state(data: AnyJson, information: str) -> None:
    """Raise BadPosition if the JSON is not that of a state; `information` is the value of the
    option."""
    require(
        isinstance(data, dict) and all(field in data for field in FIELDS),
        "An Evade state has the fields {fields}.",
        fields=", ".join(FIELDS),
    )
    check_fields(data)
    if all(data["chosen"]):
        check_coins(data)
        check_pairs(data, information)
        check_known(data)
        check_peek(data, information)
    else:
        check_set_up(data, information)


def check_fields(data: Json) -> None:
    """Check the type and the range of each field by itself. Raises BadPosition."""
    require(is_number(data["turn"], 1), "turn is 0 or 1, not {brief}.", brief=brief(data["turn"]))
    require(
        is_number(data["quiet"], 100),
        "quiet is 0 to 100, not {brief}.",
        brief=brief(data["quiet"]),
    )
    chosen, pairs = data["chosen"], data["pairs"]
    require(
        isinstance(chosen, list) and list(map(type, chosen)) == [bool, bool],
        "chosen is two truth values, not {brief}.",
        brief=brief(chosen),
    )
    for field, is_sound in (("coins", is_places), ("kinds", is_kinds), ("guards", is_numbers)):
        sides = data[field]
        sound = isinstance(sides, list) and len(sides) == 2 and all(map(is_sound, sides))
        require(sound, "{field} cannot be {brief}.", field=field, brief=brief(sides))
    sound = isinstance(pairs, dict) and all(
        is_square(place) and (top is None or is_number(top, 1)) for place, top in pairs.items()
    )
    require(sound, "pairs cannot be {brief}.", brief=brief(pairs))
    peeked = data["peeked"]
    require(
        peeked is None or is_square(peeked),
        "peeked is a square, not {brief}.",
        brief=brief(peeked),
    )


def is_number(value: AnyJson, most: int) -> bool:
    """Tell whether a value is an integer from 0 to `most`."""
    return type(value) is int and 0 <= value <= most


def is_square(value: AnyJson) -> bool:
    """Tell whether a value is the name of a square."""
    return isinstance(value, str) and re.fullmatch("[a-f][1-6]", value) is not None


def is_places(side: AnyJson) -> bool:
    """Tell whether a value is a list of six places of coins: different squares, or None for a coin
    whose square is not known."""
    if not (isinstance(side, list) and len(side) == 6):
        return False
    told = [place for place in side if place is not None]
    return all(map(is_square, told)) and len(set(told)) == len(told)


def is_kinds(side: AnyJson) -> bool:
    """Tell whether a value is the kinds of six coins, two of them leaders, or six question marks
    for leaders not yet chosen."""
    sound = isinstance(side, str) and re.fullmatch("[lg]{6}", side) and side.count("l") == 2
    return bool(sound) or side == "??????"


def is_numbers(side: AnyJson) -> bool:
    """Tell whether a value is a list of different coins, 0 to 5, ascending."""
    sound = isinstance(side, list) and all(is_number(number, 5) for number in side)
    return sound and side == sorted(set(side))


def check_set_up(data: Json, information: str) -> None:
    """Raise BadPosition unless a state before the end of the set-up has all coins at home, and the
    side to play has still to choose its leaders."""
    require(information != "open", "The open game has no set-up.")
    same = ("peeked", "quiet", "coins", "guards", "pairs")
    sound = all(data[field] == start(information)[field] for field in same)
    require(sound, "Before both sides have chosen their leaders all coins are at home.")
    for seat in (0, 1):
        agree = data["chosen"][seat] == (data["kinds"][seat] != "??????")
        require(agree, "{name} has leaders once it has chosen them, not before.", name=NAMES[seat])
    require(
        not data["chosen"][data["turn"]],
        "{name} has chosen its leaders.",
        name=NAMES[data["turn"]],
    )


def check_coins(data: Json) -> None:
    """Raise BadPosition unless coins share a square only as a frozen pair, and each side has one
    coin in each pair."""
    require("??????" not in data["kinds"], "Both sides have chosen, so both have leaders.")
    white, black = ([p for p in side if p is not None] for side in data["coins"])
    shared = [place for place in white if place in black]
    told = [place for place, top in data["pairs"].items() if top is not None]
    require(sorted(shared) == sorted(told), "Two coins share a square only as a frozen pair.")
    untold = [place for place, top in data["pairs"].items() if top is None]
    for side, name in zip((white, black), NAMES, strict=True):
        missing = 6 - len(side)
        require(
            missing == len(untold) and not set(untold) & set(side),
            "{name} has {missing} coins without a square and {number} pairs to hold them.",
            name=name,
            missing=missing,
            number=len(untold),
        )


def check_pairs(data: Json, information: str) -> None:
    """Raise BadPosition if a leader is the upper coin of a frozen pair. One such leader is allowed
    if leaders are secret, since its freeze has lost the match."""
    last = 0 if information == "open" else 1
    untold = list(data["pairs"].values()).count(None)
    exposed = sum(
        kind == "l" for seat in (0, 1) for place, kind in side(data, seat) if place is None
    )
    exposed = max(0, exposed - untold)
    for place, top in data["pairs"].items():
        if top is not None and (place, "l") in side(data, top):
            exposed += 1
            require(
                top != data["turn"],
                "{name} is to play but has lost on {place}.",
                name=NAMES[top],
                place=place,
            )
    require(exposed <= last, "More leaders are in frozen pairs than can lie there.")


def side(data: Json, seat: int) -> list[tuple[str | None, str]]:
    """Return the square and the kind of each coin of a seat."""
    return list(zip(data["coins"][seat], data["kinds"][seat], strict=True))


def check_known(data: Json) -> None:
    """Raise BadPosition unless all coins that are known to be guards are guards, and a guard that
    froze or stands on the enemy's home row is known."""
    for seat, known in enumerate(data["guards"]):
        for number, (place, kind) in enumerate(side(data, seat)):
            require(
                kind == "g" or number not in known,
                "{name}'s coin {number} is a leader, so nobody knows it as a guard.",
                name=NAMES[seat],
                number=number,
            )
            top = place in data["pairs"] and data["pairs"][place] == seat
            live = place is not None and place not in data["pairs"]
            arrived = live and str(place).endswith(HOME_RANKS[1 - seat])
            require(
                kind == "l" or number in known or not (top or arrived),
                "{name}'s coin on {place} is known to be a guard.",
                name=NAMES[seat],
                place=place,
            )


def check_peek(data: Json, information: str) -> None:
    """Raise BadPosition unless a peek is at a live coin of the side to play, in the memory game."""
    peeked = data["peeked"]
    if peeked is not None:
        require(information == "memory", "Players peek only in the memory game.")
        mine = peeked in data["coins"][data["turn"]] and peeked not in data["pairs"]
        require(
            mine,
            "{name} has no live coin on {peeked} to peek at.",
            name=NAMES[data["turn"]],
            peeked=peeked,
        )
