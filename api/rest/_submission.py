"""A submission as a document, for whoever may see it."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import JsonValue

from api.rest._model import OR_NULL, Answer
from grader.faults import FaultSign, first
from grader.gradients import Method
from submissions.tables import State
from submissions.teaching.results import result


class Result(Answer):
    """The result of a submission."""

    points: float
    """The points after what lateness costs."""
    earned: float
    """The points before what lateness costs."""
    possible: float
    asked: float | None
    """The share of the assignment, in percent, that was asked: the rest is not applicable to the class, and
    all points are for what was asked. Null where suites are hidden, and for results of version 0.1."""
    passed: bool
    """Whether everything was earned."""
    cause: str | None
    """The fault to look at first; null where there is none, or it is hidden."""
    causes: list[str]
    """All faults that were found; empty where they are hidden."""
    gradients: Annotated[Method | None, OR_NULL]
    """How gradients were obtained, if not by backpropagation; null if they were, or if it is hidden."""
    gradients_proven: bool
    """Whether that is proven, and not only likely."""
    late_days: int
    graded_at: datetime


_EXAMPLE: dict[str, JsonValue] = {
    "id": "019301c0-5b7e-7c1a-9f7e-0d9b6f2f3a10",
    "assignment_id": "019301bf-1f0e-7d42-8c55-3f0c2b1a9e77",
    "person_id": "019301be-77aa-7b1c-a0b4-52c7d1e0f6a3",
    "file_name": "value.py",
    "class_name": "",
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "state": "graded",
    "ahead": None,
    "attempt": 1,
    "reused": False,
    "opened_rung": 0,
    "created_at": "2026-11-30T12:00:00.123456Z",
    "result": {
        "points": 6.5,
        "earned": 6.5,
        "possible": 10,
        "asked": 100,
        "passed": False,
        "cause": first(FaultSign.REPLACED),
        "causes": [first(FaultSign.REPLACED)],
        "gradients": None,
        "gradients_proven": False,
        "late_days": 0,
        "graded_at": "2026-11-30T12:00:00.412Z",
    },
    "result_shown_from": None,
}


class Submission(Answer, json_schema_extra={"examples": [_EXAMPLE]}):
    """A file that was submitted."""

    id: UUID
    assignment_id: UUID
    person_id: UUID | None
    file_name: str
    class_name: str
    """The class that was named with it; empty: none was."""
    sha256: str
    state: State
    """`queued` and `grading` pass; `graded`, `refused` (nothing to grade: free of charge), `internal_error`
    (ours, free of charge), `withdrawn` stay."""
    ahead: int | None
    """How many are graded before it; null where it does not wait."""
    attempt: int
    """The attempt it used, from 1; 0 where it used none."""
    reused: bool
    """Whether the same file was submitted before: that grading counts, and no attempt was used."""
    opened_rung: int
    """The highest hint level that its student opened; 0: none."""
    created_at: datetime
    result: Result | None
    """null before there is one, and before it is shown."""
    result_shown_from: datetime | None
    """When the result is shown, where that is later than now."""


def shown(seen: result.Result) -> Submission:
    """The document of one."""
    submission = seen.submission
    return Submission.of(
        submission,
        state=seen.progress.state,
        ahead=seen.progress.ahead,
        result=Result.of(seen.score, late_days=seen.late_days) if seen.score else None,
        result_shown_from=seen.hidden_until,
    )
