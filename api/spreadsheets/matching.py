"""Which of our students a row of another system's file is about."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from uuid import UUID

from api.spreadsheets.platforms import Identity
from grader.records import Frozen
from submissions.connect.lms.accounts import is_made_by_launch
from submissions.teaching.gradebook.gradebook import GradebookRow

SourcedIds = Mapping[UUID, frozenset[str]]
"""The numbers of each person in the records of universities, as learning platforms have them."""


class Unmatched(StrEnum):
    """Why a row is nobody's."""

    UNKNOWN = "unknown"
    """No active student of the course has one of its ids."""
    AMBIGUOUS = "ambiguous"
    """Its ids belong to several students, or several rows belong to one."""
    LIKELY = "likely"
    """It has the full name of one student, of whom no id is known that the file could have."""


class UnmatchedRow(Frozen):
    """A row that stays as it is."""

    row: int
    name: str
    ids: tuple[str, ...]
    why: Unmatched


class Matches(Frozen):
    """The students found for the rows of a file."""

    by_row: Mapping[int, GradebookRow]
    unmatched: Sequence[UnmatchedRow]
    absent: Sequence[GradebookRow]
    """Our students of whom the file has no row."""
    likely: Mapping[int, GradebookRow]
    """The students who have only a name in common with a row, whether they count as found or not."""


def matched(
    rows: Sequence[tuple[int, Identity]],
    students: Sequence[GradebookRow],
    sourced_ids: SourcedIds = MappingProxyType({}),
    *,
    by_name: bool = False,
) -> Matches:
    """Return each row's student: by number, login, e-mail address, or the part before its `@`.

    The last only where all e-mail addresses of the class are of one domain. Learning platforms say their
    student numbers themselves: `sourced_ids`. A name is enough only with `by_name`, and only of who came by
    a platform that has not said one.
    """
    keys, likely = _keys(students, sourced_ids), _namesakes(rows, students, sourced_ids)
    found: dict[int, UUID] = {}
    unmatched = []
    for row, identity in rows:
        whose = _whose(identity, keys)
        if whose:
            likely.pop(row, None)
        # A row that fits two students is nobody's: a grade in the wrong row is worse than one to enter by
        # hand.
        if len(whose) == 1:
            found[row] = whose.pop()
        elif row in likely and by_name:
            found[row] = likely[row].person_id
        else:
            unmatched.append(_unmatched(row, identity, _why(whose, is_likely=row in likely)))
    by_id = {student.person_id: student for student in students}
    present = set(found.values())
    absent = [student for student in students if student.person_id not in present]
    return Matches({row: by_id[id_] for row, id_ in found.items()}, unmatched, absent, likely)


def _namesakes(
    rows: Sequence[tuple[int, Identity]], students: Sequence[GradebookRow], sourced_ids: SourcedIds
) -> dict[int, GradebookRow]:
    """The rows with the name of one student without ids, where nobody else has it, in the file or here."""
    in_file = Counter(_name(identity.name) for _, identity in rows)
    here = Counter(_name(student.name) for student in students)
    without_ids = {
        _name(student.name): student
        for student in students
        if is_made_by_launch(student.login) and not student.sis_id and student.person_id not in sourced_ids
        if here[_name(student.name)] == 1
    }
    names = ((row, _name(identity.name)) for row, identity in rows)
    return {row: without_ids[name] for row, name in names if name in without_ids and in_file[name] == 1}


def _name(name: str) -> str:
    return " ".join(name.casefold().split())


def _whose(identity: Identity, keys: Mapping[str, set[UUID]]) -> set[UUID]:
    ids = [f"sis:{identity.sis_id.casefold()}"] if identity.sis_id else []
    ids += [f"login:{login.casefold()}" for login in identity.logins]
    return set().union(*(keys.get(id_, set()) for id_ in ids))


def _keys(students: Sequence[GradebookRow], sourced_ids: SourcedIds) -> Mapping[str, set[UUID]]:
    keys: defaultdict[str, set[UUID]] = defaultdict(set)
    domains = {student.login.rpartition("@")[2] for student in students if "@" in student.login}
    for student in students:
        keys[f"login:{student.login.casefold()}"].add(student.person_id)
        for number in filter(None, (student.sis_id, *sourced_ids.get(student.person_id, ()))):
            keys[f"sis:{number.casefold()}"].add(student.person_id)
    if len(domains) == 1:
        for student in students:
            local, at, _ = student.login.rpartition("@")
            if at and f"login:{local.casefold()}" not in keys:
                keys[f"login:{local.casefold()}"].add(student.person_id)
    return keys


def _why(whose: Collection[UUID], *, is_likely: bool) -> Unmatched:
    """Return why a row is nobody's, which fits these students by its ids."""
    if whose:
        return Unmatched.AMBIGUOUS
    return Unmatched.LIKELY if is_likely else Unmatched.UNKNOWN


def _unmatched(row: int, identity: Identity, why: Unmatched) -> UnmatchedRow:
    return UnmatchedRow(row, identity.name, tuple(filter(None, (identity.sis_id, *identity.logins))), why)
