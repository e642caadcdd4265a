"""A copy of all that is kept about whoever asks."""

from fastapi import APIRouter, Response

from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.zip_files import zipped
from submissions.teaching.results.personal_data import files

router = APIRouter()


@router.post("/me/data")
def copy(service: Ours, caller: Asks) -> Response:
    """The files as a zip archive."""
    person_id = caller.known
    with service.database.read() as session:
        return zipped("backgrade-data.zip", files(session, caller, person_id, now=service.now()))
