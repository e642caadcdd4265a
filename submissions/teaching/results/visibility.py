"""How much a caller sees of the results of an assignment, and from when on."""

from datetime import datetime

from grader.records import Frozen, replace
from submissions.courses.assignments.hints import Rung
from submissions.courses.assignments.own_graphs import hidden_slugs
from submissions.courses.grades.deadlines import Deadlines, is_past
from submissions.people.access.policy import Action, Viewer
from submissions.tables import Assignment, AssignmentVersion, Hinting, Reveal, Shown, Submission


class Visibility(Frozen, kw_only=True):
    """Staff see everything at any time, also of their own; others as much as was set, when it was set."""

    rung: Rung
    shown: Shown
    sees_hidden: bool = False
    """Whether graphs are shown that are hidden from students."""
    rung_after_due: Rung | None = None
    """None: the same as before."""
    rung_after_close: Rung | None = None
    first_attempt: int = 1
    last_attempt: int | None = None
    """Attempts before `first_attempt` and after `last_attempt` show no hints until the due date."""
    climbs: bool = False
    """Whether each submission shows only what its student opened."""
    hidden_suites: frozenset[str] = frozenset()
    hidden_until: Reveal = Reveal.OPENED

    def rung_of(self, submission: Submission, deadlines: Deadlines, now: datetime) -> Rung:
        """How much of a submission is shown now: at most what its student opened, where they open hints."""
        return self._opened(self.most_rung_of(submission, deadlines, now), submission.opened_rung)

    def rung_of_check(self, attempt: int, deadlines: Deadlines, now: datetime) -> Rung:
        """How much a check of a file says that would be this attempt: what the attempt says at first."""
        return self._opened(self._most_rung(attempt, deadlines, now), Rung.NOTHING)

    def most_rung_of(self, submission: Submission, deadlines: Deadlines, now: datetime) -> Rung:
        """How much can be seen of a submission now: by the time, and before the due date by its attempt."""
        return self._most_rung(submission.attempt, deadlines, now)

    def _opened(self, most: Rung, opened: int) -> Rung:
        if not self.climbs or most < Rung.SYMPTOM:
            return most
        return min(most, Rung(max(Rung.SYMPTOM, opened)))

    def _most_rung(self, attempt: int, deadlines: Deadlines, now: datetime) -> Rung:
        after_due = self.rung if self.rung_after_due is None else self.rung_after_due
        if is_past(deadlines.closes_at, now):
            return after_due if self.rung_after_close is None else self.rung_after_close
        if is_past(deadlines.due_at, now):
            return after_due
        return self.rung if self._has_hints(attempt) else Rung.NOTHING

    def withholds_hints(self, submission: Submission, deadlines: Deadlines, now: datetime) -> bool:
        """Whether this attempt shows no hints now, though others do."""
        over = is_past(deadlines.closes_at, now) or is_past(deadlines.due_at, now)
        return self.rung > Rung.NOTHING and not over and not self._has_hints(submission.attempt)

    def results_hidden_until(self, deadlines: Deadlines, now: datetime) -> datetime | None:
        """When the results of a student with these dates will be shown; None if they are shown already."""
        shown_from = deadlines.results_from(self.shown)
        return shown_from if shown_from is not None and now < shown_from else None

    def closed_suites(self, deadlines: Deadlines, now: datetime) -> frozenset[str]:
        """The suites of which nothing is seen now."""
        return frozenset() if deadlines.are_open(self.hidden_until, now) else self.hidden_suites

    def outlined_suites(self, version: AssignmentVersion) -> frozenset[str]:
        """The suites of which one sees only whether they passed: hidden graphs that teachers wrote."""
        return frozenset() if self.sees_hidden else hidden_slugs(version)

    @property
    def unopened_suites(self) -> frozenset[str]:
        """The suites that are not open for everybody at any time."""
        return frozenset() if self.hidden_until is Reveal.OPENED else self.hidden_suites

    def _has_hints(self, attempt: int) -> bool:
        """Whether an attempt has hints. The same file again is attempt 0, and shows what its first does."""
        if self.first_attempt == 1 and self.last_attempt is None:
            return True
        return self.first_attempt <= attempt and (self.last_attempt is None or attempt <= self.last_attempt)


def visibility(viewer: Viewer, assignment: Assignment) -> Visibility:
    """Return how much this viewer sees of results of an assignment of the course that they may see at all."""
    if viewer.may_in(Action.SEE_SUBMISSIONS, assignment):
        return Visibility(rung=max(Rung), shown=Shown.AT_ONCE, sees_hidden=True)
    if assignment.try_of_id is not None:  # only teachers see what became of try files
        return replace(students_visibility(assignment), sees_hidden=True)
    return students_visibility(assignment)


def students_visibility(assignment: Assignment) -> Visibility:
    """Return how much students see of their own results, and the owner of a trial's key of its result."""
    return Visibility(
        rung=Rung(assignment.hint_rung),
        shown=Shown(assignment.shown),
        rung_after_due=_rung(assignment.hint_rung_after_due),
        rung_after_close=_rung(assignment.hint_rung_after_close),
        first_attempt=assignment.hints_from_attempt,
        last_attempt=assignment.hints_until_attempt,
        climbs=assignment.hinting == Hinting.CLIMB,
        hidden_suites=frozenset(assignment.hidden_suites),
        hidden_until=Reveal(assignment.hidden_until),
    )


def _rung(value: int | None) -> Rung | None:
    return None if value is None else Rung(value)
