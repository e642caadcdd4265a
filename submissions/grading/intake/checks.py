"""A look at a file before it is submitted: the sandbox loads it and plays nothing. It uses no attempt."""

from datetime import datetime

from sqlalchemy.orm import Session

from grader.records import Frozen
from grader.report import Report
from grader.sandbox.plays import Source
from submissions.courses.assignments import assignments
from submissions.courses.assignments.points import current_version, graded_on
from submissions.grading.intake import trials
from submissions.people.access.policy import Action, Caller, require_in
from submissions.tables import Assignment, AssignmentVersion
from suites import PRIMITIVES

BACKWARD = "backward"
_ALWAYS = ("+", "*")


class FoundOperations(Frozen):
    """The operations of a class that matter to an assignment."""

    present: tuple[str, ...]
    absent: tuple[str, ...]
    """Operations that the suites ask for and the class does not have."""


def begin(session: Session, caller: Caller, assignment: Assignment, source: Source, *, now: datetime) -> str:
    """Have a file loaded for a student; the key by which the result is found.

    Raises `TooOften` if their files have taken too much time, or room.
    """
    require_in(session, caller, Action.SUBMIT, assignment)
    on = assignments.for_checks(session, now=now)
    named = current_version(session, assignment).class_name
    source = source._replace(class_name=named) if named else source
    return trials.begin_on(session, on, source, whom=f"person {caller.known}", now=now)


def operations(session: Session, assignment: Assignment, report: Report) -> FoundOperations:
    """Return the operations of the file, compared with what the assignment's suites ask for."""
    wanted = asked_by(current_version(session, assignment))
    return FoundOperations(report.operations, tuple(each for each in wanted if each not in report.operations))


def asked_by(version: AssignmentVersion) -> tuple[str, ...]:
    """The operations without which graphs of an assignment earn nothing."""
    chosen = graded_on(version)
    required = (suite for suite in chosen.suites if not suite.optional)
    about = (operation for suite in required for operation in suite.about if operation in PRIMITIVES)
    needed = tuple(dict.fromkeys((*_ALWAYS, *about, *version.required_operations)))
    return (*needed, BACKWARD) if chosen.needs_backward else needed
