"""What strangers bring: whatever is no honest table is refused in a sentence, and nothing stays."""

from __future__ import annotations

import io
import json
import shutil
import socket
import sqlite3
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from everygame.errors import BadGame
from everygame.library import registry
from everygame.sandbox.package import MOST_PACKED, pack, unpack
from everygame.server.requests import limits
from everygame.server.tables import uploads
from everygame.server.tables.pictures import LONGEST, clean
from everygame.server.tables.uploads import ARCHIVE, clean_packed, sanitise
from everygame.store import SQLiteStore, Unwritable
from tests.sandbox.tables import CARDS, PARTY
from tests.server.serving import Device, serving

Make = Callable[[], Device]
DEFLATED, BZIP2, LZMA = zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA
DRAWN = {**PARTY, "board": {**PARTY["board"], "picture": "map.svg"}}
MAPPED = {**PARTY, "board": {**PARTY["board"], "picture": "map.png"}}


def picture(width: int = 40, height: int = 30, kind: str = "PNG") -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (width, height), "#2684c9").save(made, kind)
    return made.getvalue()


def files(data: Any = PARTY, **more: bytes) -> dict[str, bytes]:
    """Files by name; a double underscore stands for the dot."""
    named = {name.replace("__", "."): content for name, content in more.items()}
    return {"table.json": json.dumps(data).encode(), **named}


def archive(*entries: tuple[str | zipfile.ZipInfo, bytes], how: int = DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", how) as opened:
        for name, data in entries:
            opened.writestr(name, data)
    return made.getvalue()


def link() -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("map.png")
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def huge_png(width: int, height: int) -> bytes:
    """A picture that says it is so large; its pixels are zeros, packed small."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checked = kind + data
        return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(100_000))
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    )


def drawn(**pictures: bytes) -> bytes:
    """A table of one square for each of these pictures."""
    areas = [
        {"id": f"z{n}", "x": 0, "y": 0, "picture": name.replace("__", ".")}
        for n, name in enumerate(pictures)
    ]
    return pack(files({"format": 1, "title": "x", "areas": areas, "pieces": []}, **pictures))


def scans() -> bytes:
    """A small JPEG that goes over its 16 million pixels again and again."""
    made = io.BytesIO()
    Image.new("L", (4_000, 4_000)).save(made, "JPEG", progressive=True)
    data = made.getvalue()
    last = data[data.rfind(b"\xff\xda") : -2]
    return data[:-2] + last * 2_000 + data[-2:]


def noise() -> bytes:
    """A small WebP that is a large PNG."""
    made = io.BytesIO()
    Image.effect_noise((1_600, 1_600), 99).save(made, "WEBP", quality=10)
    return made.getvalue()


def locked(data: bytes) -> bytes:
    """An archive that says its first file is encrypted."""
    at = data.index(b"PK\1\2") + 8
    return data[:6] + b"\1" + data[7:at] + b"\1" + data[at + 1 :]


TABLE = ("table.json", json.dumps(PARTY).encode())
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
ZERO = archive(TABLE, ("map?png.py", b"x")).replace(b"map?", b"map\0")
OUTSIDE = {"picture": "https://evil.example/x.png", "width": 1, "height": 1}
CROWDED = drawn(**{f"p{n}__png": huge_png(3_500, 3_500) for n in range(20)})
GROWING = b"|".join([b"a"] * 300) + b"\n" + b"|".join([b"-"] * 300) + b"\n" + b"a\n" * 2_000
CROWD = {**PARTY, "pieces": [{**PARTY["pieces"][0], "copies": 400, "at": ["a1"] * 25}]}
TWICE = archive(TABLE, ("map.png", b"x"), ("map_png", b"y")).replace(b"map_png", b"map.png")
LARGE = bytes(3_999_999)
BAD: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "cannot be unpacked"),
    "noise": (b"PK\x03\x04" + b"x" * 500, "cannot be unpacked"),
    "too long": (b"x" * (MOST_PACKED + 1), "more than 4,000,000 bytes"),
    "no table": (archive(("map.png", picture())), "There is no table.json"),
    "bomb": (archive(TABLE, ("map.png", bytes(30_000_000))), "too large"),
    "bomb of tables": (archive(("table.json", b" " * 30_000_000)), "too large"),
    "climbs": (archive(TABLE, ("../map.png", b"x")), "no name of a file of a table"),
    "absolute": (archive(TABLE, ("/etc/passwd", b"x")), "no name of a file of a table"),
    "deep": (archive(TABLE, ("a/b/map.png", b"x")), "no name of a file of a table"),
    "a link": (archive(TABLE, (link(), b"/etc/passwd")), "is no plain file"),
    "twice": (TWICE, "Two files are called"),
    "script": (archive(TABLE, ("rules.py", b"import os")), "no name of a file of a table"),
    "svg": (archive(TABLE, ("map.svg", SVG)), "PNG, JPEG or WebP, not SVG"),
    "svg named": (pack(files(DRAWN)), "map.svg"),
    "svg inside": (pack(files(MAPPED, map__png=SVG)), "is no picture that can be read"),
    "no picture": (pack(files(MAPPED)), "which is not there"),
    "cut off": (pack(files(MAPPED, map__png=picture()[:40])), "is no picture that can be read"),
    "50,000 square": (pack(files(MAPPED, map__png=huge_png(50_000, 50_000))), "too many pixels"),
    "5,000 square": (pack(files(MAPPED, map__png=huge_png(5_000, 5_000))), "has too many pixels"),
    "10,000 pieces": (pack(files(CROWD)), "at most 500 pieces"),
    "schema": (pack(files({**PARTY, "onload": "alert(1)"})), 'there is no "onload" here'),
    "many files": (archive(TABLE, *((f"p{n}.png", b"") for n in range(90))), "at most 80 files"),
    "bzip2": (archive(TABLE, ("map.png", bytes(9_000_000)), how=BZIP2), "an unusual way"),
    "lzma": (archive(TABLE, ("map.png", bytes(9_000_000)), how=LZMA), "an unusual way"),
    "zero in a name": (ZERO, "no name of a file of a table"),
    "backslash": (archive(TABLE, ("..\\map.png", b"x")), "no name of a file"),
    "drive": (archive(TABLE, ("c:map.png", b"x")), "no name of a file"),
    "a device of Windows": (archive(TABLE, ("con.png", b"x")), "Windows keeps for itself"),
    "encrypted": (locked(archive(TABLE)), "is encrypted"),
    "nested": (archive(("inner.zip", archive(TABLE))), "no name of a file"),
    "100,000 scans": (drawn(map__jpg=scans()), "map.jpg is drawn in too many steps"),
    "large together": (archive(TABLE, *((f"p{n}.png", LARGE) for n in range(20))), "too large"),
    "a long side": (drawn(map__png=huge_png(1, 17_000)), "has too many pixels"),
    "20 large pictures": (CROWDED, "more than 60,000,000 pixels together"),
    "larger when redrawn": (drawn(map__png=noise()), "have more than 4,000,000 bytes"),
    "two titles": (archive(("table.json", b'{"title": "a", "title": "b"}')), "stands twice"),
    "nested lists": (archive(("table.json", b"[" * 300_000)), "nested too deeply"),
    "no title to see": (pack(files({**PARTY, "title": "\u200d \u2800"})), "nothing to be seen"),
    "backwards": (pack(files({**PARTY, "title": "a\u202eb"})), "cannot be seen"),
    "not a number": (pack(files({**PARTY, "year": float("nan")})), "a whole number, not NaN"),
    "endless": (pack(files({**PARTY, "areas": [{"id": "a", "x": 1e999, "y": 0}]})), "from 0 to 60"),
    "a colour": (pack(files({**PARTY, "seats": [{"name": "a", "colour": "url(//x)"}]})), "one of"),
    "an address": (pack(files({**PARTY, "backdrop": OUTSIDE})), "is not of the form"),
    "pictures in a sheet": (pack(files(rules__en__md=b"~~~scene\n~~~\n" * 13)), "12 pictures"),
    "a sheet that grows": (pack(files(rules__en__md=GROWING)), "a page too long"),
    "a sheet in Latin": (pack(files(rules__en__md=b"\xe9")), "rules.en.md is no text in UTF-8"),
    "a sheet backwards": (pack(files(rules__en__md="a\n\u202e".encode())), "rules.en.md, line 2,"),
    "long sheet": (pack(files(PARTY, rules__en__md=b"x" * 30_000)), "rules.en.md has more than"),
}  # fmt: skip


@pytest.mark.parametrize("name", list(BAD))
def test_what_is_no_honest_table_is_refused_in_a_sentence(name: str) -> None:
    data, said = BAD[name]
    with pytest.raises(BadGame) as error:
        clean_packed({ARCHIVE: data})
    text = str(error.value)
    assert said in text and text.endswith(".") and len(text.splitlines()) == 1, text


@pytest.mark.parametrize(
    ("name", "status", "said"),
    [
        ("script", 400, "no name of a file of a table"),
        ("bomb", 400, "too large"),
        ("50,000 square", 400, "too many pixels"),
        ("long sheet", 400, "rules.en.md has more than"),
        ("too long", 413, "at most 4,000,000 bytes"),
    ],
)
def test_a_server_refuses_it_too_and_writes_nothing(
    name: str, status: int, said: str, device: Make, home: Path
) -> None:
    one, before = device(), sorted(home.rglob("*"))
    assert said in one.post("/api/tables", BAD[name][0], status)["error"]
    assert sorted(home.rglob("*")) == before, "something was written"
    assert one.get("/api/library")["own"] == []


def test_what_takes_too_long_is_ended(device: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it is that takes so long: here, the start of the process."""
    monkeypatch.setattr(uploads, "SECONDS", 0.0)
    one = device()
    error = one.post("/api/tables", pack(files()), 400)["error"]
    assert error == "Its pictures take too long, or too much memory, to be read."
    monkeypatch.undo()
    assert one.post("/api/tables", pack(files()))["title"] == "Party"


@pytest.mark.parametrize("fails", ["the folder", "the list"])
def test_a_full_disk_is_told_and_leaves_nothing(
    fails: str, device: Make, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(*_: object) -> None:
        if fails == "the folder":
            raise OSError(28, "No space left on device")
        raise Unwritable

    one, before = device(), sorted((home / "tables").glob("*"))
    owner, method = (Path, "write_bytes") if fails == "the folder" else (SQLiteStore, "own_table")
    monkeypatch.setattr(owner, method, fill)
    data = pack(files({**PARTY, "title": fails}))
    error = one.post("/api/tables", data, 507)["error"]
    assert error == "This server cannot write; its disk may be full."
    assert sorted((home / "tables").glob("*")) == before


def test_what_does_not_arrive_is_given_up(
    device: Make, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.2)
    with socket.create_connection(("127.0.0.1", port)) as slow:
        head = f"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nCookie: {device().cookie}\r\n"
        slow.sendall(f"{head}Content-Length: 1000\r\n\r\nPK".encode())
        answer = slow.recv(10_000)
    assert b" 408 " in answer


def test_who_sends_slowly_keeps_nobody_else_waiting(device: Make, port: int) -> None:
    one = device()
    head = f"POST /api/tables HTTP/1.1\r\nHost: x\r\nCookie: {one.cookie}\r\n"
    with ExitStack() as stack:
        for _ in range(30):
            slow = socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.2", 0))
            stack.enter_context(slow).sendall(f"{head}Content-Length: 1000\r\n\r\nPK".encode())
        assert one.post("/api/tables", pack(files()))["title"] == "Party"


def test_a_hundred_tables_at_once_are_all_answered(device: Make) -> None:
    data = pack(files(MAPPED, map__png=picture(300, 300)))
    one = device()
    with ThreadPoolExecutor(100) as pool:
        cards = list(pool.map(lambda _: one.post("/api/tables", data), range(100)))
    assert len({card["name"] for card in cards}) == 1


def test_a_table_is_kept_played_shared_and_removed(device: Make, home: Path) -> None:
    ann, bob = device(), device()
    card = ann.post("/api/tables", pack(files(MAPPED, map__png=picture())))
    name = card["name"]
    assert card["title"] == "Party" and card["picture"]["regions"]
    assert [own["name"] for own in ann.get("/api/library")["own"]] == [name]
    listed = bob.get("/api/library")
    assert listed["own"] == [] and name not in [game["name"] for game in listed["games"]]
    status, headers, sent = bob.request("GET", f"/api/games/{name}/pictures/map.png")
    assert status == 200 and headers["content-type"] == "image/png"
    assert (
        headers["x-content-type-options"] == "nosniff"
        and "sandbox" in headers["content-security-policy"]
    )
    assert Image.open(io.BytesIO(sent)).size == (40, 30)
    packed = ann.request("GET", f"/api/games/{name}/packed")
    assert 'filename="party.everygame"' in packed[1]["content-disposition"]
    assert bob.post("/api/tables", packed[2])["name"] == name, "the same table is one"
    match = ann.begin(name, "person", "person")
    line = ann.open(match)
    line.see()
    assert line.play("a1-b2")["type"] == "ack"
    for one in (ann, bob):
        one.delete(f"/api/tables/{name}")
        assert one.get("/api/library")["own"] == []
    again = ann.open(match)
    assert again.see()["title"] == "Party", "the match stays readable"
    assert (home / "tables" / name).is_dir()
    ann.delete(f"/api/matches/{match}")


def test_what_nobody_has_any_more_is_deleted(device: Make, home: Path) -> None:
    ann = device()
    name = ann.post("/api/tables", pack(files(CARDS)))["name"]
    assert (home / "tables" / name).is_dir()
    device().delete(f"/api/tables/{name}")
    assert (home / "tables" / name).is_dir(), "only who has it can remove it"
    ann.delete(f"/api/tables/{name}")
    assert not (home / "tables" / name).exists()


def leave_one(file: Path) -> str:
    """A table that nobody has any more, and whose folder a server of this data file has left."""
    with serving(file) as port:
        ann = Device(port)
        name: str = ann.post("/api/tables", pack(files(CARDS)))["name"]
        match = ann.begin(name, "person", "person")
        ann.delete(f"/api/tables/{name}")
        ann.delete(f"/api/matches/{match}")
        assert (file.parent / "tables" / name).is_dir()
    return name


def start(file: Path) -> None:
    with serving(file) as port:
        Device(port)  # is answered when the server has started


@pytest.fixture
def matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(registry, "uploads", None)  # of the server above, which is put back after
    return tmp_path


def test_what_is_left_behind_is_swept_up_at_the_start(matches: Path) -> None:
    home = matches / "tables" / leave_one(matches / "matches.db")
    (home / "table.json").replace(home / "half")  # as a server leaves it that dies meanwhile
    home.rename(matches / "tables" / "draft-x")
    start(matches / "matches.db")
    assert list((matches / "tables").iterdir()) == []


def test_a_start_deletes_nothing_that_this_data_file_did_not_make(matches: Path) -> None:
    """A person's photographs, what older versions made, and what a second data file has."""
    for name in ("photographs", "draft-x", "t0123456789abcdef0123"):
        (matches / "tables" / name).mkdir(parents=True)
        (matches / "tables" / name / "table.json").write_text("{}")
    (matches / "tables" / "letter.txt").write_text("Dear Sir")
    with serving(matches / "other.db") as port:
        theirs = Device(port).post("/api/tables", pack(files(PARTY)))["name"]
    kept = {one.name for one in (matches / "tables").iterdir()}
    mine = leave_one(matches / "matches.db")
    start(matches / "matches.db")
    assert {one.name for one in (matches / "tables").iterdir()} == kept and theirs in kept
    assert mine not in kept


def test_a_table_of_two_data_files_goes_when_both_have_let_it_go(matches: Path) -> None:
    with serving(matches / "other.db") as port:
        eve = Device(port)
        name = eve.post("/api/tables", pack(files(CARDS)))["name"]
    assert leave_one(matches / "matches.db") == name
    start(matches / "matches.db")
    assert (matches / "tables" / name / "table.json").is_file()
    with serving(matches / "other.db") as port:
        eve.port = port
        assert [own["name"] for own in eve.get("/api/library")["own"]] == [name]
        eve.delete(f"/api/tables/{name}")
    assert not (matches / "tables" / name).exists()


def test_a_copy_of_a_data_file_takes_nothing_from_the_other(matches: Path) -> None:
    start(matches / "matches.db")
    shutil.copy(matches / "matches.db", matches / "copy.db")
    with serving(matches / "matches.db") as port:
        name = Device(port).post("/api/tables", pack(files(CARDS)))["name"]
    start(matches / "copy.db")
    assert (matches / "tables" / name).is_dir(), "made after the copy"
    shutil.copy(matches / "matches.db", matches / "second.db")
    start(matches / "second.db")
    database = sqlite3.connect(matches / "matches.db")
    database.execute("DELETE FROM tables")
    database.commit()
    database.close()
    start(matches / "matches.db")
    assert (matches / "tables" / name).is_dir(), "the copy has it still"


def test_a_changed_table_takes_the_place_of_the_old_one(device: Make) -> None:
    ann = device()
    old = ann.post("/api/tables", pack(files({**CARDS, "title": "Old"})))["name"]
    match = ann.begin(old, "person", "person")
    new = ann.post(f"/api/tables?instead={old}", pack(files({**CARDS, "title": "New"})))["name"]
    assert [own["title"] for own in ann.get("/api/library")["own"]] == ["New"] and new != old
    assert ann.open(match).see()["title"] == "Old", "a match goes on with what it began with"


def test_the_tables_that_ship_can_be_taken_as_a_beginning(device: Make) -> None:
    ann = device()
    data = ann.get("/api/games/playingcards/table")
    assert data["table"]["title"] == "Playing cards" and not data["uploaded"]
    assert ann.post("/api/tables", pack(files(data["table"])))["title"] == "Playing cards"
    ann.get("/api/games/tictactoe/table", 404)
    ann.get("/api/games/chessset/pictures/table.json", 404)
    ann.get("/api/games/tictactoe/pictures/x.png", 404)


def test_a_rule_sheet_leads_nowhere(device: Make) -> None:
    text = b"[out](https://evil.example) <https://evil.example> ![x](https://evil.example/x.png)<script>"
    ann = device()
    name = ann.post("/api/tables", pack(files(CARDS, rules__en__md=text)))["name"]
    html = ann.get(f"/api/games/{name}/rules")["html"]
    assert "href" not in html and "src=" not in html and "<script" not in html


def test_pictures_are_drawn_anew() -> None:
    made = io.BytesIO()
    told = Image.Exif()
    told[0x010E] = "where I live"
    Image.new("RGB", (LONGEST * 2, 50), "red").save(made, "JPEG", exif=told, comment=b"secret")
    kept = clean("map.jpg", made.getvalue())
    assert b"where I live" in made.getvalue() and b"where I live" not in kept
    assert b"secret" not in kept and Image.open(io.BytesIO(kept)).size == (LONGEST, 25)
    assert Image.open(io.BytesIO(clean("map.webp", picture()))).format == "WEBP"
    with pytest.raises(BadGame):
        clean("map.png", picture(kind="GIF"))


def test_a_folder_or_a_name_may_stand_before_all_files() -> None:
    wanted = files(MAPPED, map__png=b"x")
    for before in ("party/", "party_", ""):
        assert unpack(archive(*((before + name, data) for name, data in wanted.items()))) == wanted
    assert unpack(pack(wanted)) == wanted and pack(wanted) == pack(dict(reversed(wanted.items())))
    assert set(sanitise(pack(files(PARTY, map__png=b"x")))) == {"table.json"}, "unused: left out"
