"""Line items: the columns of a platform's gradebook, found where they are, made once where they are not."""

from decimal import Decimal
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.connect.lms.services import ServiceAccess, Services, next_page
from submissions.connect.lms.vocabulary import LINE_ITEM_TYPE, LINE_ITEMS_TYPE
from submissions.courses.grades.cells import Column
from submissions.outward.openid.outward import Conversation, OutwardAnswer
from submissions.tables import LmsLink

TAG = "backgrade"
_LONGEST_URL, _LONGEST_LABEL = 2000, 255
_MOST_WHOLE = 100
_MOST_PAGES = 20


class WantedLineItem(Frozen):
    """The column of an assignment behind a link."""

    line_items_url: str
    link_id: str
    assignment_id: UUID
    title: str
    possible: Decimal


class FoundLineItem(Frozen):
    """Its address; empty where there is none, and then the answer that says why."""

    url: str
    answer: OutwardAnswer | None = None


def find_or_make(
    services: Services, access: ServiceAccess, wanted: WantedLineItem
) -> Conversation[FoundLineItem]:
    """The line item of a link. Raises `ServiceFailed` if there is no token."""
    there = yield from _find(services, access, wanted)
    return there if there is not None else (yield from _make(services, access, wanted))


def _find(
    services: Services, access: ServiceAccess, wanted: WantedLineItem
) -> Conversation[FoundLineItem | None]:
    """The line item, or the answer by which the platform does not list it; None where there is none."""
    query = {"resource_id": str(wanted.assignment_id), "tag": TAG, "limit": "50"}
    url, seen = _with(wanted.line_items_url, query), set[str]()
    # A platform may list pages in a circle, or without end.
    while url and url not in seen and len(seen) < _MOST_PAGES:
        seen.add(url)
        there = yield from services.call(access, "GET", url, accept=LINE_ITEMS_TYPE)
        if there is None or not there.is_good:
            return FoundLineItem("", there)
        listed = there.json()
        items = listed if isinstance(listed, list) else []
        if item := next((each for each in items if _is_it(each, wanted)), None):
            return FoundLineItem(_address(item))
        url = next_page(there)
    return None


def _make(services: Services, access: ServiceAccess, wanted: WantedLineItem) -> Conversation[FoundLineItem]:
    made = yield from services.call(
        access,
        "POST",
        wanted.line_items_url,
        accept=LINE_ITEM_TYPE,
        content_type=LINE_ITEM_TYPE,
        content={
            "label": wanted.title[:_LONGEST_LABEL],
            "scoreMaximum": whole_maximum(wanted.possible),
            "resourceId": str(wanted.assignment_id),
            "tag": TAG,
            "resourceLinkId": wanted.link_id,
        },
    )
    item = made.json() if made is not None and made.is_good else None
    return FoundLineItem(_address(item) if isinstance(item, dict) else "", made)


def whole_maximum(possible: Decimal) -> int:
    """The points of a column: ours where they are a whole number that every platform takes, else 100."""
    return int(possible) if possible == int(possible) and 1 <= possible <= _MOST_WHOLE else _MOST_WHOLE


def made_maximum(session: Session, column: Column, titles: str) -> Decimal | None:
    """Return the maximum of an activity with an assignment in a gradebook there, as we made it.

    None where no activity that is named in these titles leads to it.
    """
    chosen = select(LmsLink.title).where(LmsLink.assignment_id == column.assignment.id)
    linked = any(title and title.casefold() in titles.casefold() for title in session.scalars(chosen))
    return Decimal(whole_maximum(column.possible)) if linked else None


def below(line_item_url: str, part: str, query: dict[str, str] | None = None) -> str:
    """The address of the scores or results of a line item, whose own address may have a query."""
    parts = urlsplit(line_item_url)
    whole = urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/{part}"))
    return _with(whole, query) if query else whole


def _with(url: str, query: dict[str, str]) -> str:
    parts = urlsplit(url)
    return urlunsplit(
        parts._replace(query="&".join(each for each in (parts.query, urlencode(query)) if each))
    )


def _is_it(item: object, wanted: WantedLineItem) -> bool:
    """Whether an item is the wanted one: platforms may not know the filters that they were asked by."""
    if not isinstance(item, dict) or not _address(item):
        return False
    link = item.get("resourceLinkId") or ""
    ours = item.get("resourceId") == str(wanted.assignment_id) and item.get("tag", TAG) == TAG
    return ours and link in ("", wanted.link_id)


def _address(item: dict[str, Any]) -> str:
    url = item.get("id")
    return url if isinstance(url, str) and len(url) <= _LONGEST_URL and url.isprintable() else ""
