"""The answer to a form that made something: a redirect to it, or its address where a script asks for that."""

from fastapi import Request, Response

from api.web.see_other import see_other

_CREATED = 201
_PREFER = "return=minimal"
"""The preference for an answer without content, as RFC 7240 names it."""


def created(request: Request, address: str) -> Response:
    """Redirect a browser to the address, and answer a script with 201: it would follow a redirect."""
    if request.headers.get("Prefer") != _PREFER:
        return see_other(address)
    headers = {"Location": address, "Preference-Applied": _PREFER}
    return Response(status_code=_CREATED, headers=headers)
