"""Texts and tables of a fault hunt that pages show beside its result."""

from collections.abc import Iterator

from api.pages._report import Remark
from api.report_view.hunt import HuntView, hunt_view
from api.words import hunt as words
from grader.finding import Where
from grader.records import replace
from submissions.tables import AssignmentVersion
from submissions.teaching.results.trimming import TrimmedReport


def hunt_of(shown: TrimmedReport | None) -> HuntView | None:
    """The result of a hunt; None of a report on a class, and where there is no report."""
    return None if shown is None or shown.report.hunt is None else hunt_view(shown.report.hunt)


def hunt_remarks(shown: TrimmedReport | None) -> Iterator[tuple[Where, Remark]]:
    """Yield why graphs cannot be played, each at its line."""
    if shown is None or shown.report.hunt is None:
        return
    for number, graph in enumerate(shown.report.hunt.graphs, 1):
        if graph.problem is not None:
            said = words.problem(replace(graph.problem, line=0))
            yield Where(line=graph.problem.line), Remark(f"#graph-{number}", None, said)


def hunt_rules(version: AssignmentVersion) -> list[str]:
    """Return how a fault hunt is scored; nothing for other assignments."""
    return words.rules(len(version.hunted), version.hunt_nodes) if version.hunted else []
