"""Renders a page: the environment of the templates, and what every page is given."""

from contextvars import ContextVar
from datetime import datetime
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from api.i18n import LANGUAGES, percent
from api.pages import _static
from api.problems import answers, details
from api.problems.kinds import status_of
from api.rendering.markup import environment
from api.rendering.prose import prose
from api.web import cookies
from api.web.caller import visitor_of
from api.web.csrf import csrf_field
from api.web.done import PARAMETER
from api.words import group, hunt, moment, submission
from api.words.done import done as saved
from api.words.points import late, points
from api.words.unusable import unusable
from grader.records import Frozen
from submissions.errors import RequestError, Unusable
from submissions.people.access.policy import Action

_READ = "GET"
TEMPLATES = Path(__file__).parent / "templates"


def render(
    request: Request,
    template: str,
    *,
    status: int | None = None,
    wrong: object = None,
    **context: Any,  # noqa: ANN401 - what the template asks for
) -> HTMLResponse:
    """The page of a template. Every text is escaped where it is put in.

    Besides its own context a template has `request`, `visitor` (who is signed in, or None), `is_asked`
    (whether that was looked for), `is_framed` (whether a learning platform signed them in in a frame),
    `is_in_frame` (whether the browser shows it in one), `csrf_field(request)`,
    `static(name)`, the texts of `api.i18n` (`_`, `ngettext`) and the filters `when(zone)`, `day(zone)`,
    `from_now(now)`, `points`, `percent`, `late`, `prose`, `code`, `links` and `format_html`. A field that is
    wrong is also named above the page.

    `wrong` is what is wrong in a form that is shown again: it decides the status, unless `status` does. Of a
    refusal, a template also has `errors`, by field, or a `message` if it is of no field.
    """
    begin()
    text = (
        _environment()
        .get_template(template)
        .render(
            request=request,
            saved=saved(request.query_params.get(PARAMETER, "")) if request.method == _READ else "",
            visitor=visitor_of(request),
            is_framed=cookies.read(request.scope, cookies.FRAME) is not None,
            is_in_frame=answers.is_in_frame(request),
            is_asked=hasattr(request.state, "caller"),
            **{**_told(wrong), **context},
        )
    )
    headers = answers.headers(request, wrong) if isinstance(wrong, RequestError) else {}
    return HTMLResponse(text, status or _status(wrong), headers)


def _status(wrong: object) -> HTTPStatus:
    """Return the status of a page with a form: shown again with what is wrong in it, or as was asked for."""
    if isinstance(wrong, RequestError):
        return status_of(wrong)
    return HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK


def _told(wrong: object) -> dict[str, Any]:
    match wrong:
        case Unusable():
            return {"errors": {wrong.field: unusable(wrong)}, "message": None}
        case RequestError():
            return {"errors": {}, "message": details.message(wrong)}
    return {"errors": {}, "message": None}


def compile_all() -> None:
    """Compile every template, so that nobody's first page waits for it."""
    for name in _environment().list_templates(extensions=["html"]):
        _environment().get_template(name)


@cache
def _environment() -> Environment:
    made = environment(TEMPLATES)
    made.filters |= {"when": moment.when, "day": _day, "from_now": moment.from_now}
    made.filters |= {"prose": prose, "points": points, "percent": percent, "late": late}
    made.globals |= {"static": _static.url, "csrf_field": csrf_field, "has_file": _static.has}
    made.globals |= {"submission_words": submission, "all_languages": LANGUAGES, "this_page": _this_page}
    made.globals |= {"note_wrong": note_wrong, "wrong_fields": wrong_fields}
    made.globals |= {"group_words": group, "hunt_words": hunt, "unusable": unusable, "Action": Action}
    return made


@pass_context
def _day(context: Context, at: datetime, zone: str) -> Markup:
    return moment.day(at, zone, context.get("now"))


def _this_page(request: Request) -> str:
    """The address of this page, as a part of another address; the first page after a form was sent."""
    query = f"?{request.url.query}" if request.url.query else ""
    return quote(request.url.path + query) if request.method == "GET" else "/"


class WrongField(Frozen):
    """A field, and what is wrong with it."""

    target: str
    """The id of what a link leads to."""
    label: str
    error: str


_NOTED: ContextVar[list[WrongField] | None] = ContextVar("wrong_fields", default=None)


def begin() -> None:
    """Begin a page, on which nothing is wrong yet."""
    _NOTED.set([])


def note_wrong(target: str, label: str, error: str) -> str:
    """Note a field while a template shows what is wrong with it; nothing is written there."""
    noted = _NOTED.get()
    if noted is not None:
        noted.append(WrongField(target, label, error))
    return ""


def wrong_fields() -> list[WrongField]:
    """The wrong fields that were noted so far, in the order of the page."""
    return list(_NOTED.get() or ())
