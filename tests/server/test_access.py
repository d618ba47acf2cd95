"""Who may ask and be let in: invitations, origins, cookies, rates; the page's files."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.request import Request, urlopen

from everygame.server.requests.page_files import CLIENT, StaticFiles, read_part
from tests.server.serving import Device, serving
from tests.server.test_http import names, shelf

Make = Callable[[], Device]


# -- invitations


def test_an_invitation_hands_over_a_seat_once(device: Make) -> None:
    ann, bob, eve = device(), device(), device()
    match = ann.begin("icefloes", "person", "open")
    line = ann.open(match)
    line.see()
    offer = ann.post(f"/api/matches/{match}/invite", {"seat": 1})
    assert offer["qr"].startswith("<svg") and "--host" in offer["note"]
    token = offer["url"].rsplit("/", 1)[1]
    assert offer["url"] == f"http://127.0.0.1:{ann.port}/join/{token}"
    path = f"/api/join/{token}"
    shown = eve.get(path)
    assert (shown["match"], shown["seat"], shown["called"]) == (match, 1, "South")
    assert shown["over"] is False
    assert bob.request("GET", f"/join/{token}")[0] == 200
    assert line.table["seats"][1]["kind"] == "open", "looking at it takes nothing"
    assert bob.post(path, {"name": "Bob"})["match"] == match
    assert line.see(lambda table: table["seats"][1]["name"] == "Bob")
    assert bob.post(path)["match"] == match, "the same device may open it again"
    used = {"match": match, "game": "icefloes", "title": "Ice Floes", "used": True}
    assert bob.get(path) == {**used, "mine": True, "plays": True}, "it leads back to the match"
    assert eve.get(path) == {**used, "mine": False, "plays": False}, (
        "it offers to watch, and tells nothing else"
    )
    assert "used up" in eve.post(path, status=404)["error"]
    assert names(bob) == {match: ""}


def test_a_link_dies_when_its_seat_is_taken(device: Make) -> None:
    ann, bob, eve = device(), device(), device()
    match = ann.begin("icefloes", "person", "open")
    first = link(ann, match, 1)
    bob.post(first, {"name": "Bob"})
    handed = link(bob, match, 1)
    eve.post(handed, {"name": "Eve"})
    for old in (first, handed):
        assert "used up" in bob.post(old, {"name": "Bob"}, 404)["error"]
        assert "used up" in ann.post(old, {"name": "Ann"}, 404)["error"]
    table = bob.open(match).see()
    assert table["seats"][1]["name"] == "Eve" and not table["seats"][1]["mine"]
    assert eve.post(handed)["match"] == match and eve.open(match).see()["seats"][1]["mine"]


def test_who_opens_a_link_to_the_own_seat_only_comes_to_the_match(device: Make) -> None:
    ann, bob = device(), device()
    match = ann.begin("icefloes", "person", "random")
    handed = link(ann, match, 0)
    assert ann.post(handed, {"name": "Nobody"})["match"] == match
    assert ann.open(match).see()["seats"][0]["name"] == ""
    assert bob.post(handed)["match"] == match and bob.open(match).see()["seats"][0]["mine"]


def link(device: Device, match: str, seat: int) -> str:
    """The path by which a new invitation is taken."""
    url = device.post(f"/api/matches/{match}/invite", {"seat": seat})["url"]
    return "/api/join/" + str(url).rsplit("/", 1)[1]


def test_only_open_seats_and_ones_own_are_offered(device: Make) -> None:
    ann, bob = device(), device()
    match = ann.begin("toy", "open", "random", "open")
    path = f"/api/matches/{match}/invite"
    token = ann.post(path, {"seat": 0})["url"].rsplit("/", 1)[1]
    ann.post(path, {"seat": 1}, status=403)
    ann.post(path, {"seat": 7}, status=403)
    bob.post(path, {"seat": 0}, status=403)
    bob.post(f"/api/join/{token}")
    assert bob.post(path, {"seat": 0})["url"], "he hands his seat to another device of his"
    ann.post(path, {"seat": 0}, status=403)
    old = ann.post(path, {"seat": 2})["url"].rsplit("/", 1)[1]
    ann.post(path, {"seat": 2})
    bob.post(f"/api/join/{old}", status=404)


# -- the page's files, headers, who may ask


def test_every_address_of_the_page_is_the_page(device: Make) -> None:
    one = device()
    for path in ("/", "/new/icefloes", "/match/x", "/rules/freez", "/draw/icefloes", "/join/x"):
        status, headers, data = one.request("GET", path)
        assert status == 200 and data == (CLIENT / "index.html").read_bytes()
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
    assert "nothing at this address" in one.get("/nothing", status=404)["error"]
    assert one.get("/static/nothing.js", status=404)["error"]
    assert one.get("/static/../app.py", status=404)["error"]
    assert one.post("/api/library", status=405)["error"]


def test_the_page_has_no_inline_script() -> None:
    page = (CLIENT / "index.html").read_text("utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|javascript:", page)


def test_files_are_compressed_and_known_by_a_tag(device: Make) -> None:
    one = device()
    status, headers, data = one.request(
        "GET", "/static/main.js", headers={"Accept-Encoding": "gzip"}
    )
    assert status == 200 and headers["content-encoding"] == "gzip"
    assert gzip.decompress(data) == read_part(CLIENT / "main.js")
    again = one.request("GET", "/static/main.js", headers={"If-None-Match": headers["etag"]})
    assert again[0] == 304 and again[2] == b""
    assert headers["cache-control"] == "no-cache"


def test_the_cookie_is_for_this_server_alone_and_stays(device: Make) -> None:
    one = device()
    _, headers, _ = one.request("GET", "/")
    cookie = headers["set-cookie"]
    assert cookie.startswith(one.cookie) and "HttpOnly" in cookie and "SameSite=lax" in cookie
    bare = device()
    bare.cookie = ""
    body = {"game": "icefloes", "seats": [{"kind": "person"}] * 2, "key": "x"}
    assert "cookie" in bare.post("/api/matches", body, status=403)["error"]
    assert bare.get("/api/library")["matches"] == []
    bare.cookie = "everygame_device=short"
    assert "cookie" in bare.post("/api/matches", body, status=403)["error"]


def visit(port: int, jar: dict[str, str]) -> Device:
    """Load the page of a server in a browser that has these cookies; return that device."""
    asked = Request(f"http://127.0.0.1:{port}/", headers={"Cookie": written(jar)})
    with urlopen(asked) as answer:
        for line in answer.headers.get_all("set-cookie"):
            for name, morsel in SimpleCookie(line).items():
                jar[name] = morsel.value
                if morsel["max-age"] == "0":
                    del jar[name]
    one = Device(port)
    one.cookie = written(jar)
    return one


def written(jar: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in jar.items())


def test_two_servers_on_one_computer_leave_each_other_their_cookies(
    games: None, tmp_path: Path
) -> None:
    """A browser sends the cookies of an address to all of its ports."""
    jar: dict[str, str] = {}
    with serving(tmp_path / "a.db") as first, serving(tmp_path / "b.db") as second:
        match = visit(first, jar).begin("tictactoe", "person", "person")
        other = visit(second, jar).begin("tictactoe", "person", "person")
        assert list(names(visit(first, jar))) == [match] and len(jar) == 2
        here, there = jar
        gone = visit(second, jar)
        assert list(names(gone)) == [other]
        deleted = gone.request("POST", "/api/devices/delete", {})[1]["set-cookie"]
        assert deleted.startswith(f'{there}=""') and here != there
        assert list(names(visit(first, jar))) == [match]
    (tmp_path / "a.db").rename(tmp_path / "moved.db")
    with serving(tmp_path / "moved.db") as port:
        assert list(names(visit(port, jar))) == [match]


def test_the_cookie_of_before_keeps_its_library_and_gets_the_new_name(
    games: None, tmp_path: Path
) -> None:
    with serving(tmp_path / "a.db") as first, serving(tmp_path / "b.db") as second:
        ann = Device(first)
        match = ann.begin("tictactoe", "person", "person")
        jar = {"everygame_device": ann.cookie.partition("=")[2]}
        ann.cookie = written(jar)
        assert list(names(ann)) == [match], "before the page is loaded anew"
        visit(second, jar)
        assert "everygame_device" in jar, "it is another server's"
        assert list(names(visit(first, jar))) == [match]
        assert "everygame_device" not in jar and len(jar) == 2


def test_a_file_of_the_page_is_kept_once_however_it_is_asked_for() -> None:
    files = StaticFiles(CLIENT)
    for number in range(50):
        assert files.find(f"x{number}/../main.js") is files.find("main.js")
    assert len(files.files) == 1


def test_requests_from_other_pages_are_refused(device: Make) -> None:
    one = device()
    body = {"game": "icefloes", "seats": [{"kind": "person"}] * 2, "key": "x"}
    near = (f"http://127.0.0.1:{one.port + 1}", f"http://evil127.0.0.1:{one.port}")
    for origin in ("http://evil.example", "null", *near):
        for method, path in (("POST", "/api/matches"), ("DELETE", "/api/matches/x")):
            status, _, data = one.request(method, path, body, {"Origin": origin})
            assert status == 403 and b"another page" in data
    assert shelf(one) == []
    own = {"Origin": f"http://127.0.0.1:{one.port}"}
    assert one.request("POST", "/api/matches", body, own)[0] == 200


def test_whoever_asks_too_often_waits(games: None, data: Path) -> None:
    with serving(data, rates=(5, 0.001)) as port:
        one = Device(port)
        found = [one.request("POST", "/api/games/icefloes/preview", {})[0] for _ in range(8)]
        assert found == [200] * 5 + [429] * 3
        assert one.get("/api/library")["games"]


def test_matches_and_devices_outlive_the_server(games: None, data: Path) -> None:
    with serving(data) as port:
        one = Device(port)
        match = one.begin("icefloes", "person", "person")
        line = one.open(match)
        line.see()
        line.play("up", id="ply")
        second = one.post(f"/api/matches/{match}/restart")["match"]
        one.close()
    with serving(data):
        assert names(one) == {match: "last_game", second: ""}
        line = one.open(match)
        assert line.see()["node"] == 1 and line.table["seats"][0]["mine"]
        assert line.try_command("play", id="ply", at=0, move="up")["node"] == 1
        assert line.play("down")["node"] == 2
        one.close()


def test_an_invitation_says_that_its_match_is_over(device: Make) -> None:
    ann, bob = device(), device()
    match = ann.begin("icefloes", "person", "open")
    line = ann.open(match)
    line.see()
    url = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"]
    line.command("resign", seat=0)
    assert line.table["over"]
    assert bob.get(f"/api/join/{url.rsplit('/', 1)[1]}")["over"] is True
