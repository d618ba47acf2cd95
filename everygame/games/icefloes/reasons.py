"""Why a ply of Ice Floes is good: the goal, who is kept from it, and who is shut in."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.icefloes.rules import OUT, IceFloesState
from everygame.words import Message, say


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Short sentences that are true of the ply, the best first (docs/guide/analysis.md)."""
    assert isinstance(before, IceFloesState) and isinstance(after, IceFloesState)
    if after.over or before.board.seats == 1:
        return []
    others = [other for other in range(int(before.board.seats)) if other != seat]
    kept = [other for other in others if reaches_goal(before, other)]
    said = block(len(others), kept, [other for other in kept if reaches_goal(after, other)])
    if shut_in(before, after, others):
        said.append(say("It shuts another player in, who is out."))
    if reaches_goal(after, seat):
        said.append(say("Then you threaten to come to rest on the goal."))
    return said


def block(others: int, before: list[int], after: list[int]) -> list[Message]:
    """Whether the ply keeps all others from the goal, which one of them could reach before."""
    if not before or after:
        return []
    if others == 1:
        return [say("Then your opponent cannot come to rest on the goal at once.")]
    if len(before) > 1:
        return [say("Then the others cannot come to rest on the goal at once.")]
    return [say("Then another player cannot come to rest on the goal at once.")]


def reaches_goal(state: IceFloesState, seat: int) -> bool:
    """Whether the seat could win with its next ply."""
    if state.at[seat] == OUT:
        return False
    asked = state.copy()
    assert isinstance(asked, IceFloesState)
    asked.turn = seat
    return any(asked.apply(action).returns()[seat] > 0 for action in asked.legal_actions())


def shut_in(before: IceFloesState, after: IceFloesState, others: list[int]) -> bool:
    return any(before.at[other] != OUT and after.at[other] == OUT for other in others)
