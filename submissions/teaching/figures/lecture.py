"""What a lecture is about: the commonest causes of late, each with an example that names nobody."""

import json
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.finding import Evidence, Explained, Finding, Where
from grader.records import Frozen, UnreadableRecord, from_data, replace
from submissions.tables import AttemptFact, CauseFact, StoredReport, Submission
from submissions.teaching.figures.selection import Selection, selected_of

_LOOKED_AT = 3
"""Reports of a cause from which the smallest example is taken."""


class LectureCause(Frozen):
    """One cause."""

    cause: str
    """The fault, by slug."""
    students: int
    """Active students who have it in their latest attempt, if they submitted that in the time."""
    example: Finding | None
    """The smallest of the latest, without place, file or words of a student; None where no report has one."""


def lecture_causes(
    session: Session, course_id: UUID, assignments: Collection[UUID], *, since: datetime | None, limit: int
) -> list[LectureCause]:
    """The one that most students have first. Three queries."""
    selection = Selection(since=since)
    counted = _counted(session, course_id, assignments, selection, limit)
    examples = _examples(session, course_id, assignments, selection, [cause for cause, _ in counted])
    return [LectureCause(cause, students, examples.get(cause)) for cause, students in counted]


def _counted(
    session: Session, course_id: UUID, assignments: Collection[UUID], selection: Selection, limit: int
) -> Sequence[tuple[str, int]]:
    students = func.count(CauseFact.person_id.distinct())
    holders = select(CauseFact.cause, students).join(
        AttemptFact, AttemptFact.submission_id == CauseFact.submission_id
    )
    rows = session.execute(
        selected_of(holders, course_id, assignments, selection)
        .group_by(CauseFact.cause)
        .order_by(students.desc(), CauseFact.cause)
        .limit(limit)
    )
    return [(cause, number) for cause, number in rows]


def _examples(
    session: Session,
    course_id: UUID,
    assignments: Collection[UUID],
    selection: Selection,
    causes: Collection[str],
) -> dict[str, Finding]:
    """Return for each cause the smallest graph of a few reports: first proven ones, then the latest."""
    rank = func.row_number().over(
        partition_by=CauseFact.cause, order_by=(CauseFact.proven.desc(), AttemptFact.at.desc())
    )
    holders = select(CauseFact.cause, CauseFact.submission_id, rank.label("rank")).join(
        AttemptFact, AttemptFact.submission_id == CauseFact.submission_id
    )
    holders = holders.where(CauseFact.cause.in_(causes))
    latest = selected_of(holders, course_id, assignments, selection).subquery()
    rows = session.execute(
        select(latest.c.cause, StoredReport.content)
        .join(Submission, Submission.id == latest.c.submission_id)
        .join(StoredReport, StoredReport.grading_id == Submission.grading_id)
        .where(latest.c.rank <= _LOOKED_AT)
    )
    smallest: dict[str, Finding] = {}
    for cause, content in rows:
        for finding in _drawable(cause, content):
            kept = smallest.get(cause)
            if kept is None or _size(finding) < _size(kept):
                smallest[cause] = finding
    return smallest


def _drawable(cause: str, content: str) -> Iterator[Finding]:
    """Yield the findings of a stored report that have this cause and a graph. No other is decoded."""
    for each in (json.loads(content)["diagnosis"] or {}).get("findings", ()):
        if each["fault"] != cause or not each.get("explained"):
            continue
        try:
            yield _anonymous(from_data(Finding, each))
        except UnreadableRecord:  # of an older form
            continue


def _anonymous(finding: Finding) -> Finding:
    """Return the finding without place, evidence and repair, since lines of the file are its student's."""
    assert finding.explained is not None
    return replace(
        finding,
        where=Where(operation=finding.where.operation, operand=finding.where.operand),
        evidence=Evidence(),
        repair=(),
        alternatives=(),
        explained=_without_lines(finding.explained),
    )


def _without_lines(explained: Explained) -> Explained:
    nowhere = {"line": None, "cell": None, "function": None}
    return replace(
        explained,
        graph="",
        writes=tuple(replace(each, **nowhere) for each in explained.writes),
        right_writes=tuple(replace(each, **nowhere) for each in explained.right_writes),
    )


def _size(finding: Finding) -> tuple[int, int]:
    explained = finding.explained
    return (len(explained.nodes), len(explained.writes)) if explained else (0, 0)
