"""A report names the version that made it; one from before that was noted does not."""

from importlib.metadata import version

from grader.assignment import assignment
from grader.grade import grade
from grader.records import from_data, to_data
from grader.report import Report
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox


def test_a_report_names_the_version_that_made_it_and_one_from_before_is_read(sandbox: Sandbox) -> None:
    stored = to_data(grade(Source("value.py", b"x = 1"), assignment("whole-graph"), sandbox))

    assert stored.pop("made_by") == version("backgrade")
    assert from_data(Report, stored).made_by == ""
