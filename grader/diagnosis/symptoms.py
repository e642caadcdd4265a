"""Tells what is said where no edit helps: causes that show in how graphs failed, or that none is known."""

from collections.abc import Collection, Mapping, Sequence
from itertools import filterfalse
from typing import Protocol

from grader.diagnosis import exceptions
from grader.diagnosis.arbiter import NOTHING, UNKNOWN, FaultClaim, Strength
from grader.diagnosis.edits.edit_set import edit_sets
from grader.diagnosis.edits.panel import has_passes, operations
from grader.diagnosis.examples.evidence import NO_EXAMPLE, Example
from grader.diagnosis.examples.writes import (
    begins_with_another_number,
    kept_before_passes,
    refutes,
    sends_once_to_both,
)
from grader.diagnosis.failures import (
    are_exact,
    gives_a_node_twice,
    gives_inputs_ones_alone,
    has_gradients,
    has_many_paths,
    has_number_first,
    is_later,
    is_nearly_right,
    is_shown,
    kind_of_failure,
    lacks_the_middle_alone,
    only_textbook_is_right,
    predictable,
    size,
    uses_a_node_twice,
)
from grader.diagnosis.lacking import reflected_in
from grader.diagnosis.numbers import prediction
from grader.diagnosis.numbers.local import made_of
from grader.diagnosis.numbers.samples import PlayAll
from grader.diagnosis.numbers.uses import keeps_last_use_alone, keeps_last_user_alone
from grader.diagnosis.numbers.visits import (
    REFUTED_BY_RIGHT_ORDER,
    TOLD_APART,
    is_in_order,
    takes_equal_nodes_for_one,
    told_by_order,
)
from grader.diagnosis.without_rules import holds_a_rule
from grader.explanation.passes import Passes
from grader.faults import FaultSign, Layer, first, load, signed
from grader.finding import Evidence, Finding, Where
from grader.judge import Judged
from grader.records import Frozen, replace
from grader.sandbox.replies import Loop, Offers, Problem, ProblemKind, SourcePlace
from grader.sandbox_children import FATAL
from grader.sandbox_session import EditNumbers
from suites import PRIMITIVES, Drive

_TO_LOOK = "look-at-order"
_RECORDING, _LEFT_OUT = "parents", {"none", "one"}
"""The offers to record operands: all, or one more."""
_HIDING = "attach", "hides"
_REFLECTED = {primitive.reflected for primitive in PRIMITIVES.values()} - {""}
_OF_A_PASS = (Layer.SEED, Layer.TRAVERSAL)
_LEAST = 2
"""Graphs whose gradients are nearly right: one may be so by chance."""
_DEEP = 500
"""More nodes in a row than a recursion of Python's default depth can walk."""


class Exemplify(Protocol):
    """Finds an example of a play that failed; with the `operation` that it is said of, if it is of one."""

    def __call__(self, judged: Judged, /, *, operation: str | None = None) -> Example:
        """Return it."""


class Symptoms(Frozen):
    """The plays that failed and no edit mends, beside those that came out right."""

    left: Sequence[Judged]
    passed: Sequence[Judged]
    absent: Collection[str | None]
    """Operations the class does not have."""
    present: Collection[str]
    """Operations it has a method for."""
    example: Exemplify
    surveyed: Offers
    """Where its class, its order and its operations are."""
    play_all: PlayAll
    """The player of further graphs."""
    seeded_by_us: bool = False
    """Whether gradients came only where we set the output's."""

    def findings(self) -> list[Finding]:
        """Return one finding for each way in which what is left failed."""
        groups: dict[tuple[object, ...], list[Judged]] = {}
        for judged in self.left:
            of_pass = self._lacks_seed(judged), self._is_hidden(judged)
            groups.setdefault((*kind_of_failure(judged), *of_pass), []).append(judged)
        return _merged([self._finding(alike) for alike in _with_chance_hits(groups).values()])

    def _finding(self, alike: Sequence[Judged]) -> Finding:
        """Return the finding about plays that failed alike."""
        lines = exceptions.lines_of_one_cause(alike)
        smallest = min(alike, key=lambda judged: (is_later(judged, lines), size(judged)))
        problem = smallest.observation.problem
        finding = (
            self._finding_of_problem(problem, alike) if problem else self._finding_of_numbers(alike, smallest)
        )
        about = alike
        if finding.evidence.predicted is not None:
            about = predictable(alike, finding.where.operation) or alike
            predicted = [each for each in about if _is_predicted(finding.fault, each)]
            smallest = min(predicted or about, key=size)
        shown = self.example(smallest) if is_shown(problem) else NO_EXAMPLE
        return replace(
            finding,
            also=finding.also or tuple(lines[1:]),
            explains=tuple(dict.fromkeys(judged.planned.play.suite.slug for judged in about)),
            explained=shown.explained,
            evidence=replace(finding.evidence, raised=shown.raised or exceptions.raised_by([smallest])),
        )

    def _finding_of_numbers(self, alike: Sequence[Judged], smallest: Judged) -> Finding:
        """Return what wrong numbers say: by a sign of their own, the order, a prediction."""
        if (shown := self._shown_by_sign(alike, smallest)) is not None:
            return shown
        if not has_gradients(smallest):
            return _finding_of_claim(NOTHING, _place_at(self.surveyed.passes))
        predicted = self._predicted(alike, smallest)
        fitted = list(predicted)
        if not {*signed(FaultSign.SEEDS_MORE)}.isdisjoint(fitted) and self._runs_no_rule(smallest):
            return _likely_finding(FaultSign.NOTHING_RUNS, _place_at(self.surveyed.passes))
        # The order in which rules ran is measured first: many faults of an order predict the same numbers.
        if not is_in_order(self.play_all):
            by_order = told_by_order(fitted, [] if fitted else TOLD_APART, self.play_all)
            return self._finding_of_faults(by_order, predicted)
        if takes_equal_nodes_for_one(self.play_all):
            return _likely_finding(FaultSign.EQUAL_NODES, _place_at(self.surveyed.orders))
        return self._finding_in_order(alike, predicted)

    def _finding_in_order(
        self, alike: Sequence[Judged], predicted: Mapping[str, prediction.Predicted]
    ) -> Finding:
        """Return what is left to say where rules run in a right order."""
        standing = [slug for slug in predicted if slug not in REFUTED_BY_RIGHT_ORDER]
        if standing or not all(map(has_passes, alike)):
            return self._finding_of_faults(standing, predicted)
        return _likely_finding(FaultSign.LATER_PASS, _place_at(self.surveyed.passes))

    def _predicted(self, alike: Sequence[Judged], smallest: Judged) -> Mapping[str, prediction.Predicted]:
        """Return the faults that predict the numbers, and that neither source nor writes refute."""
        predicted: dict[str, prediction.Predicted] = {}
        for each in filterfalse(self._is_refuted_by_source, prediction.best(alike, self.passed)):
            if not refutes(self.example(smallest).explained, each.fault):
                predicted.setdefault(each.fault, each)
        return predicted

    def _shown_by_sign(self, alike: Sequence[Judged], smallest: Judged) -> Finding | None:
        """Return what the seed, the drive, the inputs, or the uses of an operand say, if anything."""
        if self._is_hidden(smallest):
            return self._hiding_pass()
        if self._lacks_seed(smallest):
            return _likely_finding(FaultSign.NO_SEED, _place_at(self.surveyed.passes))
        if smallest.planned.play.suite.drive is Drive.OWN_RULE:
            return _likely_finding(
                FaultSign.OWN_RULE_IGNORED if are_exact(self.passed) else FaultSign.NEARLY_RIGHT
            )
        return self._shown_by_all(alike) or self._shown_by_writes(smallest) or self._shown_by_uses(smallest)

    def _shown_by_all(self, alike: Sequence[Judged]) -> Finding | None:
        """Return what all the wrong gradients have in common, if anything."""
        if only_textbook_is_right(alike, self.passed) or gives_inputs_ones_alone(alike):
            return _likely_finding(FaultSign.ONLY_TEXTBOOK_RIGHT, _place_at(self.surveyed.passes))
        if len(alike) >= _LEAST and all(map(is_nearly_right, alike)):
            return _likely_finding(FaultSign.NEARLY_RIGHT)
        if all(map(lacks_the_middle_alone, alike)):
            return _likely_finding(FaultSign.MIDDLE_MISSING, _place_at(self.surveyed.passes))
        return None

    def _shown_by_writes(self, judged: Judged) -> Finding | None:
        """Return what a node held, or was given, before any pass."""
        explained = self.example(judged).explained
        if begins_with_another_number(explained):
            return _likely_finding(FaultSign.WRONG_DATA, _place_at(self.surveyed.defined))
        if (kept := kept_before_passes(explained)) is not None:
            return _likely_finding(FaultSign.LAST_USE_KEPT, Where(line=kept.line, cell=kept.cell))
        return None

    def _shown_by_uses(self, judged: Judged) -> Finding | None:
        """Return what becomes of two uses of one node, by one operation or by several."""
        is_alone = any(map(uses_a_node_twice, self.passed)) and not any(map(gives_a_node_twice, self.passed))
        if is_alone and sends_once_to_both(self.example(judged).explained):
            return _likely_finding(FaultSign.ONE_NODE)
        if keeps_last_use_alone(self.play_all) or keeps_last_user_alone(self.play_all):
            return _likely_finding(FaultSign.LAST_USE_KEPT, _place_at(self.surveyed.on_operands))
        return None

    def _hiding_pass(self) -> Finding:
        """Return that rules are stored under the name of a method, which is called no more."""
        slip = edit_sets(self._hiding, self.surveyed.offers)[0]
        return replace(_likely_finding(slip.fault, slip.where(everywhere=False)), also=slip.also())

    def _is_hidden(self, judged: Judged) -> bool:
        """Whether its numbers are wrong, and its output holds its rule under the name of a method."""
        output = judged.planned.play.graph.program.operations[-1].op
        hiding = {self.surveyed.offers[number].operation for number in self._hiding}
        return judged.observation.problem is None and output in hiding

    @property
    def _hiding(self) -> EditNumbers:
        """The offers to store a rule elsewhere than under the name of a method."""
        offers = enumerate(self.surveyed.offers)
        return tuple(number for number, each in offers if (each.rewrite, each.detail) == _HIDING)

    def _lacks_seed(self, judged: Judged) -> bool:
        """Whether its numbers are wrong where we did not set the output's gradient, and do elsewhere."""
        is_alone = self.seeded_by_us and judged.planned.play.graph.seeds_itself
        return is_alone and judged.observation.problem is None

    def _finding_of_faults(
        self, faults: Sequence[str], predicted: Mapping[str, prediction.Predicted]
    ) -> Finding:
        """Return the finding of the first of these faults; with what it predicts, if anything."""
        claim = FaultClaim(Strength.EXACT, tuple(faults))
        own = predicted.get(claim.fault)
        is_placed = not faults or (own is not None and own.place in PRIMITIVES)
        where = _where_predicted(own) if is_placed else place_in_pass(claim.fault, self.surveyed)
        others = claim.others(where, _TO_LOOK)
        return Finding(
            fault=claim.fault,
            certainty=claim.certainty,
            where=where,
            evidence=Evidence(predicted=own.agreement if own is not None else None),
            alternatives=tuple(
                replace(each, where=_where_predicted(predicted.get(each.fault))) for each in others
            ),
        )

    def _runs_no_rule(self, judged: Judged) -> bool:
        """Whether its pass wrote to the output alone: what every other node held is what it began with."""
        explained = self.example(judged).explained
        passes = None if explained is None or explained.stopped else Passes(explained)
        if passes is None or not (passes.starts and passes.is_traced):
            return False
        return not any(event.is_rule for event in passes.events)

    def _is_refuted_by_source(self, predicted: prediction.Predicted) -> bool:
        """Whether the source has what the fault says is missing: recorded operands, or a rule."""
        if predicted.fault in signed(FaultSign.NO_RULE):
            return holds_a_rule(predicted.place, self.surveyed)
        return self._is_recorded(predicted)

    def _is_recorded(self, predicted: prediction.Predicted) -> bool:
        """Whether a fault says that an operation leaves its operands out, while the source records them.

        Where the source was read, there is an offer to record them for each operation that does not.
        """
        recording = [offer for offer in self.surveyed.offers if offer.rewrite == _RECORDING]
        left_out = {offer.operation for offer in recording if offer.detail in _LEFT_OUT}
        was_read = left_out or predicted.place in {offer.operation for offer in recording}
        return (
            predicted.fault in signed(FaultSign.NOTHING_BELOW)
            and bool(was_read)
            and predicted.place not in left_out
        )

    def _finding_of_problem(self, problem: Problem, alike: Sequence[Judged]) -> Finding:
        """Return what a problem says of the plays that ended in it."""
        where = Where(
            operation=problem.operation, function=problem.function, line=problem.line, cell=problem.cell
        )
        # What is known most exactly comes first: a loop, a missing method, an exception; then what a limit
        # ended.
        if problem.loop is not None:
            return _never_ends(problem.loop, where)
        if problem.kind == ProblemKind.MISSING:
            return _likely_finding(_sign_of_missing(problem), self._in_class(where))
        if exceptions.is_of_another_type(problem):
            where = self._at_return(where, alike)
        elif problem.kind in (ProblemKind.EXCEPTION, ProblemKind.WRONG_RESULT) or exceptions.is_full(problem):
            return self._finding_of_exception(problem, alike, where)
        if problem.kind == ProblemKind.RECURSION:
            within = where.operation or exceptions.raised_in(problem)
            return _likely_finding(_fault_of_recursion(problem, alike), replace(where, operation=within))
        if problem.kind in FATAL and all(map(has_many_paths, alike)):
            return _likely_finding(FaultSign.MANY_PATHS, where)
        return _finding_of_claim(NOTHING, where)

    def _finding_of_exception(self, problem: Problem, alike: Sequence[Judged], where: Where) -> Finding:
        """Return the finding for an exception that ended plays; the most exact reading of it comes first."""
        if operation := exceptions.refusing_a_number(problem, alike, self.passed):
            return _likely_finding(FaultSign.NUMBER_REFUSED, replace(where, operation=operation))
        if exceptions.is_of_a_default_rule(problem) and (lacking := self._without_rule(alike)):
            return self._finding_of_default_rule(lacking)
        operation = exceptions.operation_of(problem)
        lacks = first(FaultSign.NO_METHOD)
        is_returned = problem.kind == ProblemKind.WRONG_RESULT
        is_absent = operation in self.absent and not is_returned
        fault = lacks if is_absent else exceptions.fault_of(problem, self.present)
        where = replace(where, operation=operation)
        if fault == lacks:
            return _likely_finding(fault, self._in_class(where))
        if operation is None:
            where = replace(where, operation=exceptions.raised_in(problem))
        place = self._at_return if is_returned and problem.line is None else self._at_call
        return _likely_finding(fault, place(where, alike))

    def _at_call(self, where: Where, alike: Sequence[Judged]) -> Where:
        """Return where an operation calls the constructor, if none of its graphs gets past that."""
        smallest = min(alike, key=size).planned.play.graph.program
        called = {each.op for each in smallest.operations}
        calls = [r for r in self.surveyed.rules if r.computes and {r.operation} == called and not r.reflected]
        right = operations(self.passed)
        if where.function != "__init__" or len(calls) != 1 or not right or called <= right:
            return where
        call = calls[0]
        return replace(
            where, operation=call.operation, function=call.function, line=call.line, cell=call.cell
        )

    def _without_rule(self, alike: Sequence[Judged]) -> str | None:
        """Return the one operation that all of these graphs have, or are made of, and none that passed."""
        parts = made_of(self.surveyed)
        used = ({part for op in operations([judged]) for part in (op, *parts[op])} for judged in alike)
        common = set.intersection(*used) - operations(self.passed)
        return common.pop() if len(common) == 1 else None

    def _finding_of_default_rule(self, operation: str) -> Finding:
        """Return that a pass calls what stands for no rule as if it were one."""
        head = [each for each in self.surveyed.rules if each.operation == operation and each.defines]
        where = Where(operation=operation)
        if head:
            where = Where(operation=operation, line=head[0].line, cell=head[0].cell)
        return _finding_of_claim(FaultClaim(Strength.LIKELY, signed(FaultSign.NO_RULE_CALLED)), where)

    def _in_class(self, where: Where) -> Where:
        """Return the place, at the line where the class is defined, if that is known."""
        place = self.surveyed.defined
        if place is None:
            return where
        return replace(where, line=place.line, cell=place.cell, function=None)

    def _at_return(self, where: Where, alike: Sequence[Judged]) -> Where:
        """Return where the operation returns what is no node, if its function was found.

        With a plain number on the left, that is the reflected one.
        """
        is_reflected = all(where.operation in reflected_in(judged) for judged in alike)
        ends = [
            rule
            for rule in self.surveyed.rules
            if rule.operation == where.operation and (rule.returns or (rule.reflected and rule.computes))
        ]
        if not ends:
            return where
        last = min(ends, key=lambda rule: rule.reflected != is_reflected)
        return replace(where, line=last.line, cell=last.cell, function=last.function)


def _with_chance_hits(
    groups: dict[tuple[object, ...], list[Judged]],
) -> dict[tuple[object, ...], list[Judged]]:
    """Return the groups; a lone graph that is nearly right is one of those with wrong numbers."""
    few = [key for key, alike in groups.items() if key[:2] == ("numbers", True) and len(alike) < _LEAST]
    for key in few:
        others = groups.get(("numbers", False, *key[2:]))
        if others is not None:
            others += groups.pop(key)
    return groups


def _is_predicted(fault: str, judged: Judged) -> bool:
    """Whether the fault predicts the numbers of a play: a small graph may show another fault alone."""
    return prediction.predicts(fault, [(judged.planned.play, judged.observation)])


def place_in_pass(fault: str, surveyed: Offers) -> Where:
    """Return where a pass has a fault that no edit mends: its order, its head, the class without one."""
    if fault in TOLD_APART:
        return _place_at(surveyed.orders)
    known = load().get(fault)
    if known is None or known.layer not in _OF_A_PASS:
        return Where()
    return _place_at(surveyed.passes or surveyed.defined)


def _fault_of_recursion(problem: Problem, alike: Sequence[Judged]) -> str:
    """Return the fault: a deep graph, a number on the left that comes back, or another."""
    programs = [judged.planned.play.graph.program for judged in alike]
    if all(len(program.nodes) > _DEEP for program in programs):
        return first(FaultSign.TOO_DEEP)
    is_reflected = (problem.function or "") in _REFLECTED or all(map(has_number_first, programs))
    return first(FaultSign.CALLS_ITSELF if is_reflected else FaultSign.RECURSES)


def _place_at(place: SourcePlace | None) -> Where:
    """Return the place of a line, if it is known."""
    return Where() if place is None else Where(line=place.line, cell=place.cell)


def _where_predicted(predicted: prediction.Predicted | None) -> Where:
    """Return the operation in which a fault is predicted."""
    return Where(operation=predicted.place if predicted and predicted.place in PRIMITIVES else None)


def _never_ends(loop: Loop, where: Where) -> Finding:
    """Return the finding of a loop that does not end."""
    claim = FaultClaim(Strength.PROVEN if loop.repeats else Strength.LIKELY, signed(FaultSign.LOOPS))
    return replace(_finding_of_claim(claim, where), evidence=Evidence(loop=loop))


def _merged(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, unknown causes said once: what was not tried is explained by what took long."""
    findings = _same_place_once(findings)
    clear = [finding for finding in findings if finding.fault != UNKNOWN or finding.explained is not None]
    vague = [finding for finding in findings if finding.fault == UNKNOWN and finding.explained is None]
    if not vague:
        return clear
    took_long = list(filter(_used_up, clear))
    best = min([*vague, *took_long], key=lambda each: (each.where.line is None, not _used_up(each)))
    slugs = [slug for each in (best, *vague) for slug in each.explains]
    whole = replace(best, explains=tuple(dict.fromkeys(slugs)))
    return [*(each for each in clear if each is not best), whole]


def _used_up(finding: Finding) -> bool:
    """Whether time or memory ended these plays: others may not have been tried for it."""
    raised = finding.evidence.raised
    return finding.evidence.loop is not None or (raised is not None and raised.type == MemoryError.__name__)


def _same_place_once(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, with a fault at one place said once, whatever stumbled over it."""
    found: dict[object, Finding] = {}
    for number, finding in enumerate(findings):
        is_placed = finding.fault != UNKNOWN and finding.where.line is not None
        key = (finding.fault, finding.where) if is_placed else number
        if (before := found.get(key)) is not None:
            slugs = dict.fromkeys([*before.explains, *finding.explains])
            finding = replace(before, explains=tuple(slugs))  # noqa: PLW2901
        found[key] = finding
    return list(found.values())


def _sign_of_missing(problem: Problem) -> FaultSign:
    is_reflected = (problem.operation or "").startswith("reflected")
    return FaultSign.NO_REFLECTED_METHOD if is_reflected else FaultSign.NO_METHOD


def _likely_finding(fault: str | FaultSign, where: Where | None = None) -> Finding:
    """Return the finding that a fault is likely, at this place."""
    slug = first(fault) if isinstance(fault, FaultSign) else fault
    return _finding_of_claim(FaultClaim(Strength.LIKELY, (slug,)), where or Where())


def _finding_of_claim(claim: FaultClaim, where: Where) -> Finding:
    """Return the finding of a claim, at this place."""
    others = claim.others(where)
    return Finding(fault=claim.fault, certainty=claim.certainty, where=where, alternatives=others)
