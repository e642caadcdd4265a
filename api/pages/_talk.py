"""What people say of a submission, as its page shows it: comments at their lines, and regrade requests."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from api.pages._report import Remark
from api.report_view.source_lines import SourceLines
from api.words.grade_change import request_states
from grader.finding import Where
from grader.records import Frozen
from submissions.people.access.policy import Action
from submissions.tables import RegradeRequest, RequestState, State
from submissions.teaching.regrades import regrade_requests
from submissions.teaching.results.result import Result
from submissions.teaching.talk import canned_comments, comments
from submissions.teaching.talk.comments import Thread


class ShownThread(Frozen):
    """A comment with its answers, and the line that it is about."""

    thread: Thread
    line: str
    """The code there; empty where it is about the whole, or the file is gone."""


class ShownRequest(Frozen):
    """A regrade request, and its state in words."""

    request: RegradeRequest
    state: str
    is_open: bool


def overheard(session: Session, seen: Result, content: bytes) -> dict[str, Any]:
    """Return the comments, for a reader who cannot answer them."""
    submission = seen.submission
    lines = SourceLines(submission.file_name, content)
    return {
        "threads": [
            ShownThread(each, lines.line(each.said.comment.line, each.said.comment.cell))
            for each in comments.of_submission(session, seen.viewer.caller, submission)
        ],
        "may_comment": False,
        "may_reply": False,
        "may_remove_all": False,
        "canned": [],
        "is_notebook": submission.file_name.lower().endswith(".ipynb"),
        "requests": [],
        "may_ask": False,
        "typed": {},
        "errors": {},
    }


def talk(session: Session, seen: Result, content: bytes, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the whole talk. `typed` is shown again in the form, with the errors of `wrong`."""
    submission, viewer = seen.submission, seen.viewer
    may_comment = viewer.may(Action.COMMENT)
    requests = regrade_requests.of_submission(session, submission)
    is_open = any(each.state == RequestState.OPEN for each in requests)
    may_ask = seen.own and submission.state == State.GRADED and seen.hidden_until is None
    return overheard(session, seen, content) | {
        "may_comment": may_comment,
        "may_reply": may_comment or viewer.may(Action.SUBMIT),
        "may_remove_all": viewer.may(Action.EDIT_GRADES),
        "canned": canned_comments.listed(session, viewer) if may_comment else [],
        "requests": [
            ShownRequest(each, request_states()[RequestState(each.state)], each.state == RequestState.OPEN)
            for each in requests
        ],
        "may_ask": may_ask and not is_open and viewer.may(Action.SUBMIT),
        "typed": typed,
    }


def remarks(threads: Sequence[ShownThread]) -> list[tuple[Where, Remark]]:
    """Return a remark for each commented line of the shown file."""
    found = []
    for each in threads:
        comment = each.thread.said.comment
        if comment.line is not None:
            place = Where(line=comment.line, cell=comment.cell)
            found.append(
                (place, Remark(f"#comment-{comment.id}", None, comment.text.strip(), is_wrong=False))
            )
    return found
