"""Comments on submissions, and the canned comments of a course."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import Field
from sqlalchemy.orm import Session

from api.rest._model import Answer, Given, Items, Line, Paragraph
from api.rest._visit import Visit
from api.web.idempotency import Repeatable
from submissions import tables
from submissions.people.access.policy import viewer
from submissions.teaching.talk import canned_comments, comments
from submissions.teaching.talk.comments import LAST_LINE, CommentPlace, Said

router = APIRouter(tags=["submissions"])

_Number = Annotated[int | None, Field(ge=1, le=LAST_LINE)]


class Comment(Answer):
    """A comment on a submission, or an answer to one."""

    id: UUID
    by_id: UUID | None
    line: int | None
    """The line, from 1; null where the comment is about the whole."""
    cell: int | None
    text: str
    created_at: datetime
    replies: list["Comment"]


class CommentList(Items[Comment]):
    """The comments on a submission: on the whole, then by line."""


class NewComment(Given, json_schema_extra={"examples": [{"text": "Well named.", "line": 3}]}):
    """A comment at a line, or on the whole."""

    text: Paragraph
    line: _Number = None
    cell: _Number = None


class NewReply(Given, json_schema_extra={"examples": [{"text": "Thank you."}]}):
    """An answer to a comment."""

    text: Paragraph


class CannedComment(Answer):
    """A text that staff use again and again."""

    id: UUID
    title: str
    text: str
    created_at: datetime


class CannedCommentList(Items[CannedComment]):
    """Canned comments by title."""


class NewCannedComment(Given, json_schema_extra={"examples": [{"title": "Names", "text": "Name it."}]}):
    """A text to be used again."""

    title: Line
    text: Paragraph


@router.get("/submissions/{submission_id}/comments")
def list_comments(visit: Visit, submission_id: UUID) -> CommentList:
    """List what was said of a submission: for its student and for staff."""
    with visit.database.read() as session:
        return CommentList(
            items=[
                _comment(each.said.comment, each.replies)
                for each in comments.listed(session, visit.caller, submission_id)
            ]
        )


@router.post("/submissions/{submission_id}/comments", status_code=201, response_model=Comment)
def add_comment(visit: Visit, once: Repeatable, submission_id: UUID, new: NewComment) -> Response:
    """Comment on a submission, as staff. It stays when the submission is graded again."""

    def make(session: Session) -> Comment:
        place = CommentPlace(new.line, new.cell)
        return _comment(comments.add(session, visit.caller, submission_id, new.text, place, now=visit.now()))

    return once.answer(new, make)


@router.post("/comments/{comment_id}/replies", status_code=201, response_model=Comment)
def add_reply(visit: Visit, once: Repeatable, comment_id: UUID, new: NewReply) -> Response:
    """Answer a comment: the student whose submission it is may, and staff."""

    def make(session: Session) -> Comment:
        return _comment(comments.reply(session, visit.caller, comment_id, new.text, now=visit.now()))

    return once.answer(new, make)


@router.delete("/comments/{comment_id}", status_code=204)
def remove_comment(visit: Visit, comment_id: UUID) -> None:
    """Delete a comment with its answers."""
    with visit.database.begin() as session:
        comments.remove(session, visit.caller, comment_id, now=visit.now())


@router.get("/courses/{course_id}/canned-comments")
def list_canned_comments(visit: Visit, course_id: UUID) -> CannedCommentList:
    """The texts that staff of a course use again and again. For staff."""
    with visit.database.read() as session:
        found = canned_comments.listed(session, viewer(session, visit.caller, course_id))
        return CannedCommentList(items=[CannedComment.of(each) for each in found])


@router.post("/courses/{course_id}/canned-comments", status_code=201, response_model=CannedComment)
def create_canned_comment(visit: Visit, once: Repeatable, course_id: UUID, new: NewCannedComment) -> Response:
    """Keep a text for comments."""

    def make(session: Session) -> CannedComment:
        made = canned_comments.add(session, visit.caller, course_id, new.title, new.text, now=visit.now())
        return CannedComment.of(made)

    return once.answer(new, make)


@router.delete("/courses/{course_id}/canned-comments/{canned_id}", status_code=204)
def remove_canned_comment(visit: Visit, course_id: UUID, canned_id: UUID) -> None:
    """Delete a text; comments made of it stay."""
    with visit.database.begin() as session:
        canned_comments.remove(session, visit.caller, course_id, canned_id)


def _comment(comment: tables.Comment, replies: tuple[Said, ...] = ()) -> Comment:
    return Comment.of(comment, replies=[_comment(each.comment) for each in replies])
