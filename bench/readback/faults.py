"""Ten faults of meaning, planted one by one in translated sheets, to see whether readers find them.

`python bench/readback/faults.py` lists them; `python bench/readback/faults.py LANG GAME` prints the
sheet with the fault of that language and game. The catalogues stay as they are. A fault is found
if a reader answers wrongly to a question that rests on the paragraph.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from questions import english
from sheet import Words, sheet

from everygame.library.translate_sheet import SHEET


@dataclass
class Fault:
    language: str
    game: str
    rule: str
    """Words of the paragraph of the English sheet, as the questions name it."""
    tells: str
    """The false rule that the sheet states, in English."""
    edits: dict[str, str]
    """For words of the translation the false ones in their place."""


FAULTS = [
    Fault(
        "ar",
        "freez",
        "It freezes and goes",
        "A captured piece takes the colour of its captor.",
        {"وتحتفظ بلونها": "وتأخذ لون القطعة التي أسرتها"},
    ),
    Fault(
        "de",
        "icefloes",
        "Three play on the board for four",
        "Of three players it is West that stays away, not East.",
        {
            "Ost bleibt weg, und Osts Scholle bleibt leer": "West bleibt weg, und Wests Scholle"
            " bleibt leer"
        },
    ),
    Fault(
        "es",
        "evade",
        "The coin beneath stays secret",
        "The coin beneath is turned up as well.",
        {
            "La moneda de debajo sigue siendo secreta. No averiguas si has atrapado a un líder;"
            " solo lo"
            " sabe su dueño.": "La moneda de debajo también se pone boca arriba. Así averiguas"
            " si has"
            " atrapado a un líder."
        },
    ),
    Fault(
        "fr",
        "freezetag",
        "It may not leave the board, nor go beneath",
        "A captured pyramid may be put off the board.",
        {
            "La pyramide prise ne peut ni quitter le plateau ni aller sous une autre.": "La"
            " pyramide"
            " prise peut aussi quitter le plateau, mais elle ne peut pas aller sous une autre."
        },
    ),
    Fault(
        "it",
        "coldspell",
        "Place a pyramid from the stash",
        "Placing does not end the turn.",
        {
            "Questo termina il tuo turno, quindi spesso conviene come seconda cosa.": "Questo non"
            " termina il tuo turno, quindi spesso conviene come prima cosa."
        },
    ),
    Fault(
        "ja",
        "freezetag",
        "turns go clockwise",
        "Turns go counter-clockwise.",
        {"手番は時計回り": "手番は反時計回り"},
    ),
    Fault(
        "pl",
        "freez",
        "lower the number",
        "A 1 becomes a 2 instead of a 3.",
        {"a z 1 robi się 3": "a z 1 robi się 2"},
    ),
    Fault(
        "pt-BR",
        "evade",
        "After both have chosen: twelve backs",
        "Black moves first.",
        {
            "Branco joga primeiro": "Preto joga primeiro",
            "que Branco escolha e jogue primeiro": "que Branco escolha e Preto jogue primeiro",
        },
    ),
    Fault(
        "ru",
        "coldspell",
        "Hijack a pyramid that lies",
        "A hijack takes one of the two things of a turn.",
        {
            "Это занимает оба действия твоего хода.": "Это занимает только одно действие твоего"
            " хода."
        },
    ),
    Fault(
        "zh-Hans",
        "icefloes",
        "If a move reaches the star and traps somebody",
        "If a move reaches the star and traps somebody, the star does not count.",
        {
            "以到达星星为准": "以围困为准，到达星星不算",
            "先看是否到达星星": "先看是否围困了别人",
        },
    ),
]


class Planted(Words):
    """The catalogue of a language, with one false translation in it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.game, fault.language)
        self.fault = fault
        texts = "\n".join(super(Planted, self).say(one) for one in english(fault.game))
        for old in fault.edits:
            if old not in texts:
                raise SystemExit(f"{fault.language} {fault.game}: no text has {old}")

    def say(self, english: str, kind: str = SHEET) -> str:
        said = super().say(english, kind)
        for old, new in self.fault.edits.items():
            said = said.replace(old, new)
        return said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", nargs="?")
    parser.add_argument("game", nargs="?")
    given = parser.parse_args()
    for fault in FAULTS:
        if (given.language, given.game) == (fault.language, fault.game):
            print(faulty_sheet(fault))
        elif given.language is None:
            print(f"{fault.language} {fault.game}: {fault.tells}")


def faulty_sheet(fault: Fault) -> str:
    return sheet(Planted(fault), with_lessons=False)


if __name__ == "__main__":
    main()
