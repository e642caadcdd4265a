"""Makes a page: the environment of the templates, and what every page is given."""

from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment
from markupsafe import Markup

from api.markup import environment
from api.pages import _static
from api.words.en import moment, page
from submissions.policy import Caller

_TEMPLATES = Path(__file__).parent / "templates"
_NOBODY = Caller()


def render(request: Request, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:  # noqa: ANN401 - what the template asks for
    """The page of a template. Every text is escaped where it is put in.

    Beside its own context a template has `request`, `caller`, `csrf_field(request)`, `static(name)` and the
    filters `when(zone)`, `day(zone)`, `from_now(now)` and `code`.
    """
    text = _environment().get_template(template).render(request=request, caller=caller_of(request), **context)
    return HTMLResponse(text, status)


def caller_of(request: Request) -> Caller:
    """Who asks, as far as it was found out on the way."""
    found = getattr(request.state, "caller", _NOBODY)
    assert isinstance(found, Caller)
    return found


@cache
def _environment() -> Environment:
    made = environment(_TEMPLATES)
    made.filters |= {"when": moment.when, "day": moment.day, "from_now": moment.from_now}
    made.globals |= {"static": _static.url, "csrf_field": _csrf_field, "page_words": page}
    return made


def _csrf_field(request: Request) -> Markup:
    from api.web.csrf import csrf_field

    return csrf_field(request)
