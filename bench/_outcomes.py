"""What the engine makes of one mutant: graded in a worker, told as plain data."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context

from bench.mutants import Label, Mutant, Reference, is_by_hand, of_keys, reference
from bench.mutants.observing import Observer
from grader.assignment import assignment
from grader.errors import MachineTooBusy
from grader.faults import FaultSign, first, has_sign, load, same_as
from grader.finding import Certainty, Finding
from grader.grade import grade
from grader.report import Report, ToWrite, Verdict
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from grader.unfinished import RULE
from suites import OPERATIONS

_WORKERS = 2

SYMPTOMS = frozenset({"unknown", "raises", "order_dependent"})
"""What names no cause: neither right nor wrong, unless it is the label itself."""

_MISSING = frozenset({"missing_method", "reflected_missing", "zero_grad_missing"})
"""What may be said of a right class that lacks an operation."""


@dataclass(frozen=True)
class Named:
    """One finding, as far as it is measured."""

    fault: str
    operation: str | None
    operand: int | None
    line: int | None
    proven: bool
    alternatives: frozenset[str]
    also: frozenset[str] = frozenset()
    """Further operations with the same slip."""


@dataclass(frozen=True)
class Outcome:
    """A mutant and what was said of it; of a right class there are no labels."""

    id: str
    labels: tuple[Label, ...]
    named: tuple[Named, ...] = ()
    detected: bool = False
    observable: bool = False
    lacking: bool = False
    """Whether all that is wrong is that an operation is not there, which the grade says by itself."""
    failed: bool = False
    """Whether the diagnosis itself stopped."""
    main: tuple[Label, ...] = ()
    """Of several faults, those whose lone repair earns the most points."""

    @property
    def main_first(self) -> bool:
        """Whether the first finding names a main fault."""
        return bool(self.named) and any(is_right(self.named[0], label) for label in self.main)

    def of(self, label: Label) -> Named | None:
        """The finding that names a label, if one does."""
        return next((named for named in self.named if is_right(named, label)), None)

    @property
    def causes(self) -> tuple[Named, ...]:
        """Findings that name a cause; a symptom only where it is the label."""
        accepted = frozenset().union(*(label.accepts for label in self.labels))
        return tuple(named for named in self.named if named.fault not in SYMPTOMS - accepted)

    @property
    def wrong(self) -> tuple[Named, ...]:
        """Findings that name a cause that is not there."""
        return tuple(
            named for named in self.causes if not any(is_right(named, label) for label in self.labels)
        )


def is_right(named: Named, label: Label) -> bool:
    """Whether a finding names the label, or a fault that cannot be told from it and the label beside it."""
    if named.operation in OPERATIONS and label.operation not in (None, named.operation, *named.also):
        return False
    return named.fault in label.accepts or bool(_ties(named.fault) & label.accepts & named.alternatives)


def _ties(fault: str) -> frozenset[str]:
    return same_as(fault) if fault in load() else frozenset()


def outcomes(mutants: Iterable[Mutant]) -> Iterator[Outcome]:
    """The outcome of each, as they come."""
    with get_context("spawn").Pool(_WORKERS, _begin) as pool:
        yield from pool.imap_unordered(_outcome, mutants, chunksize=4)


def of_references(names: Iterable[str]) -> Iterator[Outcome]:
    """What is said of right classes: nothing, if all is well."""
    with get_context("spawn").Pool(_WORKERS, _begin) as pool:
        yield from pool.imap_unordered(_right, names, chunksize=2)


class _Worker:
    """A sandbox, and what is asked of it."""

    def __init__(self) -> None:
        self.sandbox = Embedded()
        self.full = assignment("full")
        self.observer = Observer(self.sandbox)
        self.lost: dict[str, float] = {}

    def report(self, name: str, content: bytes) -> Report:
        """As the service does, once more where the machine had no time for it."""
        source = Source(f"{name}.py", content)
        with suppress(MachineTooBusy):
            return grade(source, self.full, self.sandbox)
        return grade(source, self.full, self.sandbox)

    def lost_by(self, right: Reference) -> float:
        """The points a reference loses to operations it does not have."""
        if right.name not in self.lost:
            score = self.report(right.name, right.content).score
            self.lost[right.name] = score.possible - score.earned
        return self.lost[right.name]

    def observable(self, mutant: Mutant) -> bool:
        """Whether random graphs see the fault; of several, whether they see each beside the others."""
        right = reference(mutant.reference)
        if len(mutant.labels) == 1:
            return self.observer.sees(right, mutant.content)
        every = self.observer.signature(right, mutant.content)
        return all(
            self.observer.signature(right, left.content) != every for left in _with_one_repaired(mutant)
        )

    def main_of(self, mutant: Mutant) -> tuple[Label, ...]:
        """The labels whose lone repair earns the most points; before them a seed that nobody else sets."""
        unseeded = tuple(label for label in mutant.labels if has_sign(label.fault, FaultSign.NO_SEED))
        if len(mutant.labels) == 1 or unseeded:
            return unseeded or mutant.labels
        earned = [
            grade(Source("other.py", left.content), self.full, self.sandbox, diagnose=False).score.earned
            for left in _with_one_repaired(mutant)
        ]
        return tuple(
            label for label, points in zip(mutant.labels, earned, strict=True) if points == max(earned)
        )


def _with_one_repaired(mutant: Mutant) -> Iterator[Mutant]:
    """The same class without one of its faults, in the order of its labels."""
    right, keys = reference(mutant.reference), mutant.key.split("+")
    return (of_keys(right, [other for other in keys if other != key]) for key in keys)


_worker: list[_Worker] = []


def _begin() -> None:
    _worker.append(_Worker())


def _outcome(mutant: Mutant) -> Outcome:
    worker = _worker[0]
    report = worker.report(mutant.reference, mutant.content)
    right = reference(mutant.reference)
    detected = _is_detected(report, worker.lost_by(right))
    observable = (detected and _counts_whole(mutant)) or worker.observable(mutant)
    return Outcome(
        mutant.id,
        mutant.labels,
        tuple(named_in(report)),
        detected,
        observable,
        lacking=detected and not _is_wrong(report),
        failed=_failed(report),
        main=worker.main_of(mutant) if detected and observable else (),
    )


def _counts_whole(mutant: Mutant) -> bool:
    """Whether a detected mutant counts without a look at each fault: the only one, or slips of a person."""
    return len(mutant.labels) == 1 or is_by_hand(mutant)


def _right(name: str) -> Outcome:
    right = reference(name)
    report = _worker[0].report(name, right.content)
    named = tuple(finding for finding in named_in(report) if finding.fault not in _MISSING)
    score = report.score
    detected = score.earned != score.possible - score.missing or report.problem is not None
    return Outcome(name, (), named, detected, failed=_failed(report))


def _is_detected(report: Report, lost: float) -> bool:
    return _is_wrong(report) or report.score.possible - report.score.earned > lost


def _is_wrong(report: Report) -> bool:
    """Whether something is wrong, not only missing."""
    return report.problem is not None or any(suite.verdict is Verdict.FAILED for suite in report.suites)


def _failed(report: Report) -> bool:
    return report.diagnosis is not None and report.diagnosis.status == "failed"


def named_in(report: Report) -> Iterator[Named]:
    """What a report says, finding by finding."""
    for finding in report.diagnosis.findings if report.diagnosis else ():
        yield _short(finding)
    for part in report.unfinished.to_write if report.unfinished else ():
        if part.operation.startswith(RULE) and part.line is not None:
            yield _unwritten_rule(part)


def _unwritten_rule(part: ToWrite) -> Named:
    """A rule without a body, which is no finding: the report says that it is still to be written."""
    operation = part.operation.removeprefix(RULE)
    return Named(first(FaultSign.NO_RULE), operation, None, part.line, proven=False, alternatives=frozenset())


def _short(finding: Finding) -> Named:
    where = finding.where
    alternatives = frozenset(alternative.fault for alternative in finding.alternatives)
    proven = finding.certainty is Certainty.PROVEN
    also = frozenset(each.operation for each in finding.also if each.operation is not None)
    return Named(finding.fault, where.operation, where.operand, where.line, proven, alternatives, also)
