"""What one was told: notices of changed grades, comments, answers and messages."""

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter

from api.rest._caller import Known
from api.rest._model import Answer
from api.web.cursors import Paging, Part
from api.web.dependencies import Ours
from submissions.people.access import notices
from submissions.tables import NoticeKind

router = APIRouter(tags=["me"])


class Notice(Answer):
    """Something happened; the resources that it names say what."""

    id: UUID
    kind: NoticeKind
    course_id: UUID
    assignment_id: UUID | None
    submission_id: UUID | None
    created_at: datetime
    read_at: datetime | None


@router.get("/me/notices", operation_id="list-notices")
def list_notices(ours: Ours, caller: Known, paging: Paging) -> Part[Notice]:
    """Your own, the newest first."""
    with ours.database.read() as session:
        found = notices.listed(session, caller, after=paging.after, limit=paging.more)
    return paging.part([Notice.of(each.notice) for each in found], [each.notice.id for each in found])


@router.post("/me/notices/{notice_id}/read", operation_id="read-notice")
def read_notice(ours: Ours, caller: Known, notice_id: UUID) -> Notice:
    """Mark one of yours as read."""
    with ours.database.begin() as session:
        return Notice.of(notices.read(session, caller, notice_id, now=ours.now()).notice)
