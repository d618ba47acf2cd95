"""Prints questions on positions about a game, with the answers that its rules give.

`python bench/readback/questions.py GAME [--seed N] [--short]`; `--rules` lists the paragraphs of
the English sheet, each with the number of questions that touch it.
"""

from __future__ import annotations

import argparse
import importlib
from random import Random
from types import ModuleType

from asking import Question, ask, choose

from everygame.library.registry import find_game
from everygame.library.rulesheet import english_sheet, make_parser
from everygame.library.translate_sheet import paragraphs

GAMES = ("freez", "freezetag", "icefloes", "evade", "coldspell")
MANY, FEW = 20, 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help="ten questions instead of twenty")
    parser.add_argument("--rules", action="store_true")
    given = parser.parse_args()
    if given.rules:
        print_rules(given.game)
        return
    found = questions(given.game, given.seed, given.short)
    print(as_text(given.game, found))
    print("\n".join(["", "ANSWERS", *answers(found)]))


def questions(game: str, seed: int, short: bool) -> list[Question]:
    """Return the questions of a set, in the order of the seed."""
    module, rng = importlib.import_module(f"asks_{game}"), Random(f"{game} {seed}")
    check_rules(module)
    found = [ask(module, one, rng) for one in choose(module.TEMPLATES, short)]
    number = FEW if short else MANY
    if len(found) != number:
        raise SystemExit(f"{game} has {len(found)} questions instead of {number}.")
    rng.shuffle(found)
    return found


def as_text(game: str, found: list[Question]) -> str:
    """Return what the signs on the boards mean, and then the questions."""
    legend = importlib.import_module(f"asks_{game}").LEGEND
    asked = [f"QUESTION {n}\n{one.text}" for n, one in enumerate(found, 1)]
    return "\n\n".join([legend, *asked])


def answers(found: list[Question]) -> list[str]:
    return [f"{n}: {one.answer} | {one.rule}" for n, one in enumerate(found, 1)]


def english(game: str) -> list[str]:
    return list(paragraphs(make_parser(False), english_sheet(find_game(game))))


def check_rules(module: ModuleType) -> None:
    """Raise SystemExit where a question rests on a paragraph that the sheet no longer has."""
    sheet = english(module.NAME)
    for one in module.TEMPLATES:
        for rule in one.rule.split("|"):
            if not any(rule in paragraph.replace("*", "") for paragraph in sheet):
                raise SystemExit(f"No paragraph of the sheet has: {rule}")


def print_rules(game: str) -> None:
    module = importlib.import_module(f"asks_{game}")
    for paragraph in english(game):
        plain = paragraph.replace("*", "")
        touched = [one for one in module.TEMPLATES if touches(one.rule, plain)]
        print(len(touched), sum(one.short for one in touched), paragraph[:100])


def touches(rules: str, paragraph: str) -> bool:
    return any(rule in paragraph for rule in rules.split("|"))


if __name__ == "__main__":
    main()
