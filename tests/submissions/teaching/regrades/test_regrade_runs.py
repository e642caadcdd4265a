import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from api.words.grade_change import why as why_in_words
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.grades import cells
from submissions.errors import NotAllowed, NotFound, Stale, Unusable
from submissions.people.access import notices, people
from submissions.people.access.policy import Caller, viewer_in
from submissions.storage.database import Database
from submissions.tables import (
    ChangeReason,
    Grading,
    Job,
    JobState,
    NoticeKind,
    RegradeItem,
    Role,
    RunScope,
    RunState,
    State,
    StoredReport,
)
from submissions.teaching.gradebook import grade_changes
from submissions.teaching.regrades import regrade_apply, regrade_runs, regrades
from submissions.teaching.regrades.regrade_apply import Announcement, Choice, RegradeSelection
from submissions.teaching.regrades.regrade_effects import Why, WhyKind, effects, whys
from submissions.teaching.regrades.regrades import outdated
from tests.world import classroom
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW

_DRAFT = Draft(title="Core", published=True)
_LATER = NOW + timedelta(hours=1)
_SAID = Announcement("A suite was added.")


class Room:
    """Three students with 50 points each, and a dry run that gives them others."""

    def __init__(self, session: Session, becomes: Mapping[str, str], scope: RunScope = RunScope.ALL) -> None:
        self.session = session
        self.course, self.owner = classroom.course(session)
        self.made = classroom.assignment(session, self.course, _DRAFT)
        self.people = {login: classroom.member(session, self.course, login) for login in becomes}
        self.submissions = {
            login: classroom.graded(session, classroom.handed_in(session, self.made, person), "50")
            for login, person in self.people.items()
        }
        self.run = regrade_runs.begin(session, OPERATOR, self.made, scope, now=_LATER)
        regrade_runs.extend(session, OPERATOR, self.run.id, now=_LATER)
        self.try_all(becomes)

    def try_all(self, becomes: Mapping[str, str]) -> None:
        """What a worker leaves behind of the dry run."""
        for login, points in becomes.items():
            item = self.session.scalars(
                select(RegradeItem).where(RegradeItem.person_id == self.people[login].id)
            ).first()
            assert item is not None
            grading = self.session.get_one(Grading, item.grading_id)
            grading.state, grading.finished_at = State.GRADED, _LATER
            grading.points, grading.passed = Decimal(points), False
        self.session.flush()

    def points(self) -> dict[str, Decimal]:
        """By login, the grades."""
        found = cells.grades(self.session, cells.columns(self.session, self.course.id))
        return {login: found[person.id][self.made.id].points for login, person in self.people.items()}

    def apply(self, choice: Choice = Choice.ALL, *logins: str) -> regrade_apply.TouchedCount:
        """Let it count."""
        chosen = RegradeSelection(choice, frozenset(self.people[login].id for login in logins))
        return regrade_apply.apply(self.session, self.owner, self.run.id, chosen, _SAID, now=_LATER)

    def changes(self, login: str) -> list[str]:
        """What a student reads of their grade, the latest first."""
        viewer = viewer_in(self.session, Caller(self.people[login].id), self.made)
        found = grade_changes.own_changes(self.session, viewer, self.made)
        return [
            f"{each.why}: {each.before:.0f} to {each.after:.0f}. {each.reason}"
            for each in found
            if not each.submission_id
        ]

    def told(self, login: str) -> list[str]:
        """The notices of a student."""
        listed = notices.listed(self.session, Caller(self.people[login].id), limit=10)
        return [each.notice.kind for each in listed]


_BECOMES = {"up": "75", "down": "25", "same": "50"}


def test_a_dry_run_says_who_goes_up_and_down_and_moves_nothing(database: Database) -> None:
    with database.begin() as session:
        room = Room(session, _BECOMES)
        found = effects(session, room.owner, room.run)

        moves = [(each.name, int(each.difference)) for each in found]
        assert moves == [("Down", -25), ("Up", 25), ("Same", 0)]
        assert set(room.points().values()) == {50}
        assert room.told("up") == []


@pytest.mark.parametrize("scope", RunScope)
def test_a_dry_run_is_of_the_students_who_have_results_on_an_earlier_version(
    database: Database, scope: RunScope
) -> None:
    with database.begin() as session:
        room = Room(session, _BECOMES)
        draft = replace(_DRAFT, points=Decimal(50))
        assignments.change(session, room.owner, room.made, draft, revision=room.made.revision, now=_LATER)
        people.leave(session, room.owner, room.course.id, room.people["up"].id, now=_LATER)

        run = regrade_runs.begin(session, room.owner, room.made, scope, now=_LATER)
        regrade_runs.extend(session, room.owner, run.id, now=_LATER)

        assert regrade_runs.progress(session, run).total == 2
        assert outdated(session, room.owner, room.made) == 2
        assert regrades.progress(session, room.owner, room.made).outdated == 2


def test_applied_and_reverted_each_student_finds_the_change_and_its_reason(database: Database) -> None:
    with database.begin() as session:
        room = Room(session, _BECOMES)
        touched = room.apply()
        applied = room.points()
        told = room.told("down"), room.told("same")
        reverted = regrade_apply.revert(session, room.owner, room.run.id, now=_LATER)

        assert (touched.attempts, touched.students, touched.moved) == (3, 3, 2)
        assert applied == {"up": 75, "down": 25, "same": 50}
        assert told == ([NoticeKind.GRADE_CHANGED], [])
        assert reverted.moved == 2
        assert set(room.points().values()) == {50}
        assert room.changes("down") == [
            f"{ChangeReason.REVERTED}: 25 to 50. A suite was added.",
            f"{ChangeReason.APPLIED}: 50 to 25. A suite was added.",
        ]
        assert room.changes("same") == []
        assert room.run.state == RunState.OPEN


@pytest.mark.parametrize(
    ("choice", "logins", "expected"),
    [
        (Choice.NO_LOSS, (), {"up": 75, "down": 50, "same": 50}),
        (Choice.CHOSEN, ("down",), {"up": 50, "down": 25, "same": 50}),
        (Choice.COUNTING, (), {"up": 75, "down": 25, "same": 50}),
    ],
)
def test_some_can_be_chosen(
    database: Database, choice: Choice, logins: tuple[str, ...], expected: dict[str, int]
) -> None:
    with database.begin() as session:
        room = Room(session, _BECOMES)
        room.apply(choice, *logins)

        assert room.points() == expected


def test_only_attempts_that_count_are_tried_where_that_is_asked(database: Database) -> None:
    with database.begin() as session:
        room = Room(session, {"a": "50"})
        again = classroom.handed_in(session, room.made, room.people["a"], at=_LATER, content=b"worse")
        classroom.graded(session, again, "10")
        run = regrade_runs.begin(session, OPERATOR, room.made, RunScope.COUNTING, now=_LATER)
        regrade_runs.extend(session, OPERATOR, run.id, now=_LATER)
        items = session.scalars(select(RegradeItem).where(RegradeItem.run_id == run.id)).all()

        assert [item.submission_id for item in items] == [room.submissions["a"].id]


@pytest.mark.parametrize(("scope", "mixes"), [(RunScope.COUNTING, True), (RunScope.ALL, False)])
def test_a_run_says_whose_grade_would_come_from_an_earlier_version(
    database: Database, scope: RunScope, *, mixes: bool
) -> None:
    with database.begin() as session:
        room = Room(session, {"a": "50"})
        worse = classroom.handed_in(session, room.made, room.people["a"], at=_LATER, content=b"worse")
        classroom.graded(session, worse, "45")
        draft = replace(_DRAFT, points=Decimal(50))
        assignments.change(session, room.owner, room.made, draft, revision=room.made.revision, now=_LATER)
        run = regrade_runs.begin(session, OPERATOR, room.made, scope, now=_LATER)
        regrade_runs.extend(session, OPERATOR, run.id, now=_LATER)
        for item in session.scalars(select(RegradeItem).where(RegradeItem.run_id == run.id)):
            grading = session.get_one(Grading, item.grading_id)
            grading.state, grading.finished_at = State.GRADED, _LATER
            grading.points, grading.passed = Decimal(10), False
        session.flush()
        (effect,) = effects(session, room.owner, run)

        assert effect.on_earlier_version is mixes
        assert effect.after is not None
        assert (effect.after.submission_id == worse.id) >= mixes


def test_nothing_is_applied_of_a_run_that_is_not_ready_or_of_an_older_version(database: Database) -> None:
    with database.begin() as session:
        room = Room(session, {"a": "75"})
        grading = session.scalars(select(Grading).where(Grading.points == Decimal(75))).one()
        grading.state = State.QUEUED
        session.flush()
        with pytest.raises(Unusable) as caught:
            room.apply()
        grading.state = State.GRADED
        other = replace(_DRAFT, weights={"a_plus_a": 1})
        assignments.change(session, OPERATOR, room.made, other, revision=room.made.revision, now=NOW)

        assert caught.value.why == "not-ready"
        with pytest.raises(Stale):
            room.apply()


def test_what_was_graded_again_meanwhile_is_left_alone(database: Database) -> None:
    with database.begin() as session:
        room = Room(session, {"a": "75", "b": "80"})
        newer = Grading(
            submission_id=room.submissions["a"].id, version_id=room.run.version_id, created_at=_LATER
        )
        newer.state, newer.points, newer.finished_at = State.GRADED, Decimal(60), _LATER
        session.add(newer)
        session.flush()
        room.submissions["a"].grading_id = newer.id
        session.flush()

        assert room.apply().attempts == 1
        assert room.points() == {"a": 60, "b": 80}


def test_a_new_dry_run_takes_the_place_of_one_that_was_not_applied(database: Database) -> None:
    with database.begin() as session:
        room = Room(session, {"a": "75"})
        regrade_runs.begin(session, OPERATOR, room.made, RunScope.ALL, now=_LATER)
        jobs = session.scalars(select(Job.state).where(Job.created_at == _LATER))

        assert room.run.state == RunState.DISCARDED
        assert set(jobs) == {JobState.CANCELLED}


def test_why_a_grade_moves_is_read_from_both_reports(database: Database) -> None:
    with database.begin() as session:
        room = Room(session, {"a": "75"})
        item = session.scalars(select(RegradeItem)).one()
        for grading_id, verdict, earned in ((item.former_id, "failed", 0), (item.grading_id, "passed", 4)):
            suites = f'[{{"slug": "diamond", "verdict": "{verdict}", "earned": {earned}}}]'
            session.add(StoredReport(grading_id=grading_id, content=f'{{"suites": {suites}}}'))
        session.flush()
        found = effects(session, room.owner, room.run)
        (why,) = whys(session, room.run, found)[room.people["a"].id]

        assert (why.kind, why.suite, why.before, why.after) == (WhyKind.SUITE, "diamond", "failed", "passed")


@pytest.mark.parametrize("former", ["0.1.0", ""])
def test_after_an_upgrade_a_run_of_all_attempts_says_whose_grade_changes_and_from_which_version(
    database: Database, former: str
) -> None:
    with database.begin() as session:
        room = Room(session, {"a": "75", "b": "80"})
        old = {} if not former else {"made_by": former}
        for item in session.scalars(select(RegradeItem)).all():
            for grading_id, noted in ((item.former_id, old), (item.grading_id, {"made_by": "0.2.0"})):
                content = json.dumps({"suites": [], **noted})
                session.add(StoredReport(grading_id=grading_id, content=content))
        session.flush()
        found = effects(session, room.owner, room.run)
        reasons = whys(session, room.run, found)

        moved = {each.person_id for each in found if each.moves}
        assert moved == set(reasons)
        assert moved
        assert {each[0] for each in reasons.values()} == {Why(WhyKind.UPGRADE, before=former, after="0.2.0")}
        assert former in why_in_words(Why(WhyKind.UPGRADE, before=former, after="0.2.0"), {})


def test_an_assistant_sees_a_run_and_cannot_apply_it_and_a_student_does_not_see_it(
    database: Database,
) -> None:
    with database.begin() as session:
        room = Room(session, {"a": "75"})
        assistant = Caller(classroom.member(session, room.course, "ta", Role.ASSISTANT).id)
        stranger = Caller(classroom.person(session, "stranger").id)

        assert effects(session, assistant, room.run)
        with pytest.raises(NotAllowed):
            regrade_apply.apply(session, assistant, room.run.id, RegradeSelection(), _SAID, now=_LATER)
        with pytest.raises(NotAllowed):
            regrade_runs.get(session, Caller(room.people["a"].id), room.run.id)
        with pytest.raises(NotFound):
            regrade_runs.get(session, stranger, room.run.id)
