"""The picture of Cold Spell and what it offers."""

from __future__ import annotations

from itertools import pairwise

import pytest

from everygame.check import conform
from everygame.contract import OVER
from everygame.games.coldspell import scene as artist
from everygame.games.coldspell import scene_words
from everygame.games.coldspell.rules import ColdSpellState
from everygame.scene import Choice, Piece, Scene, check, depict, look_back, view
from tests.games.coldspell.table import ended, make, play, position, random_line, read

pytestmark = pytest.mark.both


def draw(state: ColdSpellState, viewer: int | None = None, **options: str) -> Scene:
    """For who is to play, by default."""
    game = make(**options)
    seat = state.to_play() if viewer is None and state.to_play() != OVER else viewer
    return depict(artist, game, view(state, seat))


def piece(scene: Scene, at: str, shape: str) -> Piece:
    return next(p for p in scene.pieces if p.at == at and p.shape == shape)


def offered(scene: Scene, move: str) -> Choice:
    return next(choice for choice in scene.choices if choice.move == move)


FIELD = position({"c4": "+m", "a1": "+s2", "b1": "-", "c1": "+l1"}, taken="1:EOl 2:")


def test_every_scene_of_random_matches_is_sound() -> None:
    """With every seat and a spectator looking, and choices for exactly the legal moves; where
    players spell, `tests/test_builds.py` checks it."""
    conform(make(players="4", spelling="auto"), 1, 5, artist)


def test_letter_cards_show_letters_and_points() -> None:
    scene = draw(read(make(), FIELD))
    assert (piece(scene, "a6", "card").text, piece(scene, "a6", "card").corner) == ("T", "1")
    assert piece(scene, "f6", "card").text == "A/E" and piece(scene, "b2", "card").corner == "10"
    wild = piece(scene, "c2", "card")
    assert (wild.text, wild.tags, wild.name) == ("", ("wild",), "wild card, 0 points")


def test_pyramids_stand_or_lie_and_point_to_their_claimer() -> None:
    scene = draw(read(make(), FIELD))
    assert piece(scene, "c4", "pyramid").turn is None and piece(scene, "c4", "pyramid").size == 2
    assert (piece(scene, "c1", "pyramid").turn, piece(scene, "c1", "pyramid").owner) == (180, 0)
    assert (piece(scene, "a1", "pyramid").turn, piece(scene, "a1", "pyramid").owner) == (0, 1)
    claims = position(
        {f"{file}4": f"+s{seat}" for file, seat in zip("abcd", "1234", strict=True)},
        taken="1: 2: 3: 4:",
    )
    four = draw(read(make(players="4"), claims), 0, players="4")
    assert [piece(four, f"{file}4", "pyramid").turn for file in "abcd"] == [180, 270, 0, 90]


@pytest.mark.parametrize("players", "234")
def test_each_viewer_sits_at_the_bottom(players: str) -> None:
    """The picture is turned until the pyramids that point to the viewer point down, and the
    viewer's tray is the lowest thing."""
    for seat in range(int(players)):
        taken = " ".join(f"{n + 1}:" for n in range(int(players)))
        state = read(make(players=players), position({"c4": f"+s{seat + 1}"}, taken=taken))
        scene = draw(state, seat, players=players)
        turn = piece(scene, "c4", "pyramid").turn
        assert turn is not None and (turn + 90 * scene.rotate) % 360 == 180
        tray = next(r for r in scene.regions if r.id == f"tray-{seat + 1}")
        x, y = tray.x + tray.columns / 2, tray.y + tray.rows / 2
        width, height = scene.width, scene.height
        for _ in range(scene.rotate):
            x, y, width, height = height - y, x, height, width
        assert y > height - 1.5


def test_the_stash_is_a_tray_with_counts() -> None:
    scene = draw(read(make(), FIELD))
    counts = {p.at: p.count for p in scene.pieces if p.at.startswith("stash")}
    assert counts == {"stash-s": 4, "stash-m": 4, "stash-l": 3}
    assert not check(scene)


def test_a_pyramid_keeps_its_id_from_the_stash_over_its_moves() -> None:
    state = read(make(), position())
    before = piece(draw(state), "stash-m", "pyramid").id
    placed = play(state, "place:m@c4")
    moved = play(placed, "c4-c5 claim:c5")
    assert piece(draw(placed), "c4", "pyramid").id == before
    assert piece(draw(moved), "c5", "pyramid").id == before
    assert piece(draw(placed), "stash-m", "pyramid").id != before


def test_taken_cards_lie_in_the_tray_of_their_seat() -> None:
    state = read(make(), FIELD)
    taken = play(state, "take:c1")
    card = piece(draw(taken), "hand-1-2", "card")
    assert card.id == piece(draw(state), "c1", "card").id
    assert (card.text, card.corner, card.name) == ("I/O", "1×3", "I or O, 3 points")
    assert next(c for r in draw(taken).regions for c in r.cells if c.id == "c1").terrain == "hole"
    assert draw(taken).scores == ("letters: 6", "letters: 0")


def test_a_pyramid_is_dragged_from_the_stash_to_a_card() -> None:
    assert offered(draw(read(make(), FIELD)), "place:s@d4").touch == ("stash-s", "d4")


def test_a_touched_pyramid_offers_buttons() -> None:
    scene = draw(read(make(), FIELD))
    buttons = {c.label: c.move for c in scene.choices if c.touch == ("c4",)}
    assert buttons == {"Claim": "claim:c4", "Force on Orange": "force:c4>2"}
    assert {c.label for c in scene.choices if c.touch == ("a1",)} == {"Hijack"}
    assert {c.label for c in scene.choices if c.touch == ("c1",)} == {"Take", "Give up"}


def test_moves_show_a_way_over_cards() -> None:
    scene = draw(read(make(), FIELD))
    assert offered(scene, "c4-d5").path in (("c4", "d4", "d5"), ("c4", "c5", "d5"))
    around = position({"a6": "+l", "b6": "+s"})
    assert offered(draw(read(make(), around)), "a6-b4").path[0] == "a6"
    for state in random_line(make(players="3"), 4):
        for choice in draw(state, players="3").choices if not state.to_json()["ending"] else ():
            way = choice.path
            assert not way or choice.touch == (way[0], way[-1])
            steps = pairwise(way)
            assert all(
                abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1])) == 1 for a, b in steps
            )


def test_the_prompt_says_what_is_still_possible() -> None:
    state = read(make(), FIELD)
    assert draw(state).prompt == "Blue, 1 of 2: choose a pyramid on a card or one in the stash."
    assert draw(play(state, "c4-c5")).prompt == (
        "Blue, 2 of 2: choose a pyramid on a card or one in the stash, or Done. No second move."
    )
    hijacked = draw(play(state, "hijack:a1")).prompt
    assert hijacked == "Blue, 2 of 2: choose where the pyramid goes."
    assert draw(state, 1).prompt == "Blue to play."


def test_why_a_place_cannot_be_chosen() -> None:
    state = read(make(), FIELD)
    assert "taken" in draw(state).blocked["b1"]
    assert "first action" in draw(play(state, "c4-c5")).blocked["a1"]
    assert "must move now" in draw(play(state, "hijack:a1")).blocked["c4"]
    empty = read(make(), position({f"{file}6": "+s" for file in "abcde"}))
    assert draw(empty).blocked["stash-s"] == "No small pyramid is left."


def test_a_stalemate_is_announced() -> None:
    state = play(read(make(), position({"c4": "+m"})), "c4-c5 done c5-c4 done")
    assert draw(state).notes == (
        "If nobody places, claims, forces or takes in the next 2 turns, the game is over.",
    )


# -- Words


HANDS = "1:Zl,AOm,Ns,EOs,?s 2:Cs,AEl,Ts"


def test_a_card_is_touched_or_dragged_into_the_word() -> None:
    scene = draw(ended(make(), HANDS))
    ways = [c.touch for c in scene.choices if c.move == "+1"]
    assert ways == [("hand-1-1",), ("hand-1-1", "word-1")]
    labels = [c.label for c in scene.choices if c.touch == ("hand-1-2",)]
    assert labels == ["A", "O"]
    assert len([c for c in scene.choices if c.touch == ("hand-1-5",)]) == 26


def test_letters_go_into_any_place_of_the_word() -> None:
    """By several plies, for the rules add letters only at the end."""
    begun = play(ended(make(), HANDS), "+3 +1")
    ways = {c.touch: c for c in draw(begun).choices if c.label == "O"}
    assert ways["hand-1-2", "word-2"].name == "spell NOZ"
    between = play(begun, ways["hand-1-2", "word-2"].move)
    assert between == play(ended(make(), HANDS), "+3 +2=o +1")
    for touch, word in {("word-1", "word-3"): "OZN", ("word-3", "word-1"): "ZNO"}.items():
        (way,) = (c for c in draw(between).choices if c.touch == touch)
        spelled = play(between, way.move).letters
        assert "".join(letter for _, letter in spelled).upper() == word
        assert (way.name, way.kind) == (f"spell {word}", "carry")


def test_no_list_tells_of_letters_that_are_taken_back() -> None:
    begun = play(ended(make(), HANDS), "+3")
    after = play(begun, "clear")
    assert artist.in_words(make(), view(begun, 0), "clear", view(after, 0)) == ""


@pytest.mark.parametrize(("square", "said"), [("a1", "hijacked "), ("c1", "gave up ")])
def test_to_lift_ones_own_pyramid_is_no_hijack(square: str, said: str) -> None:
    """Only on another's claim a touch would hijack at once, so that choice alone asks."""
    state = read(make(), FIELD)
    (lift,) = (choice for choice in draw(state).choices if choice.move == f"hijack:{square}")
    assert lift.gesture == ("ask" if said == "hijacked " else "")
    views = [view(one, 0) for one in (state, play(state, f"hijack:{square}"))]
    words = artist.in_words(state.game, views[0], f"hijack:{square}", views[1])
    assert words.startswith(said)


def test_cards_move_from_the_rack_into_the_word_and_the_words() -> None:
    game = make()
    start = ended(game, HANDS)
    id = piece(draw(start), "hand-1-1", "card").id
    begun = play(start, "+1 +2=o")
    assert (piece(draw(begun), "word-1", "card").id, piece(draw(begun), "word-2", "card").text) == (
        id,
        "O",
    )
    made = draw(play(begun, "+3 +4=e /"))
    assert piece(made, "words-1-1-1", "card").id == id
    assert made.scores == ("34 points", "waits")
    assert made.notes == ("So far 34 points in words, 0 left over.",)


def test_a_word_is_ended_only_when_it_is_one() -> None:
    begun = play(ended(make(), HANDS), "+1 +2=o")
    scene = draw(begun)
    assert scene.prompt == "ZO is not a word: go on."
    assert "not in the word list" in scene.blocked["word-1"]
    assert {c.label for c in scene.choices if not c.touch} == {"Take back ZO"}
    word = draw(play(begun, "+3 +4=e"))
    assert offered(word, "/").label == "End the word ZONE" and "is a word" in word.prompt


def test_the_last_ply_says_that_it_reveals() -> None:
    start = ended(make(), HANDS)
    assert offered(draw(start), "done").final == ""
    last = play(start, "done")
    assert offered(draw(last), "done").final == "reveals"
    assert offered(draw(play(last, "+1 +2=a +3")), "/").final == "reveals"


def test_who_waits_sees_all_cards_but_no_words() -> None:
    start = ended(make(), HANDS)
    scene = draw(play(start, "spell:zone +1"), 0)
    assert {p.at for p in scene.pieces if p.at.startswith("words-2")} == set()
    assert scene.prompt == "Orange is making words." and scene.scores == ("34 points", "spells")
    assert len([p for p in scene.pieces if p.shape == "card"]) == 8


def test_who_looks_back_sees_the_words_of_all_as_they_are_made() -> None:
    state = play(ended(make(), HANDS), "spell:zone +1")
    for viewer in (0, 1, None):
        seen = look_back(state, viewer)
        assert seen is not None
        scene = depict(artist, make(), seen)
        assert check(scene) == [] and {"34 points"} < set(scene.scores)
        assert piece(scene, "words-1-1-1", "card").text == "Z"
        assert sum(p.at.startswith("word-") for p in scene.pieces) == 1


def frame(scene: Scene) -> tuple[float, float]:
    """How broad and how high it is."""
    right = max(region.x + region.columns for region in scene.regions)
    return right, max(region.y + region.rows for region in scene.regions)


MANY = "1:Zl,AOm,Nm,EOs,?s,Tm,Sl,Rl,AEm,Bl 2:Cs,AEl,Ts"


@pytest.mark.parametrize(("hands", "second"), [(HANDS, ""), (MANY, "+9=a +6 /")])
def test_the_table_keeps_its_size_while_words_are_spelled(hands: str, second: str) -> None:
    state = ended(make(), hands)
    sizes = set()
    for moves in ("", "+1 +2=o +3 +4=e", "/", second, "done", "spell:cat"):
        state = play(state, moves)
        if state.to_play() != OVER:
            scenes = [draw(state, viewer) for viewer in (0, 1)]
            spectator = depict(artist, make(), view(state, None))
            sizes |= {frame(scene) for scene in (*scenes, spectator)}
            assert not [fault for scene in scenes for fault in check(scene)]
    assert len(sizes) == 1, sizes


def test_words_stand_closer_only_where_they_must() -> None:
    assert scene_words.lay_out([2, 3], 1)[1][0] == (2.9, 0.5)
    for lengths, rows in (([4, 4, 1], 1), ([5, 5, 5], 2), ([9, 6], 2), ([12, 2], 2), ([3, 0], 1)):
        laid = scene_words.lay_out(lengths, rows)
        assert [len(word) for word in laid] == lengths
        assert all(x <= 8.51 and y < rows for word in laid for x, y in word)


@pytest.mark.parametrize("spelling", ["players", "auto"])
def test_the_end_counts_every_card(spelling: str) -> None:
    state = ended(make(spelling=spelling), "1:Zl,AOm,Ns,EOs 2:Qm,Cs,AEl,Ts")
    if spelling == "players":
        state = play(state, "spell:zone spell:cat")
    scene = draw(state, 0, spelling=spelling)
    assert scene.over.endswith("Blue wins, 54 to −13.") and scene.scores == ("54", "−13")
    assert scene.notes[1] == "Orange: CAT 3 + 3 + 1, less Q 20 left over: −13 points."
    assert scene.notes[0].endswith("34 points. Longest word 20: 54.")
    assert not check(scene)


def test_draws_and_shared_wins_are_told() -> None:
    draw_game = play(ended(make(), "1:Ts 2:Ns"), "done done")
    assert draw(draw_game, 0).over.endswith("A draw: −1 to −1.")
    three = play(ended(make(players="3"), "1:Ts 2:Ns 3:Zs"), "done done done")
    told = draw(three, 0, players="3").over
    assert told.endswith("Blue and Orange share the win, −1 to −1 to −10.")


def test_a_game_without_cards_has_a_picture_too() -> None:
    scene = draw(ended(make(spelling="auto"), "1: 2:"), 0, spelling="auto")
    assert len(scene.regions) == 2 and scene.height > 2 and scene.over.endswith("0 to 0.")
