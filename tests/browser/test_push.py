"""Being told of one's turn while the page is closed: the button, and the worker that shows it. No
push service is asked: Chromium's own delivery of a message stands in for it."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import CDPSession, Page, expect

from everygame.server.push.push_services import Push, PushMessage
from everygame.store import PushAddress
from tests.browser.conftest import Devices
from tests.browser.steps import OPEN, ask, begin, button, people
from tests.server.serving import serving
from tests.waiting import wait_until

KEYS = {"p256dh": "BA" + 85 * "A", "auth": 22 * "A"}
SUBSCRIBE = """(() => {
  Object.defineProperty(Notification, "permission", {get: () => "granted"});
  Notification.requestPermission = async () => Notification.permission;
  let made = null;
  const given = {endpoint: "https://fcm.googleapis.com/x", keys: %s};
  PushManager.prototype.getSubscription = async () => made;
  PushManager.prototype.subscribe = async ({applicationServerKey}) => {
    if (applicationServerKey !== "key") throw new Error("no key");
    return (made = {toJSON: () => given, unsubscribe: async () => { made = null; return true; }});
  };
})()"""
WATCH = """() => { self.shown = new Promise((done) => {
  self.registration.showNotification = async (title, how) => done([title, how.body, how.data]);
}); }"""
"""A Chromium without a screen shows no notifications."""
DAYS = {"clock": {"seconds": 86_400, "each": "turn"}}
TELL, ENOUGH = "Tell me when it is my turn", "Tell me no more"


def test_a_device_is_told_of_its_turn(device: Devices, tmp_path: Path) -> None:
    sent: list[PushAddress] = []

    def send(address: PushAddress, letter: PushMessage) -> int:
        sent.append(address)
        return 201

    with serving(tmp_path / "m.db", push=lambda store: Push(store, "key", send)) as port:
        home = f"http://127.0.0.1:{port}"
        page = device(base_url=home)
        page.context.grant_permissions(["notifications"], origin=home)
        page.add_init_script(SUBSCRIBE % json.dumps(KEYS))
        begin(page, "tictactoe", people("Ann", "Bob"))
        expect(page.locator(".prompt")).not_to_be_empty()
        expect(page.locator(".push button")).to_have_count(0)
        seats = [*people("Ann"), OPEN]
        begin(page, "tictactoe", seats)
        expect(button(page, "Tell me when somebody sits down")).to_be_visible()
        body = {"game": "tictactoe", "options": {"players": "2"}, "seats": seats, "terms": DAYS}
        slow = ask(page, "/api/matches", {**body, "key": "slow"})
        page.goto(f"/match/{slow['match']}")
        expect(button(page, TELL)).to_be_visible()
        button(page, TELL).click()
        expect(page.locator(".push")).to_contain_text("This device is told")
        shown = deliver(page, home, {"title": "Our match", "text": "It is your turn.", "path": "/"})
        assert shown == ["Our match", "It is your turn.", "/"]
        assert page.evaluate("fetch('/api/push').then((answer) => answer.json())")["on"]
        button(page, ENOUGH).click()
        expect(button(page, TELL)).to_be_visible()
        assert not page.evaluate("fetch('/api/push').then((answer) => answer.json())")["on"]
        assert sent == []


def deliver(page: Page, home: str, told: dict[str, str]) -> list[str]:
    """A message comes while nobody looks; what the worker would show then."""
    (worker,) = page.context.service_workers
    worker.evaluate(WATCH)
    protocol = page.context.new_cdp_session(page)
    message = {
        "origin": home,
        "registrationId": registered(protocol, page),
        "data": json.dumps(told),
    }
    protocol.send("ServiceWorker.deliverPushMessage", message)
    shown: list[str] = worker.evaluate("() => self.shown")
    return shown


def registered(protocol: CDPSession, page: Page) -> str:
    """The name Chromium gives the page's worker; it may come after the answer to `enable`."""
    found: list[str] = []
    protocol.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    protocol.send("ServiceWorker.enable")
    wait_until(lambda: page.evaluate("true") and found, "the page has a worker")
    return found[0]
