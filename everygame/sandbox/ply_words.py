"""Describes the plies of a table without rules for people: "Knight b1 → c3", "drew a card", "Count
5 → 7". The descriptions are made only from what one viewer saw before and after the ply."""

from __future__ import annotations

from typing import Final

from everygame.contract import CHANCE
from everygame.sandbox.names import area_name, lower, without_seat
from everygame.sandbox.rules import TableGame
from everygame.scene import View
from everygame.words import Message, list_of, say

SAID: Final = {
    "end": say("ended the turn"),
    "more": say("several moves"),
    "rollall": say("rolled all dice"),
    "finish": say("asked who has won"),
    "nobody": say("nobody has won"),
    "agree": say("agreed"),
    "back": say("plays on"),
    "roll": say("rolled"),
}


def in_words(game: TableGame, before: View, text: str, after: View) -> str:
    """Describe a ply in words; `text` is its move text as the viewer reads it."""
    return PlyDescriber(game, before, after).ply(text)


class PlyDescriber:
    """Describes one ply for one viewer."""

    def __init__(self, game: TableGame, before: View, after: View) -> None:
        self.game = game
        self.setting = game.setting
        self.seat = before.to_play
        self.before = before.observation
        self.after = after.observation

    def ply(self, text: str) -> str:
        """Describe the ply by its move text."""
        if self.seat == CHANCE:
            return self.drawn(text)
        word, _, at = text.partition(":")
        if word.startswith("deal"):
            return self.dealt(word.removeprefix("deal"))
        if word in SAID:
            return SAID[word]
        if word == "won":
            return say("{name} has won", name=self.seat_name(int(at) - 1))
        if at:
            return self.done_at(word, self.setting.index[at])
        start, _, goal = text.partition("-")
        return self.move(self.setting.index[start], self.setting.index[goal])

    # -- one kind of ply each

    def drawn(self, text: str) -> str:
        """Describe a chance ply by the side of the die, or by the piece of the token; return an
        empty text for a viewer who does not see the piece."""
        token = self.before["pending"][0]
        if self.game.kind(token).sides:
            return text
        return "" if text == "?" else self.face(token)

    def dealt(self, many: str) -> str:
        """Say how many each seat got, one where `many` is empty, and which ones the viewer has
        learnt by that."""
        old, new = self.before["piece"], self.after["piece"]
        tokens = [token for token, piece in enumerate(new) if is_known(piece)]
        got = [self.piece(token) for token in tokens if not is_known(old[token])]
        if many and got:
            return say("dealt {n} each: {what}", n=many, what=list_of(got))
        if many:
            return say("dealt {n} each", n=many)
        return say("dealt one each: {what}", what=list_of(got)) if got else say("dealt one each")

    def done_at(self, word: str, place: int) -> str:
        """Describe an action at one place; it affects the place or the token on top there."""
        where = self.place(place)
        if word in ("shuffle", "gather"):
            text = "gathered and shuffled {where}" if word == "gather" else "shuffled {where}"
            return say(text, where=where)
        token = self.before["stacks"][place][-1]
        if word == "raise":
            return say("brought up {face}", face=self.face(self.after["stacks"][place][-1]))
        if word == "turn":
            return say("turned {face} round", face=self.face(token))
        if word == "flip":
            down = not self.after["up"][token] and self.game.kind(token).deck
            return say(
                "turned down {face}" if down else "turned over {face}", face=self.face(token)
            )
        values = (self.before["value"][token], self.after["value"][token])
        return say("{name} {old} → {new}", name=self.face(token), old=values[0], new=values[1])

    def move(self, start: int, goal: int) -> str:
        """Describe the move of a token from one place to another."""
        token = self.before["stacks"][start][-1]
        here, there = self.setting.places[start], self.setting.places[goal]
        if there.hand >= 0 and here.hand == there.hand:
            return say("sorted the hand")
        if there.hand >= 0 and self.setting.back[token]:
            return self.taken_up(token, there.hand)
        if here.hand >= 0:
            return say("played {face} → {place}", face=self.face(token), place=self.place(goal))
        text = "{name}: {way}" if here.area >= 0 else "{name} {way}"
        return self.capture(goal, say(text, name=self.own(token), way=self.way(start, goal)))

    def taken_up(self, token: int, hand: int) -> str:
        """Describe how a card came into the hand of a seat."""
        what = self.face(token) if self.before["up"][token] else self.piece(token)
        if hand != self.seat:
            return say("gave {name} {what}", name=self.seat_name(hand), what=what)
        return (
            say("took {what}", what=what)
            if self.before["up"][token]
            else say("drew {what}", what=what)
        )

    def capture(self, goal: int, move: Message) -> Message:
        """Add to the description of a move the piece that it took at its goal, if any."""
        stack = self.before["stacks"][goal]
        if not (self.setting.places[goal].single and stack):
            return move
        return say("{move}, takes {what}", move=move, what=lower(self.face(stack[-1])))

    # -- names

    def face(self, token: int) -> str:
        """Return the name of a token: the name of its piece where the viewer knows that, otherwise
        the name of its kind."""
        back = self.game.kind(token).back or {}
        if "name" in back and not self.before["up"][token]:
            named: str = back["name"]
            return named
        return self.piece(token)

    def piece(self, token: int) -> str:
        """Return the name of the piece of a token where the viewer knows it after the ply, else the
        name of its kind."""
        known = self.after["piece"][token]
        if not is_known(known):
            return self.some(token)
        piece = self.setting.pieces[known]
        kind = self.setting.kinds[piece.kind]
        face = kind.faces[piece.face]
        name, common = face.get("name", ""), kind.data["name"]
        shown: str = (face.get("text") or common) if name in ("", common) and kind.deck else name
        return shown

    def some(self, token: int, begins: bool = False) -> Message:
        """Name a token by its kind: "a card", or "A card" at the beginning of a sentence."""
        kind = lower(self.game.kind(token).data["name"])
        if begins:
            return say("An {kind}" if kind[0] in "aeiou" else "A {kind}", kind=kind)
        return say("an {kind}" if kind[0] in "aeiou" else "a {kind}", kind=kind)

    def own(self, token: int) -> str:
        """Return the name of a token without its seat, "Knight" where White moves "White knight",
        because the list of plies shows the seat anyway."""
        name = self.face(token)
        if isinstance(name, Message) and name.arguments:
            return self.some(token, begins=True)
        return without_seat(name, self.seat_name(self.seat))

    def way(self, start: int, goal: int) -> str:
        """Return the way of a move: "b1 → c3", "Hole 3 → 7", "Deck → Discard"."""
        here, there = self.setting.places[start], self.setting.places[goal]
        to = self.place(goal)
        if 0 <= here.area == there.area and " " in to:
            to = to.rpartition(" ")[2]
        return say("{start} → {goal}", start=self.place(start), goal=to)

    def place(self, number: int) -> str:
        """Return the name of a place; a square is named by its id."""
        place = self.setting.places[number]
        if place.area < 0:
            return place.id
        if place.hand >= 0:
            return (
                say("own hand")
                if place.hand == self.seat
                else say("hand of {name}", name=self.seat_name(place.hand))
            )
        name = area_name(self.setting.areas[place.area])
        count = place.id.partition(".")[2]
        return say("{area} {number}", area=name, number=count) if count else name

    def seat_name(self, seat: int) -> str:
        name: str = self.game.definition.seats[seat]["name"]
        return name


def is_known(piece: int | None) -> bool:
    """Whether an observation of a table names the piece of a token."""
    return piece is not None and piece >= 0
