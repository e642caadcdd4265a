"""The own graphs of an assignment, read and set; with another set, it has another version."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from submissions.courses.assignments import assignments
from submissions.courses.assignments.own_graph import OwnGraph
from submissions.courses.assignments.own_graphs import own_graphs, own_titles, require_usable, stored
from submissions.courses.assignments.points import current_version
from submissions.errors import Stale
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller, require_in
from submissions.tables import Assignment, AssignmentVersion


def graphs_of(session: Session, caller: Caller, assignment: Assignment) -> tuple[OwnGraph, ...]:
    """The own graphs of an assignment. For staff."""
    require_in(session, caller, Action.SEE_SUBMISSIONS, assignment)
    return own_graphs(current_version(session, assignment))


def titles_of_version(session: Session, version_id: UUID) -> dict[str, str]:
    """Return by slug the titles of a version's own graphs. The caller has permission to see it already."""
    return own_titles(session.get_one(AssignmentVersion, version_id))


def set_graphs(
    session: Session,
    caller: Caller,
    assignment: Assignment,
    graphs: Sequence[OwnGraph],
    *,
    revision: int,
    now: datetime,
) -> None:
    """Set all own graphs of an assignment.

    Raises:
        Unusable: if one of them cannot be graded.
        Stale: if somebody else has changed the assignment in the meantime.
    """
    course_id = require_in(session, caller, Action.EDIT_ASSIGNMENT, assignment)
    require_usable(graphs)
    session.refresh(assignment, with_for_update=True)
    if assignment.revision != revision:
        raise Stale
    if tuple(graphs) == own_graphs(current_version(session, assignment)):
        return
    assignments.set_own_graphs(session, assignment, [stored(own) for own in graphs], now=now)
    audit.record(
        session,
        caller.known,
        "assignment-changed",
        course_id,
        about=assignment.id,
        now=now,
        revision=assignment.revision,
        version=assignment.version_number,
    )
