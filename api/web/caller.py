"""Who asks: by a token on the REST interface, by the cookie of a session on pages, never the reverse."""

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from api.web import cookies
from api.web.dependencies import Ours
from submissions import sessions, tokens
from submissions.errors import NotSignedIn
from submissions.policy import Caller
from submissions.service import Service

_PROGRAMS = ("/api/", "/metrics")
_bearer = HTTPBearer(
    auto_error=False,
    scheme_name="token",
    bearerFormat="bg_pat_...",
    description="A token, made on the page `/me` or by `backgrade token create`.",
)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who is signed in, for the pages."""

    person_id: UUID
    name: str
    zone: str
    operator: bool
    session_id: UUID
    by_link: bool
    """They came in by a link: they may choose a password without knowing the one before."""


def visitor_of(request: Request) -> Visitor | None:
    """Who is signed in, where an endpoint asked for its caller."""
    found = getattr(request.state, "visitor", None)
    assert found is None or isinstance(found, Visitor)
    return found


def known_visitor(request: Request) -> Visitor:
    """Who is signed in.

    Raises:
        NotSignedIn: if nobody is.
    """
    found = visitor_of(request)
    if found is None:
        raise NotSignedIn
    return found


def _caller(
    request: Request,
    service: Ours,
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
) -> Caller:
    if request.url.path.startswith(_PROGRAMS):
        caller = _program(service, given.credentials) if given else Caller()
    else:
        caller = _browser(request, service, cookies.read(request.scope, cookies.SESSION))
    request.state.caller, request.state.person_id = caller, caller.person_id
    return caller


Asks = Annotated[Caller, Depends(_caller)]
"""Who asks; an unknown caller too, so that the policy decides and not the route."""

FOR_HEADER = Depends(_caller)
"""For the `dependencies` of a page that is the same for all but for its header."""


def _program(service: Service, token: str) -> Caller:
    now = service.now()
    with service.database.read() as session:
        caller, unseen = tokens.find(session, token, now=now)
    if unseen and caller.token_id is not None:
        with service.database.begin() as session:
            tokens.used(session, caller.token_id, now=now)
    return caller


def _browser(request: Request, service: Service, secret: str | None) -> Caller:
    if secret is None:
        return Caller()
    now = service.now()
    with service.database.read() as session:
        found = sessions.find(session, secret, now=now)
    if found is None:
        return Caller()
    if found.unseen:
        with service.database.begin() as session:
            sessions.seen(session, found.session_id, now=now)
    person = found.person
    request.state.visitor = Visitor(
        person.id, person.name, person.zone, person.operator, found.session_id, found.by_link
    )
    return Caller(person.id, operator=person.operator)
