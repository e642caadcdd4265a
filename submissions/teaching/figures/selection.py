"""Which students and which of their attempts a figure is about."""

from collections.abc import Collection
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from grader.records import Frozen
from submissions.tables import IS_STUDENT, Assignment, AttemptFact, Enrolment

_Rows = TypeVar("_Rows", bound=Select[*tuple[Any, ...]])


class Which(StrEnum):
    """The selected attempt of each student."""

    COUNTS = "counts"
    """The one from which the grade comes."""
    FIRST = "first"
    BEST = "best"
    LAST = "last"
    ALL = "all"
    """Every graded attempt."""


class Selection(Frozen, kw_only=True):
    """A selection of attempts. Without more, the latest attempt of every active student: what is true now."""

    section: str = ""
    """Only students of this section; empty for all."""
    since: datetime | None = None
    """Only attempts submitted then or later."""
    until: datetime | None = None
    """Only attempts submitted before then."""
    which: Which = Which.LAST


_FLAGS: dict[Which, InstrumentedAttribute[bool]] = {
    Which.COUNTS: AttemptFact.counts,
    Which.FIRST: AttemptFact.is_first,
    Which.BEST: AttemptFact.is_best,
    Which.LAST: AttemptFact.is_last,
}


def in_class(
    chosen: _Rows,
    person: ColumnElement[UUID] | InstrumentedAttribute[UUID] | InstrumentedAttribute[UUID | None],
    course_id: UUID,
    selection: Selection,
) -> _Rows:
    """Return the rows of the active students whom a selection chooses."""
    return chosen.join(
        Enrolment, and_(Enrolment.course_id == course_id, Enrolment.person_id == person)
    ).where(*is_student(selection))


def selected(chosen: _Rows, assignment: Assignment, selection: Selection) -> _Rows:
    """Rows of the selected attempts of an assignment of a course."""
    assert assignment.course_id is not None
    return selected_of(chosen, assignment.course_id, [assignment.id], selection)


def selected_of(chosen: _Rows, course_id: UUID, assignments: Collection[UUID], selection: Selection) -> _Rows:
    """Rows of the selected attempts of some assignments of a course."""
    rows = in_class(chosen, AttemptFact.person_id, course_id, selection)
    return rows.where(AttemptFact.assignment_id.in_(assignments), *attempted(selection))


def is_student(selection: Selection) -> list[ColumnElement[bool]]:
    """Return the conditions for a selected place in the course."""
    of_section = [Enrolment.section == selection.section] if selection.section else []
    return [IS_STUDENT, *of_section]


def attempted(selection: Selection) -> list[ColumnElement[bool]]:
    """Return the conditions for a selected attempt."""
    conditions = in_time(selection)
    flag = _FLAGS.get(selection.which)
    return conditions if flag is None else [*conditions, flag.is_(True)]


def in_time(selection: Selection) -> list[ColumnElement[bool]]:
    """Return the conditions for an attempt in the selected time, whichever attempt it is."""
    conditions: list[ColumnElement[bool]] = []
    if selection.since is not None:
        conditions.append(AttemptFact.at >= selection.since)
    if selection.until is not None:
        conditions.append(AttemptFact.at < selection.until)
    return conditions


def sections(session: Session, course_id: UUID) -> list[str]:
    """The sections that active students of a course are in, by name."""
    chosen = (
        select(Enrolment.section)
        .where(Enrolment.course_id == course_id, *is_student(Selection()), Enrolment.section != "")
        .distinct()
    )
    return sorted(session.scalars(chosen))
