"""A report names the version that made it; one from before that was noted does not."""

import json
from importlib.metadata import version

from grader.assignment import assignment
from grader.grade import grade
from grader.report import Report
from grader.sandbox.base import Sandbox, Source


def test_a_report_names_the_version_that_made_it_and_one_from_before_is_read(sandbox: Sandbox) -> None:
    stored = grade(Source("value.py", b"x = 1"), assignment("whole-graph"), sandbox).model_dump(mode="json")

    assert stored.pop("made_by") == version("backgrade")
    assert Report.model_validate_json(json.dumps(stored)).made_by == ""
