"""The one door to results: what a caller may see of what a submission came to.

Whether a result is shown yet, how much of its report, and what lateness left of its points is decided here,
for every role. Pages, the REST interface and exports render what they are given. A list costs as many queries
as one submission.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from grader.records import Frozen, from_json, replace
from grader.report import Report
from submissions.courses.assignments.hints import Rung
from submissions.courses.assignments.points import earned, passed
from submissions.courses.grades.deadlines import Deadlines, after_lateness
from submissions.errors import Deleted
from submissions.people.access import policy
from submissions.people.access.policy import Caller, Viewer
from submissions.tables import (
    Assignment,
    AssignmentVersion,
    Extension,
    Grading,
    State,
    StoredReport,
    Submission,
)
from submissions.teaching.results import reading
from submissions.teaching.results.statuses import Status, statuses
from submissions.teaching.results.trimming import (
    TrimmedReport,
    as_seen,
    trim,
    trim_causes,
    without_names,
    without_suites,
)
from submissions.teaching.results.visibility import Visibility, students_visibility, visibility

_WITH_REPORT = (State.GRADED, State.REFUSED)


class SubmissionScore(Frozen):
    """The score of a submission, and the causes for which it is not higher."""

    points: Decimal
    """The points after the late penalty."""
    earned: Decimal
    """The points before the late penalty."""
    possible: Decimal
    """0 where all suites are hidden."""
    asked: Decimal | None
    """The share of the assignment that was asked, in percent; None where suites are hidden, or of an earlier
    version of Backgrade."""
    passed: bool
    causes: tuple[str, ...]
    """Faults, the first to look at first; none where the viewer does not see causes."""
    gradients: str | None
    """How they were obtained, where that is likely or proven not to be backpropagation; a cause, too."""
    gradients_proven: bool
    graded_at: datetime

    @property
    def share(self) -> float:
        """Return the part of the possible points that is left after the late penalty."""
        return float(self.points / self.possible) if self.possible else 0.0

    @property
    def cause(self) -> str | None:
        """The fault to look at first."""
        return next(iter(self.causes), None)


class Result(Frozen):
    """A submission, and what became of it."""

    viewer: Viewer
    """The caller who sees it."""
    submission: Submission
    assignment: Assignment
    same_for_student: bool
    """Whether its student sees all that the viewer sees."""
    rung: Rung
    """How much of its report the viewer sees."""
    visibility: Visibility
    """The viewer's view of all results of the assignment."""
    most_rung: Rung | None
    """Where students climb: how far they can."""
    progress: Status
    deadlines: Deadlines
    """The deadlines of whoever submitted it."""
    closed_suites: frozenset[str]
    """Hidden suites of which the viewer sees nothing yet."""
    hidden_until: datetime | None
    """When the result is shown, where that is not yet."""
    version: AssignmentVersion | None
    """The one that it was graded on; None where it is not, or not shown."""
    score: SubmissionScore | None
    """None before it is graded, and before it is shown: so no page can show it by mistake."""

    @property
    def own(self) -> bool:
        """Whether the viewer submitted it."""
        person_id = self.submission.person_id
        return person_id is not None and person_id == self.viewer.caller.person_id

    @property
    def late_days(self) -> int:
        """How many days late it is."""
        return self.deadlines.days_late(self.submission.created_at)

    @property
    def next_rung(self) -> Rung | None:
        """Return the rung that its student can open next; None where there is none, or it is not theirs."""
        if not self.own or self.most_rung is None or self.score is None or self.rung >= self.most_rung:
            return None
        return Rung(self.rung + 1)

    @property
    def withdrawable(self) -> bool:
        """Whether the viewer may take it back, if it is not being graded at this very moment."""
        waits = self.progress.state == State.QUEUED and not self.submission.reused
        return self.own and waits


def read(session: Session, caller: Caller, submission_id: UUID, *, now: datetime) -> Result:
    """The result of a submission of the caller's, or of a course of which they are staff."""
    return result_of(session, caller, reading.get(session, caller, submission_id), now=now)


def own_history(session: Session, viewer: Viewer, assignment: Assignment, *, now: datetime) -> list[Result]:
    """All that the viewer submitted for an assignment, the newest first."""
    return results_of(session, viewer, assignment, reading.own(session, viewer, assignment), now=now)


def earlier_causes(session: Session, seen: Result, own: Sequence[Submission], *, now: datetime) -> list[str]:
    """Return the causes of what the viewer submitted before, as far as they see them, the latest first."""
    graded = [each for each in own if each.state == State.GRADED]
    history = results_of(session, seen.viewer, seen.assignment, graded, now=now)
    return list(dict.fromkeys(cause for each in history if each.score for cause in each.score.causes))


def result_of(session: Session, caller: Caller, submission: Submission, *, now: datetime) -> Result:
    """The result of a submission that the caller may see: by the policy, or by the key of a trial."""
    assignment = session.get_one(Assignment, submission.assignment_id)
    viewer = policy.viewer_in(session, caller, assignment)
    return results_of(session, viewer, assignment, [submission], now=now)[0]


def results_of(
    session: Session,
    viewer: Viewer,
    assignment: Assignment,
    submissions: Sequence[Submission],
    *,
    now: datetime,
) -> list[Result]:
    """The results of submissions of an assignment that the viewer may see, in their order."""
    seen, students = visibility(viewer, assignment), students_visibility(assignment)
    progress = _progress(session, submissions)
    graded, deadlines = _read(session, assignment, submissions)
    reports = _reports(session, graded.values()) if seen.hidden_suites else {}
    results = []
    for submission in submissions:
        dates = deadlines.get(submission.person_id) or Deadlines.of(assignment)
        hidden_until = seen.results_hidden_until(dates, now)
        shown = graded.get(submission.id) if hidden_until is None else None
        rung = seen.rung_of(submission, dates, now)
        closed = seen.closed_suites(dates, now)
        version = shown[1] if shown else None
        score = _seen_score(*shown, rung, closed, reports) if shown else None
        results.append(
            Result(
                viewer=viewer,
                submission=submission,
                assignment=assignment,
                same_for_student=_is_same(seen, students, submission, version, dates, now),
                rung=rung,
                visibility=seen,
                most_rung=students.most_rung_of(submission, dates, now) if students.climbs else None,
                progress=progress[submission.id],
                deadlines=dates,
                closed_suites=closed,
                hidden_until=hidden_until,
                version=version,
                score=score and _late(score, assignment, dates, submission),
            )
        )
    return results


def report_of(session: Session, result: Result) -> TrimmedReport | None:
    """The report as far as its viewer sees it; None where there is none, or it is not shown yet.

    Raises `Deleted` if it was kept for as long as reports are.
    """
    submission = result.submission
    if submission.state not in _WITH_REPORT or (submission.state == State.GRADED and result.hidden_until):
        return None
    row = session.execute(
        select(StoredReport.content, AssignmentVersion)
        .join(Grading, Grading.id == StoredReport.grading_id)
        .join(AssignmentVersion, AssignmentVersion.id == Grading.version_id)
        .where(StoredReport.grading_id == submission.grading_id)
    ).one_or_none()
    if row is None:
        raise Deleted
    content, version = row
    report = as_seen(
        from_json(Report, content),
        closed=result.closed_suites,
        outlined=result.visibility.outlined_suites(version),
    )
    if not result.visibility.sees_hidden:
        report = without_names(report)
    # Why a file cannot be graded is told at once and to everybody: it says nothing of an answer.
    refused = submission.state == State.REFUSED and report.problem is not None
    beyond = result.assignment.beyond or not result.same_for_student
    return trim(report, max(Rung) if refused else result.rung, beyond=beyond)


def _progress(session: Session, submissions: Sequence[Submission]) -> dict[UUID, Status]:
    """Return statuses by submission. Of one, those before it in the queue are counted; of many, all."""
    known = {
        submission.id: Status(State(submission.state), submission.revision, None)
        for submission in submissions
    }
    queued = [submission for submission in submissions if submission.state == State.QUEUED]
    if len(queued) == 1:
        (one,) = queued
        return {**known, one.id: Status(State.QUEUED, one.revision, reading.place(session, one))}
    return {**known, **statuses(session, [entry.id for entry in queued])}


def _read(
    session: Session, assignment: Assignment, submissions: Sequence[Submission]
) -> tuple[dict[UUID, tuple[Grading, AssignmentVersion]], dict[UUID | None, Deadlines]]:
    """Return the grading that counts with its version, by submission; and extended deadlines, by person."""
    extended = and_(
        Extension.assignment_id == Submission.assignment_id, Extension.person_id == Submission.person_id
    )
    rows = session.execute(
        select(Submission.id, Submission.person_id, Grading, AssignmentVersion, Extension)
        .outerjoin(Grading, and_(Grading.id == Submission.grading_id, Submission.state == State.GRADED))
        .outerjoin(AssignmentVersion, AssignmentVersion.id == Grading.version_id)
        .outerjoin(Extension, extended)
        .where(Submission.id.in_([each.id for each in submissions]))
    )
    graded: dict[UUID, tuple[Grading, AssignmentVersion]] = {}
    deadlines: dict[UUID | None, Deadlines] = {}
    for submission_id, person_id, grading, version, extension in rows:
        if grading is not None:
            graded[submission_id] = grading, version
        if extension is not None:
            deadlines[person_id] = Deadlines.of(assignment, extension)
    return graded, deadlines


def _reports(session: Session, graded: Iterable[tuple[Grading, AssignmentVersion]]) -> dict[UUID, Report]:
    """Return the reports that are still kept, by grading: only reports say what each suite earned."""
    ids = [grading.id for grading, _ in graded]
    chosen = select(StoredReport.grading_id, StoredReport.content).where(StoredReport.grading_id.in_(ids))
    return {id_: from_json(Report, content) for id_, content in session.execute(chosen)}


def _is_same(
    seen: Visibility,
    students: Visibility,
    submission: Submission,
    version: AssignmentVersion | None,
    dates: Deadlines,
    now: datetime,
) -> bool:
    """Whether students see all of a submission that the viewer sees."""
    if students.results_hidden_until(dates, now) is not None:
        return False
    if version and students.outlined_suites(version) != seen.outlined_suites(version):
        return False
    as_much = students.rung_of(submission, dates, now) >= seen.rung_of(submission, dates, now)
    return as_much and students.closed_suites(dates, now) == seen.closed_suites(dates, now)


def _seen_score(
    grading: Grading,
    version: AssignmentVersion,
    rung: Rung,
    closed: Collection[str],
    reports: Mapping[UUID, Report],
) -> SubmissionScore | None:
    """Return the score before the late penalty.

    None where the report is deleted that says what visible suites earned.
    """
    score = _score(grading, version, rung)
    if not closed:
        return score
    report = reports.get(grading.id)
    return _without(score, report, version, closed, rung) if report else None


def _late(
    score: SubmissionScore, assignment: Assignment, dates: Deadlines, submission: Submission
) -> SubmissionScore:
    """Return the score after the late penalty."""
    points = after_lateness(score.earned, assignment, dates, submission.created_at)
    return replace(score, points=points)


def _score(grading: Grading, version: AssignmentVersion, rung: Rung) -> SubmissionScore:
    """Return the score before the late penalty."""
    assert grading.points is not None
    assert grading.finished_at is not None
    shows_cause = rung >= Rung.CAUSE
    return SubmissionScore(
        points=grading.points,
        earned=grading.points,
        possible=version.points,
        asked=grading.asked,
        passed=bool(grading.passed),
        causes=trim_causes(grading.causes, rung),
        gradients=grading.gradients if shows_cause else None,
        gradients_proven=bool(grading.gradients_proven) and shows_cause,
        graded_at=grading.finished_at,
    )


def _without(
    score: SubmissionScore, report: Report, version: AssignmentVersion, closed: Collection[str], rung: Rung
) -> SubmissionScore:
    """Return the score of the suites that are not closed."""
    seen = without_suites(report, closed)
    found = earned(report, version, without=closed)
    causes = (finding.fault for finding in (seen.diagnosis.findings if seen.diagnosis else ()))
    return replace(
        score,
        points=found.points,
        earned=found.points,
        possible=found.possible,
        asked=None,
        passed=passed(report, version, without=closed),
        causes=trim_causes(dict.fromkeys(filter(None, causes)), rung),
    )
