"""Our public keys, by which platforms check what we send them."""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from api.web.dependencies import Ours
from submissions.connect.lms import keys

router = APIRouter()

_CACHED = "public, max-age=3600"


@router.get("/lti/jwks.json")
def key_set(service: Ours) -> JSONResponse:
    """Answer with our JSON Web Key Set. The first time somebody asks, the first key is made."""
    now = service.now()
    with service.database.read() as session:
        found: dict[str, Any] = keys.published(session, now=now)
    if not found["keys"]:
        with service.database.begin() as session:
            keys.ensure(session, now=now)
            found = keys.published(session, now=now)
    return JSONResponse(found, headers={"Cache-Control": _CACHED})
