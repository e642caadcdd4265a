"""Stores the submissions of a made term with their results: all that workers would have left behind."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from msgspec import field
from sqlalchemy import insert
from sqlalchemy.orm import Session

from grader.records import Frozen
from grader.sandbox.plays import Source
from submissions.courses.grades import facts
from submissions.grading.work.code_shape import code_shape
from submissions.grading.work.results import FinishedReport, keep_shape, set_result
from submissions.operating.term.recording import RecordedFile, TermAttempt
from submissions.storage import stored_files
from submissions.tables import (
    Assignment,
    AssignmentVersion,
    AuditEvent,
    CauseFact,
    Grading,
    Job,
    JobKind,
    JobState,
    State,
    StoredReport,
    Submission,
)
from submissions.tables.identity import id_at

_GRADING_SECONDS = timedelta(seconds=2)
_OUR_ERROR = "SandboxDied: the sandbox ended during the play"
_NO_ATTEMPT = frozenset({State.REFUSED, State.INTERNAL_ERROR})


class Results(Frozen):
    """The results of an assignment, as they are stored."""

    assignment: Assignment
    version: AssignmentVersion
    reports: Mapping[RecordedFile, FinishedReport]
    members: Mapping[int, Sequence[UUID]]
    """The students for whom a submission counts, by number of the one who submits; that one is the first."""
    _used: dict[UUID, int] = field(default_factory=dict)
    """The number of attempts used by person."""

    def store(self, session: Session, attempts: Sequence[TermAttempt]) -> None:
        """Store all attempts, the first first."""
        made = [self._attempt(session, each) for each in attempts]
        session.add_all(row for rows, _ in made for row in rows)
        session.flush()
        session.add_all(grading for _, grading in made)
        session.flush()
        for attempt, (rows, grading) in zip(attempts, made, strict=True):
            session.add_all(self._traces(attempt, rows[0], grading))
        session.flush()
        graded = [
            (row, grading, self.reports[attempt.file])
            for attempt, (rows, grading) in zip(attempts, made, strict=True)
            for row in rows
            if row.state == State.GRADED
        ]
        if graded:
            self._keep_facts(session, graded)

    def _attempt(self, session: Session, attempt: TermAttempt) -> tuple[list[Submission], Grading]:
        """The rows of a submission, one for each person for whom it counts, and its grading."""
        content = attempt.content()
        sha256 = hashlib.sha256(content).hexdigest()
        stored_files.insert(session, content)
        keep_shape(session, content, code_shape(Source(attempt.file.name, content)) or [])
        grading = self._grading(attempt)
        state = State(grading.state)
        rows = [
            Submission(
                id=id_at(attempt.at), assignment_id=self.assignment.id, person_id=person_id, sha256=sha256,
                file_name=attempt.file.name, state=state, attempt=self._number(person_id, state),
                opened_rung=attempt.rung, created_at=attempt.at,
            )
            for person_id in self.members[attempt.student.number]
        ]  # fmt: skip
        grading.submission_id = rows[0].id
        for row in rows:
            row.grading_id = grading.id
            row.shared_id = rows[0].id if len(rows) > 1 else None
        return rows, grading

    def _number(self, person_id: UUID, state: State) -> int:
        if state in _NO_ATTEMPT:
            return 0
        self._used[person_id] = self._used.get(person_id, 0) + 1
        return self._used[person_id]

    def _grading(self, attempt: TermAttempt) -> Grading:
        grading = Grading(
            id=id_at(attempt.at),
            version_id=self.version.id,
            state=State.INTERNAL_ERROR,
            created_at=attempt.at,
            finished_at=attempt.at + _GRADING_SECONDS,
        )
        if not attempt.fails:
            set_result(grading, self.reports[attempt.file], self.version)
        return grading

    def _traces(
        self, attempt: TermAttempt, submission: Submission, grading: Grading
    ) -> Iterator[StoredReport | Job | AuditEvent]:
        """Yield the report, the job, and the audit events of the hints that the student opened."""
        if not attempt.fails:
            yield StoredReport(grading_id=grading.id, content=self.reports[attempt.file].json)
        yield Job(
            kind=JobKind.GRADING, grading_id=grading.id, course_id=self.assignment.course_id,
            person_id=submission.person_id, state=JobState.GIVEN_UP if attempt.fails else JobState.DONE,
            error=_OUR_ERROR if attempt.fails else None, attempts=1,
            created_at=grading.created_at, started_at=grading.created_at, finished_at=grading.finished_at,
        )  # fmt: skip
        for rung in range(1, submission.opened_rung + 1):
            yield AuditEvent(
                at=submission.created_at + timedelta(minutes=rung), actor_id=submission.person_id,
                action="hint-opened", course_id=self.assignment.course_id, subject_id=submission.id,
                details={"rung": rung},
            )  # fmt: skip

    def _keep_facts(
        self, session: Session, graded: Sequence[tuple[Submission, Grading, FinishedReport]]
    ) -> None:
        facts.write(
            session, [facts.row_of(row, grading, self.version, of.facts) for row, grading, of in graded]
        )
        causes = [each for row, _, of in graded for each in facts.cause_rows(row, of.facts)]
        if causes:
            session.execute(insert(CauseFact), causes)
        facts.reckon(session, self.assignment)
