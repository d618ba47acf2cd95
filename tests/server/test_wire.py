"""docs/reference/wire.md is true: its addresses, its messages and the fields of a table."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import msgspec
from starlette.routing import Route

from everygame.server.app import SOCKET, all_routes
from everygame.server.development.routes import DevelopmentRoutes
from everygame.server.network.network import Network
from everygame.server.requests import messages
from everygame.server.requests.limits import LongWork
from everygame.time_source import REAL
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
    nothing: Any = None
    matches: Any = SimpleNamespace(
        store=None, clock=REAL, bots=None, names=None, long_work=LongWork()
    )
    answered = {("GET", "/static/…")}
    assert f"`{SOCKET}`".replace("{match}", "{}") in re.sub(r"\{\w+\}", "{}", WIRE)
    written = DevelopmentRoutes(nothing, matches).routes()
    for route in [*written, *all_routes(matches, nothing, nothing, Network(), nothing)]:
        path = re.sub(r"\{\w+(:\w+)?\}", "{}", getattr(route, "path", ""))
        if isinstance(route, Route) and route.methods:
            answered |= {(method, path) for method in route.methods - {"HEAD"}}
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


def test_every_field_of_a_table_is_described(ann: Device) -> None:
    table = ann.start().table
    of_table, of_history = WIRE.split("`view`:\n\n")[1].split("`history` holds")
    assert set(table) - {"type", "line", "branches"} == fields(of_table)
    assert set(table["history"]) == fields(of_history)


def fields(block: str) -> set[str]:
    """The first words of a list, but for those with a question mark: they may be missing."""
    names = re.findall(r"^    ((?:\w+, )*\w+)(?![\w?])", block, re.MULTILINE)
    return {name for group in names for name in group.split(", ")}
