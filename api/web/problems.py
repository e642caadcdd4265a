"""Every answer that is not a success: problem+json (RFC 9457) to programs, a page to people."""

import logging
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, cast

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match

from api.web.request_errors import InFlight, NotGradedYet
from api.web.way_back import sign_in_first
from api.words import Message
from api.words.en import request as words
from api.words.en.refusal import refusal
from api.words.en.unusable import unusable
from submissions.errors import NotSignedIn, RequestError, ScopeMissing, TokenInvalid, TooSoon, Unusable
from submissions.intake import Refused

MEDIA_TYPE = "application/problem+json"
TYPES = "/problems/"
"""Where the page of each kind of problem is."""

STATUS = {
    "not-signed-in": 401,
    "not-found": 404,
    "not-allowed": 403,
    "insufficient-scope": 403,
    "unusable": 422,
    "already-there": 409,
    "stale": 412,
    "not-open-yet": 409,
    "closed": 409,
    "no-attempts-left": 409,
    "too-soon": 429,
    "not-withdrawable": 409,
    "precondition-required": 428,
    "key-reused": 422,
    "in-flight": 409,
    "unsupported-media-type": 415,
    "not-graded-yet": 409,
    "result-hidden": 403,
    "invalid-token": 401,
    "too-often": 429,
    "foreign-form": 403,
    "plain-http": 403,
    "wrong-password": 401,
    "link-used": 410,
    "code-unknown": 404,
}
"""Of each kind of error that a request can run into."""

_KINDS = {
    400: "malformed",
    401: "not-signed-in",
    403: "not-allowed",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    411: "length-required",
    413: "too-large",
    415: "unsupported-media-type",
    500: "internal",
    503: "unavailable",
}
_FOR_PROGRAMS = ("/api/", "/healthz", "/readyz", "/metrics")
_REFUSED = {"too-large": 413, "wrong-type": 415}
_SEE_OTHER = 303
_UNUSABLE = 422
_UNKNOWN_CALLER = 401
_MOST_ERRORS = 50
_UNAVAILABLE = 503
_MALFORMED = 400
_NO_SUCH_METHOD = 405
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_LOG = logging.getLogger("backgrade.request")


def install(app: FastAPI) -> None:
    """Have every error of the application answered here."""
    app.add_exception_handler(RequestError, _request_error)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(ClientDisconnect, _gone)
    for error in (OperationalError, PoolTimeout):
        app.add_exception_handler(error, _unavailable)


def answer(
    request: Request,
    status: int,
    kind: str,
    message: Message,
    *,
    errors: Sequence[Mapping[str, str]] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The answer for whoever asked: a document for programs, a page for people."""
    if not request.url.path.startswith(_FOR_PROGRAMS):
        return _page(request, status, message, headers)
    document: dict[str, Any] = {
        "type": f"{TYPES}{kind}",
        "title": words.KINDS[kind].title,
        "status": status,
        "detail": message.seen,
        "instance": f"urn:request:{getattr(request.state, 'request_id', 'unknown')}",
    }
    if message.advice:
        document["advice"] = message.advice
    if errors:
        document["errors"] = list(errors)
    return JSONResponse(document, status, headers, media_type=MEDIA_TYPE)


async def _request_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return answer_to(request, error)


def answer_to(request: Request, error: RequestError) -> Response:
    """The answer to a request that cannot be carried out; who has to sign in first is led there."""
    if type(error) is NotSignedIn and _is_visit(request):
        return RedirectResponse(sign_in_first(str(request.url.replace(scheme="", netloc=""))), _SEE_OTHER)
    return answer(
        request,
        STATUS[error.kind],
        error.kind,
        words.message(error),
        errors=_errors(error),
        headers=headers(request, error),
    )


def _errors(error: RequestError) -> list[dict[str, str]]:
    if not isinstance(error, Unusable):
        return []
    return [{"in": "body", "pointer": f"/{error.field}", "detail": unusable(error)}]


def _is_visit(request: Request) -> bool:
    """Whether somebody looks at a page."""
    return request.method == "GET" and not request.url.path.startswith(_FOR_PROGRAMS)


def headers(request: Request, error: RequestError) -> dict[str, str]:
    """What a client has to know to do better."""
    match error:
        case TooSoon():
            now = request.app.state.service.now()
            return {"Retry-After": str(max(1, ceil((error.until - now).total_seconds())))}
        case TokenInvalid():
            return {"WWW-Authenticate": 'Bearer error="invalid_token"'}
        case ScopeMissing():
            return {"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{error.scope}"'}
        case InFlight() | NotGradedYet():
            return {"Retry-After": "1"}
    return {"WWW-Authenticate": "Bearer"} if STATUS[error.kind] == _UNKNOWN_CALLER else {}


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return answer(request, _REFUSED.get(error.kind, _UNUSABLE), "refused-file", refusal(error))


async def _invalid(request: Request, error: Exception) -> Response:
    """FastAPI's own: what was given does not have the form that is asked for."""
    assert isinstance(error, RequestValidationError)
    errors = [_wrong_value(each) for each in error.errors()[:_MOST_ERRORS]]
    return answer(request, _UNUSABLE, "unusable", words.KINDS["unusable"].message, errors=errors)


def _wrong_value(error: Mapping[str, Any]) -> dict[str, str]:
    where, *path = error["loc"]
    at = [] if error["type"] == "json_invalid" else path
    pointer = "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in at)
    detail = words.value(error["type"], error.get("ctx"))
    return {"in": str(where), "pointer": pointer, "detail": detail}


async def _http(request: Request, error: Exception) -> Response:
    """Starlette's own: no such route, no such method, a body that is too large."""
    assert isinstance(error, HTTPException)
    kind = _KINDS.get(error.status_code, "malformed")
    also = {"Allow": ", ".join(_allowed(request))} if error.status_code == _NO_SUCH_METHOD else {}
    told = words.KINDS[kind].message
    return answer(request, error.status_code, kind, told, headers={**(error.headers or {}), **also})


def _allowed(request: Request) -> list[str]:
    """All methods that the address knows; each route by itself only knows its own."""
    scopes = {method: {**request.scope, "method": method} for method in _METHODS}
    routes = request.app.routes
    return [
        method
        for method, scope in scopes.items()
        if any(route.matches(scope)[0] is Match.FULL for route in routes)
    ]


async def _gone(request: Request, _: Exception) -> Response:
    """Whoever asked went away while their request was being read: nobody hears this."""
    return answer(request, _MALFORMED, "malformed", words.KINDS["malformed"].message)


async def _unavailable(request: Request, error: Exception) -> Response:
    """The database does not answer, or everybody waits for it."""
    _LOG.error("the database does not answer", exc_info=error)
    told = words.KINDS["unavailable"].message
    return answer(request, _UNAVAILABLE, "unavailable", told, headers={"Retry-After": "5"})


def _page(request: Request, status: int, message: Message, headers: Mapping[str, str] | None) -> Response:
    """A page that says what was seen and what to try."""
    from api.pages import _errors  # pages need the whole application, of which this is the ground

    page = cast("Response", _errors.page(request, status, message))
    page.headers.update(headers or {})
    return page
