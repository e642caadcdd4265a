"""What the suites of an assignment see of the known faults."""

from uuid import UUID

from fastapi import APIRouter

import suites
from api.rest._model import Answer
from api.rest._visit import Visit
from grader.coverage import Coverage, SuiteAddition
from grader.fault_matrix import Variant
from submissions.courses.assignments.coverage import coverage_of
from submissions.people.access.policy import Action

router = APIRouter(tags=["assignments"])


class FaultVariant(Answer):
    """One way to make a known mistake."""

    fault: str
    """The slug of the fault."""
    variant: str
    """The place in the class, and which of several ways."""


class SuggestedSuite(Answer):
    """A suite that sees what those of the assignment do not."""

    suite: str
    graphs: int
    sees: list[FaultVariant]
    """Variants that neither the assignment nor a suggestion before this one sees."""


class AssignmentCoverage(Answer):
    """The variants that the suites of an assignment see together."""

    seen: list[FaultVariant]
    unseen: list[FaultVariant]
    outside: list[FaultVariant]
    """Variants in parts of the class that no suite of the assignment asks for."""
    accepted: list[FaultVariant]
    """Variants that cost points in no suite."""
    suggestions: list[SuggestedSuite]
    """The suites that see the rest, the one that sees most first. Their operations are already asked for."""


@router.get("/assignments/{assignment_id}/coverage")
def get_coverage(visit: Visit, assignment_id: UUID) -> AssignmentCoverage:
    """Return which variants of the known faults cost points in the assignment, and which none. For staff."""
    with visit.reading(assignment_id, Action.EXPORT_COURSE) as (session, assignment):
        return _document(coverage_of(session, visit.caller, assignment))


def _document(coverage: Coverage) -> AssignmentCoverage:
    return AssignmentCoverage(
        seen=_variants(coverage.seen),
        unseen=_variants(coverage.unseen),
        outside=_variants(coverage.outside),
        accepted=_variants(coverage.accepted),
        suggestions=[_suggestion(each) for each in coverage.additions],
    )


def _suggestion(addition: SuiteAddition) -> SuggestedSuite:
    graphs = len(suites.all_suites()[addition.suite].graphs)
    return SuggestedSuite(suite=addition.suite, graphs=graphs, sees=_variants(addition.sees))


def _variants(variants: tuple[Variant, ...]) -> list[FaultVariant]:
    return [FaultVariant(fault=variant.fault, variant=variant.name) for variant in variants]
