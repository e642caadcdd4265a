"""Where submissions are in their lives: moved together with the grading that counts for them."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.tables import State, Submission


def move(session: Session, grading_id: UUID, state: State) -> None:
    """Bring every submission for which a grading counts to a state."""
    for submission in session.scalars(select(Submission).where(Submission.grading_id == grading_id)):
        submission.state = state
        submission.revision += 1
