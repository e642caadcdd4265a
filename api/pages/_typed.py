"""What was typed into a form, as text: nothing of it is lost where something of it cannot be used."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends, Request
from fastapi.exceptions import RequestValidationError

from api.pages._fields import longest
from api.web import forms

_LONGEST_NAME = 60


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
