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
    found: int
    of: int
    bar: float
    """In percent."""
    at_most: bool = False

    @property
    def percent(self) -> float:
        """The share, in percent; of nothing, what the bar asks."""
        return 100.0 * self.found / self.of if self.of else self.bar

    @property
    def wanted(self) -> str:
        """What it has to be."""
        return f"{'<=' if self.at_most else '>='} {self.bar:g} %"

    @property
    def met(self) -> bool:
        """Whether it is that."""
        return self.percent <= self.bar if self.at_most else self.percent >= self.bar

    def __str__(self) -> str:
        verdict = "met" if self.met else "MISSED"
        return f"{self.name}: {self.percent:.1f} % ({self.found} of {self.of}; bar {self.wanted}: {verdict})"


class Confusion(NamedTuple):
    """A fault that is called another."""

    true: str
    named: str
    proven: bool
    ids: list[str]

    @property
    def certainty(self) -> str:
        """What stands behind the name."""
        return ", proven" if self.proven else ""


class Tally:
    """All outcomes, counted."""

    def __init__(self, outcomes: Sequence[Outcome], several: str = "two faults") -> None:
        self.outcomes = outcomes
        self.several = several
        """What an outcome with more labels than one is called."""
        self.right = [outcome for outcome in outcomes if not outcome.labels]
        self.singles = [outcome for outcome in outcomes if len(outcome.labels) == 1]
        self.pairs = [outcome for outcome in outcomes if len(outcome.labels) > 1]
        self.observable = [outcome for outcome in self.singles if outcome.observable]
        self.detected = [outcome for outcome in self.singles if outcome.detected and not outcome.lacking]
        self.named = [(outcome, found) for outcome in self.detected if (found := _found(outcome))]
        """Those whose cause is named right, with the finding that names it."""
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
        every, named = len(self.detected), len(self.named)
        seen = sum(outcome.detected for outcome in self.observable)
        lines = [(outcome.labels[0], found.line) for outcome, found in self.named]
        yield Bar("detected of observable", seen, len(self.observable), 100)
        yield Bar("cause named right, of detected", named, every, 99)
        yield Bar("named wrong", sum(map(_is_wrong, self.detected)), every, 0.5, at_most=True)
        yield Bar("wrong, but proven", sum(map(_is_wrong_but_proven, self.detected)), every, 0, at_most=True)
        yield Bar("line right, of named", sum(line in label.lines for label, line in lines), named, 98)
        yield Bar("line within 1, of named", sum(_is_near(label, line) for label, line in lines), named, 98)
        yield Bar("proven, of named", sum(found.proven for _, found in self.named), named, 90)

    def _of_pairs(self) -> Iterator[Bar]:
        every = len(self.seen_pairs)
        named = [[outcome.of(label) for label in outcome.labels] for outcome in self.seen_pairs]
        clean = [any(each) and not pair.wrong for each, pair in zip(named, self.seen_pairs, strict=True)]
        yield Bar(f"{self.several}, all named", sum(map(all, named)), every, 80)
        yield Bar(f"{self.several}, at least one right and none wrong", sum(clean), every, 97)
        first = sum(pair.main_first for pair in self.seen_pairs)
        yield Bar(f"{self.several}, the one that costs most points first", first, every, 90)

    def facts(self) -> Iterator[str]:
        """Figures beside the bars."""
        if self.singles:
            unknown = len(self.detected) - len(self.named) - sum(map(_is_wrong, self.detected))
            beside = sum(bool(outcome.wrong) for outcome, _ in self.named)
            pairs = [(found.operand, outcome.labels[0].operand) for outcome, found in self.named]
            operands = [(told, true) for told, true in pairs if true is not None]
            fitting = sum(told in (None, true) for told, true in operands)
            yield f"{len(self.singles)} single faults, {len(self.observable)} observable"
            lacking = sum(outcome.lacking for outcome in self.singles)
            yield f"{lacking} in which an operation is missing and nothing else is wrong: not counted below"
            yield f"unknown: {unknown} of {len(self.detected)} detected"
            yield f"named right with a wrong one beside it: {beside} of {len(self.named)}"
            yield f"operand right or not told: {fitting} of {len(operands)}"
        if self.pairs:
            seen = len(self.seen_pairs)
            yield f"{len(self.pairs)} files with {self.several}, {seen} in which each shows beside the others"
            named = [(each.of(label), each) for each in self.seen_pairs for label in each.labels]
            yield f"{sum(bool(found) for found, _ in named)} of {len(named)} faults named"
            yield f"{sum(len(each.wrong) for each in self.seen_pairs)} wrong names"
        if stopped := [outcome.id for outcome in self.outcomes if outcome.failed]:
            yield f"the diagnosis stopped: {len(stopped)}, as {examples(stopped)}"

    def confusions(self) -> Iterator[Confusion]:
        """Every wrong name; the most frequent first."""
        found: dict[tuple[str, str, bool], list[str]] = defaultdict(list)
        for outcome in (*self.detected, *self.seen_pairs):
            true = "+".join(label.fault for label in outcome.labels)
            for named in outcome.wrong:
                found[true, _told(named, outcome), named.proven].append(outcome.id)
        for outcome in self.right:
            for named in outcome.named:
                found["none", named.fault, named.proven].append(outcome.id)
        for key, ids in sorted(found.items(), key=lambda item: -len(item[1])):
            yield Confusion(*key, ids)

    def unknown(self) -> Iterator[tuple[str, int, list[str]]]:
        """A fault, how often it was detected, and the ids of those that were not named."""
        of = Counter(outcome.labels[0].fault for outcome in self.detected)
        found: dict[str, list[str]] = defaultdict(list)
        for outcome in self.detected:
            if not _found(outcome) and not _is_wrong(outcome):
                found[outcome.labels[0].fault].append(outcome.id)
        for fault, ids in sorted(found.items(), key=lambda item: -len(item[1])):
            yield fault, of[fault], ids

    def undetected(self) -> list[str]:
        """Faults that random graphs see and the grade does not."""
        return [outcome.id for outcome in self.observable if not outcome.detected]

    def misplaced(self) -> list[str]:
        """Named right, on another line."""
        return [
            f"{outcome.id} (line {outcome.labels[0].line}, told {found.line})"
            for outcome, found in self.named
            if found.line not in outcome.labels[0].lines
        ]

    def second(self) -> dict[str, list[str]]:
        """Pairs whose first finding is not the fault that costs more, by both faults."""
        found: dict[str, list[str]] = defaultdict(list)
        for pair in self.seen_pairs:
            if not pair.main_first:
                said = pair.named[0].fault if pair.named else "nothing"
                found[f"{said}, main {'+'.join(label.fault for label in pair.main)}"].append(pair.id)
        return found

    def unproven(self) -> dict[str, list[str]]:
        """Named right and not proven, by fault."""
        found: dict[str, list[str]] = defaultdict(list)
        for outcome, named in self.named:
            if not named.proven:
                found[outcome.labels[0].fault].append(outcome.id)
        return found


def examples(ids: Sequence[str]) -> str:
    """The first few."""
    return ", ".join(ids[:_EXAMPLES])


def _found(outcome: Outcome) -> Named | None:
    return outcome.of(outcome.labels[0])


def _is_wrong(outcome: Outcome) -> bool:
    """Whether a cause is named and it is not there, and the one that is there is not."""
    return bool(outcome.wrong) and not _found(outcome)


def _is_wrong_but_proven(outcome: Outcome) -> bool:
    """Whether a proven finding names a cause that is not there, whatever else is named."""
    return any(named.proven for named in outcome.wrong)


def _told(named: Named, outcome: Outcome) -> str:
    """The fault, with the place where only that is wrong."""
    right = any(named.fault in label.accepts for label in outcome.labels)
    return f"{named.fault} in {named.operation}" if right else named.fault


def _is_near(label: Label, line: int | None) -> bool:
    return line is not None and any(abs(line - number) <= 1 for number in label.lines)
