"""The changes of a grade, as its student reads them: at the assignment, and at the attempt."""

from sqlalchemy.orm import Session

from api.words import Message
from api.words.grade_change import change
from submissions.people.access.policy import Viewer
from submissions.tables import Assignment, ChangeReason
from submissions.teaching.gradebook import grade_changes
from submissions.teaching.results.result import Result

_SHOWN = 3


def own_changes(session: Session, seen: Result) -> list[Message]:
    """Return the changes of the viewer's attempt, the latest first; none while a part of it is hidden."""
    if not seen.own or seen.hidden_until is not None or seen.closed_suites:
        return []
    found = grade_changes.own_changes(session, seen.viewer, seen.assignment)
    about = [change(each) for each in found if each.submission_id == seen.submission.id]
    return about[:_SHOWN]


def own_grade_changes(session: Session, viewer: Viewer, assignment: Assignment) -> list[Message]:
    """Return the changes of the viewer's grade, the latest first, for where it is shown and all suites are.

    Who gave an override, and why, stands beside the grade.
    """
    found = grade_changes.own_changes(session, viewer, assignment)
    return [change(each) for each in found if each.why != ChangeReason.OVERRIDE][:_SHOWN]
