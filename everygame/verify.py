"""Verify a record: every draw must follow from the seed that the server committed to."""

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
    """The number of draws, by what can be said of them."""

    drawn: int = 0
    """Draws that follow from a published seed."""
    secret: int = 0
    """Draws whose seed is still secret."""
    before: int = 0
    """Draws before any commitment."""

    def lines(self, record: Record) -> list[str]:
        """The report in sentences for people."""
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
    """One commitment in a sentence for people."""
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
    """Recompute every draw. Raises BadRecord, which names the first ply that does not follow from
    its seed, or the dice whose seed does not fit their commitment."""
    for number, dice in enumerate(record.dice, 1):
        if dice.seed and not dice.is_kept():
            raise BadRecord(
                "The seed of dice {number} is not the one that was committed to.", number=number
            )
    recount = Recount(record.dice)
    visit(record, game, Random(), recount)
    return recount.report


class Recount(Visitor):
    """Recomputes each ply of chance while the record is replayed."""

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
    """The dice that the ply which makes this node was drawn by."""
    return next((dice for dice in reversed(dices) if dice.after < node), None)
