"""Every answer that is not a success: problem+json (RFC 9457) to programs, a page to people."""

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from math import ceil
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse
from sqlalchemy.exc import (
    InterfaceError,
    InternalError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError as PoolTimeout,
)
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match

from api.i18n import choose
from api.problems import details, rate_limit
from api.problems.errors import (
    BodyNotAdmitted,
    BodyTooLarge,
    InFlight,
    NoStreamFree,
    NotGradedYet,
    TooManyStreams,
)
from api.problems.kinds import MEDIA_TYPE, Kind, kind_of, kind_of_status, status_of
from api.problems.way_back import sign_in_first
from api.words import Message
from api.words.refusal import refusal
from api.words.storage import refused
from api.words.unusable import unusable
from submissions.errors import (
    LaunchRefused,
    NotSignedIn,
    OutwardBusy,
    PlatformFailed,
    RequestError,
    ScopeMissing,
    SignOnRefused,
    StorageError,
    StorageFailure,
    TokenInvalid,
    TooSoon,
    Unusable,
)
from submissions.grading.intake.source import Refused

TYPES = "/problems/"
"""Where the page of each kind of problem is."""

_FOR_PROGRAMS = ("/api/", "/healthz", "/readyz", "/metrics")
_REFUSED = {
    "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "wrong-type": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
}
_MOST_ERRORS = 50
_RETRY_AFTER: Mapping[type[RequestError], str] = {
    InFlight: "1",
    NotGradedYet: "1",
    NoStreamFree: "5",
    OutwardBusy: "30",
}
"""The seconds after which a client may ask again."""
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_DOES_NOT_ANSWER = (OperationalError, PoolTimeout, InternalError, InterfaceError)
"""The database is locked, stopped, cut off or overloaded. A change may or may not have been made: the answer
says so, and nothing is repeated here."""
_LOG = logging.getLogger("backgrade.request")


def install(app: FastAPI) -> None:
    """Have every error of the application answered here."""
    app.add_exception_handler(RequestError, _request_error)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(BodyTooLarge, _too_large)
    app.add_exception_handler(BodyNotAdmitted, _not_admitted)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(StorageError, _not_stored)
    for error in _DOES_NOT_ANSWER:
        app.add_exception_handler(error, _unavailable)


def answer(
    request: Request,
    kind: Kind,
    message: Message | None = None,
    *,
    status: int | None = None,
    errors: Sequence[Mapping[str, str]] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A document for programs, a page for people; the kind's status and words unless others are given."""
    problem = kind.value
    status, message = status or problem.status, message or problem.message
    if not request.url.path.startswith(_FOR_PROGRAMS):
        return _page(request, status, message, headers)
    document: dict[str, Any] = {
        "type": f"{TYPES}{kind.slug}",
        "title": problem.translated_title,
        "status": status,
        "detail": message.seen,
        "instance": f"urn:request:{getattr(request.state, 'request_id', 'unknown')}",
    }
    if message.advice:
        document["advice"] = message.advice
    if errors:
        document["errors"] = list(errors)
    return JSONResponse(document, status, headers, media_type=MEDIA_TYPE)


_WITHOUT_BODY = frozenset({"GET", "HEAD", "DELETE"})


async def _request_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return answer_to(request, error)


def answer_to(request: Request, error: RequestError) -> Response:
    """The answer to a request that cannot be carried out; who has to sign in first is led there."""
    if type(error) is NotSignedIn and _is_visit(request) and not is_in_frame(request):
        way = sign_in_first(str(request.url.replace(scheme="", netloc="")))
        return RedirectResponse(way, HTTPStatus.SEE_OTHER)
    if isinstance(error, LaunchRefused | SignOnRefused | PlatformFailed):
        request.state.reason = (
            error.reason
        )  # for the log: whoever reads the page tells an operator its id alone
    if isinstance(error, LaunchRefused):
        request.state.return_url = error.return_url
        if error.language is not None:
            choose(error.language)
    return answer(
        request,
        kind_of(error),
        details.message(error),
        errors=_errors(request, error),
        headers=headers(request, error),
    )


def _errors(request: Request, error: RequestError) -> list[dict[str, str]]:
    if not isinstance(error, Unusable):
        return []
    place = "query" if request.method in _WITHOUT_BODY else "body"
    return [{"in": place, "pointer": f"/{error.field}", "detail": unusable(error)}]


def is_in_frame(request: Request) -> bool:
    """Whether a browser says that it shows this in a frame: nobody signs in there by a form."""
    return request.headers.get("Sec-Fetch-Dest") == "iframe"


def _is_visit(request: Request) -> bool:
    """Whether somebody looks at a page."""
    return request.method == "GET" and not request.url.path.startswith(_FOR_PROGRAMS)


def headers(request: Request, error: RequestError) -> dict[str, str]:
    """Return the headers that tell a client how to do better."""
    # A client reads these without knowing our errors: when to come again, and what a token lacks.
    match error:
        case TooSoon():
            seconds = max(1, ceil((error.until - request.app.state.service.now()).total_seconds()))
            every = error.every and rate_limit.submissions(int(error.every.total_seconds()), reset=seconds)
            return {"Retry-After": f"{seconds}", **(every.headers if every else {})}
        case TokenInvalid():
            return {"WWW-Authenticate": 'Bearer error="invalid_token"'}
        case ScopeMissing():
            return {"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{error.scope}"'}
        case TooManyStreams():
            return {"Retry-After": "5", **error.limit.headers}
    if type(error) in _RETRY_AFTER:
        return {"Retry-After": _RETRY_AFTER[type(error)]}
    return {"WWW-Authenticate": "Bearer"} if status_of(error) is HTTPStatus.UNAUTHORIZED else {}


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return answer(request, Kind.REFUSED_FILE, refusal(error), status=_REFUSED.get(error.kind))


async def _invalid(request: Request, error: Exception) -> Response:
    """FastAPI's own: what was given does not have the form that is asked for."""
    assert isinstance(error, RequestValidationError)
    errors = [_wrong_value(problem) for problem in error.errors()[:_MOST_ERRORS]]
    message = None
    if errors and not request.url.path.startswith(_FOR_PROGRAMS):  # a page has no list of them
        message = details.wrong_field(errors[0]["pointer"], errors[0]["detail"])
    return answer(request, Kind.UNUSABLE, message, errors=errors)


def _wrong_value(error: Mapping[str, Any]) -> dict[str, str]:
    where, *path = error["loc"]
    at = [] if error["type"] == "json_invalid" else path
    pointer = "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in at)
    detail = details.value(error["type"], error.get("ctx"))
    return {"in": str(where), "pointer": pointer, "detail": detail}


async def _http(request: Request, error: Exception) -> Response:
    """Starlette's own: no such route, no such method, a body that is too large."""
    assert isinstance(error, HTTPException)
    await _recognize(request)
    kind = kind_of_status(error.status_code)
    also = {"Allow": ", ".join(_allowed(request))} if kind is Kind.METHOD_NOT_ALLOWED else {}
    return answer(request, kind, status=error.status_code, headers={**(error.headers or {}), **also})


async def _recognize(request: Request) -> None:
    """Find out who looks at a page that does not exist: they read so in their own language."""
    if request.url.path.startswith(_FOR_PROGRAMS) or hasattr(request.state, "caller"):
        return
    with suppress(SQLAlchemyError, RequestError):
        await run_in_threadpool(request.app.state.recognize, request)


async def _too_large(request: Request, error: Exception) -> Response:
    """More than the route takes."""
    assert isinstance(error, BodyTooLarge)
    return answer(request, Kind.TOO_LARGE, details.body_too_large(error.limit))


async def _not_admitted(request: Request, error: Exception) -> Response:
    """Answer a body that is as large as the route takes, but not for who asks."""
    assert isinstance(error, BodyNotAdmitted)
    return answer_to(request, error.error)


def _allowed(request: Request) -> list[str]:
    """Return all methods of the address; each route by itself only knows its own."""
    scopes = {method: {**request.scope, "method": method} for method in _METHODS}
    routes = request.app.routes
    return [
        method
        for method, scope in scopes.items()
        if any(route.matches(scope)[0] is Match.FULL for route in routes)
    ]


async def _gone(request: Request, _: Exception) -> Response:
    """Answer a client that left while its request was read: nobody receives this."""
    return answer(request, Kind.MALFORMED)


async def _unavailable(request: Request, error: Exception) -> Response:
    """The database cannot serve this request at the moment."""
    _LOG.error("the database does not answer", exc_info=error)
    return answer(request, Kind.UNAVAILABLE, headers={"Retry-After": "5"})


async def _not_stored(request: Request, error: Exception) -> Response:
    """The disk is full, or the database is gone. The code that noticed it has logged it already."""
    assert isinstance(error, StorageError)
    status = HTTPStatus.INSUFFICIENT_STORAGE if error.failure is StorageFailure.FULL else None
    message = refused(error.failure)
    return answer(request, Kind.NOT_STORED, message, status=status, headers={"Retry-After": "30"})


def _page(request: Request, status: int, message: Message, headers: Mapping[str, str] | None) -> Response:
    """A page that says what happened and what to do. The application has it: pages are above this room."""
    page: Response = request.app.state.error_page(request, status, message)
    page.headers.update(headers or {})
    return page
