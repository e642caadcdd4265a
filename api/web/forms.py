"""Reads forms, with bounds on how many fields there are and how long they may be."""

from typing import TypedDict

from fastapi import Request
from starlette.datastructures import FormData


class _Limits(TypedDict):
    max_files: int
    max_fields: int
    max_part_size: int


LIMITS = _Limits(max_files=1, max_fields=300, max_part_size=3 * 1024 * 1024)
"""The limits of all forms. The editor's text may exceed what is taken, so that a person can be told so."""


async def read(request: Request) -> FormData:
    """The form of a request; read once, however often it is asked for."""
    return await request.form(**LIMITS)
