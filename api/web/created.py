"""The answer to a form that made something: a redirect to it, or its address where a script asks for that."""

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

_SEE_OTHER, _CREATED = 303, 201
_PREFER = "return=minimal"
"""As RFC 7240 names it."""


def created(request: Request, address: str) -> Response:
    """Lead to the address. A script would follow a redirect by itself, and render a page that nobody sees."""
    if request.headers.get("Prefer") != _PREFER:
        return RedirectResponse(address, _SEE_OTHER)
    headers = {"Location": address, "Preference-Applied": _PREFER}
    return Response(status_code=_CREATED, headers=headers)
