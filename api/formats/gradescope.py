"""Gradescope: `results.json`, a test for each suite.

Source: https://gradescope-autograders.readthedocs.io/en/latest/specs/
"""

from collections.abc import Mapping, Sequence

from api.formats._json import document
from api.formats._rows import Row, headline, listings, rows, text
from api.report_view.outcome import Outcome
from grader.report import Verdict
from submissions.courses.assignments.hints import DEFAULT, Rung


def render(outcomes: Sequence[Outcome], sources: Mapping[str, bytes], *, hints: Rung = DEFAULT) -> str:
    """One document. Everything in it may be seen by students; what is printed beside it, only by staff."""
    listed = listings(outcomes, sources, hints)
    return document(
        {
            "score": sum(each.earned for each in listed),
            "output": f"{headline(listed)}\n{text(listed)}".rstrip(),
            "output_format": "text",
            "visibility": "visible",
            "stdout_visibility": "hidden",
            "tests": [_test(number, row) for number, row in enumerate(rows(listed), 1)],
        }
    )


def _test(number: int, row: Row) -> dict[str, object]:
    return {
        "name": row.title,
        "number": f"{number}",
        "score": row.earned,
        "max_score": row.possible,
        "status": "passed" if row.verdict is Verdict.PASSED else "failed",
        "output": row.text,
        "output_format": "text",
        "visibility": "visible",
    }
