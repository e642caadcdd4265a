"""What an attempt is among the attempts of its student, and how long each cause lasted. No database."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from grader.records import Frozen, asdict
from submissions.tables import Counts

Cause = str
Causes = Mapping[Cause, bool]
"""The causes of an attempt, with whether each is proven; the one that is shown first comes first."""
PASSED = "passed"
"""The value in place of a next cause: everything is right."""
_MINUTE = timedelta(minutes=1)


class FactsOfAttempt(Frozen):
    """The facts of one graded attempt."""

    submission_id: UUID
    at: datetime
    earned: Decimal
    """Percent, before late penalties."""
    percent: Decimal
    """The percentage after the late penalty."""
    late: bool
    passed: bool


class Place(Frozen):
    """The place of an attempt among the others of its student."""

    percent: Decimal
    late: bool
    number: int
    is_first: bool
    is_last: bool
    is_best: bool
    counts: bool
    ever_late: bool
    ever_passed: bool
    progress_at: datetime

    @property
    def row(self) -> dict[str, Any]:
        """Return its columns."""
        return asdict(self)


class History(Frozen):
    """One cause, from the first attempt with it on."""

    cause: Cause
    proven: bool
    attempts: int | None
    minutes: int | None
    next_cause: Cause | None
    streak: int

    @property
    def row(self) -> dict[str, Any]:
        """Return its columns."""
        return asdict(self)


def placed(
    attempts: Sequence[FactsOfAttempt], counts: str, repeated: UUID | None = None
) -> Iterator[tuple[FactsOfAttempt, Place]]:
    """Yield each attempt of a student with its place, in the order of submission.

    `repeated` is the attempt with the file that was submitted again after the last attempt.
    """
    best_earned = max(attempts, key=lambda each: (each.earned, each.at, each.submission_id))
    best_after_lateness = max(attempts, key=lambda each: (each.percent, each.at, each.submission_id))
    latest = next((each for each in attempts if each.submission_id == repeated), attempts[-1])
    counting = latest if counts == Counts.LATEST else best_after_lateness
    ever_late, ever_passed = any(each.late for each in attempts), any(each.passed for each in attempts)
    furthest = attempts[0]
    for number, each in enumerate(attempts, 1):
        furthest = each if each.earned > furthest.earned else furthest
        yield (
            each,
            Place(
                each.percent,
                each.late,
                number,
                is_first=number == 1,
                is_last=number == len(attempts),
                is_best=each is best_earned,
                counts=each is counting,
                ever_late=ever_late,
                ever_passed=ever_passed,
                progress_at=furthest.at,
            ),
        )


def histories(attempts: Sequence[tuple[FactsOfAttempt, Causes]]) -> Iterator[History]:
    """Yield the history of each cause that a student ever had, in the order in which they met it."""
    for cause in dict.fromkeys(cause for _, causes in attempts for cause in causes):
        yield _history(cause, attempts)


def _history(cause: Cause, attempts: Sequence[tuple[FactsOfAttempt, Causes]]) -> History:
    proven = any(causes.get(cause, False) for _, causes in attempts)
    has = [cause in causes for _, causes in attempts]
    first = has.index(True)
    streak = next((n for n, each in enumerate(reversed(has)) if not each), len(has))
    if False not in has[first:]:
        return History(cause, proven, None, None, None, streak)
    end = has.index(False, first)
    minutes = (attempts[end][0].at - attempts[first][0].at) // _MINUTE
    attempt, after = attempts[end]
    no_cause = PASSED if attempt.passed else ""
    return History(cause, proven, end - first, minutes, next(iter(after), no_cause), streak)
