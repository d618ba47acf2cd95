"""Pictures in the folders of games with rules."""

from collections.abc import Callable
from pathlib import Path

from everygame.library.new import new_game
from tests.server.serving import Device

Make = Callable[[], Device]


def test_a_game_with_rules_has_pictures_in_its_folder(device: Make, games_home: Path) -> None:
    folder, one = new_game("sticks", games_home), device()
    (folder / "turtle.svg").write_text("<svg/>", "utf-8")
    (games_home / "secret.png").write_text("not of the game", "utf-8")
    status, headers, data = one.request("GET", "/api/games/sticks/pictures/turtle.svg")
    assert (status, data, headers["content-type"]) == (200, b"<svg/>", "image/svg+xml")
    assert "sandbox" in headers["content-security-policy"]
    for file in ("rules.py", "none.png", "..%2Fsecret.png", "..%2fsticks%2Fturtle.svg"):
        assert one.request("GET", f"/api/games/sticks/pictures/{file}")[0] == 404
