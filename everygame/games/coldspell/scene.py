"""How Cold Spell looks: a field of letter cards with see-through pyramids, then racks and words.

Seats sit around the table, the first one at the bottom; a claimed pyramid points to its seat.
"""

from __future__ import annotations

from typing import Any, Final

from everygame.contract import Game, Json
from everygame.games.coldspell import scene_field, scene_words
from everygame.games.coldspell.notation import NAMES as SQUARES
from everygame.games.coldspell.rules import ColdSpell, ColdSpellState
from everygame.scene import Scene, View

NAMES: Final = ("Blue", "Orange", "Green", "Pink")


def seat_names(game: Game) -> tuple[str, ...]:
    """What the seats are called, by their colours, in turn order."""
    return NAMES[: game.players]


def scene(game: Game, view: View) -> Scene:
    """The field; when words are spelled, the cards of all seats."""
    assert isinstance(game, ColdSpell)
    state = known_state(game, view.observation)
    names = seat_names(game)
    if view.observation["ending"]:
        return scene_words.scene(state, view, names)
    return scene_field.scene(state, view, names)


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """ "medium onto Z on d2", "claimed Z on c6"; of spelling the words, not the letters."""
    word, _, at = text.partition(":")
    if text[0] == "+":
        return ""
    if text == "/":
        return "".join(letter for _, letter in before.observation["letters"]).upper()
    if word == "place":
        size, _, square = at.partition("@")
        words = {"s": "small", "m": "medium", "l": "large"}
        return f"{words[size]} onto {card_on(before, square)}"
    if word == "force":
        square, _, seat = at.partition(">")
        return f"gave {NAMES[int(seat) - 1]} {card_on(before, square)}"
    done = {"claim": "claimed", "take": "took", "hijack": "hijacked"}
    if word in done:
        return f"{done[word]} {card_on(before, at)}"
    if word == "deal":
        return at.replace("?", "wild")
    if "-" in text:
        return text.replace("-", " to ")
    return {"clear": "took the word back", "spell": "spells"}.get(text, text)


def card_on(view: View, square: str) -> str:
    """ "Z on c4"."""
    card = view.observation["cards"][SQUARES.index(square)]
    return f"{'wild' if card == '?' else '/'.join(card)} on {square}"


def known_state(game: ColdSpell, observation: Json) -> ColdSpellState:
    """The state as far as it is known: words that are hidden are left out."""

    def known(value: Any) -> Any:
        return [] if value is None else value

    words = [known(mine) for mine in observation["words"]]
    data = {**observation, "words": words, "letters": known(observation["letters"])}
    state = game.from_json(data)
    assert isinstance(state, ColdSpellState)
    return state
