"""What the fields of forms and addresses may be: each has its limit, before anything is made of it."""

from collections.abc import Mapping
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Form, Query, Request
from fastapi.exceptions import RequestValidationError

from api.web import forms
from submissions.courses.assignments.draft import LONGEST_TEXT, SETTINGS
from submissions.errors import NotFound
from submissions.texts.several_lines import LONGEST_PARAGRAPH
from submissions.texts.single_line import LONGEST

_LONGEST_CODE = 3 * 1024 * 1024
"""More than what is taken of a file: that is said on the page, which keeps the text."""
_LONGEST_PATH = 2000
_LONGEST_PASSWORD = 1000
"""More than what is taken of one, as well."""
_MOST_CHOICES = 50
_LONGEST_LINE = 5 * LONGEST
"""More than what is taken, once more: a name that is somewhat too long is told so beside its field."""

Line = Annotated[str, Form(max_length=_LONGEST_LINE)]
"""One line that somebody typed, or one of a list of choices."""
Lines = Annotated[list[Annotated[str, Form(max_length=_LONGEST_LINE)]], Form(max_length=_MOST_CHOICES)]
"""Several choices of a list."""
Password = Annotated[str, Form(max_length=_LONGEST_PASSWORD)]
Code = Annotated[str, Form(max_length=_LONGEST_CODE)]
"""The text of the editor."""
Next = Annotated[str, Form(alias="next", max_length=_LONGEST_PATH)]
"""Where to go on."""
NextAsked = Annotated[str, Query(alias="next", max_length=_LONGEST_PATH)]
"""The address to go on to, as a parameter of an address."""
Asked = Annotated[str, Query(max_length=_LONGEST_LINE)]
"""The text that is looked for."""
SeveralAsked = Annotated[
    list[Annotated[str, Query(max_length=_LONGEST_LINE)]], Query(max_length=_MOST_CHOICES)
]
"""Several choices, in an address."""
_LONGEST_NAME = 60


def _after(after: Asked = "") -> UUID | None:
    try:
        return UUID(after) if after else None
    except ValueError:
        raise NotFound from None


After = Annotated[UUID | None, Depends(_after)]
"""The id of the last entry on the page before; None on the first page."""

TEXTS = {name: 2 * LONGEST_TEXT for name, setting in SETTINGS.items() if setting.text} | dict.fromkeys(
    ("message", "note", "comment", "reply", "request", "answer", "canned"), 3 * LONGEST_PARAGRAPH
)
"""The fields of typed forms with several lines, of which a browser ends each with two characters."""


def chosen_id(text: str) -> UUID:
    """The id that a choice of a form has for its value; where it is none, one that nothing has."""
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)


def longest(name: str) -> int:
    """The most characters of a field of a typed form."""
    return TEXTS.get(name, _LONGEST_LINE)


async def _typed(request: Request) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in (await forms.read(request)).multi_items():
        if not isinstance(value, str):
            continue
        if len(name) > _LONGEST_NAME or len(value) > longest(name):
            error = {"type": "string_too_long", "ctx": {"max_length": longest(name)}}
            raise RequestValidationError([{**error, "loc": ("body", name[:_LONGEST_NAME])}])
        found[name] = value
    return found


Typed = Annotated[Mapping[str, str], Depends(_typed)]
"""The fields of a form by name."""
