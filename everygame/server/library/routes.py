"""Answers HTTP requests about games: the library, the page of a new match, rule sheets and guided
first matches."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from everygame.build import build
from everygame.contract import Json
from everygame.library.lessons import lessons
from everygame.library.rulesheet import rule_sheet
from everygame.process.isolation import find_safe_game
from everygame.process.metering import in_thread
from everygame.server.devices.cookies import find_device
from everygame.server.library.cards import Library, game_in_path
from everygame.server.matches.library_list import news, shelf
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.requests import messages
from everygame.server.requests.reply import language_of
from everygame.server.requests.routes import Routes, get, post
from everygame.server.tables.uploads import Uploads
from everygame.version import __version__


@dataclass
class LibraryRoutes(Routes):
    """Answers the requests about games."""

    matches: LiveMatches
    library: Library
    uploads: Uploads

    @get("/api/library")
    async def list_games(self, request: Request) -> Json:
        """Answer with the library of a device: all games, its own tables, and its matches."""
        device = await find_device(request)
        language = language_of(request.headers)
        matches = [] if device is None else await shelf(self.matches, device, language)
        own = [] if device is None else await self.uploads.cards(device)
        games = await in_thread(self.library.cards)
        return {
            "games": games,
            "own": own,
            "matches": matches,
            "public": self.matches.public,
            "version": __version__,
            "build": build(),
        }

    @get("/api/news")
    async def list_news(self, request: Request) -> Json:
        """Answer with how the matches of a device stand that it plays with others."""
        device = await find_device(request)
        language = language_of(request.headers)
        return {"matches": [] if device is None else await news(self.matches, device, language)}

    @get("/api/games/{game}")
    async def game(self, request: Request) -> Json:
        """Answer with a game and its options."""
        return await in_thread(self.library.details, game_in_path(request))

    @post("/api/games/{game}/preview", messages.Options)
    async def preview(self, request: Request, body: messages.Options) -> Json:
        """Answer with the picture of a start position with some options."""
        name = game_in_path(request)
        return await in_thread(self.library.preview, name, body.options)

    @post("/api/games/{game}/edit", messages.Edit)
    async def edit(self, request: Request, body: messages.Edit) -> Json:
        """Answer with the value of an option after one edit in its editor."""
        name = game_in_path(request)
        values = body.options, body.option, body.value, body.move
        return await in_thread(self.library.edit, name, *values)

    @post("/api/games/{game}/generate", messages.Generate)
    async def generate(self, request: Request, body: messages.Generate) -> Json:
        """Answer with a new value of an option, made by the game."""
        name = game_in_path(request)
        made = self.library.generate(name, body.options, body.option, body.length)
        return await made

    @get("/api/games/{game}/rules")
    async def rules(self, request: Request) -> Json:
        """Answer with the rule sheet of a game, as HTML in a language."""
        entry = find_safe_game(game_in_path(request))
        language = request.query_params.get("lang", "en")
        return await in_thread(rule_sheet, entry, language)

    @get("/api/games/{game}/lessons")
    async def lessons(self, request: Request) -> Json:
        """Answer with the guided first match of a game, in a language."""
        entry = find_safe_game(game_in_path(request))
        language = request.query_params.get("lang", "en")
        return await in_thread(lessons, entry, language)
