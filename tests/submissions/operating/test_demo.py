import subprocess
import sys
from pathlib import Path

from sqlalchemy import func, select

from grader.assignment import assignment
from grader.grade import grade
from grader.report import Verdict
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from submissions.courses.assignments import assignments
from submissions.courses.assignments.starter import STARTER
from submissions.operating import demo
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Course
from tests.world import classroom
from tests.world.clock import NOW

TEXTS = demo.DemoTexts("Demo", "Backprop", "Write a class.")


def test_the_demo_course_grades_the_whole_graph(database: Database) -> None:
    with database.begin() as session:
        owner = classroom.person(session, "owner")
        course = demo.make(session, owner.id, TEXTS, now=NOW)
        assert course is not None
        (made,) = assignments.listed(session, Caller(owner.id), course.id)
        draft = assignments.draft_of(session, made)

        assert (draft.stage, draft.published) == ("whole-graph", True)
        assert set(draft.weights) > {"linear_chain", "a_plus_a", "five_nodes", "diamond"}


def test_the_demo_course_is_made_once_even_where_it_was_renamed(database: Database) -> None:
    with database.begin() as session:
        owner = classroom.person(session, "owner")
        course = demo.make(session, owner.id, TEXTS, now=NOW)
        assert course is not None
        course.title = "My class"
        again = demo.make(session, owner.id, TEXTS, now=NOW)

        assert again is None
        assert session.scalar(select(func.count(Course.id))) == 1


def test_the_starter_file_is_graded_as_unfinished_and_nothing_in_it_is_wrong(sandbox: Embedded) -> None:
    report = grade(Source("value.py", STARTER.encode()), assignment("whole-graph"), sandbox, seed=1)
    verdicts = {graph.verdict for suite in report.suites for graph in suite.graphs}

    assert report.problem is None
    assert verdicts == {Verdict.MISSING}


def test_the_starter_file_runs_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "value.py"
    path.write_text(STARTER)
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True)

    assert done.stdout == "Value(data=-1.0, grad=0.0)\n"
