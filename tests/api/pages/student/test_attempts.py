"""Attempts are for answers: a file without one uses none, and says why at once."""

from datetime import timedelta

import pytest

from grader.records import replace
from grader.sandbox.replies import Problem, ProblemKind
from submissions.grading.intake.attempts import own_attempts
from submissions.grading.work.results import FinishedReport, store
from submissions.jobs.claims import claim
from submissions.people.access.policy import Caller, viewer_in
from submissions.tables import Job, JobKind, JobState, State, Submission
from submissions.tables.identity import new_id
from submissions.teaching.gradebook.gradebook import own_grades
from submissions.teaching.results import result
from tests.world.clock import NOW
from tests.world.desk import Desk
from tests.world.school import report, work_of

SOON = timedelta(minutes=1)
NO_ANSWERS = (ProblemKind.SYNTAX, ProblemKind.NOTEBOOK, ProblemKind.NO_CLASS, ProblemKind.EXCEPTION)


def stored(desk: Desk, submission: Submission, kind: ProblemKind) -> Submission:
    """The submission after a worker found this problem in its file."""
    with desk.service.database.begin() as session:
        taken = claim(session, JobKind.GRADING, new_id(), now=NOW, until=NOW + SOON)
        assert taken is not None
        problem = Problem(kind=kind, message="expected ':'", line=2, column=5)
        made = report(work_of(session, taken.job_id), passed=False)
        refused = replace(made, problem=problem)
        assert store(session, taken, FinishedReport.of(refused), now=NOW)
    with desk.service.database.read() as session:
        assert session.query(Job).filter_by(state=JobState.WAITING).count() == 0
        return session.get_one(Submission, submission.id)


@pytest.mark.parametrize("kind", NO_ANSWERS)
def test_a_file_without_an_answer_uses_no_attempt_and_does_not_count(desk: Desk, kind: ProblemKind) -> None:
    made = desk.assignment(attempt_limit=1, cooldown_seconds=600, counts="latest")
    found = stored(desk, desk.handed_in(made), kind)

    assert (found.state, found.attempt) == (State.REFUSED, 0)
    with desk.service.database.read() as session:
        me = Caller(desk.student.id)
        used = own_attempts(session, viewer_in(session, me, made), made, now=NOW)
        assert (used.used, used.next_at) == (0, None)
        assert own_grades(session, me, desk.course.id, now=NOW) == {}


def test_one_that_hangs_is_an_answer(desk: Desk) -> None:
    made = desk.assignment(attempt_limit=1)
    found = stored(desk, desk.handed_in(made), ProblemKind.TIME)

    assert (found.state, found.attempt) == (State.GRADED, 1)


def test_why_it_is_none_is_said_at_once_also_where_results_are_hidden_and_hints_are_few(desk: Desk) -> None:
    made = desk.assignment(due_at=NOW + timedelta(days=1), shown="after-due", hint_rung=0)
    found = stored(desk, desk.handed_in(made), ProblemKind.SYNTAX)

    with desk.service.database.read() as session:
        seen = result.read(session, Caller(desk.student.id), found.id, now=NOW)
        trimmed = result.report_of(session, seen)
    assert trimmed is not None
    assert trimmed.report.problem is not None
    assert (trimmed.report.problem.line, trimmed.report.problem.column) == (2, 5)
    page = desk.me.open(f"/submissions/{found.id}").text
    assert "It used no attempt" in page
    assert "expected ':'" in page


def test_the_page_begins_with_what_keeps_the_file_from_being_graded(desk: Desk) -> None:
    found = stored(desk, desk.handed_in(desk.assignment()), ProblemKind.SYNTAX)
    page = desk.me.open(f"/submissions/{found.id}").text
    assert page.index("Python cannot read your code on line 2") < page.index("It used no attempt")
    assert "There is nothing to grade" not in page
