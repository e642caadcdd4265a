"""The answer to a form that did its work: the browser loads another page, which it may load again."""

from fastapi.responses import RedirectResponse

_SEE_OTHER = 303


def see_other(address: str) -> RedirectResponse:
    """Lead the browser to this address by `GET`."""
    return RedirectResponse(address, _SEE_OTHER)
