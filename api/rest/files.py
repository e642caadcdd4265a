"""The file of a submission."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.rest._file import FILE, FILE_TYPE, as_attachment
from api.rest._visit import Visit
from api.web import etags
from api.web.openapi import NOT_MODIFIED, answers
from submissions.teaching.results import reading

router = APIRouter(tags=["submissions"])


@router.get(
    "/submissions/{submission_id}/file",
    response_class=Response,
    responses=answers(410, successes={200: FILE, 304: NOT_MODIFIED}),
)
def get_file(visit: Visit, submission_id: UUID, if_none_match: etags.IfNoneMatch = None) -> Response:
    """The file that was submitted."""
    with visit.database.read() as session:
        submission = reading.get(session, visit.caller, submission_id)
        content = reading.content(session, submission)
    headers = as_attachment(submission.file_name)
    return etags.content(content, FILE_TYPE, if_none_match, headers, f'"{submission.sha256}"')
