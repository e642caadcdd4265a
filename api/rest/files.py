"""The file of a submission."""

from urllib.parse import quote
from uuid import UUID

from fastapi import APIRouter, Response

from api.rest._caller import Known
from api.web import etags
from api.web.dependencies import Ours
from api.web.openapi import NOT_MODIFIED, answers
from submissions.results import reading

router = APIRouter(tags=["submissions"])

_MEDIA_TYPE = "application/octet-stream"
_FILE = {
    "description": "the bytes as they came, to be saved and not shown",
    "content": {_MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}},
}


@router.get(
    "/submissions/{submission_id}/file",
    operation_id="get-file",
    response_class=Response,
    responses=answers(410, successes={200: _FILE, 304: NOT_MODIFIED}),
)
def get_file(
    ours: Ours, caller: Known, submission_id: UUID, if_none_match: etags.IfNoneMatch = None
) -> Response:
    """The file that was submitted."""
    with ours.database.read() as session:
        submission = reading.get(session, caller, submission_id)
        content = reading.content(session, submission)
    # Never a type that a browser would show: the file is a stranger's.
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(submission.file_name, safe='')}"}
    return etags.content(content, _MEDIA_TYPE, if_none_match, headers, f'"{submission.sha256}"')
