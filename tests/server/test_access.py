"""Who may ask and be let in: invitations, origins, cookies, rates; the page's files."""

from __future__ import annotations

import gzip
import re
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest

from everygame.server.requests.page import FILES
from everygame.server.requests.page_files import CLIENT, StaticFiles, read_part
from everygame.server.requests.page_words import page_html
from tests.server.serving import SETUP, Device, serving
from tests.server.test_http import names

# -- invitations


def test_an_invitation_hands_over_a_seat_once(ann: Device, bob: Device, eve: Device) -> None:
    line = ann.start("icefloes", "person", "open")
    match = line.match
    offer = ann.post(f"/api/matches/{match}/invite", {"seat": 1})
    assert offer["qr"].startswith("<svg") and "--host" in offer["note"]
    assert ann.post(f"/api/matches/{match}/invite", {"seat": 1}) == offer, "until it is used"
    name, token = offer["url"].rsplit("/", 1)[1].split("#")
    assert offer["url"] == f"http://127.0.0.1:{ann.port}/join/{name}#{token}"
    shown = eve.look(token)
    assert (shown["match"], shown["seat"], shown["called"]) == (match, 1, "South")
    assert shown["over"] is False
    eve.look(name, 404), eve.join(name, status=404)
    assert line.table["seats"][1]["kind"] == "open", "looking at it takes nothing"
    for _ in range(2):  # the same device may open it again
        assert bob.join(token, "Bob")["match"] == match
    line.until(seat=1, name="Bob")
    used = {"match": match, "game": "icefloes", "title": "Ice Floes", "used": True}
    assert bob.look(token) == {**used, "mine": True, "plays": True}, "it leads back to the match"
    assert ann.look(token) == {**used, "mine": False, "plays": True}, "who invited plays, too"
    assert eve.look(token) == {**used, "mine": False, "plays": False}, (
        "it offers to watch, and tells nothing else"
    )
    assert "used up" in eve.join(token, status=404)["error"]
    assert names(bob) == {match: ""}


def test_only_open_seats_and_ones_own_are_offered(ann: Device, bob: Device) -> None:
    match = ann.begin("toy", "open", "random", "open")
    path = f"/api/matches/{match}/invite"
    link = ann.invite(match, 0)
    ann.post(path, {"seat": 1}, 403)
    ann.post(path, {"seat": 7}, 403)
    bob.post(path, {"seat": 0}, 403)
    bob.join(link)
    assert bob.invite(match, 0), "he hands his seat to another device of his"
    ann.post(path, {"seat": 0}, 403)


def test_an_invitation_says_that_its_match_is_over(ann: Device, bob: Device) -> None:
    line = ann.start("icefloes", "person", "open")
    link = ann.invite(line.match)
    line.command("resign", seat=0)
    assert bob.look(link)["over"] is True


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        (None, "There is no clock."),
        ({"seconds": 300, "increment": 3}, "5 minutes for each player, and 3 s with each turn."),
        ({"seconds": 3 * 86_400, "each": "turn"}, "3 days for each turn."),
    ],
)
def test_a_preview_of_a_link_says_who_invites_to_what_and_tells_no_secret(
    ann: Device, clock: Any, said: str
) -> None:
    seats = [{"kind": "person", "name": "Ann & <b>"}, {"kind": "open"}]
    body = {**SETUP, "seats": seats, "terms": {"clock": clock} if clock else {}}
    match = ann.post("/api/matches", body)["match"]
    url = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"]
    name, token = url.rsplit("/", 1)[1].split("#")
    _, _, page = ann.request("GET", f"/join/{name}")
    shown = page.decode()
    assert 'og:title" content="Ann &amp; &lt;b&gt; invites you to Ice Floes"' in shown
    assert f'og:description" content="{said}"' in shown and token not in shown
    assert ann.look(token)["clock"] == said


# -- the page's files, headers, who may ask


def test_every_address_of_the_page_is_the_page(ann: Device) -> None:
    for path in ("/", "/new/icefloes", "/match/x", "/rules/freez", "/draw/icefloes", "/join/x"):
        status, headers, data = ann.request("GET", path)
        assert status == 200 and data.decode() == page_html("en", "", FILES.version())
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
    assert "nothing at this address" in ann.get("/nothing", 404)["error"]
    assert ann.get("/static/nothing.js", 404)["error"]
    assert ann.get("/static/../app.py", 404)["error"]
    assert ann.post("/api/library", status=405)["error"]


def test_the_page_has_no_inline_script() -> None:
    page = (CLIENT / "index.html").read_text("utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|javascript:", page)


def test_files_are_compressed_and_known_by_a_tag(ann: Device) -> None:
    status, headers, data = ann.request(
        "GET", "/static/main.js", headers={"Accept-Encoding": "gzip"}
    )
    assert status == 200 and headers["content-encoding"] == "gzip"
    assert gzip.decompress(data) == read_part(CLIENT / "main.js")
    again = ann.request("GET", "/static/main.js", headers={"If-None-Match": headers["etag"]})
    assert again[0] == 304 and again[2] == b""
    assert headers["cache-control"] == "no-cache"


def test_the_cookie_is_for_this_server_alone_and_stays(ann: Device) -> None:
    cookie = ann.request("GET", "/")[1]["set-cookie"]
    assert cookie.startswith(ann.cookie) and "HttpOnly" in cookie and "SameSite=lax" in cookie
    for ann.cookie in ("", "everygame_device=short"):
        assert "cookie" in ann.post("/api/matches", SETUP, 403)["error"]
        assert ann.shelf() == []


def load_page(port: int, jar: dict[str, str]) -> Device:
    """A browser that has these cookies and loads the page of a server."""
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
        match = load_page(first, jar).begin("tictactoe")
        other = load_page(second, jar).begin("tictactoe")
        assert list(names(load_page(first, jar))) == [match] and len(jar) == 2
        here, there = jar
        gone = load_page(second, jar)
        assert list(names(gone)) == [other]
        deleted = gone.request("POST", "/api/devices/delete", {})[1]["set-cookie"]
        assert deleted.startswith(f'{there}=""') and here != there
        assert list(names(load_page(first, jar))) == [match]
    (tmp_path / "a.db").rename(tmp_path / "moved.db")
    with serving(tmp_path / "moved.db") as port:
        assert list(names(load_page(port, jar))) == [match]


def test_the_cookie_of_before_keeps_its_library_and_gets_the_new_name(
    games: None, tmp_path: Path
) -> None:
    with serving(tmp_path / "a.db") as first, serving(tmp_path / "b.db") as second:
        ann = Device(first)
        match = ann.begin("tictactoe")
        jar = {"everygame_device": ann.cookie.partition("=")[2]}
        ann.cookie = written(jar)
        assert list(names(ann)) == [match], "before the page is loaded anew"
        load_page(second, jar)
        assert "everygame_device" in jar, "it is another server's"
        assert list(names(load_page(first, jar))) == [match]
        assert "everygame_device" not in jar and len(jar) == 2


@pytest.mark.parametrize("base", ["", "/games"])
def test_by_https_the_cookie_and_the_page_stay_there(games: None, data: Path, base: str) -> None:
    with serving(data, proxies=["127.0.0.1"], base=base) as port:
        ann = Device(port)
        for scheme, is_safe in (("https", True), ("http", False)):
            asked = {"X-Forwarded-Proto": scheme}
            headers = ann.request("GET", "/", headers=asked)[1]
            assert ("Secure" in headers["set-cookie"]) is is_safe
            for path in ("/", "/api/library", "/static/main.js", "/static/nothing"):
                found = ann.request("GET", path, headers=asked)[1]
                assert ("strict-transport-security" in found) is (is_safe and not base), path


def test_nothing_keeps_an_answer_that_sets_a_cookie(ann: Device) -> None:
    ann.begin("tictactoe")
    for method, path in (("GET", "/"), ("GET", "/join/x"), ("POST", "/api/devices/delete")):
        headers = ann.request(method, path, {} if method == "POST" else None)[1]
        assert "set-cookie" in headers and headers["cache-control"] == "no-store", path


def test_a_file_of_the_page_is_kept_once_however_it_is_asked_for() -> None:
    files = StaticFiles(CLIENT)
    for number in range(50):
        assert files.find(f"x{number}/../main.js") is files.find("main.js")
    assert len(files.files) == 1


def test_requests_from_other_pages_are_refused(ann: Device) -> None:
    near = (f"http://127.0.0.1:{ann.port + 1}", f"http://evil127.0.0.1:{ann.port}")
    for origin in ("http://evil.example", "null", *near):
        for method, path in (("POST", "/api/matches"), ("DELETE", "/api/matches/x")):
            status, _, data = ann.request(method, path, SETUP, {"Origin": origin})
            assert status == 403 and b"another page" in data
    assert ann.shelf() == []
    own = {"Origin": f"http://127.0.0.1:{ann.port}"}
    assert ann.request("POST", "/api/matches", SETUP, own)[0] == 200


LONG: Final = "1" * 5_000
"""A number with more digits than Python reads."""


@pytest.mark.parametrize(
    ("method", "path", "headers", "refused"),
    [
        ("GET", "/", {"Host": f"localhost:{LONG}"}, 421),
        ("POST", "/api/matches", {"Origin": "http://["}, 403),
        ("POST", "/api/matches", {"Origin": "http://[zz]"}, 403),
        ("DELETE", f"/api/devices/{LONG}", {}, 404),
        ("POST", f"/api/matches/load?number={LONG}", {}, 400),
        ("POST", "/api/matches/load?number=\u00b9", {}, 400),
    ],
)
def test_what_no_browser_sends_is_refused_without_a_bug(
    ann: Device, method: str, path: str, headers: dict[str, str], refused: int
) -> None:
    """Each bug would write a traceback into the log, as often as somebody wants."""
    record = ann.record(ann.begin("tictactoe"))
    body = None if method == "GET" else record
    status, _, data = ann.request(method, quote(path, safe="/?="), body, headers)
    assert status == refused, data


@pytest.mark.parametrize("headers", [{"Origin": "http://["}, {"Host": f"localhost:{LONG}"}])
def test_a_socket_that_no_browser_opens_is_refused_without_a_bug(
    ann: Device, headers: dict[str, str]
) -> None:
    path = f"/api/matches/{ann.begin('tictactoe')}/socket"
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    assert ann.request("GET", path, None, {**upgrade, **key, **headers})[0] == 403


def test_whoever_asks_too_often_waits(games: None, data: Path) -> None:
    with serving(data, rates=(5, 0.001)) as port:
        one = Device(port)
        found = [one.request("POST", "/api/games/icefloes/preview", {})[0] for _ in range(8)]
        assert found == [200] * 5 + [429] * 3
        assert one.get("/api/library")["games"]
