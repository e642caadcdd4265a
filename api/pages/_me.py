"""The page of one's own account, shown by all that change something on it."""

from typing import Any

from fastapi import Request, Response

from api.pages._page import render
from api.web import problems
from api.web.caller import Visitor, known_visitor
from api.words import Message
from api.words.en import me as words
from api.words.en import request as request_words
from api.words.en.unusable import unusable
from submissions import accounts, courses, sessions, tokens
from submissions.errors import RequestError, Unusable
from submissions.policy import Caller, Scope
from submissions.service import Service
from submissions.tables import Person

_DAYS = (30, 90, 180, 365)


def account(
    request: Request,
    service: Service,
    *,
    part: str = "",
    error: RequestError | None = None,
    done: Message | None = None,
    token: str | None = None,
    typed: dict[str, Any] | None = None,
) -> Response:
    """The page, with what was done or what was wrong in one of its parts; a new token is on it this once.

    Raises:
        NotSignedIn: if nobody is.
    """
    visitor = known_visitor(request)
    page = render(
        request,
        "me.html",
        status=problems.STATUS[error.kind] if error else 200,
        words=words,
        now=service.now(),
        done=done,
        token=token,
        typed=typed or {},
        errors=_errors(part, error),
        messages=_messages(part, error),
        zones=[(each, each) for each in sorted(accounts.zones())],
        days=[(each, words.days(each)) for each in _DAYS],
        scopes=_scopes(visitor),
        **_kept(service, visitor),
    )
    page.headers.update(problems.headers(request, error) if error else {})
    return page


def _kept(service: Service, visitor: Visitor) -> dict[str, Any]:
    """What there is in the database."""
    now, caller = service.now(), Caller(visitor.person_id, operator=visitor.operator)
    with service.database.read() as session:
        person = session.get_one(Person, visitor.person_id)
        titles = {each.id: each.title for each in courses.visible(session, caller)}
        return {
            "person": person,
            "asks_password": person.password_hash is not None and not visitor.by_link,
            "sessions": sessions.listed(session, person.id, now=now),
            "tokens": tokens.listed(session, person.id, now=now),
            "courses": titles,
            "choices": [("", words.ANY_COURSE), *titles.items()],
        }


def _scopes(visitor: Visitor) -> list[tuple[str, str]]:
    """Those that this person can give a token, with words."""
    given = (each for each in Scope if visitor.operator or each is not Scope.ADMIN)
    return [(str(each), words.SCOPES[each]) for each in given]


def _errors(part: str, error: RequestError | None) -> dict[str, str]:
    """What is wrong with a field, by part and name."""
    return {f"{part}.{error.field}": unusable(error)} if isinstance(error, Unusable) else {}


def _messages(part: str, error: RequestError | None) -> dict[str, Message]:
    """What is wrong with a part, but for single fields of it."""
    return {part: request_words.message(error)} if error and not isinstance(error, Unusable) else {}
