"""Lists of people by name, a page at a time: where one goes on is in the address."""

from typing import Annotated
from urllib.parse import urlencode
from uuid import UUID

from fastapi import Depends, Query

from submissions.errors import NotFound


def _place(name: Annotated[str, Query(max_length=200)] = "", after: str = "") -> tuple[str, UUID] | None:
    try:
        return (name.replace("\0", ""), UUID(after)) if after else None
    except ValueError:
        raise NotFound from None


Place = Annotated[tuple[str, UUID] | None, Depends(_place)]
"""The name and id of the last one seen; None at the beginning."""


def next_page(name: str, person_id: UUID) -> str:
    """The address of what comes after somebody."""
    return "?" + urlencode({"name": name, "after": str(person_id)})
