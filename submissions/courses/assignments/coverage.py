"""What an assignment's suites see of the known faults, and suites added to see more."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from sqlalchemy.orm import Session

import suites
from grader.coverage import Coverage, coverage
from submissions.courses.assignments import assignments
from submissions.courses.assignments.points import current_version
from submissions.errors import Unusable
from submissions.people.access.policy import Action, Caller, require_in
from submissions.tables import Assignment

__all__ = ["Coverage", "add_suites", "coverage_of"]


def coverage_of(session: Session, caller: Caller, assignment: Assignment) -> Coverage:
    """Return what the suites of an assignment see of the known faults. For staff."""
    require_in(session, caller, Action.SEE_DRAFT, assignment)
    return coverage(current_version(session, assignment).weights)


def add_suites(
    session: Session,
    caller: Caller,
    assignment: Assignment,
    slugs: Collection[str],
    *,
    revision: int,
    now: datetime,
) -> None:
    """Add suites with their usual weights; those that are graded already keep theirs.

    Raises:
        Unusable: if there is no such suite.
        Stale: if somebody else has changed the assignment in the meantime.
    """
    require_in(session, caller, Action.EDIT_ASSIGNMENT, assignment)
    known = suites.all_suites()
    if not slugs or not set(slugs) <= set(known):
        raise Unusable("weights", "unknown-suite")
    draft = assignments.draft_of(session, assignment)
    added = {slug: known[slug].points for slug in known if slug in slugs}
    changed = replace(draft, weights={**added, **draft.chosen})
    assignments.change(session, caller, assignment, changed, revision=revision, now=now)
