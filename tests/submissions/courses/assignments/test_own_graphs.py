"""Graphs that teachers write are checked strictly, and graded as a part of the version."""

from random import Random

import pytest

from grader import faults
from grader.grade import grade
from grader.instances import draw
from grader.records import to_json
from grader.reference import edited
from grader.report import Verdict
from grader.sandbox.embedded import Embedded
from submissions.courses.assignments.graphs import graphs_of, set_graphs
from submissions.courses.assignments.own_graph import OwnGraph, suite_of
from submissions.courses.assignments.own_graphs import CheckedGraph, GraphProblem, check
from submissions.courses.assignments.points import current_version, graded_on, weights_of
from submissions.errors import Stale, Unusable
from submissions.grading.work.results import FinishedReport, store
from submissions.people.access.policy import Caller
from submissions.tables import Assignment, Submission
from submissions.teaching.results import result
from suites import load
from tests.offenders import for_each
from tests.world.classroom import OPERATOR
from tests.world.school import School, work_of

_HEAD = "from __future__ import annotations\n\nimport math\n\n\n"
OVERWRITTEN = faults.load()["overwritten_gradient"].examples["everywhere"]

_TEXT = "e = a*b; L = (e + c) * (a - c)"
_INPUTS = {"a": (1.0, 3.0), "b": (-3.0, -3.0), "c": (10.0, 10.0)}
_ONE = {"a": (1.0, 1.0)}
MINE = OwnGraph("Mine", _TEXT, _INPUTS, points=5)


def test_what_is_right_is_computed_in_the_middle_of_the_ranges() -> None:
    checked = check(_TEXT, _INPUTS)

    assert isinstance(checked, CheckedGraph)
    assert list(checked.inputs) == [2, -3, 10]
    assert list(checked.expected.gradients[:3]) == [28, -16, -12]


@for_each(
    ("text", "where", "reason"),
    [
        ("L = a *", (1, 8), "Invalid syntax"),
        ("m = a * 2\nL = m * q", (2, 9), "`q` has no value yet"),
        ("L = __import__('os')", (1, 5), "is not one of exp"),
        ("L = a * 2; L.backward(); M = L * a", (0, 0), "only assignments"),
        ("L = a" + " * a" * 80, (0, 0), "too large"),
        ("(" * 900 + "a", (1, 201), "nested"),
        ("L = a * 2 ** 9", (1, 9), "at least one node"),
        ("L = log(a - 5)", (0, 0), "no value"),
        ("L = relu(a - 1)", (0, 0), "Central differences"),
        ("x" * 2001, (0, 0), "too long"),
    ],
)
def test_what_cannot_be_graded_is_said_at_its_column(text: str, where: tuple[int, int], reason: str) -> None:
    problem = check(text, _ONE)

    assert isinstance(problem, GraphProblem)
    assert reason in problem.reason
    assert (problem.line, problem.column) == where


def test_inputs_are_drawn_from_their_ranges() -> None:
    (graph,) = suite_of(1, MINE).graphs
    drawn = [draw(graph, Random(seed)) for seed in range(20)]
    numbers = [instance.inputs for instance in drawn if instance is not None]

    assert len(set(numbers)) == len(drawn)
    assert all(1 <= a <= 3 and (b, c) == (-3, 10) for a, b, c in numbers)


def test_they_are_a_part_of_the_version(school: School) -> None:
    with school.database.begin() as session:
        assignment = session.get_one(Assignment, school.assignment_id)
        before = len(graded_on(current_version(session, assignment)).suites)
        set_graphs(session, OPERATOR, assignment, [MINE], revision=1, now=school.clock())
        version = current_version(session, assignment)
        assert version.number == 2
        assert len(graded_on(version).suites) == before + 1
        assert weights_of(version)["own_graph_1"] == 5
        assert graphs_of(session, OPERATOR, assignment) == (MINE,)
        with pytest.raises(Stale):
            set_graphs(session, OPERATOR, assignment, [], revision=1, now=school.clock())
        bad = [OwnGraph("Bad", "L = a *", _ONE)]
        with pytest.raises(Unusable):
            set_graphs(session, OPERATOR, assignment, bad, revision=2, now=school.clock())


def test_they_are_graded_with_a_diagnosis_and_students_do_not_see_into_hidden_ones(
    school: School, sandbox: Embedded
) -> None:
    hidden = OwnGraph("Surprise", "y = a * a * 7", _ONE, hidden=True)
    with school.database.begin() as session:
        assignment = session.get_one(Assignment, school.assignment_id)
        set_graphs(session, OPERATOR, assignment, [MINE, hidden], revision=1, now=school.clock())
    student = school.student()
    submission_id = school.submit(student, _HEAD + edited(OVERWRITTEN))
    taken = school.taken()
    with school.database.begin() as session:
        asked = work_of(session, taken.job_id)
        report = grade(asked.source, asked.assignment, sandbox, seed=1)
        assert store(session, taken, FinishedReport.of(report), now=school.clock())

    (mine,) = [suite for suite in report.suites if suite.slug == "own_graph_1"]
    assert (mine.title, mine.verdict, mine.earned, mine.possible) == ("Mine", Verdict.FAILED, 0, 5)
    assert report.diagnosis is not None
    assert {"own_graph_1", "own_graph_2"} <= set(report.diagnosis.findings[0].explains)
    assert report.diagnosis.findings[0].explained is not None
    assert report.diagnosis.findings[0].explained.suite in load(), "what all may see is shown first"
    for caller, sees in ((OPERATOR, True), (Caller(student), False)):
        with school.database.read() as session:
            found = session.get_one(Submission, submission_id)
            seen = result.result_of(session, caller, found, now=school.clock())
            told = result.report_of(session, seen)
            assert told is not None
            suites = {suite.slug: suite for suite in told.report.suites}
            assert bool(suites["own_graph_2"].graphs[0].wrong) is sees
            assert seen.same_for_student is not sees
            assert suites["own_graph_1"].graphs[0].wrong
            assert ("a * a * 7" in to_json(told.report)) is sees
