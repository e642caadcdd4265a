"""Causes that show in what single operations do, where no edit of the source undoes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from grader.diagnosis.local import Behaviour, behaviours, between
from grader.diagnosis.symptoms import Explain
from grader.finding import Alternative, Certainty, Evidence, Finding, Where
from grader.judge import Judged
from grader.sandbox.base import Observation, Play, TracedWrite
from grader.session import Session, Trial
from suites import PRIMITIVES, Drive, Program

_MOST_OTHERS = 2


@dataclass
class Measured:
    """What failed with some edits in force, and what the operations do then."""

    failed: Sequence[Judged]
    session: Session
    edits: Trial
    explain: Explain

    def findings(self) -> list[Finding]:
        """One for each operation whose wrong numbers fit a fault, if something failed that uses it."""
        return [self._finding(each, about) for each in self._told if (about := self._about(each))]

    def unexplained(self) -> list[Judged]:
        """What failed without any of them."""
        explained = {id(judged) for each in self._told for judged in self._about(each)}
        return [judged for judged in self.failed if id(judged) not in explained]

    @cached_property
    def _told(self) -> list[Behaviour]:
        return behaviours(self._played) if any(map(_is_in_numbers, self.failed)) else []

    def _played(self, plays: Sequence[Play]) -> list[Observation]:
        return self.session.try_edits([self.edits], plays).get(self.edits, [])

    def _about(self, behaviour: Behaviour) -> list[Judged]:
        return [
            judged
            for judged in self.failed
            if _is_in_numbers(judged) and _uses(judged.planned.play.graph.program, behaviour.operation)
        ]

    def _finding(self, behaviour: Behaviour, about: Sequence[Judged]) -> Finding:
        fault, *others = behaviour.faults
        where = self._where(behaviour)
        shown = min(about, key=lambda judged: len(judged.planned.play.graph.program.nodes))
        return Finding(
            fault=fault,
            certainty=Certainty.LIKELY,
            where=where,
            everywhere=behaviour.operation is None,
            evidence=Evidence(),
            explains=tuple(dict.fromkeys(judged.planned.play.suite.slug for judged in about)),
            alternatives=tuple(Alternative(fault=other, where=where) for other in others[:_MOST_OTHERS]),
            explained=self.explain(shown),
        )

    def _where(self, behaviour: Behaviour) -> Where:
        """The operation, and the line that gives its operand what is wrong, where that line does nothing else."""
        where = Where(operation=behaviour.operation, operand=behaviour.operand)
        if behaviour.operation is None:
            return where
        play = between(behaviour.operation)
        inputs = len(play.inputs)
        writes = [write for write in self.session.trace(play) if write.gradient and write.line is not None]
        elsewhere = {_place(write) for write in writes if write.node >= inputs}
        wanted = [behaviour.operand] if behaviour.operand is not None else [0, 1]
        own = [w for w in writes if w.node in wanted and w.function != "__init__" and _place(w) not in elsewhere]
        if not own:
            return where
        return where.model_copy(
            update={"line": own[-1].line, "cell": own[-1].cell, "function": own[-1].function}
        )


def _place(write: TracedWrite) -> tuple[int | None, int | None]:
    return write.line, write.cell


def _is_in_numbers(judged: Judged) -> bool:
    """Whether it is wrong numbers of a whole pass."""
    return judged.observation.problem is None and judged.planned.play.suite.drive is Drive.BACKWARD


def _uses(program: Program, operation: str | None) -> bool:
    """Whether it uses the operation, or one that classes make of it."""
    return operation is None or any(
        operation in (step.op, *PRIMITIVES[step.op].made_of) for step in program.operations
    )
