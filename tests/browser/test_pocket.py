"""The page from a folder of files behind a plain file server: with a Python of its own, and later
without any server."""

from __future__ import annotations

import gzip
import json
import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from everygame.bots.request import ask
from everygame.catalogues import ENGLISH, find_catalogue, languages
from everygame.library.registry import find_game
from everygame.pocket.export import service
from everygame.sandbox.package import pack
from tests.browser.conftest import Server
from tests.browser.offline import COMPILED
from tests.browser.sessions import hold, sessions
from tests.browser.site import SLOWLY, Site
from tests.browser.steps import button, cell, plies, tab
from tests.sandbox.test_uploads import MAPPED, files, picture

WHOLE = "navigator.serviceWorker.ready.then(() => true)"


FIRST_VISIT = 9_000_000
"""The most bytes of a first visit; the page says so to whoever waits for Python."""
MACHINE_CODE = 700_000
"""The most bytes of it that are there because rules and searches are machine code."""


def test_a_first_visit_is_small(site: Site) -> None:
    """Even where rules and searches are machine code, which a long part compiles."""
    assert compressed(site) + MACHINE_CODE < FIRST_VISIT


@pytest.mark.long("pocket", guard="tests/browser/test_pocket.py::test_a_first_visit_is_small")
def test_machine_code_is_small(site: Site, compiled_site: Site) -> None:
    assert compressed(compiled_site) - compressed(site) < MACHINE_CODE


def compressed(site: Site) -> int:
    """The bytes of a first visit as a host may send them: of all files but those of languages, and
    of the larger of these, which stands for the visitor's beside English."""
    sizes = {
        name: min(len(data), len(gzip.compress(data, 6))) for name, data in site.files().items()
    }
    spoken = {
        language: sum(
            size for name, size in sizes.items() if re.search(rf"[./]{language}\.(json|po)$", name)
        )
        for language in languages()
    }
    others = sum(spoken.values()) - spoken[ENGLISH] - max(spoken.values())
    return sum(sizes.values()) - others


PYTHON = "python/everygame.zip.gzipped"
DENIED = b"""navigator.storage.getDirectory = () => Promise.reject(new Error("no"));
"""


def test_a_browser_that_keeps_nothing_is_told_so(device: Callable[..., Page], site: Site) -> None:
    name = "static/pocket/kept_files.js"
    site.instead[name] = DENIED + (site.folder / name).read_bytes()
    try:
        page = device(lost=True, base_url=site.url)
        page.goto(site.url)
        expect(page.get_by_role("alert")).to_contain_text(
            "This device cannot start EveryGame: This browser lets nothing be kept here.",
            timeout=SLOWLY,
        )
    finally:
        site.instead.clear()


SPOIL = """async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("everygame", { create: true });
  const handle = await folder.getFileHandle("everygame.db", { create: true });
  const file = await handle.createWritable();
  await file.write("spoiled ".repeat(2000));
  await file.close();
}"""


def test_what_is_damaged_is_said_in_one_sentence(device: Callable[..., Page], site: Site) -> None:
    page = device(lost=True, base_url=site.url)
    page.goto(f"{site.url}NOTICES.txt")
    page.evaluate(SPOIL)
    page.goto(site.url)
    expect(page.get_by_role("alert")).to_have_text(
        "This device cannot start EveryGame: What this browser keeps of EveryGame is damaged.",
        timeout=SLOWLY,
    )


UPDATE = """async () => {
  const kept = await navigator.serviceWorker.ready;
  const state = new Promise((done) => kept.addEventListener("updatefound", () => {
    const newer = kept.installing;
    newer.addEventListener("statechange", () => done(newer.state));
  }));
  await kept.update();
  return state;
}"""
BEGIN_UPDATE = "navigator.serviceWorker.ready.then((kept) => { void kept.update(); })"
NEW = "getComputedStyle(document.documentElement).getPropertyValue('--newer')"
STILL_WAITS = """async () => {
  const kept = await navigator.serviceWorker.ready;
  const { waiting } = kept;
  await kept.update();
  return waiting !== null && waiting === kept.waiting;
}"""
"""Whether the newer worker waits, also when the browser is done with whatever it began."""
NEVER_ANSWERED = "void fetch('api/saves')"
"""The service worker asks the page, which asks the Python that it has not got."""
HERE = "A new version of EveryGame is here."
WITHOUT_PYTHON = "window.Worker = class { postMessage() {} terminate() {} };"
"""A page with such workers never starts Python, which takes seconds of the processor."""


def newer_version(site: Site, called: str) -> dict[str, bytes]:
    """Those files of a newer version that are others; its style sheet says what it is called."""
    files = site.files()
    del files["service.js"]
    files["static/base.css"] += f":root {{ --newer: {called}; }}".encode()
    files["static/library/kit.js"] += f"// {called}".encode()
    files["service.js"] = service(files)
    changed = ("service.js", "static/base.css", "static/library/kit.js")
    return {name: files[name] for name in changed}


def test_a_new_version_comes_whole_or_not_at_all(device: Callable[..., Page], site: Site) -> None:
    """The service worker keeps the files of a new version. It needs no Python for that."""
    page = device(lost=True, base_url=site.url)
    page.add_init_script(WITHOUT_PYTHON)
    page.goto(site.url)
    page.evaluate(WHOLE)
    page.reload()
    newer = newer_version(site, "yes")
    kit = "static/library/kit.js"
    site.instead = {name: data for name, data in newer.items() if name != kit}
    try:
        assert page.evaluate(UPDATE) == "redundant"  # the host has not got all of it yet
        site.instead = newer
        site.late[kit] = threading.Event()
        page.evaluate(BEGIN_UPDATE)
        page.reload()  # in the middle of it
        expect(page.locator("html")).to_have_css("--newer", "")
        site.late.pop(kit).set()
        expect(page.get_by_text(HERE)).to_be_visible(timeout=SLOWLY)
        assert page.evaluate(STILL_WAITS)
        page.reload()
        expect(page.get_by_text(HERE)).to_be_visible(timeout=SLOWLY)
        assert page.evaluate(NEW) == ""
        site.instead = newer_version(site, "newest")
        assert page.evaluate(UPDATE) == "installed"
        page.evaluate(NEVER_ANSWERED)
        button(page, "Use it now").click()
        expect(page.locator("html")).to_have_css("--newer", "newest", timeout=SLOWLY)
    finally:
        site.instead.clear()


def look_around_and_begin(page: Page, site: Site, game: str) -> None:
    """Before Python has come there are pictures and a button, and what it begins waits for it."""
    site.late[PYTHON] = threading.Event()
    try:
        page.goto(site.url)
        page.get_by_role("link", name=game).first.click()
        expect(page.get_by_role("img", name=f"How {game} starts")).to_be_visible()
        expect(
            page.get_by_text("Python is coming to this device: at most 9 MB, this once.")
        ).to_be_visible()
        button(page, "Play").click()
    finally:
        site.late.pop(PYTHON).set()
    expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=SLOWLY)
    expect(page.get_by_text("Python is coming")).to_have_count(0)


def go(page: Page, here: str, there: str) -> None:
    """Play by tapping."""
    page.locator(".prompt", has_text="North").wait_for(timeout=SLOWLY)
    cell(page, here).tap()
    cell(page, there).tap()


def play_to_the_end(page: Page) -> None:
    """A match of tic-tac-toe against a bot, by tapping."""
    free, over = page.locator("[aria-label*='can be placed here']"), page.locator(".prompt.over")
    while True:
        expect(free.or_(over).first).to_be_visible(timeout=SLOWLY)
        if over.count():
            return
        played = plies(page).count()
        free.first.tap()
        expect(plies(page).nth(played)).to_be_visible(timeout=SLOWLY)


OFFER = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = () => { window.prompted = true; };
  dispatchEvent(event);
}"""


def save_all(page: Page, file: Path) -> Path:
    page.get_by_role("link", name="Devices").click()
    with page.expect_download() as download:
        button(page, "Save all as a file").click()
    download.value.save_as(file)
    return file


def take(page: Page, file: Path, answer: str) -> None:
    """From the page of devices."""
    page.get_by_label("Save file").set_input_files(file)
    expect(page.get_by_text(answer)).to_be_visible(timeout=SLOWLY)


def install(page: Page) -> None:
    chromium = page.context.new_cdp_session(page)
    faults = chromium.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {one["errorId"] for one in faults} <= {"in-incognito"}  # as every page of the tests
    assert chromium.send("Page.getAppManifest")["errors"] == []
    expect(button(page, "Install")).to_be_hidden()
    page.evaluate(OFFER)
    button(page, "Install").click()
    page.wait_for_function("window.prompted")


def take_to_a_server_and_back(page: Page, home: Page, folder: Path) -> None:
    played = save_all(page, folder / "pocket.json")
    home.goto("/devices")
    take(home, played, "1 match is taken.")
    expect(home.locator(".saved", has_text="Ice Floes")).to_be_visible()
    back = save_all(home, folder / "home.json")
    take(home, played, "Nothing new is taken. 1 was here already.")
    take(page, back, "Nothing new is taken. 1 was here already.")


def play_without_the_host(page: Page) -> None:
    page.get_by_role("link", name="EveryGame").click()
    expect(page.locator(".saved", has_text="Ice Floes")).to_be_visible(timeout=SLOWLY)
    page.get_by_role("link", name="Tic-Tac-Toe").first.click()
    button(page, "Play").click()
    play_to_the_end(page)


def make_a_table(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#/create")
    button(page, "Play it").click()
    expect(page).to_have_url(re.compile(r"/games/every/#/match/"), timeout=SLOWLY)
    page.go_back()
    expect(page).to_have_url(re.compile(r"/games/every/#/create/t"), timeout=SLOWLY)
    expect(button(page, "Play it")).to_be_visible(timeout=SLOWLY)


def test_a_match_goes_to_a_server_and_outlives_its_page_and_its_host(
    device: Callable[..., Page], server: Server, site: Site, tmp_path: Path
) -> None:
    """Python starts twice in it, which is what takes the time."""
    page = device(base_url=site.url, has_touch=True)
    page.set_default_timeout(SLOWLY)
    look_around_and_begin(page, site, "Ice Floes")
    go(page, "d6", "d7")
    expect(plies(page).nth(1)).to_be_visible(timeout=SLOWLY)  # the bot has answered
    shown = plies(page).all_inner_texts()
    tab(page, "Options")
    expect(button(page, "Save")).to_be_visible()
    expect(button(page, "Other device"), "which could not reach this page").to_have_count(0)
    tab(page, "History")
    match = page.url
    assert re.search(r"/games/every/#/match/.+", match)
    page.get_by_role("link", name="EveryGame").click()
    expect(page).to_have_url(f"{site.url}#/")
    install(page)
    take_to_a_server_and_back(page, device(), tmp_path)
    assert page.evaluate(WHOLE)
    page.wait_for_function(COMPILED, timeout=SLOWLY)  # the next start takes what this one compiled
    page.goto(f"{site.url}#/last")
    expect(page).to_have_url(match, timeout=SLOWLY)
    site.stop()
    try:
        page.reload()  # its workers end in the middle of whatever they do
        expect(plies(page).nth(1)).to_be_visible(timeout=SLOWLY)
        assert plies(page).all_inner_texts()[:2] == shown[:2]
        play_without_the_host(page)
        make_a_table(page, site)
    finally:
        site.start()


UPLOAD = """async ([at, data]) => {
  const { send } = await import(`${at}static/net/api.js`);
  return (await send("/api/tables", new Blob([new Uint8Array(data)]))).name;
}"""
SHOWN = """async (address) => {
  const answer = await fetch(address);
  const picture = await createImageBitmap(await answer.blob());
  return [answer.status, picture.width, picture.height];
}"""


def test_it_answers_as_the_server_does_and_keeps_what_is_made(
    device: Callable[..., Page], server: Server, site: Site
) -> None:
    """Both answer a German visitor in German. The pocket fetches no other language's catalogue."""
    german = find_catalogue("de")
    assert german
    wanted = sessions(seed=3, most=12)
    page = device(locale="de-AT")
    page.goto(server.url)
    expected = hold(page, "/", wanted)
    page = device(base_url=site.url, locale="de-AT")
    page.set_default_timeout(SLOWLY)
    site.sent.clear()
    page.goto(site.url)
    answered = hold(page, "/games/every/", wanted)
    assert {name for name in site.sent if name.endswith(".po")} == {"python/languages/de.po"}
    for session, one, other in zip(wanted, answered, expected, strict=True):
        assert one == other, session["game"]
    assert "Wähle ein leeres Feld." in "".join(answered)
    table = list(pack(files(MAPPED, map__png=picture(40, 30))))
    name = page.evaluate(UPLOAD, ["/games/every/", table])
    assert page.evaluate(WHOLE)
    page.reload()
    remove = german.say("page", "Remove {title}").replace("{title}", MAPPED["title"])
    button(page, remove).wait_for()
    address = f"{site.url}api/games/{name}/pictures/map.png"
    assert page.evaluate(SHOWN, address) == [200, 40, 30]


THINK = """async ([worker, jobs]) => {
  const thinker = new Worker(worker, { type: "module" }), answers = [];
  const answer = () => new Promise((done) => { thinker.onmessage = ({ data }) => done(data); });
  thinker.postMessage({ begin: "think" });
  for (const job of jobs) {
    const answered = answer();
    thinker.postMessage({ job: JSON.stringify(job) });
    thinker.postMessage({ stop: true });
    answers.push(await answered);
  }
  thinker.terminate();
  return answers;
}"""


LOADED = """[path.stat().st_size for path in map(__import__("pathlib").Path,
  __import__("everygame.pocket.main", fromlist=["main"]).loaded_modules())]"""
"""The sizes of the files of machine code that a Python has loaded."""


def test_a_search_stops_when_told_and_has_bounded_memory(
    device: Callable[..., Page], site: Site
) -> None:
    """The search would take an hour, and stops as soon as it has looked whether it is to stop. What
    is loaded of machine code lies no second time among the files."""
    game = find_game("reversi").game()
    asked = {**ask(game, [game.initial_state()], 0), "level": "strong", "seed": 1, "seconds": 3600}
    search = {"call": "everygame.bots:choose", "request": asked}
    eat = {"call": "builtins:bytes", "request": 1_000_000_000}
    look = {"call": "builtins:eval", "request": LOADED}
    page = device(lost=True, base_url=site.url)
    page.set_default_timeout(SLOWLY)
    page.goto(f"{site.url}NOTICES.txt")
    worker = f"{site.url}static/pocket/worker.js"
    loaded, stopped, full = page.evaluate(THINK, [worker, [look, search, eat]])
    sizes = json.loads(loaded)["result"]
    assert sizes
    assert not any(sizes)
    assert json.loads(stopped) == {"died": "it was stopped"}
    assert "too much memory" in full["failed"]
