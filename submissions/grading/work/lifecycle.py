"""Where submissions are in their lives: moved together with the grading that counts for them."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.jobs import claims
from submissions.tables import Grading, Job, JobKind, JobState, State, Submission

_STATES = {
    JobState.WAITING: State.QUEUED,
    JobState.RUNNING: State.GRADING,
    JobState.GIVEN_UP: State.INTERNAL_ERROR,
}
"""The state of a grading, by that of its job. One that is done has the state that its report says."""


def move(session: Session, grading_id: UUID, state: State) -> None:
    """Bring every submission for which a grading counts to a state."""
    for submission in session.scalars(select(Submission).where(Submission.grading_id == grading_id)):
        submission.state = state
        submission.revision += 1


def _follow(session: Session, job: Job) -> None:
    """Bring the grading of a job, and its submissions, to where the job is."""
    state = _STATES.get(JobState(job.state))
    if state is None:
        return
    grading = session.get_one(Grading, job.grading_id)
    grading.state, grading.finished_at = state, job.finished_at
    move(session, grading.id, state)


claims.follow(JobKind.GRADING, _follow)
