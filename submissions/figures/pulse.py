"""Whether anything has happened in an assignment: a short text that changes with every new result."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from submissions.tables import Assignment, AttemptFact, State, Submission


def pulse(session: Session, assignment: Assignment) -> str:
    """Counts of submissions by state, and of results. Read in indexes alone."""
    states = select(Submission.state, func.count()).where(Submission.assignment_id == assignment.id)
    by_state = dict(session.execute(states.group_by(Submission.state)).all())
    results = session.scalar(select(func.count()).where(AttemptFact.assignment_id == assignment.id))
    return "-".join(str(number) for number in (*(by_state.get(each, 0) for each in State), results or 0))
