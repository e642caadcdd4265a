"""Notices when results that were hidden from students are shown, and forgets messages of long ago.

Nobody does anything at the moment when a due date passes, so it is looked at in turns. Whatever was seen
hidden and is not any more was released: by its date, or by somebody who changed it.
"""

from datetime import datetime

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from submissions.connect import durations
from submissions.courses.grades.deadlines import Deadlines
from submissions.outward import events
from submissions.storage.rows import insert_once
from submissions.tables import (
    Assignment,
    HiddenResults,
    Shown,
    Webhook,
    WebhookDelivery,
    WebhookEvent,
)
from submissions.teaching.results.visibility import students_visibility

_AT_A_TIME = 500


def notice(session: Session, *, now: datetime) -> int:
    """Tell of assignments whose results have been released since the last look; how many."""
    told = select(Webhook.course_id).where(Webhook.disabled_at.is_(None))
    marked = select(HiddenResults.assignment_id)
    chosen = select(Assignment).where(
        Assignment.course_id.in_(told),
        Assignment.archived_at.is_(None),
        or_(Assignment.shown != Shown.AT_ONCE, Assignment.id.in_(marked)),
    )
    hidden_before, released = set(session.scalars(marked)), 0
    for assignment in session.scalars(chosen).all():
        is_hidden = _is_hidden(assignment, now)
        if is_hidden and assignment.id not in hidden_before:
            insert_once(session, HiddenResults, assignment_id=assignment.id)
        elif not is_hidden and assignment.id in hidden_before:
            released += _release(session, assignment, now)
    return released


def forget(session: Session, *, now: datetime) -> None:
    """Delete messages that were kept long enough."""
    old = (
        select(WebhookDelivery.id)
        .where(WebhookDelivery.created_at < now - durations.WEBHOOK_MESSAGE)
        .limit(_AT_A_TIME)
    )
    session.execute(delete(WebhookDelivery).where(WebhookDelivery.id.in_(old)))


def _is_hidden(assignment: Assignment, now: datetime) -> bool:
    return students_visibility(assignment).results_hidden_until(Deadlines.of(assignment), now) is not None


def _release(session: Session, assignment: Assignment, now: datetime) -> bool:
    """Tell of the results; return False if another process has taken the mark away, and so tells of them."""
    mark = delete(HiddenResults).where(HiddenResults.assignment_id == assignment.id)
    taken = session.scalar(mark.returning(HiddenResults.assignment_id))
    if taken is None or assignment.course_id is None:
        return False
    ids = {"assignment_id": assignment.id}
    events.publish(session, assignment.course_id, WebhookEvent.RELEASED, ids, now=now)
    return True
