"""Answers to forms that did their work: the browser loads another page, and a script is told its address."""

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

_SEE_OTHER = 303
_CREATED = 201
_PREFER = "return=minimal"
"""The preference for an answer without content, as RFC 7240 names it."""


def see_other(address: str) -> RedirectResponse:
    """Lead the browser to this address by `GET`."""
    return RedirectResponse(address, _SEE_OTHER)


def created(request: Request, address: str) -> Response:
    """Redirect a browser to the address, and answer a script with 201: it would follow a redirect."""
    if request.headers.get("Prefer") != _PREFER:
        return see_other(address)
    headers = {"Location": address, "Preference-Applied": _PREFER}
    return Response(status_code=_CREATED, headers=headers)
