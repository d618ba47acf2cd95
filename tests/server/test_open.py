"""Open invitations on a public server: listed matches, guests who are sent away, names and
phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from everygame.errors import EveryGameError
from everygame.server.invitations.open_matches import MOST_OF_HOST
from everygame.server.people.allowed_names import LONGEST_NAME, NameRule, read_words
from everygame.server.people.phrases import PHRASES_AT_ONCE
from tests.server.serving import Device, serving
from tests.server.test_http import names

Make = Callable[[], Device]


@pytest.fixture
def port(games: None, data: Path) -> Iterator[int]:
    """The port of a public server."""
    with serving(data, public=True, refused=["Rude word"]) as port:
        yield port


def begin(device: Device, name: str = "Ann", **more: Any) -> str:
    seats = [{"kind": "person", "name": name}, {"kind": "open"}]
    setup = {"game": "tictactoe", "seats": seats, "key": f"k{more}", "terms": more}
    match: str = device.post("/api/matches", setup)["match"]
    return match


def wait_openly(device: Device, match: str, on: bool = True, status: int = 200) -> Any:
    return device.post(f"/api/matches/{match}/open", {"on": on}, status)


def listed(device: Device) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = device.get("/api/open")["matches"]
    return found


def test_strangers_find_each_other(device: Make) -> None:
    ann, bob, eve = device(), device(), device()
    clock = {"seconds": 600, "increment": 5}
    match = begin(ann, clock=clock)
    assert listed(bob) == [], "nothing is shown that its maker does not show"
    bob.post(f"/api/open/{match}", {"name": "Bob"}, 404)
    wait_openly(bob, match, status=403)
    line = ann.open(match)
    assert line.see()["public"] == {"listed": False, "host": True}
    wait_openly(ann, match)
    line.see(lambda table: table["public"]["listed"])
    (one,) = listed(bob)
    assert (one["title"], one["host"], one["here"], one["open"]) == ("Tic-tac-toe", "Ann", True, 1)
    assert one["clock"] == clock and not one["mine"] and listed(ann)[0]["mine"]
    assert bob.post(f"/api/open/{match}", {"name": "Bob"}) == {"match": match}
    line.see(lambda table: table["seats"][1]["name"] == "Bob")
    assert bob.post(f"/api/open/{match}", {"name": "Bobby"}) == {"match": match}
    assert "Somebody else" in eve.post(f"/api/open/{match}", {"name": "Eve"}, 404)["error"]
    assert listed(eve) == [] and set(names(bob)) == {match}
    table = bob.open(match).see()
    assert table["seats"][1]["name"] == "Bob" and table["public"]["host"] is False


def test_a_host_sends_somebody_away_and_keeps_him_out(device: Make) -> None:
    ann, bob, eve = device(), device(), device()
    match = begin(ann)
    wait_openly(ann, match)
    bob.post(f"/api/open/{match}", {"name": "Bob"})
    line = bob.open(match)
    line.see(lambda table: table["seats"][1]["mine"])
    away = f"/api/matches/{match}/away"
    bob.post(away, {"seat": 0}, 403)
    eve.post(away, {"seat": 1}, 403)
    for seat in (0, 7):
        ann.post(away, {"seat": seat}, 403)
    ann.post(away, {"seat": 1})
    assert not line.see(lambda table: not table["seats"][1]["mine"])["seats"][1]["name"]
    bob.post(f"/api/open/{match}", {"name": "Bob"})
    line.see(lambda table: table["seats"][1]["mine"])
    ann.post(away, {"seat": 1, "keep_out": True})
    line.see(lambda table: not table["seats"][1]["mine"])
    assert "sent you away" in bob.post(f"/api/open/{match}", {"name": "Bob"}, 403)["error"]
    second = begin(ann, clock={"seconds": 60})
    wait_openly(ann, second)
    bob.post(f"/api/open/{second}", {"name": "Bob"}, 403)
    url = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"]
    join = "/api/join/" + url.rsplit("/", 1)[1]
    assert "sent you away" in bob.post(join, {"name": "Bob"}, 403)["error"], "nor by a link"
    phone = device()
    phone.begin("tictactoe", "person", "person")
    token = bob.post("/api/devices/link")["url"].partition("#")[2]
    phone.post("/api/devices/take", {"token": token})
    phone.post(f"/api/open/{match}", {"name": "Bob"}, 403)
    assert eve.post(join, {"name": "Eve"}) == {"match": match}
    third = begin(eve)
    wait_openly(eve, third)
    assert bob.post(f"/api/open/{third}", {"name": "Bob"}) == {"match": third}, "another host's"


def test_nobody_gets_the_secrets_of_who_is_sent_away(device: Make) -> None:
    """Otherwise a host could send a guest away, take the seat with another device, see its secrets,
    and let the guest back in."""
    ann, bob, eve = device(), device(), device()
    match = ann.begin("evade", "person", "open")
    wait_openly(ann, match)
    bob.post(f"/api/open/{match}", {"name": "Bob"})
    first, line = ann.open(match), bob.open(match)
    first.see()
    first.play(first.moves()[0])
    line.see(lambda table: table["seats"][1]["mine"])
    away = f"/api/matches/{match}/away"
    ann.post(away, {"seat": 1})
    after = line.see(lambda table: not table["seats"][1]["mine"])
    assert after["seats"][1]["kind"] == "bot" and after["seats"][1]["name"] != "Bob"
    for one in (ann, eve, bob):
        one.post(f"/api/matches/{match}/invite", {"seat": 1}, 403)
    for one in (eve, bob):
        one.post(f"/api/open/{match}", {"name": "A"}, 404)
    ann.post(away, {"seat": 1}, 403)
    early = ann.begin("evade", "person", "open")
    wait_openly(ann, early)
    bob.post(f"/api/open/{early}", {"name": "Bob"})
    ann.post(f"/api/matches/{early}/away", {"seat": 1})
    assert eve.post(f"/api/open/{early}", {"name": "Eve"}) == {"match": early}, "none hides yet"


def test_what_cannot_be_listed(device: Make) -> None:
    ann = device()
    full = ann.begin("tictactoe", "person", "random")
    assert "No seat" in wait_openly(ann, full, status=400)["error"]
    matches = [begin(ann, clock={"seconds": 60 + number}) for number in range(MOST_OF_HOST + 1)]
    for match in matches[:MOST_OF_HOST]:
        wait_openly(ann, match)
    assert (
        "wait for somebody already" in wait_openly(ann, matches[MOST_OF_HOST], status=403)["error"]
    )
    wait_openly(ann, matches[0], on=False)
    wait_openly(ann, matches[MOST_OF_HOST])
    found = listed(ann)
    assert {one["match"] for one in found} == set(matches[1:])
    ann.delete(f"/api/matches/{matches[1]}")
    assert len(listed(ann)) == MOST_OF_HOST - 1


def test_options_are_named_as_the_game_offers_them(device: Make) -> None:
    ann = device()
    match = ann.begin("go", "person", "open", size="13")
    wait_openly(ann, match)
    (one,) = listed(ann)
    assert one["options"] and all(set(option) == {"label", "value"} for option in one["options"])


def test_a_server_that_is_not_public_has_none_of_this(games: None, tmp_path: Path) -> None:
    with serving(tmp_path / "private.db") as port:
        ann, bob = Device(port), Device(port)
        match = begin(ann)
        assert ann.get("/api/open") == {"public": False, "matches": []}
        assert ann.get("/api/library")["public"] is False
        assert ann.get("/api/phrases") == {"phrases": []}
        assert "not open to the public" in wait_openly(ann, match, status=403)["error"]
        ann.post(f"/api/matches/{match}/away", {"seat": 1}, 403)
        bob.post(f"/api/open/{match}", {"name": "Bob"}, 403)
        line = ann.open(match)
        assert line.see()["public"] is None
        line.say(type="phrase", phrase="hello")
        assert line.wait(lambda heard: heard["type"] == "error")["code"] == "bad"
        ann.close()


def test_phrases_are_few_and_not_many_at_once(device: Make) -> None:
    ann, bob, eve = device(), device(), device()
    match = begin(ann)
    wait_openly(ann, match)
    bob.post(f"/api/open/{match}", {"name": "Bob"})
    lines = [one.open(match) for one in (ann, bob, eve)]
    for line in lines:
        line.see()
    known = ann.get("/api/phrases")["phrases"]
    assert {"key": "hello", "words": "Hello!"} in known

    def error(line: Any) -> str:
        return str(line.wait(lambda heard: heard["type"] == "error")["error"])

    lines[1].say(type="phrase", phrase="hello")
    for line in lines:
        said = line.wait(lambda heard: heard["type"] == "said")
        assert (said["seat"], said["words"]) == (1, "Hello!")
    lines[2].say(type="phrase", phrase="hello")
    assert "no seat" in error(lines[2])
    lines[1].say(type="phrase", phrase="<b>my own</b>")
    assert "no such phrase" in error(lines[1])
    again = bob.open(match)  # a second window does not help
    again.see()
    lines[1].say(type="phrase", phrase="nice")
    lines[1].say(type="ping")
    lines[1].wait(lambda heard: heard["type"] == "pong")  # each line is heard in its own time
    for _ in range(PHRASES_AT_ONCE):
        again.say(type="phrase", phrase="nice")
    assert "a lot at once" in error(again)
    heard = 0
    lines[0].say(type="ping")
    while True:
        message = lines[0].hear()
        heard += message["type"] == "said"
        if message["type"] == "pong":
            break
    assert heard <= PHRASES_AT_ONCE - 1


# -- names


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ann \n B.  ", "Ann B."),
        ("\u202eevil\u2066", "evil"),
        ("A\u200bnn\x00", "A nn"),
        ("Zoe\u0308", "Zoë"),
        ("Z\u0336\u0337\u0338\u0339o", "Z\u0336\u0337o"),
        ("名前 ☃", "名前 ☃"),
        ("<b>x</b>", "<b>x</b>"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("A\u200dnn\u200c", "A nn"),
    ],
)
def test_names_are_plain_text(given: str, kept: str) -> None:
    assert NameRule().check(given) == kept


@pytest.mark.parametrize("given", ["rude word", "xRÚDE-w.o.r.dx", "Rude\u200bword", "x" * 31])
def test_names_that_are_refused(given: str) -> None:
    rule = NameRule(["Rude word", "", "  "])
    with pytest.raises(EveryGameError):
        rule.check(given)
    assert rule.soften(given) in ("", "x" * LONGEST_NAME)
    assert rule.check("Ann") == "Ann"


def test_refused_words_come_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("One\n\ntwo\n", "utf-8")
    assert NameRule(read_words(tmp_path / "words")).refused == {"one", "two"}
    with pytest.raises(EveryGameError, match="cannot be read"):
        read_words(tmp_path / "nothing")


def test_a_refused_name_takes_no_seat(device: Make) -> None:
    ann, bob = device(), device()
    match = begin(ann)
    wait_openly(ann, match)
    for path in (f"/api/open/{match}",):
        assert "another name" in bob.post(path, {"name": "RudeWord"}, 400)["error"]
    seats = [{"kind": "person", "name": "Rude-Word"}, {"kind": "person"}]
    setup = {"game": "tictactoe", "seats": seats, "key": "k"}
    assert "another name" in bob.post("/api/matches", setup, 400)["error"]
    url = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"]
    bob.post("/api/join/" + url.rsplit("/", 1)[1], {"name": "rude word!"}, 400)
    assert ann.open(match).see()["seats"][1]["kind"] == "open"
