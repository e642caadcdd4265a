from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select

from grader.assignment import GradientPolicy
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.points import current_version
from submissions.errors import NotFound, Stale, Unusable
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Assignment, AssignmentVersion, Counts, Shown
from tests.world import classroom
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW

_DRAFT = Draft(title="Core", published=True)


@pytest.mark.parametrize(
    "changed",
    [
        {"stage": "training"},
        {"weights": {"a_plus_a": 1}},
        {"weights": {"linear_chain": 3, "a_plus_a": 1, "five_nodes": 2, "diamond": 3}},
        {"points": Decimal(10)},
        {"gradients": GradientPolicy.ANY},
    ],
)
def test_another_choice_of_what_is_graded_is_another_version(
    database: Database, changed: dict[str, Any]
) -> None:
    with database.begin() as session:
        made = classroom.assignment(session, classroom.course(session)[0], _DRAFT)
        draft = replace(_DRAFT, **changed)
        assignments.change(session, OPERATOR, made, draft, revision=1, now=NOW)

        assert (made.version_number, made.revision) == (2, 2)
        assert current_version(session, made).weights == draft.chosen


def test_dates_and_policies_change_without_a_version(database: Database) -> None:
    draft = replace(
        _DRAFT,
        title="The core",
        instructions="Write it.",
        starter="class Value: ...",
        opens_at=NOW,
        due_at=NOW + timedelta(days=1),
        closes_at=NOW + timedelta(days=2),
        late_percent_per_day=Decimal(10),
        late_most_percent=Decimal(50),
        attempt_limit=3,
        cooldown_seconds=60,
        hint_rung=1,
        counts=Counts.LATEST,
        shown=Shown.AFTER_DUE,
        weights=_DRAFT.chosen,
    )
    with database.begin() as session:
        made = classroom.assignment(session, classroom.course(session)[0], _DRAFT)
        assignments.change(session, OPERATOR, made, draft, revision=1, now=NOW)

        assert (made.version_number, made.revision) == (1, 2)
        assert assignments.draft_of(session, made) == draft


def test_of_two_editors_the_second_is_told(database: Database) -> None:
    with database.begin() as session:
        made = classroom.assignment(session, classroom.course(session)[0], _DRAFT)
        assignments.change(session, OPERATOR, made, replace(_DRAFT, title="Mine"), revision=1, now=NOW)

        with pytest.raises(Stale):
            assignments.change(session, OPERATOR, made, replace(_DRAFT, title="Theirs"), revision=1, now=NOW)

        assert made.title == "Mine"


def test_a_draft_that_cannot_be_used_changes_nothing(database: Database) -> None:
    with database.begin() as session:
        made = classroom.assignment(session, classroom.course(session)[0], _DRAFT)

        with pytest.raises(Unusable):
            assignments.change(session, OPERATOR, made, replace(_DRAFT, title=""), revision=1, now=NOW)

        assert (made.title, made.revision) == ("Core", 1)


def test_drafts_are_not_there_for_students(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        student = Caller(classroom.member(session, course, "student").id)
        hidden = classroom.assignment(session, course, Draft(title="Later"))

        assert assignments.get(session, owner, hidden.id) is hidden
        assert assignments.listed(session, owner, course.id) == [hidden]
        assert assignments.listed(session, student, course.id) == []
        with pytest.raises(NotFound):
            assignments.get(session, student, hidden.id)


def test_assignments_are_listed_by_their_due_dates_and_archived_ones_are_not(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        never = classroom.assignment(session, course, Draft(title="never"))
        second = classroom.assignment(session, course, Draft(title="2", due_at=NOW + timedelta(days=2)))
        first = classroom.assignment(session, course, Draft(title="1", due_at=NOW + timedelta(days=1)))
        old = classroom.assignment(session, course, Draft(title="old"))
        assignments.archive(session, OPERATOR, old, now=NOW)

        assert assignments.listed(session, owner, course.id) == [first, second, never]


def test_the_practice_of_a_stage_is_made_once(database: Database) -> None:
    with database.begin() as session:
        first = assignments.practice(session, "core", now=NOW)
        again = assignments.practice(session, "core", now=NOW)

        assert first is again
        assert first.course_id is None
        assert session.scalar(select(func.count(Assignment.id))) == 1


def test_practice_follows_its_stage_where_the_suites_have_changed(database: Database) -> None:
    with database.begin() as session:
        practice = assignments.practice(session, "core", now=NOW)
        session.scalars(select(AssignmentVersion)).one().weights = {"a_plus_a": 1}
        session.flush()
        assignments.practice(session, "core", now=NOW)

        assert current_version(session, practice).weights == Draft(title="core").chosen


def test_there_is_no_practice_of_an_unknown_stage(database: Database) -> None:
    with database.begin() as session, pytest.raises(Unusable):
        assignments.practice(session, "nowhere", now=NOW)
