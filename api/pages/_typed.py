"""What was typed into a form, as text: nothing of it is lost where something of it cannot be used."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends, Request


async def _typed(request: Request) -> dict[str, str]:
    form = await request.form()
    return {name: value for name, value in form.items() if isinstance(value, str)}


Typed = Annotated[Mapping[str, str], Depends(_typed)]
"""The fields of a form by name."""
