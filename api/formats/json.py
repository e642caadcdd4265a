"""JSON: the report as it is, ids and data; a list where there are several files."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from api.report_view.outcome import NotGraded, Outcome
from grader.records import indented, to_data
from submissions.courses.assignments.hints import DEFAULT, Rung
from submissions.teaching.results.trimming import TrimmedReport, trim


def render(
    outcomes: Sequence[Outcome],
    _: Mapping[str, bytes],
    *,
    hints: Rung = DEFAULT,
) -> str:
    """One document, in ASCII: an object for one file, else a list in the order of the files.

    It has all there is up to the rung.
    """
    documents = [_document(outcome, hints) for outcome in outcomes]
    return _text(documents[0] if len(documents) == 1 else documents)


def of_report(trimmed: TrimmedReport) -> str:
    """The document of a report that was trimmed before."""
    return _text(_report(trimmed))


def _document(outcome: Outcome, hints: Rung) -> dict[str, Any]:
    if isinstance(outcome, NotGraded):
        seen, advice = outcome.why
        return {"name": outcome.name, "not_graded": {"kind": outcome.kind, "seen": seen, "advice": advice}}
    return _report(trim(outcome, hints))


def _report(trimmed: TrimmedReport) -> dict[str, Any]:
    """Return the report; below the rung of repairs, its findings have no `repair`."""
    document = to_data(trimmed.report)
    if trimmed.rung is not Rung.REPAIR and document["diagnosis"]:
        for finding in document["diagnosis"]["findings"]:
            del finding["repair"]
    return document


def _text(document: object) -> str:
    return indented(json.dumps(document, allow_nan=False)) + "\n"
