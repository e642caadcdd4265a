"""What is said where no edit helps: causes that show in the way graphs failed, or that none is known."""

from collections.abc import Callable, Sequence

from grader.diagnosis import prediction
from grader.faults import load
from grader.finding import Alternative, Certainty, Evidence, Explained, Finding, Where
from grader.judge import Judged
from grader.sandbox.base import Place, Problem
from grader.session import FATAL
from suites import OPERATIONS, Drive, Stage

Explain = Callable[[Judged], Explained | None]

_BY_EXCEPTION = {
    "NameError": "name_not_defined",
    "UnboundLocalError": "name_not_defined",
    "RecursionError": "recursion_limit",
}
_SIGNATURE = ("positional argument", "unexpected keyword", "required keyword")
_DEEP = 500
"""More nodes in a row than a recursion of Python's default depth can walk."""


def layer_of(finding: Finding) -> int:
    """What is to be looked at first."""
    fault = load().get(finding.fault)
    return 99 if fault is None else fault.layer


def findings(left: Sequence[Judged], explain: Explain, of_class: Place | None) -> list[Finding]:
    """One finding for each way in which what is left failed."""
    groups: dict[tuple[object, ...], list[Judged]] = {}
    for judged in left:
        groups.setdefault(_kind(judged), []).append(judged)
    return [_finding(alike, explain, of_class) for alike in groups.values()]


def _kind(judged: Judged) -> tuple[object, ...]:
    problem = judged.observation.problem
    if problem is not None:
        return problem.kind, problem.type, problem.line, problem.operation
    if judged.planned.play.suite.drive is Drive.OWN_RULE:
        return ("own-rule",)
    return ("numbers",)


def _finding(alike: Sequence[Judged], explain: Explain, of_class: Place | None) -> Finding:
    first = min(alike, key=lambda judged: len(judged.planned.play.graph.program.nodes))
    problem = first.observation.problem
    told = _of_problem(problem, alike, of_class) if problem else _of_numbers(alike, first)
    return told.model_copy(
        update={
            "explains": tuple(dict.fromkeys(judged.planned.play.suite.slug for judged in alike)),
            "explained": None if problem else explain(first),
        }
    )


def _of_numbers(alike: Sequence[Judged], first: Judged) -> Finding:
    if first.planned.play.suite.drive is Drive.OWN_RULE:
        return _likely("numerical_differentiation")
    found = prediction.best(alike)
    if not found:
        return Finding(fault="unknown", certainty=Certainty.UNKNOWN)
    one, *others = found
    unlike = {each.fault: each for each in others if each.fault != one.fault}.values()
    return Finding(
        fault=one.fault,
        certainty=Certainty.LIKELY,
        where=_where(one),
        evidence=Evidence(predicted=one.agreement),
        alternatives=tuple(_alternative(each) for each in unlike)[:2],
    )


def _alternative(predicted: prediction.Predicted) -> Alternative:
    return Alternative(fault=predicted.fault, where=_where(predicted), experiment="look-at-order")


def _where(predicted: prediction.Predicted) -> Where:
    return Where(operation=predicted.place if predicted.place in OPERATIONS else None)


def _of_problem(problem: Problem, alike: Sequence[Judged], of_class: Place | None) -> Finding:
    where = Where.model_validate(problem.model_dump(include={"operation", "function", "line", "cell"}))
    if problem.kind == "missing":
        is_reflected = (problem.operation or "").startswith("reflected")
        place = {} if of_class is None else {"line": of_class.line, "cell": of_class.cell}
        where = where.model_copy(update=place)
        return _likely("reflected_missing" if is_reflected else "missing_method", where)
    if problem.kind == "exception":
        return _likely(_fault_of_exception(problem), where)
    if problem.kind == "wrong-result":
        return _likely("missing_return" if problem.type == "NoneType" else "returns_a_number", where)
    if problem.kind == "recursion":
        deep = all(len(judged.planned.play.graph.program.nodes) > _DEEP for judged in alike)
        return _likely("recursion_limit" if deep else "reflected_recurses", where)
    if problem.kind in FATAL and all(_is_stress(judged) for judged in alike):
        return _likely("visited_missing", where)
    return Finding(fault="unknown", certainty=Certainty.UNKNOWN, where=where)


def _is_stress(judged: Judged) -> bool:
    return judged.planned.play.suite.stage is Stage.STRESS


def named_by(problems: Sequence[Problem], fault: str, *, is_general: bool) -> str:
    """The fault behind an edit, where every graph it mends ended in a problem that says more."""
    first = problems[0]
    if first.kind == "wrong-result":
        return "missing_return" if first.type == "NoneType" else "returns_a_number"
    if first.kind == "exception" and is_general:
        return _fault_of_exception(first)
    return fault


def _fault_of_exception(problem: Problem) -> str:
    if problem.type == "TypeError" and any(each in (problem.message or "") for each in _SIGNATURE):
        return "wrong_signature"
    return _BY_EXCEPTION.get(problem.type or "", "raises")


def _likely(fault: str, where: Where | None = None) -> Finding:
    return Finding(fault=fault, certainty=Certainty.LIKELY, where=where or Where())
