"""What figures need of a report: its causes with their certainty, and the verdict of each suite."""

import json
from collections.abc import Iterable, Mapping

from grader.finding import Certainty
from grader.records import Frozen
from grader.report import Report


class ReportFacts(Frozen):
    """The causes and verdicts of one grading."""

    causes: Mapping[str, bool]
    """Whether each fault is proven somewhere; the one that is shown first comes first."""
    suites: Mapping[str, str]
    """The verdict of each suite."""

    @classmethod
    def of(cls, report: Report) -> "ReportFacts":
        """Read them from a report in memory."""
        findings = report.diagnosis.findings if report.diagnosis else ()
        return cls(
            _causes((each.fault, each.certainty) for each in findings),
            {suite.slug: str(suite.verdict) for suite in report.suites},
        )

    @classmethod
    def stored(cls, content: str) -> "ReportFacts":
        """Read them from the JSON of a stored report. To parse it as a `Report` takes much longer."""
        report = json.loads(content)
        findings = (report["diagnosis"] or {}).get("findings", ())
        return cls(
            _causes((each["fault"], each["certainty"]) for each in findings),
            {suite["slug"]: suite["verdict"] for suite in report["suites"]},
        )


def _causes(findings: Iterable[tuple[str, str]]) -> dict[str, bool]:
    causes: dict[str, bool] = {}
    for fault, certainty in findings:
        causes[fault] = causes.get(fault, False) or certainty == Certainty.PROVEN
    return causes
