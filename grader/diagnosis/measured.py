"""Causes that show in what single operations do, where no edit of the source undoes them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from grader.diagnosis.decision import Name
from grader.diagnosis.numbers.local import NOTHING_ARRIVES, TOLD, Behaviour, behaviour_of, behaviours
from grader.diagnosis.symptoms import Explain
from grader.finding import Alternative, Certainty, Evidence, Finding, Where
from grader.judge import Judged
from grader.records import replace
from grader.sandbox.base import Observation, Play, RuleLine
from grader.sandbox_session import EditNumbers, SandboxSession
from suites import PRIMITIVES, Drive, Program

_MOST_OTHERS = 2
_NOT_IN_THE_RULE = {
    "detached_result", "operand_changed", "rule_missing", "rule_not_attached", "wrong_forward",
}  # fmt: skip
"""Faults whose place is the head of the function that does the operation."""
_OF_THE_NUMBER = {"wrong_forward", "reflected_reversed"}
"""Faults that are told by the line that computes the number of the result."""
_OF_ONE_NODE = "parents_in_a_set"
"""Shows only where one node is both operands; made once for several operations, as a container is."""
_MISSING_CONTRIBUTION = "contribution_missing"
"""The fault whose place is the rule that sends the other contributions, if there is one."""
_NEARLY_RIGHT = "numerical_differentiation"
"""Known by its numbers alone: an edit that puts the formula there mends every wrong derivative."""


@dataclass
class Measured:
    """The plays that failed with some edits in force, and what the operations do then."""

    failed: Sequence[Judged]
    session: SandboxSession
    edits: EditNumbers
    explain: Explain
    rules: Sequence[RuleLine]
    named: Collection[str | None] = ()
    """Operations that have a cause already: what is wrong with them beside it may come from its repair."""

    def findings(self) -> list[Finding]:
        """One for each operation whose wrong numbers fit a fault, if something failed that uses it.

        The same slip in several operations is one finding with several places.
        """
        told = [each for each in self.told if each.operation is None or each.operation not in self.named]
        groups: dict[object, list[Behaviour]] = {}
        for each in filter(self._about, told):
            groups.setdefault(_OF_ONE_NODE if _OF_ONE_NODE in each.faults else each, []).append(each)
        return [self._finding(alike) for alike in groups.values()]

    def unexplained(self) -> list[Judged]:
        """Return the failed plays without the operations that do something wrong."""
        explained = {id(judged) for each in self.told for judged in self._about(each)}
        return [judged for judged in self.failed if id(judged) not in explained]

    @cached_property
    def told(self) -> list[Behaviour]:
        """The behaviour of the operations that do something wrong."""
        told = behaviours(self._played) if self._has_numbers else []
        return self._believed(told)

    def told_of(self, operation: str) -> Behaviour | None:
        """Return an operation's behaviour if it does something wrong; others are asked only as needed."""
        told = behaviour_of(operation, self._played) if self._has_numbers else None
        return next(iter(self._believed([told] if told else [])), None)

    @property
    def _has_numbers(self) -> bool:
        return any(map(_is_in_numbers, self.failed))

    def _believed(self, told: list[Behaviour]) -> list[Behaviour]:
        return told if self._is_all_explained(told) else list(filter(_is_of_rule, told))

    def _is_all_explained(self, told: Sequence[Behaviour]) -> bool:
        explained = {id(judged) for each in told for judged in self._about(each)}
        return all(id(judged) in explained for judged in self.failed if _is_in_numbers(judged))

    def _played(self, plays: Sequence[Play]) -> list[Observation]:
        return self.session.try_edits([self.edits], plays).get(self.edits, [])

    def _about(self, behaviour: Behaviour) -> list[Judged]:
        return [
            judged
            for judged in self.failed
            if _is_in_numbers(judged) and _shows(judged.planned.play.graph.program, behaviour)
        ]

    def _finding(self, alike: Sequence[Behaviour]) -> Finding:
        behaviour, about = alike[0], [judged for each in alike for judged in self._about(each)]
        fault, *others = self._faults(behaviour)
        where, *also = map(self._where, alike)
        shown = min(about, key=lambda judged: len(judged.planned.play.graph.program.nodes))
        return Finding(
            fault=fault,
            certainty=Certainty.LIKELY,
            where=where,
            also=tuple(also),
            everywhere=behaviour.operation is None,
            evidence=Evidence(),
            explains=tuple(dict.fromkeys(judged.planned.play.suite.slug for judged in about)),
            alternatives=tuple(Alternative(fault=other, where=where) for other in others[:_MOST_OTHERS]),
            explained=self.explain(shown),
        )

    def _faults(self, behaviour: Behaviour) -> list[str]:
        """The likeliest first: where rules run, that of an output does, whatever the output records."""
        with_rule = {line.operation for line in self.rules if line.backward}
        has_none = bool(with_rule) and behaviour.operation not in with_rule
        return sorted(behaviour.faults, key=lambda fault: has_none and fault == "detached_result")

    def _where(self, behaviour: Behaviour) -> Where:
        """The operation, and the line of its rule, or the head of the function."""
        where = Where(operation=behaviour.operation, operand=behaviour.operand)
        of_operation = [r for r in self.rules if r.operation == behaviour.operation and not r.returns]
        computing = [r for r in of_operation if r.computes and r.reflected == behaviour.is_reflected]
        if behaviour.faults[0] in _OF_THE_NUMBER and len(computing) == 1:
            return _on_line(where, computing[0])
        own = [r for r in of_operation if not r.computes]
        is_missing = behaviour.faults[0] == _MISSING_CONTRIBUTION and not any(r.backward for r in own)
        is_head = behaviour.faults[0] in _NOT_IN_THE_RULE or is_missing
        reflected = [r for r in own if r.reflected and behaviour.is_reflected]
        # A missing rule has no line: then the head of the operation's function is the place.
        lines = reflected or [r for r in own if r.defines == is_head and not r.reflected]
        if not lines:
            return where
        return _on_line(where, lines[-1 if behaviour.operand == 1 else 0])


def _on_line(where: Where, line: RuleLine) -> Where:
    return replace(where, line=line.line, cell=line.cell, function=line.function)


def _is_of_rule(behaviour: Behaviour) -> bool:
    """Whether only a rule behaves like this; a contribution that is lost may have been lost by the pass."""
    return not {"overwritten_gradient", _OF_ONE_NODE} & {*behaviour.faults}


def judged_by_numbers(name: Name, operation: str | None, measured: Measured) -> Name:
    """Return the name, less sure where the operation's numbers fit other faults; one of those if it is empty.

    Where something arrives, nothing is lost on the way, whatever edit mends it.
    """
    if name.is_guess:
        return _measured_only(name, measured.told)
    if operation is None or (name.fault and name.fault not in TOLD):
        return name
    told = measured.told_of(operation)
    if told is None or name.fault in told.faults:
        return name
    own = [name.fault] if name.fault else []
    if (
        own
        and name.fault not in NOTHING_ARRIVES
        and {*told.faults} <= {*NOTHING_ARRIVES, _MISSING_CONTRIBUTION}
    ):
        # Its rule is there and runs, or no edit of a line of it would mend anything: what it reads is 0.
        return name
    something_arrives = _MISSING_CONTRIBUTION not in told.faults
    is_refuted = _NEARLY_RIGHT in told.faults or (something_arrives and name.fault in NOTHING_ARRIVES)
    # The fault of the edit stays in front unless the numbers speak against it.
    is_own_first = name.is_decided and not is_refuted
    first, *others = [*own, *told.faults] if is_own_first else [*told.faults, *own]
    return name._replace(fault=first, is_decided=False, others=(*others, *name.others)[:_MOST_OTHERS])


def _measured_only(name: Name, told: Sequence[Behaviour]) -> Name:
    """A name that nothing speaks for gives way to what one operation does."""
    if len(told) != 1:
        return name
    first, *others = told[0].faults
    return Name(first, is_decided=False, others=tuple(others[:_MOST_OTHERS]))


def _is_in_numbers(judged: Judged) -> bool:
    """Whether it is wrong numbers, not of a rule of ours."""
    return judged.observation.problem is None and judged.planned.play.suite.drive is not Drive.OWN_RULE


def _shows(program: Program, behaviour: Behaviour) -> bool:
    """Whether something may be wrong in it for that."""
    if _OF_ONE_NODE in behaviour.faults:
        return any(
            step.op == behaviour.operation and len(set(step.operands)) < len(step.operands)
            for step in program.operations
        )
    return _uses(program, behaviour.operation)


def _uses(program: Program, operation: str | None) -> bool:
    """Whether it uses the operation, or one that classes make of it."""
    return operation is None or any(
        operation in (step.op, *PRIMITIVES[step.op].made_of) for step in program.operations
    )
