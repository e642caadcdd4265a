"""The course of a made term: its people, and the settings of its six assignments."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import insert
from sqlalchemy.orm import Session

from submissions.courses.assignments import assignments, extensions, graphs, late_days
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.extensions import Grant
from submissions.courses.assignments.own_graphs import OwnGraph
from submissions.courses.assignments.starter import STARTER
from submissions.courses.courses import courses
from submissions.courses.groups import forming
from submissions.courses.groups.forming import GroupLine
from submissions.operating.term import plan
from submissions.operating.term.names import ASSISTANTS, INSTRUCTOR
from submissions.operating.term.plan import PlannedAttempt, PlannedStudent
from submissions.operating.term.texts import TermTexts
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.tables import Assignment, Course, Enrolment, Hinting, Person, Reveal, Role
from submissions.tables.identity import new_id
from submissions.teaching.gradebook import grade_weights

LOGIN = "demo-instructor"
_LATE_DAYS, _USABLE = 5, 2
_WEIGHTS = (10, 15, 20, 20, 15, 20)
_EXTENDED = timedelta(days=2)
_OWN_GRAPH = OwnGraph(
    title="",
    text="u = a * b; v = u + a; L = v * u",
    inputs={"a": (2.0, 2.0), "b": (-3.0, -3.0)},
    points=2,
)
_SPECIAL: Mapping[int, Mapping[str, Any]] = {
    2: {"bonus": ("value_exponent",)},
    plan.IN_PAIRS: {"group_size": 2},
    5: {"hidden_suites": ("ladders", "middle_root"), "hidden_until": Reveal.AFTER_DUE},
}
"""By assignment, what it has and others have not."""
_WITH_OWN_GRAPH = 3
_EXTENSIONS = (0, 1, 3)
"""The assignments in which somebody has more time."""


@dataclass(frozen=True, slots=True)
class MadeCourse:
    """The course with its people."""

    course: Course
    owner: Caller
    assistants: tuple[UUID, ...]
    """One for each section."""
    students: Mapping[int, UUID]
    """By number."""
    assignments: tuple[UUID, ...]


def make(
    session: Session,
    texts: TermTexts,
    everybody: Sequence[PlannedStudent],
    due_dates: Sequence[datetime],
    seed: int,
) -> MadeCourse:
    """The course before anybody submits."""
    at = plan.opens(due_dates[0]) - timedelta(weeks=1)
    owner = people.by_login(session, LOGIN) or people.add(session, LOGIN, INSTRUCTOR, now=at)
    caller = Caller(owner.id, operator=True)
    course = courses.create(session, caller, texts.course, "UTC", late_days=_LATE_DAYS, now=at)
    prefix = course.id.hex[-6:]
    assistants = tuple(_assistants(session, course.id, prefix, at))
    by_number = {each.number: new_id() for each in everybody}
    if everybody:
        session.execute(insert(Person), list(_people(everybody, by_number, prefix, at)))
        session.execute(insert(Enrolment), list(_places(everybody, by_number, course.id, at)))
    made = [
        _assignment(session, caller, course, texts, number, due_at) for number, due_at in enumerate(due_dates)
    ]
    weights = {each.id: Decimal(weight) for each, weight in zip(made, _WEIGHTS, strict=True)}
    grade_weights.set_weights(session, caller, course.id, weights, now=at)
    lines = list(_groups(plan.pairs(everybody, seed), prefix, texts.group))
    if lines:
        forming.form(session, caller, made[plan.IN_PAIRS], lines, now=at)
    return MadeCourse(course, caller, assistants, by_number, tuple(each.id for each in made))


def give_time(
    session: Session, made: MadeCourse, number: int, attempts: Sequence[PlannedAttempt], texts: TermTexts
) -> None:
    """Give the first student who is late an extension, where there is one; the next two use late days."""
    assignment = session.get_one(Assignment, made.assignments[number])
    due_at = assignment.due_at
    if due_at is None:
        return
    is_alone = number != plan.IN_PAIRS
    late = list(dict.fromkeys(each.student for each in attempts if each.at > due_at and is_alone))
    if number in _EXTENSIONS and late:
        reason = texts.talk.extensions[_EXTENSIONS.index(number)]
        first, grant = made.students[late.pop(0).number], Grant(due_at=due_at + _EXTENDED, reason=reason)
        extensions.give(session, made.owner, assignment, first, grant, now=due_at - timedelta(days=1))
    for days, student in enumerate((each for each in late if each.active), 1):
        if days > _USABLE:
            return
        caller = Caller(made.students[student.number])
        late_days.use(session, caller, assignment, days, now=due_at - timedelta(hours=days))


def _assistants(session: Session, course_id: UUID, prefix: str, at: datetime) -> Iterator[UUID]:
    for number, (name, section) in enumerate(zip(ASSISTANTS, plan.SECTIONS, strict=True), 1):
        assistant = people.add(session, f"demo-{prefix}-ta{number}", name, now=at)
        people.enrol(session, course_id, assistant.id, Role.ASSISTANT, now=at).section = section
        yield assistant.id


def _people(
    everybody: Sequence[PlannedStudent], ids: Mapping[int, UUID], prefix: str, at: datetime
) -> Iterator[dict[str, Any]]:
    for each in everybody:
        yield {"id": ids[each.number], "login": _login(each, prefix), "name": each.name, "created_at": at}


def _places(
    everybody: Sequence[PlannedStudent], ids: Mapping[int, UUID], course_id: UUID, at: datetime
) -> Iterator[dict[str, Any]]:
    for each in everybody:
        yield {
            "course_id": course_id, "person_id": ids[each.number], "role": Role.STUDENT,
            "active": each.active, "section": each.section, "created_at": at,
        }  # fmt: skip


def _login(student: PlannedStudent, prefix: str) -> str:
    return f"demo-{prefix}-{student.number + 1:04}"


def _assignment(
    session: Session, caller: Caller, course: Course, texts: TermTexts, number: int, due_at: datetime
) -> Assignment:
    opens_at = plan.opens(due_at)
    draft = Draft(
        title=texts.assignments[number].title,
        instructions=texts.assignments[number].instructions,
        starter=STARTER,
        published=True,
        stage=plan.STAGES[number],
        opens_at=opens_at,
        due_at=due_at,
        closes_at=plan.closes(due_at),
        late_percent_per_day=Decimal(10),
        late_days_usable=_USABLE,
        hinting=Hinting.CLIMB,
        **_SPECIAL.get(number, {}),
    )
    made = assignments.create(session, caller, course.id, draft, now=opens_at)
    if number == _WITH_OWN_GRAPH:
        own = replace(_OWN_GRAPH, title=texts.own_graph)
        graphs.set_graphs(session, caller, made, [own], revision=made.revision, now=opens_at)
    return made


def _groups(
    pairs: Sequence[tuple[PlannedStudent, PlannedStudent]], prefix: str, name: str
) -> Iterator[GroupLine]:
    for number, pair in enumerate(pairs, 1):
        for each in pair:
            yield GroupLine(2 * number, _login(each, prefix), name.format(number=number))
