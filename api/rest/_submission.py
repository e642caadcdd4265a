"""A submission as a document, for whoever may see it."""

from datetime import datetime
from uuid import UUID

from pydantic import ConfigDict, JsonValue

from api.hints import Rung
from api.rest._model import Answer
from submissions.summaries import Result as Graded
from submissions.summaries import Summary
from submissions.tables import State


class Result(Answer):
    """What a submission came to."""

    points: float
    """After what lateness costs."""
    earned: float
    """Before that."""
    possible: float
    passed: bool
    """Whether everything was earned."""
    cause: str | None
    """The fault to look at first; null where there is none, or it is not told."""
    causes: list[str]
    """All faults that were found; empty where they are not told."""
    late_days: int
    graded_at: datetime


_EXAMPLE: dict[str, JsonValue] = {
    "id": "019301c0-5b7e-7c1a-9f7e-0d9b6f2f3a10",
    "assignment_id": "019301bf-1f0e-7d42-8c55-3f0c2b1a9e77",
    "person_id": "019301be-77aa-7b1c-a0b4-52c7d1e0f6a3",
    "file_name": "value.py",
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "state": "graded",
    "ahead": None,
    "attempt": 1,
    "reused": False,
    "created_at": "2026-11-30T12:00:00.123456Z",
    "result": {
        "points": 6.5,
        "earned": 6.5,
        "possible": 10,
        "passed": False,
        "cause": "overwritten_gradient",
        "causes": ["overwritten_gradient"],
        "late_days": 0,
        "graded_at": "2026-11-30T12:00:00.412Z",
    },
    "result_shown_from": None,
}


class Submission(Answer):
    """A file that was handed in."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE]})

    id: UUID
    assignment_id: UUID
    person_id: UUID | None
    file_name: str
    sha256: str
    state: State
    """`queued` and `grading` pass; `graded`, `internal_error` (ours, free of charge), `withdrawn` stay."""
    ahead: int | None
    """How many are graded before it; null where it does not wait."""
    attempt: int
    """The attempt it used, from 1; 0 where it used none."""
    reused: bool
    """The same bytes were handed in before: that grading counts, and no attempt was used."""
    created_at: datetime
    result: Result | None
    """null before there is one, and before it is shown."""
    result_shown_from: datetime | None
    """When the result is shown, where that is later than now."""


def shown(summary: Summary, hint_rung: int) -> Submission:
    """The document of one."""
    submission = summary.submission
    told = summary.staff or hint_rung >= Rung.CAUSE
    return Submission(
        id=submission.id,
        assignment_id=submission.assignment_id,
        person_id=submission.person_id,
        file_name=submission.file_name,
        sha256=submission.sha256,
        state=State(submission.state),
        ahead=summary.ahead,
        attempt=submission.attempt,
        reused=submission.reused,
        created_at=submission.created_at,
        result=_result(summary.result, told=told) if summary.result else None,
        result_shown_from=summary.shown_from,
    )


def _result(graded: Graded, *, told: bool) -> Result:
    causes = list(graded.causes) if told else []
    return Result(
        points=float(graded.points),
        earned=float(graded.earned),
        possible=float(graded.possible),
        passed=graded.passed,
        cause=next(iter(causes), None),
        causes=causes,
        late_days=graded.late_days,
        graded_at=graded.graded_at,
    )
