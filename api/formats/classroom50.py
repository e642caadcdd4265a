"""Classroom 50: `result.json` of an autograder, a test for each suite.

Which classroom, assignment and commit it is about, the runner says in the environment. It adds
itself whose it is.
Source: https://github.com/foundation50/classroom50/wiki/Advanced-Autograding
"""

import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import floor

from api.formats._json import document
from api.formats._rows import Row, listings, rows
from api.report_view.outcome import Outcome
from grader.report import Verdict
from submissions.courses.assignments.hints import DEFAULT, Rung

_LONGEST_NAME = 100
"""Bytes."""
_FROM = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
}


def render(outcomes: Sequence[Outcome], sources: Mapping[str, bytes], *, hints: Rung = DEFAULT) -> str:
    """One document. Points are whole there: a half is not given."""
    listed = listings(outcomes, sources, hints)
    return document(
        {
            "schema": "classroom50/result/v1",
            **{name: os.environ.get(variable, "") for name, variable in _FROM.items()},
            "review": os.environ.get("REVIEW_URL") or os.environ.get("COMMIT_URL", ""),
            "datetime": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
            "score": sum(floor(row.earned) for row in rows(listed)),
            "max-score": sum(row.possible for row in rows(listed)),
            "tests": list(map(_test, rows(listed))),
        }
    )


def _test(row: Row) -> dict[str, object]:
    return {
        "test-name": row.title.encode()[:_LONGEST_NAME].decode(errors="ignore"),
        "passed": row.verdict is Verdict.PASSED,
        "score": floor(row.earned),
        "max-score": row.possible,
    }
