"""Lists of people by name, a page at a time: the address says after whom a page begins."""

from typing import Annotated
from urllib.parse import urlencode
from uuid import UUID

from fastapi import Depends

from api.pages._fields import Asked
from submissions.errors import NotFound


def _last_seen(name: Asked = "", after: Asked = "") -> tuple[str, UUID] | None:
    try:
        return (name.replace("\0", ""), UUID(after)) if after else None
    except ValueError:
        raise NotFound from None


LastSeen = Annotated[tuple[str, UUID] | None, Depends(_last_seen)]
"""The name and id of the last person on the page before; None on the first page."""


def next_page(name: str, person_id: UUID) -> str:
    """The address of the page that begins after this person."""
    return "?" + urlencode({"name": name, "after": str(person_id)})
