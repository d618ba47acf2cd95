"""Pictures in the folders of games with rules."""

from pathlib import Path

from tests.server.serving import Device


def test_a_game_with_rules_has_pictures_in_its_folder(ann: Device, sticks: Path) -> None:
    (sticks / "turtle.svg").write_text("<svg/>", "utf-8")
    sticks.with_name("secret.png").write_text("not of the game", "utf-8")
    status, headers, data = ann.request("GET", "/api/games/sticks/pictures/turtle.svg")
    assert (status, data, headers["content-type"]) == (200, b"<svg/>", "image/svg+xml")
    assert "sandbox" in headers["content-security-policy"]
    for file in ("rules.py", "none.png", "..%2Fsecret.png", "..%2fsticks%2Fturtle.svg"):
        assert ann.request("GET", f"/api/games/sticks/pictures/{file}")[0] == 404
