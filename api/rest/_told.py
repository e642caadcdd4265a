"""A report without what the hint level of an assignment keeps back."""

from api.hints import Rung
from grader.finding import Certainty, Evidence, Explained, Finding, Where
from grader.report import Report

UNTOLD = "untold"
"""In place of a fault that is known, and not told."""


def told(report: Report, rung: Rung) -> Report:
    """The report up to a rung. Repairs are kept back by the format, as on the command line."""
    diagnosis = report.diagnosis
    if diagnosis is None or rung >= Rung.CAUSE:
        return report
    found = tuple(_symptom(each, rung) for each in diagnosis.findings) if rung > Rung.NOTHING else ()
    return report.model_copy(update={"diagnosis": diagnosis.model_copy(update={"findings": found})})


def _symptom(finding: Finding, rung: Rung) -> Finding:
    """What fails and, from its rung on, where; not why."""
    return finding.model_copy(
        update={
            "fault": UNTOLD,
            "certainty": Certainty.UNKNOWN,
            "where": finding.where if rung >= Rung.PLACE else Where(),
            "evidence": Evidence(),
            "alternatives": (),
            "repair": (),
            "explained": _bare(finding.explained) if finding.explained else None,
        }
    )


def _bare(explained: Explained) -> Explained:
    """The graph and its numbers, without what shows which part was lost."""
    return explained.model_copy(update={"contributions": (), "paths": (), "writes": (), "right_writes": ()})
