"""docs/reference/wire.md is true: its addresses, its messages and the fields of a table."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import msgspec
from starlette.routing import Route

from everygame.clock import REAL
from everygame.server import messages
from everygame.server.api import Answers
from everygame.server.app import (
    invitation_routes,
    kit_routes,
    moving_routes,
    network_routes,
    open_routes,
    push_routes,
    routes,
    save_routes,
    sharing_routes,
    table_routes,
)
from everygame.server.invitations import InvitationAnswers
from everygame.server.kits import KitAnswers
from everygame.server.long_work import LongWork
from everygame.server.moving import MovingAnswers
from everygame.server.network import Network
from everygame.server.network_answers import NetworkAnswers
from everygame.server.open_invitations import OpenAnswers
from everygame.server.push_answers import PushAnswers
from everygame.server.saves import SaveAnswers
from everygame.server.sharing import SharingAnswers
from everygame.server.tables import TableAnswers
from tests.server.serving import Device

WIRE = (Path(__file__).parents[2] / "docs" / "reference" / "wire.md").read_text("utf-8")


def rows(title: str) -> list[str]:
    """The first cells of the table after a line."""
    block = WIRE.split(title)[1].split("\n\n")[1]
    return [line.split("|")[1].strip() for line in block.splitlines()[2:]]


def test_every_address_is_described_and_answered() -> None:
    described = set()
    for cell in rows("## HTTP"):
        found = re.findall(r"`(?:(GET|POST|DELETE) )?(/[^` ?]*)", cell)
        described |= {(found[0][0], re.sub(r"\{\w+\}", "{}", path)) for _, path in found}
    matches: Any = SimpleNamespace(store=None, clock=REAL)
    answers: Any = Answers(matches, None, None)  # type: ignore[arg-type]
    answered = {("GET", "/static/…")}
    tables: Any = TableAnswers(None)  # type: ignore[arg-type]
    links = InvitationAnswers(answers, Network())
    switch = NetworkAnswers(Network(), None)  # type: ignore[arg-type]
    more = [*invitation_routes(links), *table_routes(tables), *network_routes(switch)]
    more += sharing_routes(SharingAnswers(matches, tables, Network()))
    more += save_routes(SaveAnswers(answers)) + kit_routes(KitAnswers(LongWork()))
    moving: Any = SimpleNamespace(matches=matches)
    more += moving_routes(MovingAnswers(moving, tables))
    more += open_routes(OpenAnswers(Answers(matches, None, None)))  # type: ignore[arg-type]
    more += push_routes(PushAnswers(matches, None))
    for route in [*routes(answers), *more]:
        path = re.sub(r"\{\w+(:\w+)?\}", "{}", getattr(route, "path", ""))
        if isinstance(route, Route) and route.methods:
            answered |= {(method, path) for method in route.methods - {"HEAD"}}
        elif path.endswith("/socket"):
            assert f"`{path}`" in re.sub(r"\{\w+\}", "{}", WIRE)
    assert described == answered


def test_every_message_of_a_device_is_described() -> None:
    described = {}
    for cell in rows("From the device"):
        fields = re.search(r"\{type: \"(\w+)\"(.*)\}", cell)
        assert fields, cell
        described[fields[1]] = set(re.findall(r"\w+", fields[2]))
    known = {
        kind.__struct_config__.tag: {field.name for field in msgspec.structs.fields(kind)}
        for kind in get_args(messages.Message)
    }
    assert described == known


def test_every_field_of_a_table_is_described(port: int) -> None:
    device = Device(port)
    table = device.open(device.begin("icefloes", "person", "person")).see()
    device.close()
    of_table, of_history = WIRE.split("`table`:\n\n")[1].split("`history` holds")
    assert set(table) - {"type", "line", "branches"} == fields(of_table)
    assert set(table["history"]) == fields(of_history)


def fields(block: str) -> set[str]:
    """The first words of a list."""
    names = re.findall(r"^    ((?:\w+, )*\w+)", block, re.MULTILINE)
    return {name for group in names for name in group.split(", ")}
