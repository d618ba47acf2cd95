"""Kits over HTTP: their parts, their files, and refusals."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from tests.server.serving import Device


def test_what_is_in_a_box_is_told_and_then_made(ann: Device) -> None:
    told = ann.post("/api/games/tictactoe/kit/parts", {"size": "letter"})
    assert [part["count"] for part in told["parts"]] == [1, 5, 4]
    assert told["fault"] == "" and told["plastic"] == []
    solid = ann.post("/api/games/coldspell/kit/parts", {"options": {"players": "3"}})["plastic"]
    assert [thing["count"] for thing in solid] == [5, 5, 5]
    assert all(thing["picture"].startswith("data:image/png;base64,") for thing in solid)
    _, headers, data = ann.request("POST", "/api/games/tictactoe/kit", {"scale": "40mm"})
    assert headers["content-type"] == "application/zip"
    assert 'filename="tictactoe-kit.zip"' in headers["content-disposition"]
    files = zipfile.ZipFile(io.BytesIO(data))
    assert files.namelist() == [
        "tictactoe-kit/tictactoe-paper.pdf",
        "tictactoe-kit/tictactoe-rules.pdf",
    ]
    assert all(files.read(name).startswith(b"%PDF") for name in files.namelist())


def test_a_game_of_ones_own_has_a_box_too(ann: Device, sticks: Path) -> None:
    """Such a game runs in a process of its own."""
    told = ann.post("/api/games/sticks/kit/parts", {})
    assert told["title"] == "Sticks" and told["fault"] == ""
    assert sum(part["count"] for part in told["parts"]) > 1


@pytest.mark.parametrize(
    ("game", "body", "status", "why"),
    [
        ("nothing", {}, 404, "There is no game"),
        ("freez", {"size": "A3"}, 400, "The paper is one of A4, letter, not 'A3'."),
        ("freez", {"scale": "1"}, 400, "The scale is from 15 to 60 mm, such as 25mm, not '1'."),
        ("freez", {"clearance": "5mm"}, 400, "The clearance is from 0.1 to 0.8 mm"),
        ("freez", {"options": {"size": "5"}}, 400, "size"),
        ("coldspell", {"options": {"deck": "/etc/passwd"}}, 400, "only what is offered"),
        ("freez", {"size": 4}, 400, "size"),
    ],
)
def test_what_cannot_be_made_is_one_sentence(
    ann: Device, game: str, body: dict[str, object], status: int, why: str
) -> None:
    for path in ("", "/parts"):
        assert why in ann.post(f"/api/games/{game}/kit{path}", body, status)["error"]
