"""Writes what readers get, and the answers apart from it.

`python bench/readback/handout.py FOLDER` makes FOLDER/LANG/GAME.sheet.txt and GAME.questions.txt
for all catalogues (twenty questions where the page is in the language, ten elsewhere),
FOLDER-faults with the ten faulty sheets, and the answers in FOLDER-answers and
FOLDER-answers-faults.
"""

from __future__ import annotations

import sys
from pathlib import Path

from faults import FAULTS, faulty_sheet
from questions import GAMES, answers, as_text, questions
from sheet import Words, sheet

from everygame.catalogues import ENGLISH, languages, page_languages

README = """How to answer

You have a folder of a language, LANG. In it lie rule sheets in that language, GAME.sheet.txt, and
questions about each, GAME.questions.txt, in English. You are a player who reads that language and
does not know these games.

1. Read one sheet of LANG whole. Read nothing else about the game: no other language, no program,
   no other file. Do not answer from what you know of such games, and do not guess what the rule
   should be.
2. Answer each question by what the sheet says, not by what would be sensible. Work it out on the
   board, square by square. Where a picture of the sheet seems to say something else than its
   sentences, go by the sentences. [not translated] stands where the sheet has no text.
3. A question that asks "which of these" wants the letters of all that are right, and no others.
   "Goes on" means that the match is not over.
4. Write LANG/GAME.answers.txt with one line for each question, and nothing else:

   N: answer | sure or unsure | the sentence of the sheet on which the answer rests, as it stands

   such as
   1: yes | sure | Ein Stein mit einer Zahl ist aktiv.
   2: BD | unsure | ...

   Write "unsure" where the sheet does not tell, or can be read in two ways, and answer all the
   same. Only the part before the first | is compared: yes, no, letters such as BD (or none), a
   square such as c4, a number, or one of the names that the question offers.

In the sheets the line after "Caption:" is what the page writes below the picture. The signs on the
boards are explained at the top of GAME.questions.txt; W? or B? is a coin that lies face down. What
stands in brackets [...], names of sides and sizes and "It is White's turn." are not of the sheet
but tell in English what the page shows.
"""


def main() -> None:
    folder = Path(sys.argv[1])
    spoken = set(page_languages())
    for seed, language in enumerate(one for one in languages() if one != ENGLISH):
        for game in GAMES:
            text = sheet(Words(game, language), with_lessons=False)
            write(folder, "", language, game, text, seed, language not in spoken)
    for number, fault in enumerate(FAULTS):
        text = faulty_sheet(fault)
        write(folder, "-faults", fault.language, fault.game, text, 100 + number, False, fault.rule)
    for place in (folder, folder.with_name(folder.name + "-faults")):
        (place / "README.txt").write_text(README, "utf-8")


def write(
    folder: Path,
    kind: str,
    language: str,
    game: str,
    text: str,
    seed: int,
    short: bool,
    fault: str = "",
) -> None:
    """Write the sheet and the questions of a game, and the answers into the other folder."""
    found = questions(game, seed, short)
    given = folder.with_name(folder.name + kind) / language
    apart = folder.with_name(f"{folder.name}-answers{kind}") / language
    given.mkdir(parents=True, exist_ok=True)
    apart.mkdir(parents=True, exist_ok=True)
    (given / f"{game}.sheet.txt").write_text(text + "\n", "utf-8")
    (given / f"{game}.questions.txt").write_text(as_text(game, found) + "\n", "utf-8")
    planted = [f"fault: {fault}"] if fault else []
    (apart / f"{game}.txt").write_text("\n".join([*answers(found), *planted]) + "\n", "utf-8")


if __name__ == "__main__":
    main()
