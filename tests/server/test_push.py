"""Web push: a device that is away is told that it is its turn, by a push service that stands on
this computer and reads what it is sent as a browser would."""

from __future__ import annotations

import json
import re
import stat
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from everygame.errors import BadRecord
from everygame.server.push.push_services import SERVICES, Push
from everygame.server.push.sender import Sender, read_key
from everygame.store import SQLiteStore
from tests.server.serving import Device, Hourglass, serving
from tests.server.test_clocks import DAYS

Make = Callable[[], Device]
SECRET = b"sixteen bytes ok"


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def plain(data: str) -> bytes:
    return urlsafe_b64decode(data + "=" * (-len(data) % 4))


class Service:
    """A push service: it keeps what it was sent, and answers as it is told."""

    def __init__(self) -> None:
        self.heard: Queue[tuple[str, dict[str, str], bytes]] = Queue()
        self.answer = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                data = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.heard.put((self.path, headers, data))
                self.send_response(service.answer)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Not to the terminal."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Browser:
    """A device with keys that its push service does not know."""

    def __init__(self, device: Device, service: Service, name: str) -> None:
        self.device = device
        self.private = ec.generate_private_key(ec.SECP256R1())
        point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self.path = f"/send/{name}"
        self.wanted = {
            "endpoint": service.url + self.path, "p256dh": text(point), "auth": text(SECRET),
        }  # fmt: skip

    def read(self, data: bytes) -> Any:
        opened = http_ece.decrypt(data, private_key=self.private, auth_secret=SECRET)
        return json.loads(opened)


@pytest.fixture
def service() -> Iterator[Service]:
    made = Service()
    yield made
    made.close()


@pytest.fixture
def port(games: None, data: Path, service: Service) -> Iterator[int]:
    def push(store: SQLiteStore) -> Push:
        sender = Sender(data.with_name("key.pem"))
        here = re.compile(re.escape(service.url) + "/send/.*")
        return Push(store, sender.key, sender.send, here)

    with serving(data, clock=Hourglass(), push=push) as port:
        yield port


def test_who_is_away_is_told_and_nobody_else(device: Make, service: Service) -> None:
    ann, bob, watcher = device(), device(), device()
    phone = Browser(bob, service, "bob")
    key = bob.get("/api/push")
    assert not key["on"] and len(plain(key["key"])) == 65
    match = ann.begin("tictactoe", "person", "open", terms=DAYS)
    url = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"]
    bob.post(f"/api/join/{url.rsplit('/', 1)[1]}", {"name": "Bob"})
    bob.post(f"/api/matches/{match}/name", {"name": "Our match"})
    bob.post("/api/push", phone.wanted)
    watching = Browser(watcher, service, "watcher")
    watcher.open(match).see()
    watcher.post("/api/push", watching.wanted)
    assert bob.get("/api/push")["on"]
    here, there = ann.open(match), bob.open(match)
    here.see(), there.see()

    def play(line: Any) -> None:
        line.play(line.moves()[0])

    play(here)  # Bob looks
    there.see(lambda table: table["node"] == 1)
    play(there)
    there.stack.close()
    here.see(lambda table: table["node"] == 2 and not table["seats"][1]["online"])
    play(here)
    path, headers, data = service.heard.get(timeout=30)
    assert path == phone.path
    told = {"title": "Our match", "text": "It is your turn.", "path": f"/match/{match}"}
    assert phone.read(data) == told
    assert headers["topic"] == match and int(headers["ttl"]) == 2 * 86_400
    check_signature(headers["authorization"], key["key"], service.url)
    with pytest.raises(Empty):
        service.heard.get_nowait()  # nobody else, and not when Bob was there


def check_signature(header: str, key: str, url: str) -> None:
    """RFC 8292: who sends is this server, to this service."""
    found = re.fullmatch(r"vapid t=([^.]+\.([^.]+))\.([^,]+),\s*k=(.+)", header)
    assert found and found[4] == key
    claims, mark = json.loads(plain(found[2])), plain(found[3])
    assert claims["aud"] == url and claims["sub"] == "https://127.0.0.1"
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(key))
    numbers = int.from_bytes(mark[:32], "big"), int.from_bytes(mark[32:], "big")
    public.verify(encode_dss_signature(*numbers), found[1].encode(), ec.ECDSA(SHA256()))


def slow_turn(ann: Device, bob: Device) -> None:
    """A match that comes to Bob's turn while he is away."""
    match = ann.begin("tictactoe", "person", "open", terms=DAYS)
    url = ann.post(f"/api/matches/{match}/invite", {"seat": 1})["url"]
    bob.post(f"/api/join/{url.rsplit('/', 1)[1]}", {})
    here = ann.open(match)
    here.see()
    here.play(here.moves()[0])
    here.stack.close()


def is_off(device: Device) -> bool:
    return not device.get("/api/push")["on"]


def test_an_address_that_is_gone_is_forgotten(device: Make, service: Service) -> None:
    ann, bob = device(), device()
    bob.begin("tictactoe", "person", "person")
    bob.post("/api/push", Browser(bob, service, "bob").wanted)
    service.answer = 302
    slow_turn(ann, bob)
    assert service.heard.get(timeout=30)[0] == "/send/bob"
    service.answer = 410
    slow_turn(ann, bob)
    assert service.heard.get(timeout=30)[0] == "/send/bob", "no redirection was followed"
    while not is_off(bob):
        pass
    slow_turn(ann, bob)
    bob.post("/api/push", Browser(bob, service, "again").wanted)
    slow_turn(ann, bob)
    assert service.heard.get(timeout=30)[0] == "/send/again"
    bob.delete("/api/push")
    assert is_off(bob)


def test_it_goes_with_the_device(device: Make, service: Service, data: Path) -> None:
    bob, phone = device(), device()
    bob.begin("tictactoe", "person", "person")
    token = str(bob.post("/api/devices/link", {})["url"]).partition("#")[2]
    phone.post("/api/devices/take", {"token": token})
    for name, one in (("bob", bob), ("phone", phone)):
        one.post("/api/push", Browser(one, service, name).wanted)
    number = next(one["number"] for one in bob.get("/api/devices")["devices"] if not one["this"])
    bob.delete(f"/api/devices/{number}")
    assert is_off(phone)
    slow_turn(device(), bob)
    assert service.heard.get(timeout=30)[0] == "/send/bob", "the one that was sent away is not told"
    bob.post("/api/devices/delete")
    assert service.heard.empty()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://127.0.0.1/fcm.googleapis.com/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://evil.example/.notify.windows.com/x",
        "https://a.b\\.notify.windows.com/x",
        "https://notify.windows.com/x\r\nHost: a",
        "file:///etc/passwd",
        "",
    ],
)
def test_other_addresses_are_refused(endpoint: str) -> None:
    assert not SERVICES.fullmatch(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/cX:APA91b",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://wns2-par02p.notify.windows.com/w/?token=BQ%3d%3d",
        "https://web.push.apple.com/QGuQ",
    ],
)
def test_addresses_of_browsers_are_taken(endpoint: str) -> None:
    assert SERVICES.fullmatch(endpoint)


def test_bad_wishes_change_nothing(device: Make, service: Service) -> None:
    bob = device()
    good = Browser(bob, service, "bob").wanted
    for bad in (
        {"endpoint": "https://127.0.0.1/"}, {"p256dh": "x"}, {"auth": "x"}, {"p256dh": "é" * 87},
    ):  # fmt: skip
        assert bob.post("/api/push", {**good, **bad}, 400)["error"].endswith(".")
    bob.post("/api/push", {}, 400)
    assert is_off(bob)


def test_the_key_is_made_once_for_this_person_alone(tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    first = Sender(file).key
    assert Sender(file).key == first
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["key.pem"]
    file.write_text("nonsense")
    with pytest.raises(BadRecord, match=r"key\.pem, cannot be used"):
        read_key(file)


def test_without_the_extra_it_is_not_offered(games: None, data: Path) -> None:
    with serving(data) as port:
        bob = Device(port)
        assert bob.get("/api/push") == {"key": None, "on": False}
        bob.post("/api/push", {"endpoint": "", "p256dh": "", "auth": ""}, 404)
