"""Looks for the smallest set of edits with which everything on a panel comes out right."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations
from typing import NamedTuple

from grader.compare import Quantity
from grader.diagnosis.edits.naming import rank, slip_of
from grader.diagnosis.edits.suspicion import Suspicion, operations_in
from grader.diagnosis.lacking import missing_operation
from grader.harness.loading.parts import BACKWARD
from grader.judge import Judged, judge, verdict_on
from grader.report import Verdict
from grader.sandbox.plays import Observation
from grader.sandbox.replies import Offer
from grader.sandbox_session import EditNumbers, SandboxSession

_MOST_CANDIDATES = 250
_MOST_EDITS = 6
_BEAM = 3
_PORTION = 24
_MOST_PAIRED, _MOST_PAIRS, _MOST_OF_ONE = 8, 60, 20
_FIRST = 2
"""Plays of the panel that every set is tried on; on the others only those that make these right, unless none
makes all of them right."""


class EditOutcome(NamedTuple):
    """The outcome of a play with a set of edits in force."""

    right: bool
    computed: bool
    """Whether its data is right, whatever the gradients are."""


class MendedCount(NamedTuple):
    """How many failing plays a set of edits mended, and of how many that it was tried on."""

    mended: int
    of: int


_NOTHING = EditOutcome(right=False, computed=False)
"""The outcome of a set that was not answered to the end."""


@dataclass
class Search:
    """A search over the offers of one submission's survey."""

    session: SandboxSession
    offers: Sequence[Offer]
    panel: Sequence[Judged]
    suspicion: Suspicion
    tried: dict[EditNumbers, frozenset[int]] = field(default_factory=dict)
    """The plays of the panel that each set of edits makes right."""
    computed: dict[EditNumbers, frozenset[int]] = field(default_factory=dict)
    """The plays whose data each set makes right, whatever their gradients are: where several faults stand in
    each other's way, no edit alone makes a play right, and the one of the forward pass comes first."""
    keeps_something: bool = False
    """Whether a graph may leave something for the next: then an edit may change what it does not concern."""
    has_pass: bool = True
    """Whether gradients could be asked for: an edit after which they cannot mends nothing."""
    most: int = _MOST_CANDIDATES
    begun: set[EditNumbers] = field(default_factory=set)
    """The sets in `tried` that do not make the first plays right, and were tried on no others yet."""
    outcomes: dict[tuple[EditNumbers, int], EditOutcome] = field(default_factory=dict)
    """The outcomes of plays, each with a set of edits that all concern it."""

    def repairs(self, base: EditNumbers = ()) -> list[EditNumbers]:
        """Return the sets of edits, with those of `base`, that mend the whole panel, the likeliest first."""
        starts = [base]
        for _ in range(_MOST_EDITS):
            repairs = self._extended(starts)
            if whole := self._whole(repairs):
                return self._of_smaller_edits(base, whole) or whole
            self._complete(repairs)
            starts = self._best(repairs, starts)
            if not starts:
                break
        return self._in_pairs(base)

    def _whole(self, candidates: Iterable[EditNumbers]) -> list[EditNumbers]:
        """Return the candidates that make the whole panel right, reduced, the likeliest first."""
        whole = [candidate for candidate in candidates if len(self.tried[candidate]) == len(self.panel)]
        return sorted(dict.fromkeys(map(self._reduced, whole)), key=self._order)

    def _of_smaller_edits(self, base: EditNumbers, repairs: Sequence[EditNumbers]) -> list[EditNumbers]:
        """Return pairs of smaller edits in one operation, if each of these repairs replaces a whole body."""
        if not all(any(self.offers[number].whole for number in repair) for repair in repairs):
            return []
        parts = {more for more in self._single if not any(self.offers[number].whole for number in more)}
        return self._whole(self._of_one_operation(base, parts))

    def _in_pairs(self, base: EditNumbers) -> list[EditNumbers]:
        """Return repairs of two faults that mend nothing alone: one everywhere, or both in one operation."""
        single = self._single
        everywhere = [more for more in single if len(more) > 1 or self.offers[more[0]].operation is None]
        first = sorted(everywhere, key=self._order)[:_MOST_PAIRED]
        self.most = len(self.tried) + _MOST_PAIRS
        pairs = self._of_one_operation(base, single)
        pairs += self._extended([tuple(sorted({*base, *more})) for more in first])
        self.begun.difference_update(pairs)  # of a pair that is no repair, nobody asks how much it mends
        return self._whole(pairs)

    def _of_one_operation(self, base: EditNumbers, single: Iterable[EditNumbers]) -> list[EditNumbers]:
        """Try pairs of different repairs of one operation, of what is suspected most."""
        ordered = sorted(
            single, key=lambda more: (-self.suspicion.of(self.offers[more[0]]), *self._order(more))
        )
        numbers = [more[0] for more in ordered if len(more) == 1]
        pairs = [
            tuple(sorted({*base, one, two}))
            for one, two in combinations(numbers, 2)
            if self.offers[one].operation == self.offers[two].operation is not None
            and self.offers[one].rewrite != self.offers[two].rewrite
        ]
        self._try(pairs[:_MOST_OF_ONE])
        return [pair for pair in pairs if pair in self.tried]

    def best_part(self) -> EditNumbers:
        """Return the set that makes most of the panel right; the smallest of those."""
        self._complete(self.tried)
        best = min(
            self.tried,
            key=lambda candidate: (-len(self.tried[candidate]), *self._order(candidate)),
            default=(),
        )
        return self._reduced(best) if self.tried.get(best) else ()

    def trials(self, failing: int) -> Iterator[tuple[EditNumbers, MendedCount]]:
        """Yield each set of edits that undoes one slip, with what it made of the first so many plays."""
        for candidate, right in self.tried.items():
            if len(self._slips(candidate)) == 1:
                asked = min(failing, _FIRST) if candidate in self.begun else failing
                yield candidate, MendedCount(sum(number < asked for number in right), asked)

    def _extended(self, starts: Sequence[EditNumbers]) -> list[EditNumbers]:
        """Return every start with one more offer, or one more group of them, carried out."""
        extended: list[EditNumbers] = []
        for steps in self._steps:
            candidates = [tuple(sorted({*start, *more})) for start in starts for more in steps]
            self._try(dict.fromkeys(candidate for candidate in candidates if candidate not in starts))
            extended += [candidate for candidate in dict.fromkeys(candidates) if candidate in self.tried]
            if any(len(self.tried[candidate]) == len(self.panel) for candidate in extended):
                break
        return extended

    @cached_property
    def _single(self) -> set[EditNumbers]:
        """Return what can be added to a set and undoes one slip."""
        return {more for portion in self._steps for more in portion if len(self._slips(more)) == 1}

    @cached_property
    def _steps(self) -> list[list[EditNumbers]]:
        """Return what can be added to a set, in portions: groups and what is suspected most come first."""
        by_suspicion: dict[float, list[EditNumbers]] = {}
        suspected = [number for number, offer in enumerate(self.offers) if self.suspicion.of(offer)]
        for number in suspected:
            suspicion = round(self.suspicion.of(self.offers[number]), 6)
            by_suspicion.setdefault(suspicion, []).append((number,))
        portions = [self._groups(suspected)]
        for suspicion in sorted(by_suspicion, reverse=True):
            if len(portions[-1]) > _PORTION:
                portions.append([])
            portions[-1] += by_suspicion[suspicion]
        return portions

    def _groups(self, suspected: Sequence[int]) -> list[EditNumbers]:
        """Return groups: the same mistake in several places, and the same rewrite for both operands."""
        groups: dict[object, dict[object, int]] = {}
        for number in suspected:
            offer = self.offers[number]
            if offer.group:
                groups.setdefault(offer.group, {})[number] = number
            elif (slip := slip_of(offer)) is not None:
                groups.setdefault(slip, {}).setdefault((offer.operation, offer.operand), number)
            if offer.operation is not None and offer.operand is not None:
                groups.setdefault((offer.rewrite, offer.operation), {}).setdefault(offer.operand, number)
        return [tuple(group.values()) for group in groups.values() if len(group) > 1]

    def _best(self, candidates: Sequence[EditNumbers], starts: Sequence[EditNumbers]) -> list[EditNumbers]:
        """Return the extensions that make most right, unlike each other; none if none is better."""
        least = max(map(self._progress, starts), default=(0, 0))
        better = [candidate for candidate in candidates if self._progress(candidate) > least]
        better.sort(
            key=lambda candidate: (*(-count for count in self._progress(candidate)), *self._order(candidate))
        )
        unlike: dict[tuple[frozenset[int], ...], EditNumbers] = {}
        for candidate in better:
            unlike.setdefault((self.tried[candidate], self.computed[candidate]), candidate)
        return [self._reduced(candidate) for candidate in list(unlike.values())[:_BEAM]]

    def _progress(self, candidate: EditNumbers) -> tuple[int, int]:
        """Return how many plays a set makes right, and of how many the data."""
        return len(self.tried.get(candidate, ())), len(self.computed.get(candidate, ()))

    def _reduced(self, candidate: EditNumbers) -> EditNumbers:
        """Return the set without what is not necessary."""
        for number in reversed(candidate):
            less = tuple(each for each in candidate if each != number)
            if less:
                self._try([less])
                if len(self.tried[candidate]) < len(self.panel):
                    self._complete([less])
                if self._makes_as_much(less, candidate):
                    candidate = less
        return candidate

    def _makes_as_much(self, less: EditNumbers, candidate: EditNumbers) -> bool:
        """Whether all that is right with one set of edits is right with another, of data and of gradients."""
        made, computed = self.tried.get(less, frozenset()), self.computed.get(less, frozenset())
        return made >= self.tried[candidate] and computed >= self.computed[candidate]

    def _order(self, candidate: EditNumbers) -> tuple[object, ...]:
        """Sort sets of few slips first, then those whose offers are tried first."""
        ranks = sorted((rank(self.offers[number]) for number in candidate), reverse=True)
        return len(self._slips(candidate)), ranks, candidate

    def _slips(self, candidate: EditNumbers) -> set[object]:
        """Return the mistakes that a candidate repairs; the same one in several places counts once."""
        return {slip_of(self.offers[number]) or number for number in candidate}

    def _try(self, candidates: Iterable[EditNumbers]) -> None:
        """Try the new ones on the first plays, and on the others those that make these right."""
        new = [candidate for candidate in candidates if candidate not in self.tried][
            : max(0, self.most - len(self.tried))
        ]
        first = range(min(_FIRST, len(self.panel)))
        self._try_on(new, first)
        self.begun |= {candidate for candidate in new if len(self.tried[candidate]) < len(first)}
        self._try_further([candidate for candidate in new if candidate not in self.begun])

    def _complete(self, candidates: Iterable[EditNumbers]) -> None:
        """Find out what each of these sets makes right in all of the panel."""
        begun = [candidate for candidate in candidates if candidate in self.begun]
        self.begun.difference_update(begun)
        self._try_further(begun)

    def _try_further(self, candidates: Sequence[EditNumbers]) -> None:
        """Try sets on the plays behind the first ones."""
        self._try_on(candidates, range(_FIRST, len(self.panel)))

    def _try_on(self, candidates: Iterable[EditNumbers], numbers: range) -> None:
        """Try sets on these plays, each play with the edits that concern it, and note what is right then."""
        parts = {each: [(self._concerning(each, n), n) for n in numbers] for each in candidates}
        self._play(chain.from_iterable(parts.values()))
        for candidate, played in parts.items():
            seen = {number: self.outcomes[part, number] for part, number in played}
            right = {number for number, outcome in seen.items() if outcome.right}
            computed = {number for number, outcome in seen.items() if outcome.computed}
            self.tried[candidate] = self.tried.get(candidate, frozenset()) | right
            self.computed[candidate] = self.computed.get(candidate, frozenset()) | right | computed

    def _concerning(self, candidate: EditNumbers, number: int) -> EditNumbers:
        """Return the edits of a set that concern a play: not those of an operation that it does not use."""
        if self.keeps_something:
            return candidate
        used = operations_in(self.panel[number].planned.play.graph)
        return tuple(each for each in candidate if self.offers[each].operation in (None, *used))

    def _play(self, parts: Iterable[tuple[EditNumbers, int]]) -> None:
        """Play what was not played yet, sets with the same plays together."""
        numbers: dict[EditNumbers, list[int]] = {}
        for part, number in dict.fromkeys(parts):
            if (part, number) not in self.outcomes:
                numbers.setdefault(part, []).append(number)
        alike: dict[tuple[int, ...], list[EditNumbers]] = {}
        for part, asked in numbers.items():
            alike.setdefault(tuple(asked), []).append(part)
        for played, sets in alike.items():
            answers = self.session.try_edits(sets, [self.panel[number].planned.play for number in played])
            for part in sets:
                seen = answers.get(part)
                for place, number in enumerate(played):
                    self.outcomes[part, number] = self._outcome(number, seen[place]) if seen else _NOTHING

    def _outcome(self, number: int, seen: Observation) -> EditOutcome:
        """Return what became of a play of the panel."""
        judged = judge(self.panel[number].planned, seen)
        kept = (
            (*self.session.loaded.operations, BACKWARD) if self.has_pass else self.session.loaded.operations
        )
        has_lost = missing_operation(judged) in kept
        right = not has_lost and _speaks_for_edits(judged, self.panel[number])
        return EditOutcome(right, _has_right_data(judged) and self._has_all_operations(number))

    def _has_all_operations(self, number: int) -> bool:
        """Whether the class has every operation of a play: data of one still to write shows no repair."""
        return verdict_on(self.panel[number]) is not Verdict.MISSING


def _has_right_data(judged: Judged) -> bool:
    """Whether a play came to numbers, and no data is wrong."""
    return judged.observation.problem is None and all(
        each.quantity is not Quantity.DATA for each in judged.wrong
    )


def _speaks_for_edits(judged: Judged, before: Judged) -> bool:
    """Whether a play is right, or waits for what the class lacks and raised before it came to that.

    What came to numbers before has lost something.
    """
    if judged.right:
        return True
    verdict = verdict_on(judged)
    if verdict is Verdict.MISSING:
        return verdict_on(before) is Verdict.FAILED and before.observation.problem is not None
    return verdict is Verdict.NOT_APPLICABLE
