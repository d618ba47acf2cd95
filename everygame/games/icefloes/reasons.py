"""Say in sentences why a ply of Ice Floes is good: whom it keeps from the goal, whom it traps, and
whether it threatens to reach the goal."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.icefloes.rules import OUT, IceFloesState
from everygame.words import Message, say


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short true sentences in favour of a ply of the seat, the most important first; the
    interface is described in docs/guide/analysis.md."""
    assert isinstance(before, IceFloesState) and isinstance(after, IceFloesState)
    if after.over or before.board.seats == 1:
        return []
    others = [other for other in range(int(before.board.seats)) if other != seat]
    kept = [other for other in others if reaches_goal(before, other)]
    said = block(len(others), kept, [other for other in kept if reaches_goal(after, other)])
    if any(before.at[other] != OUT and after.at[other] == OUT for other in others):
        said.append(say("It shuts another player in, who is out."))
    if reaches_goal(after, seat):
        said.append(say("Then you threaten to come to rest on the goal."))
    return said


def block(others: int, before: list[int], after: list[int]) -> list[Message]:
    """Say that the ply keeps the other players from the goal if some of them could have reached it
    before and none can now. `before` and `after` are the seats that could; `others` is how many
    other players there are."""
    if not before or after:
        return []
    if others == 1:
        return [say("Then your opponent cannot come to rest on the goal at once.")]
    if len(before) > 1:
        return [say("Then the others cannot come to rest on the goal at once.")]
    return [say("Then another player cannot come to rest on the goal at once.")]


def reaches_goal(state: IceFloesState, seat: int) -> bool:
    """Tell whether the seat would win with its next ply if it were to move."""
    if state.at[seat] == OUT:
        return False
    asked = state.copy()
    assert isinstance(asked, IceFloesState)
    asked.turn = seat
    return any(asked.apply(action).returns()[seat] > 0 for action in asked.legal_actions())
