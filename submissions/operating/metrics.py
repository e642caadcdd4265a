"""What an operator watches: how many jobs wait and run, how long they take, who grades."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.jobs.clock import due
from submissions.operating import durations
from submissions.tables import Job, JobKind, JobState, Worker

LATEST = 1000
"""The number of jobs that are measured: those done last."""
_GRADES = Job.kind == JobKind.GRADING


class Workers(Frozen):
    """The processes that grade at one level of sandbox; the level is empty where they take no work."""

    level: str
    processes: int
    slots: int


class Figures(Frozen):
    """The metrics of the service, at one moment."""

    jobs: dict[str, int]
    """The number of jobs by state, of those that are kept: trials are deleted with their jobs."""
    oldest_seconds: float
    """How long the job has waited that has waited longest; 0 where none waits."""
    waited: list[float]
    """Seconds from a file to the start of its grading, of the latest jobs, in ascending order."""
    graded_in: list[float]
    """Seconds from there to its report."""
    workers: list[Workers]


def figures(session: Session, *, now: datetime) -> Figures:
    """Return the figures that the tables give now."""
    jobs = dict.fromkeys(map(str, JobState), 0)
    counted = session.execute(select(Job.state, func.count()).where(_GRADES).group_by(Job.state))
    jobs.update((state, count) for state, count in counted)
    oldest = oldest_waiting(session, now=now)
    done = session.execute(
        select(Job.created_at, Job.started_at, Job.finished_at)
        .where(_GRADES, Job.state == JobState.DONE)
        .order_by(Job.id.desc())
        .limit(LATEST)
    ).all()
    timed = [(created, begun, end) for created, begun, end in done if begun is not None and end is not None]
    return Figures(
        jobs=jobs,
        oldest_seconds=max(0.0, (now - oldest).total_seconds()) if oldest else 0.0,
        waited=sorted(max(0.0, (begun - created).total_seconds()) for created, begun, _ in timed),
        graded_in=sorted(max(0.0, (end - begun).total_seconds()) for _, begun, end in timed),
        workers=workers(session, now=now),
    )


def quantile(seconds: Sequence[float], part: float) -> float:
    """Return the number below which this part of ascending numbers lies; 0 if there are none."""
    return seconds[min(len(seconds) - 1, int(part * len(seconds)))] if seconds else 0.0


def oldest_waiting(session: Session, *, now: datetime) -> datetime | None:
    """Since when the job of a course waits that waits longest; those that rest after a failure do not count.

    Nor do trials: they wait as long as there are students, which is no sign that anything is wrong.
    """
    waiting = select(func.min(Job.created_at)).where(
        _GRADES, Job.state == JobState.WAITING, due(JobKind.GRADING, now), Job.course_id.is_not(None)
    )
    return session.scalar(waiting)


def workers(session: Session, *, now: datetime) -> list[Workers]:
    """The number of workers seen lately, by level of their sandbox."""
    seen = session.execute(
        select(Worker.level, func.count(), func.sum(Worker.slots))
        .where(Worker.seen_at.between(now - durations.WORKER_SEEN, now + durations.WORKER_SEEN))
        .group_by(Worker.level)
        .order_by(Worker.level)
    )
    return [Workers(level, processes, slots) for level, processes, slots in seen]
