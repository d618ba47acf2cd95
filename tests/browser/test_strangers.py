"""What strangers write is text on the page: nothing of it runs, and nothing is fetched for it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from everygame.sandbox.package import pack
from tests.sandbox.test_uploads import files, picture

RUNS = "<script>window.ran=1</script>"
LOADS = "<img src=//evil.example/x onerror=window.ran=1>"
TABLE = {
    "format": 1,
    "title": RUNS,
    "sentence": LOADS,
    "seats": [{"name": "<i onclick=window.ran=1>"}, {"name": "'\"><svg onload=ran=1>"}],
    "board": {"columns": 2, "rows": 2, "picture": "map.png"},
    "areas": [{"id": "tray", "name": "<b onclick=window.ran=1>", "x": 0, "y": 3}],
    "pieces": [
        {"id": "p", "name": '"><svg onload=window.ran=1>', "text": "<b>x</b>", "at": ["a1"]}
    ],
}
SHEET = f"""# {RUNS}
{LOADS} [a](javascript:window.ran=1) ![b](https://evil.example/b.png) <https://evil.example>

```scene
caption: {LOADS}
moves: {RUNS}
```
"""
SEND = """async (bytes) => {
  const answer = await fetch("/api/tables", { method: "POST", body: new Uint8Array(bytes) });
  return (await answer.json()).name;
}"""
BEGIN = """async (game) => {
  const seats = [{ kind: "person" }, { kind: "person" }];
  const body = JSON.stringify({ game, options: { players: "2" }, seats, key: "strangers" });
  return (await (await fetch("/api/matches", { method: "POST", body })).json()).match;
}"""
HANDLERS = "[...document.querySelectorAll('*')].flatMap((e) => e.getAttributeNames())"
LINKS = "[...document.links].map((link) => link.origin)"


def test_what_strangers_write_is_text(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    data = pack(files(TABLE, map__png=picture(), rules__en__md=SHEET.encode()))
    name = page.evaluate(SEND, list(data))
    match = page.evaluate(BEGIN, name)
    for path in ("/", f"/new/{name}", f"/rules/{name}", f"/create/{name}", f"/match/{match}"):
        page.goto(path)
        shown = page.locator("svg:visible") if "create" in path else page.get_by_text(RUNS)
        expect(shown.first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.ran") is None
        assert not [found for found in page.evaluate(HANDLERS) if found.startswith("on")]
        assert set(page.evaluate(LINKS)) <= {page.evaluate("location.origin")}
    home = page.evaluate("location.origin")
    assert not [url for url in asked if not url.startswith((home, "data:", "blob:"))]
