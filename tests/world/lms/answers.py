"""What a platform answers with."""

import json
from collections.abc import Sequence
from typing import Any

from submissions.outward.openid.outward import OutwardAnswer, OutwardRequest
from tests.world.lms.quirks import Quirks


def as_json(
    content: object, status: int = 200, kind: str = "application/json", **header: str
) -> OutwardAnswer:
    """A document."""
    return OutwardAnswer(status, {"content-type": kind, **header}, json.dumps(content).encode())


def page_of(
    quirks: Quirks, url: str, listed: Sequence[Any], query: dict[str, list[str]]
) -> tuple[list[Any], dict[str, str]]:
    """A page of a list, and the header that leads to the next one, as it comes over the wire."""
    start = int(query.get("from", ["0"])[0])
    size = min(int(query.get("limit", [str(quirks.page)])[0]), quirks.page)
    if start + size >= len(listed):
        return list(listed[start:]), {}
    joint = "&" if "?" in url else "?"
    following = f"{url}{joint}from={start + size}&limit={size}"
    link = quirks.link.format(url=following, html_url=following.replace("&", "&amp;"))
    return list(listed[start : start + size]), {"link": link.encode().decode("latin-1")}


def has_type(request: OutwardRequest, name: str, wanted: str) -> bool:
    """Whether a header names exactly this media type; a character set may follow."""
    return request.headers.get(name, "").partition(";")[0] == wanted
