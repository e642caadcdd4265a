"""What is said where no edit helps: causes that show in the way a graph failed, or that none is known."""

from collections.abc import Callable, Sequence

from grader.faults import load
from grader.finding import Certainty, Explained, Finding, Where
from grader.judge import Judged
from grader.sandbox.base import Problem
from grader.session import Session
from suites import Drive

Explain = Callable[[Judged, Session], Explained | None]


def layer_of(finding: Finding) -> int:
    """What is to be looked at first."""
    fault = load().get(finding.fault)
    return 99 if fault is None else fault.layer


def findings(left: Sequence[Judged], session: Session, *, explain_with: Explain) -> list[Finding]:
    """One finding for each way in which what is left failed."""
    groups: dict[tuple[object, ...], list[Judged]] = {}
    for judged in left:
        groups.setdefault(_kind(judged), []).append(judged)
    return [_finding(alike, session, explain_with) for alike in groups.values()]


def _kind(judged: Judged) -> tuple[object, ...]:
    problem = judged.observation.problem
    if problem is not None:
        return problem.kind, problem.type, problem.line, problem.operation
    if judged.planned.play.suite.drive is Drive.OWN_RULE:
        return ("own-rule",)
    return ("numbers",)


def _finding(alike: Sequence[Judged], session: Session, explain: Explain) -> Finding:
    first = min(alike, key=lambda judged: len(judged.planned.play.graph.program.nodes))
    problem = first.observation.problem
    fault, where = _by_problem(problem) if problem else _by_numbers(first)
    return Finding(
        fault=fault,
        certainty=Certainty.UNKNOWN if fault == "unknown" else Certainty.LIKELY,
        where=where,
        explains=tuple(dict.fromkeys(judged.planned.play.suite.slug for judged in alike)),
        explained=None if problem else explain(first, session),
    )


def _by_numbers(judged: Judged) -> tuple[str, Where]:
    if judged.planned.play.suite.drive is Drive.OWN_RULE:
        return "numerical_differentiation", Where()
    return "unknown", Where()


_BY_EXCEPTION = {"NameError": "name_not_defined", "UnboundLocalError": "name_not_defined"}


def _by_problem(problem: Problem) -> tuple[str, Where]:
    where = Where(
        operation=problem.operation, function=problem.function, line=problem.line, cell=problem.cell
    )
    if problem.kind == "exception":
        return _BY_EXCEPTION.get(problem.type or "", "raises"), where
    if problem.kind == "wrong-result":
        return ("missing_return" if problem.type == "NoneType" else "returns_a_number"), where
    if problem.kind == "recursion":
        return "recursion_limit", where
    return "unknown", where
