import json
from decimal import Decimal

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.errors import NotAllowed, NotFound, Unusable
from submissions.people.access import notices
from submissions.people.access.policy import Caller, viewer, viewer_in
from submissions.storage.database import Database
from submissions.tables import AuditEvent, NoticeKind, RegradeRequest, RequestState, Role
from submissions.teaching.gradebook import overrides
from submissions.teaching.regrades import regrade_requests
from submissions.teaching.regrades.regrade_requests import Decision
from submissions.teaching.talk import canned_comments, comments, messages, staff_notes
from submissions.teaching.talk.comments import CommentPlace
from submissions.teaching.watch.watch_list import WatchReason, watch_list
from tests.world import classroom
from tests.world.clock import NOW


class Talk:
    """A graded submission of Ada's, another student, an assistant and the owner."""

    def __init__(
        self, session: Session, name: str = "value.py", content: bytes = b"class Value:\n\n    ...\n"
    ) -> None:
        self.session = session
        self.course, self.owner = classroom.course(session)
        self.made = classroom.assignment(session, self.course)
        ada = classroom.member(session, self.course, "ada")
        self.ada = Caller(ada.id)
        self.bob = Caller(classroom.member(session, self.course, "bob").id)
        self.assistant = Caller(classroom.member(session, self.course, "ta", Role.ASSISTANT).id)
        submitted = classroom.handed_in(session, self.made, ada, content=content)
        submitted.file_name = name
        self.submission = classroom.graded(session, submitted, "100")

    def told(self, who: Caller) -> list[str]:
        """Somebody's notices."""
        return [each.notice.kind for each in notices.listed(self.session, who, limit=10)]

    def ask(self) -> RegradeRequest:
        """Ada asks."""
        return regrade_requests.ask(self.session, self.ada, self.submission.id, "Look at line 3.", now=NOW)


def test_staff_comment_the_student_answers_and_both_are_told(database: Database) -> None:
    with database.begin() as session:
        talk = Talk(session)
        said = comments.add(
            session, talk.assistant, talk.submission.id, "Well\nnamed.", CommentPlace(line=3), now=NOW
        )
        comments.add(session, talk.owner, talk.submission.id, "On the whole.", now=NOW)
        comments.reply(session, talk.ada, said.id, "Thank you.", now=NOW)
        whole, at_line = comments.listed(session, talk.ada, talk.submission.id)

        assert (whole.said.comment.line, at_line.said.comment.line) == (None, 3)
        assert [each.comment.text for each in at_line.replies] == ["Thank you."]
        assert at_line.replies[0].own
        assert talk.told(talk.ada) == [NoticeKind.COMMENT, NoticeKind.COMMENT]
        assert talk.told(talk.assistant) == [NoticeKind.REPLY]


def test_nobody_comments_on_a_line_that_the_file_does_not_have(database: Database) -> None:
    with database.begin() as session:
        talk = Talk(session)

        with pytest.raises(Unusable) as refused:
            comments.add(session, talk.owner, talk.submission.id, "Well.", CommentPlace(line=4), now=NOW)
        assert (refused.value.field, refused.value.limits) == ("line", {"least": 1, "most": 3})


def test_nobody_comments_on_a_line_that_the_cell_does_not_have(database: Database) -> None:
    code = {"cell_type": "code", "source": ["a = 1\n", "b = 2"]}
    notebook = json.dumps({"cells": [{"cell_type": "markdown", "source": "Hello"}, code]}).encode()
    with database.begin() as session:
        talk = Talk(session, "value.ipynb", notebook)

        comments.add(session, talk.owner, talk.submission.id, "Well.", CommentPlace(2, cell=2), now=NOW)
        for place, field in ((CommentPlace(3, cell=2), "line"), (CommentPlace(1, cell=3), "cell")):
            with pytest.raises(Unusable) as refused:
                comments.add(session, talk.owner, talk.submission.id, "Well.", place, now=NOW)
            assert (refused.value.field, refused.value.limits) == (field, {"least": 1, "most": 2})


def test_what_staff_write_is_in_the_audit_log_without_its_text(database: Database) -> None:
    with database.begin() as session:
        talk = Talk(session)
        ada = talk.ada.known
        said = comments.add(session, talk.assistant, talk.submission.id, "Secret one.", now=NOW)
        comments.remove(session, talk.assistant, said.id, now=NOW)
        messages.send(session, talk.assistant, talk.course.id, ada, "Secret two.", now=NOW)
        note = staff_notes.add(session, talk.assistant, talk.course.id, ada, "Secret three.", now=NOW)
        staff_notes.remove(session, talk.assistant, talk.course.id, note.id, now=NOW)

        by_assistant = select(AuditEvent).where(AuditEvent.actor_id == talk.assistant.known)
        events = session.scalars(by_assistant).all()
        assert sorted(each.action for each in events) == [
            "comment-removed", "comment-written", "message-sent", "note-removed", "note-written",
        ]  # fmt: skip
        assert {each.course_id for each in events} == {talk.course.id}
        assert not any("Secret" in str(each.details) for each in events)


def test_students_begin_no_comments_and_see_none_of_others(database: Database) -> None:
    with database.begin() as session:
        talk = Talk(session)
        said = comments.add(session, talk.owner, talk.submission.id, "Well.", now=NOW)

        with pytest.raises(NotAllowed):
            comments.add(session, talk.ada, talk.submission.id, "Mine", now=NOW)
        for refused in (
            lambda: comments.listed(session, talk.bob, talk.submission.id),
            lambda: comments.reply(session, talk.bob, said.id, "Me too", now=NOW),
        ):
            with pytest.raises(NotFound):
                refused()
        with pytest.raises(NotAllowed):
            comments.remove(session, talk.assistant, said.id, now=NOW)
        comments.remove(session, talk.owner, said.id, now=NOW)
        assert comments.listed(session, talk.ada, talk.submission.id) == []


def test_a_canned_comment_belongs_to_its_course(database: Database) -> None:
    with database.begin() as session:
        talk = Talk(session)
        saved = canned_comments.add(session, talk.assistant, talk.course.id, "Names", "Name it.", now=NOW)
        other = classroom.person(session, "elsewhere")

        assert [
            each.title
            for each in canned_comments.listed(session, viewer(session, talk.owner, talk.course.id))
        ] == ["Names"]
        with pytest.raises(NotAllowed):
            canned_comments.listed(session, viewer(session, talk.ada, talk.course.id))
        with pytest.raises(NotFound):
            canned_comments.remove(session, Caller(other.id), talk.course.id, saved.id)


def test_a_request_is_asked_seen_answered_with_points_and_the_reason_is_read(database: Database) -> None:
    with database.begin() as session:
        talk = Talk(session)
        request = talk.ask()
        with pytest.raises(Unusable) as twice:
            talk.ask()
        (watched,) = watch_list(session, talk.assistant, talk.course.id, now=NOW)
        changed = Decision(changed=True, answer="You are\nright.", points=Decimal(80))
        with pytest.raises(NotAllowed):
            regrade_requests.answer(session, talk.assistant, request.id, changed, now=NOW)
        regrade_requests.answer(session, talk.owner, request.id, changed, now=NOW)
        override = overrides.own(session, viewer_in(session, talk.ada, talk.made), talk.made)

        assert twice.value.why == "is-asked"
        assert (watched.name, [each.kind for each in watched.reasons]) == ("Ada", [WatchReason.REQUEST])
        assert request.state == RequestState.CHANGED
        assert override is not None
        assert (override.points, override.reason) == (Decimal(80), "You are right.")
        assert talk.told(talk.assistant) == [NoticeKind.REQUEST]
        assert set(talk.told(talk.ada)) == {NoticeKind.REQUEST_ANSWERED, NoticeKind.GRADE_CHANGED}


def test_an_assistant_may_answer_that_nothing_changes_and_a_student_may_withdraw(database: Database) -> None:
    with database.begin() as session:
        talk = Talk(session)
        kept = Decision(changed=False, answer="The sum is wrong.")
        answered = regrade_requests.answer(session, talk.assistant, talk.ask().id, kept, now=NOW)
        again = talk.ask()
        with pytest.raises(NotFound):
            regrade_requests.withdraw(session, talk.bob, again.id, now=NOW)
        regrade_requests.withdraw(session, talk.ada, again.id, now=NOW)
        with pytest.raises(Unusable) as late:
            regrade_requests.answer(session, talk.owner, again.id, kept, now=NOW)

        assert answered.state == RequestState.UNCHANGED
        assert late.value.why == "is-closed"
        assert watch_list(session, talk.owner, talk.course.id, now=NOW) == []
