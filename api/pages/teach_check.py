"""An assignment checked before students see it: what try files get, and which mistakes its suites see."""

from collections import Counter
from collections.abc import Collection, Sequence
from uuid import UUID

from fastapi import APIRouter, Response

import suites
from api.i18n import gettext as _, listed, ngettext
from api.pages._fields import Line
from api.pages._visit import Visit
from api.web.see_other import see_other
from api.words import Message
from api.words.fault import LAYERS
from grader import faults
from grader.coverage import Coverage, SuiteAddition
from grader.fault_matrix import Variant
from grader.faults import Fault, Layer
from grader.records import Frozen
from submissions.courses.assignments.coverage import add_suites, coverage_of
from submissions.courses.assignments.points import current_version
from submissions.grading.intake import try_files
from submissions.people.access.policy import Action
from submissions.teaching.regrades.regrades import outdated
from suites import Suite

router = APIRouter()


@router.get("/teach/assignments/{assignment_id:uuid}/check")
def check_assignment(visit: Visit, assignment_id: UUID) -> Response:
    """Show what try files get, what the suites see together, and which suites would see more."""
    return page(visit, assignment_id)


def page(visit: Visit, assignment_id: UUID, *, message: Message | None = None) -> Response:
    """The page, with what is wrong with a form that was sent."""
    with visit.in_assignment(assignment_id, Action.EDIT_ASSIGNMENT) as (session, view):
        chosen = len(current_version(session, view.assignment).weights)
        tried = try_files.tried(session, visit.caller, view.assignment)
        view.show(
            coverage=coverage_view(coverage_of(session, visit.caller, view.assignment), chosen),
            on_earlier=outdated(session, visit.caller, view.assignment),
        )
    return view.page(
        "teach_check.html",
        wrong=message,
        tried=tried,
        is_waiting=any(each.points is None and not each.failed for each in tried),
        message=message,
    )


@router.post("/teach/assignments/{assignment_id:uuid}/check/suites")
def add_suggested_suites(visit: Visit, assignment_id: UUID, suites: Line, revision: Line = "") -> Response:
    """Add the suites of a suggestion, whose slugs are separated by spaces."""
    with visit.changing(assignment_id, Action.EDIT_ASSIGNMENT) as (session, assignment):
        expected = int(revision) if revision.isascii() and revision.isdecimal() else 0
        add_suites(session, visit.caller, assignment, suites.split(), revision=expected, now=visit.now())
        try_files.again(session, assignment, now=visit.now())
    return see_other(f"/teach/assignments/{assignment_id}/check#suites")


class FaultCount(Frozen):
    """A fault of which some variants are not seen."""

    fault: Fault
    unseen: int
    places: str
    """Where in the class they are, as a list."""


class GroupRow(Frozen):
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


class Suggestion(Frozen):
    """A suite to add."""

    suite: Suite
    sees: int
    groups: str
    """The groups of the faults that it sees, as a list."""


class CoverageView(Frozen):
    """All that is shown of a coverage."""

    summary: str
    rows: tuple[GroupRow, ...]
    suggestions: tuple[Suggestion, ...]
    outside: int
    left: int
    """The number of variants that no suite sees which asks for the same parts of the class."""


def coverage_view(coverage: Coverage, chosen: int) -> CoverageView:
    """Return the view of the coverage of `chosen` suites."""
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
    return Suggestion(suites.all_suites()[addition.suite], len(addition.sees), groups)
