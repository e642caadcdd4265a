"""What the suites of an assignment see of the known faults, as a page shows it."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import suites
from api.i18n import gettext as _
from api.i18n import listed, ngettext
from api.words.fault import LAYERS
from grader import faults
from grader.coverage import Coverage, SuiteAddition
from grader.fault_matrix import Variant
from grader.faults import Fault, Layer
from suites import Suite


@dataclass(frozen=True, slots=True)
class FaultCount:
    """A fault of which some variants are not seen."""

    fault: Fault
    unseen: int
    places: str
    """Where in the class they are, as a list."""


@dataclass(frozen=True, slots=True)
class GroupRow:
    """The faults of one group."""

    title: str
    seen: int
    total: int
    faults: tuple[FaultCount, ...]
    """The faults of which variants are not seen."""

    @property
    def unseen(self) -> int:
        """How many variants the suites do not see."""
        return self.total - self.seen


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suite to add."""

    suite: Suite
    sees: int
    groups: str
    """The groups of the faults that it sees, as a list."""


@dataclass(frozen=True, slots=True)
class CoverageView:
    """All that is shown of a coverage."""

    summary: str
    rows: tuple[GroupRow, ...]
    suggestions: tuple[Suggestion, ...]
    outside: int
    left: int
    """The number of variants that no suite sees which asks for the same parts of the class."""


def coverage_view(coverage: Coverage, chosen: int) -> CoverageView:
    """The view of a coverage of so many chosen suites."""
    sees = sum(len(addition.sees) for addition in coverage.additions)
    asked = (*coverage.seen, *coverage.unseen)
    return CoverageView(
        summary=_summary(coverage, chosen),
        rows=tuple(_row(layer, coverage) for layer in Layer if _of(layer, asked)),
        suggestions=tuple(_suggestion(addition) for addition in coverage.additions),
        outside=len(coverage.outside),
        left=len(coverage.unseen) - sees,
    )


def _summary(coverage: Coverage, chosen: int) -> str:
    total = len(coverage.seen) + len(coverage.unseen)
    if not coverage.unseen:
        return ngettext(
            "The suite of this assignment detects all {total} mistakes that are possible in this assignment.",
            "The {n} suites of this assignment detect all {total} mistakes that are possible in this "
            "assignment.",
            chosen,
            total=total,
        )
    return ngettext(
        "The suite of this assignment cannot detect {unseen} of {total} mistakes: a class with one of them "
        "gets all points.",
        "The {n} suites of this assignment cannot detect {unseen} of {total} mistakes: a class with one of "
        "them gets all points.",
        chosen,
        unseen=len(coverage.unseen),
        total=total,
    )


def _row(layer: Layer, coverage: Coverage) -> GroupRow:
    seen, unseen = _of(layer, coverage.seen), _of(layer, coverage.unseen)
    by_fault = Counter(variant.fault for variant in unseen)
    found = tuple(
        FaultCount(faults.load()[slug], count, _places(slug, unseen)) for slug, count in by_fault.items()
    )
    return GroupRow(_(LAYERS[layer]), len(seen), len(seen) + len(unseen), found)


def _places(slug: str, unseen: Sequence[Variant]) -> str:
    return ", ".join(f"`{variant.name}`" for variant in unseen if variant.fault == slug)


def _of(layer: Layer, variants: Collection[Variant]) -> list[Variant]:
    return [variant for variant in variants if faults.load()[variant.fault].layer is layer]


def _suggestion(addition: SuiteAddition) -> Suggestion:
    layers = {faults.load()[variant.fault].layer for variant in addition.sees}
    groups = listed([_(LAYERS[layer]) for layer in Layer if layer in layers])
    return Suggestion(suites.load()[addition.suite], len(addition.sees), groups)
