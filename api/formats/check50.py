"""check50: results of checks, one for each suite, as `check50 -o json` has them.

Source: https://cs50.readthedocs.io/projects/check50/en/latest/json_specification/
"""

from collections.abc import Mapping, Sequence

from api.formats._json import document
from api.formats._rows import Row, listings, rows, verdict
from api.report_view.outcome import Outcome
from grader.report import Verdict
from submissions.courses.assignments.hints import DEFAULT, Rung

_PASSED = {Verdict.PASSED: True, Verdict.FAILED: False}
"""The result of a verdict; what was not run or is not there has neither."""


def render(outcomes: Sequence[Outcome], sources: Mapping[str, bytes], *, hints: Rung = DEFAULT) -> str:
    """One document; the causes are the log of the first check that did not pass."""
    listed = listings(outcomes, sources, hints)
    results = list(map(_result, rows(listed)))
    first = next((result for result in results if result["passed"] is False), None)
    if first is not None:
        first["log"] = [line for each in listed for line in each.text.splitlines()]
    return document({"slug": "backgrade", "results": results, "version": "3.5.0"})


def _result(row: Row) -> dict[str, object]:
    passed = _PASSED.get(row.verdict)
    why = {"rationale": verdict(row), "help": row.text or None}
    return {
        "name": row.id,
        "description": row.title,
        "passed": passed,
        "log": [],
        "cause": None if passed else why,
        "data": {"points": row.earned, "max_points": row.possible},
        "dependency": row.needs,
    }
