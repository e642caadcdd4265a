"""The course of a demo term: its course file, read with the dates and texts of this term, and its people."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.assignments import assignments, extensions, late_days
from submissions.courses.assignments.extensions import Grant
from submissions.courses.groups import forming
from submissions.courses.groups.forming import GroupLine
from submissions.operating.term.recording import Plan, TermAttempt, TermRecording, TermStudent
from submissions.operating.term.texts import TermTexts
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.tables import Assignment, Course, Enrolment, Person, Role
from submissions.tables.identity import new_id
from submissions.teaching.terms import course_file

LOGIN = "demo-instructor"
_DATES = ("opens_at", "due_at", "closes_at")
_EXTENDED = timedelta(days=2)
_EXTENSIONS = (0, 1, 3)
"""The assignments in which somebody has more time."""


class MadeCourse(Frozen):
    """The course with its people."""

    course: Course
    owner: Caller
    assistants: tuple[UUID, ...]
    """One for each section."""
    students: Mapping[int, UUID]
    """The students by number."""
    assignments: tuple[UUID, ...]
    in_pairs: int
    """The number of the assignment for which students submit in pairs."""


def make(session: Session, texts: TermTexts, known: TermRecording, plan: Plan, now: datetime) -> MadeCourse:
    """Make the course before anybody submits."""
    document = _document(known, texts, known.moved_by(now))
    opens_at = datetime.fromisoformat(document["assignments"][0]["opens_at"])
    at = opens_at - timedelta(weeks=1)
    owner = people.by_login(session, LOGIN) or people.add(session, LOGIN, known.instructor, now=at)
    caller = Caller(owner.id, operator=True)
    course = course_file.import_(session, caller, json.dumps(document).encode(), now=at)
    made = list(
        session.scalars(select(Assignment).where(Assignment.course_id == course.id).order_by(Assignment.id))
    )
    for each in made:
        draft = replace(assignments.draft_of(session, each), published=True)
        assignments.change(session, caller, each, draft, revision=each.revision, now=at)
    prefix = course.id.hex[-6:]
    assistants = tuple(_assistants(session, known, course.id, prefix, at))
    by_number = {each.number: new_id() for each in plan.students}
    session.execute(insert(Person), list(_people(plan.students, by_number, prefix, at)))
    session.execute(insert(Enrolment), list(_places(plan.students, by_number, course.id, at)))
    if plan.pairs:
        lines = list(_groups(plan.pairs, prefix, texts.group))
        forming.form(session, caller, made[known.in_pairs], lines, now=at)
    ids = tuple(each.id for each in made)
    return MadeCourse(course, caller, assistants, by_number, ids, known.in_pairs)


def give_time(
    session: Session, made: MadeCourse, number: int, attempts: Sequence[TermAttempt], texts: TermTexts
) -> None:
    """Give the first late student an extension, and let the next two use late days."""
    assignment = session.get_one(Assignment, made.assignments[number])
    due_at = assignment.due_at
    if due_at is None:
        return
    is_alone = number != made.in_pairs
    late = list(dict.fromkeys(each.student for each in attempts if each.at > due_at and is_alone))
    if number in _EXTENSIONS and late:
        reason = texts.talk.extensions[_EXTENSIONS.index(number)]
        first, grant = made.students[late.pop(0).number], Grant(due_at=due_at + _EXTENDED, reason=reason)
        extensions.give(session, made.owner, assignment, first, grant, now=due_at - timedelta(days=1))
    active = [each for each in late if each.active]
    for days, student in enumerate(active[: assignment.late_days_usable], 1):
        caller = Caller(made.students[student.number])
        late_days.use(session, caller, assignment, days, now=due_at - timedelta(hours=days))


def _document(known: TermRecording, texts: TermTexts, later: timedelta) -> dict[str, Any]:
    """The course file with the texts of this language, and all dates so much later."""
    found: dict[str, Any] = json.loads(json.dumps(known.course))
    found["title"] = texts.course
    found["prepared"]["saved_comments"] = [asdict(each) for each in texts.talk.saved_comments]
    for assignment, text in zip(found["assignments"], texts.assignments, strict=True):
        dates = {name: datetime.fromisoformat(assignment[name]) + later for name in _DATES}
        assignment.update(asdict(text), **{name: each.isoformat() for name, each in dates.items()})
        for graph in assignment["own_graphs"]:
            graph["title"] = texts.own_graph
    return found


def _assistants(
    session: Session, known: TermRecording, course_id: UUID, prefix: str, at: datetime
) -> Iterator[UUID]:
    for number, each in enumerate(known.assistants, 1):
        assistant = people.add(session, f"demo-{prefix}-ta{number}", each.name, now=at)
        people.enrol(session, course_id, assistant.id, Role.ASSISTANT, now=at).section = each.section
        yield assistant.id


def _people(
    everybody: Sequence[TermStudent], ids: Mapping[int, UUID], prefix: str, at: datetime
) -> Iterator[dict[str, Any]]:
    for each in everybody:
        yield {"id": ids[each.number], "login": _login(each, prefix), "name": each.name, "created_at": at}


def _places(
    everybody: Sequence[TermStudent], ids: Mapping[int, UUID], course_id: UUID, at: datetime
) -> Iterator[dict[str, Any]]:
    for each in everybody:
        yield {
            "course_id": course_id, "person_id": ids[each.number], "role": Role.STUDENT,
            "active": each.active, "section": each.section, "created_at": at,
        }  # fmt: skip


def _login(student: TermStudent, prefix: str) -> str:
    return f"demo-{prefix}-{student.number + 1:04}"


def _groups(pairs: Sequence[tuple[TermStudent, TermStudent]], prefix: str, name: str) -> Iterator[GroupLine]:
    for number, pair in enumerate(pairs, 1):
        for each in pair:
            yield GroupLine(2 * number, _login(each, prefix), name.format(number=number))
