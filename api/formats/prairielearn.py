"""PrairieLearn: `results/results.json` of an external grader, a test for each suite.

Source: https://prairielearn.readthedocs.io/en/latest/externalGrading/
"""

from collections.abc import Mapping, Sequence

from api.formats._json import document
from api.formats._rows import Row, headline, listings, rows, text, verdict
from api.report_view.outcome import Outcome
from submissions.courses.assignments.hints import DEFAULT, Rung


def render(outcomes: Sequence[Outcome], sources: Mapping[str, bytes], *, hints: Rung = DEFAULT) -> str:
    """One document. A file that could not be graded is not gradable there: it uses no attempt."""
    listed = listings(outcomes, sources, hints)
    if unreadable := [each.unreadable for each in listed if each.unreadable]:
        return document({"gradable": False, "format_errors": unreadable, "message": headline(listed)})
    possible = sum(each.possible for each in listed)
    return document(
        {
            "gradable": True,
            "score": sum(each.earned for each in listed) / possible if possible else 0.0,
            "message": headline(listed),
            "output": text(listed),
            "tests": list(map(_test, rows(listed))),
        }
    )


def _test(row: Row) -> dict[str, object]:
    return {
        "name": row.title,
        "description": row.stage,
        "points": row.earned,
        "max_points": row.possible,
        "message": verdict(row),
        "output": row.text,
    }
