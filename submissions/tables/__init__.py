"""The tables, in the order in which they refer to each other."""

from submissions.tables._base import Base
from submissions.tables.access import ApiToken, SignInLink, WebSession
from submissions.tables.assignment import (
    Assignment,
    AssignmentVersion,
    Counts,
    Extension,
    Hinting,
    Override,
    Shown,
)
from submissions.tables.course import Course, Enrolment, JoinCode, Role
from submissions.tables.grading import GradeJob, Grading, GradingReason, JobState, StoredReport
from submissions.tables.ledger import AuditEvent, IdempotentAnswer, Secret, Throttle
from submissions.tables.person import Person
from submissions.tables.submission import UNFINISHED, State, StoredFile, Submission
from submissions.tables.worker import Worker

__all__ = [
    "UNFINISHED",
    "ApiToken",
    "Assignment",
    "AssignmentVersion",
    "AuditEvent",
    "Base",
    "Counts",
    "Course",
    "Enrolment",
    "Extension",
    "GradeJob",
    "Grading",
    "GradingReason",
    "Hinting",
    "IdempotentAnswer",
    "JobState",
    "JoinCode",
    "Override",
    "Person",
    "Role",
    "Secret",
    "Shown",
    "SignInLink",
    "State",
    "StoredFile",
    "StoredReport",
    "Submission",
    "Throttle",
    "WebSession",
    "Worker",
]
