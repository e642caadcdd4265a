"""Deep linking: a teacher chooses assignments, and the platform makes activities of them."""

import secrets
from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.connect import durations
from submissions.connect.lms import contexts, keys
from submissions.connect.lms.line_items import TAG, whole_maximum
from submissions.connect.lms.vocabulary import CHOSEN, CLAIM, DEEP_LINKING, VERSION
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.courses import courses
from submissions.errors import NotFound, Unusable
from submissions.people.access.policy import Action, Caller
from submissions.tables import Assignment, AssignmentVersion, LmsContext, LmsDeepLink, LmsDeployment

_LONGEST_TITLE = 255
MOST = 50


class AssignmentChoice(Frozen):
    """The assignments that a teacher can choose from."""

    course_id: UUID
    course: str
    several: bool
    """Whether the platform takes more than one."""
    assignments: list[Assignment]


class SignedChoice(Frozen):
    """The answer, to be posted to the platform by the browser."""

    return_url: str
    token: str


def choice(session: Session, caller: Caller, choice_id: UUID, *, now: datetime) -> AssignmentChoice:
    """Return the choice that the caller was asked to make."""
    asked, context = _open_choice(session, caller, choice_id, now)
    assert context.course_id is not None
    course = courses.get(session, caller, context.course_id, Action.EDIT_ASSIGNMENT)
    listed = assignments.listed(session, caller, course.id)
    return AssignmentChoice(course.id, course.title, bool(asked.settings["several"]), listed)


def answer(
    session: Session, caller: Caller, choice_id: UUID, chosen: Collection[UUID], *, origin: str, now: datetime
) -> SignedChoice:
    """The signed answer with these assignments.

    Raises `Unusable` if there are none, or the platform takes one and there are more.
    """
    offered = choice(session, caller, choice_id, now=now)
    if not chosen:
        raise Unusable("assignment", "none-chosen")
    if len(chosen) > (MOST if offered.several else 1):
        raise Unusable("assignment", "too-many" if offered.several else "one-only")
    by_id = {each.id: each for each in offered.assignments}
    if not by_id.keys() >= set(chosen):
        raise NotFound
    picked = [by_id[each] for each in chosen]
    versions = assignments.versions(session, picked)
    asked, context = _open_choice(session, caller, choice_id, now)
    items = [_item(each, versions[each.id], origin) for each in picked]
    claims = _claims(session, context, asked, items, now)
    return_url = str(asked.settings["return_url"])
    session.delete(asked)
    return SignedChoice(return_url, keys.sign(session, claims, now=now))


def make(
    session: Session, caller: Caller, choice_id: UUID, stage: str, title: str, *, now: datetime
) -> Assignment:
    """A new published assignment of a stage, to be chosen."""
    _, context = _open_choice(session, caller, choice_id, now)
    assert context.course_id is not None
    draft = Draft(title=title, stage=stage, published=True)
    return assignments.create(session, caller, context.course_id, draft, now=now)


def _open_choice(
    session: Session, caller: Caller, choice_id: UUID, now: datetime
) -> tuple[LmsDeepLink, LmsContext]:
    me = caller.known
    asked = session.get(LmsDeepLink, choice_id)
    if asked is None or asked.person_id != me or asked.expires_at <= now:
        raise NotFound
    context = session.get_one(LmsContext, asked.lms_context_id)
    if context.course_id is None:
        raise NotFound
    return asked, context


def _item(assignment: Assignment, version: AssignmentVersion, origin: str) -> dict[str, Any]:
    item: dict[str, Any] = {
        "type": "ltiResourceLink",
        "title": assignment.title[:_LONGEST_TITLE],
        "url": f"{origin}/lti/launch",
        "custom": {"assignment": str(assignment.id)},
        "lineItem": {
            "scoreMaximum": whole_maximum(version.points),
            "label": assignment.title[:_LONGEST_TITLE],
            "resourceId": str(assignment.id),
            "tag": TAG,
            "submissionReview": {"reviewableStatus": ["None", "InProgress", "Submitted", "Completed"]},
        },
    }
    if assignment.due_at is not None:
        item["submission"] = {"endDateTime": assignment.due_at.isoformat(timespec="milliseconds")}
    return item


def _claims(
    session: Session, context: LmsContext, asked: LmsDeepLink, items: list[dict[str, Any]], now: datetime
) -> dict[str, Any]:
    platform = contexts.platform_of(session, context)
    deployment = session.get_one(LmsDeployment, context.deployment_id)
    claims: dict[str, Any] = {
        "iss": platform.client_id,
        "sub": platform.client_id,
        "aud": platform.issuer,
        "iat": int(now.timestamp()),
        "exp": int((now + durations.DEEP_LINK).timestamp()),
        "nonce": secrets.token_urlsafe(),
        f"{CLAIM}deployment_id": deployment.deployment_id,
        f"{CLAIM}message_type": CHOSEN,
        f"{CLAIM}version": VERSION,
        f"{DEEP_LINKING}content_items": items,
    }
    if "data" in asked.settings:  # given back only where it was given
        claims[f"{DEEP_LINKING}data"] = asked.settings["data"]
    return claims
