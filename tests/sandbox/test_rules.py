"""What can be done at a table without rules, and that its secrets are kept."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from everygame.bots import levels
from everygame.check import conform
from everygame.contract import CHANCE, OVER
from everygame.errors import IllegalMove, InvalidMove
from everygame.library.registry import find_game, games
from everygame.match import Match
from everygame.sandbox import scene as artist
from everygame.scene import choices_of, look_back
from tests.sandbox.tables import CARDS, PARTY, play, play_game, seen, table


def at(match: Match, place: str) -> tuple[int, ...]:
    """The tokens at a place."""
    state: Any = match.state()
    return tuple(state.stacks[state.game.setting.index[place]])


def texts(match: Match, viewer: int | None) -> dict[str, str]:
    """What a viewer reads on what lies at each place."""
    shown = seen(match, viewer)
    return {piece.at: piece.text or "#" * piece.hidden for piece in shown.pieces}


@pytest.mark.parametrize("data", [CARDS, PARTY], ids=["cards", "party"])
def test_a_table_conforms(data: dict[str, Any]) -> None:
    game = table(data)
    assert conform(game, 6, 3, artist).plies > 100
    assert game.hidden == (data is CARDS) and game.chance


def test_the_tables_that_ship_have_no_bots() -> None:
    tables = [entry.game() for entry in games().values() if entry.is_table]
    assert len(tables) >= 4 and not any(map(levels, tables))


def test_a_turn_is_one_move_or_until_it_is_ended() -> None:
    match = play(PARTY, "a1-a2", players=3)
    assert match.to_play() == 2, "clockwise: Cat sits left of Ann"
    match = play(PARTY, "more", "a1-a2", "b1-a1", players=3)
    assert match.to_play() == 0
    for seat in (2, 1):
        match.play(match.to_play(), "end")
        assert match.to_play() == seat
    match = play(CARDS, "deck-spot.1")
    assert match.to_play() == 0


def test_what_is_taken_goes_beside_the_board() -> None:
    match = play(PARTY, "a1-b2", players=2)
    assert len(at(match, "b2")) == 1 and len(at(match, "box.2")) == 1, "box.1 is taken already"
    match = play(PARTY, "a1-b2", "b1-a2", players=2)
    assert len(at(match, "box.2")) == 2


def test_two_faces_a_die_a_counter_and_turning_round() -> None:
    match = play(PARTY, "flip:a2", "turn:a1", "up1:box.1", players=2)
    state: Any = match.state()
    shown = texts(match, 0)
    assert shown["a2"] == "o" and shown["b2"] == "x" and shown["box.1"] == "5"
    assert state.turn[at(match, "a1")[0]] == 1
    lying = next(piece for piece in seen(match, 0).pieces if piece.at == "a1")
    assert lying.name.endswith(f", turned by {lying.turn:g}°") and lying.turn
    with pytest.raises(IllegalMove):
        match.play(0, "up1:box.1")
    match.play(0, "down0:box.1")
    assert texts(match, 0)["box.1"] == "4"
    match.play(0, "zero:box.1")
    assert seen(match, 1).scores == ("0", "")
    match.play(0, "rollall")
    rolled = [node for node in match.nodes if node.seat == CHANCE and node.id]
    assert len(rolled) == 2 and texts(match, 1)["c1"] == rolled[0].move
    with pytest.raises(InvalidMove):
        match.play(0, "a1-z9")


def test_a_counter_walks_along_its_track_and_nothing_else_goes_there() -> None:
    match = play_game(find_game("cribbage").game(), "up4:start.2")
    assert len(at(match, "blue.6")) == 1 and not at(match, "start.2")
    match.play(0, "down0:blue.6")
    match.play(0, "up5:blue.5")
    scene = seen(match, 0)
    assert at(match, "blue.13") and scene.scores == ("13", "0")
    peg = next(piece for piece in scene.pieces if piece.at == "blue.13")
    assert (peg.name, peg.text) == ("Blue peg: 13", ""), "its place says where it is"
    goals = {goal.partition(".")[0] for carry in scene.carries for goal in carry.goals}
    assert not {"blue", "orange", "start"} & goals and "crib" in goals
    with pytest.raises(IllegalMove):
        match.play(0, "deck-blue.20")
    match.play(0, "zero:blue.13")
    assert len(at(match, "start.2")) == 1


def dragged(match: Match) -> set[str]:
    """The moves that a drag alone makes."""
    shown = seen(match, match.to_play())
    return {choice.move for choice in choices_of(shown) if choice.gesture == "drag"}


def test_a_touch_on_another_card_of_ones_own_hand_chooses_that() -> None:
    match = play(CARDS, "deck-ann.1", "deck-spot.1", "deck-ann.2")
    onto = {"deck-ann.1", "deck-ann.2", "spot.1-ann.1", "spot.1-ann.2"}
    assert dragged(match) == onto | {"ann.1-ann.2", "ann.2-ann.1"}
    match.play(0, "ann.1-spot.1")
    assert dragged(match) == {"deck-ann.2", "spot.1-ann.2"}


def test_a_hand_of_one_spot_or_with_room_for_several_on_each_is_a_pile() -> None:
    one = {**CARDS, "areas": [dict(area, columns=1) for area in CARDS["areas"]]}
    assert not dragged(play(one, "deck-ann"))
    wide = {**CARDS, "areas": [{**area, "spread": 2} for area in CARDS["areas"]]}
    assert not dragged(play(wide, "deck-ann.1", "deck-ann.2"))
    chips = [*CARDS["pieces"], {"id": "chip", "name": "Chip", "copies": 2, "at": ["ann.1"]}]
    assert not dragged(play({**CARDS, "pieces": chips}, "ann.1-spot.1"))


def test_the_lowest_of_a_pile_of_several_kinds_comes_to_the_top() -> None:
    data = {**PARTY, "turns": "tap", "board": {"columns": 3, "rows": 2}, "areas": []}
    data["pieces"] = [piece for piece in PARTY["pieces"] if piece["id"] in ("man", "disc")]
    match = play(data, "a1-b1")
    with pytest.raises(IllegalMove):
        match.play(0, "raise:b1")  # two men
    match.play(0, "b2-b1")
    man, other, disc = at(match, "b1")
    match.play(0, "raise:b1")
    assert at(match, "b1") == (other, disc, man)


def test_a_card_is_drawn_when_it_is_seen_and_only_its_owner_reads_it() -> None:
    match = play(CARDS, "deck-ann.1")
    drawn = match.nodes[-1]
    assert drawn.seat == CHANCE and drawn.move in "ABCDEF"
    assert drawn.told == {0: drawn.move, 1: "?", None: "?"}
    assert texts(match, 0)["ann.1"] == drawn.move
    assert texts(match, 1)["ann.1"] == texts(match, None)["ann.1"] == "#"
    match.play(0, "end")
    assert not any("ann" in choice.touch[:1] for choice in choices_of(seen(match, 1)))
    match.play(1, "end")
    match.play(0, "ann.1-spot.1")
    assert texts(match, None)["spot.1"] == drawn.move, "from a hand it is laid open"


def test_who_looks_back_sees_all_hands_but_not_what_nobody_has_drawn() -> None:
    match = play(CARDS, "deck-ann.1", "deck-spot.1")
    _, _, drawn, _ = match.nodes
    truth = look_back(match.state(), None)
    assert truth is not None
    told = {piece.at: piece.text for piece in artist.scene(match.game, truth).pieces}
    assert told["ann.1"] == drawn.move
    assert told["spot.1"] == told["deck"] == "" and texts(match, None)["ann.1"] == "#"


def test_an_unseen_card_stays_undecided_until_it_is_turned_over() -> None:
    match = play(CARDS, "deck-spot.1")
    assert match.nodes[-1].seat == 0, "nothing was drawn"
    match.play(0, "flip:spot.1")
    assert match.nodes[-1].seat == CHANCE


def test_dealing_gives_one_each_and_gathering_brings_all_back() -> None:
    match = play(CARDS, "deal:deck")
    assert [len(at(match, place)) for place in ("ann.1", "bob.1", "deck")] == [1, 1, 4]
    match.play(0, "gather:deck")
    assert len(at(match, "deck")) == 6 and not at(match, "ann.1")
    state: Any = match.state()
    assert set(state.piece) == {-1}, "nobody knows any more which is which"


def dealt(*moves: str, players: int = 2) -> Match:
    return play_game(find_game("playingcards").game(players=str(players)), *moves)


def test_several_are_dealt_to_each_at_once_in_rounds() -> None:
    """One ply deals the whole deck, and chance then decides the cards in the order of the deal."""
    match, one_by_one = dealt("deal13:deck", players=4), dealt(*["deal:deck"] * 13, players=4)
    assert at(match, "deck") == () and len(match.nodes) == 2 + 52
    spots = [
        f"{hand}.{spot}" for hand in ("south", "west", "north", "east") for spot in range(1, 14)
    ]
    assert [at(match, spot) for spot in spots] == [at(one_by_one, spot) for spot in spots]
    read = [texts(match, seat) for seat in range(4)]
    assert [sum(map(is_read, shown.values())) for shown in read] == [13] * 4


def is_read(text: str) -> bool:
    return text not in ("", "#")


@pytest.mark.parametrize(
    ("moves", "offered"),
    [
        ([], ["", "5", "7", "13"]),
        (["deal:deck"], ["", "5", "7", "13"]),  # each hand has 14 spots
        (["deal:deck", "deal:deck"], ["", "5", "7"]),
        (["deal7:deck", "deal5:deck"], [""]),
        (["deal7:deck", "deal7:deck"], []),
    ],
)
def test_no_more_is_offered_than_the_hands_have_room_for(
    moves: list[str], offered: list[str]
) -> None:
    assert ways_to_deal(dealt(*moves)) == offered


def test_no_more_is_offered_than_the_stack_holds() -> None:
    assert ways_to_deal(play(CARDS)) == [""], "six cards, and room for two in each hand"
    left = ways_to_deal(dealt("deal7:deck", "deal:deck", players=4))
    assert left == ["", "5"], "twenty are left for four"
    assert ways_to_deal(dealt("deal13:deck", players=4)) == []


def ways_to_deal(match: Match) -> list[str]:
    """How many the player to move may deal to each seat, as the moves say it: "" for one."""
    choices = [choice for choice in seen(match, 0).choices if choice.move.startswith("deal")]
    state = match.state()
    assert all(choice.touch == ("deck",) for choice in choices)
    assert all(state.irrevocable(state.parse(choice.move)) == "random" for choice in choices)
    return [choice.move.partition(":")[0].removeprefix("deal") for choice in choices]


def test_a_thing_with_one_side_is_dealt_from_under_a_card_and_the_state_can_be_read() -> None:
    coin = {"id": "coin", "name": "Coin", "at": ["spot.1"]}
    match = play({**CARDS, "pieces": [*CARDS["pieces"], coin]}, "deck-spot.1", "deal:spot.1")
    state: Any = match.state()
    assert at(match, "bob.1") == (6,) and state.up[6] == 1
    assert match.game.from_json(state.to_json()) == state


def test_shuffling_part_of_a_deck_leaves_what_lies_elsewhere_as_it_was() -> None:
    """A known card is put back while an unseen one of the same deck lies elsewhere: that one can
    never be the known card."""
    known_again: Counter[bool] = Counter()
    for seed in range(40):
        match = play(CARDS, "deck-spot.2", "deck-ann.1", "ann.1-deck", "shuffle:deck", seed=seed)
        known = match.nodes[3].move
        state: Any = match.state()
        assert state.piece[at(match, "spot.2")[0]] >= 0, "chance decided it, unseen"
        assert match.nodes[-1].told[0] == "?"
        match.play(0, "flip:spot.2")
        known_again[texts(match, 0)["spot.2"] == known] += 1
    assert known_again == {False: 40}


def test_all_orders_of_a_shuffled_deck_come_equally_often() -> None:
    first: Counter[str] = Counter()
    for seed in range(400):
        first[play(CARDS, "flip:deck", seed=seed).nodes[-1].move] += 1
    assert set(first) == set("ABCDEF") and all(35 < times < 100 for times in first.values())


def test_a_match_ends_when_all_agree() -> None:
    match = play(CARDS, "finish", "won:2", "back")
    assert match.to_play() == 0
    for move in ("finish", "won:2", "agree"):
        match.play(match.to_play(), move)
    outcome = match.outcome()
    assert outcome is not None and outcome.returns == (-1.0, 1.0)
    shown = seen(match, None)
    assert match.to_play() == OVER and shown.over == "Bob has won: all agree."
    match = play(PARTY, "finish", "nobody", "agree", "agree", players=3)
    assert match.outcome() is not None and match.state().returns() == [0.0] * 3


def test_who_has_won_is_asked_before_the_rest() -> None:
    match = play(PARTY, "finish", players=3)
    shown = seen(match, match.to_play())
    moves = [choice.move for choice in shown.choices]
    assert moves == ["won:1", "won:2", "won:3", "nobody", "back"]
    alone = play(PARTY, "a1-b2", "finish", "won:1", players=1)
    assert alone.outcome() is not None and alone.state().returns() == [1.0], "nobody is asked"


def test_hands_and_pieces_of_empty_seats_are_left_out() -> None:
    assert "cat" not in table(PARTY, 2).setting.index and "cat" in table(PARTY, 3).setting.index


def test_positions_that_a_truth_may_have_agree_with_what_a_seat_knows() -> None:
    """Over long walks with many shuffles, where the checker walks only a little."""
    game = table(CARDS)
    words = ("shuffle", "gather", "deal", "flip", "end")
    for seed in range(6):
        rng, match = Random(seed), play(CARDS, seed=seed)
        for _ in range(80):
            moves = [match.state().text(action) for action in match.state().legal_actions()]
            rare = [move for move in moves if move.startswith(words)]
            rest = [m for m in moves if m not in ("finish",)]
            match.play(match.to_play(), rng.choice(rare if rare and rng.random() < 0.4 else rest))
            state = match.state()
            for seat in range(2):
                other = game.resample(state.observe(seat), seat, rng)
                assert other.observe(seat) == state.observe(seat)
                assert other.legal_actions() == state.legal_actions()


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"title": "Other", "board": {**PARTY["board"], "look": "wood"}}, True),
        ({"turns": "tap"}, False),
        ({"areas": PARTY["areas"][:1], "seats": PARTY["seats"][:2]}, False),
    ],
)
def test_the_version_changes_with_what_is_played_and_not_with_how_it_looks(
    change: dict[str, Any], same: bool
) -> None:
    assert (table({**PARTY, **change}).version == table(PARTY).version) == same
