"""What a dry run would do to grades: who goes up, who goes down, by how much, and why."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, case, func, select
from sqlalchemy.orm import Session, aliased

from grader.records import Frozen
from submissions.courses.grades.cells import Given, GradeCell, column, grades, is_another, points_of
from submissions.people.access.policy import Action, Caller
from submissions.tables import Grading, Person, RegradeItem, RegradeRun, State, StoredReport, Submission
from submissions.teaching.regrades.regrade_runs import get, holders

_NOTHING = Decimal(0)
_MOST_WHYS = 6


class StudentEffect(Frozen):
    """The effect of a run on one student's grade."""

    person_id: UUID
    name: str
    before: GradeCell | None
    after: GradeCell | None
    applied: bool
    """Whether some of it counts already."""

    @property
    def difference(self) -> Decimal:
        """Return the change in points of the current version; no grade is as much as none."""
        return (points_of(self.after) or _NOTHING) - (points_of(self.before) or _NOTHING)

    @property
    def moves(self) -> bool:
        """Whether the grade becomes another."""
        return is_another(self.before, self.after)

    @property
    def on_earlier_version(self) -> bool:
        """Whether the grade would come from an attempt that keeps its result of an earlier version."""
        return self.after is not None and self.after.outdated and not self.after.overridden

    @property
    def rises(self) -> bool:
        """Whether the student gains points."""
        return self.difference > 0

    @property
    def falls(self) -> bool:
        """Whether the student loses points."""
        return self.difference < 0


class WhyKind(StrEnum):
    """Why the points of an attempt become others."""

    SUITE = "suite"
    """A suite has another verdict."""
    SUITE_POINTS = "suite-points"
    """A suite has the same verdict, and other points."""
    NEW_SUITE = "new-suite"
    """A suite is graded that was not."""
    SUITE_LEFT_OUT = "suite-left-out"
    WEIGHTS = "weights"
    """All suites came out alike; they weigh otherwise, or the assignment has other points."""
    OTHER_ATTEMPT = "other-attempt"
    """Another attempt becomes the grade."""
    NOW_GRADED = "now-graded"
    """It could not be graded, and now it is."""
    NOW_REFUSED = "now-refused"
    """There is nothing to grade in it any more."""
    UPGRADE = "upgrade"
    """Another version of Backgrade graded it."""
    UNKNOWN = "unknown"
    """The former report was deleted."""


class Why(Frozen):
    """One reason why a grade would change."""

    kind: WhyKind
    suite: str = ""
    """The suite's slug."""
    before: str = ""
    """The verdict or the points of a suite; of an upgrade the version, empty where it was not noted."""
    after: str = ""


def effects(session: Session, caller: Caller, run: RegradeRun) -> list[StudentEffect]:
    """Return the effects on all whose attempts the run tries: largest loss first, then largest gain."""
    run, assignment = get(session, caller, run.id, Action.SEE_GRADES)
    columns = [column(session, assignment)]
    applied = func.max(case((RegradeItem.applied, 1), else_=0))
    whose = holders(run.id)
    rows = session.execute(
        select(Person.id, Person.name, applied)
        .join(whose, whose.c.person_id == Person.id)
        .join(RegradeItem, RegradeItem.former_id == whose.c.former_id)
        .where(RegradeItem.run_id == run.id)
        .group_by(Person.id, Person.name)
    ).all()
    given = Given.read(session, columns)
    before = grades(session, columns, given=given)
    after = grades(session, columns, standing=_standing(run.id), given=given)
    found = [
        StudentEffect(
            person_id,
            name,
            before.get(person_id, {}).get(assignment.id),
            after.get(person_id, {}).get(assignment.id),
            bool(counts),
        )
        for person_id, name, counts in rows
    ]
    return sorted(found, key=lambda each: (not each.falls, -abs(each.difference), each.name, each.person_id))


def _is_of_other_attempt(effect: StudentEffect) -> bool:
    before, after = effect.before, effect.after
    return before is not None and after is not None and before.submission_id != after.submission_id


def whys(session: Session, run: RegradeRun, shown: Sequence[StudentEffect]) -> dict[UUID, tuple[Why, ...]]:
    """Return by person why their grade would change, for these effects. Two queries for any number."""
    moving = [each for each in shown if each.moves]
    items = _items(session, run, {each.person_id for each in moving})
    deciding = ((each.person_id, _deciding(each, items[each.person_id])) for each in moving)
    chosen = {person_id: item for person_id, item in deciding if item is not None}
    # All items are chosen before reports are read, so that one query reads them.
    reports = _reports(
        session, [id_ for item in chosen.values() for id_ in (item.former_id, item.grading_id)]
    )
    states = _states(session, list(chosen.values()))
    found = {}
    for each in moving:
        reasons: list[Why] = []
        if _is_of_other_attempt(each):
            reasons.append(Why(WhyKind.OTHER_ATTEMPT))
        if item := chosen.get(each.person_id):
            reasons += _of_attempt(item, states, reports)
        found[each.person_id] = tuple(reasons[:_MOST_WHYS])
    return found


def _standing(run_id: UUID) -> ColumnElement[UUID]:
    """The grading on trial of a submission, where there is one that can count; else the one that counts."""
    tried = aliased(Grading)
    one = (
        select(RegradeItem.grading_id)
        .join(tried, tried.id == RegradeItem.grading_id)
        .where(
            RegradeItem.run_id == run_id,
            RegradeItem.former_id == Submission.grading_id,
            tried.state.in_((State.GRADED, State.REFUSED)),
        )
        .correlate(Submission)
        .scalar_subquery()
    )
    return func.coalesce(one, Submission.grading_id)


def _items(
    session: Session, run: RegradeRun, people: Collection[UUID]
) -> Mapping[UUID, Mapping[UUID, RegradeItem]]:
    """Return items by person and submission."""
    found: dict[UUID, dict[UUID, RegradeItem]] = defaultdict(dict)
    whose = holders(run.id)
    chosen = (
        select(whose.c.person_id, whose.c.submission_id, RegradeItem)
        .join(RegradeItem, RegradeItem.former_id == whose.c.former_id)
        .where(RegradeItem.run_id == run.id, whose.c.person_id.in_(people))
        .order_by(RegradeItem.former_id)
    )
    for person_id, submission_id, item in session.execute(chosen):
        found[person_id][submission_id] = item
    return found


def _deciding(effect: StudentEffect, items: Mapping[UUID, RegradeItem]) -> RegradeItem | None:
    """The attempt that the change goes back to: the one that was the grade, or becomes it."""
    for cell in (effect.before, effect.after):
        if cell is not None and cell.submission_id is not None and cell.submission_id in items:
            return items[cell.submission_id]
    return next(iter(items.values()), None)


def _states(session: Session, items: Sequence[RegradeItem]) -> Mapping[UUID, str]:
    ids = [id_ for item in items for id_ in (item.former_id, item.grading_id)]
    rows = session.execute(select(Grading.id, Grading.state).where(Grading.id.in_(ids)))
    return dict(rows.all())


class _Outline(Frozen):
    """The part of a report that is compared: to make a whole report of each would take too long."""

    made_by: str
    suites: Mapping[str, Mapping[str, Any]]
    """Suites by slug."""

    @classmethod
    def of(cls, content: str) -> "_Outline":
        """Read the outline off the JSON of a report."""
        report = json.loads(content)
        return cls(report.get("made_by", ""), {suite["slug"]: suite for suite in report["suites"]})


def _reports(session: Session, ids: Sequence[UUID]) -> Mapping[UUID, _Outline]:
    rows = session.execute(
        select(StoredReport.grading_id, StoredReport.content).where(StoredReport.grading_id.in_(ids))
    )
    return {grading_id: _Outline.of(content) for grading_id, content in rows}


def _of_attempt(
    item: RegradeItem,
    states: Mapping[UUID, str],
    reports: Mapping[UUID, _Outline],
) -> Iterator[Why]:
    if states[item.grading_id] == State.REFUSED:
        yield Why(WhyKind.NOW_REFUSED)
        return
    if states[item.former_id] != State.GRADED:
        yield Why(WhyKind.NOW_GRADED)
        return
    before, after = reports.get(item.former_id), reports.get(item.grading_id)
    if before is None or after is None:
        yield Why(WhyKind.UNKNOWN)
        return
    if before.made_by != after.made_by:
        yield Why(WhyKind.UPGRADE, before=before.made_by, after=after.made_by)
    changed = list(_changed_suites(before.suites, after.suites))
    yield from changed or [Why(WhyKind.WEIGHTS)]


def _changed_suites(
    before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]]
) -> Iterator[Why]:
    for slug, suite in after.items():
        former = before.get(slug)
        if former is None:
            yield Why(WhyKind.NEW_SUITE, slug, after=suite["verdict"])
        elif former["verdict"] != suite["verdict"]:
            yield Why(WhyKind.SUITE, slug, former["verdict"], suite["verdict"])
        elif former["earned"] != suite["earned"]:
            yield Why(WhyKind.SUITE_POINTS, slug, str(former["earned"]), str(suite["earned"]))
    for slug, suite in before.items():
        if slug not in after:
            yield Why(WhyKind.SUITE_LEFT_OUT, slug, before=suite["verdict"])
