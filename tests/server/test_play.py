"""Matches over real sockets: play, undo, several devices, spectators, and what each is shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.serving import Device, Line, all_games, serving

Make = Callable[[], Device]
NAMES = sorted(name for name in all_games() if name != "toy")


def two_devices(device: Make, game: str, **options: str) -> tuple[Line, Line]:
    """The connections of two players, of seats 0 and 1, each at a device of their own."""
    ann, bob = device(), device()
    match = ann.begin(game, "person", "open", **options)
    token = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"].rsplit("/", 1)[1]
    assert bob.post(f"/api/join/{token}", {"name": "Bob"}) == {"match": match}
    lines = ann.open(match), bob.open(match)
    for line in lines:
        line.see(lambda table: all(seat["online"] for seat in table["seats"]))
    return lines


def moves_of(table: dict[str, Any]) -> list[str]:
    return [ply["move"] for ply in table["line"]]


def test_a_ply_is_acknowledged_and_then_shown(device: Make) -> None:
    ann = device()
    match = ann.begin("icefloes", "person", "person")
    line = ann.open(match)
    table = line.see()
    assert (table["match"], table["game"], table["title"]) == (match, "icefloes", "Ice Floes")
    assert table["node"] == 0 and table["viewer"] == 0 and table["line"] == []
    assert table["seats"][0] == {
        "seat": 0, "called": "North", "name": "", "kind": "person", "level": "",
        "mine": True, "online": True, "to_play": True,
        "away": 0, "plays_for": None, "replaced": False, "gave_up": None, "kept": "",
    }  # fmt: skip
    assert line.play("up", id="first") == {"type": "ack", "id": "first", "node": 1}
    table = line.table
    assert table["line"] == [{"node": 1, "ply": 1, "seat": 0, "move": "up"}]
    assert table["node"] == 1 and table["viewer"] == 1 and table["undo"] == 0
    assert table["last"]["pieces"]["P"] == ["d6", "d7"]
    assert set(table["last"]["cells"]) == {"d6", "d7"}


def test_a_glide_is_told_cell_by_cell(device: Make) -> None:
    ann = device()
    line = ann.open(ann.begin("icefloes", "person", level="eight"))
    line.see()
    choice = next(c for c in line.table["scene"]["choices"] if len(c["path"]) > 2)
    line.play(choice["move"])
    assert choice["path"] in line.table["last"]["pieces"].values()


def test_what_is_refused_changes_nothing_and_says_why(device: Make) -> None:
    ann, bob = two_devices(device, "icefloes")
    codes = {
        "illegal": {"type": "play", "at": 0, "move": "north"},
        "stale": {"type": "play", "at": 7, "move": "up"},
        "bad": {"type": "play", "at": "x", "move": "up"},
        "turn": {"type": "resign", "seat": 1},
    }
    for code, message in codes.items():
        ann.say(id=code, **message)
        answer = ann.wait(lambda heard: heard["type"] == "error")
        assert answer["code"] == code and answer["error"].endswith(".")
        assert answer.get("id") == (None if code == "bad" else code)
    assert bob.play("up", at=0)["code"] == "turn"
    assert ann.command("go", at=0, node=5)["code"] == "turn"
    assert bob.device.open(ann.table["match"]).see()["line"] == []


def test_what_is_refused_on_the_way_ahead_is_not_done_at_all(data: Path) -> None:
    """The moves repeat a position, which ends the match before the last of them. The command is
    refused, and after a restart of the server nothing has changed."""
    ahead = ["f4-b4", "b1-d1", "b4-f4", "d1-b1"] * 3
    with serving(data) as port:
        ann = Device(port)
        line = ann.open(ann.begin("hnefatafl", "person", "person"))
        line.see()
        line.play("d1-b1")
        refused = line.try_command("go", at=1, node=1, ahead=ahead)
        assert refused["error"] == "Nobody can play 'd1-b1' there."
        line.say(type="look", node=1, ahead=ahead)
        assert line.wait(lambda heard: heard["type"] == "error")["error"] == refused["error"]
        line.play("f4-b4")
        assert moves_of(line.table) == ["d1-b1", "f4-b4"]
        line.stack.close()
    with serving(data):
        again = ann.open(line.match)
        assert moves_of(again.see()) == ["d1-b1", "f4-b4"]


def test_a_deed_sent_again_is_answered_and_not_done_twice(device: Make) -> None:
    ann, bob = two_devices(device, "icefloes")
    first = ann.play("up", id="same")
    assert ann.try_command("play", id="same", at=0, move="up") == first
    bob.see(lambda table: table["node"] == 1)
    bob.play("down")
    again = ann.device.open(ann.table["match"])
    again.see()
    assert again.try_command("play", id="same", at=0, move="up") == first, (
        "later, by another socket"
    )
    assert moves_of(again.table) == ["up", "down"]
    assert bob.command("play", id="same", at=0, move="up")["code"] == "stale", (
        "ids are a device's own"
    )


def test_two_devices_see_each_other_play(device: Make) -> None:
    ann, bob = two_devices(device, "icefloes")
    assert ann.table["viewer"] == 0 and bob.table["viewer"] == 1
    assert ann.table["seats"][1]["name"] == "Bob" and not ann.table["seats"][1]["mine"]
    assert ann.moves() and not bob.moves()
    ann.play("up")
    bob.see(lambda table: table["node"] == 1)
    assert bob.moves() and bob.table["last"]["pieces"]["P"] == ["d6", "d7"]
    assert ann.table["undo"] is None and "several screens" in ann.table["why_not"]
    assert ann.command("go", at=1, node=0)["code"] == "turn"
    bob.device.sockets[0].stack.close()
    ann.see(lambda table: not table["seats"][1]["online"])


def test_a_watcher_sees_and_does_nothing(device: Make) -> None:
    ann, _ = two_devices(device, "icefloes")
    eve = device().open(ann.table["match"])
    table = eve.see()
    assert table["viewer"] is None and table["undo"] is None and not eve.moves()
    assert not any(seat["mine"] for seat in table["seats"])
    for command in (
        {"type": "play", "at": 0, "move": "up"},
        {"type": "go", "at": 0, "node": 0},
        {"type": "resign", "seat": 0},
    ):
        assert eve.command(**command)["code"] == "turn"
    eve.say(type="hint", at=0)
    assert eve.hear()["code"] == "turn"
    eve.say(type="reveal", seat=0)
    assert eve.hear()["code"] == "turn"
    ann.play("up")
    assert moves_of(eve.see()) == ["up"]
    match = ann.table["match"]
    for path in ("rematch", "restart", "invite"):
        eve.device.post(f"/api/matches/{match}/{path}", {"seat": 0}, status=403)


def test_undo_redo_and_branches_at_one_screen(device: Make) -> None:
    ann = device()
    line = ann.open(ann.begin("icefloes", "person", "person", level="classic"))
    line.see()
    for move in ("down", "left", "up"):
        line.play(move)
    assert line.table["undo"] == 2 and line.table["redo"] is None
    line.command("go", at=3, node=1)
    assert line.table["node"] == 1 and line.table["undo"] == 0 and line.table["redo"] == 2
    assert moves_of(line.table) == ["down", "left", "up"]
    line.play("right")
    assert moves_of(line.table) == ["down", "right"]
    branch = line.table["branches"][0]
    assert branch["node"] == 1 and [ply["node"] for ply in branch["line"]] == [2, 3]
    line.command("go", at=4, node=3)
    assert moves_of(line.table) == ["down", "left", "up"], "the old line is there"


def test_looking_at_another_node_shows_it_to_this_device_alone(device: Make) -> None:
    ann, bob = two_devices(device, "icefloes")
    ann.play("up")
    ann.say(type="look", node=0)
    table = ann.see(lambda table: table["looking"] == 0)
    assert table["node"] == 1 and "choices" not in table["scene"]
    bob.see(lambda table: table["node"] == 1)
    assert bob.table["looking"] is None and bob.moves()
    ann.say(type="look", node=9)
    assert ann.wait(lambda heard: heard["type"] == "error")["code"] == "stale"
    bob.play("down")
    table = ann.see(lambda table: table["node"] == 2)
    assert table["looking"] == 0, "it goes on looking"
    ann.say(type="look", node=None)
    assert ann.see(lambda table: table["looking"] is None)["scene"]["choices"]


def test_resignation_is_told_in_a_sentence_and_is_final_at_one_screen_too(device: Make) -> None:
    ann = device()
    line = ann.open(ann.begin("icefloes", "person", "person"))
    line.see()
    line.command("resign", seat=1)
    sentence = "South gave up; North won."
    over = {"returns": [1.0, -1.0], "ending": "resignation", "sentence": sentence}
    assert line.table["over"] == over and line.table["scene"]["over"] == sentence
    assert not line.moves() and line.play("up")["code"] == "turn"
    assert line.table["undo"] is None
    refused = line.try_command("go", at=0, node=0)
    assert refused["code"] == "turn" and "given up" in refused["error"]


def test_steps_of_an_unfinished_turn_are_taken_back_until_something_was_revealed(
    device: Make,
) -> None:
    while True:  # until the die allows two steps
        ann, bob = two_devices(device, "toy")
        ann.play("hide:a")
        bob.see(lambda table: table["node"] == 1)
        bob.play("hide:b")
        ann.see(lambda table: table["node"] == 3)
        if "wink" in ann.moves():
            break
    assert ann.table["undo"] is None and "rolled" in ann.table["why_not"]
    ann.play("wink")
    assert ann.table["undo"] == 3
    assert bob.see(lambda table: table["node"] == 4)["undo"] is None
    assert bob.command("go", at=4, node=3)["code"] == "turn"
    ann.command("go", at=4, node=3)
    assert ann.table["redo"] == 4
    ann.play("peek:b")
    assert ann.table["scene"]["notes"] == ["You saw a coin of seat 1."]
    assert ann.table["undo"] is None and "revealed" in ann.table["why_not"]


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
    ann, bob = two_devices(device, game, **OPTIONS.get(game, {}))
    match = ann.table["match"]
    eve = device().open(match)
    eve.see()
    for line in (ann, bob, eve):
        line.heard.clear()
    for count, move in enumerate(moves):
        line = ann if ann.table["seats"][0]["to_play"] else bob
        other = bob if line is ann else ann
        for wrong in ("nonsense", "guess:z", "d6-d3", "c6xc5"):
            key = f"{count} {wrong}"
            assert other.play(wrong, id=key)["code"] == "turn"
            assert line is ann or bob.play(wrong, id=f"{key}!")["type"] == "error"
        assert line.play(move, id=f"{line is ann}{move}")["type"] == "ack"
        for one in (other, eve):
            one.see(lambda table, node=line.table["node"]: table["node"] == node)
    assert moves[0] in str(ann.table["line"]) and moves[0] in str(save_of(ann))
    heard = [message for one in (bob, eve) for message in one.heard]
    read = {ply["move"] for message in heard for ply in message.get("line", [])}
    assert len(read) > len(moves) - 2 and moves[0] not in read
    pictures = [one.device.request("GET", f"/api/matches/{match}/picture")[2] for one in (bob, eve)]
    assert all(picture.startswith(b"<svg") for picture in pictures)
    saves = [readable(save_of(bob)), readable(save_of(eve))]
    return str([heard, saves, pictures]).replace(match, "match")


def readable(save: dict[str, Any]) -> dict[str, Any]:
    """A save with the length of its sealed part in place of that part, which is encrypted with a
    new nonce each time."""
    return {**save, "sealed": len(save["sealed"])} if "sealed" in save else save


def save_of(line: Line) -> Any:
    record = line.device.get(f"/api/matches/{line.table['match']}/record")
    return {key: value for key, value in record.items() if key != "sealed"}


def test_a_curtain_falls_between_two_people_at_one_screen(device: Make) -> None:
    ann = device()
    line = ann.open(ann.begin("toy", "person", "person"))
    table = line.see()
    assert table["curtain"] == 0 and table["viewer"] is None and not line.moves()
    line.say(type="hint", at=0)
    assert line.wait(lambda heard: heard["type"] == "error")["code"] == "turn"
    line.say(type="reveal", seat=0)
    table = line.see(lambda table: table["curtain"] is None)
    assert table["viewer"] == 0 and line.moves() == ["hide:a", "hide:b", "hide:c"]
    line.play("hide:a")
    assert line.table["curtain"] == 1 and line.table["viewer"] is None
    assert moves_of(line.table) == ["hide:?"] and "hide:a" not in str(line.table)
    line.say(type="reveal", seat=1)
    assert line.see(lambda table: table["viewer"] == 1)
    line.play("hide:b")
    assert line.table["curtain"] == 0, "the second person does not see the first one's screen"
    other = ann.open(line.table["match"])
    assert other.see()["curtain"] == 0, "each window has a curtain of its own"


def test_the_truth_is_shown_when_the_match_is_over_and_not_before(device: Make) -> None:
    ann, bob = two_devices(device, "evade", information="hidden")
    eve = device().open(ann.table["match"])
    eve.see()
    ann.play("leaders:ab")
    bob.see(lambda table: table["node"] == 1)
    for line in (ann, bob, eve):
        line.say(type="truth", on=True)
        refused = line.wait(lambda heard: heard["type"] == "error")
        assert refused["error"] == "The truth is shown when the match is over."
        line.say(type="look", node=0)
        assert line.see(lambda table: table["looking"] == 0)["truth"] is None
        line.say(type="look", node=1)
        line.see(lambda table: table["looking"] is None)
    assert "leader" not in faces(bob) + faces(eve) and "leader" in faces(ann)
    bob.command("resign", seat=1)
    eve.see(lambda table: table["over"])
    for line in (bob, eve):
        assert line.table["truth"] is False
        assert "leader" not in faces(line), "at first it stays what they knew"
        line.say(type="truth", on=True)
        line.see(lambda table: table["truth"])
        assert faces(line).count("White's leader") == 2
        line.say(type="truth", on=False)
        line.see(lambda table: table["truth"] is False)
        assert "leader" not in faces(line)


def test_an_end_that_showed_what_was_hidden_stands(device: Make) -> None:
    one = device()
    line = one.open(one.begin("evade", "person", "person", information="hidden"))
    line.see()
    line.say(type="reveal", seat=0)
    line.see(lambda table: table["viewer"] == 0)
    line.play("leaders:ab")
    line.command("resign", seat=1)
    line.say(type="truth", on=True)
    line.see(lambda table: table["truth"])
    assert line.try_command("go", at=1, node=1)["code"] == "turn"
    assert line.table["truth"] and line.table["undo"] is None


def test_where_nothing_is_hidden_there_is_no_truth_to_tell(device: Make) -> None:
    line = two_devices(device, "icefloes")[0]
    line.command("resign", seat=0)
    assert line.table["truth"] is None
    line.say(type="truth", on=True)
    refused = line.wait(lambda heard: heard["type"] == "error")["error"]
    assert refused == "The truth is what you see: nothing is hidden."


def faces(line: Line) -> str:
    """The names of the pieces that a connection is shown."""
    return " ".join(piece["name"] for piece in line.table["scene"]["pieces"])


def test_dice_do_not_roll_again_after_undo(device: Make) -> None:
    ann = device()
    line = ann.open(ann.begin("toy", "person", "person"))
    line.see()
    line.play("hide:a")
    line.play("hide:b")
    rolled = moves_of(line.table)[-1]
    assert rolled.startswith("roll:") and line.table["line"][-1]["seat"] is None
    for _ in range(5):
        line.command("go", at=line.table["node"], node=1)
        line.play("hide:b")
        assert moves_of(line.table)[-1] == rolled


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_played_over_the_wire(device: Make, name: str) -> None:
    """A random match of each game, played by the choices that the page is shown. The marks of the
    last move lie on existing cells."""
    ann, rng = device(), Random(name)
    players = max(ann.get(f"/api/games/{name}")["players"])
    line = ann.open(ann.begin(name, *["person"] * players))
    line.see()
    for _ in range(25):
        if line.table["over"]:
            break
        if line.table["curtain"] is not None:
            line.say(type="reveal", seat=line.table["curtain"])
            line.see(lambda table: table["curtain"] is None)
        assert line.moves(), line.table
        assert line.play(rng.choice(line.moves()))["type"] == "ack"
        check_last(line.table)
    give_up(line)
    assert line.table["over"]["sentence"].endswith(".")
    if line.table["hidden"] or line.table["over"]["ending"] == "resignation":
        why = "The match is over" if line.table["hidden"] else "Who has given up"
        assert line.table["undo"] is None and line.table["why_not"].startswith(why)
    else:
        undo = line.table["undo"]
        assert line.command("go", at=line.table["node"], node=undo)["type"] == "ack"


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


def test_a_socket_from_another_page_is_refused(device: Make) -> None:
    ann = device()
    match = ann.begin("icefloes", "person", "person")
    with pytest.raises(InvalidStatus):
        ann.open(match, Origin="http://evil.example")
    assert ann.open(match, Origin=f"http://127.0.0.1:{ann.port}").see()


def test_pings_are_answered(device: Make) -> None:
    ann = device()
    line = ann.open(ann.begin("icefloes", "person", "person"))
    line.say(type="ping")
    assert line.wait(lambda heard: heard["type"] == "pong")


def test_who_plays_alone_sees_the_last_ply_marked_and_none_before(device: Make) -> None:
    ann = device()
    line = ann.open(ann.begin("icefloes", "person", players="1"))
    line.see()
    for _ in range(2):
        line.play(line.table["scene"]["choices"][0]["move"])
    last = line.table["last"]
    ends = {cell for way in last["pieces"].values() for cell in (way[0], way[-1])}
    assert ends and set(last["cells"]) == ends
