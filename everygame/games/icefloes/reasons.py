"""Why a ply of Ice Floes is good: the goal, who is kept from it, and who is shut in."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.icefloes.rules import OUT, IceFloesState
from everygame.words import say


def reasons(before: State, action: int, after: State, seat: int) -> list[str]:
    """See docs/guide/analysis.md."""
    assert isinstance(before, IceFloesState) and isinstance(after, IceFloesState)
    if after.over or before.board.seats == 1:
        return []
    others = [other for other in range(int(before.board.seats)) if other != seat]
    kept = [other for other in others if reaches_goal(before, other)]
    return [
        *block(len(others), kept, [other for other in kept if reaches_goal(after, other)]),
        *(
            [say("It shuts another player in, who is out.")]
            if shut_in(before, after, others)
            else []
        ),
        *(
            [say("Then you threaten to come to rest on the goal.")]
            if reaches_goal(after, seat)
            else []
        ),
    ]


def block(others: int, before: list[int], after: list[int]) -> list[str]:
    """Nobody can reach the goal next who could before."""
    if not before or after:
        return []
    who = (
        say("your opponent")
        if others == 1
        else say("the others")
        if len(before) > 1
        else say("another player")
    )
    return [say("It keeps {who} from the goal.", who=who)]


def reaches_goal(state: IceFloesState, seat: int) -> bool:
    """The seat would win in one ply if it were to play."""
    if state.at[seat] == OUT:
        return False
    asked = state.copy()
    assert isinstance(asked, IceFloesState)
    asked.turn = seat
    return any(asked.apply(action).returns()[seat] > 0 for action in asked.legal_actions())


def shut_in(before: IceFloesState, after: IceFloesState, others: list[int]) -> bool:
    return any(before.at[other] != OUT and after.at[other] == OUT for other in others)
