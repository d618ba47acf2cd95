"""Answers HTTP requests about games: the library, the page of a new match, rule sheets and guided
first matches."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from everygame.build import build
from everygame.library.lessons import lessons
from everygame.library.rulesheet import rule_sheet
from everygame.process.isolation import find_safe_game
from everygame.server.devices.cookies import find_device
from everygame.server.library.cards import Library, game_in_path
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.shelf import shelf
from everygame.server.requests import messages
from everygame.server.requests.encoding import decode
from everygame.server.requests.limits import read_body
from everygame.server.requests.reply import get, post, reply
from everygame.server.tables.uploads import Uploads
from everygame.version import __version__


class LibraryRoutes:
    """Answers the requests about games."""

    def __init__(self, matches: LiveMatches, library: Library, uploads: Uploads) -> None:
        self.matches = matches
        self.library = library
        self.uploads = uploads

    def routes(self) -> list[BaseRoute]:
        game = "/api/games/{game}"
        return [
            get("/api/library", self.list_games),
            get(game, self.game),
            post(game + "/preview", self.preview),
            post(game + "/edit", self.edit),
            post(game + "/generate", self.generate),
            get(game + "/rules", self.rules),
            get(game + "/lessons", self.lessons),
        ]

    async def list_games(self, request: Request) -> Response:
        """Answer with the library of a device: all games, its own tables, and its matches."""
        device = await find_device(request, self.matches.store)
        matches = [] if device is None else await shelf(self.matches, device)
        own = [] if device is None else await self.uploads.cards(device)
        games = await run_in_threadpool(self.library.cards)
        answer = {
            "games": games,
            "own": own,
            "matches": matches,
            "public": self.matches.public,
            "version": __version__,
            "build": build(),
        }
        return reply(answer)

    async def game(self, request: Request) -> Response:
        """Answer with a game and its options."""
        return reply(await run_in_threadpool(self.library.details, game_in_path(request)))

    async def preview(self, request: Request) -> Response:
        """Answer with the picture of a start position with some options."""
        name = game_in_path(request)
        body = decode(await read_body(request), messages.Options)
        return reply(await run_in_threadpool(self.library.preview, name, body.options))

    async def edit(self, request: Request) -> Response:
        """Answer with the value of an option after one edit in its editor."""
        name = game_in_path(request)
        body = decode(await read_body(request), messages.Edit)
        values = body.options, body.option, body.value, body.move
        return reply(await run_in_threadpool(self.library.edit, name, *values))

    async def generate(self, request: Request) -> Response:
        """Answer with a new value of an option, made by the game."""
        name = game_in_path(request)
        body = decode(await read_body(request), messages.Generate)
        made = self.library.generate(name, body.options, body.option, body.length)
        return reply(await made)

    async def rules(self, request: Request) -> Response:
        """Answer with the rule sheet of a game, as HTML in a language."""
        entry = find_safe_game(game_in_path(request))
        language = request.query_params.get("lang", "en")
        return reply(await run_in_threadpool(rule_sheet, entry, language))

    async def lessons(self, request: Request) -> Response:
        """Answer with the guided first match of a game, in a language."""
        entry = find_safe_game(game_in_path(request))
        language = request.query_params.get("lang", "en")
        return reply(await run_in_threadpool(lessons, entry, language))
