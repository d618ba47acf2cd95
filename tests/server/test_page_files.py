"""The page's files: kept for ever by the version in their addresses; and a server under a path."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from websockets.sync.client import connect

from everygame.errors import EveryGameError
from everygame.server.requests.page_files import FOR_EVER, StaticFiles
from everygame.server.serve import read_base
from tests.server.serving import SETUP, Device, serving


def versions(ann: Device, path: str = "/") -> list[str]:
    """The versions that the page names in the addresses of its files."""
    page = ann.request("GET", path, headers={"Accept": "text/html"})[2].decode()
    return re.findall(r'"/static/([^/"]*)', page)


def test_files_of_the_version_that_the_page_names_are_kept_for_ever(ann: Device) -> None:
    (version,) = set(versions(ann))
    assert versions(ann, "/nothing") == versions(ann), "the page of what is not there, too"
    names = ("main.js", "base.css", "icon.svg", "manifest.json?lang=de", "languages/de.json")
    lasting = {"": "no-cache", f"{version}/": FOR_EVER, "0123456789abcdef/": "no-cache"}
    for name in names:
        plain = ann.request("GET", f"/static/{name}")[2]
        for place, lasts in lasting.items():
            status, headers, data = ann.request("GET", f"/static/{place}{name}")
            assert (status, headers["cache-control"], data) == (200, lasts, plain), (place, name)
    picture = "/api/games/chessset/pictures/white_king.svg"
    for asked, lasts in {"": "no-cache", f"?v={version}": FOR_EVER, "?v=old": "no-cache"}.items():
        assert ann.request("GET", picture + asked)[1]["cache-control"] == lasts
    assert ann.get(f"/static/{version}/../app.py", 404)["error"]
    worker = ann.request("GET", f"/static/{version}/push/service.js")[1]
    assert "content-security-policy" in worker, "a worker has a policy of its own"


def test_the_version_follows_each_of_the_files(tmp_path: Path) -> None:
    words = [b"eins"]

    def change(name: str, text: str) -> None:
        (tmp_path / name).write_text(text)

    change("main.js", "1")
    files = StaticFiles(tmp_path, lambda: words)
    seen = [files.version(), files.version()]
    for name, text in (("main.js", "20"), ("more.js", "20")):
        change(name, text)
        seen.append(files.version())
    words[0] = b"zwei"
    seen.append(StaticFiles(tmp_path, lambda: words).version())
    assert seen[0] == seen[1] and len(set(seen)) == 4


@pytest.mark.parametrize("cut", [False, True])
def test_a_server_lies_under_a_path_whether_or_not_its_proxy_cuts_that_off(
    games: None, data: Path, cut: bool
) -> None:
    with serving(data, base="/games") as port:
        at = "" if cut else "/games"
        ann = Device(port)
        page = ann.request("GET", f"{at}/")[2].decode()
        assert 'data-base="/games"' in page and 'href="/games/"' in page
        addresses = set(re.findall(r' (?:src|href)="(/[^"]*)', page))
        assert len(addresses) > 60 and all(one.startswith("/games/") for one in addresses)
        for address in addresses:
            assert ann.request("GET", at + address.removeprefix("/games"))[0] == 200, address
        facts = ann.get(f"{at}/static/manifest.json")
        assert {facts["id"], facts["start_url"], facts["scope"]} == {"/games/"}
        places = [one.get("src") or one["url"] for one in facts["icons"] + facts["shortcuts"]]
        assert all(place.startswith("/games/") for place in places)
        match = ann.post(f"{at}/api/matches", SETUP)["match"]
        link = ann.post(f"{at}/api/matches/{match}/invite", {"seat": 1})["url"]
        home, token = link.split("/join/")
        assert home == f"http://127.0.0.1:{port}/games"
        shown = ann.request("GET", f"{at}/join/{token.split('#')[0]}")[2].decode()
        assert f'{home}/static/icon-512.png"' in shown
        line = f"ws://127.0.0.1:{port}{at}/api/matches/{match}/socket"
        with connect(line, additional_headers={"Cookie": ann.cookie}, proxy=None) as socket:
            assert json.loads(socket.recv(45))["type"] == "view"
        found = ann.request("GET", "/games")
        assert (found[0], found[1]["location"]) == (307, f"{home}/")


@pytest.mark.parametrize("path", ["games", "/a b", "/static", "/match/x", "//x", "/x?y", "/join"])
def test_a_path_that_cannot_be_the_servers_is_refused(path: str) -> None:
    assert read_base("/") == read_base("") == ""
    assert read_base("/games/") == "/games"
    with pytest.raises(EveryGameError, match="cannot be the path of the server"):
        read_base(path)
