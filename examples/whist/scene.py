"""How Whist looks: the partner opposite, the trick in the middle, one's own hand below."""

from collections.abc import Iterator

from everygame.cards import FRENCH, backs, face, fan, hand, laid
from everygame.cards.deck import SUIT_NAMES
from everygame.contract import CHANCE, OVER, Game, Json
from everygame.scene import Cell, Choice, Piece, Region, Scene, View
from everygame.words import count, say

NAMES = ("South", "West", "North", "East")
WIDE, FAN, SPOTS = 7, 2, 5
PLACES = ((3.5, 1.5), (1.2, 1.0), (3.5, 0.5), (5.8, 1.0))
"""Where the card of each lies: one's own below, the partner's above it."""


def seat_names(game: Game) -> tuple[str, ...]:
    return NAMES


def scene(game: Game, view: View) -> Scene:
    """The table from a viewer's chair; a spectator sits with South."""
    seen, eyes = view.observation, view.viewer or 0
    others = [(eyes + n) % 4 for n in (1, 2, 3)]
    own = seen["hands"][eyes]
    regions = [
        fan(f"h{seat}-", whose(seat), 0.25 + 2.25 * n, 0.4, FAN, SPOTS, NAMES[seat])
        for n, seat in enumerate(others)
    ]
    regions += [trick(eyes), hand(NAMES[eyes], len(own.split()), 0, 3.9, WIDE)]
    pieces = [*laid(FRENCH, own, "own", NAMES[eyes]), *on_the_table(seen)]
    for seat in others:
        pieces += backs(FRENCH, seen["hands"][seat], f"h{seat}-", NAMES[seat], SPOTS)
    return Scene(
        WIDE,
        3.9 + regions[-1].rows,
        tuple(regions),
        tuple(pieces),
        prompt(view),
        tuple(choices(view)),
        notes=notes(seen),
        scores=tuple(f"{seen['won'][seat % 2]} of 13 tricks" for seat in range(4)),
        blocked=blocked(view),
        over=outcome(seen) if view.to_play == OVER else "",
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """ "9♠", "turned up 4♥"; nothing of the other cards that are dealt."""
    if text.startswith("d") and not after.observation["turned"]:
        return ""
    card = FRENCH.sign(FRENCH.numbers[text.removeprefix("d")])
    return f"turned up {card}" if text.startswith("d") else card


def whose(seat: int) -> str:
    return say("{name}'s hand", name=NAMES[seat])


def trick(eyes: int) -> Region:
    cells = [
        Cell(f"t{(eyes + n) % 4}", x, y, "bare", say("{name}'s card", name=NAMES[(eyes + n) % 4]))
        for n, (x, y) in enumerate(PLACES)
    ]
    return Region("trick", "Trick", 0, 1.6, WIDE, 2, "spots", tuple(cells), "table")


def on_the_table(seen: Json) -> Iterator[Piece]:
    """The trick, or the one before as long as nobody has led to the next."""
    over = not seen["trick"]
    cards, lead = (seen["last"], seen["led"]) if over else (seen["trick"], seen["lead"])
    for n, name in enumerate(cards.split()):
        yield face(FRENCH, FRENCH.numbers[name], f"t{(lead + n) % 4}", ("dim",) * over)


def choices(view: View) -> Iterator[Choice]:
    if view.viewer is not None:
        words = view.observation["hands"][view.viewer].split()
        for move in view.moves:
            spoken = FRENCH.spoken(FRENCH.numbers[move])
            yield Choice(move, (f"own{words.index(move)}",), f"play the {spoken}", kind="place")


def blocked(view: View) -> dict[str, str]:
    """Why a card cannot be played."""
    if not view.moves or view.viewer is None or not view.observation["trick"]:
        return {}
    led = FRENCH.suit(FRENCH.numbers[view.observation["trick"].split()[0]])
    words = view.observation["hands"][view.viewer].split()
    why = f"You have {SUIT_NAMES[led]} and must follow suit."
    return {f"own{n}": why for n, word in enumerate(words) if word not in view.moves}


def prompt(view: View) -> str:
    if view.to_play in (OVER, CHANCE):
        return ""
    if view.viewer != view.to_play:
        return say("{name} is to play.", name=NAMES[view.to_play])
    return "Follow suit if you can." if view.observation["trick"] else "Lead any card."


def notes(seen: Json) -> tuple[str, ...]:
    if not seen["turned"]:
        return ()
    card = FRENCH.numbers[seen["turned"]]
    return (f"Trump is {SUIT_NAMES[FRENCH.suit(card)]}: {FRENCH.sign(card)} was turned up.",)


def outcome(seen: Json) -> str:
    one, two = NAMES[seen["won"].index(max(seen["won"])) :: 2]
    return count(
        "{one} and {two} win with {n} trick.",
        "{one} and {two} win with {n} tricks.",
        max(seen["won"]),
        one=one,
        two=two,
    )
