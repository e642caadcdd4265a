"""Finds causes that show in what single operations do, where no edit of the source undoes them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from grader.diagnosis.arbiter import FaultClaim, Strength
from grader.diagnosis.edits import naming
from grader.diagnosis.numbers.local import (
    Behaviour,
    MadeOf,
    behaviour_of,
    behaviours,
    made_of,
    shows_in_one_operation,
)
from grader.diagnosis.symptoms import Exemplify
from grader.diagnosis.without_rules import holds_a_rule
from grader.faults import FaultPlace, FaultSign, load, signed
from grader.finding import Evidence, Finding, Where
from grader.judge import Judged
from grader.records import replace
from grader.sandbox.plays import Observation, Play
from grader.sandbox.replies import Offer, Offers, RuleLine
from grader.sandbox_session import EditNumbers, SandboxSession
from suites import Drive, Program


@dataclass
class Measured:
    """The plays that failed with some edits in force, and what the operations do then."""

    failed: Sequence[Judged]
    session: SandboxSession
    edits: EditNumbers
    example: Exemplify
    surveyed: Offers
    named: Collection[str | None] = ()
    """Operations that have a cause already: what is wrong with them beside it may come from its repair."""

    def findings(self) -> list[Finding]:
        """Return a finding for each operation whose wrong numbers fit a fault, if some failed play uses it.

        The same slip in several operations is one finding with several places.
        """
        told = [
            each
            for each in self.wrong_behaviours
            if each.operation is None or each.operation not in self.named
        ]
        groups: dict[object, list[Behaviour]] = {}
        for each in filter(self._about, told):
            groups.setdefault(_slip_of(each), []).append(each)
        return [self._finding(alike) for alike in groups.values()]

    def unexplained(self) -> list[Judged]:
        """Return the failed plays without the operations that do something wrong."""
        explained = {id(judged) for each in self.wrong_behaviours for judged in self._about(each)}
        return [judged for judged in self.failed if id(judged) not in explained]

    @cached_property
    def wrong_behaviours(self) -> list[Behaviour]:
        """The behaviour of the operations that do something wrong."""
        return self._believed(behaviours(self._play_all, parts=self._parts) if self._has_numbers else [])

    def wrong_behaviour_of(self, operation: str) -> Behaviour | None:
        """Return an operation's behaviour if it does something wrong; others are asked only as needed."""
        behaviour = behaviour_of(operation, self._play_all, self._parts) if self._has_numbers else None
        return next(iter(self._believed([behaviour] if behaviour else [])), None)

    @cached_property
    def _parts(self) -> MadeOf:
        """The operations that each operation is made of."""
        return made_of(self.surveyed)

    @property
    def _has_numbers(self) -> bool:
        """Whether some play failed with numbers."""
        return any(map(_is_in_numbers, self.failed))

    def _believed(self, found: list[Behaviour]) -> list[Behaviour]:
        """Return the behaviours that are believed: all if they explain all, else those of rules alone.

        One that fits only what the source speaks against is none; nor is that of an operation which the class
        does not have, and which was done by others.
        """
        written = {None, *self.session.loaded.operations}
        found = [each for each in found if each.operation in written]
        found = [each for each in map(self._with_faults_of_the_source, found) if each.faults]
        return found if self._is_all_explained(found) else list(filter(_is_of_rule, found))

    def _with_faults_of_the_source(self, behaviour: Behaviour) -> Behaviour:
        """Return it with the fault of a rule on an operand alone if the source shows that, else without.

        And without that of a missing rule, if the source has one.
        """
        is_shown = self._misplaced_rule(behaviour) is not None
        replacing = signed(FaultSign.OPERAND_RULE_REPLACED)
        missing = signed(FaultSign.NO_RULE) if holds_a_rule(behaviour.operation, self.surveyed) else ()
        faults = [fault for fault in behaviour.faults if (fault in replacing) == is_shown]
        return behaviour._replace(faults=tuple(fault for fault in faults if fault not in missing))

    def _misplaced_rule(self, behaviour: Behaviour) -> Offer | None:
        """Return the place in the source where a rule is given to an operand, if that fits the behaviour."""
        replacing = {*signed(FaultSign.OPERAND_RULE_REPLACED)}.intersection(behaviour.faults)
        offers = (each for each in self.surveyed.offers if each.operation == behaviour.operation)
        return next((each for each in offers if naming.fault_of(each) in replacing), None)

    def _is_all_explained(self, found: Sequence[Behaviour]) -> bool:
        """Whether every play with wrong numbers is about one of these behaviours."""
        explained = {id(judged) for each in found for judged in self._about(each)}
        return all(id(judged) in explained for judged in self.failed if _is_in_numbers(judged))

    def _play_all(self, plays: Sequence[Play]) -> list[Observation]:
        """Return the observations of plays with the edits in force."""
        return self.session.try_edits([self.edits], plays).get(self.edits, [])

    def _about(self, behaviour: Behaviour) -> list[Judged]:
        """Return the failed plays in which a behaviour may show."""
        return [
            judged
            for judged in self.failed
            if _is_in_numbers(judged) and self._shows(judged.planned.play.graph.program, behaviour)
        ]

    def _shows(self, program: Program, behaviour: Behaviour) -> bool:
        """Whether numbers of a graph of this program may be wrong because of the behaviour."""
        operation = behaviour.operation
        if _has_fault_with(behaviour, FaultSign.ONE_NODE):
            return any(
                step.op == operation and len(set(step.operands)) < len(step.operands)
                for step in program.operations
            )
        return operation is None or any(
            operation in (step.op, *self._parts[step.op]) for step in program.operations
        )

    def _finding(self, alike: Sequence[Behaviour]) -> Finding:
        """Return the finding about operations that behave alike."""
        behaviour, about = alike[0], [judged for each in alike for judged in self._about(each)]
        claim = FaultClaim(Strength.EXACT, self._likeliest_faults(behaviour))
        where, *also = map(self._where, alike)
        shown = min(about, key=lambda judged: _order_of_shown(judged.planned.play.graph.program, where))
        return Finding(
            fault=claim.fault,
            certainty=claim.certainty,
            where=where,
            also=tuple(also),
            everywhere=behaviour.operation is None,
            evidence=Evidence(),
            explains=tuple(dict.fromkeys(judged.planned.play.suite.slug for judged in about)),
            alternatives=claim.others(where),
            explained=self.example(shown, operation=where.operation).explained,
        )

    def _likeliest_faults(self, behaviour: Behaviour) -> tuple[str, ...]:
        """Return its faults; where rules run, that of an output that has none comes later."""
        with_rule = {line.operation for line in self.surveyed.rules if line.backward}
        has_none = bool(with_rule) and behaviour.operation not in with_rule
        return tuple(
            sorted(behaviour.faults, key=lambda fault: has_none and fault in signed(FaultSign.NOTHING_BELOW))
        )

    def _where(self, behaviour: Behaviour) -> Where:
        """Return the operation, and the line of its rule, or the head of the function."""
        where = Where(operation=behaviour.operation, operand=behaviour.operand)
        line = self._misplaced_rule(behaviour) or self._line_computing(behaviour) or self._line_of(behaviour)
        return where if line is None else _on_line(where, line)

    def _line_computing(self, behaviour: Behaviour) -> RuleLine | None:
        """Return the one line that computes the number of the result, if the fault is there."""
        lines = [each for each in self._lines_about(behaviour) if each.computes]
        computing = [each for each in lines if each.reflected == behaviour.is_reflected]
        is_number = load()[behaviour.faults[0]].place is FaultPlace.NUMBER
        return computing[0] if is_number and len(computing) == 1 else None

    def _line_of(self, behaviour: Behaviour) -> RuleLine | None:
        """Return the line of the rule, or the head of the function: a missing rule has no line."""
        lines = [each for each in self._lines_about(behaviour) if not each.computes]
        is_head = _is_shown_at_head(behaviour, lines)
        reflected = [each for each in lines if each.reflected and behaviour.is_reflected]
        found = reflected or [each for each in lines if each.defines == is_head and not each.reflected]
        return found[-1 if behaviour.operand == 1 else 0] if found else None

    def _lines_about(self, behaviour: Behaviour) -> list[RuleLine]:
        """Return the lines of the operation, without the one that returns its result."""
        lines = self.surveyed.rules
        return [each for each in lines if each.operation == behaviour.operation and not each.returns]


def _order_of_shown(program: Program, where: Where) -> tuple[bool, int]:
    """Return the order in which graphs are shown: with the operation itself, not made of it, and small."""
    return where.operation is not None and where.operation not in program.ops, len(program.nodes)


def _on_line(where: Where, line: RuleLine | Offer) -> Where:
    """Return the place with a line and its function."""
    return replace(where, line=line.line, cell=line.cell, function=line.function)


def _is_of_rule(behaviour: Behaviour) -> bool:
    """Whether only a rule behaves like this; a contribution that is lost may have been lost by the pass."""
    return not _has_fault_with(behaviour, FaultSign.REPLACED, FaultSign.ONE_NODE)


def _slip_of(behaviour: Behaviour) -> object:
    """The key of behaviours that are one slip: one container or one difference serves several operations."""
    shared = (FaultSign.ONE_NODE, FaultSign.NEARLY_RIGHT)
    return next((sign for sign in shared if _has_fault_with(behaviour, sign)), behaviour)


def _is_shown_at_head(behaviour: Behaviour, lines: Sequence[RuleLine]) -> bool:
    """Whether the rule is missing, or the whole function is wrong: then no line of a rule is at fault."""
    has_rule = any(each.backward for each in lines)
    if _has_fault_with(behaviour, FaultSign.SENDS_NOTHING) and not has_rule:
        return True
    return load()[behaviour.faults[0]].place is not FaultPlace.RULE


def _has_fault_with(behaviour: Behaviour, *signs: FaultSign) -> bool:
    """Whether one of its faults has one of these signs."""
    return not {*signed(*signs)}.isdisjoint(behaviour.faults)


def claims_of_numbers(edit: FaultClaim, operation: str | None, measured: Measured) -> list[FaultClaim]:
    """Return the claim of an edit with that of its operation's numbers, where these say something else.

    The edit's is less sure where numbers refute it: a contribution that arrives is not lost on the way.
    """
    if edit.faults and edit.strength is Strength.UNKNOWN:
        return [edit, *_claim_of_the_only(measured.wrong_behaviours)]
    if operation is None or (edit.faults and not shows_in_one_operation(edit.fault)):
        return [edit]
    behaviour = measured.wrong_behaviour_of(operation)
    if behaviour is None or edit.fault in behaviour.faults or _says_no_more(behaviour, edit):
        return [edit]
    own = edit.in_doubt if _refutes(behaviour, edit) else edit
    return [own, FaultClaim(Strength.EXACT, behaviour.faults)]


def _claim_of_the_only(wrong: Sequence[Behaviour]) -> list[FaultClaim]:
    """Return the claim of the one operation that does something wrong, if it is one."""
    return [FaultClaim(Strength.EXACT, wrong[0].faults)] if len(wrong) == 1 else []


def _says_no_more(behaviour: Behaviour, edit: FaultClaim) -> bool:
    """Whether all that numbers show is that nothing is sent, where the edit's fault says why.

    Its rule is there and runs, or no edit of a line of it would mend anything: what it reads is 0. Or that no
    gradient is a factor, where the edit's line reads that of the output, which is 1.
    """
    if edit.fault in signed(FaultSign.OTHER_GRADIENT):
        return {*signed(FaultSign.LOCAL_ALONE)}.issuperset(behaviour.faults)
    silent = {*signed(FaultSign.NOTHING_ARRIVES)}
    is_silent = silent.union(signed(FaultSign.SENDS_NOTHING)).issuperset(behaviour.faults)
    return bool(edit.faults) and edit.fault not in silent and is_silent


def _refutes(behaviour: Behaviour, edit: FaultClaim) -> bool:
    """Whether numbers speak against the edit's fault.

    An edit that puts the formula there mends every wrong derivative, that of a difference too. And where
    something arrives, it is not true that nothing does.
    """
    something_arrives = not _has_fault_with(behaviour, FaultSign.SENDS_NOTHING)
    is_silent = edit.fault in signed(FaultSign.NOTHING_ARRIVES)
    return _has_fault_with(behaviour, FaultSign.NEARLY_RIGHT) or (something_arrives and is_silent)


def _is_in_numbers(judged: Judged) -> bool:
    """Whether a play failed by wrong numbers, not by a rule of ours."""
    return judged.observation.problem is None and judged.planned.play.suite.drive is not Drive.OWN_RULE
