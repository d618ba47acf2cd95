"""Matches over real sockets: play, undo, several devices, spectators, and what each is shown."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.serving import Device, Line, Make, all_games, is_over, meet, serving

NAMES = sorted(name for name in all_games() if name != "toy")


def moves_of(table: dict[str, Any]) -> list[str]:
    return [ply["move"] for ply in table["line"]]


def test_a_ply_is_acknowledged_and_then_shown(ann: Device) -> None:
    line = ann.start()
    table = line.table
    assert (table["match"], table["game"], table["title"]) == (line.match, "icefloes", "Ice Floes")
    assert table["node"] == 0 and table["viewer"] == 0 and table["line"] == []
    assert table["seats"][0] == {
        "seat": 0, "called": "North", "name": "", "kind": "person", "level": "",
        "partners": [], "mine": True, "online": True, "to_play": True,
        "away": 0, "plays_for": None, "replaced": False, "gave_up": None, "kept": "",
    }  # fmt: skip
    assert line.play("up", id="first") == {"type": "ack", "id": "first", "node": 1}
    table = line.table
    assert table["line"] == [
        {"node": 1, "ply": 1, "turn": 1, "seat": 0, "move": "up", "words": "up to d7"}
    ]
    assert table["node"] == 1 and table["viewer"] == 1 and table["undo"] == 0
    assert table["last"]["pieces"]["P"] == ["d6", "d7"]
    assert set(table["last"]["cells"]) == {"d6", "d7"}


def test_the_ways_of_earlier_plies_of_a_turn_are_told(ann: Device) -> None:
    line = ann.start("freez", "person", "person")
    line.play("c1-c4")
    assert line.table["last"]["ways"] == []
    (way,) = line.table["last"]["pieces"].values()
    line.play("tap")
    line.until(lambda table: table["node"] == 2)
    assert line.table["last"]["ways"] == [way] == [["c1", "c2", "c3", "c4"]]


def test_a_glide_is_told_cell_by_cell(ann: Device) -> None:
    line = ann.start("icefloes", "person", level="eight")
    choice = next(c for c in line.table["scene"]["choices"] if len(c["path"]) > 2)
    line.play(choice["move"])
    assert choice["path"] in line.table["last"]["pieces"].values()


def test_what_is_refused_changes_nothing_and_says_why(ann: Device, bob: Device) -> None:
    one, two = meet(ann, bob)
    codes = {
        "illegal": {"type": "play", "at": 0, "move": "north"},
        "stale": {"type": "play", "at": 7, "move": "up"},
        "bad": {"type": "play", "at": "x", "move": "up"},
        "turn": {"type": "resign", "seat": 1},
    }
    for code, message in codes.items():
        one.say(id=code, **message)
        answer = one.told("error")
        assert answer["code"] == code and answer["error"].endswith(".")
        assert answer.get("id") == (None if code == "bad" else code)
    assert two.refused("play", move="up")["code"] == "turn"
    assert one.refused("go", node=5)["code"] == "turn"
    assert bob.enter(one.match).table["line"] == []


def test_what_is_refused_on_the_way_ahead_is_not_done_at_all(data: Path) -> None:
    """The moves repeat a position, which ends the match before the last of them. The command is
    refused, and after a restart of the server nothing has changed."""
    ahead = ["f4-b4", "b1-d1", "b4-f4", "d1-b1"] * 3
    with serving(data) as port:
        ann = Device(port)
        line = ann.start("hnefatafl")
        line.play("d1-b1")
        refused = line.try_command("go", at=1, node=1, ahead=ahead)
        assert refused["error"] == "Nobody can play 'd1-b1' there."
        line.say(type="look", node=1, ahead=ahead)
        assert line.told("error")["error"] == refused["error"]
        line.play("f4-b4")
        assert moves_of(line.table) == ["d1-b1", "f4-b4"]
        line.close()
    with serving(data):
        again = ann.open(line.match)
        assert moves_of(again.see()) == ["d1-b1", "f4-b4"]


def test_a_deed_sent_again_is_answered_and_not_done_twice(ann: Device, bob: Device) -> None:
    one, two = meet(ann, bob)
    first = one.play("up", id="same")
    assert one.try_command("play", id="same", at=0, move="up") == first
    two.see(node=1)
    two.play("down")
    again = ann.enter(one.match)
    assert again.try_command("play", id="same", at=0, move="up") == first
    assert moves_of(again.table) == ["up", "down"]
    assert two.refused("play", id="same", at=0, move="up")["code"] == "stale", "ids are a device's"


def test_two_devices_see_each_other_play(ann: Device, bob: Device) -> None:
    one, two = meet(ann, bob)
    assert one.table["viewer"] == 0 and two.table["viewer"] == 1
    assert one.table["seats"][1]["name"] == "Bob" and not one.table["seats"][1]["mine"]
    assert one.moves() and not two.moves()
    one.play("up")
    two.see(node=1)
    assert two.moves() and two.table["last"]["pieces"]["P"] == ["d6", "d7"]
    assert one.table["undo"] is None and "several screens" in one.table["why_not"]
    assert one.refused("go", node=0)["code"] == "turn"
    bob.close()
    one.see(seat=1, online=False)


def test_a_watcher_sees_and_does_nothing(ann: Device, bob: Device, eve: Device) -> None:
    one, _ = meet(ann, bob)
    line = eve.enter(one.match)
    table = line.table
    assert table["viewer"] is None and table["undo"] is None and not line.moves()
    assert not any(seat["mine"] for seat in table["seats"])
    for command in (
        {"type": "play", "move": "up"},
        {"type": "go", "node": 0},
        {"type": "resign", "seat": 0},
    ):
        assert line.refused(**command)["code"] == "turn"
    for wish in {"type": "hint", "at": 0}, {"type": "reveal", "seat": 0}:
        line.say(**wish)
        assert line.hear()["code"] == "turn"
    one.play("up")
    assert moves_of(line.see()) == ["up"]
    for path in ("rematch", "restart", "invite"):
        eve.post(f"/api/matches/{one.match}/{path}", {"seat": 0}, 403)


def test_undo_redo_and_branches_at_one_screen(ann: Device) -> None:
    line = ann.start("icefloes", level="classic")
    line.play("down", "left", "up")
    assert line.table["undo"] == 2 and line.table["redo"] is None
    line.command("go", node=1)
    assert line.table["node"] == 1 and line.table["undo"] == 0 and line.table["redo"] == 2
    assert moves_of(line.table) == ["down", "left", "up"]
    line.play("right")
    assert moves_of(line.table) == ["down", "right"]
    branch = line.table["branches"][0]
    assert branch["node"] == 1 and [ply["node"] for ply in branch["line"]] == [2, 3]
    line.command("go", node=3)
    assert moves_of(line.table) == ["down", "left", "up"], "the old line is there"


def test_looking_at_another_node_shows_it_to_this_device_alone(ann: Device, bob: Device) -> None:
    one, two = meet(ann, bob)
    one.play("up")
    one.say(type="look", node=0)
    table = one.see(looking=0)
    assert table["node"] == 1 and "choices" not in table["scene"]
    two.see(node=1)
    assert two.table["looking"] is None and two.moves()
    one.say(type="look", node=9)
    assert one.told("error")["code"] == "stale"
    two.play("down")
    assert one.see(node=2)["looking"] == 0, "it goes on looking"
    one.say(type="look", node=None)
    assert one.see(looking=None)["scene"]["choices"]


def test_resignation_is_told_in_a_sentence_and_is_final_at_one_screen_too(ann: Device) -> None:
    line = ann.start()
    line.command("resign", seat=1)
    sentence = "South gave up; North won."
    over = {"returns": [1.0, -1.0], "ending": "resignation", "sentence": sentence}
    assert line.table["over"] == over and line.table["scene"]["over"] == sentence
    assert not line.moves() and line.refused("play", move="up")["code"] == "turn"
    assert line.table["undo"] is None
    refused = line.refused("go", node=0)
    assert refused["code"] == "turn" and "given up" in refused["error"]


def test_steps_of_an_unfinished_turn_are_taken_back_until_something_was_revealed(
    ann: Device, bob: Device
) -> None:
    while True:  # until the die allows two steps
        one, two = meet(ann, bob, game="toy")
        one.play("hide:a")
        two.see(node=1)
        two.play("hide:b")
        one.see(node=3)
        if "wink" in one.moves():
            break
    assert one.table["undo"] is None and "rolled" in one.table["why_not"]
    one.play("wink")
    assert one.table["undo"] == 3
    assert two.see(node=4)["undo"] is None
    assert two.refused("go", node=3)["code"] == "turn"
    one.command("go", node=3)
    assert one.table["redo"] == 4
    one.play("peek:b")
    assert one.table["scene"]["notes"] == ["You saw a coin of seat 1."]
    assert one.table["undo"] is None and "revealed" in one.table["why_not"]


SECRETS = {
    "toy": (("hide:a", "hide:c"), ["hide:b", "guess:a", "guess:b"]),
    "evade": (("leaders:ab", "leaders:cf"), ["leaders:de", "c1-c2", "d6-d5", "c2-c3"]),
}
OPTIONS = {"evade": {"information": "hidden"}}
"""Else nobody reads again what they hid."""


@pytest.mark.parametrize("game", SECRETS)
def test_secrets_stay_with_their_seats(
    device: Make, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Bob and a spectator are sent the same bytes, whatever Ann has hidden."""
    event = {"type": "dice", "name": "0" * 32, "commitment": "", "seed": "1" * 64}
    monkeypatch.setattr("everygame.server.matches.session.commit", lambda: event)
    monkeypatch.setattr("tests.server.serving.random_bytes", lambda: "2" * 64)
    monkeypatch.setattr("everygame.match.follow", lambda line, move: line)  # else rolls differ
    secrets, moves = SECRETS[game]
    streams = [streams_of_others(device, game, [secret, *moves]) for secret in secrets]
    assert streams[0] == streams[1]


def streams_of_others(device: Make, game: str, moves: list[str]) -> str:
    """All that Bob and a watcher hear while Ann plays the first of the moves, then each in turn,
    the refusals of wrong ones among it, and the saves and pictures that they can get."""
    ann, bob = meet(device(), device(), game=game, **OPTIONS.get(game, {}))
    eve = device().enter(ann.match)
    for line in (ann, bob, eve):
        line.heard.clear()
    for count, move in enumerate(moves):
        line = ann if ann.table["seats"][0]["to_play"] else bob
        other = bob if line is ann else ann
        for wrong in ("nonsense", "guess:z", "d6-d3", "c6xc5"):
            key = f"{count} {wrong}"
            assert other.refused("play", move=wrong, id=key)["code"] == "turn"
            if line is bob:
                bob.refused("play", move=wrong, id=f"{key}!")
        line.play(move, id=f"{line is ann}{move}")
        for one in (other, eve):
            one.see(node=line.table["node"])
    assert moves[0] in str(ann.table["line"]) and moves[0] in str(save_of(ann))
    heard = [message for one in (bob, eve) for message in one.heard]
    read = {ply["move"] for message in heard for ply in message.get("line", [])}
    assert len(read) > len(moves) - 2 and moves[0] not in read
    path = f"/api/matches/{ann.match}/picture"
    pictures = [one.device.request("GET", path)[2] for one in (bob, eve)]
    assert all(picture.startswith(b"<svg") for picture in pictures)
    saves = [save_of(bob), save_of(eve)]
    return str([heard, saves, pictures]).replace(ann.match, "match")


def save_of(line: Line) -> Any:
    """A save with the length of its sealed part in place of that part, which is encrypted with a
    new nonce each time."""
    record = line.device.record(line.match)
    return {**record, "sealed": len(record.get("sealed", ""))}


def test_a_curtain_falls_between_two_people_at_one_screen(ann: Device) -> None:
    line = ann.start("toy")
    assert line.table["curtain"] == 0 and line.table["viewer"] is None and not line.moves()
    line.say(type="hint", at=0)
    assert line.told("error")["code"] == "turn"
    line.reveal(0)
    assert line.table["curtain"] is None and line.moves() == ["hide:a", "hide:b", "hide:c"]
    line.play("hide:a")
    assert line.table["curtain"] == 1 and line.table["viewer"] is None
    assert moves_of(line.table) == ["hide:?"] and "hide:a" not in str(line.table)
    line.reveal(1)
    line.play("hide:b")
    assert line.table["curtain"] == 0, "the second person does not see the first one's screen"
    assert ann.enter(line.match).table["curtain"] == 0, "each window has a curtain of its own"


def test_whoever_undoes_a_move_behind_the_curtain_is_asked_who_looks(ann: Device) -> None:
    """The screen has been handed over: what the player who moved knows is not for who has it."""
    line = ann.start("evade", information="hidden")
    for seat, move in ((0, "leaders:ab"), (1, "leaders:ab"), (0, "c1-c2")):
        line.reveal(seat)
        line.play(move)
    assert line.table["curtain"] == 1
    line.command("go", node=line.table["undo"], of=line.table["viewer"])
    assert line.table["curtain"] == 0 and line.table["viewer"] is None
    line.reveal(0)
    assert line.table["curtain"] is None and line.table["viewer"] == 0


def test_behind_the_curtain_no_earlier_position_shows_a_secret(ann: Device) -> None:
    """A coin at which somebody has peeked lay open then, for that player alone."""
    line = ann.start("evade", information="memory")
    for seat, move in (
        (0, "leaders:ab"),
        (1, "leaders:ab"),
        (0, "c1-c2"),
        (1, "peek:a6"),
        (1, "d6-d5"),
        (0, "d1-d2"),
    ):
        if line.table["curtain"] is not None:
            line.reveal(seat)
        line.play(move)
    assert line.table["curtain"] == 1
    for node in range(line.table["node"]):
        line.say(type="look", node=node)
        line.see(looking=node)
        assert line.table["viewer"] is None and "leader" not in faces(line)


def test_the_truth_is_shown_when_the_match_is_over_and_not_before(
    ann: Device, bob: Device, eve: Device
) -> None:
    one, two = meet(ann, bob, game="evade", information="hidden")
    three = eve.enter(one.match)
    one.play("leaders:ab")
    two.see(node=1)
    for line in (one, two, three):
        line.say(type="truth", on=True)
        assert line.told("error")["error"] == "The truth is shown when the match is over."
        line.say(type="look", node=0)
        assert line.see(looking=0)["truth"] is None
        line.say(type="look", node=1)
        line.see(looking=None)
    assert "leader" not in faces(two) + faces(three) and "leader" in faces(one)
    two.command("resign", seat=1)
    three.see(is_over)
    for line in (two, three):
        assert line.table["truth"] is False
        assert "leader" not in faces(line), "at first it stays what they knew"
        line.say(type="truth", on=True)
        line.see(truth=True)
        assert faces(line).count("White's leader") == 2
        line.say(type="truth", on=False)
        line.see(truth=False)
        assert "leader" not in faces(line)


def test_an_end_that_showed_what_was_hidden_stands(ann: Device) -> None:
    line = ann.start("evade", information="hidden")
    line.reveal(0)
    line.play("leaders:ab")
    line.command("resign", seat=1)
    line.say(type="truth", on=True)
    line.see(truth=True)
    assert line.refused("go", node=1)["code"] == "turn"
    assert line.table["truth"] and line.table["undo"] is None


def test_where_nothing_is_hidden_there_is_no_truth_to_tell(ann: Device) -> None:
    line = ann.start()
    line.command("resign", seat=0)
    assert line.table["truth"] is None
    line.say(type="truth", on=True)
    assert line.told("error")["error"] == "The truth is what you see: nothing is hidden."


def faces(line: Line) -> str:
    """The names of the pieces that a connection is shown."""
    return " ".join(piece["name"] for piece in line.table["scene"]["pieces"])


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_played_over_the_wire(ann: Device, name: str) -> None:
    """A random match of each game, played by the choices that the page is shown. The marks of the
    last move lie on existing cells."""
    rng = Random(name)
    players = max(ann.get(f"/api/games/{name}")["players"])
    line = ann.start(name, *["person"] * players)
    for _ in range(25):
        if line.table["over"]:
            break
        if line.table["curtain"] is not None:
            line.reveal(line.table["curtain"])
        assert line.moves(), line.table
        line.play(rng.choice(line.moves()))
        check_last(line.table)
    give_up(line)
    assert line.table["over"]["sentence"].endswith(".")
    if line.table["hidden"] or line.table["over"]["ending"] == "resignation":
        why = "The match is over" if line.table["hidden"] else "Who has given up"
        assert line.table["undo"] is None and line.table["why_not"].startswith(why)
    else:
        line.command("go", node=line.table["undo"])


def give_up(line: Line) -> None:
    """Let everybody resign. With three or more players, bots play on for the first ones."""
    for seat in range(len(line.table["seats"])):
        while not line.table["over"]:
            answer = line.try_command("resign", seat=seat)
            line.see()
            if answer["type"] == "ack":
                break


def check_last(table: dict[str, Any]) -> None:
    ids = {piece["id"] for piece in table["scene"]["pieces"]}
    assert set(table["last"]["pieces"]) <= ids
    assert all(len(path) > 1 for path in table["last"]["pieces"].values())


def test_a_socket_to_no_match_is_told_so_and_closed(device: Make) -> None:
    line = device().open("nothing")
    assert line.hear()["code"] == "gone"
    with pytest.raises(ConnectionClosed) as closed:
        line.hear()
    assert closed.value.rcvd and closed.value.rcvd.code == 4404


def test_a_socket_from_another_page_is_refused(ann: Device) -> None:
    match = ann.begin()
    with pytest.raises(InvalidStatus):
        ann.open(match, Origin="http://evil.example")
    assert ann.open(match, Origin=f"http://127.0.0.1:{ann.port}").see()


def test_who_plays_alone_sees_the_last_ply_marked_and_none_before(ann: Device) -> None:
    line = ann.start("icefloes", "person", players="1")
    line.play_on(2)
    last = line.table["last"]
    ends = {cell for way in last["pieces"].values() for cell in (way[0], way[-1])}
    assert ends and set(last["cells"]) == ends
