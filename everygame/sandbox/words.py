"""The plies of a table without rules in words for people, from what one viewer saw before and
after each: "Knight b1 → c3", "drew a card", "Count 5 → 7"."""

from __future__ import annotations

from typing import Final

from everygame.contract import CHANCE
from everygame.sandbox.definition import area_name
from everygame.sandbox.rules import TableGame
from everygame.scene import View

SAID: Final = {
    "end": "ended the turn",
    "more": "several moves",
    "rollall": "rolled all dice",
    "finish": "asked who has won",
    "nobody": "nobody has won",
    "agree": "agreed",
    "back": "plays on",
    "deal": "dealt one each",
    "roll": "rolled",
}


def in_words(game: TableGame, before: View, text: str, after: View) -> str:
    """A ply that a viewer reads as `text`."""
    return Teller(game, before, after).ply(text)


class Teller:
    """What one viewer can say of one ply."""

    def __init__(self, game: TableGame, before: View, after: View) -> None:
        self.game = game
        self.setting = game.setting
        self.seat = before.to_play
        self.before = before.observation
        self.after = after.observation

    def ply(self, text: str) -> str:
        if self.seat == CHANCE:
            return self.drawn(text)
        word, _, at = text.partition(":")
        if word in SAID:
            return SAID[word]
        if word == "won":
            return f"{self.seat_name(int(at) - 1)} has won"
        if at:
            return self.deed(word, self.setting.index[at])
        start, _, goal = text.partition("-")
        return self.move(self.setting.index[start], self.setting.index[goal])

    # -- one kind of ply each

    def drawn(self, text: str) -> str:
        """What chance decided: the side of a die, a card that somebody sees now; nothing for who
        does not see it."""
        token = self.before["pending"][0]
        if self.game.kind(token).sides:
            return text
        return "" if text == "?" else self.face(token)

    def deed(self, word: str, place: int) -> str:
        """What was done with a place, or with the thing that lies on top there."""
        where = self.place(place)
        if word in ("shuffle", "gather"):
            return f"{'gathered and ' * (word == 'gather')}shuffled {where}"
        token = self.before["stacks"][place][-1]
        if word == "raise":
            return f"brought up {self.face(self.after['stacks'][place][-1])}"
        if word == "turn":
            return f"turned {self.face(token)} round"
        if word == "flip":
            down = not self.after["up"][token] and self.game.kind(token).deck
            return f"turned {'down' if down else 'over'} {self.face(token)}"
        return f"{self.face(token)} {self.before['value'][token]} → {self.after['value'][token]}"

    def move(self, start: int, goal: int) -> str:
        """A thing went from a place to another."""
        token = self.before["stacks"][start][-1]
        here, there = self.setting.places[start], self.setting.places[goal]
        if there.hand >= 0 and here.hand == there.hand:
            return "sorted the hand"
        if there.hand >= 0 and self.setting.back[token]:
            return self.taken_up(token, there.hand)
        if here.hand >= 0:
            return f"played {self.face(token)} → {self.place(goal)}"
        name = f"{self.own(token)}{':' * (here.area >= 0)}"
        return f"{name} {self.way(start, goal)}{self.capture(goal)}"

    def taken_up(self, token: int, hand: int) -> str:
        """A card came into a hand."""
        what = self.face(token) if self.before["up"][token] else self.some(token)
        if hand != self.seat:
            return f"gave {self.seat_name(hand)} {what}"
        return f"took {what}" if self.before["up"][token] else f"drew {what}"

    def capture(self, goal: int) -> str:
        """What had to go from the place that was entered."""
        stack = self.before["stacks"][goal]
        if not (self.setting.places[goal].single and stack):
            return ""
        return f", takes {lower(self.face(stack[-1]))}"

    # -- names

    def face(self, token: int) -> str:
        """What a thing is called, as far as the viewer knows what it is, or the side that is up."""
        back = self.game.kind(token).back or {}
        if "name" in back and not self.before["up"][token]:
            return str(back["name"])
        known = self.after["piece"][token]
        if known is None or known < 0:
            return self.some(token)
        piece = self.setting.pieces[known]
        kind = self.setting.kinds[piece.kind]
        face = kind.faces[piece.face]
        name, common = face.get("name", ""), kind.data["name"]
        return str(face.get("text") or common) if name in ("", common) and kind.deck else name

    def some(self, token: int) -> str:
        """ "a card"."""
        kind = lower(str(self.game.kind(token).data["name"]))
        return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"

    def own(self, token: int) -> str:
        """ "Knight" where White moves a white knight, for the sign before it says whose."""
        name = self.face(token)
        seat = f"{self.seat_name(self.seat)} "
        return upper(name.removeprefix(seat)) if name != seat.strip() else name

    def way(self, start: int, goal: int) -> str:
        """ "b1 → c3", "Hole 3 → 7", "Deck → Discard"."""
        here, there = self.setting.places[start], self.setting.places[goal]
        to = self.place(goal)
        if 0 <= here.area == there.area and " " in to:
            to = to.rpartition(" ")[2]
        return f"{self.place(start)} → {to}"

    def place(self, number: int) -> str:
        """What a place is called: that of a square is its name."""
        place = self.setting.places[number]
        if place.area < 0:
            return place.id
        if place.hand >= 0:
            return (
                "own hand" if place.hand == self.seat else f"hand of {self.seat_name(place.hand)}"
            )
        name = area_name(self.setting.areas[place.area])
        count = place.id.partition(".")[2]
        return f"{name} {count}" if count else name

    def seat_name(self, seat: int) -> str:
        return str(self.game.definition.seats[seat]["name"])


def lower(name: str) -> str:
    """With a small letter first, but for letters alone: "K", "A♠"."""
    return name[:1].lower() + name[1:] if name[1:2].islower() else name


def upper(name: str) -> str:
    return name[:1].upper() + name[1:]
