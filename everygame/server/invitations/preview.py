"""Says in a few words to what a link invites, on its page and for programs that preview links."""

from __future__ import annotations

from html import escape

from everygame.server.clock.terms_and_course import DAY, Clock
from everygame.server.matches.live_match import LiveMatch
from everygame.words import count, say, translate


def write_preview(live: LiveMatch, home: str, language: str) -> str:
    """Return the HTML tags by which a chat shows a link: the host, the game and its clock. `home`
    is the address of the server, with a slash at its end."""
    game = live.facts.title
    hosts = live.seats.mine(live.owner)
    invites = (
        say("{name} invites you to {game}", name=live.seats.name_of(min(hosts)), game=game)
        if hosts
        else say("You are invited to {game}", game=game)
    )
    tags = {
        "og:site_name": "EveryGame",
        "og:type": "website",
        "og:title": translate(invites, language),
        "og:description": translate(describe_clock(live.referee.terms.clock), language),
        "og:image": f"{home}static/icon-512.png",
    }
    return "".join(
        f'<meta property="{name}" content="{escape(text)}">\n' for name, text in tags.items()
    )


def describe_clock(clock: Clock | None) -> str:
    """Return a sentence about the time control of a match."""
    if clock is None:
        return say("There is no clock.")
    if clock.is_slow():
        days = round(clock.seconds / DAY)
        return count("One day for each turn.", "{n} days for each turn.", days)
    if clock.each == "turn":
        seconds = round(clock.seconds)
        one, more = "One second for each turn.", "{n} seconds for each turn."
        return count(one, more, seconds)
    minutes, added = max(1, round(clock.seconds / 60)), round(clock.increment)
    if not added:
        one, more = "One minute for each player.", "{n} minutes for each player."
        return count(one, more, minutes)
    return count(
        "One minute for each player, and {added} s with each turn.",
        "{n} minutes for each player, and {added} s with each turn.",
        minutes,
        added=added,
    )
