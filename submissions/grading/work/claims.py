"""Jobs taken, held and given back. One attempt holds a job at a time, under a name that no other has."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import Select, select, update
from sqlalchemy.orm import Session

from submissions.grading.work.lifecycle import move
from submissions.grading.work.results import give_up, rest
from submissions.jobs import retries
from submissions.jobs.bell import Bell
from submissions.jobs.clock import due, overdue
from submissions.tables import GradeJob, Grading, JobState, State

LOST = "worker-lost"
"""The error of a job whose worker was not heard of any more."""

_TOKEN_BYTES = 8


@dataclass(frozen=True, slots=True)
class Claim:
    """One attempt at a job, which holds its lease."""

    job_id: UUID
    submission_id: UUID
    owner: str
    number: int
    """Which attempt it is, from 1."""
    is_trial: bool = False


def claim(
    session: Session,
    worker_id: UUID,
    *,
    now: datetime,
    until: datetime,
    trials: bool = True,
) -> Claim | None:
    """The job whose turn it is. Whoever else asks gets another, or none.

    Without `trials` none of them is taken.
    """
    waiting = select(GradeJob.id).where(GradeJob.state == JobState.WAITING, due(now))
    if not trials:
        waiting = waiting.where(GradeJob.course_id.is_not(None))
    first = waiting.order_by(GradeJob.priority.desc(), GradeJob.id).limit(1)
    owner = f"{worker_id.hex}.{secrets.token_hex(_TOKEN_BYTES)}"
    # One statement chooses and takes, so two workers who look at once never get the same row; `skip_locked`
    # gives the second the next job in place of a wait. The attempt is counted now, since a job that takes its
    # worker with it cannot be counted at its end.
    taken = session.execute(
        update(GradeJob)
        .where(GradeJob.id == first.with_for_update(skip_locked=True).scalar_subquery())
        .values(
            state=JobState.RUNNING,
            owner=owner,
            lease_until=until,
            started_at=now,
            attempts=GradeJob.attempts + 1,
        )
        .returning(GradeJob.id, GradeJob.grading_id, GradeJob.attempts, GradeJob.course_id)
    ).one_or_none()
    if taken is None:
        return None
    grading = session.get_one(Grading, taken.grading_id)
    grading.state = State.GRADING
    move(session, grading.id, State.GRADING)
    return Claim(taken.id, grading.submission_id, owner, taken.attempts, taken.course_id is None)


def held_by() -> Select[str | None]:
    """Choose the attempts that hold a job."""
    return select(GradeJob.owner).where(GradeJob.state == JobState.RUNNING, GradeJob.owner.is_not(None))


def renew(session: Session, owners: Collection[str], *, until: datetime) -> None:
    """Hold on to the jobs of these attempts."""
    # By attempt, not by job: one that was believed dead has lost the row, and must not hold another's.
    held = GradeJob.owner.in_(owners), GradeJob.state == JobState.RUNNING
    session.execute(update(GradeJob).where(*held).values(lease_until=until))


def hand_back(session: Session, bell: Bell, claim: Claim, *, until: datetime) -> bool:
    """Let somebody else grade it from then on: the attempt does not count, because nothing came of it."""
    if not rest(session, bell, claim.job_id, claim.owner, None, until=until):
        return False
    session.get_one(GradeJob, claim.job_id).attempts -= 1
    return True


def release(
    session: Session,
    bell: Bell,
    *,
    now: datetime,
    owners: Collection[str] | None = None,
    everything: bool = False,
) -> int:
    """Free the jobs of attempts that are not heard of any more, or of these, or of all; how many there were.

    A job that took too many workers with it is given up.
    """
    running = select(GradeJob).where(GradeJob.state == JobState.RUNNING)
    if not everything:
        running = running.where(overdue(now) if owners is None else GradeJob.owner.in_(owners))
    jobs = session.scalars(running.with_for_update(skip_locked=True)).all()
    for job in jobs:
        assert job.owner is not None
        pause = retries.WORKER_LOST.pause(job.attempts)
        if pause is None:
            give_up(session, job.id, job.owner, LOST, now=now)
        else:
            rest(session, bell, job.id, job.owner, LOST, until=now + pause)
    return len(jobs)
