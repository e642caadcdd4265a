"""Figures and tables of many outcomes."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench._outcomes import Named, Outcome
from bench.mutants import Label

_EXAMPLES = 3


class Bar(NamedTuple):
    """One figure and what it has to be."""

    name: str
    count: int
    of: int
    bar: float
    """In percent."""
    at_most: bool = False

    @property
    def percent(self) -> float:
        """The share, in percent; of nothing, what the bar asks."""
        return 100.0 * self.count / self.of if self.of else self.bar

    @property
    def met(self) -> bool:
        """Whether it is what it has to be."""
        return self.percent <= self.bar if self.at_most else self.percent >= self.bar

    def __str__(self) -> str:
        sign = "<=" if self.at_most else ">="
        verdict = "met" if self.met else "MISSED"
        return f"{self.name}: {self.percent:.1f} % ({self.count} of {self.of}; bar {sign} {self.bar:g} %: {verdict})"


class Tally:
    """All outcomes, counted."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self.right = [outcome for outcome in outcomes if not outcome.labels]
        self.singles = [outcome for outcome in outcomes if len(outcome.labels) == 1]
        self.pairs = [outcome for outcome in outcomes if len(outcome.labels) > 1]
        self.observable = [outcome for outcome in self.singles if outcome.observable]
        self.detected = [outcome for outcome in self.singles if outcome.detected]
        self.seen_pairs = [outcome for outcome in self.pairs if outcome.observable and outcome.detected]

    def bars(self) -> Iterator[Bar]:
        """Every figure that has a bar."""
        if self.right:
            silent = sum(not (outcome.named or outcome.detected) for outcome in self.right)
            yield Bar("correct files without an accusation", silent, len(self.right), 100)
        if self.singles:
            yield from self._of_singles()
        if self.pairs:
            yield from self._of_pairs()

    def _of_singles(self) -> Iterator[Bar]:
        named = [(outcome, found) for outcome in self.detected if (found := _found(outcome))]
        lines = [(outcome.labels[0], found.line) for outcome, found in named]
        wrong = sum(_is_wrong(outcome) for outcome in self.detected)
        yield Bar("detected of observable", len(self.detected), len(self.observable), 100)
        yield Bar("cause named right, of detected", len(named), len(self.detected), 99)
        yield Bar("named wrong", wrong, len(self.detected), 0.5, at_most=True)
        yield Bar("line right, of named", sum(line in label.lines for label, line in lines), len(named), 98)
        yield Bar(
            "line within 1, of named", sum(_is_near(label, line) for label, line in lines), len(named), 98
        )
        yield Bar("proven, of named", sum(found.proven for _, found in named), len(named), 90)

    def _of_pairs(self) -> Iterator[Bar]:
        pairs = self.seen_pairs
        both = sum(all(outcome.of(label) for label in outcome.labels) for outcome in pairs)
        one = sum(
            any(outcome.of(label) for label in outcome.labels) and not outcome.wrong for outcome in pairs
        )
        yield Bar("two faults, both named", both, len(pairs), 80)
        yield Bar("two faults, at least one right and none wrong", one, len(pairs), 97)

    def facts(self) -> Iterator[str]:
        """Figures beside the bars."""
        if self.singles:
            named = [outcome for outcome in self.detected if _found(outcome)]
            unknown = len(self.detected) - len(named) - sum(map(_is_wrong, self.detected))
            extra = sum(bool(outcome.wrong) for outcome in named)
            operands = [
                (found.operand, outcome.labels[0].operand)
                for outcome in named
                if (found := _found(outcome)) and outcome.labels[0].operand is not None
            ]
            fitting = sum(told in (None, true) for told, true in operands)
            yield f"{len(self.singles)} single faults, {len(self.observable)} observable"
            yield f"unknown: {unknown} of {len(self.detected)} detected"
            yield f"named right with a wrong one beside it: {extra} of {len(named)}"
            yield f"operand right or not told: {fitting} of {len(operands)}"
        if self.pairs:
            yield f"{len(self.pairs)} pairs, {len(self.seen_pairs)} in which each fault shows beside the other"
        if stopped := [outcome.id for outcome in (*self.singles, *self.pairs, *self.right) if outcome.failed]:
            yield f"the diagnosis stopped: {len(stopped)}, as {', '.join(stopped[:_EXAMPLES])}"

    def confusions(self) -> Iterator[tuple[str, str, list[str]]]:
        """A true fault, what it was called, and the ids; the most frequent first."""
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for outcome in (*self.detected, *self.seen_pairs):
            true = "+".join(label.fault for label in outcome.labels)
            for named in outcome.wrong:
                found[true, _told(named, outcome)].append(outcome.id)
        for outcome in self.right:
            for named in outcome.named:
                found["none", named.fault].append(outcome.id)
        for (true, told), ids in sorted(found.items(), key=lambda item: -len(item[1])):
            yield true, told, ids

    def unknown(self) -> Iterator[tuple[str, int, int, list[str]]]:
        """A fault, how often it was detected and not named, how often detected, and the ids."""
        of = Counter(outcome.labels[0].fault for outcome in self.detected)
        found: dict[str, list[str]] = defaultdict(list)
        for outcome in self.detected:
            if not _found(outcome) and not _is_wrong(outcome):
                found[outcome.labels[0].fault].append(outcome.id)
        for fault, ids in sorted(found.items(), key=lambda item: -len(item[1])):
            yield fault, len(ids), of[fault], ids

    def undetected(self) -> list[str]:
        """Faults that random graphs see and the grade does not."""
        return [outcome.id for outcome in self.observable if not outcome.detected]

    def misplaced(self) -> list[str]:
        """Named right, on another line."""
        return [
            f"{outcome.id} (line {outcome.labels[0].line}, told {found.line})"
            for outcome in self.detected
            if (found := _found(outcome)) and found.line not in outcome.labels[0].lines
        ]

    def unproven(self) -> Counter[str]:
        """Named right and not proven, by fault."""
        found = (outcome for outcome in self.detected if (named := _found(outcome)) and not named.proven)
        return Counter(outcome.labels[0].fault for outcome in found)


def examples(ids: Sequence[str]) -> str:
    """The first few."""
    return ", ".join(ids[:_EXAMPLES])


def _found(outcome: Outcome) -> Named | None:
    return outcome.of(outcome.labels[0])


def _is_wrong(outcome: Outcome) -> bool:
    """Whether a cause is named and it is not there, and the one that is there is not."""
    return bool(outcome.wrong) and not _found(outcome)


def _told(named: Named, outcome: Outcome) -> str:
    """The fault, with the place where only that is wrong."""
    right = any(named.fault in label.accepts for label in outcome.labels)
    return f"{named.fault} in {named.operation}" if right else named.fault


def _is_near(label: Label, line: int | None) -> bool:
    return line is not None and any(abs(line - each) <= 1 for each in label.lines)
