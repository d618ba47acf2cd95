"""Turns exceptions into HTTP answers: each becomes a status and one sentence."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from everygame.errors import EveryGameError, StaleState
from everygame.server.operator.security import note_refusal
from everygame.server.requests.limits import Refused
from everygame.server.requests.page import base_of, make_page
from everygame.server.requests.reply import reply
from everygame.store import Gone, KeptOut, Unwritable
from everygame.words import say


def status_of(error: EveryGameError) -> int:
    """Return the HTTP status for an error."""
    if isinstance(error, Refused):
        return error.status
    if isinstance(error, StaleState):
        return 409
    if isinstance(error, Unwritable):
        return 507
    if isinstance(error, KeptOut):
        return 403
    return 404 if isinstance(error, Gone) else 400


async def answer_error(request: Request, error: Exception) -> Response:
    """Answer with an error of EveryGame."""
    assert isinstance(error, EveryGameError)
    return reply_to(error)


def reply_to(error: EveryGameError) -> Response:
    """Return the answer that tells an error, with its status and, where it is known, the time
    after which the client may try again; the log tells what was refused for safety."""
    note_refusal(error)
    answer = reply({"error": error.message}, status_of(error))
    if isinstance(error, Refused) and error.seconds:
        answer.headers["Retry-After"] = str(error.seconds)
    return answer


async def answer_http_error(request: Request, error: Exception) -> Response:
    """Answer a request that no route matches: browsers get the page, all others a sentence."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and wants_page(request):
        return await make_page(request, 404)  # its script shows "not found"
    sentences = {
        404: say("There is nothing at this address."),
        405: say("This address takes no such request."),
    }
    return reply({"error": sentences.get(error.status_code, error.detail)}, error.status_code)


def wants_page(request: Request) -> bool:
    """Whether a browser asks for this address as a page, not as data or a file."""
    path = request.url.path.removeprefix(base_of(request.scope))
    ours = path.startswith(("/api/", "/static/"))
    return request.method == "GET" and not ours and "text/html" in request.headers.get("accept", "")


async def answer_bug(request: Request, error: Exception) -> Response:
    """Answer an unexpected exception with one sentence; Starlette logs its traceback."""
    return reply({"error": say("Something went wrong on the server; it is in its log.")}, 500)
