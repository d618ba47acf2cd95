"""Web push: a device that is away is told that it is its turn, by a push service that stands on
this computer and reads what it is sent as a browser would."""

from __future__ import annotations

import json
import re
import stat
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
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
from everygame.server.push.push_services import SERVICES, Push, topic_of
from everygame.server.push.sender import Sender, read_key
from everygame.store import SQLiteStore
from tests.server.serving import Device, Hourglass, meet, serving
from tests.server.test_clocks import DAYS
from tests.waiting import wait_until

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

    def ask(self) -> None:
        """Ask to be told."""
        self.device.post("/api/push", self.wanted)

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

    with serving(data, clock=Hourglass(), push=push, public=True) as port:
        yield port


def test_who_is_away_is_told_and_nobody_else(
    ann: Device, bob: Device, eve: Device, service: Service
) -> None:
    phone = Browser(bob, service, "bob")
    key = bob.get("/api/push")
    assert not key["on"] and len(plain(key["key"])) == 65
    here, there = meet(ann, bob, game="tictactoe", terms=DAYS)
    match = here.match
    bob.post(f"/api/matches/{match}/name", {"name": "Our match"})
    phone.ask()
    eve.enter(match)
    Browser(eve, service, "watcher").ask()
    assert bob.get("/api/push")["on"]
    here.play_on()  # Bob looks
    there.until(node=1)
    there.play_on()
    bob.close()
    here.until(lambda table: table["node"] == 2 and not table["seats"][1]["online"])
    here.play_on()
    path, headers, data = service.heard.get(timeout=30)
    assert path == phone.path
    told = {"title": "Our match", "text": "It is your turn.", "path": f"/match/{match}"}
    assert phone.read(data) == told
    assert match not in str(headers), "whoever has it may watch"
    assert headers["topic"] == topic_of(match) and int(headers["ttl"]) == 2 * 86_400
    check_signature(headers["authorization"], key["key"], service.url)
    with pytest.raises(Empty):
        service.heard.get_nowait()  # nobody else, and not when Bob was there


@pytest.mark.parametrize("way", ["link", "list"])
def test_who_waits_is_told_that_somebody_sat_down(
    ann: Device, bob: Device, service: Service, way: str
) -> None:
    bob.begin("tictactoe")
    seen, match = (ann.begin("tictactoe", "person", "open") for _ in range(2))
    ann.post(f"/api/matches/{match}/name", {"name": "Our match"})
    desk = Browser(ann, service, "ann")
    for one in (desk, Browser(bob, service, "bob")):
        one.ask()
    here = ann.enter(seen)
    ann.admit(bob, seen)
    here.until(lambda table: table["seats"][1]["kind"] == "person")  # Ann looks, and is not told
    if way == "link":
        ann.admit(bob, match)
    else:
        ann.post(f"/api/matches/{match}/open", {"on": True})
        bob.post(f"/api/open/{match}", {"name": "Bob"})
    path, headers, data = service.heard.get(timeout=30)
    assert path == desk.path and int(headers["ttl"]) == 7 * 86_400
    told = {"title": "Our match", "text": "Bob has sat down.", "path": f"/match/{match}"}
    assert desk.read(data) == told
    with pytest.raises(Empty):
        service.heard.get_nowait()  # nor is Bob, who came


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
    ann.admit(bob, match)
    here = ann.enter(match)
    here.play_on()
    here.close()


def is_off(device: Device) -> bool:
    return not device.get("/api/push")["on"]


def test_an_address_that_is_gone_is_forgotten(ann: Device, bob: Device, service: Service) -> None:
    bob.begin("tictactoe")
    Browser(bob, service, "bob").ask()
    service.answer = 302
    slow_turn(ann, bob)
    assert service.heard.get(timeout=30)[0] == "/send/bob"
    service.answer = 410
    slow_turn(ann, bob)
    assert service.heard.get(timeout=30)[0] == "/send/bob", "no redirection was followed"
    wait_until(lambda: is_off(bob), "it is forgotten")
    slow_turn(ann, bob)
    Browser(bob, service, "again").ask()
    slow_turn(ann, bob)
    assert service.heard.get(timeout=30)[0] == "/send/again"
    bob.delete("/api/push")
    assert is_off(bob)


def test_it_goes_with_the_device(ann: Device, bob: Device, phone: Device, service: Service) -> None:
    bob.begin("tictactoe")
    token = str(bob.post("/api/devices/link", {})["url"]).partition("#")[2]
    phone.post("/api/devices/take", {"token": token})
    for name, one in (("bob", bob), ("phone", phone)):
        Browser(one, service, name).ask()
    number = next(one["number"] for one in bob.get("/api/devices")["devices"] if not one["this"])
    bob.delete(f"/api/devices/{number}")
    assert is_off(phone)
    slow_turn(ann, bob)
    assert service.heard.get(timeout=30)[0] == "/send/bob", "the one that was sent away is not told"
    bob.post("/api/devices/delete")
    assert service.heard.empty()


FOREIGN = [
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
]


OF_BROWSERS = [
    "https://fcm.googleapis.com/fcm/send/cX:APA91b",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
    "https://wns2-par02p.notify.windows.com/w/?token=BQ%3d%3d",
    "https://web.push.apple.com/QGuQ",
]


@pytest.mark.parametrize("endpoint", [*FOREIGN, *OF_BROWSERS])
def test_addresses_of_browsers_alone_are_taken(endpoint: str) -> None:
    assert bool(SERVICES.fullmatch(endpoint)) == (endpoint in OF_BROWSERS)


def test_bad_wishes_change_nothing(bob: Device, service: Service) -> None:
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
