"""A person with a finger: plays any game on the page by what the page shows, and by nothing else.

`Person` looks for what is marked: places with a dot, a ring or a frame, buttons beside a place and
under the prompt, the cover between two people at one screen. It never opens the list of all
choices. It taps the middle of what is seen of a target, as a finger does, and takes down in a
`Report` whatever would make somebody stumble.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from playwright.sync_api import ConsoleMessage, Page

EYES: Final = Path(__file__).with_name("eyes.js").read_text("utf-8")
FINGER: Final = 44
"""Pixels across that a finger needs."""
LONG: Final = 50
"""Milliseconds in which a page must have done what it does at once."""
PATIENCE: Final = 15_000
"""Milliseconds until a tap counts as one without an answer."""
BLINK: Final = 150
"""Milliseconds for which each of several people looks, before the next does."""
BUTTON: Final = 0.3
"""How often a button is taken where places of the board may be touched as well."""
GREED: Final = 0.9
"""How often what has a ring, a capture, is taken where others could be: it ends matches sooner."""
OFFERED: Final = "Banner not shown: beforeinstallprompt"
"""Chromium says so of every page that offers to be installed at a place of its own."""
SLIP: Final = 0.03
"""How often the finger touches a place where nothing is marked."""


@dataclass
class Report:
    """What was seen while a match was played."""

    taps: int = 0
    slips: int = 0
    scrolls: int = 0
    plies: int = 0
    ending: str = ""
    stumbles: list[str] = field(default_factory=list)
    small: dict[str, tuple[float, float]] = field(default_factory=dict)
    """The smallest target of each kind under 44 pixels: its width and height."""
    long: list[float] = field(default_factory=list)
    """Tasks that kept the page busy, in milliseconds."""

    def stumble(self, what: str) -> None:
        if what not in self.stumbles:
            self.stumbles.append(what)

    def text(self) -> str:
        slow = f"{len(self.long)} tasks over {LONG} ms, the longest {max(self.long, default=0):.0f}"
        small = ", ".join(f"{kind} {w:.0f}×{h:.0f}" for kind, (w, h) in self.small.items())
        counts = f"{self.plies} plies, {self.taps} taps, {self.slips} slips, {self.scrolls} scrolls"
        lines = [f"{counts}; {slow}", f"under {FINGER} px: {small or 'none'}"]
        return "\n".join(
            [*lines, f"end: {self.ending}", *(f"STUMBLE {one}" for one in self.stumbles)]
        )


class Person:
    """Somebody at one device.

    Args:
        page: the page of the device, which must be able to be touched.
        rng: chooses among what is marked.
        report: what is seen goes here.
        slips: how often a place is touched that is not marked, from 0 to 1.
        hints: whether this person asks for a hint before each move, and follows it.
    """

    def __init__(
        self, page: Page, rng: Random, report: Report, slips: float = SLIP, hints: bool = False
    ) -> None:
        self.page, self.rng, self.report, self.slips = page, rng, report, slips
        self.hints = hints
        self.seen: dict[str, Any] = {}
        self.place: list[list[float]] = []
        self.places: set[str] = set()
        """The names of the places of the board that was seen last."""
        self.touched = ""
        """The name of the place that was touched last."""
        page.add_init_script(EYES)
        page.on("console", self.hear)
        page.on("pageerror", lambda error: report.stumble(f"error of the page: {error}"))

    def hear(self, message: ConsoleMessage) -> None:
        if not message.text.startswith(OFFERED):
            self.report.stumble(f"console: {message.text}")

    def look(self) -> dict[str, Any]:
        """What the page shows now; see eyes.js."""
        return self.take_in(self.page.evaluate("() => eyes.look()"))

    def wait(self, patience: int) -> dict[str, Any]:
        """What the page shows when it shows something else and rests, or when time is up."""
        asked = [self.seen["sign"], patience]
        return self.take_in(self.page.evaluate("([sign, ms]) => eyes.wait(sign, ms)", asked))

    def take_in(self, seen: dict[str, Any]) -> dict[str, Any]:
        self.seen = seen
        self.report.long += [one for one in seen["long"] if one > LONG]
        self.report.plies = max(self.report.plies, seen["plies"])
        if seen["wide"]:
            self.report.stumble(f"the page can be moved sideways by {seen['wide']} px")
        self.watch_board()
        return seen

    def watch_board(self) -> None:
        """The board and the prompt stay where they are, and the board as wide, in a match.

        Each on the page or in sight: where a page is scrolled it may stay behind or go along. A
        board of which most places are others is another one.
        """
        now = [self.seen["onPage"], self.seen["inSight"]]
        before, self.places = self.places, set(self.seen["places"])
        if 2 * len(before & self.places) < len(before):
            self.place = []
        parts = (slice(0, 3), slice(3, 4))
        moved = self.place and any(
            all(apart(one[part], other[part]) for one, other in zip(now, self.place, strict=True))
            for part in parts
        )
        if moved and not self.seen["over"]:
            words = f"the board jumps from {self.place[0]} to {now[0]}: {self.seen['prompt']}"
            self.report.stumble(words)
        self.place = now

    @property
    def may_act(self) -> bool:
        return bool(self.seen["targets"])

    @property
    def over(self) -> bool:
        return bool(self.seen["over"])

    def act(self) -> None:
        """Touch one thing that is marked, or by mistake one that is not."""
        self.read()
        if self.hints:
            self.page.get_by_role("button", name="Hint").tap()
            self.wait(PATIENCE)
        # Twice at one place is no fault, and quickly is not answered.
        idle = [one for one in self.seen["idle"] if one["name"] != self.touched]
        slip = bool(idle) and self.rng.random() < self.slips
        target = self.rng.choice(idle) if slip else self.choose()
        before = self.seen["prompt"]
        if not self.touch(target):
            return
        after = self.wait(PATIENCE)
        name = f"{target['kind']} “{target['name']}”"
        self.touched = target["name"]
        self.report.slips += slip
        if after["late"]:
            self.report.stumble(f"no answer to a tap on {name} ({'slip' if slip else before})")
        elif after["refused"] and not slip:
            self.report.stumble(f"marked, yet refused: {name}: {after['refused']} ({before})")

    def read(self) -> None:
        """The prompt has to say what to do."""
        kinds = sorted({target["kind"] for target in self.seen["targets"]})
        prompt = self.seen["prompt"]
        if not prompt and kinds != ["cover"]:
            self.report.stumble(f"no prompt, though there is something to touch: {kinds}")
        for name in self.seen["dead"]:
            self.report.stumble(f"marked, yet it cannot be touched: {name} ({prompt})")

    def choose(self) -> dict[str, Any]:
        """By chance; buttons less often than places, for there are fewer."""
        found = self.seen["targets"]
        if advised := [one for one in found if one["advised"]]:
            return dict(advised[0])
        places = [one for one in found if one["kind"] == "place"]
        rings = [one for one in places if one["ring"]]
        places = rings if rings and self.rng.random() < GREED else places
        others = [one for one in found if one["kind"] != "place"]
        if places and (not others or self.rng.random() > BUTTON):
            return dict(self.rng.choice(places))
        return dict(self.rng.choice(others))

    def touch(self, target: dict[str, Any]) -> bool:
        """A tap on the middle of what is seen of it; whether it could be touched."""
        found = self.page.evaluate("(number) => eyes.aim(number)", target["number"])
        name = f"{target['kind']} “{target['name']}”"
        if found is None:
            self.look()
            return False
        if found["scrolled"]:
            self.report.scrolls += 1
        if found["covered"]:
            if target["kind"] != "idle":  # a question may hide what cannot be touched
                self.report.stumble(f"{name} lies under {found['covered']} ({self.seen['prompt']})")
            self.look()
            return False
        self.measure(target["kind"], found["width"], found["height"])
        self.report.taps += 1
        self.page.touchscreen.tap(found["x"], found["y"])
        return True

    def measure(self, kind: str, width: float, height: float) -> None:
        least = min(self.report.small.get(kind, (FINGER, FINGER)))
        if min(width, height) < least:
            self.report.small[kind] = (width, height)


def apart(one: list[float], other: list[float]) -> bool:
    """Whether two boxes differ by more than a pixel."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) > 1


def play(people: list[Person], most: int, pause: Any = None) -> None:
    """Play a match that is open on the devices of these people to its end.

    Args:
        people: one for each device.
        most: so many taps are allowed.
        pause: called before each tap with the number of plies.
    """
    report = people[0].report
    for person in people:
        person.look()
    idle = 0
    while not all(person.over for person in people):
        if report.taps > most:
            report.stumble(f"not over after {most} taps")
            return
        if idle >= PATIENCE:
            report.stumble(f"nothing can be touched: {people[0].seen['prompt']}")
            return
        if pause:
            pause(report.plies)
        idle = 0 if act_or_wait(people) else idle + patience(people)
    report.ending = people[0].seen["prompt"]


def patience(people: list[Person]) -> int:
    """Milliseconds for which everybody looks where nothing can be touched."""
    return BLINK * len(people) if len(people) > 1 else PATIENCE


def act_or_wait(people: list[Person]) -> bool:
    """Whoever has something to touch touches it; else all wait for what comes.

    Returns whether somebody touched something, or saw something come or a bot think.
    """
    ready = [person for person in people if person.may_act and not person.over]
    if ready:
        ready[0].act()
    others = [person for person in people if person not in ready[:1]]
    for person in others:
        person.wait(BLINK if len(people) > 1 else PATIENCE)
    return bool(ready) or any(one.seen["thinking"] or not one.seen["late"] for one in others)
