"""Open invitations on a public server: listed matches, guests who are sent away, names and
phrases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from everygame.errors import EveryGameError
from everygame.server.invitations.open_matches import MOST_OF_HOST
from everygame.server.people.allowed_names import LONGEST_NAME, NameRule, read_words
from everygame.server.people.phrases import PHRASES_AT_ONCE
from tests.server.serving import SETUP, Device, fresh, serving
from tests.server.test_http import names


@pytest.fixture
def port(games: None, data: Path) -> Iterator[int]:
    """The port of a public server."""
    with serving(data, public=True, refused=["Rude word"]) as port:
        yield port


def begin(device: Device, game: str = "tictactoe", openly: bool = True, **terms: Any) -> str:
    """A match that waits for strangers, if it is shown to them."""
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
    setup = {"game": game, "seats": seats, "key": fresh(), "terms": terms}
    match: str = device.post("/api/matches", setup)["match"]
    if openly:
        wait_openly(device, match)
    return match


def take(device: Device, match: str, name: str = "Bob", status: int = 200) -> Any:
    return device.post(f"/api/open/{match}", {"name": name}, status)


def wait_openly(device: Device, match: str, on: bool = True, status: int = 200) -> Any:
    return device.post(f"/api/matches/{match}/open", {"on": on}, status)


def listed(device: Device) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = device.get("/api/open")["matches"]
    return found


def test_strangers_find_each_other(ann: Device, bob: Device, eve: Device) -> None:
    clock = {"seconds": 600, "increment": 5}
    match = begin(ann, openly=False, clock=clock)
    assert listed(bob) == [], "nothing is shown that its maker does not show"
    take(bob, match, status=404)
    wait_openly(bob, match, status=403)
    line = ann.enter(match)
    assert line.table["public"] == {"listed": False, "host": True}
    wait_openly(ann, match)
    line.see(lambda table: table["public"]["listed"])
    (one,) = listed(bob)
    assert (one["title"], one["host"], one["here"], one["open"]) == ("Tic-tac-toe", "Ann", True, 1)
    assert one["clock"] == clock and not one["mine"] and listed(ann)[0]["mine"]
    assert take(bob, match) == {"match": match}
    line.see(seat=1, name="Bob")
    assert take(bob, match, "Bobby") == {"match": match}
    assert "Somebody else" in take(eve, match, "Eve", 404)["error"]
    assert listed(eve) == [] and set(names(bob)) == {match}
    table = bob.enter(match).table
    assert table["seats"][1]["name"] == "Bob" and table["public"]["host"] is False


def test_a_host_sends_somebody_away_and_keeps_him_out(
    ann: Device, bob: Device, eve: Device, phone: Device
) -> None:
    match = begin(ann)
    take(bob, match)
    line = bob.enter(match)
    away = f"/api/matches/{match}/away"
    bob.post(away, {"seat": 0}, 403)
    eve.post(away, {"seat": 1}, 403)
    for seat in (0, 7):
        ann.post(away, {"seat": seat}, 403)
    ann.post(away, {"seat": 1})
    line.see(seat=1, mine=False, name="")
    take(bob, match)
    line.see(seat=1, mine=True)
    ann.post(away, {"seat": 1, "keep_out": True})
    line.see(seat=1, mine=False)
    assert "sent you away" in take(bob, match, status=403)["error"]
    take(bob, begin(ann, clock={"seconds": 60}), status=403)
    link = ann.invite(match)
    assert "sent you away" in bob.join(link, "Bob", 403)["error"], "nor by a link"
    phone.begin("tictactoe")
    token = bob.post("/api/devices/link")["url"].partition("#")[2]
    phone.post("/api/devices/take", {"token": token})
    take(phone, match, status=403)
    assert eve.join(link, "Eve") == {"match": match}
    third = begin(eve)
    assert take(bob, third) == {"match": third}, "another host's"


def test_nobody_gets_the_secrets_of_who_is_sent_away(ann: Device, bob: Device, eve: Device) -> None:
    """Otherwise a host could send a guest away, take the seat with another device, see its secrets,
    and let the guest back in."""
    match = begin(ann, "evade")
    take(bob, match)
    first, line = ann.enter(match), bob.enter(match)
    first.play_on()
    away = f"/api/matches/{match}/away"
    ann.post(away, {"seat": 1})
    after = line.see(seat=1, mine=False)
    assert after["seats"][1]["kind"] == "bot" and after["seats"][1]["name"] != "Bob"
    for one in (ann, eve, bob):
        one.post(f"/api/matches/{match}/invite", {"seat": 1}, 403)
    for one in (eve, bob):
        take(one, match, status=404)
    ann.post(away, {"seat": 1}, 403)
    early = begin(ann, "evade")
    take(bob, early)
    ann.post(f"/api/matches/{early}/away", {"seat": 1})
    assert take(eve, early) == {"match": early}, "none hides yet"


def test_a_copy_shows_nothing_of_a_guest_who_is_not_at_it(ann: Device, bob: Device) -> None:
    """With a bot on the seat that is kept for the guest, the host could give up in the copy and see
    there what the guest still hides in the match itself."""
    match = begin(ann, "evade")
    take(bob, match)
    line = ann.enter(match)
    bob.enter(match)
    line.play_on()
    save = ann.post(f"/api/matches/{match}/save", {"name": "copy"})["save"]
    copy = ann.post(f"/api/saves/{save}/load")["match"]
    ann.post(f"/api/matches/{copy}/away", {"seat": 1}, 403)
    seen = ann.enter(copy)
    assert seen.table["seats"][1]["kind"] == "open"
    assert "sits down again" in seen.refused("resign", seat=0)["error"]


def test_what_cannot_be_listed(ann: Device) -> None:
    full = ann.begin("tictactoe", "person", "random")
    assert "No seat" in wait_openly(ann, full, status=400)["error"]
    matches = [begin(ann) for _ in range(MOST_OF_HOST)]
    more = ann.begin("tictactoe", "person", "open")
    assert "wait for somebody already" in wait_openly(ann, more, status=403)["error"]
    wait_openly(ann, matches[0])  # it waits already
    wait_openly(ann, matches[0], on=False)
    wait_openly(ann, more)
    assert {one["match"] for one in listed(ann)} == {*matches[1:], more}
    ann.delete(f"/api/matches/{more}")
    assert len(listed(ann)) == MOST_OF_HOST - 1


def test_options_are_named_as_the_game_offers_them(ann: Device) -> None:
    wait_openly(ann, ann.begin("go", "person", "open", size="13"))
    (one,) = listed(ann)
    assert one["options"] and all(set(option) == {"label", "value"} for option in one["options"])


def test_a_server_that_is_not_public_has_none_of_this(games: None, tmp_path: Path) -> None:
    with serving(tmp_path / "private.db") as port:
        ann, bob = Device(port), Device(port)
        line = ann.start("tictactoe", "person", "open")
        assert ann.get("/api/open") == {"public": False, "matches": []}
        assert ann.get("/api/library")["public"] is False
        assert ann.get("/api/phrases") == {"phrases": []}
        assert "not open to the public" in wait_openly(ann, line.match, status=403)["error"]
        ann.post(f"/api/matches/{line.match}/away", {"seat": 1}, 403)
        take(bob, line.match, status=403)
        assert line.table["public"] is None
        line.say(type="phrase", phrase="hello")
        assert line.told("error")["code"] == "bad"
        ann.close()


def test_phrases_are_few_and_not_many_at_once(ann: Device, bob: Device, eve: Device) -> None:
    match = begin(ann)
    take(bob, match)
    host, guest, watcher = lines = [one.enter(match) for one in (ann, bob, eve)]
    assert {"key": "hello", "words": "Hello!"} in ann.get("/api/phrases")["phrases"]
    guest.say(type="phrase", phrase="hello")
    for line in lines:
        said = line.told("said")
        assert (said["seat"], said["words"]) == (1, "Hello!")
    watcher.say(type="phrase", phrase="hello")
    assert "no seat" in watcher.told("error")["error"]
    guest.say(type="phrase", phrase="<b>my own</b>")
    assert "no such phrase" in guest.told("error")["error"]
    again = bob.enter(match)  # a second window does not help
    guest.say(type="phrase", phrase="nice")
    guest.settle()  # each line is heard in its own time
    for _ in range(PHRASES_AT_ONCE):
        again.say(type="phrase", phrase="nice")
    assert "a lot at once" in again.told("error")["error"]
    host.heard.clear()
    host.settle()
    assert sum(heard["type"] == "said" for heard in host.heard) <= PHRASES_AT_ONCE - 1


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


def test_a_refused_name_takes_no_seat(ann: Device, bob: Device) -> None:
    match = begin(ann)
    assert "another name" in take(bob, match, "RudeWord", 400)["error"]
    seats = [{"kind": "person", "name": "Rude-Word"}, {"kind": "person"}]
    assert "another name" in bob.post("/api/matches", {**SETUP, "seats": seats}, 400)["error"]
    bob.join(ann.invite(match), "rude word!", 400)
    assert ann.enter(match).table["seats"][1]["kind"] == "open"
