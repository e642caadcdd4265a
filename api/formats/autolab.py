"""Autolab: what an autograder prints, with the stages as feedback and the points in the last line.

The lab has one problem, `backgrade`. Source: https://docs.autolabproject.com/features/formatted-feedback/
"""

from collections.abc import Mapping, Sequence

from api.formats._json import line
from api.formats._rows import Listing, Row, headline, listings, text
from api.report_view.outcome import Outcome
from grader.report import Verdict
from submissions.courses.assignments.hints import DEFAULT, Rung

PROBLEM = "backgrade"


def render(outcomes: Sequence[Outcome], sources: Mapping[str, bytes], *, hints: Rung = DEFAULT) -> str:
    """The causes as text, then two lines of JSON. Autolab reads only the last line."""
    listed = listings(outcomes, sources, hints)
    scores = {"scores": {PROBLEM: sum(each.earned for each in listed)}}
    shown = f"{headline(listed)}\n{text(listed)}".rstrip()
    return f"{shown}\n{line(_feedback(listed))}\n{line(scores)}\n"


def _feedback(listed: Sequence[Listing]) -> dict[str, object]:
    stages: dict[str, dict[str, object]] = {}
    for each in listed:
        for row in each.rows:
            stages.setdefault(row.stage or each.name, {})[row.title] = _test(row)
    return {"_presentation": "semantic", "stages": list(stages), **stages}


def _test(row: Row) -> dict[str, object]:
    passed = row.verdict is Verdict.PASSED
    return {"passed": passed} if passed or not row.text else {"passed": passed, "hint": row.text}
