"""What is said where no edit helps: causes that show in the way graphs failed, or that none is known."""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from grader.diagnosis import exceptions
from grader.diagnosis.edits.panel import operations
from grader.diagnosis.numbers import prediction
from grader.diagnosis.numbers.visits import (
    LEFT_TO_A_SET,
    NO_ORDER,
    REFUTED_BY_RIGHT_ORDER,
    TOLD_APART,
    Played,
    faults_of_order,
    is_in_order,
    is_left_to_a_set,
    likeliest_first,
    takes_equal_nodes_for_one,
    wrong_orders,
)
from grader.finding import Alternative, Certainty, Evidence, Explained, Finding, Where
from grader.hangs import FEW_VISITS
from grader.judge import Judged
from grader.records import replace
from grader.sandbox.base import Loop, Offers, Problem, ProblemKind
from grader.sandbox_session import FATAL
from suites import BINARY, PRIMITIVES, Drive, Program, Stage

Explain = Callable[[Judged], Explained | None]

_BY_VALUE = "visited_by_value"
_CORE = 3
_EXACT = 1e-12
_TO_LOOK = "look-at-order"
_MISSING_METHOD = "missing_method"
_DETACHED, _RECORDING, _LEFT_OUT = "detached_result", "parents", {"none", "one"}
"""The fault of operands that are not recorded, and the offers to record them: all, or one more."""
_REFLECTED = {primitive.reflected for primitive in PRIMITIVES.values()} - {""}
_DEEP = 500
"""More nodes in a row than a recursion of Python's default depth can walk."""


@dataclass(frozen=True)
class Symptoms:
    """The plays that failed and no edit mends, beside those that came out right."""

    left: Sequence[Judged]
    passed: Sequence[Judged]
    absent: Collection[str | None]
    """Operations the class does not have."""
    present: Collection[str]
    """Operations it has a method for."""
    explain: Explain
    surveyed: Offers
    """Where its class, its order and its operations are."""
    played: Played
    """The player of further graphs."""

    def findings(self) -> list[Finding]:
        """One finding for each way in which what is left failed."""
        groups: dict[tuple[object, ...], list[Judged]] = {}
        for judged in self.left:
            groups.setdefault(_kind(judged), []).append(judged)
        return _merged([self._finding(alike) for alike in groups.values()])

    def _finding(self, alike: Sequence[Judged]) -> Finding:
        lines = exceptions.lines_of_a_name(alike)
        first = min(alike, key=lambda judged: (_is_later(judged, lines), _size(judged)))
        problem = first.observation.problem
        finding = self._of_problem(problem, alike) if problem else self._of_numbers(alike, first)
        about = alike
        if finding.evidence.predicted is not None:
            about = _predictable(alike, finding.where.operation) or alike
            first = min(about, key=_size)
        return replace(
            finding,
            also=tuple(lines[1:]),
            explains=tuple(dict.fromkeys(judged.planned.play.suite.slug for judged in about)),
            explained=self.explain(first) if _is_shown(problem) else None,
            evidence=replace(finding.evidence, raised=exceptions.raised_by([first])),
        )

    def _of_numbers(self, alike: Sequence[Judged], first: Judged) -> Finding:
        if first.planned.play.suite.drive is Drive.OWN_RULE:
            return _likely("forward_mode" if _are_exact(self.passed) else "numerical_differentiation")
        if _only_textbook_is_right(alike, self.passed):
            return _likely("hard_coded_answers")
        predictions = [each for each in prediction.best(alike, self.passed) if not self._is_recorded(each)]
        # The order in which rules ran is measured first: many faults of an order predict the same numbers.
        if is_in_order(self.played):
            return self._of_right_order(predictions)
        orders = wrong_orders([each.fault for each in predictions] or TOLD_APART, self.played)
        if predictions and not orders and self._is_left_to_a_set(predictions):
            return self._in_order([NO_ORDER, LEFT_TO_A_SET])
        if not predictions:
            return self._in_order(orders) if orders else Finding(fault="unknown", certainty=Certainty.UNKNOWN)
        refuted = set(faults_of_order(each.fault for each in predictions)) - set(orders) if orders else set()
        fitted = [each for each in predictions if each.fault not in refuted]
        order = likeliest_first(list(dict.fromkeys(each.fault for each in fitted)), self.played)
        found = _predicted(sorted(fitted, key=lambda each: order.index(each.fault)))
        is_placed = found.where.operation or found.fault not in orders
        return found if is_placed else replace(found, where=self._where_ordered)

    def _is_recorded(self, predicted: prediction.Predicted) -> bool:
        """Whether it says that an operation leaves its operands out, and the source says that it does not.

        Where the source was read, there is an offer to record them for each operation that does not.
        """
        recording = [offer for offer in self.surveyed.offers if offer.rewrite == _RECORDING]
        left_out = {offer.operation for offer in recording if offer.detail in _LEFT_OUT}
        was_read = left_out or predicted.place in {offer.operation for offer in recording}
        return predicted.fault == _DETACHED and bool(was_read) and predicted.place not in left_out

    def _is_left_to_a_set(self, predictions: Sequence[prediction.Predicted]) -> bool:
        """Whether some order was predicted by chance: what fits one layout does not fit another."""
        faults = {each.fault for each in predictions}
        return faults == set(faults_of_order(faults)) and is_left_to_a_set(self.played)

    def _of_right_order(self, predictions: Sequence[prediction.Predicted]) -> Finding:
        """Return the finding where rules run in a right order for nodes of different numbers."""
        if takes_equal_nodes_for_one(self.played):
            return _likely(_BY_VALUE, self._where_ordered)
        fitted = [each for each in predictions if each.fault not in REFUTED_BY_RIGHT_ORDER]
        return _predicted(fitted) if fitted else Finding(fault="unknown", certainty=Certainty.UNKNOWN)

    def _of_problem(self, problem: Problem, alike: Sequence[Judged]) -> Finding:
        where = Where(
            operation=problem.operation, function=problem.function, line=problem.line, cell=problem.cell
        )
        # What is known most exactly comes first: a loop, a missing method, an exception; then what a limit
        # ended.
        if problem.loop is not None:
            return _never_ends(problem.loop, where)
        if problem.kind == ProblemKind.MISSING:
            is_reflected = (problem.operation or "").startswith("reflected")
            return _likely("reflected_missing" if is_reflected else _MISSING_METHOD, self._in_class(where))
        if problem.kind in (ProblemKind.EXCEPTION, ProblemKind.WRONG_RESULT):
            return self._of_exception(problem, alike, where)
        if problem.kind == ProblemKind.RECURSION:
            return _likely(_of_recursion(problem, alike), where)
        if problem.kind in FATAL and all(_is_stress(judged) and _has_many_paths(judged) for judged in alike):
            return _likely("visited_missing", where)
        return Finding(fault="unknown", certainty=Certainty.UNKNOWN, where=where)

    def _of_exception(self, problem: Problem, alike: Sequence[Judged], where: Where) -> Finding:
        if operation := exceptions.refusing_a_number(problem, alike):
            return _likely("numbers_not_wrapped", replace(where, operation=operation))
        if exceptions.is_of_a_default_rule(problem) and (lacking := self._without_rule(alike)):
            return self._of_a_default_rule(lacking)
        operation = exceptions.operation_of(problem)
        fault = _MISSING_METHOD if operation in self.absent else exceptions.fault_of(problem, self.present)
        where = replace(where, operation=operation)
        if fault == _MISSING_METHOD:
            return _likely(fault, self._in_class(where))
        if operation is None:
            where = replace(where, operation=exceptions.raised_in(problem))
        is_returned = problem.kind == ProblemKind.WRONG_RESULT and problem.line is None
        return _likely(fault, self._at_return(where) if is_returned else where)

    def _without_rule(self, alike: Sequence[Judged]) -> str | None:
        """The one operation that all of these graphs have, and none that passed."""
        common = set.intersection(*(operations([judged]) for judged in alike)) - operations(self.passed)
        return common.pop() if len(common) == 1 else None

    def _of_a_default_rule(self, operation: str) -> Finding:
        """The pass calls what stands for no rule as if it were one: the result has no other."""
        head = [each for each in self.surveyed.rules if each.operation == operation and each.defines]
        where = Where(operation=operation)
        if head:
            where = Where(operation=operation, line=head[0].line, cell=head[0].cell)
        others = tuple(Alternative(fault=other, where=where) for other in ("rule_not_attached",))
        return replace(_likely("rule_missing", where), alternatives=others)

    def _in_order(self, orders: Sequence[str]) -> Finding:
        fault, *others = orders
        alternatives = tuple(Alternative(fault=other, experiment=_TO_LOOK) for other in others[:2])
        return replace(_likely(fault, self._where_ordered), alternatives=alternatives)

    @property
    def _where_ordered(self) -> Where:
        place = self.surveyed.orders
        return Where() if place is None else Where(line=place.line, cell=place.cell)

    def _in_class(self, where: Where) -> Where:
        place = self.surveyed.defined
        if place is None:
            return where
        return replace(where, line=place.line, cell=place.cell, function=None)

    def _at_return(self, where: Where) -> Where:
        """Where the operation returns what is no node, if its function was found."""
        rules = self.surveyed.rules
        last = next((rule for rule in rules if rule.returns and rule.operation == where.operation), None)
        if last is None:
            return where
        return replace(where, line=last.line, cell=last.cell, function=last.function)


def _is_shown(problem: Problem | None) -> bool:
    """Whether lines to paste show it: numbers, an exception, or a result that is no node."""
    return problem is None or problem.kind in (ProblemKind.EXCEPTION, ProblemKind.WRONG_RESULT)


def _of_recursion(problem: Problem, alike: Sequence[Judged]) -> str:
    """A deep graph, a plain number on the left that comes back again and again, or something else."""
    programs = [judged.planned.play.graph.program for judged in alike]
    if all(len(program.nodes) > _DEEP for program in programs):
        return "recursion_limit"
    is_reflected = (problem.function or "") in _REFLECTED or all(map(_has_number_first, programs))
    return "reflected_recurses" if is_reflected else "raises"


def _has_number_first(program: Program) -> bool:
    return any(
        operation.op in BINARY and not isinstance(operation.operands[0], str)
        for operation in program.operations
    )


def _size(judged: Judged) -> int:
    return len(judged.planned.play.graph.program.nodes)


def _is_later(judged: Judged, lines: Sequence[Where]) -> bool:
    """Whether it stopped at another line than the first of a name that stands on several."""
    problem = judged.observation.problem
    return (
        bool(lines) and problem is not None and (problem.line, problem.cell) != (lines[0].line, lines[0].cell)
    )


def _kind(judged: Judged) -> tuple[object, ...]:
    problem = judged.observation.problem
    if problem is not None and problem.loop is not None:
        return "loop", problem.line, problem.cell
    if (name := exceptions.undefined_name(problem)) is not None:
        return "name", name
    if problem is not None:
        return problem.kind, problem.type, problem.line, problem.operation
    if judged.planned.play.suite.drive is Drive.OWN_RULE:
        return ("own-rule",)
    return ("numbers",)


def _predicted(predictions: Sequence[prediction.Predicted]) -> Finding:
    one, *others = predictions
    unlike = {other.fault: other for other in others if other.fault != one.fault}.values()
    return Finding(
        fault=one.fault,
        certainty=Certainty.LIKELY,
        where=_where(one),
        evidence=Evidence(predicted=one.agreement),
        alternatives=tuple(_alternative(each) for each in unlike)[:2],
    )


def _alternative(predicted: prediction.Predicted) -> Alternative:
    return Alternative(fault=predicted.fault, where=_where(predicted), experiment=_TO_LOOK)


def _predictable(alike: Sequence[Judged], operation: str | None) -> list[Judged]:
    """Return the plays that a prediction can be about: those of the pass, if named with the operation.

    Rules that are called by hand show nothing of the pass.
    """
    of_the_pass = (each for each in alike if each.planned.play.suite.drive is Drive.BACKWARD)
    return [each for each in of_the_pass if operation is None or operation in operations([each])]


def _where(predicted: prediction.Predicted) -> Where:
    return Where(operation=predicted.place if predicted.place in PRIMITIVES else None)


def _only_textbook_is_right(failed: Sequence[Judged], passed: Sequence[Judged]) -> bool:
    """Whether the core fails at inputs that nobody published, and only there."""
    core = [judged for judged in failed if judged.planned.play.suite.core]
    unpublished = [judged for judged in core if not judged.planned.instance.textbook]
    others = any(judged.planned.play.suite.core for judged in passed)
    return len(unpublished) >= _CORE and not others


def _are_exact(passed: Sequence[Judged]) -> bool:
    """Whether gradients are as good as those of backpropagation, which differences never are."""
    pairs = [pair for judged in passed for pair in _gradients(judged)]
    return all(math.isclose(got, right, rel_tol=_EXACT, abs_tol=_EXACT) for got, right in pairs)


def _gradients(judged: Judged) -> list[tuple[float, float]]:
    """Return for each input its gradient as it was got, and as it is right."""
    seen, right = judged.observation.gradients.values, judged.planned.instance.expected.gradients
    return list(zip(seen, right, strict=False))[: len(judged.planned.play.inputs)]


def _is_stress(judged: Judged) -> bool:
    return judged.planned.play.suite.stage is Stage.STRESS


def _never_ends(loop: Loop, where: Where) -> Finding:
    certainty = Certainty.PROVEN if loop.repeats else Certainty.LIKELY
    return Finding(fault="never_ends", certainty=certainty, where=where, evidence=Evidence(loop=loop))


def _merged(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, unknown causes said once: what was not tried is explained by what took long."""
    findings = _same_place_once(findings)
    clear = [finding for finding in findings if finding.fault != "unknown" or finding.explained is not None]
    vague = [finding for finding in findings if finding.fault == "unknown" and finding.explained is None]
    if not vague:
        return clear
    loops = [each for each in clear if each.evidence.loop is not None]
    first = min([*vague, *loops], key=lambda each: (each.where.line is None, each.evidence.loop is None))
    slugs = [slug for each in (first, *vague) for slug in each.explains]
    whole = replace(first, explains=tuple(dict.fromkeys(slugs)))
    return [*(each for each in clear if each is not first), whole]


def _same_place_once(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, with what is missing at one place said once, whatever stumbled over it."""
    found: dict[object, Finding] = {}
    for number, finding in enumerate(findings):
        key = (finding.fault, finding.where) if finding.fault == _MISSING_METHOD else number
        if (first := found.get(key)) is not None:
            slugs = dict.fromkeys([*first.explains, *finding.explains])
            finding = replace(first, explains=tuple(slugs))  # noqa: PLW2901
        found[key] = finding
    return list(found.values())


def _has_many_paths(judged: Judged) -> bool:
    """Whether a walk along every path takes for ever: on a chain, time goes elsewhere."""
    return judged.planned.play.graph.program.visits > FEW_VISITS


def _likely(fault: str, where: Where | None = None) -> Finding:
    return Finding(fault=fault, certainty=Certainty.LIKELY, where=where or Where())
