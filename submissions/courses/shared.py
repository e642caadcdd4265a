"""Whose a submission of a group is: the one owner of this question.

Such a submission is a row for each member for whom it counts, and all rows have one grading. So grades,
attempts, late days, figures, platforms and exports ask for a person's rows and need not know of groups.
What there is once (the comments, the grading) belongs to the row of whoever submitted, and is found here.
"""

from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, delete, exists, func, select, update
from sqlalchemy.orm import Session, aliased

from submissions.tables import (
    IS_STUDENT,
    Comment,
    Enrolment,
    Grading,
    GroupMember,
    Job,
    Person,
    RegradeItem,
    Submission,
)

FIRST_ROW: ColumnElement[UUID] = func.coalesce(Submission.shared_id, Submission.id)
"""The row that belongs to whoever submitted it; of a submission without a group the row itself."""


def first_row(submission: Submission) -> UUID:
    """Return the id of the first row of a submission that is in memory."""
    return submission.shared_id or submission.id


def is_graded_row() -> ColumnElement[bool]:
    """Whether the grading that counts was made for this very row: of those that share it, true of one."""
    return exists().where(Grading.id == Submission.grading_id, Grading.submission_id == Submission.id)


def counts_for_student(course_id: UUID) -> ColumnElement[bool]:
    """Whether a grading counts for an active student of the course: at least one of those that share it."""
    sharing = aliased(Submission)
    return exists().where(
        sharing.grading_id == Submission.grading_id,
        Enrolment.person_id == sharing.person_id,
        Enrolment.course_id == course_id,
        IS_STUDENT,
    )


def rows(session: Session, submission: Submission) -> list[Submission]:
    """The rows of all for whom it counts, in the order of their people."""
    if submission.shared_id is None:
        return [submission]
    chosen = select(Submission).where(Submission.shared_id == submission.shared_id)
    return list(session.scalars(chosen.order_by(Submission.person_id)))


def of_grading(session: Session, grading_id: UUID) -> list[Submission]:
    """The submissions for which a grading counts, in the order of their people: that of all locks."""
    chosen = select(Submission).where(Submission.grading_id == grading_id)
    return list(session.scalars(chosen.order_by(Submission.person_id, Submission.id)))


def row_of(session: Session, submission: Submission, person_id: UUID | None) -> Submission:
    """Return this person's row of a shared submission, or the given row if they have none."""
    return next((each for each in rows(session, submission) if each.person_id == person_id), submission)


def people(session: Session, submission: Submission) -> list[Person]:
    """Return the people for whom a submission of a group counts, by name; nobody where it is of no group."""
    if submission.shared_id is None:
        return []
    chosen = select(Person).join(Submission, Submission.person_id == Person.id)
    shared = chosen.where(Submission.shared_id == submission.shared_id)
    return list(session.scalars(shared.order_by(Person.name_key, Person.id)))


def together(session: Session, assignment_id: UUID) -> dict[UUID, UUID]:
    """Map each person to one id for everybody they work or ever submitted with here."""
    grouped = select(GroupMember.group_id, GroupMember.person_id)
    sharing = select(Submission.shared_id, Submission.person_id).where(Submission.shared_id.is_not(None))
    sets = [
        *_sets(session, grouped.where(GroupMember.assignment_id == assignment_id)),
        *_sets(session, sharing.where(Submission.assignment_id == assignment_id)),
    ]
    leader: dict[UUID, UUID] = {}

    def lead(person_id: UUID) -> UUID:
        while (found := leader.setdefault(person_id, person_id)) != person_id:
            person_id = found
        return person_id

    for members in sets:
        first, *others = map(lead, members)
        for each in others:
            leader[lead(each)] = lead(first)
    return {person_id: lead(person_id) for person_id in list(leader)}


def hand_over(session: Session, person_id: UUID) -> None:
    """Give shared submissions of an erased person to another member; the erased person's own words go."""
    own = select(Submission.id).where(Submission.person_id == person_id)
    others = select(Submission.id, Submission.person_id).where(Submission.person_id != person_id)
    graded = others.join(Grading, Grading.id == Submission.grading_id).add_columns(Grading.submission_id)
    shared = others.add_columns(Submission.shared_id)
    heirs: dict[UUID, tuple[UUID, UUID]] = {}
    for chosen in (shared.where(Submission.shared_id.in_(own)), graded.where(Grading.submission_id.in_(own))):
        for row_id, heir, former in session.execute(chosen.order_by(Submission.id)):
            heirs.setdefault(former, (row_id, heir))
    for former, (row_id, heir) in heirs.items():
        _give(session, former, row_id, heir, erased=person_id)


def _give(session: Session, former: UUID, row_id: UUID, heir: UUID, *, erased: UUID) -> None:
    said = Comment.submission_id == former
    gradings = select(Grading.id).where(Grading.submission_id == row_id)
    for statement in (
        delete(Comment).where(said, Comment.by_id == erased),
        update(Comment).where(said).values(submission_id=row_id),
        update(Grading).where(Grading.submission_id == former).values(submission_id=row_id),
        update(Job).where(Job.grading_id.in_(gradings)).values(person_id=heir),
        update(RegradeItem)
        .where(RegradeItem.submission_id == former)
        .values(submission_id=row_id, person_id=heir),
        update(Submission).where(Submission.shared_id == former).values(shared_id=row_id),
    ):
        session.execute(statement, execution_options={"synchronize_session": False})


def _sets(session: Session, pairs: Select[Any, Any]) -> Iterable[Collection[UUID]]:
    """People who have something in common, by the pairs of that and each of them."""
    found: dict[UUID, list[UUID]] = {}
    for common, person_id in session.execute(pairs.distinct()):
        found.setdefault(common, []).append(person_id)
    return [sorted(people) for people in found.values()]
