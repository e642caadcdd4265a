"""Suites by difficulty and discrimination, and who passes which: from the verdicts of attempts."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt

from sqlalchemy import BigInteger, Float, cast, func, select, type_coerce
from sqlalchemy.orm import Session

from grader.report import Verdict
from submissions.tables import Assignment, AttemptFact, VerdictPattern
from submissions.teaching.figures.selection import Selection, selected

_NOT_ASKED = (Verdict.NOT_APPLICABLE,)
_UNITS = 10_000
"""The units of a percent: points are kept as whole ten-thousandths."""
_NO_SPREAD = 1e-9
"""The largest spread, in squared percent, that is a rounding error where all have the same points."""
FEWEST = 5
"""Attempts below which discrimination says nothing."""


@dataclass(frozen=True, slots=True)
class SuiteFigure:
    """One suite by difficulty and discrimination."""

    suite: str
    attempts: int
    """Attempts in which it could be asked."""
    unwritten: int
    """Attempts of these whose class does not have what the suite needs: they are not wrong."""
    passed: int
    discrimination: float | None
    """The correlation of passing it with the points of the attempt in percent; null below five attempts, or
    where all pass, none pass, or all have the same points."""

    @property
    def share(self) -> float | None:
        """Return the part that passes it of the attempts that have what it needs: the higher, the easier."""
        written = self.attempts - self.unwritten
        return self.passed / written if written else None


@dataclass(slots=True)
class _Sums:
    """Points of some attempts: their number, sum and sum of squares."""

    number: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, other: "_Sums") -> None:
        self.number += other.number
        self.total += other.total
        self.squares += other.squares


def suite_figures(session: Session, assignment: Assignment, selection: Selection) -> list[SuiteFigure]:
    """The one that the smallest share passes first; those that nobody has written last."""
    passed: dict[str, _Sums] = defaultdict(_Sums)
    missed: dict[str, _Sums] = defaultdict(_Sums)
    unwritten = Counter[str]()
    for verdicts, sums in _patterns(session, assignment, selection):
        for suite, verdict in verdicts.items():
            if verdict == Verdict.PASSED:
                passed[suite].add(sums)
            elif verdict not in _NOT_ASKED:
                missed[suite].add(sums)
                unwritten[suite] += sums.number if verdict == Verdict.MISSING else 0
    found = [_figure(suite, passed[suite], missed[suite], unwritten[suite]) for suite in {*passed, *missed}]
    return sorted(found, key=lambda each: (each.share is None, each.share or 0, each.suite))


def _patterns(
    session: Session, assignment: Assignment, selection: Selection
) -> Iterator[tuple[Mapping[str, str], _Sums]]:
    """The verdicts of attempts, and the points of all that have them."""
    units = cast(type_coerce(AttemptFact.percent, BigInteger), Float)
    sums = select(
        AttemptFact.pattern,
        func.count().label("number"),
        func.sum(units).label("total"),
        func.sum(units * units).label("squares"),
    )
    alike = selected(sums, assignment, selection).group_by(AttemptFact.pattern).subquery()
    of = alike.c
    rows = session.execute(
        select(VerdictPattern.suites, of.number, of.total, of.squares).join(
            alike, of.pattern == VerdictPattern.digest
        )
    )
    for verdicts, number, total, squares in rows:
        yield verdicts, _Sums(number, total / _UNITS, squares / _UNITS**2)


def _figure(suite: str, passed: _Sums, missed: _Sums, unwritten: int) -> SuiteFigure:
    number = passed.number + missed.number
    return SuiteFigure(suite, number, unwritten, passed.number, _correlation(passed, missed))


def _correlation(passed: _Sums, missed: _Sums) -> float | None:
    """The point-biserial correlation of two groups."""
    number = passed.number + missed.number
    if number < FEWEST or not passed.number or not missed.number:
        return None
    mean = (passed.total + missed.total) / number
    variance = (passed.squares + missed.squares) / number - mean * mean
    if variance <= _NO_SPREAD:
        return None
    difference = passed.total / passed.number - missed.total / missed.number
    return difference / sqrt(variance) * sqrt(passed.number * missed.number) / number
