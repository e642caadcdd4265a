"""Makes a page: the environment of the templates, and what every page is given."""

from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment

from api.markup import environment
from api.pages import _static
from api.prose import inline, prose
from api.web.caller import visitor_of
from api.web.csrf import csrf_field
from api.words.en import hand_in, moment, page, submission
from api.words.en.points import points

TEMPLATES = Path(__file__).parent / "templates"


def render(request: Request, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:  # noqa: ANN401 - what the template asks for
    """The page of a template. Every text is escaped where it is put in.

    Beside its own context a template has `request`, `visitor` (who is signed in, or None), `is_asked`
    (whether that was looked for), `csrf_field(request)`, `static(name)` and the filters `when(zone)`,
    `day(zone)`, `from_now(now)`, `points`, `prose`, `inline`, `capital` and `code`.
    """
    text = (
        _environment()
        .get_template(template)
        .render(
            request=request,
            visitor=visitor_of(request),
            is_asked=hasattr(request.state, "caller"),
            **context,
        )
    )
    return HTMLResponse(text, status)


@cache
def _environment() -> Environment:
    made = environment(TEMPLATES)
    made.filters |= {"when": moment.when, "day": moment.day, "from_now": moment.from_now}
    made.filters |= {"prose": prose, "inline": inline, "points": points}
    made.globals |= {"static": _static.url, "csrf_field": csrf_field, "has_file": _static.has}
    made.globals |= {"page_words": page, "hand_in_words": hand_in, "submission_words": submission}
    return made
