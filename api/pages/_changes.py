"""The changes of a grade, as its student reads them: at the assignment, and at the attempt."""

from sqlalchemy.orm import Session

from api.words import Message
from api.words.grade_change import change
from submissions.access.policy import Caller
from submissions.gradebook import grade_changes
from submissions.results.result import Result
from submissions.tables import Assignment, ChangeReason

_SHOWN = 3


def own_changes(session: Session, caller: Caller, seen: Result) -> list[Message]:
    """Those of an attempt of the caller's, the latest first; none while not all of its result is shown."""
    if not seen.own or seen.hidden_until is not None or seen.closed_suites:
        return []
    found = grade_changes.own_changes(session, caller, seen.assignment)
    about = [change(each) for each in found if each.submission_id == seen.submission.id]
    return about[:_SHOWN]


def own_grade_changes(session: Session, caller: Caller, assignment: Assignment) -> list[Message]:
    """Those of the caller's grade, the latest first; to be shown where it is, and no suite is closed.

    Who gave an override, and why, stands beside the grade.
    """
    found = grade_changes.own_changes(session, caller, assignment)
    return [change(each) for each in found if each.why != ChangeReason.OVERRIDE][:_SHOWN]
