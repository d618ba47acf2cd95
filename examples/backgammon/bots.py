"""What bots of backgammon look at: the race, men that stand alone, and men that wait on the bar."""

from everygame.contract import Game, State

from .rules import BAR, POINTS, BackgammonState


def evaluate(state: State, seat: int) -> float:
    """Who is ahead in the race, less what is in danger."""
    assert isinstance(state, BackgammonState)
    lead = danger(state.men, seat) - danger(state.men, 1 - seat)
    return max(-0.9, min(0.9, -lead / 100))


def danger(men: list[list[int]], seat: int) -> float:
    """Pips that are left, and what may be lost: a man that stands alone where others can hit it."""
    mine, others = men[seat], men[1 - seat]
    race = sum((start + 1) * number for start, number in enumerate(mine))
    ahead = [POINTS - 1 - start for start in range(POINTS) if others[start]]
    ahead += [BAR] if others[BAR] else []
    alone = sum(
        0.25 * (POINTS - start)
        for start in range(POINTS)
        if mine[start] == 1 and any(foe < start for foe in ahead if foe < BAR) | bool(others[BAR])
    )
    return race + alone + 4 * mine[BAR]


def open_search(game: Game) -> str:
    """Looking at each step is worth more here than playing matches on at random."""
    return "alphabeta"
