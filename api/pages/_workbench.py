"""The editor beside a result: the file again, to be changed and submitted."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import PurePath
from uuid import UUID

from sqlalchemy.orm import Session

from api.i18n import gettext as _, ngettext
from api.pages._upload_form import text_mark
from api.words.note import OTHER_CLASS
from grader.records import Frozen
from grader.report import Report
from submissions.courses.assignments.points import current_version
from submissions.grading.intake import submit
from submissions.grading.intake.attempts import own_attempts
from submissions.people.access.policy import Caller
from submissions.tables import Submission
from submissions.teaching.results.result import Result

_LONGEST = 200_000
"""Bytes of a file that an editor beside a result begins with."""


class Workbench(Frozen):
    """The contents of the form."""

    action: str
    name: str
    """The file name, as long as nothing is changed."""
    code: str
    draft: str
    """The name under which a browser keeps what is typed."""
    previous: str = ""
    """Where the file of the attempt before this one is; empty where there is none."""
    costs: str = ""
    """The cost of submitting; empty where it is free."""
    stage: str = ""
    class_name: str = ""
    """The class that was named with the file."""
    classes: tuple[tuple[str, str], ...] = ()
    """The classes that can be graded, as values and texts; empty where there is no choice."""

    @property
    def begun(self) -> str:
        """The mark of the text."""
        return text_mark(self.code)


def workbench(
    session: Session,
    seen: Result,
    own: Sequence[Submission],
    content: bytes,
    report: Report | None,
    *,
    now: datetime,
) -> Workbench | None:
    """Return the workbench of one's own latest submission, while another is accepted."""
    found, assignment = seen.submission, seen.assignment
    code = text_of(found.file_name, content)
    if code is None or not seen.own or own[0].id != found.id:
        return None
    left = _left(session, seen, now)
    if left == 0:
        return None
    choice = classes(found, report)
    if choice and current_version(session, assignment).class_name:
        choice = ()
    return Workbench(
        action=f"/assignments/{assignment.id}",
        name=found.file_name,
        code=code,
        draft=draft_name(assignment.id, seen.viewer.caller),
        previous=_file_of(own[1]) if len(own) > 1 else "",
        costs=ngettext("You have {n} attempt left.", "You have {n} attempts left.", left) if left else "",
        class_name=found.class_name,
        classes=choice,
    )


def classes(submission: Submission, report: Report | None) -> tuple[tuple[str, str], ...]:
    """The classes of a file of which one can be chosen: the one that was graded, and the others."""
    others = [note.name for note in report.notes if note.kind == OTHER_CLASS and note.name] if report else []
    if submission.class_name:
        return (("", _("The likeliest class")), (submission.class_name, submission.class_name))
    graded = report.found.name if report and report.found else ""
    return (("", graded), *((name, name) for name in others)) if others else ()


def start_address(
    session: Session,
    seen: Result,
    own: Sequence[Submission],
    content: bytes,
    *,
    now: datetime,
) -> str:
    """The address of an editor that begins with this older attempt; empty where there is none."""
    found = seen.submission
    is_older = seen.own and own[0].id != found.id
    if not is_older or text_of(found.file_name, content) is None or _left(session, seen, now) == 0:
        return ""
    return f"/assignments/{found.assignment_id}?start={found.id}#write"


def _left(session: Session, seen: Result, now: datetime) -> int | None:
    """Return how many more files are taken; None where there is no limit."""
    assignment = seen.assignment
    if not submit.is_open(seen.viewer, assignment, seen.deadlines, now=now):
        return 0
    if assignment.attempt_limit is None:
        return None
    used = own_attempts(session, seen.viewer, assignment, now=now)
    return max((used.limit or 0) - used.used, 0)


def draft_name(assignment_id: UUID, caller: Caller) -> str:
    """Return the name under which a browser keeps what is typed; no other who uses it finds it."""
    return f"draft:{assignment_id}:{caller.person_id}"


def text_of(name: str, content: bytes) -> str | None:
    """A file that an editor can hold; None for a notebook, and for what is long or no text."""
    if PurePath(name).suffix.lower() == ".ipynb" or not 0 < len(content) <= _LONGEST:
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _file_of(submission: Submission) -> str:
    is_notebook = PurePath(submission.file_name).suffix.lower() == ".ipynb"
    return "" if is_notebook else f"/submissions/{submission.id}/file"
