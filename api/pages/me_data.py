"""A copy of all that is kept about whoever asks."""

from fastapi import APIRouter, Response

from api.pages._visit import Visit
from api.web.zip_files import zipped
from submissions.teaching.results.personal_data import files

router = APIRouter()


@router.post("/me/data")
def copy(visit: Visit) -> Response:
    """The files as a zip archive."""
    person_id = visit.caller.known
    with visit.database.read() as session:
        return zipped("backgrade-data.zip", files(session, visit.caller, person_id, now=visit.now()))
