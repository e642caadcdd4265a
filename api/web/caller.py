"""Who asks: by a token on the REST interface, by the cookie of a session on pages, never the reverse."""

from contextlib import suppress
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param
from sqlalchemy.exc import SQLAlchemyError

from api.i18n import choose
from api.web import cookies
from api.web.dependencies import Ours
from grader.records import Frozen
from submissions.errors import NotSignedIn
from submissions.operating.service import Service
from submissions.people.access import sessions, tokens
from submissions.people.access.policy import Caller
from submissions.people.access.sessions import WayBack

_PROGRAMS = ("/api/", "/metrics")
_bearer = HTTPBearer(
    auto_error=False,
    scheme_name="token",
    bearerFormat="bg_pat_...",
    description="A token, made on the page `/me` or by `backgrade token create`.",
)


class Visitor(Frozen):
    """The person who is signed in, for the pages."""

    person_id: UUID
    name: str
    zone: str
    language: str | None
    """None where their browser decides."""
    operator: bool
    session_id: UUID
    by_link: bool
    """They came in by a link: they may choose a password without knowing the one before."""
    unread: int
    """Notices that they have not read."""
    way_back: WayBack
    """The course on the learning platform that they came from, and the page to which its activity led."""
    is_strong: bool
    """They came by more than a password or a link."""


def visitor_of(request: Request) -> Visitor | None:
    """Return the person who is signed in, where an endpoint asked for its caller."""
    visitor = getattr(request.state, "visitor", None)
    assert visitor is None or isinstance(visitor, Visitor)
    return visitor


def known_visitor(request: Request) -> Visitor:
    """Return the person who is signed in. Raises `NotSignedIn` if nobody is."""
    visitor = visitor_of(request)
    if visitor is None:
        raise NotSignedIn
    return visitor


Given = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
"""The token that came with a request, if one did."""


def caller_of(request: Request, service: Service, given: HTTPAuthorizationCredentials | None) -> Caller:
    """Return the caller, and note them in the request, for its line in the log.

    Raises `TokenInvalid` if they came with a token that is not good.
    """
    if request.url.path.startswith(_PROGRAMS):
        caller = _program(service, given.credentials) if given else Caller()
    else:
        caller = _browser(request, service, cookies.session(request.scope))
    request.state.caller, request.state.person_id = caller, caller.person_id
    return caller


def caller_of_head(request: Request) -> Caller:
    """Return the caller by the head of a request alone: before its body is read, or an endpoint found."""
    service: Service = request.app.state.service
    scheme, given = get_authorization_scheme_param(request.headers.get("Authorization"))
    bearer = HTTPAuthorizationCredentials(scheme=scheme, credentials=given)
    return caller_of(request, service, bearer if given and scheme.lower() == "bearer" else None)


def _caller(request: Request, service: Ours, given: Given) -> Caller:
    return caller_of(request, service, given)


Asks = Annotated[Caller, Depends(_caller)]
"""The caller of an endpoint; an unknown caller too, so that the policy decides and not the route."""

FOR_HEADER = Depends(_caller)
"""An entry of `dependencies` for a page that is the same for all but for its header."""


def _program(service: Service, token: str) -> Caller:
    now = service.now()
    with service.database.read() as session:
        caller, unseen, language = tokens.find(session, token, now=now)
    _answer_in(language)
    if unseen and caller.token_id is not None:  # no error is worth it: what cannot be kept can be read
        with suppress(SQLAlchemyError), service.database.begin() as session:
            tokens.used(session, caller.token_id, now=now)
    return caller


def _browser(request: Request, service: Service, secret: str | None) -> Caller:
    if secret is None:
        return Caller()
    now = service.now()
    with service.database.read() as session:
        strong_staff = service.settings.staff_second_factor
        signed_in = sessions.find(session, secret, strong_staff=strong_staff, now=now)
    if signed_in is None:
        return Caller()
    if signed_in.unseen:  # no error is worth it: what cannot be kept can be read
        with suppress(SQLAlchemyError), service.database.begin() as session:
            sessions.seen(session, signed_in.session_id, now=now)
    person = signed_in.person
    _answer_in(person.language)
    request.state.visitor = Visitor(
        person_id=person.id,
        name=person.name,
        zone=person.zone,
        language=person.language,
        operator=person.operator,
        session_id=signed_in.session_id,
        by_link=signed_in.by_link,
        unread=signed_in.unread,
        way_back=signed_in.way_back,
        is_strong=signed_in.is_strong,
    )
    return Caller(person.id, operator=person.operator)


def _answer_in(language: str | None) -> None:
    """Choose the language of the account, which comes before what the browser asks for."""
    if language is not None:
        choose(language)
