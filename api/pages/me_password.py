"""Choosing a password."""

from collections.abc import Sequence
from uuid import UUID

from fastapi import APIRouter, Response
from starlette.concurrency import run_in_threadpool

from api.pages._fields import Line, Password
from api.pages._me import account
from api.pages._visit import Visit
from api.web import hashing, signing_in
from api.web.caller import known_visitor
from submissions.courses.courses import courses
from submissions.errors import TooOften, Unusable
from submissions.operating.service import Service
from submissions.people.access import accounts, people, throttle

router = APIRouter()

_PART = "password"


@router.post("/me/password")
async def choose(
    visit: Visit, current: Password = "", password: Password = "", revoke_tokens: Line = ""
) -> Response:
    """Change the password, for who knows the old one or came in by a link; other browsers are signed out.

    Their tokens are revoked with it if they say so.
    """
    person_id = visit.caller.known
    try:
        login, known, kept = await run_in_threadpool(_begin, visit.service, person_id)
        if kept is not None and not known_visitor(visit.request).by_link:
            await _require(kept, current)
        new = await hashing.hashed(password, login, *known)
        return await run_in_threadpool(_keep, visit, person_id, new, revoke_tokens=bool(revoke_tokens))
    except (TooOften, Unusable) as error:
        return await run_in_threadpool(account, visit, part=_PART, error=error)


async def _require(kept: str, current: str) -> None:
    """Check that it is the password there is. Raises `Unusable` if it is another."""
    checked = await hashing.check(kept, current)
    if not checked.good:
        raise Unusable("current", "not-the-password")


def _begin(service: Service, person_id: UUID) -> tuple[str, Sequence[str], str | None]:
    """Login, what others know of them, and kept password; the try is counted until it goes well."""
    with service.database.begin() as session:
        throttle.spend(session, _PART, str(person_id), throttle.SIGN_IN_THERE, now=service.now())
        person = people.by_id(session, person_id)
        known = [person.name, *courses.titles(session, person_id)]
        return person.login, known, person.password_hash


def _keep(visit: Visit, person_id: UUID, kept: str, *, revoke_tokens: bool) -> Response:
    now, before = visit.now(), known_visitor(visit.request)
    with visit.database.begin() as session:
        throttle.refund(session, _PART, str(person_id), throttle.SIGN_IN_THERE, now=now)
        accounts.keep_password(session, person_id, kept, revoke_tokens=revoke_tokens, now=now)
        secret = signing_in.start(
            session,
            visit.request,
            person_id,
            is_strong=before.is_strong,
            way_back=before.way_back,
            now=now,
        )
    return signing_in.signed_in_here(visit.request, secret, "/me")
