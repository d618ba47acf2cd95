"""Check the JSON of an Evade state (described in `notation`) for everything that no match can lead
to."""

from __future__ import annotations

from typing import Final

from everygame.contract import AnyJson, Game, Json
from everygame.games.evade.notation import HOME_RANKS, NAMES, brief, require, side_of, start

FIELDS: Final = ("turn", "chosen", "peeked", "quiet", "coins", "kinds", "guards", "pairs")
KINDS: Final = r"\?{6}|(?=.{6}$)g*lg*lg*"
"""Matches the kinds of a side's coins: two leaders, or all unknown."""
SQUARE: Final = "[a-f][1-6]"


def check_state(game: Game, data: Json) -> None:
    """Raise BadPosition if the JSON is not that of a state of the game."""
    require(
        all(field in data for field in FIELDS),
        "An Evade state has the fields {fields}.",
        fields=", ".join(FIELDS),
    )
    check_fields(game, data)
    information = game.values["information"]
    if all(data["chosen"]):
        check_coins(data)
        check_pairs(data, information)
        check_known(data)
        check_peek(data, information)
    else:
        check_set_up(data, information)


def check_fields(game: Game, data: Json) -> None:
    """Check the type and the range of each field by itself. Raises BadPosition."""
    game.read_number(data, "turn", 0, 1)
    game.read_number(data, "quiet", 0, 100)
    game.read_texts(data, "kinds", 2, KINDS)
    for chosen in game.read_list(data, "chosen", 2):
        game.read_truth({"chosen": chosen}, "chosen")
    check_places(game, "peeked", [data["peeked"]])
    for places in game.read_list(data, "coins", 2):
        check_places(game, "coins", game.read_list({"coins": places}, "coins", 6))
    for known in game.read_list(data, "guards", 2):
        require(isinstance(known, list), "guards cannot be {brief}.", brief=brief(known))
        for number in known:
            game.read_number({"guards": number}, "guards", 0, 5)
        require(known == sorted(set(known)), "guards cannot be {brief}.", brief=brief(known))
    pairs = data["pairs"]
    require(isinstance(pairs, dict), "pairs cannot be {brief}.", brief=brief(pairs))
    check_places(game, "pairs", list(pairs))
    for top in pairs.values():
        if top is not None:
            game.read_number({"pairs": top}, "pairs", 0, 1)


def check_places(game: Game, field: str, places: list[AnyJson]) -> None:
    """Raise BadPosition unless the places are different squares, or None for a coin whose square is
    not known."""
    told = [game.read_text({field: place}, field, SQUARE) for place in places if place is not None]
    require(
        len(set(told)) == len(told), "{field} cannot be {brief}.", field=field, brief=brief(told)
    )


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
    lost = [kind for seat in (0, 1) for place, kind in side_of(data, seat) if place is None]
    exposed = max(0, lost.count("l") - untold)
    for place, top in data["pairs"].items():
        if top is not None and (place, "l") in side_of(data, top):
            exposed += 1
            require(
                top != data["turn"],
                "{name} is to play but has lost on {place}.",
                name=NAMES[top],
                place=place,
            )
    require(exposed <= last, "More leaders are in frozen pairs than can lie there.")


def check_known(data: Json) -> None:
    """Raise BadPosition unless all coins that are known to be guards are guards, and a guard that
    froze or stands on the enemy's home row is known."""
    for seat, known in enumerate(data["guards"]):
        for number, (place, kind) in enumerate(side_of(data, seat)):
            if kind == "l":
                require(
                    number not in known,
                    "{name}'s coin {number} is a leader, so nobody knows it as a guard.",
                    name=NAMES[seat],
                    number=number,
                )
            elif place is not None and number not in known:
                arrived = place[1] == HOME_RANKS[1 - seat]
                shown = data["pairs"][place] == seat if place in data["pairs"] else arrived
                require(
                    not shown,
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
