"""What a platform sends, in an address or a form: one value by name, and none too long."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends, Request

from api.web import forms
from submissions.errors import LaunchRefused

_LONGEST = 64 * 1024
_MOST = 50


async def _sent(request: Request) -> Mapping[str, str]:
    given = request.query_params if request.method == "GET" else await forms.read(request)
    pairs = [(name, value) for name, value in given.multi_items() if isinstance(value, str)]
    if len(pairs) > _MOST or any(len(value) > _LONGEST for _, value in pairs):
        raise LaunchRefused("not-a-token")
    return dict(pairs)


Sent = Annotated[Mapping[str, str], Depends(_sent)]
"""The fields by name; what is not known here is passed over."""
