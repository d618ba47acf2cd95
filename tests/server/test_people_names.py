"""People are called by the names they gave, in every sentence of a game and in the history."""

from __future__ import annotations

from everygame.scene import Cell, Choice, Piece, Region, Scene
from everygame.server.people.people_names import find_seat_names, name_people, name_people_in_scene
from everygame.store import Holder
from everygame.words import count, say
from tests.server.serving import Device, meet

NORTH, SOUTH = say("North"), say("South")


def names(*given: str) -> tuple[tuple[str, str], ...]:
    return find_seat_names([Holder("person", one, device=1) for one in given], (NORTH, SOUTH))


def test_a_seat_in_a_message_is_a_person() -> None:
    found = names("Ann", "Bob")
    assert name_people(say("{name}: choose a coin.", name=NORTH), found) == "Ann: choose a coin."
    winners = say("{some} and {last}", some=NORTH, last=SOUTH)
    told = count("{names} wins", "{names} win", 2, names=winners)
    assert name_people(told, found) == "Ann and Bob win"
    north_by_chance = say("{way}: up.", way="North")
    assert name_people(north_by_chance, found) is north_by_chance, "a plain text is not that seat"
    assert name_people(say("{name} stone", name=NORTH), ()) == "North stone"


def test_nobody_takes_the_name_of_another() -> None:
    assert names("Ann", "Ann") == ()
    assert names("South", "{n}") == ((SOUTH, "{n}"),)
    assert names("", "Bob") == ((SOUTH, "Bob"),)
    bot = [Holder("bot", "Strong"), Holder("bot", "Bob", device=2)]
    assert find_seat_names(bot, (NORTH, SOUTH)) == ((SOUTH, "Bob"),), "a bot plays on for Bob"


def test_a_scene_calls_people_where_it_speaks_and_things_by_their_looks() -> None:
    stone = Piece("p", "a1", "disc", say("{name} stone", name=NORTH))
    tray = Cell("t", 1, 1, "tray", say("{name}'s tray", name=NORTH), SOUTH)
    plain = Cell("u", 2, 1, "tray", "South's tray")
    scene = Scene(
        1,
        1,
        (
            Region("hand", say("{name}'s hand", name=SOUTH), title=SOUTH),
            Region("trays", "Trays", kind="spots", cells=(tray, plain)),
            Region("board", "Board", kind="spots", cells=(plain,)),
        ),
        (stone,),
        say("{name} to play.", name=NORTH),
        (Choice("x", (), "force", say("Force on {name}", name=SOUTH)),),
        notes=(say("{name} is in check.", name=SOUTH), "plain"),
        blocked={"a1": say("{name} stands there.", name=SOUTH)},
    )
    told = name_people_in_scene(scene, names("Ann", "Bob"))
    assert told.prompt == "Ann to play."
    assert told.notes == ("Bob is in check.", "plain")
    assert told.blocked == {"a1": "Bob stands there."}
    assert (told.regions[0].name, told.regions[0].title) == ("Bob's hand", "Bob")
    assert [(cell.name, cell.label) for cell in told.regions[1].cells] == [
        ("Ann's tray", "Bob"),
        ("South's tray", ""),
    ]
    assert told.regions[2] is scene.regions[2]
    assert told.pieces == (stone,)
    assert told.choices == (Choice("x", (), "force", "Force on Bob"),)


def test_who_waits_reads_the_name_of_who_is_to_play(ann: Device, bob: Device) -> None:
    line, _ = meet(ann, bob)
    assert line.table["scene"]["prompt"] == "North: choose which way to go."
    line.play("down")
    assert line.table["scene"]["prompt"] == "Bob moves next."


def test_the_history_of_an_open_page_takes_the_name_of_who_sits_down(
    ann: Device, bob: Device
) -> None:
    line = ann.start("playingcards", "person", "open")
    line.play("deck-north.1")
    assert [ply["words"] for ply in line.table["line"]] == ["gave North a card"]
    ann.admit(bob, line.match)
    line.until(lambda table: table["seats"][1]["name"] == "Bob")
    assert [ply["words"] for ply in line.table["line"]] == ["gave Bob a card"]
