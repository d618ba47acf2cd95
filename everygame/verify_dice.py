"""Verify a record: recompute every draw of chance from the seed that the server committed to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from everygame.contract import CHANCE, Game, State
from everygame.errors import BadRecord
from everygame.history import Node
from everygame.honest_dice import Dice, Mix, weigh
from everygame.match import Match
from everygame.record import Record, Visitor, visit


@dataclass
class Report:
    """How many draws of chance a record has, counted by how far they can be verified."""

    drawn: int = 0
    """The number of draws that follow from a published seed."""
    secret: int = 0
    """The number of draws whose seed is still secret."""
    before: int = 0
    """The number of draws before the first commitment."""

    def lines(self, record: Record) -> list[str]:
        """Return the report as sentences for people."""
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

    def check_all_known(self) -> None:
        """Raise BadRecord unless every draw follows from a published seed."""
        unknown = self.secret + self.before
        if unknown:
            raise BadRecord(
                "Not every draw can be checked: {unknown} of {number} follow from no known seed.",
                unknown=unknown,
                number=unknown + self.drawn,
            )


def describe(number: int, dice: Dice) -> str:
    """Describe the dice of one commitment in a sentence for people; `number` counts them from 1."""
    given = [f"of seat {seats_of(mix)} after ply {mix.after}" for mix in dice.mixes]
    bytes_given = f"with bytes {', '.join(given)}" if given else "without bytes of any device"
    kept = "and its seed, which fits" if dice.seed else "whose seed is not told"
    return (
        f"Dice {number}, from ply {dice.after + 1} on, {bytes_given}:"
        f" committed to by {dice.commitment}, {kept}."
    )


def seats_of(mix: Mix) -> str:
    return " and ".join(str(seat + 1) for seat in mix.seats)


def verify(record: Record, game: Game, commitment: str | None = None) -> Report:
    """Recompute every draw of a record and return the report. `commitment` is what somebody noted
    before the first draw. Raises BadRecord, which names the first ply that does not follow from its
    seed, or the dice whose seed does not match their commitment, or says that the record does not
    have the commitment."""
    if commitment and commitment.strip().lower() not in {dice.commitment for dice in record.dice}:
        raise BadRecord("No dice of this match were committed to by {text}.", text=commitment)
    for number, dice in enumerate(record.dice, 1):
        if dice.seed and not dice.is_kept():
            raise BadRecord(
                "The seed of dice {number} is not the one that was committed to.", number=number
            )
    recount = Recount(record.dice)
    visit(record, game, Random(), recount)
    return recount.report


class Recount(Visitor):
    """Recomputes each ply of chance while the record is replayed, and fills the report."""

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
    """Return the dice that decided the chance ply which leads to this node; None where no seed had
    been committed to by then."""
    return next((dice for dice in reversed(dices) if dice.after < node), None)
