"""What is said on the page of a submission: comments, replies, regrade requests."""

from collections.abc import Callable
from uuid import UUID

from fastapi import APIRouter, Response
from sqlalchemy.orm import Session

from api.pages._fields import Typed
from api.pages._reader import FormReader
from api.pages._visit import Visit
from api.pages.submission import submission_page
from api.web.body_limit import takes_texts
from api.web.see_other import see_other
from submissions.errors import NotFound, Unusable
from submissions.people.access.policy import Caller
from submissions.teaching.regrades import regrade_requests
from submissions.teaching.talk import canned_comments, comments
from submissions.teaching.talk.comments import CommentPlace

router = APIRouter()


@router.post("/submissions/{submission_id:uuid}/comments")
@takes_texts
def add(visit: Visit, submission_id: UUID, typed: Typed) -> Response:
    """Comment as staff; or show the page again with what was typed."""
    reader = FormReader(typed, "UTC")
    place = CommentPlace(reader.whole("line", 0) or None, reader.whole("cell", 0) or None)

    def do(session: Session) -> None:
        text = _with_canned(
            session, visit.caller, submission_id, typed.get("canned", ""), reader.text("comment")
        )
        reader.require_usable()
        comments.add(session, visit.caller, submission_id, text, place, now=visit.now())

    return _done(visit, submission_id, typed, do)


@router.post("/comments/{comment_id:uuid}/reply")
@takes_texts
def reply(visit: Visit, comment_id: UUID, typed: Typed) -> Response:
    """Answer a comment; or show the page again with what was typed."""
    with visit.database.read() as session:
        submission_id = comments.submission_of(session, visit.caller, comment_id)

    def do(session: Session) -> None:
        comments.reply(session, visit.caller, comment_id, typed.get("reply", ""), now=visit.now())

    return _done(visit, submission_id, typed, do, field=f"reply-{comment_id}")


@router.post("/comments/{comment_id:uuid}/remove")
def remove(visit: Visit, comment_id: UUID) -> Response:
    """Delete a comment with its replies."""
    with visit.database.begin() as session:
        submission = comments.remove(session, visit.caller, comment_id, now=visit.now())
    return _back(submission.id)


@router.post("/submissions/{submission_id:uuid}/regrade-request")
@takes_texts
def ask(visit: Visit, submission_id: UUID, typed: Typed) -> Response:
    """Ask staff for a regrade; or show the page again with what was typed."""

    def do(session: Session) -> None:
        regrade_requests.ask(session, visit.caller, submission_id, typed.get("request", ""), now=visit.now())

    return _done(visit, submission_id, typed, do)


@router.post("/regrade-requests/{request_id:uuid}/withdraw")
def withdraw(visit: Visit, request_id: UUID) -> Response:
    """Withdraw a regrade request; if it is not open any more, lead to the notices."""
    try:
        with visit.database.begin() as session:
            submission_id = regrade_requests.withdraw(
                session, visit.caller, request_id, now=visit.now()
            ).submission_id
    except Unusable:
        return see_other("/me/notices")
    return _back(submission_id)


def _done(
    visit: Visit, submission_id: UUID, typed: Typed, do: Callable[[Session], None], *, field: str = ""
) -> Response:
    try:
        with visit.database.begin() as session:
            do(session)
    except Unusable as error:
        wrong = (field or error.field, error)
        return submission_page(visit, submission_id, typed=typed, wrong=wrong)
    return _back(submission_id)


def _with_canned(session: Session, caller: Caller, submission_id: UUID, canned: str, text: str) -> str:
    """The text, after that of a canned comment of the course, if one was chosen."""
    if not canned:
        return text
    try:
        chosen = canned_comments.of_submission(session, caller, submission_id, UUID(canned))
    except ValueError:
        raise NotFound from None
    return f"{chosen.text}\n\n{text}"


def _back(submission_id: UUID) -> Response:
    return see_other(f"/submissions/{submission_id}#comments")
