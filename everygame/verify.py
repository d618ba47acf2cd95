"""Checks whether the chance plies of a record follow from the seed that was committed to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from everygame.contract import CHANCE, Game, State
from everygame.errors import BadRecord
from everygame.history import Node
from everygame.honest import Dice, Mix, weigh
from everygame.match import Match
from everygame.record import Record, Visitor, visit


@dataclass
class Report:
    """How many chance plies of a record could be checked."""

    drawn: int = 0
    """Chance plies that follow from the seed."""
    secret: int = 0
    """Chance plies whose seed is still secret."""
    before: int = 0
    """Chance plies before any commitment."""

    def lines(self, record: Record) -> list[str]:
        """The report as sentences for people."""
        said = [describe(number, dice) for number, dice in enumerate(record.dice, 1)]
        if self.drawn:
            said.append(f"Draws recomputed: {self.drawn}; all are as the seed gives them.")
        if self.secret:
            said.append(
                f"Draws whose seed is not told, so that nothing can be said: {self.secret}."
            )
        if self.before:
            said.append(
                f"Draws that were not committed to, so nothing is known of them: {self.before}."
            )
        return said or ["Chance decided nothing in this match."]


def describe(number: int, dice: Dice) -> str:
    """Dice in one sentence for people."""
    given = [f"of seat {seats_of(mix)} after ply {mix.after}" for mix in dice.mixes]
    bytes_given = f"with bytes {', '.join(given)}" if given else "without bytes of any device"
    kept = "and its seed, which fits" if dice.seed else "whose seed is not told"
    return (
        f"Dice {number}, from ply {dice.after + 1} on, {bytes_given}:"
        f" committed to by {dice.commitment}, {kept}."
    )


def seats_of(mix: Mix) -> str:
    return " and ".join(str(seat + 1) for seat in mix.seats)


def verify(record: Record, game: Game) -> Report:
    """Recompute every chance ply of a record. Raises BadRecord, which names the first ply that does
    not follow from the seed, or the dice whose seed is not the one that was committed to."""
    for number, dice in enumerate(record.dice, 1):
        if dice.seed and not dice.is_kept():
            raise BadRecord(
                "The seed of dice {number} is not the one that was committed to.", number=number
            )
    recount = Recount(record.dice)
    visit(record, game, Random(), recount)
    return recount.report


class Recount(Visitor):
    """Draws every chance ply again and compares."""

    def __init__(self, dices: Sequence[Dice]) -> None:
        self.dices = dices
        self.report = Report()
        self.match: Match | None = None

    def join(self, match: Match) -> None:
        self.match = match

    def ply(self, node: Node, before: State, after: State) -> None:
        if node.seat != CHANCE:
            return
        dice = find_dice(self.dices, node.id)
        if dice is None:
            self.report.before += 1
        elif not dice.seed:
            self.report.secret += 1
        else:
            self.check(dice, node, before)

    def check(self, dice: Dice, node: Node, before: State) -> None:
        assert self.match
        expected = dice.draw(node.id, self.match.line_digest(node.parent), weigh(before))
        if expected != node.action:
            raise BadRecord(
                "Ply {number} of this save, {move}, is not what was drawn: the seed gives {text}.",
                number=node.id,
                move=node.move,
                text=before.text(expected),
            )
        self.report.drawn += 1


def find_dice(dices: Sequence[Dice], node: int) -> Dice | None:
    """The dice by which the chance ply that makes a node was drawn."""
    return next((dice for dice in reversed(dices) if dice.after < node), None)
