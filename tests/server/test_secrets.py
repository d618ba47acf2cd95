"""A device's secret is renewed, and whatever is lost on the way, the library is not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from everygame.server.devices.cookies import RENEW_SECONDS
from everygame.store.browsers import FORMER_SECONDS
from everygame.store.copies import back_up, restore
from tests.server.serving import Device, Hourglass, serving

pytestmark = pytest.mark.usefixtures("games")


@pytest.fixture
def old(data: Path, glass: Hourglass) -> Iterator[Device]:
    """A device with a match, whose secret will be renewed when it next loads the page."""
    with serving(data, clock=glass) as port:
        made = Device(port)
        made.begin()
        load(made)
        glass.turn(RENEW_SECONDS)
        yield made


def load(device: Device, keep: bool = True) -> str:
    """The cookie that the page brings, which the browser keeps unless it is lost."""
    found = device.request("GET", "/")[1]["set-cookie"].split(";")[0]
    if keep:
        device.cookie = found
    return found


def matches(device: Device, cookie: str) -> int:
    """How many matches the library has that a cookie leads to."""
    device.cookie = cookie
    return len(device.shelf())


def test_a_secret_is_renewed_and_the_former_one_ends(old: Device, glass: Hourglass) -> None:
    first = old.cookie
    second = load(old)
    assert second != first and matches(old, first) == matches(old, second) == 1
    assert load(old) == second, "it stays for thirty days"
    glass.turn(FORMER_SECONDS - 1)
    assert matches(old, first) == 1
    glass.turn(1)
    assert matches(old, first) == 0 and matches(old, second) == 1
    old.begin()
    assert len(old.shelf()) == 2, "it can be written with, too"


def test_answers_that_are_lost_and_several_tabs_lose_nothing(old: Device, glass: Hourglass) -> None:
    first = old.cookie
    found = {load(old, keep=False) for _ in range(3)}
    glass.turn(10 * RENEW_SECONDS)  # the first is valid as long as nobody has sent the second
    found.add(load(old, keep=False))
    assert len(found) == 1 and first not in found
    assert matches(old, first) == matches(old, found.pop()) == 1


def test_a_browser_that_comes_back_with_its_former_cookie_gets_the_present_one(
    old: Device, glass: Hourglass
) -> None:
    """As after a crash, which can lose the cookies of the last seconds."""
    first, second = old.cookie, load(old)
    load(old)
    glass.turn(FORMER_SECONDS - 1)
    old.cookie = first
    assert load(old) == second and len(old.shelf()) == 1


def test_a_stolen_secret_that_has_ended_leads_to_none_that_is_valid(
    old: Device, glass: Hourglass
) -> None:
    first, second = old.cookie, load(old)
    load(old)
    glass.turn(FORMER_SECONDS)
    thief = Device(old.port)
    thief.cookie = first
    thief.begin()  # as a new device
    seen = {first, load(thief)}
    for _ in range(3):
        glass.turn(RENEW_SECONDS)
        seen |= {load(thief), load(thief)}
    assert len(seen) == 4 and second not in seen and len(thief.shelf()) == 1
    assert matches(old, second) == 1


def test_a_device_that_takes_a_library_by_a_link_keeps_it(old: Device, glass: Hourglass) -> None:
    """Where the answer was lost, the secret was renewed meanwhile, and it takes the link again."""
    phone = Device(old.port)
    phone.begin()
    load(phone)
    glass.turn(RENEW_SECONDS)
    token = old.post("/api/devices/link", {"move": False})["url"].rsplit("#", 1)[1]
    phone.post("/api/devices/take", {"token": token})
    load(phone), load(phone)
    phone.post("/api/devices/take", {"token": token})
    assert len(phone.shelf()) == 2


def test_a_backup_from_before_a_renewal_knows_the_new_secret(
    data: Path, glass: Hourglass, tmp_path: Path
) -> None:
    with serving(data, clock=glass) as port:
        ann = Device(port)
        ann.begin()
        load(ann)
        back_up(data, tmp_path / "backup")
        glass.turn(RENEW_SECONDS)
        first, second = ann.cookie, load(ann)
        load(ann)
    assert first != second
    for path in data.parent.glob(f"{data.name}*"):
        os.remove(path)
    restore(tmp_path / "backup", data)
    with serving(data, clock=glass):
        assert matches(ann, second) == 1
