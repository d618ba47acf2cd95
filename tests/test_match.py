"""One play of a game: who may do what, the tree, undo, chance, endings, the log."""

from __future__ import annotations

import copy
import json
from dataclasses import asdict
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.contract import CHANCE, OVER
from everygame.errors import BadRecord, EveryGameError, IllegalMove, NotYourTurn, StaleState
from everygame.history import ENDINGS, LOST
from everygame.library.registry import find_game
from everygame.match import Match, Outcome, ply_event
from everygame.record import Seat, record_match, replay
from tests.server.toy.rules import Toy
from tests.toys import Walk

pytestmark = pytest.mark.both


def floes(**options: str) -> Match:
    return Match(find_game("icefloes").game(**options), Random(1))


def toy(seed: int = 1, **options: str) -> Match:
    return Match(Toy(**options), Random(seed))


def guessing(seed: int = 1) -> Match:
    """A toy match in seat 0's first turn, with at least one step before the guess."""
    while True:
        match = toy(seed)
        match.play(0, "hide:a")
        match.play(1, "hide:b")
        if match.state().to_json()["steps"] == 2:
            return match
        seed += 1


def frozen(match: Match) -> tuple[object, ...]:
    nodes = [
        (n.parent, n.seat, n.move, n.irrevocable, n.occurrence, n.main_child) for n in match.nodes
    ]
    return nodes, match.node, match.ended, match.state().to_json()


def test_plies_are_checked_and_a_refused_one_changes_nothing() -> None:
    match = floes(players="2")
    before = frozen(match)
    with pytest.raises(NotYourTurn, match="another player"):
        match.play(1, "up")
    with pytest.raises(IllegalMove, match="'north' is not legal"):
        match.play(0, "north")
    with pytest.raises(IllegalMove):
        match.play(0, 7)
    with pytest.raises(StaleState):
        match.play(0, "up", at=3)
    assert frozen(match) == before
    assert match.play(0, "up", at=0) == [{"type": "play", "at": 0, "move": "up"}]
    with pytest.raises(StaleState):
        match.play(0, "up", at=0)
    assert match.play(1, 2) == [{"type": "play", "at": 1, "move": "left"}]


def all_of(match: Match) -> dict[str, object]:
    """All that a match holds, but for states that it may work out again."""
    held = {name: copy.deepcopy(value) for name, value in vars(match).items() if name not in KEPT}
    return {**held, "nodes": [asdict(node) for node in match.nodes]}


KEPT = {"game", "rng", "nodes", "_start", "_states", "_milestones", "_lines"}


def test_plies_in_one_go_end_where_a_repetition_ends_the_match() -> None:
    match = Match(Walk(), Random(1))
    before = all_of(match)
    with pytest.raises(NotYourTurn, match="The match is over"):
        match.play(0, "b a b a b")
    assert all_of(match) == before
    log = match.play(0, "b a b a")
    assert match.outcome() == Outcome((0.0,), "repetition")
    assert frozen(Match.replay(match.game, Random(2), log)) == frozen(match)


def test_a_refused_event_of_a_log_changes_nothing() -> None:
    match = Match(Walk(), Random(1))
    match.play(0, "b a b a")
    match.go(2)
    before = all_of(match)
    for event in (
        {"type": "play", "at": 4, "move": "b"},
        {"type": "play", "at": 1, "move": "b"},
        {"type": "play", "at": 9, "move": "b"},
        {"type": "resign", "seat": 7},
    ):
        with pytest.raises(EveryGameError):
            match.apply_event(event)
        assert all_of(match) == before


def test_other_lines_stay_as_branches_and_the_same_move_follows_its_child() -> None:
    match = floes(players="1", level="sixteen")
    for move in ("down", "right", "up"):
        match.play(0, move)
    match.go(1)
    assert match.line() == [0, 1, 2, 3]
    match.play(0, "up")
    assert match.line() == [0, 1, 4]
    assert match.branches(match.line()) == [(1, [2, 3])]
    match.go(1)
    match.play(0, "right")
    assert match.node == 2 and len(match.nodes) == 5
    match.go(2)
    match.play(0, "left")
    assert match.branches(match.line()) == [(1, [4]), (2, [3])]
    match.go(4)
    assert match.line() == [0, 1, 4]
    assert match.branches(match.line()) == [(1, [2, 5]), (2, [3])]


def test_undo_at_one_screen_goes_back_to_the_previous_decision_of_a_person() -> None:
    match = floes(players="2")
    assert match.undo([0], True) is None and match.redo([0], True) is None
    assert match.undo([0], False) is None
    match.play(0, "up")  # a person
    assert match.undo([0], True) == 0, "while the bot thinks, too"
    match.play(1, "down")  # a bot
    assert match.undo([0], True) == 0 and match.undo([0, 1], True) == 1
    match.play(0, "left")
    match.play(1, "left")
    assert match.undo([0], True) == 2
    match.go(2)
    assert match.redo([0], True) == 4
    match.go(0)
    assert match.redo([0], True) == 2 and match.redo([0, 1], True) == 1
    assert match.may_go(4, [0], True)


def test_at_several_screens_one_takes_back_steps_of_ones_own_unfinished_turn() -> None:
    match = guessing()
    here = match.node
    assert match.undo([0], False) is None and "rolled" in match.why_no_undo([0], False)
    match.play(0, "wink")
    assert match.undo([0], False) == here and match.undo([1], False) is None
    assert not match.may_go(0, [0], False) and match.may_go(here, [0], False)
    match.go(here)
    assert match.redo([0], False) == here + 1 and match.redo([1], False) is None
    match.play(0, "peek:a")
    assert match.undo([0], False) is None
    assert match.why_no_undo([0], False) == "What was revealed cannot be taken back."
    match.play(0, "guess:a")
    assert match.undo([0], False) is None
    assert "rolled" in match.why_no_undo([0], False)
    plain = floes()
    plain.play(0, "up")
    assert "finished turn" in plain.why_no_undo([0], False)


@pytest.mark.parametrize("shared", [True, False])
def test_plies_that_one_move_made_are_taken_back_together(shared: bool) -> None:
    match = floes(players="1", level="sixteen")
    first = match.state().legal_moves()[0]
    second = match.state().play(first).legal_moves()[0]
    events = [*match.play(0, f"{first} {second}"), *match.play(0, match.state().legal_moves()[0])]
    again = Match.replay(match.game, Random(1), events)
    for one in (match, again):
        assert one.undo([0], shared) == 2
        one.go(2)
        assert one.undo([0], shared) == 0 and one.may_go(0, [0], shared)
        one.go(0)
        assert one.redo([0], shared) == 2 and one.may_go(2, [0], shared)
    assert [ply_event(node) for node in again.nodes[1:]] == events


def test_what_was_revealed_stays_so_at_one_screen_too() -> None:
    match = guessing()
    before = match.node
    match.play(0, "peek:a")
    assert match.undo([0, 1], True) is None and not match.may_go(before, [0, 1], True)
    assert match.why_no_undo([0, 1], True) == "What was revealed cannot be taken back."
    match.play(0, "wink")
    assert match.undo([0, 1], True) in (None, match.nodes[match.node].parent)


def test_a_match_that_was_given_up_is_over_at_one_screen_too() -> None:
    match = guessing()
    match.resign(1)
    assert match.undo([0, 1], True) is None and not match.may_go(match.node, [0, 1], True)
    assert "hidden" in match.why_no_undo([0, 1], True)
    plain = floes(players="2")
    plain.play(0, "up")
    plain.resign(1)
    assert plain.undo([0, 1], True) is None and not plain.may_go(0, [0, 1], True)
    assert "given up" in plain.why_no_undo([0, 1], True)


def test_a_die_that_was_rolled_at_one_screen_stays_as_it_fell() -> None:
    match = Match(find_game("freezetag").game(), Random(3))
    match.draw()
    start = match.node
    match.play(match.to_play(), match.state().legal_actions()[0])
    while match.nodes[match.node].seat != CHANCE:
        match.play(match.to_play(), match.state().legal_actions()[0])
    assert match.may_go(start, [0, 1], True) and match.undo([0, 1], True) is not None


def test_a_finished_match_is_not_taken_back_from_several_screens() -> None:
    match = toy(turns="2")
    while match.to_play() != OVER:
        state = match.state()
        match.play(state.to_play(), state.legal_actions()[0])
    assert match.undo([0], False) is None and "over" in match.why_no_undo([0], False)
    with pytest.raises(NotYourTurn, match="over"):
        match.play(0, "guess:a")


def test_chance_is_drawn_recorded_and_not_drawn_again() -> None:
    rolls = set()
    for seed in range(20):
        match = toy(seed)
        match.play(0, "hide:a")
        events = match.play(1, "hide:b")
        assert [e["move"][:4] for e in events] == ["hide", "roll"]
        assert match.nodes[match.node].seat == CHANCE
        rolls.add(events[1]["move"])
        match.go(1)
        assert match.play(1, "hide:b") == events, "the same move again meets the same roll"
        match.go(2)
        assert match.node == 3, "nobody stays where chance decides"
    assert rolls == {"roll:0", "roll:1", "roll:2"}


def test_a_viewer_reads_moves_as_he_may_until_it_is_over() -> None:
    match = guessing()
    line = match.line()[1:3]
    assert match.move_texts(line, 0) == ["hide:a", "hide:?"]
    assert match.move_texts(line, 1) == ["hide:?", "hide:b"]
    assert match.move_texts(line, None) == ["hide:?", "hide:?"]
    match.play(0, "guess:b")
    assert match.outcome() == Outcome((1.0, -1.0), "found")
    assert match.move_texts(line, None) == ["hide:a", "hide:b"]


def test_resignation_ends_the_match_until_an_old_log_goes_elsewhere() -> None:
    match = floes(players="4")
    match.play(0, "up")
    assert match.resign(2) == [{"type": "resign", "seat": 2}]
    assert match.outcome() == Outcome((1 / 3, 1 / 3, -1.0, 1 / 3), "resignation", 2)
    assert match.outcome(0) is None and match.to_play() == OVER
    for deed in (lambda: match.resign(0), lambda: match.play(1, "up")):
        with pytest.raises(NotYourTurn):
            deed()
    assert match.undo([0, 1, 2, 3], True) is None, "though older versions let people do so"
    match.go(1)
    assert match.outcome() is None and match.to_play() == 1
    with pytest.raises(NotYourTurn, match="no seat 4"):
        match.resign(4)


def test_the_third_occurrence_of_a_position_is_a_draw_and_the_start_is_the_first() -> None:
    match = floes(players="2", level="diamond")
    for number, move in enumerate(["down", "up", "up", "down"] * 2):
        assert match.outcome() is None, number
        match.play(match.to_play(), move)
    assert match.nodes[match.node].occurrence == 3
    assert match.outcome() == Outcome((0.0, 0.0), "repetition")
    assert match.undo([0, 1], True) == match.node - 1
    match.go(match.node - 1)
    assert match.outcome() is None


def test_occurrences_are_counted_along_the_line_not_over_branches() -> None:
    """Two lines that meet in one position: on each it occurs once."""
    match = floes(players="2", level="diamond")
    for line in ("down up up up left", "left up down up up"):
        match.go(0)
        for move in line.split():
            match.play(match.to_play(), move)
        assert match.nodes[match.node].occurrence == 1
    first, second = (node for node in match.nodes if not node.children)
    assert match.state(first.id).key() == match.state(second.id).key()


def test_after_a_resignation_nobody_plays_on_but_from_elsewhere() -> None:
    events = [{"type": "resign", "seat": 0}, {"type": "play", "at": 0, "move": "hide:a"}]
    with pytest.raises(BadRecord, match="Event 2 does not replay: The match is over"):
        Match.replay(Toy(), Random(1), events)
    back = {"type": "go", "node": 0}
    assert Match.replay(Toy(), Random(1), [events[0], back, events[1]]).node == 1


def test_an_event_that_cannot_have_been_is_named() -> None:
    game = Toy()
    bad = [
        {"type": "play", "at": 0, "move": "guess:a"},
        {"type": "play", "at": 9, "move": "hide:a"},
        {"type": "play", "at": -1, "move": "hide:a"},
        {"type": "go", "node": "x"},
        {"type": "resign", "seat": 2},
        {"type": "sing"},
        {},
    ]
    for event in bad:
        with pytest.raises(BadRecord, match="Event 1 does not replay"):
            Match.replay(game, Random(1), [event])


class Driver:
    """Does random things to a match and keeps the log."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.log = match.draw()

    def do(self, what: int, pick: int) -> None:
        match = self.match
        if what < 7 and match.to_play() != OVER:
            actions = match.state().legal_actions()
            self.log += match.play(match.to_play(), actions[pick % len(actions)])
        elif what < 9:
            self.log += match.go(pick % len(match.nodes))
        elif what < 10 and match.to_play() != OVER:
            self.log += match.resign(pick % match.game.players)
        else:
            self.err(pick)

    def err(self, pick: int) -> None:
        """Do something that is refused after much of it was done; nothing of it stays."""
        match = self.match
        before, states = all_of(match), match.state().to_json()
        with pytest.raises(StaleState), match.all_or_nothing():
            match.go(pick % len(match.nodes))
            for _ in range(pick):
                if (seat := match.to_play()) >= 0:
                    match.play(seat, match.state().legal_actions()[-1])
            match.go(len(match.nodes))
        with match.tried():
            match.go(pick % len(match.nodes))
        assert all_of(match) == before and match.state().to_json() == states


deeds = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 99)), max_size=60)


@given(deeds, st.sampled_from(["toy", "floes", "ttt", "walk"]))
@settings(max_examples=150, deadline=None)
def test_the_log_is_the_match(todo: list[tuple[int, int]], which: str) -> None:
    make = {
        "toy": toy,
        "floes": floes,
        "walk": lambda: Match(Walk(), Random(2)),
        "ttt": lambda: Match(find_game("tictactoe").game(), Random(2)),
    }
    driver = Driver(make[which]())
    for what, pick in todo:
        driver.do(what, pick)
    match = driver.match
    again = Match.replay(match.game, Random(99), json.loads(json.dumps(driver.log)))
    assert frozen(again) == frozen(match)
    check_tree(match)


def check_tree(match: Match) -> None:
    """Line and branches hold every node once; states follow from their parents; nobody waits
    where chance decides; undo and redo lead where they may."""
    line = match.line()
    branches = match.branches(line)
    assert sorted([*line, *(n for _, nodes in branches for n in nodes)]) == list(
        range(len(match.nodes))
    )
    assert match.node in line and line[: match.nodes[match.node].ply + 1] == match.path(match.node)
    for node in match.nodes[1:]:
        after = match.state(node.parent).apply(node.action)
        assert after.to_json() == match.state(node.id).to_json()
        assert node.ply == match.nodes[node.parent].ply + 1
        same = [a for a in match.path(node.parent) if match.state(a).key() == after.key()]
        assert not match.game.repetition or node.occurrence == 1 + len(same)
    assert match.to_play() != CHANCE
    mine = set(range(match.game.players))
    target = match.undo(mine, True)
    if target is not None and match.ended is None:
        assert target in match.path(match.node) and match.state(target).to_play() in mine


def test_states_out_of_the_cache_are_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("everygame.match.CACHED_STATES", 3)
    match = floes(players="1", level="sixteen")
    seen = [match.state().to_json()]
    for number in range(30):
        actions = match.state().legal_actions()
        match.play(0, actions[number % len(actions)])
        seen.append(match.state().to_json())
    assert [match.state(node).to_json() for node in range(31)] == seen


def test_a_match_may_start_elsewhere() -> None:
    game = find_game("icefloes").game(players="2", level="classic")
    start = game.parse_position("P..../...../...../..*../....Q ; Q")
    match = Match(game, Random(1), start)
    assert match.to_play() == 1
    match.play(1, "up")
    assert match.state(0) is start


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_match_ends_as_no_rules_say_and_its_record_says_so(ending: str) -> None:
    game = find_game("icefloes").game(players="2")
    match, seat = Match(game, Random(1)), 1 if ending in LOST else None
    log = match.end(ending, seat)
    returns = (1.0, -1.0) if ending in LOST else (0.0, 0.0)
    assert match.outcome() == Outcome(returns, ending, seat)
    assert Match.replay(game, Random(1), log).outcome() == match.outcome()
    record = record_match(match, [Seat(), Seat()])
    assert replay(record, game, Random(1)).outcome() == match.outcome()
    assert match.undo({0, 1}, True) == (None if ending in LOST else 0)
    with pytest.raises(BadRecord):
        Match.replay(game, Random(1), [{"type": "end", "ending": "fire"}])
    with pytest.raises(BadRecord):
        swapped = {"type": "end", "ending": ending} | ({} if seat else {"seat": 0})
        Match.replay(game, Random(1), [swapped])
