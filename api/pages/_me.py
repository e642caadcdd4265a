"""The page of one's own account, shown by all that change something on it."""

from typing import Any
from uuid import UUID

from fastapi import Response
from sqlalchemy.orm import Session

from api.i18n import LANGUAGES, N_, gettext as _, ngettext
from api.pages._visit import Visit
from api.problems import details
from api.web import proxy
from api.web.caller import Visitor, known_visitor
from api.words.unusable import unusable
from submissions.connect.lms import accounts as lms_accounts
from submissions.courses.courses import courses
from submissions.errors import RequestError, Unusable
from submissions.operating.service import Service
from submissions.people.access import accounts, people, second_factors, sessions, tokens
from submissions.people.access.policy import Caller, Scope
from submissions.people.sign_on import identities, providers

LIFETIMES = (30, 90, 180, 365)
"""The days for which tokens are offered."""
SCOPES = {
    Scope.COURSES_READ: N_("View courses and their members."),
    Scope.COURSES_WRITE: N_("Change courses and their members."),
    Scope.ASSIGNMENTS_READ: N_("View assignments."),
    Scope.ASSIGNMENTS_WRITE: N_("Create and change assignments."),
    Scope.SUBMISSIONS_READ: N_("View submissions and their results."),
    Scope.SUBMISSIONS_WRITE: N_("Submit files."),
    Scope.GRADES_READ: N_("View grades."),
    Scope.GRADES_WRITE: N_("Change grades."),
    Scope.SIGN_IN_LINKS_WRITE: N_("Make links that sign students in."),
    Scope.ADMIN: N_("Administer this service."),
}
"""The texts on what a token with a scope may do."""


def account(
    visit: Visit,
    *,
    part: str = "",
    error: RequestError | None = None,
    token: str | None = None,
    typed: dict[str, Any] | None = None,
) -> Response:
    """The page, with what was wrong in one of its parts; a new token is on it this once.

    Raises `NotSignedIn` if nobody is.
    """
    visitor = known_visitor(visit.request)
    return visit.page(
        "me.html",
        wrong=error,
        token=token,
        typed=typed or {},
        errors={f"{part}.{error.field}": unusable(error)} if isinstance(error, Unusable) else {},
        messages={part: details.message(error)} if error and not isinstance(error, Unusable) else {},
        zones=[(each, each) for each in sorted(accounts.zones())],
        languages=[("", _("Same as your browser")), *LANGUAGES.items()],
        days=[(each, ngettext("{n} day", "{n} days", each)) for each in LIFETIMES],
        scopes=_scopes(visitor),
        **_stored(visit.service, visitor),
    )


def comes_by_links_alone(session: Session, person_id: UUID) -> bool:
    """Return whether only a new link can sign somebody in again."""
    return not (
        people.by_id(session, person_id).password_hash
        or identities.of(session, person_id)
        or lms_accounts.is_sent(session, person_id)
    )


def _stored(service: Service, visitor: Visitor) -> dict[str, Any]:
    """Return the values in the database."""
    now, caller = service.now(), Caller(visitor.person_id, operator=visitor.operator)
    with service.database.read() as session:
        person = people.by_id(session, visitor.person_id)
        titles = {each.id: each.title for each in courses.visible(session, caller)}
        return {
            "person": person,
            "asks_password": person.password_hash is not None and not visitor.by_link,
            "has_second_factor": second_factors.is_set_up(session, person.id),
            "identities": identities.of(session, person.id),
            "has_platform": lms_accounts.is_sent(session, person.id),
            "providers": providers.buttons(session),
            "has_proxy": bool(service.settings.remote_user_header),
            "proxy_path": proxy.PATH,
            "sessions": sessions.listed(session, person.id, now=now),
            "tokens": tokens.listed(session, person.id, now=now),
            "courses": titles,
            "choices": [("", _("All your courses")), *titles.items()],
        }


def _scopes(visitor: Visitor) -> list[tuple[str, str]]:
    """Return the scopes that this person can give a token, with words."""
    given = (each for each in Scope if visitor.operator or each is not Scope.ADMIN)
    return [(str(each), _(SCOPES[each])) for each in given]
