"""Groups: formed, fixed by the first submission, and one submission that counts for each member."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import TypeVar
from uuid import UUID

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from submissions.connect.webhooks import endpoints
from submissions.connect.webhooks.endpoints import OFFERED, WebhookRequest
from submissions.courses.assignments import extensions
from submissions.courses.assignments.extensions import Grant
from submissions.courses.courses import erasure
from submissions.courses.grades import cells, facts
from submissions.courses.groups import forming, membership
from submissions.courses.groups.forming import GroupLine
from submissions.errors import CodeUnknown, NotAllowed, NotFound, NotWithdrawable, RequestError, Unusable
from submissions.grading.intake.attempts import attempts_of
from submissions.grading.intake.group_rows import SharedAs, standings
from submissions.grading.intake.submit import withdraw
from submissions.people.access import notices, people
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import (
    Assignment,
    AttemptFact,
    AuditEvent,
    Counts,
    GradeChange,
    NoticeKind,
    Person,
    RunScope,
    State,
    Submission,
    WebhookDelivery,
)
from submissions.teaching.regrades import regrade_apply, regrade_runs
from submissions.teaching.regrades.regrade_apply import Announcement, Choice, RegradeSelection
from submissions.teaching.regrades.regrade_effects import effects, whys
from submissions.teaching.results import reading, result
from submissions.teaching.talk import comments
from submissions.teaching.watch.equal_work import equal_work
from tests.world.classroom import OPERATOR
from tests.world.school import MONDAY, School

_DAY = timedelta(days=1)
_Outcome = TypeVar("_Outcome")


@dataclass
class Seminar:
    """A school whose students submit together, and what they and their staff do."""

    school: School

    @classmethod
    def open(cls, database: Database, **policies: object) -> "Seminar":
        return cls(School.open(database, **{"group_size": 2, "due_at": MONDAY + 3 * _DAY, **policies}))

    def do(self, what: Callable[[Session, Assignment], _Outcome]) -> _Outcome:
        with self.school.database.begin() as session:
            return what(session, session.get_one(Assignment, self.school.assignment_id))

    def refuses(self, what: Callable[[Session, Assignment], object], why: str | type[RequestError]) -> None:
        kind = Unusable if isinstance(why, str) else why
        with pytest.raises(kind) as caught:
            self.do(what)
        if isinstance(why, str):
            assert isinstance(caught.value, Unusable)
            assert caught.value.why == why

    def group(self, *students: UUID) -> str:
        """The code of a group that the first makes and the others join."""
        first, *others = students
        now = self.school.clock()
        code = self.do(lambda s, a: membership.create(s, Caller(first), a, now=now)).code
        for each in others:
            self.do(partial(_join, each, code))
        return code

    def rows(self) -> dict[UUID | None, list[Submission]]:
        """By student, all submissions, the first first."""
        found: dict[UUID | None, list[Submission]] = {}
        with self.school.database.read() as session:
            for each in session.scalars(select(Submission).order_by(Submission.id)):
                found.setdefault(each.person_id, []).append(each)
        return found

    def points(self) -> dict[UUID, Decimal]:
        def read(session: Session, assignment: Assignment) -> dict[UUID, Decimal]:
            of_each = cells.grades(session, [cells.column(session, assignment)])
            return {who: each[assignment.id].points for who, each in of_each.items()}

        return self.do(read)


@pytest.fixture
def seminar(database: Database) -> Seminar:
    return Seminar.open(database)


def test_a_group_is_made_joined_and_left_until_it_submits(seminar: Seminar) -> None:
    school = seminar.school
    ann, ben, cleo, dan = (school.student() for _ in range(4))
    now = school.clock()
    code = seminar.group(ann, ben)
    typed = code.replace("-", " ").lower()
    seminar.refuses(lambda s, a: membership.join(s, Caller(cleo), a, typed, now=now), "group-is-full")
    seminar.refuses(lambda s, a: membership.join(s, Caller(cleo), a, "0000", now=now), CodeUnknown)
    seminar.refuses(lambda s, a: membership.create(s, Caller(ben), a, now=now), "group-is-had")
    seminar.do(lambda s, a: membership.leave(s, Caller(ben), a, now=now))
    seminar.do(lambda s, a: membership.join(s, Caller(cleo), a, typed, now=now))

    def sees(session: Session, assignment: Assignment) -> list[UUID]:
        found = membership.own(session, Caller(cleo), assignment, now=now)
        assert found is not None
        assert found.room
        return [each.id for each in found.members]

    assert set(seminar.do(sees)) == {ann, cleo}
    assert seminar.do(lambda s, a: membership.own(s, OPERATOR, a, now=now)) is None
    seminar.refuses(lambda s, a: membership.create(s, OPERATOR, a, now=now), NotAllowed)

    taken = school.submit(ann)
    for who in (ann, cleo):
        seminar.refuses(partial(_leave, who), "group-has-submitted")
    seminar.refuses(lambda s, a: membership.join(s, Caller(ben), a, code, now=now), "group-has-submitted")
    with school.database.begin() as session:
        withdraw(session, Caller(cleo), session.get_one(Submission, seminar.rows()[cleo][0].id), now=now)
    assert school.submission(taken).state == State.WITHDRAWN
    seminar.do(lambda s, a: membership.leave(s, Caller(cleo), a, now=now))
    school.submit(dan)  # alone
    seminar.refuses(lambda s, a: membership.create(s, Caller(dan), a, now=now), "group-has-submitted")
    school.clock.advance(days=4)
    late = school.clock()
    seminar.refuses(lambda s, a: membership.create(s, Caller(ben), a, now=late), "group-after-due")
    with school.assignment() as assignment:
        assignment.group_size = 1
    seminar.refuses(lambda s, a: membership.create(s, Caller(ben), a, now=late), "no-groups")


def test_one_submission_counts_for_each_member_by_their_own_dates_and_attempts(database: Database) -> None:
    seminar = Seminar.open(
        database,
        group_size=4,
        attempt_limit=2,
        counts=Counts.LATEST,
        closes_at=MONDAY + 9 * _DAY,
        late_percent_per_day=Decimal(10),
    )
    school = seminar.school
    ann, ben, cleo, alone = (school.student() for _ in range(4))
    now = school.clock()
    hook = WebhookRequest("Hook", "https://hook.example.edu/", OFFERED)
    with database.begin() as session:
        owner = session.scalars(select(Person).where(Person.name == "Owner")).one()
        endpoints.create(session, Caller(owner.id), school.course_id, hook, now=now)
    school.submit(cleo, "x = 1")
    school.submit(cleo, "x = 2")  # alone: her attempts are used up
    seminar.group(ann, ben)
    seminar.do(lambda s, a: forming.put_into(s, OPERATOR, a, cleo, _group_of(s, a), now=now))
    first = school.submit(ann, "x = 3")
    school.grade_all()

    rows = seminar.rows()
    assert [each.attempt for each in rows[ben]] == [1]
    assert len(rows[cleo]) == 2
    assert rows[ben][0].grading_id == rows[ann][0].grading_id
    with database.read() as session:
        assert session.scalar(select(func.count()).select_from(AttemptFact)) == 4
        assert session.scalar(select(func.count()).select_from(WebhookDelivery)) == 4
        theirs = reading.get(session, Caller(ben), rows[ben][0].id)
        seen = result.result_of(session, Caller(ben), theirs, now=now)
        assert seen.own
        assert seen.score is not None
        with pytest.raises(NotFound):
            reading.get(session, Caller(ben), first)
    points = seminar.points()
    assert points[ann] == points[ben] == 100

    grant = Grant(due_at=MONDAY + 5 * _DAY)
    seminar.do(lambda s, a: extensions.give(s, OPERATOR, a, ann, grant, now=now))
    school.clock.advance(days=4)
    school.submit(ben, "x = 4")  # a day late for Ben, in time for Ann
    school.grade_all()
    points = seminar.points()
    assert [points[ann], points[ben]] == [100, 90]
    with database.begin() as session:
        facts.reckon(session, session.get_one(Assignment, school.assignment_id))
        late = dict(
            session.execute(select(AttemptFact.person_id, AttemptFact.late).where(AttemptFact.is_last)).all()
        )
    assert (late[ann], late[ben]) == (False, True)

    school.submit(ben, "x = 3")  # again: nobody uses an attempt
    assert [each.reused for each in seminar.rows()[ann]] == [False, False, True]
    with database.read() as session:
        assignment = session.get_one(Assignment, school.assignment_id)
        assert attempts_of(session, assignment, ann, now=now).used == 2
        members = [session.get_one(Person, each) for each in (ann, cleo)]
        found = standings(session, assignment, members, now=MONDAY + 10 * _DAY)
    assert {each.standing for each in found} == {SharedAs.CLOSED}
    assert alone not in seminar.rows()


def test_who_comes_later_has_what_is_submitted_from_then_on(seminar: Seminar) -> None:
    school = seminar.school
    ann, ben, cleo = (school.student() for _ in range(3))
    now = school.clock()
    first = school.submit(ann, "x = 1")
    seminar.do(lambda s, a: forming.put_into(s, OPERATOR, a, ann, None, now=now))
    seminar.do(lambda s, a: forming.put_into(s, OPERATOR, a, ben, _group_of(s, a), now=now))
    seminar.refuses(
        lambda s, a: forming.put_into(s, OPERATOR, a, cleo, _group_of(s, a), now=now), "group-is-full"
    )
    assert ben not in seminar.rows()
    again = school.submit(ann, "x = 1")  # the same file: for Ben it is a first attempt
    (mine,) = seminar.rows()[ben]
    assert (mine.reused, mine.attempt, mine.shared_id) == (False, 1, again)
    with school.database.begin() as session, pytest.raises(NotWithdrawable):
        withdraw(session, Caller(ben), session.get_one(Submission, mine.id), now=now)
    school.grade_all()
    assert seminar.points()[ben] == 100
    assert school.submission(mine.id).state == school.submission(first).state == State.GRADED
    school.submit(ann, "x = 1")
    assert [each.reused for each in seminar.rows()[ben]] == [False, True]
    seminar.do(lambda s, a: forming.take_out(s, OPERATOR, a, ben, now=now))
    seminar.refuses(lambda s, a: forming.take_out(s, OPERATOR, a, ben, now=now), NotFound)
    school.submit(ann, "x = 2")
    assert len(seminar.rows()[ben]) == 2
    assert seminar.points()[ben] == 100


def test_what_is_said_reaches_all_and_stays_when_one_is_erased(seminar: Seminar) -> None:
    school = seminar.school
    ann, ben, other = (school.student() for _ in range(3))
    now = school.clock()
    seminar.group(ann, ben)
    school.submit(ann, "x = 1")
    school.submit(other, "x = 1")
    school.grade_all()
    rows = {who: each[0] for who, each in seminar.rows().items()}
    with school.database.begin() as session:
        said = comments.add(session, _owner(session), rows[ben].id, "Look at line 3.", now=now)
        comments.reply(session, Caller(ben), said.id, "Which one?", now=now)
        comments.reply(session, Caller(ann), said.id, "The one with the sum.", now=now)
    with school.database.begin() as session:
        for who in (ann, ben):
            (thread,) = comments.listed(session, Caller(who), rows[who].id)
            assert [each.comment.text for each in thread.replies] == ["Which one?", "The one with the sum."]
            told = [
                each
                for each in notices.listed(session, Caller(who), limit=9)
                if each.notice.kind == NoticeKind.COMMENT
            ]
            assert {each.notice.submission_id for each in told} == {rows[who].id}
            assert comments.submission_of(session, Caller(who), said.id) == rows[who].id
        assert comments.numbers(session, [rows[ann].id, rows[ben].id, rows[other].id]) == {
            rows[ann].id: 3,
            rows[ben].id: 3,
        }
        with pytest.raises(NotFound):
            comments.reply(session, Caller(other), said.id, "And I?", now=now)
        found = equal_work(session, OPERATOR, session.get_one(Assignment, school.assignment_id))
        (group,) = found.groups  # the group and the other one, each once
        assert [each.person_id for each in group.students] == [ann, other]

    with school.database.begin() as session:
        erasure.erase_person(session, people.by_id(session, ann), by=None, now=now)
    with school.database.begin() as session:
        kept = session.get_one(Submission, rows[ben].id)
        assert kept.shared_id == kept.id
        seen = result.result_of(session, Caller(ben), kept, now=now)
        assert result.report_of(session, seen) is not None
        (thread,) = comments.listed(session, Caller(ben), kept.id)
        assert [each.comment.text for each in thread.replies] == ["Which one?"]
        assert [each.id for each in session.scalars(select(Person).where(Person.id == ann))] == []
    assert seminar.points()[ben] == 100
    with school.database.begin() as session:
        assignment = session.get_one(Assignment, school.assignment_id)
        again = regrade_runs.begin(session, OPERATOR, assignment, RunScope.ALL, now=now)
        regrade_runs.extend(session, OPERATOR, again.id, now=now)
        assert regrade_runs.progress(session, again).total == 2


def test_a_regrade_of_a_group_reaches_every_member(seminar: Seminar) -> None:
    school = seminar.school
    ann, ben, other = (school.student() for _ in range(3))
    later = school.clock() + timedelta(hours=1)
    seminar.group(ann, ben)
    school.submit(ann, "x = 1")
    school.submit(other, "x = 2")
    school.grade_all()
    with school.database.begin() as session:
        assignment = session.get_one(Assignment, school.assignment_id)
        run = regrade_runs.begin(session, OPERATOR, assignment, RunScope.ALL, now=later)
        regrade_runs.extend(session, OPERATOR, run.id, now=later)
        run_id = run.id
    while taken := school.take():
        school.store(taken, passed=False)
    with school.database.begin() as session:
        run, _ = regrade_runs.get(session, OPERATOR, run_id)
        assert regrade_runs.progress(session, run).total == 2
        found_effects = effects(session, OPERATOR, run)
        assert {each.person_id for each in found_effects} == {ann, ben, other}
        assert all(each.falls for each in found_effects)
        assert set(whys(session, run, found_effects)) == {ann, ben, other}
        no_loss = RegradeSelection(Choice.NO_LOSS)
        assert regrade_apply.preview(session, OPERATOR, run.id, no_loss).attempts == 0
        of_ben = RegradeSelection(Choice.CHOSEN, frozenset({ben}))
        touched = regrade_apply.apply(session, OPERATOR, run.id, of_ben, Announcement("Fixed."), now=later)
        assert (touched.attempts, touched.students, touched.moved) == (1, 2, 2)
    points = seminar.points()
    assert [points[ann], points[ben], points[other]] == [0, 0, 100]
    with school.database.begin() as session:
        changed = session.scalars(select(GradeChange.person_id).where(GradeChange.submission_id.is_not(None)))
        assert set(changed) == {ann, ben}
        regrade_apply.revert(session, OPERATOR, run_id, now=later)
    assert seminar.points()[ben] == 100


def test_staff_form_many_groups_at_once(database: Database) -> None:
    seminar = Seminar.open(database, group_size=3)
    school = seminar.school
    students = [school.student() for _ in range(8)]
    now = school.clock()
    with database.read() as session:
        logins = [session.get_one(Person, each).login for each in students]
    lines = [
        GroupLine(2, logins[0].upper(), "Red"),
        GroupLine(3, logins[1], "Red"),
        GroupLine(4, logins[2], ""),
    ]
    assert seminar.do(lambda s, a: forming.form(s, OPERATOR, a, lines, now=now)) == 2
    for bad, why in (
        ([GroupLine(2, "nobody", "Red")], "group-line-unknown"),
        ([GroupLine(2, logins[3], "A"), GroupLine(3, logins[3], "B")], "group-line-twice"),
        ([GroupLine(2, each, "Red") for each in logins[2:4]], "group-line-too-many"),
    ):
        seminar.refuses(partial(_form, bad), why)
    moved = [GroupLine(2, logins[0], "Blue"), GroupLine(3, logins[1], "Blue")]
    assert seminar.do(lambda s, a: forming.form(s, OPERATOR, a, moved, now=now)) == 2
    school.submit(students[7])
    seminar.refuses(lambda s, a: forming.form_at_random(s, OPERATOR, a, 4, now=now), "out-of-range")
    assert seminar.do(lambda s, a: forming.form_at_random(s, OPERATOR, a, 3, now=now)) == 2

    with database.read() as session:
        found = forming.overview(session, OPERATOR, session.get_one(Assignment, school.assignment_id))
        actions = session.scalars(select(AuditEvent.action)).all()
        with pytest.raises(NotAllowed):
            forming.overview(session, Caller(students[0]), session.get_one(Assignment, school.assignment_id))
    assert [each.group.name for each in found.groups] == ["Blue", "", ""]
    assert sorted(len(each.members) for each in found.groups) == [2, 2, 3]
    assert [each.id for each in found.alone] == [students[7]]
    assert found.submitted == {students[7]: 1}
    assert actions.count("groups-formed") == 3


def _owner(session: Session) -> Caller:
    """A person who may comment."""
    return Caller(session.scalars(select(Person.id).where(Person.name == "Owner")).one())


def _group_of(session: Session, assignment: Assignment) -> UUID:
    """The only group of the assignment."""
    (only,) = forming.overview(session, OPERATOR, assignment).groups
    return only.group.id


def _join(who: UUID, code: str, session: Session, assignment: Assignment) -> None:
    membership.join(session, Caller(who), assignment, code, now=MONDAY)


def _leave(who: UUID, session: Session, assignment: Assignment) -> None:
    membership.leave(session, Caller(who), assignment, now=MONDAY)


def _form(lines: list[GroupLine], session: Session, assignment: Assignment) -> None:
    forming.form(session, OPERATOR, assignment, lines, now=MONDAY)
