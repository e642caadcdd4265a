"""The jobs of the whole service, for who runs the installation."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from api.rest._model import Answer, Given, documents
from api.rest._visit import Visit
from submissions.operating import jobs
from submissions.operating.jobs import JobKindCounts
from submissions.tables import JobKind

router = APIRouter(tags=["operations"])


documents(JobKindCounts)


class GivenUpJob(Answer):
    """A job that was given up, or a chore that failed when it was done last."""

    kind: JobKind
    course_id: UUID | None
    """Null for e-mail and housekeeping."""
    name: str
    """The title of its assignment or activity, or the name of its webhook or chore."""
    person_id: UUID | None
    submission_id: UUID | None
    webhook_id: UUID | None
    reason: str
    """The error of Backgrade, or the id of a reason."""
    failed_at: datetime | None


class JobList(Answer):
    """The jobs of the service: grading, webhooks, grades for learning platforms, e-mail, housekeeping."""

    kinds: list[JobKindCounts]
    failed: list[GivenUpJob]
    """The newest 100 of each kind."""


class JobRetry(Given, json_schema_extra={"examples": [{"kind": "webhook"}]}):
    """The kind of job to try again."""

    kind: Annotated[JobKind, Field(strict=False)]


class RetriedJobs(Answer):
    """The number of jobs that are tried again."""

    retried: int


@router.get("/jobs")
def list_jobs(visit: Visit) -> JobList:
    """Count the jobs that wait, run and failed, and list those that failed."""
    chores = jobs.chores_of(visit.service.settings)
    with visit.database.read() as session:
        counted = jobs.counts(session, visit.caller, now=visit.now(), chores=chores)
        failed = jobs.failed(session, visit.caller, chores)
    return JobList(
        kinds=counted,
        failed=[GivenUpJob.of(each) for each in failed],
    )


@router.post("/jobs/retry")
def retry_jobs(visit: Visit, retry: JobRetry) -> RetriedJobs:
    """Try jobs of one kind again that failed: all gradings or chores, or 100 messages or grades."""
    return RetriedJobs(retried=jobs.try_again(visit.database, visit.caller, retry.kind, visit.now))
