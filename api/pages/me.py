"""One's own account: name and zone, password, browsers, tokens."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from api.pages._me import account
from api.web import signing_in
from api.web.caller import Asks
from api.web.dependencies import Ours
from submissions import accounts
from submissions.errors import Unusable

router = APIRouter()


@router.get("/me")
def me(request: Request, service: Ours, caller: Asks) -> Response:
    """The page."""
    _ = caller.known
    return account(request, service)


@router.post("/me")
def change(
    request: Request,
    service: Ours,
    caller: Asks,
    name: Annotated[str, Form()] = "",
    zone: Annotated[str, Form()] = "",
) -> Response:
    """Another name or zone."""
    try:
        with service.database.begin() as session:
            accounts.change(session, caller.known, name, zone)
    except Unusable as error:
        return account(request, service, part="profile", error=error, typed={"name": name, "zone": zone})
    return signing_in.see("/me")
