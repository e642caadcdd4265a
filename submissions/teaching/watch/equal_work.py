"""Work of several students that is the same: the same file, or the same functions under other names.

It is a hint to look, never a charge. A small task has few right solutions, so what the starter has and what
many students have is left out, and nothing is said of files in which little is left. Who works in one group,
or ever submitted together, counts as one student.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses import shared
from submissions.grading.work.code_shape import shape_of_text
from submissions.people.access.policy import Action, Caller, require_in
from submissions.tables import Assignment, Enrolment, FileShape, Person, Role, State, Submission

COMMON_SHARE = 4
"""A function is commonplace if one of so many students has it,"""
COMMON_LEAST = 5
"""and so many students at least."""
LEAST_TOKENS = 80
"""The fewest tokens that have to be left of a file to say anything of it."""
_MOST_SUBMISSIONS = 50_000
_UNSEEN = frozenset({State.WITHDRAWN, State.REFUSED})

_Functions = tuple[tuple[str, int], ...]


class Likeness(StrEnum):
    """The part of their work that a group has in common."""

    FILE = "file"
    CODE = "code"
    """The code is the same after renaming and reformatting."""


class EqualSubmission(Frozen):
    """One student of a group."""

    person_id: UUID
    name: str
    submission_id: UUID
    """The first one that is like the others'."""
    worker_id: UUID
    """An id that all who work together have."""


class EqualGroup(Frozen):
    """Students whose work is the same, the first to submit it first."""

    likeness: Likeness
    students: Sequence[EqualSubmission]
    functions: int
    """Functions that are the same and not commonplace; 0 of files whose code was not compared."""


class EqualWork(Frozen):
    """The equal work in an assignment."""

    groups: Sequence[EqualGroup]
    """The largest first."""
    compared: int
    """Students whose code was compared."""
    commonplace: int
    """Functions that were left out, as the starter or many students have them."""


def equal_work(session: Session, caller: Caller, assignment: Assignment) -> EqualWork:
    """The groups of an assignment. Four queries."""
    course_id = require_in(session, caller, Action.SEE_SUBMISSIONS, assignment)
    first = _first_of_each(session, assignment.id, course_id)
    shapes = _shapes(session, assignment.id)
    starter = hashlib.sha256(assignment.starter.encode()).hexdigest()
    owners: defaultdict[str, list[EqualSubmission]] = defaultdict(list)
    for sha256, one in first:
        owners[sha256].append(one)
    owners.pop(starter, None)
    common = _commonplace(owners, shapes, assignment.starter)
    left = {sha256: _distinguishing(shapes[sha256], common) for sha256 in owners if sha256 in shapes}
    groups = [*_same_files(owners, left), *_same_code(owners, left)]
    groups.sort(key=lambda group: (-len(group.students), group.students[0].submission_id))
    compared = {one.worker_id for sha256 in left if left[sha256] for one in owners[sha256]}
    return EqualWork(groups, len(compared), len(common))


def _first_of_each(
    session: Session, assignment_id: UUID, course_id: UUID
) -> list[tuple[str, EqualSubmission]]:
    """Return the first submission of each file by each student or group, the earliest first."""
    chosen = (
        select(Submission.sha256, Person.id, Person.name, Submission.id)
        .join(Person, Person.id == Submission.person_id)
        .join(Enrolment, (Enrolment.person_id == Person.id) & (Enrolment.course_id == course_id))
        .where(
            Submission.assignment_id == assignment_id,
            Submission.state.not_in(_UNSEEN),
            Enrolment.role == Role.STUDENT,
        )
        .order_by(Submission.id)
        .limit(_MOST_SUBMISSIONS)
    )
    found: dict[tuple[str, UUID], EqualSubmission] = {}
    together = shared.together(session, assignment_id)
    for sha256, person_id, name, submission_id in session.execute(chosen):
        worker_id = together.get(person_id, person_id)
        one = EqualSubmission(person_id, name, submission_id, worker_id)
        found.setdefault((sha256, worker_id), one)
    return [(sha256, one) for (sha256, _), one in found.items()]


def _shapes(session: Session, assignment_id: UUID) -> dict[str, _Functions]:
    files = select(Submission.sha256).where(Submission.assignment_id == assignment_id)
    chosen = select(FileShape.sha256, FileShape.functions).where(FileShape.sha256.in_(files))
    return {
        sha256: tuple((str(digest), int(size)) for digest, size in functions)
        for sha256, functions in session.execute(chosen)
    }


def _commonplace(
    owners: Mapping[str, Sequence[EqualSubmission]], shapes: Mapping[str, _Functions], starter: str
) -> set[str]:
    """The functions of the starter, and those that many students have."""
    people: defaultdict[str, set[UUID]] = defaultdict(set)
    everybody: set[UUID] = set()
    for sha256, ones in owners.items():
        ids = {one.worker_id for one in ones}
        everybody |= ids
        for digest, _ in shapes.get(sha256, ()):
            people[digest] |= ids
    many = max(COMMON_LEAST, len(everybody) / COMMON_SHARE)
    common = {digest for digest, ids in people.items() if len(ids) >= many}
    return common | {each.digest for each in shape_of_text(starter) or ()}


def _distinguishing(functions: _Functions, common: set[str]) -> _Functions:
    """Return the functions that distinguish one file from another; nothing where that is too little."""
    left = tuple(each for each in functions if each[0] not in common)
    return left if sum(size for _, size in left) >= LEAST_TOKENS else ()


def _same_files(
    owners: Mapping[str, Sequence[EqualSubmission]], left: Mapping[str, _Functions]
) -> Iterable[EqualGroup]:
    for sha256, ones in owners.items():
        if len(ones) > 1:
            yield EqualGroup(Likeness.FILE, ones, len(left.get(sha256, ())))


def _same_code(
    owners: Mapping[str, Sequence[EqualSubmission]], left: Mapping[str, _Functions]
) -> Iterable[EqualGroup]:
    files: defaultdict[_Functions, list[str]] = defaultdict(list)
    for sha256, functions in left.items():
        if functions:
            files[functions].append(sha256)
    for functions, digests in files.items():
        if len(digests) < 2:  # noqa: PLR2004 - one file is no pair
            continue
        ones = sorted((one for each in digests for one in owners[each]), key=lambda one: one.submission_id)
        by_worker = {one.worker_id: one for one in reversed(ones)}
        seen = [one for one in ones if by_worker[one.worker_id] is one]
        if len(seen) > 1:
            yield EqualGroup(Likeness.CODE, seen, len(functions))
